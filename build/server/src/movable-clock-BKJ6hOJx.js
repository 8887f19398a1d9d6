import { a as systemClock, o as toWireDate } from "./ids-Do-e9haK.js";
//#region packages/server/src/platform/movable-clock.ts
/**
* A callback that came due this often in one jump looks for something without saying when it will be there. From then
* on it gets at most as many turns again, spread evenly over the rest of the jump.
*/
const TURNS_AT_FULL_PACE = 1e3;
/** The same for those who do say when: several times an hour in the longest jump is useful, every second is a fault. */
const USEFUL_TURNS_AT_FULL_PACE = 5e4;
/** Real time for what a timer started; whoever waits for a timer of this very clock would wait for ever. */
const PATIENCE_MS = 1e4;
/**
* Real time, until it is moved. A jump stops at every timer on its way: the clock shows the timer's own moment, runs
* it, and stands still until everything that followed from it is done. Then it goes on to the next one. Nothing runs
* late, nothing is left out, and no real time passes between.
*/
var MovableClock = class {
	#timers = /* @__PURE__ */ new Set();
	#order = 0;
	#offsetMs = 0;
	/** Set while it is moved: what it shows. */
	#stoppedAt;
	#jump;
	#moves = Promise.resolve();
	#settle = async () => {};
	#turns = 0;
	now() {
		return this.#stoppedAt ?? Date.now() + this.#offsetMs;
	}
	/** How far it is ahead of the machine's clock. */
	get offsetMs() {
		return this.#offsetMs;
	}
	/** Resolves when it is not being moved. */
	async atRest() {
		await this.#moves;
	}
	/** How many timers have run in jumps. */
	get turns() {
		return this.#turns;
	}
	after(delayMs, callback, nextDue) {
		const timer = {
			at: this.now() + Math.max(delayMs, this.#slowestPace(callback, nextDue), 0),
			delayMs,
			order: this.#order++,
			callback,
			nextDue,
			disarm: () => {}
		};
		this.#timers.add(timer);
		if (this.#stoppedAt === void 0) this.#arm(timer);
		return () => {
			this.#timers.delete(timer);
			timer.disarm();
		};
	}
	/** What to wait for after each timer of a jump: everything that goes on outside of timers. */
	settleWith(settle) {
		this.#settle = settle;
	}
	/** Moves time forward to a moment. Moves of several callers follow one another. */
	moveTo(instantMs) {
		return this.#inTurn(() => this.#jumpTo(instantMs));
	}
	advance(byMs) {
		return this.#inTurn(() => this.#jumpTo(this.now() + byMs));
	}
	/** Back to the machine's time. What waits for a timer waits as long as before; moments that were stored stay as they are. */
	returnToRealTime() {
		return this.#inTurn(async () => {
			const backMs = this.#offsetMs;
			this.#offsetMs = 0;
			for (const timer of this.#timers) {
				timer.disarm();
				timer.at = timer.nextDue ? this.now() : timer.at - backMs;
				this.#arm(timer);
			}
		});
	}
	#inTurn(move) {
		const moved = this.#moves.then(move);
		this.#moves = moved.catch(() => void 0);
		return moved;
	}
	async #jumpTo(end) {
		const start = this.now();
		if (end < start) throw new RangeError(`time only moves forward; it is ${toWireDate(start)}`);
		this.#stoppedAt = start;
		this.#jump = {
			end,
			turns: /* @__PURE__ */ new Map()
		};
		for (const timer of this.#timers) timer.disarm();
		try {
			await this.#settle();
			for (let next = await this.#next(end); next; next = await this.#next(end)) await this.#run(next.timer, next.at);
			this.#stoppedAt = end;
			for (const timer of this.#inOrder()) if (timer.nextDue && timer.at <= end && this.#timers.has(timer)) await this.#run(timer, end);
		} finally {
			this.#offsetMs = this.#stoppedAt - Date.now();
			this.#stoppedAt = void 0;
			this.#jump = void 0;
			for (const timer of this.#timers) this.#arm(timer);
		}
	}
	/** The timer whose turn it is, and when; undefined when nothing more happens before the end. */
	async #next(end) {
		let next;
		for (const timer of this.#inOrder()) {
			if (timer.at > (next?.at ?? end)) break;
			const at = await turnOf(timer);
			if (at <= end && this.#timers.has(timer) && (!next || at < next.at)) next = {
				timer,
				at
			};
		}
		return next;
	}
	async #run(timer, at) {
		this.#stoppedAt = Math.max(at, this.now());
		this.#timers.delete(timer);
		const turns = this.#jump?.turns;
		turns?.set(timer.callback, (turns.get(timer.callback) ?? 0) + 1);
		this.#turns += 1;
		await within(PATIENCE_MS, timer.callback());
		await this.#settle();
	}
	#slowestPace(callback, nextDue) {
		const atFullPace = nextDue ? USEFUL_TURNS_AT_FULL_PACE : TURNS_AT_FULL_PACE;
		const turns = this.#jump?.turns.get(callback) ?? 0;
		if (!this.#jump || turns < atFullPace) return 0;
		return (this.#jump.end - this.now()) / Math.max(2 * atFullPace - turns, 1);
	}
	#inOrder() {
		return [...this.#timers].sort((a, b) => a.at - b.at || a.order - b.order);
	}
	#arm(timer) {
		timer.disarm = systemClock.after(timer.at - this.now(), () => {
			if (this.now() < timer.at) return this.#arm(timer);
			this.#timers.delete(timer);
			timer.callback();
		});
	}
};
async function within(limitMs, work) {
	if (!(work instanceof Promise)) return;
	let giveUp = () => {};
	const limit = new Promise((resolve) => {
		giveUp = systemClock.after(limitMs, resolve);
	});
	await Promise.race([work, limit]).finally(giveUp);
}
/**
* When a timer has something to do: the first of its looks that would have found it. One that cannot say so just has
* its turn.
*/
async function turnOf({ at, delayMs, nextDue }) {
	if (!nextDue) return at;
	const due = await nextDue().catch(() => at) ?? Number.POSITIVE_INFINITY;
	if (due <= at || delayMs <= 0) return Math.max(at, due);
	return at + Math.ceil((due - at) / delayMs) * delayMs;
}
//#endregion
export { MovableClock as t };
