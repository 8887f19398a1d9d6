//#region packages/server/src/platform/work/wake.ts
/**
* What each is about, and its key. `access`: an access right waits for a lock that is online; the lock. `command`: a lock
* action waits; the lock. `desired`: a setting waits for a lock that is online; the lock. `event`: the event log grew, or
* somebody is to get what it holds; the account it is of. `feed`: a calendar is to be fetched. `gateway`: locks of a
* gateway were adopted or given up; the account. `job`: a job is due earlier
* than known. `mail`: a mail is to be sent. `credential`: a token, a device secret or what somebody may see has changed;
* the account, a master also for its sub-accounts. `lock`: a lock was registered or deleted; the lock. `share`: locks wait
* for a process that serves them. `stay`: codes of a stay are to be issued, moved or revoked.
* `subscription`: a webhook or a notification was made, changed or removed; the account whose events it gets.
*/
const WAKE_CHANNELS = [
	"access",
	"command",
	"desired",
	"event",
	"feed",
	"gateway",
	"job",
	"mail",
	"credential",
	"lock",
	"share",
	"stay",
	"subscription"
];
/** Both together. */
function together(one, other) {
	if (one === void 0) return other;
	return one === "all" || other === "all" ? "all" : one.union(other);
}
/** Wake-ups that were not handed on yet. */
var WakeUps = class {
	#byChannel = /* @__PURE__ */ new Map();
	get isEmpty() {
		return this.#byChannel.size === 0;
	}
	add(channel, keys) {
		const known = this.#byChannel.get(channel);
		if (known === "all") return;
		if (keys === void 0) {
			this.#byChannel.set(channel, "all");
			return;
		}
		const about = known ?? /* @__PURE__ */ new Set();
		if (!known) this.#byChannel.set(channel, about);
		if (typeof keys === "number") about.add(keys);
		else for (const key of keys) about.add(key);
	}
	/** All there are, and forgets them. */
	take() {
		const taken = [...this.#byChannel];
		this.#byChannel.clear();
		return taken;
	}
};
/** Listeners of this process. */
var LocalWake = class {
	#listeners = /* @__PURE__ */ new Map();
	#unheard = new WakeUps();
	notify(channel, keys) {
		if (this.#unheard.isEmpty) queueMicrotask(() => this.#tellAll());
		this.#unheard.add(channel, keys);
	}
	#tellAll() {
		for (const [channel, about] of this.#unheard.take()) for (const callback of this.#listeners.get(channel) ?? []) callback(about);
	}
	listen(channel, callback) {
		const callbacks = this.#listeners.get(channel) ?? /* @__PURE__ */ new Set();
		this.#listeners.set(channel, callbacks);
		callbacks.add(callback);
		return () => callbacks.delete(callback);
	}
	async stop() {
		this.#listeners.clear();
	}
};
//#endregion
export { together as i, WAKE_CHANNELS as n, WakeUps as r, LocalWake as t };
