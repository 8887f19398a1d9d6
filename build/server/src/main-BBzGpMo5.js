import { r as nextFetchAt, t as SERVICE_NAMES } from "./rules-Ckp6_WcM.js";
import { O as build_default } from "./lock-capability-DFzoqLhG.js";
import { s as Compile } from "./src-FcBeM93y.js";
import { P as AUTH_TYPE, R as needsBody, _ as SCOPES, a as SERVICE_IDS, c as AUTOMATION, g as RIGHTS, i as ERRORS, m as NOTIFICATION_STATUS, n as src_exports, p as NOTIFICATION_OS, s as SIM_PROFILES, t as api, w as SMARTLOCK_TYPE, x as LOCK_ACTION$1 } from "./src-BsslFKKG.js";
import { C as UpReported, S as UpPresence, _ as UpAuths, a as commandText, b as UpForeign, c as uplinkText, g as UpAck, h as HeldAccess, i as appendSignature, o as downlinkText, r as accessText$1, s as splitSignature, v as UpEvent, w as UpState, x as UpInfo, y as UpEventNumber } from "./device-D4fG9Uzh.js";
import { t as LDP_REFUSAL } from "./refusals-CnTy4iKg.js";
import { a as downTopic, i as UP_LEAVES, n as LDP_MAX_BYTES, o as parseUpTopic, r as LDP_ROOT, s as upTopic, t as DOWN_LEAVES } from "./topics-CqVt81xD.js";
import { A as createJobRunner, At as anchor, Bt as AppError, C as renew$2, Ct as list$4, D as retryDelayMs, E as readSender, F as NOT_LEASED, G as countSubs, Ht as failParameter, It as OUTSIDE_TRANSACTIONS, J as find$4, L as isFree, Lt as inTransaction, M as COUNTED, N as WorkQueue, Nt as findSeal, O as languageOf, Ot as ofAll, P as createWorkLoop, Pt as listGrown, Q as listSubs, R as leasesOf, Rt as systemContext, S as removeBefore, T as oneLine, Vt as fail, X as getSub, Z as hold$1, _ as forgetExpired, _t as Lines, b as keepWaiting, ct as countAttempt, d as listOf$1, dt as retryAfterOf, ft as hashPassword, g as countDue$2, h as clearLeases, it as remove$4, j as schedule, k as messages, kt as own, m as claim$5, n as mailHeld, o as contentOf, ot as view, p as sendToAccount, pt as hashToken, q as ensureFirst, rt as ownerOf, st as withinQuota, t as LRUCache, tt as open$3, ut as removeOldAttempts, v as giveBack$2, vt as prepared, w as settle$2, wt as record, x as nextDue$3, xt as isOneOf, y as hasDue$2 } from "./esm-BFPbzlf6.js";
import { a as systemClock, ct as isDatabaseAway, d as isMissingReference, i as timeOfId, m as sql, n as idFloor, o as toWireDate, s as inDatabaseTransaction } from "./ids-Do-e9haK.js";
import { $ as countStale, $n as get$6, $r as present$5, $t as wantedOf, A as requestNew, An as replaceSecret, Ar as assertWithinLimits$1, At as tokenInfo, B as verifyAssertion, Bi as exported, Bn as listDue$1, Br as nextSwitch, Bt as remove$12, Ci as publicUrlOf, Cn as view$1, Cr as clear$2, Ct as get$11, D as remove$9, Di as readKeyFile, Dn as list$10, Dr as nextDue$4, Dt as redeem, E as register$2, Ei as keyFileOf, En as isSuccess, Er as hasDue$3, Et as update$11, F as findUserHandle, Fi as intercom, Fn as isFor, Fr as entryNow, Ft as create$4, Gn as list$9, Gr as grant, Gt as addCodes, H as isCopy, Hn as upsertDeliveries, Hr as revokeAllOfUser, Ht as search, I as list$11, Ii as intercoms, In as targetOf$1, Ir as switchDue, It as get$10, J as listMail$1, Jn as isExpired, Jr as listDue, Jt as keypadLocksOf, K as list$6, Kn as prune, Kr as list$7, Kt as holdLocks, L as lockByCredential, Ln as endDeliveries, Lr as withoutEarly, Lt as issue, M as siteFor, Mn as retryDelayMs$1, Mr as warn$1, Mt as removeMany, N as give$1, Ni as brand, Nn as signedHeaders, Nr as explain, Nt as applyFeed, O as removeEnded$1, On as register$1, Or as progress, Ot as byToken, P as take$2, Pi as brands, Pn as test, Pr as CALLBACK_PAYLOAD, Pt as applyUnchanged, Qn as create$1, Qr as update$4, Qt as revokeAll, R as update$6, Ri as loadShipped, Rn as findOfKey, Rr as listWaiting, Rt as list$15, S as requestReset, Si as loadConfig, Sn as update$9, Sr as claim$6, St as create$5, T as list$12, Ti as configuredKeys, Tn as get$7, Tr as giveBack$3, Tt as list$16, U as decide, Un as find$7, Ur as change$1, Ut as update$10, V as BEGUN_WINDOW_MS, Vi as presentEntry, Vn as progress$1, Vr as revoke, Vt as revoke$1, W as duties, Wn as insert, Wr as get$4, Wt as updateAccessTimes, Xn as retryAfterMs$1, Xr as markStraysSent, Xt as removeCodes, Y as readMail, Yn as pauseMs, Yr as listStrays, Yt as moveCodes, Z as SEALED_COLUMNS, Zn as retryDelayMs$2, Zr as nextDue$5, Zt as replaceCode, _ as resend$1, _i as replaceCurrent, _n as get$9, _r as deviceTypeOf, _t as giveBack$4, a as own$1, ai as create$2, an as findForUpdate, ar as settingsOf$1, at as assertAllowed, b as mailReset, bi as setRemaining, bn as remove$11, br as list$5, bt as update$12, c as update$7, ci as list$13, cn as postpone, cr as make$1, ct as sealContext, d as assertOwnerStepUp, di as present$7, dr as tokenContext, dt as view$2, ei as listAll$1, en as followNews, er as list$8, et as reseal, f as assertStepUp, fi as beat$1, fn as RETRY_MS$2, fr as endPairing, ft as claim$7, g as requestChange, gn as find$8, gr as MAX_NUKI_ID, gt as findLeased, h as removeEnded, hi as listKeys, hn as create$3, hr as update$3, ht as find$9, ii as waitMs, in as needsFreshCode, ir as present$6, it as removeOlderThan, jn as retryAfterMs, jr as listOfLock, jt as tokenView, k as rename$1, ki as keyIdOf$1, kn as remove$8, kr as renew$3, kt as tokenIdOf, l as emailFilter, li as remove$10, ln as removeEndedBefore, lr as openPairing, lt as sync, m as renew$4, mi as leave$2, mn as scheduleOf, mr as listAll, mt as countWithOperation, n as askerOf, ni as openCode, nn as listOf$2, nr as secretOf, nt as openPlatform, o as show, oi as emailsOf, on as listDue$2, or as sightOf, ot as assertEnabled, p as assertStillThere, pi as holdersSince, pn as isWarningDue, pr as find$5, pt as countDue$4, q as listApplications, qn as attempt$1, qr as find$6, qt as issue$1, r as assertProved, ri as removeEndedInvites$1, rn as hasFailed, rr as update$5, rt as followOperation, s as signUp, si as get$8, sn as nextDue$7, sr as get$5, st as link, t as amendment, ti as page$1, tn as settleStay, tr as remove$7, tt as keySourceOf, u as assertMayOutlive, ui as update$8, un as update$13, ur as remove$6, ut as unlink, v as verify$2, vi as retire, vn as holdAll, vr as nukiIdOf, vt as nextDue$6, w as get$12, wn as settingsOf, wr as countDue$3, wt as hold$2, x as removeEnded$2, xi as handOver$2, xn as timesOf, xr as remove$5, xt as byToken$1, y as confirmReset, yn as list$14, yr as add, yt as renew$5, z as requestOptions, zi as rewriteMarks, zn as insertDeliveries$1, zr as markSent$1, zt as measureReadiness } from "./service-Rhr-VkRp.js";
import { $ as reactivate, A as removeEnded$3, At as hasSucceededSince, Bt as findHead, C as outlive, Ct as updateToken, D as removeOthers, Dt as findByTokenHash, E as remove$13, Et as resolve$1, F as request$1, G as isDemandedOf, Gt as visibleFeatures, Ht as listHeads, It as list$17, L as make$2, Lt as listByIds, M as enable, N as forgetRequest, Nt as headOf, O as renewProof, Ot as maskToken, P as isOn, Pt as isVisible, Rt as pageAfter, S as open$4, St as update$15, Ut as isAbout, Vt as listAll$2, W as shownBySession, Wt as oldestKept, X as get$14, at as presentAdvancedKey, b as logout, bt as scopesGivenBy, ct as createFirstToken, d as readParameters, dt as getToken, et as remove$14, f as removeEnded$4, ft as list$19, h as countFromNetwork, ht as remove$15, it as update$14, j as disable, kt as deactivate, lt as createToken, mt as listTokens$1, ot as create$6, p as removeOldCodes, q as apply$1, r as endGrantsOfKey, tt as replaceSecret$1, u as isProblem, ut as get$13, v as list$18, vt as removeToken, w as personOf, wt as assertLocks, y as login, yt as removeTokensOfKey, z as summary } from "./service-BFPIaGEg.js";
import { a as networkList, c as networkOf, i as isWithin, n as isLoopback, s as networksOf } from "./networks-DBFyHIwG.js";
import { t as StartupError } from "./startup-error-C43z7zhH.js";
import { C as readTrustedProxies, _ as waitForAdoptions, a as measure, b as speaksTls, c as report, f as lookUp, h as credentialsFor, i as list$20, l as claim$8, m as adopt, n as get$15, o as remove$16, p as renewClaim, s as rename$2, t as find$10, u as create$7, v as promisesHttps, y as refusePlainListeners } from "./service-Cp1lQBlc.js";
import { a as inBites, c as storeTroubleOf, i as ensurePartitions, o as canWaitForStore, r as dropOldPartitions, s as explainedTrouble, t as deleteOlderThan } from "./partitions-DYhO076N.js";
import { $ as endAction, $t as staleAt, A as addressOf, At as move, B as changeWebConfigs, Bt as holdOnline, Ct as isOfShares, Dt as end$2, F as WARNINGS, Ft as removeEndedCredentials$1, G as applySyncResult, Gt as stateOf, H as requestSync, Ht as present$8, I as warn$2, It as removeRevokedLogins, J as find$11, Jt as isOnline, K as configEvent, Kt as webConfigOf, L as desireDefaultZone, Lt as findForUpdate$1, M as applyOffline, Mt as untilReached, N as applyOnline, P as loseConnection, Pt as listLogins, Q as nextRevision, R as changeAdvancedConfig, Rt as holdAny, St as queuedActions, Tt as shareOfLock, U as setAdminPin, Ut as ringToOpenTimer, V as openAdminPin, Vt as masterdataPayload, W as applySettings, Wt as shownState, X as nextDue$8, Xt as judgeMovement, Y as listDue$3, Yt as judgeEvent, Z as update$16, Zt as logDeviceType, _ as listLogOf$1, _t as openCall, a as list$21, an as brokerPasswordHash, at as unlock, b as register$3, bt as nextDeadline, c as remove$17, ct as keep$1, d as views, et as endActionOfNone, g as listLog$1, gt as markSent$2, h as append$1, ht as list$22, i as hold$3, in as GROWING_TABLES, it as operateAdvanced, j as createDeviceAccess, kt as markLeaving, l as update$17, lt as statusEvent, m as createQuestions, mt as get$17, n as capabilityOf, nn as removeHead, nt as lockAdvanced, ot as unlockAdvanced, p as resume, pt as findAny, q as infoColumns, qt as isOfMemory, r as get$16, rn as removeSome$1, rt as operate, st as change$2, tn as emit, tt as lock$1, u as view$3, vt as removeSome, wt as shareOfDevice, x as rotateCredentials, xt as overdue, yt as requeue, z as changeConfig, zt as holdByDeviceIds } from "./service-DFAaALax.js";
import { a as version, i as findCommand, n as sendLine, r as socketOf, t as jsonLines } from "./lines-DOOZEZey.js";
import { t as resetSocket } from "./reset-socket-Ei9I-6Iv.js";
import { t as readPostgresHosts } from "./postgres-hosts-CA3IDxJ8.js";
import { n as waitForStore } from "./wait-for-store-BXNu8fs7.js";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import process$1, { umask } from "node:process";
import { createReadStream, readFileSync, rmSync, statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { X509Certificate, createHash, createHmac, createPrivateKey, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { dirname, join } from "node:path";
import { Server, Socket, createServer, isIPv6 } from "node:net";
import { setImmediate, setTimeout as setTimeout$1 } from "node:timers/promises";
import { Server as Server$1 } from "node:https";
import { mkdir, open, readFile, rename, statfs, writeFile } from "node:fs/promises";
import { TLSSocket, createSecureContext, createServer as createServer$1, rootCertificates } from "node:tls";
import { once } from "node:events";
import { connect as connect$1, constants as constants$1 } from "node:http2";
import Fastify, { LogController } from "fastify";
import { Readable } from "node:stream";
import fastJsonStringify from "fast-json-stringify";
import { Aedes } from "aedes";
import cors from "@fastify/cors";
//#region packages/server/src/features/locks/log/present.ts
const presentLog$1 = (row) => ({
	id: row.id,
	smartlockId: row.smartlock_id,
	deviceType: row.device_type,
	...row.account_user_id !== null && { accountUserId: row.account_user_id },
	...row.auth_id !== null && { authId: row.auth_id },
	name: row.name,
	action: row.action,
	trigger: row.trigger,
	state: row.state,
	autoUnlock: row.auto_unlock === 1,
	date: toWireDate(row.date),
	...row.opener_log !== null && { openerLog: JSON.parse(row.opener_log) },
	source: row.source ?? 0,
	...row.error !== null && { error: row.error }
});
const logPayload = (row) => ({
	feature: "DEVICE_LOGS",
	smartlockLog: presentLog$1(row)
});
/**
* What one process does so that all of them come to have equally many shares: it takes what nobody serves up to its
* part, and gives away what it has beyond its part. All see the same rows and come to the same parts. Who cannot reach
* the broker takes nothing, and keeps what it has only while nobody else can.
*/
function divide({ processId, processes, settled, shares }) {
	const present = new Set(processes.map(({ process_id }) => process_id));
	const linked = processes.filter(({ is_linked }) => is_linked === 1).map(({ process_id }) => process_id);
	const own = shares.filter(({ process_id }) => process_id === processId).map(({ share }) => share);
	const free = shares.filter(({ process_id }) => process_id === null || !present.has(process_id));
	const room = partOf(processId, linked, shares.length) - own.length;
	const keeping = linked.filter((id) => id === processId || settled.has(id));
	const excess = keeping.length === 0 ? 0 : own.length - partOf(processId, keeping, shares.length);
	return {
		take: free.slice(0, Math.max(0, room)),
		give: excess > 0 ? own.slice(-Math.min(excess, 8)) : []
	};
}
/** Equal parts; what is left over goes to the first, one each. */
function partOf(processId, processes, total) {
	const at = processes.indexOf(processId);
	if (at < 0) return 0;
	return Math.floor(total / processes.length) + (at < total % processes.length ? 1 : 0);
}
/** Whether a wake-up about locks concerns this process. */
function concerns(ownership, about) {
	const shares = ownership.shares();
	if (about === "all" || shares === void 0) return true;
	return about.values().some((smartlockId) => shares.includes(shareOfLock(smartlockId)));
}
//#endregion
//#region packages/server/src/features/locks/ownership/store.ts
/** PostgreSQL only: elsewhere one process serves everything. */
const join$2 = (db, processId, isLinked) => db.insertInto("serving_process").values({
	process_id: processId,
	beat: 0,
	is_linked: isLinked ? 1 : 0
}).execute();
/** Says that the process is there; false when somebody has removed it. */
const beat = async (db, processId, isLinked) => {
	return await db.updateTable("serving_process").set((e) => ({
		beat: e("beat", "+", 1),
		is_linked: isLinked ? 1 : 0
	})).where("process_id", "=", processId).returning("process_id").executeTakeFirst() !== void 0;
};
const listProcesses = (db) => db.selectFrom("serving_process").selectAll().orderBy("process_id").execute();
/** Removes a process that has not said anything since; false when it has, or when somebody else was first. */
const remove$3 = async (db, { process_id, beat: last }) => {
	return await db.deleteFrom("serving_process").where("process_id", "=", process_id).where("beat", "=", last).returning("process_id").executeTakeFirst() !== void 0;
};
const leave$1 = (db, processId) => db.deleteFrom("serving_process").where("process_id", "=", processId).execute();
const listShares = (db) => db.selectFrom("lock_share").selectAll().orderBy("share").execute();
/** Takes those that nobody took since they were read. Whoever is about to take one of them too is not waited for. */
const take$1 = async (db, processId, wanted) => {
	const shares = wanted.map(({ share }) => share);
	const terms = wanted.map(({ term }) => term);
	const { rows } = await sql`
    with free as (
      select lock_share.share from lock_share
      join unnest(${shares}::integer[], ${terms}::bigint[]) as wanted(share, term)
        on wanted.share = lock_share.share and wanted.term = lock_share.term
      order by lock_share.share for update of lock_share skip locked)
    update lock_share set process_id = ${processId}, term = term + 1
    where share in (select share from free) returning share`.execute(db);
	return rows.map(({ share }) => share);
};
const give = (db, processId, shares) => db.updateTable("lock_share").set((e) => ({
	process_id: null,
	term: e("term", "+", 1)
})).where("share", "in", (e) => e.selectFrom("lock_share").select("share").where("process_id", "=", processId).where("share", "in", [...shares]).orderBy("share").forUpdate()).execute();
/** The devices of the locks of these shares, of all accounts; of all shares where none are named. */
const listDevices = async (db, shares) => {
	return (await db.selectFrom("smartlock").select("device_id").$if(shares !== void 0, (q) => q.where((e) => isOfShares(e.ref("smartlock_id"), shares))).execute()).map((row) => row.device_id);
};
//#endregion
//#region packages/server/src/features/locks/ownership/following.ts
/** Locks that are registered or deleted are announced by wake-ups; this is the net below. */
const POLL_MS$2 = 3e4;
const RETRY_MS$1 = 1e3;
/** Has the bus listen to the locks that this process serves, and to no others. */
var Following = class {
	#options;
	#followed = /* @__PURE__ */ new Set();
	/** What is to be listened to anew. */
	#forgotten = [];
	#line = Promise.resolve();
	#next;
	#timer;
	#unlisten = () => {};
	#isStopped = false;
	constructor(options) {
		this.#options = options;
	}
	start() {
		const { system, shares } = this.#options;
		this.#unlisten = system.wake.listen("lock", (about) => {
			if (concerns({ shares }, about)) this.look();
		});
	}
	stop() {
		this.#isStopped = true;
		this.#unlisten();
		clearTimeout(this.#timer);
	}
	/** Listens anew to the locks of these shares, or of all: what they said before was for somebody else, or for nobody. */
	beginAnew(shares) {
		this.#forgotten.push(shares);
		return this.look();
	}
	/** Brings what is listened to into line with what this process serves. Who comes while a look waits is served by it. */
	look() {
		this.#next ??= this.#line.then(() => {
			this.#next = void 0;
			return this.#turn();
		});
		this.#line = this.#next;
		return this.#line;
	}
	async #turn() {
		if (this.#isStopped) return;
		clearTimeout(this.#timer);
		let waitMs = POLL_MS$2;
		try {
			await this.#compare();
		} catch (err) {
			this.#options.system.log.warn({ err }, "the locks to listen to cannot be read");
			waitMs = RETRY_MS$1;
		}
		if (!this.#isStopped) this.#timer = setTimeout(() => void this.look(), waitMs).unref();
	}
	async #compare() {
		const { system, bus, shares } = this.#options;
		for (const anew of this.#forgotten.splice(0)) this.#forget(anew);
		const served = shares();
		const wanted = new Set(served?.length === 0 ? [] : await listDevices(system.db, served));
		const gone = [...this.#followed].filter((deviceId) => !wanted.has(deviceId));
		const fresh = [...wanted].filter((deviceId) => !this.#followed.has(deviceId));
		for (const deviceId of gone) this.#followed.delete(deviceId);
		for (const deviceId of fresh) this.#followed.add(deviceId);
		if (gone.length > 0) await bus.unfollow(gone);
		if (fresh.length > 0) await bus.follow(fresh);
	}
	#forget(shares) {
		for (const deviceId of [...this.#followed]) if (shares === void 0 || shares.includes(shareOfDevice(deviceId))) this.#followed.delete(deviceId);
	}
};
//#endregion
//#region packages/server/src/features/locks/ownership/watch.ts
/**
* Watches the other processes. How long one has been silent is measured here, by a clock that nobody sets, and counted
* from when its last beat was seen: never longer than it was. So neither the clocks of other machines nor that of the
* database matter, and after an outage of the database everybody is given the time of a lease anew.
*/
function createProcessWatch() {
	const seen = /* @__PURE__ */ new Map();
	return {
		note(processes, at) {
			for (const id of seen.keys()) if (!processes.some(({ process_id }) => process_id === id)) seen.delete(id);
			for (const row of processes) {
				const known = seen.get(row.process_id);
				const beatAt = known?.beat === row.beat ? known.beatAt : at;
				seen.set(row.process_id, {
					row,
					beat: row.beat,
					beatAt,
					firstAt: known?.firstAt ?? at
				});
			}
		},
		silentFor: (ms, at) => [...seen.values()].filter(({ beatAt }) => at - beatAt >= ms).map(({ row }) => row),
		thereFor: (ms, at) => new Set([...seen].filter(([, { firstAt }]) => at - firstAt >= ms).map(([id]) => id))
	};
}
//#endregion
//#region packages/server/src/features/locks/ownership/leased.ts
/** How often a process says that it is there, and looks who else is. */
const BEAT_MS$1 = 500;
/** Whoever was silent for so long serves nothing any more. */
const LEASE_MS$5 = 2e3;
/** What a process itself relies on is a little less: its last message may still be on its way when it ends. */
const RELIED_ON_MS = 1800;
/** A new process gets shares of others only when it has shown that it stays. */
const SETTLED_AFTER_MS = 3e3;
/** Two clocks: one that nobody sets, and one that goes on while the machine sleeps. */
const moment = () => ({
	mono: performance.now(),
	wall: Date.now()
});
/**
* Which locks this process serves, when several do. A share of locks belongs to one process for as long as that one says
* every half second that it is there; each judges by its own clock how long another has been silent, and by its own
* clock, from before it last said so, for how long it may act itself.
*/
function createLeasedOwnership(options) {
	return new Leases(options);
}
var Leases = class {
	#options;
	#watch = createProcessWatch();
	#held = /* @__PURE__ */ new Set();
	#leaving = /* @__PURE__ */ new Set();
	/** Shares of which something was let go because the lease had lapsed. */
	#missed = /* @__PURE__ */ new Set();
	#processId;
	#saidAt = {
		mono: Number.NEGATIVE_INFINITY,
		wall: Number.NEGATIVE_INFINITY
	};
	#events = {
		taken() {},
		leaving: async () => {},
		lost() {}
	};
	/** Statements run one look after the other, so that none works with what another has just changed. */
	#line = Promise.resolve();
	#giving;
	#timer;
	#unlisten = () => {};
	#isRunning = false;
	#isFailing = false;
	constructor(options) {
		this.#options = options;
		this.#processId = options.platform.ids.timeOrdered();
	}
	isHeard(deviceId) {
		return this.#held.has(shareOfDevice(deviceId));
	}
	isOurs(deviceId) {
		const share = shareOfDevice(deviceId);
		if (!this.#held.has(share)) return false;
		if (this.#isValid()) return true;
		this.#missed.add(share);
		return false;
	}
	maySend() {
		return this.#isRunning && this.#isValid() && this.#options.isLinked();
	}
	shares() {
		return this.#isValid() ? this.held() : [];
	}
	held() {
		return [...this.#held].filter((share) => !this.#leaving.has(share));
	}
	async start(events) {
		this.#events = events;
		const { platform, db, isLinked } = this.#options;
		await join$2(db, this.#processId, isLinked());
		this.#isRunning = true;
		this.#unlisten = platform.wake.listen("share", () => this.look());
		await this.#turn();
	}
	look() {
		this.#turn();
	}
	async stop() {
		if (!this.#isRunning) return;
		this.#isRunning = false;
		this.#unlisten();
		clearTimeout(this.#timer);
		await this.#giving;
		await this.#line;
		await this.#give([...this.#held]);
		await leave$1(this.#options.db, this.#processId).catch(() => void 0);
		this.#options.platform.wake.notify("share");
	}
	#isValid() {
		const { mono, wall } = this.#saidAt;
		return performance.now() - mono < RELIED_ON_MS && Date.now() - wall < RELIED_ON_MS;
	}
	/** One look at a time; the next follows by the clock. */
	#turn() {
		const turn = this.#line.then(async () => {
			if (!this.#isRunning) return;
			clearTimeout(this.#timer);
			try {
				await this.#lookAround();
				this.#isFailing = false;
			} catch (err) {
				if (!this.#isFailing) this.#options.platform.log.warn({ err }, "the lease on locks cannot be renewed");
				this.#isFailing = true;
			}
			if (this.#isRunning) this.#timer = setTimeout(() => this.look(), BEAT_MS$1).unref();
		});
		this.#line = turn;
		return turn;
	}
	async #lookAround() {
		const { db } = this.#options;
		await this.#sayThere();
		const at = performance.now();
		this.#watch.note(await listProcesses(db), at);
		for (const silent of this.#watch.silentFor(LEASE_MS$5, at)) await this.#removeSilent(silent);
		const processes = await listProcesses(db);
		const shares = await listShares(db);
		this.#setHeld(shares.filter(({ process_id }) => process_id === this.#processId).map((row) => row.share));
		const settled = this.#watch.thereFor(SETTLED_AFTER_MS, at);
		const { take, give } = divide({
			processId: this.#processId,
			processes,
			settled,
			shares
		});
		if (take.length > 0) this.#setHeld([...this.#held, ...await take$1(db, this.#processId, take)]);
		if (give.length > 0) this.#giving ??= this.#give(give).finally(() => {
			this.#giving = void 0;
		});
	}
	async #sayThere() {
		const { platform, db, isLinked } = this.#options;
		const before = moment();
		const wasValid = this.#isValid();
		if (!await beat(db, this.#processId, isLinked())) {
			platform.log.warn("other processes took over the locks of this one, which was silent for too long");
			this.#setHeld([]);
			this.#processId = platform.ids.timeOrdered();
			await join$2(db, this.#processId, isLinked());
		}
		if (!wasValid && Number.isFinite(this.#saidAt.mono)) platform.metrics.lockLeaseLapses.inc();
		this.#saidAt = before;
		const missed = [...this.#missed].filter((share) => this.#held.has(share));
		this.#missed.clear();
		if (missed.length > 0) this.#events.taken(missed);
	}
	async #removeSilent(silent) {
		if (silent.process_id === this.#processId) return;
		if (await remove$3(this.#options.db, silent)) this.#options.platform.log.warn({ processId: silent.process_id }, "a process that served locks is gone");
	}
	#setHeld(shares) {
		const { metrics } = this.#options.platform;
		const now = new Set(shares);
		const lost = [...this.#held].filter((share) => !now.has(share));
		const taken = shares.filter((share) => !this.#held.has(share));
		for (const share of lost) this.#held.delete(share);
		for (const share of taken) this.#held.add(share);
		metrics.lockShares.set(this.#held.size);
		metrics.lockShareMoves.inc({ way: "lost" }, lost.length);
		metrics.lockShareMoves.inc({ way: "taken" }, taken.length);
		if (lost.length > 0) this.#events.lost(lost);
		if (taken.length > 0) this.#events.taken(taken);
	}
	/** First nothing new is begun for their locks, then what is under way ends, then they are anybody's. */
	async #give(shares) {
		if (shares.length === 0) return;
		const { platform, db } = this.#options;
		for (const share of shares) this.#leaving.add(share);
		try {
			await this.#events.leaving(shares);
			const given = this.#line.then(async () => {
				await give(db, this.#processId, shares);
				for (const share of shares) this.#held.delete(share);
			});
			this.#line = given.catch(() => void 0);
			await given;
			platform.metrics.lockShares.set(this.#held.size);
			platform.metrics.lockShareMoves.inc({ way: "given" }, shares.length);
			platform.wake.notify("share");
		} catch (err) {
			platform.log.warn({ err }, "locks could not be given to another process");
		} finally {
			for (const share of shares) this.#leaving.delete(share);
		}
	}
};
//#endregion
//#region packages/server/src/features/locks/ownership/owner.ts
/** The one process there is, because it has the broker or the store to itself. */
const soleOwnership = () => ({
	isHeard: () => true,
	isOurs: () => true,
	maySend: () => true,
	shares: () => void 0
});
//#endregion
//#region packages/server/src/cli/socket/listen.ts
/** A name of a socket that is longer cannot be bound. */
const LONGEST_PATH = 107;
const MOST_AT_ONCE = 8;
/** Somebody who connects and says nothing is let go. */
const SILENT_MS = 1e4;
const STOP_WITHIN_MS$2 = 3e3;
/**
* Lets the command line work while the service holds the SQLite file: a socket in the data directory that only the
* owner of the directory may open. The rights of the file are the whole of the authentication (ADR 0056).
*/
async function listenForCommands(service, config) {
	const { log } = service.platform;
	if (service.platform.engine !== "sqlite") return void 0;
	const path = socketOf(config.dataDir);
	if (Buffer.byteLength(path) > LONGEST_PATH) {
		log.warn({ path }, "the path of the data directory is too long for commands while the service runs");
		return;
	}
	rmSync(path, { force: true });
	const open = /* @__PURE__ */ new Set();
	const server = createServer((socket) => {
		open.add(socket);
		socket.setTimeout(SILENT_MS, () => socket.destroy());
		socket.on("error", () => void 0);
		serve$1(socket, service, config).finally(() => {
			open.delete(socket);
			socket.end();
		});
	});
	server.maxConnections = MOST_AT_ONCE;
	await listen$2(server, path);
	server.on("error", (err) => log.warn({ err }, "commands cannot be taken while the service runs"));
	return { stop: () => stop(server, open) };
}
/** Nobody else could open it even for a moment: it is made with these rights, not given them afterwards. */
async function listen$2(server, path) {
	const before = umask(127);
	try {
		server.listen(path);
	} finally {
		umask(before);
	}
	await once(server, "listening");
}
async function stop(server, open) {
	const closed = new Promise((resolve) => server.close(() => resolve()));
	const abort = new AbortController();
	const late = setTimeout$1(STOP_WITHIN_MS$2, void 0, { signal: abort.signal }).then(() => open.forEach((socket) => void socket.destroy()), () => void 0);
	await closed;
	abort.abort();
	await late;
}
/** One command: its words come in, its answer goes out. */
async function serve$1(socket, service, config) {
	const { log } = service.platform;
	try {
		const lines = jsonLines(socket);
		const words = wordsOf$1((await lines.next()).value);
		if (!words) return;
		socket.setTimeout(0);
		await answer$1(socket, await runCommand(words, service, config, terminalOf(socket, lines)));
	} catch (error) {
		await sendLine(socket, {
			failed: true,
			text: explained(error, log)
		}).catch(() => void 0);
	}
}
function wordsOf$1(value) {
	const words = value?.words;
	return Array.isArray(words) && words.every((word) => typeof word === "string") ? words : void 0;
}
/** Loaded when the first one comes: a service that nobody asks need not have them. */
async function runCommand(words, service, config, terminal) {
	const { commands } = await import("./commands-CKRgPPtF.js");
	const found = findCommand(commands, words);
	if (!found || !("run" in found.command)) return {
		text: "The service that runs does not know this command; it may be older.",
		failed: true
	};
	return found.command.run(service.contextFor(0), found.values, config, terminal);
}
async function answer$1(socket, { parts, text, failed, exitCode }) {
	if (parts) for await (const part of parts) await sendLine(socket, { part });
	await sendLine(socket, {
		text: parts ? "" : text,
		failed: failed === true,
		exitCode
	});
}
/** What the command reads is read by whoever typed it. */
const terminalOf = (socket, lines) => ({ async readText(path) {
	await sendLine(socket, { read: path });
	const answer = (await lines.next()).value;
	if (typeof answer?.text === "string") return answer.text;
	throw new Error(typeof answer?.error === "string" ? answer.error : "it was not sent");
} });
function explained(thrown, log) {
	const error = explainedTrouble(thrown);
	log.warn({ err: error }, "a command failed");
	return error.message;
}
//#endregion
//#region packages/server/src/compose/banner.ts
/** What a person sees after the start: where to go, how to get in, and two calls to try. */
function banner({ url, brokerUrl, bridgeUrl, certificate, store, sandbox, owner }) {
	const token = owner?.token;
	const shown = token ?? "$TOKEN";
	const lines = [
		"Latchwork is running.",
		"",
		`  Console        ${url}/`,
		`  API            ${url}`,
		`  API reference  ${url}/docs`,
		`  Devices        ${brokerUrl}`,
		...bridgeUrl === void 0 ? [] : [`  Bridge         ${bridgeUrl}`],
		`  Store          ${store}`,
		...certificate ? certificateLines(certificate) : [],
		...owner ? [`  Login          ${owner.email}${owner.password ? `  password ${owner.password}  (shown once)` : ""}`] : [],
		token ? `  API token      ${token}  (shown once)` : `  API token      generated ones are shown on the first start only${sandbox.length > 0 ? "; set TOKEN to yours for the calls below" : ""}`
	];
	lines.push(...sandboxCalls(url, shown, sandbox, certificate?.isSelfSigned === true));
	return `${lines.join("\n")}\n`;
}
/** The fingerprint is what people compare before they believe a certificate that nobody else vouches for. */
const certificateLines = ({ fingerprint, validTo, isSelfSigned }) => [`  Certificate    ${isSelfSigned ? "self-signed, " : ""}until ${validTo.toISOString().slice(0, 10)}`, `  SHA-256        ${fingerprint}`];
function sandboxCalls(url, token, locks, isSelfSigned) {
	const [frontDoor] = locks;
	if (!frontDoor) return [];
	const auth = `${isSelfSigned ? "--cacert \"$LATCHWORK_TLS_CERT_FILE\" " : ""}-H "Authorization: Bearer ${token}"`;
	return [
		"",
		`Simulated locks are connected: ${locks.map((lock) => lock.name).join(", ")}. Try:`,
		"",
		`  curl -s ${auth} ${url}/smartlock`,
		`  curl -si -X POST ${auth} ${url}/smartlock/${frontDoor.smartlockId}/action/unlock`
	];
}
//#endregion
//#region packages/server/src/features/events/log/present.ts
const present$4 = (row) => ({
	id: row.id,
	date: toWireDate(row.created_at),
	feature: row.feature,
	...row.smartlock_id !== null && { smartlockId: row.smartlock_id },
	payload: JSON.parse(row.payload)
});
/** One server-sent event: JSON holds no line breaks, so the data is one line. */
const frame = (id, name, data) => ({
	event: Buffer.from(`${id}event: ${name}\ndata: ${data}\n\n`),
	message: Buffer.from(`${id}data: ${data}\n\n`)
});
const frameOf = (row) => frame(`id: ${row.id}\n`, row.feature, row.payload);
/** What the client missed is no longer there: it begins anew. */
const RESET = {
	event: "event: reset\ndata: {}\n\n",
	message: "data: {\"reset\":true}\n\n"
};
//#endregion
//#region packages/server/src/features/events/log/stream-quota.ts
/** How many there are of each; what there is none of is forgotten. */
var Count = class {
	#counts = /* @__PURE__ */ new Map();
	of(key) {
		return this.#counts.get(key) ?? 0;
	}
	add(key, n) {
		const sum = this.of(key) + n;
		if (sum > 0) this.#counts.set(key, sum);
		else this.#counts.delete(key);
	}
};
/** How many streams are open, and that there are not too many of one token or account. */
var StreamQuota = class {
	#byToken = new Count();
	#byAccount = new Count();
	/** Counted before anything is awaited, so that calls at the same time cannot all be the last that fits. */
	enter(ctx) {
		const { tokenId, ownerAccountId } = ctx.principal;
		const { streamsPerToken, streamsPerAccount } = ctx.limits;
		const refuse = (limit, of) => ctx.fail("quota_exceeded", { message: `At most ${limit} event streams per ${of}.` });
		if (this.#byToken.of(tokenId) >= streamsPerToken) refuse(streamsPerToken, "token");
		if (this.#byAccount.of(ownerAccountId) >= streamsPerAccount) refuse(streamsPerAccount, "account");
		this.#byToken.add(tokenId, 1);
		this.#byAccount.add(ownerAccountId, 1);
	}
	leave({ tokenId, ownerAccountId }) {
		this.#byToken.add(tokenId, -1);
		this.#byAccount.add(ownerAccountId, -1);
	}
};
//#endregion
//#region packages/server/src/features/events/log/stream-tail.ts
const PAGE$1 = 500;
/** The streams of one account share one reading of the log, however many there are. */
var Tail = class {
	accountId;
	subscribers = /* @__PURE__ */ new Set();
	#system;
	/** How far the shared reading is. */
	cursor;
	#reading;
	#again = false;
	constructor(system, accountId, cursor) {
		this.#system = system;
		this.accountId = accountId;
		this.cursor = cursor;
	}
	/** Sends what is new to everybody of the account; one reading at a time. */
	advance() {
		this.#again = true;
		this.#reading ??= this.#readOn().catch((error) => this.#system.log.error({ err: error }, "reading the event log failed")).finally(() => {
			this.#reading = void 0;
		});
		return this.#reading;
	}
	async #readOn() {
		while (this.#again && this.subscribers.size > 0) {
			this.#again = false;
			const rows = await listAll$2(this.#system.db, this.accountId, this.cursor, PAGE$1);
			for (const row of rows) this.#broadcast(row, this.#system.clock.now());
			if (rows.length === PAGE$1) this.#again = true;
		}
	}
	/** The frame is built once, whoever gets it. */
	#broadcast(row, now) {
		let frame;
		for (const subscriber of this.subscribers) {
			if (!subscriber.isLive || subscriber.cursor >= row.id) continue;
			subscriber.cursor = row.id;
			if (subscriber.expiresAt <= now) subscriber.outlet.end();
			if (!sees(subscriber, row)) continue;
			frame ??= frameOf(row);
			subscriber.outlet.write(frame[subscriber.format]);
		}
		this.cursor = row.id;
	}
	/** Reads on until nothing is left between the client and the shared reading; then, in the same moment, joins it. */
	async catchUp(subscriber) {
		while (subscriber.outlet.isOpen) {
			if (subscriber.cursor >= this.cursor) {
				subscriber.isLive = true;
				return;
			}
			const page = await pageAfter(this.#system.db, subscriber.accountId, {
				after: subscriber.cursor,
				features: [...subscriber.features],
				apiKeyId: subscriber.apiKeyId,
				limits: subscriber.limits,
				limit: PAGE$1
			});
			for (const row of page?.rows ?? []) subscriber.outlet.write(frameOf(row)[subscriber.format]);
			subscriber.cursor = page?.next ?? this.cursor;
			await subscriber.outlet.drained();
		}
	}
};
const sees = (subscriber, row) => isAbout(subscriber.limits, row) && (row.feature === "CALLBACK" ? row.api_key_id !== null && row.api_key_id === subscriber.apiKeyId : subscriber.features.has(row.feature));
//#endregion
//#region packages/server/src/features/events/log/stream.ts
const HEARTBEAT_MS = 15e3;
/** The safety net when a wake-up was lost. */
const POLL_MS$1 = 1e3;
/** The live tap of the event log (D93). */
function createEventStreams(system) {
	const tails = /* @__PURE__ */ new Map();
	const quota = new StreamQuota();
	const stops = [];
	let isStopped = false;
	const advance = (about) => {
		for (const tail of about === "all" ? tails.values() : named(tails, about)) tail.advance();
	};
	const revalidateAll = () => revalidateEach(system, [...tails.values()]);
	const poll = () => {
		advanceMissed(system, tails).catch((error) => system.log.error({ err: error }, "reading the event log failed"));
	};
	return {
		start() {
			stops.push(system.wake.listen("event", advance), system.wake.listen("credential", () => void revalidateAll()), repeat(system.clock, POLL_MS$1, poll), repeat(system.clock, HEARTBEAT_MS, () => {
				for (const tail of tails.values()) for (const { outlet } of tail.subscribers) outlet.write(":\n\n");
				revalidateAll();
			}));
		},
		async serve(ctx, request, asked) {
			quota.enter(ctx);
			const tail = await tailOf(system, tails, ctx.accountId).catch((error) => {
				quota.leave(ctx.principal);
				throw error;
			});
			const subscriber = subscribe(ctx, request, tail, asked);
			tail.subscribers.add(subscriber);
			system.metrics.eventStreams.inc();
			subscriber.outlet.onClose(() => {
				tail.subscribers.delete(subscriber);
				if (tail.subscribers.size === 0) tails.delete(tail.accountId);
				system.metrics.eventStreams.dec();
				quota.leave(ctx.principal);
			});
			if (isStopped) return subscriber.outlet.end();
			await revalidate(system, subscriber);
			await tail.catchUp(subscriber);
		},
		stop() {
			isStopped = true;
			for (const stop of stops) stop();
			for (const tail of tails.values()) for (const { outlet } of tail.subscribers) outlet.end();
		}
	};
}
/** What a wake-up was lost for: one statement for all accounts that have streams. */
async function advanceMissed(system, tails) {
	const heads = tails.size > 0 ? await listHeads(system.db, tails.keys()) : [];
	for (const { account_id, id } of heads) {
		const tail = tails.get(account_id);
		if (tail && id !== null && id > tail.cursor) tail.advance();
	}
}
async function tailOf(system, tails, accountId) {
	const known = tails.get(accountId);
	if (known) return known;
	const cursor = await findHead(system.db, accountId) ?? "";
	const tail = tails.get(accountId) ?? new Tail(system, accountId, cursor);
	tails.set(accountId, tail);
	return tail;
}
function* named(tails, accountIds) {
	for (const accountId of accountIds) {
		const tail = tails.get(accountId);
		if (tail) yield tail;
	}
}
/** Every commit wakes the streams, so a moved clock need not stop for their safety net: one look at its end is enough. */
const nothingDue$1 = async () => void 0;
/** Armed again once the work is under way: a clock that is moved far ahead must not find it due a million times. */
function repeat(clock, everyMs, work) {
	let cancel = () => {};
	let isStopped = false;
	const workAndGoOn = () => {
		work();
		queueMicrotask(again);
	};
	function again() {
		if (!isStopped) cancel = clock.after(everyMs, workAndGoOn, nothingDue$1);
	}
	again();
	return () => {
		isStopped = true;
		cancel();
	};
}
/** Opens the answer and finds where it begins: at the cursor, at the oldest event when that is too old, or now. */
function subscribe(ctx, request, tail, { after, format = "event" }) {
	const outlet = request.open();
	const since = request.lastEventId ?? after;
	const oldest = oldestKept(ctx.clock.now(), ctx.limits.eventRetentionMs);
	const isExpired = since !== void 0 && (!/^[0-9a-f]{24}$/.test(since) || since < oldest);
	if (isExpired) outlet.write(RESET[format]);
	return {
		outlet,
		accountId: ctx.accountId,
		apiKeyId: ctx.principal.apiKeyId,
		format,
		revalidate: request.revalidate,
		features: new Set(visibleFeatures(ctx.principal)),
		limits: ctx.principal.limits,
		expiresAt: ctx.principal.expiresAt,
		cursor: isExpired ? oldest : since ?? tail.cursor,
		isLive: false
	};
}
async function revalidateEach(system, tails) {
	for (const tail of tails) for (const subscriber of [...tail.subscribers]) await revalidate(system, subscriber);
}
/** A dead token ends the stream; a token with other scopes sees other features. */
async function revalidate(system, subscriber) {
	try {
		const principal = await subscriber.revalidate();
		if (!principal) return subscriber.outlet.end();
		subscriber.features = new Set(visibleFeatures(principal));
		subscriber.limits = principal.limits;
		subscriber.expiresAt = principal.expiresAt;
	} catch (error) {
		system.log.warn({ err: error }, "a stream ended because its token could not be checked");
		subscriber.outlet.end();
	}
}
//#endregion
//#region packages/server/src/features/events/notifications/push/apns.ts
const TIMEOUT_MS$1 = 1e4;
/** A token must be between 20 and 60 minutes old when the next one comes. */
const TOKEN_MS = 24e5;
const KEEP_S = 86400;
/** Apple's words for a device that takes nothing more. */
const GONE = /* @__PURE__ */ new Set([
	"BadDeviceToken",
	"DeviceTokenNotForTopic",
	"ExpiredToken",
	"Unregistered"
]);
/** Apple Push Notification service: one HTTP/2 connection, and a token signed with the team's key. */
function createApns(options) {
	let session;
	let token;
	function useSession() {
		if (session && !session.closed && !session.destroyed) return session;
		const opened = connect$1(options.url, options.ca && { ca: options.ca });
		const drop = () => {
			if (session === opened) session = void 0;
		};
		opened.on("error", drop).on("goaway", drop).on("close", drop);
		opened.setTimeout(TIMEOUT_MS$1 * 6, () => opened.close());
		opened.unref();
		session = opened;
		return opened;
	}
	async function providerToken() {
		const known = await token?.catch(() => void 0);
		if (!known || options.clock.now() - known.madeAt >= TOKEN_MS) token = signToken(options);
		return (await token).text;
	}
	return {
		async send(push) {
			try {
				const headers = {
					...headersFor(options),
					authorization: `bearer ${await providerToken()}`
				};
				const path = `/3/device/${encodeURIComponent(push.token)}`;
				const answer = await post$1(useSession(), {
					...headers,
					":path": path
				}, bodyFor(push));
				if (answer.status === 403) token = void 0;
				return outcomeOf$5(answer);
			} catch (error) {
				return {
					result: "later",
					error: `Apple cannot be reached: ${error.message}`
				};
			}
		},
		close() {
			session?.destroy();
		}
	};
}
const headersFor = ({ topic, clock }) => ({
	":method": "POST",
	"apns-topic": topic,
	"apns-push-type": "alert",
	"apns-priority": "10",
	"apns-expiration": String(Math.floor(clock.now() / 1e3) + KEEP_S)
});
const bodyFor = ({ title, text, data }) => JSON.stringify({
	aps: {
		alert: {
			title,
			body: text
		},
		sound: "default"
	},
	...data
});
function post$1(session, headers, body) {
	return new Promise((resolve, reject) => {
		const request = session.request(headers);
		const chunks = [];
		let status = 0;
		const timer = setTimeout(() => {
			request.close(constants$1.NGHTTP2_CANCEL);
			reject(/* @__PURE__ */ new Error("no answer in time"));
		}, TIMEOUT_MS$1);
		request.on("response", (answer) => {
			status = Number(answer[":status"]);
		});
		request.on("data", (chunk) => chunks.push(chunk));
		request.on("error", reject);
		request.on("close", () => {
			clearTimeout(timer);
			if (status === 0) reject(/* @__PURE__ */ new Error("the connection was closed"));
			else resolve({
				status,
				body: Buffer.concat(chunks).toString()
			});
		});
		request.end(body);
	});
}
async function signToken({ key, keyId, teamId, clock }) {
	const { importPKCS8, SignJWT } = await import("jose");
	const madeAt = clock.now();
	return {
		text: await new SignJWT().setProtectedHeader({
			alg: "ES256",
			kid: keyId
		}).setIssuer(teamId).setIssuedAt(Math.floor(madeAt / 1e3)).sign(await importPKCS8(key, "ES256")),
		madeAt
	};
}
function outcomeOf$5({ status, body }) {
	if (status === 200) return { result: "delivered" };
	const reason = reasonOf(body) ?? `status ${status}`;
	if (status === 410 || GONE.has(reason)) return {
		result: "gone",
		error: `Apple does not know this push id (${reason}).`
	};
	return {
		result: "later",
		error: `Apple refused the message (${reason}).`
	};
}
function reasonOf(body) {
	try {
		return JSON.parse(body).reason;
	} catch {
		return;
	}
}
//#endregion
//#region packages/server/src/features/events/notifications/push/fcm.ts
const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const TIMEOUT_MS = 1e4;
/** A token is renewed this long before it ends. */
const MARGIN_MS = 6e4;
/** Firebase Cloud Messaging, HTTP v1: a signed claim buys a token for an hour, and the token sends messages. */
function createFcm(options) {
	const { account, url } = options;
	let token;
	let client;
	const useClient = () => {
		client ??= openClient(options.ca);
		return client;
	};
	async function accessToken() {
		const known = await token?.catch(() => void 0);
		if (!known || known.goodUntil <= options.clock.now()) token = buyToken(options, await useClient());
		return (await token).text;
	}
	return {
		async send(push) {
			try {
				const { post } = await useClient();
				const headers = {
					authorization: `Bearer ${await accessToken()}`,
					"content-type": "application/json"
				};
				const answer = await post(`${url}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`, headers, JSON.stringify(messageFor$1(push)));
				if (answer.status === 401) token = void 0;
				return outcomeOf$4(answer);
			} catch (error) {
				return {
					result: "later",
					error: `Firebase cannot be reached: ${error.message}`
				};
			}
		},
		close() {
			client?.then(({ dispatcher }) => dispatcher.destroy());
		}
	};
}
const messageFor$1 = ({ token, title, text, data }) => ({ message: {
	token,
	notification: {
		title,
		body: text
	},
	data,
	android: { priority: "HIGH" }
} });
async function openClient(ca) {
	const { Agent, request } = await import("undici");
	const dispatcher = new Agent({ connect: {
		timeout: TIMEOUT_MS,
		...ca && { ca }
	} });
	return {
		dispatcher,
		async post(url, headers, body) {
			const signal = AbortSignal.timeout(TIMEOUT_MS);
			const answer = await request(url, {
				method: "POST",
				headers,
				body,
				dispatcher,
				signal
			});
			const retryAfter = answer.headers["retry-after"];
			return {
				status: answer.statusCode,
				body: await answer.body.text(),
				retryAfter: typeof retryAfter === "string" ? retryAfter : void 0
			};
		}
	};
}
/** RFC 7523: the claim is signed with the service account's key and exchanged for a token. */
async function buyToken({ account, clock }, { post }) {
	const { importPKCS8, SignJWT } = await import("jose");
	const now = clock.now();
	const seconds = Math.floor(now / 1e3);
	const assertion = await new SignJWT({ scope: SCOPE }).setProtectedHeader({
		alg: "RS256",
		kid: account.private_key_id,
		typ: "JWT"
	}).setIssuer(account.client_email).setAudience(account.token_uri).setIssuedAt(seconds).setExpirationTime(seconds + 3600).sign(await importPKCS8(account.private_key, "RS256"));
	const form = new URLSearchParams({
		grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
		assertion
	});
	const answer = await post(account.token_uri, { "content-type": "application/x-www-form-urlencoded" }, form.toString());
	if (answer.status !== 200) throw new Error(`the token was refused with ${answer.status}`);
	const { access_token, expires_in } = JSON.parse(answer.body);
	return {
		text: access_token,
		goodUntil: now + expires_in * 1e3 - MARGIN_MS
	};
}
/**
* UNREGISTERED: the app was removed, or the token is none of this project. Every other 404, as for a project or a path
* that does not exist, is a mistake of the settings, and the receivers are as good as before.
*/
function outcomeOf$4({ status, body, retryAfter }) {
	if (status >= 200 && status < 300) return { result: "delivered" };
	const { code, text } = problemIn$1(body);
	const reason = code ?? text ?? `status ${status}`;
	if (code === "UNREGISTERED") return {
		result: "gone",
		error: `Firebase does not know this push id (${reason}).`
	};
	const seconds = Number(retryAfter);
	const wait = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1e3 } : {};
	return {
		result: "later",
		error: `Firebase refused the message (${reason}).`,
		...wait
	};
}
const FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError";
/** Firebase's own code is in the detail of its own type; the status is that of any Google service. */
function problemIn$1(body) {
	try {
		const { error } = JSON.parse(body);
		return {
			code: error?.details?.find((detail) => detail["@type"] === FCM_ERROR)?.errorCode,
			text: error?.status
		};
	} catch {
		return {};
	}
}
//#endregion
//#region packages/server/src/features/events/notifications/push/gateway.ts
const NAMES = {
	[NOTIFICATION_OS.android]: "Android (Firebase Cloud Messaging)",
	[NOTIFICATION_OS.ios]: "iOS (Apple Push Notification service)"
};
/** `clock` shows real time, also in the sandbox: the other side judges the age of what we sign. */
function createPushGateways(settings, clock) {
	const ca = settings.caFile === void 0 ? void 0 : [...rootCertificates, read$2(settings.caFile, "OUTBOUND_CA")];
	const { credentialsFile, url } = settings.fcm;
	const { keyFile, ...apple } = settings.apns;
	const gateways = /* @__PURE__ */ new Map();
	if (credentialsFile !== void 0) gateways.set(NOTIFICATION_OS.android, createFcm({
		...serviceAccount(credentialsFile),
		url,
		ca,
		clock
	}));
	if (keyFile !== void 0) gateways.set(NOTIFICATION_OS.ios, createApns(appleOptions({
		...apple,
		key: read$2(keyFile, "APNS_KEY"),
		ca,
		clock
	})));
	return {
		of: (os) => gateways.get(os),
		problemWith: (os) => os === NOTIFICATION_OS.webhook || gateways.has(os) ? void 0 : `No push gateway for ${NAMES[os]} is configured on this server.`,
		close() {
			for (const gateway of gateways.values()) gateway.close();
		}
	};
}
function read$2(file, setting) {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		throw new StartupError(`LATCHWORK_${setting}_FILE names a file that cannot be read: ${error.message}`);
	}
}
function serviceAccount(file) {
	const text = read$2(file, "FCM_CREDENTIALS");
	try {
		const { project_id, client_email, private_key, private_key_id, token_uri } = JSON.parse(text);
		const account = {
			project_id,
			client_email,
			private_key,
			private_key_id,
			token_uri
		};
		if (Object.values(account).every((value) => typeof value === "string")) return { account };
	} catch {}
	throw new StartupError("LATCHWORK_FCM_CREDENTIALS_FILE is not the key file of a service account.");
}
function appleOptions(options) {
	const missing = [
		"keyId",
		"teamId",
		"topic"
	].filter((name) => options[name] === "");
	if (missing.length === 0) return options;
	throw new StartupError(`LATCHWORK_APNS_KEY_FILE is set: these are needed too: ${missing.join(", ")}.`);
}
//#endregion
//#region packages/server/src/features/gateways/adoption-waits.ts
/** Every change wakes who waits, so a moved clock need not stop here. */
const nothingDue = async () => void 0;
function createAdoptionWaits(system) {
	const waiting = /* @__PURE__ */ new Map();
	let unlisten = () => {};
	let isStopped = false;
	const endAll = (isMeant) => {
		for (const { accountId, end } of [...waiting.values()]) if (isMeant(accountId)) end();
	};
	return {
		start() {
			unlisten = system.wake.listen("gateway", (about) => endAll((accountId) => about === "all" || about.has(accountId)));
		},
		begin(gatewayId, accountId, waitMs) {
			waiting.get(gatewayId)?.end();
			const { promise, resolve } = Promise.withResolvers();
			const cancel = system.clock.after(waitMs, () => entry.end(), nothingDue);
			const entry = {
				accountId,
				end() {
					cancel();
					if (waiting.get(gatewayId) === entry) waiting.delete(gatewayId);
					resolve();
				}
			};
			waiting.set(gatewayId, entry);
			if (isStopped) entry.end();
			return {
				done: promise,
				end: entry.end
			};
		},
		stop() {
			isStopped = true;
			unlisten();
			endAll(() => true);
		}
	};
}
//#endregion
//#region packages/server/src/features/keys/api-keys/token-uses.ts
/** How exactly it is remembered when a token was used: a session lives for hours, the others for years. */
const USE_GRAIN_MS = {
	api: 864e5,
	oauth: 864e5,
	session: 6e5
};
const FLUSH_MS = 6e4;
/** When tokens were used: noted at each call, stored now and then. */
function createTokenUses(ctx) {
	const used = /* @__PURE__ */ new Map();
	let cancelFlush = () => {};
	async function flush() {
		const uses = [...used];
		used.clear();
		for (const [id, { kind, at }] of uses) await ctx.ports.accessUsed(ctx, {
			kind,
			id,
			at
		});
	}
	function flushLater() {
		const flushAndGoOn = () => flush().catch((error) => ctx.log.warn({ err: error }, "token use could not be stored")).finally(flushLater);
		const hasUses = async () => used.size > 0 ? ctx.clock.now() : void 0;
		cancelFlush = ctx.clock.after(FLUSH_MS, flushAndGoOn, hasUses);
	}
	return {
		note(token, now) {
			const at = now - now % USE_GRAIN_MS[token.kind];
			if (token.lastUsedAt >= at) return;
			token.lastUsedAt = at;
			used.set(token.principal.tokenId, {
				kind: token.kind,
				at
			});
		},
		start: flushLater,
		async stop() {
			cancelFlush();
			await flush();
		}
	};
}
//#endregion
//#region packages/server/src/features/keys/api-keys/token-lookup.ts
const MAX_CACHED = 1e4;
/** Other processes hear of a revocation at once by a wake-up, and by this time at the latest. */
const OTHER_PROCESS_MS = 1e3;
/**
* Who a token belongs to, without a database round trip for a token seen before. Any revocation makes it forget the tokens
* of the account: at once in this process, by a wake-up in others.
*/
function createTokenLookup(ctx) {
	const cache = new LRUCache({ max: MAX_CACHED });
	const uses = createTokenUses(ctx);
	const maxAgeMs = ctx.engine === "postgres" ? OTHER_PROCESS_MS : Number.POSITIVE_INFINITY;
	let version = 0;
	let unlisten = () => {};
	async function read(hash, now) {
		const versionAtStart = version;
		const row = await findByTokenHash(ctx.db, hash);
		const expiresAt = row?.expires_at ?? Number.POSITIVE_INFINITY;
		if (!row || expiresAt <= now) return void 0;
		const lastUsedAt = row.last_used_at ?? 0;
		const limits = await resolve$1(ctx, row.master_account_id ?? row.account_id, row);
		const entry = {
			principal: principalOf$1(row, ctx.secondFactor, limits),
			kind: row.kind,
			expiresAt,
			readAt: now,
			lastUsedAt
		};
		uses.note(entry, now);
		if (version === versionAtStart) cache.set(hash, entry);
		return entry.principal;
	}
	function forget(about) {
		version += 1;
		if (about === "all") cache.clear();
		else for (const [hash, { principal }] of cache.entries()) if (about.has(principal.accountId) || about.has(principal.ownerAccountId)) cache.delete(hash);
	}
	return {
		lookUp(token) {
			const hash = hashToken(token);
			const now = ctx.clock.now();
			const cached = cache.get(hash);
			if (!cached || now - cached.readAt > maxAgeMs) return read(hash, now);
			if (cached.expiresAt <= now) return void 0;
			uses.note(cached, now);
			return cached.principal;
		},
		start() {
			unlisten = ctx.wake.listen("credential", forget);
			uses.start();
		},
		async stop() {
			unlisten();
			await uses.stop();
		}
	};
}
function principalOf$1(row, rule, limits) {
	return {
		accountId: row.account_id,
		ownerAccountId: row.master_account_id ?? row.account_id,
		name: row.name,
		isMaster: row.master_account_id === null,
		isOperator: row.kind === "session" && row.master_account_id === null && row.operator_since !== null,
		needsSecondFactor: row.kind === "session" && row.second_factor !== 1 && isDemandedOf(rule, row),
		rights: row.rights,
		scopes: new Set(row.kind === "session" ? SCOPES : JSON.parse(row.scopes)),
		kind: row.kind,
		tokenId: row.id,
		apiKeyId: row.api_key_id,
		expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
		networks: row.networks === null ? void 0 : networksOf(JSON.parse(row.networks)),
		limits
	};
}
//#endregion
//#region packages/server/src/platform/work/turns.ts
/**
* Whoever brings a hundred works waits for their own: after each of them every other key that waits comes first.
*/
function createTurns(atOnce, perKey = 1) {
	const lines = new Lines();
	const running = /* @__PURE__ */ new Set();
	const ofKey = /* @__PURE__ */ new Map();
	let stopped = false;
	const isFree = (key) => (ofKey.get(key) ?? 0) < perKey;
	function next() {
		while (running.size < atOnce) {
			const first = lines.next(isFree);
			if (!first) return;
			first.begin();
		}
	}
	function count(key, by) {
		const n = (ofKey.get(key) ?? 0) + by;
		if (n === 0) ofKey.delete(key);
		else ofKey.set(key, n);
	}
	function begin(key, work) {
		count(key, 1);
		const result = Promise.try(work);
		const ended = result.catch(() => void 0).finally(() => {
			running.delete(ended);
			count(key, -1);
			lines.toTheEnd(key);
			next();
		});
		running.add(ended);
		return result;
	}
	return {
		take: (key, work) => new Promise((resolve, reject) => {
			const waiting = {
				begin: () => void begin(key, work).then(resolve, reject),
				giveUp: () => reject(/* @__PURE__ */ new Error("the service is stopping"))
			};
			if (stopped) return waiting.giveUp();
			lines.add(key, waiting);
			next();
		}),
		async stop() {
			stopped = true;
			for (const waiting of lines.take(lines.size)) waiting.giveUp();
			await Promise.all(running);
		}
	};
}
//#endregion
//#region packages/server/src/features/places/calendars/ics/threads.ts
/** Why a calendar could not be read: it is wrong, or it asks for too much. */
var CalendarProblem = class extends Error {
	code;
	constructor(code, message) {
		super(message);
		this.code = code;
	}
};
/** Threads that read calendars. One that does not answer is ended. */
function createThreads({ limitMs, idleMs, memory }) {
	const idle = /* @__PURE__ */ new Map();
	const all = /* @__PURE__ */ new Set();
	function takeWorker() {
		const [known] = idle.keys();
		if (!known) return newWorker();
		clearTimeout(idle.get(known));
		idle.delete(known);
		return known;
	}
	function newWorker() {
		const worker = new Worker(new URL("./worker.js", new URL("./features/places/calendars/ics/threads.ts", import.meta.url).href), { resourceLimits: memory });
		all.add(worker);
		worker.on("error", () => {});
		worker.on("exit", () => forget(worker));
		return worker;
	}
	function forget(worker) {
		clearTimeout(idle.get(worker));
		idle.delete(worker);
		all.delete(worker);
	}
	async function endWorker(worker) {
		forget(worker);
		await worker.terminate();
	}
	function putBack(worker) {
		if (!all.has(worker)) return;
		const timer = setTimeout(() => void endWorker(worker), idleMs);
		timer.unref();
		idle.set(worker, timer);
	}
	return {
		async ask(task) {
			const worker = takeWorker();
			const answer = await askWorker(worker, task, limitMs).catch(async (error) => {
				await endWorker(worker);
				throw error;
			});
			putBack(worker);
			return answer;
		},
		async stop() {
			await Promise.all([...all].map(endWorker));
		}
	};
}
const describe = (error) => error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new CalendarProblem("too_complex", "it needs too much memory") : new CalendarProblem("unreadable", error.message.slice(0, 200));
/** While nothing is asked the thread does not keep the process alive. */
function askWorker(worker, task, limitMs) {
	return new Promise((resolve, reject) => {
		const tooLong = () => new CalendarProblem("too_complex", "it takes too long");
		const limit = setTimeout(() => done(() => reject(tooLong())), limitMs);
		const answered = (answer) => done(() => resolve(answer));
		const failed = (error) => done(() => reject(describe(error)));
		const exited = () => done(() => reject(tooLong()));
		function done(settle) {
			clearTimeout(limit);
			worker.off("message", answered).off("error", failed).off("exit", exited);
			worker.unref();
			settle();
		}
		worker.on("message", answered).on("error", failed).on("exit", exited);
		worker.ref();
		worker.postMessage(task);
	});
}
//#endregion
//#region packages/server/src/features/places/calendars/ics/service.ts
/** Real time. The largest calendar takes a fraction of it. */
const READ_MS = 5e3;
/** Calendars read at the same time. */
const THREADS = 2;
/** A thread that was not needed for so long is ended. */
const IDLE_MS = 3e4;
/** More than the largest calendar needs; a thread that needs more is ended, and nothing else is. */
const MEMORY = {
	maxOldGenerationSizeMb: 64,
	maxYoungGenerationSizeMb: 16,
	stackSizeMb: 2
};
/**
* Reads calendars in threads of their own: strangers write them, and one that takes long must not hold up the service.
* Accounts take turns, one calendar each. A thread that does not come back is ended and replaced.
*/
function createCalendarReader({ limitMs = READ_MS, threads = THREADS, idleMs = IDLE_MS, memory = MEMORY } = {}) {
	const turns = createTurns(threads);
	const pool = createThreads({
		limitMs,
		idleMs,
		memory
	});
	async function run(task) {
		const answer = await pool.ask(task);
		if ("error" in answer) throw new CalendarProblem(answer.isTooComplex ? "too_complex" : "unreadable", answer.error);
		return answer;
	}
	return {
		read: (accountId, task) => turns.take(accountId, () => run(task)),
		async stop() {
			await turns.stop();
			await pool.stop();
		}
	};
}
//#endregion
//#region packages/server/src/platform/net/tls-files.ts
/**
* Files are looked at rather than watched: what a watch reports about renamed files, swapped links (certbot, Kubernetes)
* and network disks differs from system to system, and three small reads every few seconds cost nothing.
*/
const LOOK_EVERY_MS$1 = 3e3;
/** Node's own patience is two minutes; who connects and says nothing holds a descriptor for as long. */
const HANDSHAKE_WITHIN_MS = 1e4;
const DAY_MS$3 = 864e5;
const WARN_BEFORE_DAYS = 14;
/** Reads certificate and key, refuses a start without a pair that fits, and follows changes of the files. */
function openTlsFiles(options) {
	const { log } = options;
	let current = loadOrRefuse(options);
	let facts = factsOf(current);
	const servers = /* @__PURE__ */ new Map();
	function adopt(contents) {
		assertUsable(contents);
		for (const [server, audience] of servers) server.setSecureContext(contextOf$2(contents, audience));
		current = contents;
		facts = factsOf(contents);
		options.onLoaded?.(facts);
		log.info({
			fingerprint: facts.fingerprint,
			validTo: facts.validTo
		}, "TLS certificate read again");
		warnAbout(facts, options);
	}
	const look = createLook(options, () => current, adopt);
	options.onLoaded?.(facts);
	warnAbout(facts, options);
	const timer = setInterval(look, LOOK_EVERY_MS$1);
	timer.unref();
	return {
		options: (audience) => ({
			...contextOf$2(current, audience),
			handshakeTimeout: options.handshakeWithinMs ?? HANDSHAKE_WITHIN_MS
		}),
		certificate: () => facts,
		certificatePem: () => new X509Certificate(current.cert).toString(),
		follow: (server, audience) => void servers.set(server, audience),
		look,
		stop: () => clearInterval(timer)
	};
}
/** Looks at the files, and has them adopted when they changed; what cannot be used is logged, and nothing changes. */
function createLook(options, inUse, adopt) {
	/** What the last look saw: a change counts once two looks saw the same, so a file half written is left alone. */
	let seen = digestOf(inUse());
	let refused = "";
	function keepOld(digest, reason) {
		if (digest !== refused) options.log.warn({ reason }, "the TLS files cannot be used; what was read before is kept");
		refused = digest;
	}
	return function look() {
		let contents;
		try {
			contents = read$1(options);
		} catch (error) {
			seen = "";
			keepOld("unreadable", error.message);
			return;
		}
		const digest = digestOf(contents);
		const isSettled = digest === seen;
		seen = digest;
		if (digest === digestOf(inUse())) {
			refused = "";
			return;
		}
		if (!isSettled || digest === refused) return;
		try {
			adopt(contents);
			refused = "";
		} catch (error) {
			keepOld(digest, error.message);
		}
	};
}
const contextOf$2 = ({ cert, key, clientCa }, audience) => ({
	cert,
	key,
	minVersion: "TLSv1.2",
	...audience === "devices" && clientCa !== void 0 && { ca: clientCa }
});
function read$1({ certFile, keyFile, clientCaFile }) {
	return {
		cert: readFileSync(certFile, "utf8"),
		key: readFileSync(keyFile, "utf8"),
		...clientCaFile !== void 0 && { clientCa: readFileSync(clientCaFile, "utf8") }
	};
}
const digestOf = ({ cert, key, clientCa = "" }) => createHash("sha256").update(JSON.stringify([
	cert,
	key,
	clientCa
])).digest("base64");
/** Throws with a reason that repeats nothing of the files. */
function assertUsable(contents) {
	const certificate = parsed("the certificate file holds no PEM certificate", () => new X509Certificate(contents.cert));
	const key = parsed("the key file holds no PEM private key without a passphrase", () => createPrivateKey(contents.key));
	if (!certificate.checkPrivateKey(key)) throw new Error("certificate and key do not belong together");
	parsed("the files do not make a TLS context", () => createSecureContext(contextOf$2(contents, "devices")));
	if (contents.clientCa !== void 0) parsed("the file of client authorities holds no PEM certificate", () => new X509Certificate(contents.clientCa ?? ""));
}
function parsed(otherwise, parse) {
	try {
		return parse();
	} catch (error) {
		throw new Error(`${otherwise} (${error.code ?? "unknown"})`);
	}
}
function loadOrRefuse(options) {
	try {
		const contents = read$1(options);
		assertUsable(contents);
		return contents;
	} catch (error) {
		throw new StartupError(`TLS cannot be used with ${options.certFile} and ${options.keyFile}: ${error.message}.`, { cause: error });
	}
}
function factsOf({ cert }) {
	const certificate = new X509Certificate(cert);
	return {
		fingerprint: certificate.fingerprint256,
		validTo: new Date(certificate.validTo),
		isSelfSigned: certificate.verify(certificate.publicKey)
	};
}
/** Not refused: clocks may be wrong, and a lock that pins the certificate does not mind its date. */
function warnAbout({ validTo }, { log, keyFile }) {
	const daysLeft = Math.floor((validTo.getTime() - Date.now()) / DAY_MS$3);
	if (daysLeft < WARN_BEFORE_DAYS) log.warn({
		validTo,
		daysLeft
	}, "the TLS certificate ends soon or has ended");
	if ((statSync(keyFile).mode & 4) !== 0) log.warn({ keyFile }, "the TLS key file can be read by everybody");
}
//#endregion
//#region packages/server/src/features/bridge/devices.ts
/** Devices in the words of the bridge. */
const LOCK_STATES = {
	0: "uncalibrated",
	1: "locked",
	2: "unlocking",
	3: "unlocked",
	4: "locking",
	5: "unlatched",
	6: "unlocked (lock ‘n’ go)",
	7: "unlatching",
	252: "calibration",
	253: "boot run",
	254: "motor blocked"
};
const OPENER_STATES = {
	0: "untrained",
	1: "online",
	3: "rto active",
	5: "open",
	7: "opening",
	253: "boot run"
};
const DOOR_STATES = {
	1: "deactivated",
	2: "door closed",
	3: "door opened",
	4: "door state unknown",
	5: "calibrating",
	16: "uncalibrated",
	240: "tampered"
};
/** As programs know it: no fraction of a second, and an offset in the place of Z. */
const bridgeDate = (at) => `${toWireDate(at).slice(0, 19)}+00:00`;
/** For so long a ring counts as one that happens. */
const RINGING_MS = 3e4;
/** The state of a device in the words of the bridge. `rungAt` is for openers only. */
function presentState(type, state, rungAt, now) {
	const isOpener = type === SMARTLOCK_TYPE.opener;
	const names = isOpener ? OPENER_STATES : LOCK_STATES;
	return {
		mode: state.mode,
		state: state.state,
		stateName: names[state.state] ?? "undefined",
		batteryCritical: state.batteryCritical,
		...state.batteryCharging !== void 0 && { batteryCharging: state.batteryCharging },
		...state.batteryCharge !== void 0 && { batteryChargeState: state.batteryCharge },
		...state.keypadBatteryCritical !== void 0 && { keypadBatteryCritical: state.keypadBatteryCritical },
		...!isOpener && state.doorState !== 0 && {
			doorsensorState: state.doorState,
			doorsensorStateName: DOOR_STATES[state.doorState] ?? "unknown"
		},
		...isOpener && {
			...rungAt !== void 0 && { ringactionTimestamp: bridgeDate(rungAt) },
			ringactionState: rungAt !== void 0 && now - rungAt <= RINGING_MS
		}
	};
}
/** Our number 3.2.1 is 0x030201. */
const versionOf = (firmware) => [
	firmware >> 16,
	firmware >> 8 & 255,
	firmware & 255
].join(".");
/** A device in the list. */
const presentDevice = (row, rungAt, now) => ({
	deviceType: deviceTypeOf(row.type),
	nukiId: nukiIdOf(row.smartlock_id),
	name: row.name,
	firmwareVersion: versionOf(row.firmware_version ?? 0),
	lastKnownState: {
		...presentState(row.type, shownState(row, now), rungAt, now),
		timestamp: bridgeDate(row.last_seen_at ?? row.created_at)
	}
});
/** What programs are posted when a device has changed. */
const presentCallback = ({ smartlockId, type, state }, rungAt, now) => ({
	deviceType: deviceTypeOf(type),
	nukiId: nukiIdOf(smartlockId),
	...presentState(type, state, rungAt, now)
});
//#endregion
//#region packages/server/src/features/bridge/callbacks/rules.ts
/** Undefined for what is none of their business. */
function newsOf(payload) {
	const event = JSON.parse(payload);
	if (event.feature === "DEVICE_STATUS") return event.state && {
		smartlockId: event.smartlockId,
		state: event.state
	};
	const { smartlockLog: entry } = event;
	return entry.action === 224 ? {
		smartlockId: entry.smartlockId,
		rungAt: Date.parse(entry.date)
	} : void 0;
}
/** Every change of the last half minute is told; of what is older, how each device came out of it. */
const FRESH_MS$1 = 3e4;
function worthTelling(events, now) {
	const last = new Map(events.map(({ id, smartlock_id }) => [smartlock_id, id]));
	return events.filter(({ id, smartlock_id }) => now - timeOfId(id) < FRESH_MS$1 || last.get(smartlock_id) === id);
}
const FIRST_REST_MS = 5e3;
const LONGEST_REST_MS = 3e5;
/** How long a receiver rests that has not answered so many times in a row. */
const restMs = (failures) => Math.min(FIRST_REST_MS * 2 ** Math.min(failures - 1, 10), LONGEST_REST_MS);
//#endregion
//#region packages/server/src/features/bridge/callbacks/dispatcher.ts
/** When a process dies, another one goes on after this. */
const LEASE_MS$4 = 3e4;
/** Longer than an attempt can take: none begins that could outlast the lease. */
const ATTEMPT_MS$2 = 12e3;
/** Receivers served at a time: those that hang wait for time-outs, and must not hold up the others. */
const AT_ONCE$4 = 64;
const EVENTS$1 = 100;
/** So long a program may take for an answer. */
const ANSWER_MS = 2e3;
/** How long posts under way get to end when the service stops. */
const STOP_MS$3 = 3e3;
/** Posts changes of devices to the programs that asked for it; each is served by one process at a time. */
function createBridgeCallbacks(platform, db, accountsWithBridge) {
	const ctx = systemContext(platform, db, 0);
	const queue = new WorkQueue(platform, queueStore$4(db, platform.engine), {
		name: "bridge",
		what: "telling a bridge program",
		channel: "event",
		places: { all: AT_ONCE$4 },
		lease: { ms: LEASE_MS$4 },
		idsOf: ({ id }) => [id],
		wakeKeyOf: ({ account_id: accountId }) => accountId,
		async beforeLook(about) {
			if (about === "all") return about;
			const wanted = (await accountsWithBridge()).intersection(about);
			return wanted.size > 0 ? wanted : null;
		},
		run: (row, hold) => tellAll({
			...ctx,
			accountId: row.account_id
		}, row, hold)
	});
	return {
		start: () => queue.start(),
		stop: () => queue.stop(STOP_MS$3)
	};
}
const queueStore$4 = (db, engine) => ({
	clear: () => clear$2(db),
	hasDue: (wanted) => hasDue$3(db, wanted),
	claim: (wanted) => claim$6(db, engine, wanted),
	renew: (owner, ids, until) => renew$3(db, owner, ids, until),
	giveBack: (owner, ids) => giveBack$3(db, owner, ids),
	nextDue: () => nextDue$4(db),
	countDue: (now) => countDue$3(db, now)
});
/** Page by page. Who does not answer rests, and hears then how things are by that time. */
async function tellAll(ctx, claimed, hold) {
	let row = claimed;
	while (row && hold.lastsFor(ATTEMPT_MS$2)) {
		const page = await pageAfter(ctx.db, ctx.accountId, {
			after: row.last_event_id,
			features: ["DEVICE_STATUS", "DEVICE_LOGS"],
			apiKeyId: null,
			limit: EVENTS$1
		});
		if (!page) break;
		const upTo = await tell(ctx, row, page.rows, hold);
		const isDone = upTo === void 0;
		if (!isDone && hold.isStopping()) return;
		row = await progress(ctx.db, hold.owner, row.id, {
			last_event_id: upTo ?? page.next,
			...failuresOf(ctx, row, isDone)
		});
		if (!isDone) break;
	}
	if (!hold.isStopping()) await giveBack$3(ctx.db, hold.owner, [claimed.id]);
}
const failuresOf = (ctx, { failures }, isDone) => isDone ? {
	failures: 0,
	next_at: 0
} : {
	failures: failures + 1,
	next_at: ctx.clock.now() + restMs(failures + 1)
};
/** Undefined when all were told; otherwise the last event before the one that nobody took. */
async function tell(ctx, { url, last_event_id: from }, rows, hold) {
	const told = worthTelling(rows.flatMap((row) => {
		const news = newsOf(row.payload);
		return news ? [{
			id: row.id,
			smartlock_id: row.smartlock_id,
			news
		}] : [];
	}), ctx.clock.now());
	const locks = await views(ctx, [...new Set(told.map(({ news }) => news.smartlockId))]);
	const rowOf = new Map(locks.map(({ row }) => [row.smartlock_id, row]));
	let last = from;
	for (const { id, news } of told) {
		const lock = rowOf.get(news.smartlockId);
		if (lock) {
			if (!hold.lastsFor(ATTEMPT_MS$2)) return last;
			if (!await isTaken(ctx, url, messageOf(ctx, lock, news))) {
				hold.noteFailure();
				return last;
			}
		}
		last = id;
	}
}
/** Bridges do not wait for an answer, and some programs give none: who took the message has been told. */
async function isTaken(ctx, url, message) {
	const result = await ctx.outbound.post({
		url,
		reach: "near",
		withinMs: ANSWER_MS,
		...message
	});
	return result.isSilent === true || result.status !== void 0 && result.status < 300;
}
function messageOf(ctx, lock, { state, rungAt }) {
	const now = ctx.clock.now();
	const device = {
		smartlockId: lock.smartlock_id,
		type: lock.type,
		state: state ?? shownState(lock, now)
	};
	return {
		headers: {
			"content-type": "application/json",
			"user-agent": "Latchwork"
		},
		body: JSON.stringify(presentCallback(device, rungAt, now))
	};
}
//#endregion
//#region packages/server/src/features/bridge/face/rules.ts
/** Undefined when a name is there twice. */
function readAsked(query) {
	const asked = /* @__PURE__ */ new Map();
	for (const [name, value] of Object.entries(query)) {
		const key = name.toLowerCase();
		if (typeof value !== "string" || asked.has(key)) return void 0;
		asked.set(key, value);
	}
	return asked;
}
/** A number without sign or fraction; undefined when it is none, or greater than `max`. */
function readNumber$1(text, max) {
	if (text === void 0 || !/^\d{1,10}$/.test(text)) return void 0;
	const number = Number(text);
	return number <= max ? number : void 0;
}
const HASH = /^[0-9a-f]{64}$/i;
const NONCE = /^[0-9a-f]{48}$/i;
/** `ts,rnr` and sixteen bytes that prove it. */
const BOX = /^(?:[0-9a-f]{2}){17,64}$/i;
/** Undefined when there is none, or one that nobody can have made. Some programs write the nonce as the document has it. */
function readShown(asked) {
	const box = asked.get("ctoken");
	const nonce = asked.get("nonce") ?? asked.get("nounce");
	if (box !== void 0) return nonce !== void 0 && BOX.test(box) && NONCE.test(nonce) ? {
		form: "encrypted",
		box: Buffer.from(box, "hex"),
		nonce: Buffer.from(nonce, "hex")
	} : void 0;
	const [ts, rnr, hash] = [
		asked.get("ts"),
		asked.get("rnr"),
		asked.get("hash")
	];
	if (hash !== void 0) return ts !== void 0 && rnr !== void 0 && HASH.test(hash) ? {
		form: "hashed",
		ts,
		rnr,
		hash: Buffer.from(hash, "hex")
	} : void 0;
	const token = asked.get("token");
	return token === void 0 || token.length > 64 ? void 0 : {
		form: "plain",
		token
	};
}
const sha256 = (text) => createHash("sha256").update(text).digest();
const TS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const RNR = /^\d{1,10}$/;
/** Is it of now? */
function isCurrent(ts, rnr, now) {
	if (!TS.test(ts) || !RNR.test(rnr)) return false;
	const at = Date.parse(ts);
	return !Number.isNaN(at) && Math.abs(now - at) <= 6e4;
}
/**
* Was it made with this token? `proof` is what must not be shown a second time; a plain token proves nothing but itself.
* Takes the same time for every token it was not made with.
*/
function matches$1(shown, { token, digest }, now, open) {
	if (shown.form === "plain") return timingSafeEqual(sha256(shown.token), digest) ? { proof: void 0 } : void 0;
	if (shown.form === "hashed") {
		const { ts, rnr, hash } = shown;
		return timingSafeEqual(sha256(`${ts},${rnr},${token}`), hash) && isCurrent(ts, rnr, now) ? { proof: `hash ${ts},${rnr}` } : void 0;
	}
	const opened = open(shown.box, shown.nonce, digest);
	if (!opened) return void 0;
	const [ts = "", rnr = "", ...rest] = Buffer.from(opened).toString("utf8").split(",");
	return rest.length === 0 && isCurrent(ts, rnr, now) ? { proof: `nonce ${shown.nonce.toString("hex")}` } : void 0;
}
/** Every id that a device with this number could have here. */
const smartlockIdsOf = (nukiId) => Object.values(SMARTLOCK_TYPE).map((type) => type * (MAX_NUKI_ID + 1) + nukiId);
/** Continuous mode has other numbers here than on the bridge. */
const OPENER_ACTIONS$1 = {
	1: 1,
	2: 2,
	3: 3,
	4: 6,
	5: 7
};
/** What a bridge's action is here; undefined when there is no such action. */
function actionOf(type, action) {
	if (action < 1 || action > 5) return void 0;
	return type === SMARTLOCK_TYPE.opener ? OPENER_ACTIONS$1[action] : action;
}
//#endregion
//#region packages/server/src/features/bridge/face/directory.ts
/** Word of a change in another process may be lost: then what is known is wrong for no longer. */
const MAX_AGE_MS$1 = 2e3;
/**
* All bridges, in memory: what a program sends does not say whose it is, so it is compared with each. Read again when a
* credential has changed; a token is opened once.
*/
function createBridgeDirectory(ctx, open) {
	let known = [];
	let readAt;
	let reading;
	const damaged = /* @__PURE__ */ new Set();
	let version = 0;
	let unlisten = () => {};
	async function read() {
		const versionAtStart = version;
		const rows = await listAll(ctx.db, ctx.limits.bridges);
		const before = new Map(known.map((bridge) => [bridge.sealed, bridge]));
		known = rows.flatMap((row) => {
			const keys = before.get(row.token_sealed) ?? readable(ctx, row, damaged);
			if (!keys) return [];
			const { account_id: accountId, bridge_id: bridgeId, name, pairing_until: pairingUntil } = row;
			return [{
				...keys,
				accountId,
				bridgeId,
				name,
				pairingUntil,
				sealed: row.token_sealed
			}];
		});
		readAt = version === versionAtStart ? ctx.clock.now() : void 0;
		return known;
	}
	async function all() {
		const age = readAt === void 0 ? void 0 : Math.abs(ctx.clock.now() - readAt);
		if (age !== void 0 && (ctx.engine === "sqlite" || age <= MAX_AGE_MS$1)) return known;
		reading ??= read().finally(() => {
			reading = void 0;
		});
		return reading;
	}
	return {
		start() {
			unlisten = ctx.wake.listen("credential", () => {
				version += 1;
				readAt = void 0;
			});
		},
		stop: () => unlisten(),
		all,
		async find(shown) {
			const now = ctx.clock.now();
			return (await all()).flatMap((bridge) => {
				const match = matches$1(shown, bridge, now, open);
				return match ? [{
					bridge,
					proof: match.proof
				}] : [];
			})[0];
		}
	};
}
/** One damaged row must not shut the programs of all other accounts out. Told once, however often it is read. */
function readable(ctx, row, damaged) {
	try {
		return keysOf(ctx, row);
	} catch (error) {
		const { account_id: accountId, token_sealed: sealed } = row;
		if (!damaged.has(sealed)) ctx.log.error({
			err: error,
			accountId
		}, "the token of a bridge cannot be read");
		damaged.add(sealed);
		return;
	}
}
function keysOf(ctx, row) {
	const token = ctx.sealer.open(row.token_sealed, tokenContext(row.account_id));
	return {
		token,
		digest: sha256(token)
	};
}
//#endregion
//#region packages/server/src/http/error-handler.ts
/** Turns whatever was thrown into a refusal the wire knows. Unknown throws are bugs: 500 without internals (D45). */
function toAppError(error) {
	if (error instanceof AppError) return error;
	if (isMissingReference(error)) return new AppError("not_found");
	if (isDatabaseAway(error)) return new AppError("database_unavailable");
	const trouble = storeTroubleOf(error);
	if (trouble) return new AppError(trouble);
	const { code, statusCode } = error;
	if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new AppError("body_too_large");
	if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_ASYNC_CONSTRAINT") return new AppError("path_not_found");
	if (code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH") return new AppError("invalid_json", { message: "The body is shorter or longer than its Content-Length says." });
	if (statusCode !== void 0 && statusCode >= 400 && statusCode < 500) return new AppError("invalid_parameter");
	return new AppError("internal_error");
}
/** The body every error has (D44). */
function errorBody(error, requestId) {
	return {
		detailMessage: detailMessage(error),
		stackTrace: [],
		suppressedExceptions: [],
		code: error.code,
		...error.status === 400 && error.detail.errors ? { errors: error.detail.errors } : {},
		requestId
	};
}
/** Booking apps look for the words about the supplied value, and draw another one when they find them (D130). */
function detailMessage({ message, detail: { supplied } }) {
	if (!supplied) return message;
	const { parameter, value, problem } = supplied;
	return `The supplied value '${value}' for parameter '${parameter}' ${problem}: ${message}`;
}
/** Headers that belong to a refusal. */
function errorHeaders(error) {
	const headers = {};
	if (error.code === "token_missing") headers["www-authenticate"] = "Bearer";
	if (error.code === "token_invalid") headers["www-authenticate"] = "Bearer error=\"invalid_token\"";
	if (error.detail.operationId) headers["operation-id"] = error.detail.operationId;
	const retryAfter = error.detail.retryAfterSeconds ?? (error.status === 503 ? 1 : error.status === 507 ? 30 : void 0);
	if (retryAfter !== void 0) headers["retry-after"] = String(retryAfter);
	return headers;
}
/** The only place that writes error answers. */
function sendError(thrown, request, reply) {
	const error = toAppError(thrown);
	if (error.status >= 500 && error.code === "internal_error") request.log.error({
		err: thrown,
		requestId: request.id
	}, "request failed");
	else if (isMissingReference(thrown)) request.log.warn({
		err: thrown,
		requestId: request.id
	}, "what a request was about was removed meanwhile");
	return reply.code(error.status).headers(errorHeaders(error)).type("application/json; charset=utf-8").serializer(JSON.stringify).send(errorBody(error, request.id));
}
//#endregion
//#region packages/server/src/http/request-context.ts
/**
* What a call is worked on with. Of a gateway's own calls there is no principal, and of all others no gateway: the type of
* the handler says which.
*/
function contextOf$1(ground, request) {
	const principal = request.principal;
	const gateway = request.gateway;
	return {
		...baseOf(ground),
		accountId: principal?.ownerAccountId ?? gateway?.accountId ?? 0,
		principal,
		gateway,
		requestId: request.id,
		network: networkOf(request.ip),
		incoming: request
	};
}
const bases = /* @__PURE__ */ new WeakMap();
/** What all calls have in common, put together once: an object that begins as a copy of one other is made fast. */
function baseOf(ground) {
	const known = bases.get(ground);
	if (known) return known;
	const base = {
		...ground.platform,
		db: ground.db,
		fail,
		...OUTSIDE_TRANSACTIONS
	};
	bases.set(ground, base);
	return base;
}
//#endregion
//#region packages/server/src/features/bridge/face/proof-store.ts
/** Notes what was shown; false when it was shown before. */
const take = async (db, accountId, proof, endsAt) => {
	return await db.insertInto("bridge_proof").values({
		account_id: accountId,
		proof,
		refused_with: null,
		ends_at: endsAt
	}).onConflict((c) => c.columns(["account_id", "proof"]).doNothing()).returning("proof").executeTakeFirst() !== void 0;
};
const find$3 = (db, accountId, proof) => db.selectFrom("bridge_proof").select("refused_with").where("account_id", "=", accountId).where("proof", "=", proof).executeTakeFirst();
const noteRefusal$1 = (db, accountId, proof, status) => db.updateTable("bridge_proof").set({ refused_with: status }).where("account_id", "=", accountId).where("proof", "=", proof).execute();
/** What its time alone refuses need not be remembered. */
const forgetEnded = (db, accountId, now) => db.deleteFrom("bridge_proof").where("account_id", "=", accountId).where("ends_at", "<", now).execute();
//#endregion
//#region packages/server/src/features/bridge/face/admission.ts
/** Status of what was refused before. */
var RefusedBefore = class extends Error {
	status;
	constructor(status) {
		super("This was refused before.");
		this.status = status;
	}
};
/** Who the call is from. Strangers, and those with a wrong token, have the budget of their network and no more. */
async function admit$1(ctx, directory, rates, request, asked) {
	const shown = readShown(asked);
	const found = shown && await directory.find(shown);
	if (!found) {
		limitStranger(rates, request);
		fail("token_invalid", { message: "The token is missing, wrong or too old." });
	}
	const { bridge, proof } = found;
	for (const verdict of [rates.tokenRate.take(bridge.bridgeId), rates.accountRate.take(bridge.accountId)]) if (!verdict.allowed) fail("rate_limited", { retryAfterSeconds: verdict.retryAfterSeconds });
	if (proof === void 0) return {
		bridge,
		noteRefusal: async () => void 0
	};
	await takeProof(ctx, bridge.accountId, proof);
	return {
		bridge,
		async noteRefusal(status) {
			await noteRefusal$1(ctx.db, bridge.accountId, proof, status);
		}
	};
}
function limitStranger({ addressRate }, request) {
	const verdict = addressRate.take(networkOf(request.ip));
	if (!verdict.allowed) fail("rate_limited", { retryAfterSeconds: verdict.retryAfterSeconds });
}
/**
* What was shown once counts no more, in whatever process. Libraries repeat what was refused because a device was not
* there, word for word: they are told the same again, and nothing is done.
*/
async function takeProof(ctx, accountId, proof) {
	const now = ctx.clock.now();
	await forgetEnded(ctx.db, accountId, now);
	if (await take(ctx.db, accountId, proof, now + 12e4 + 1e3)) return;
	const before = await find$3(ctx.db, accountId, proof);
	if (before?.refused_with != null) throw new RefusedBefore(before.refused_with);
	throw new AppError("token_invalid", { message: "This token was used before." });
}
//#endregion
//#region packages/server/src/features/bridge/face/service.ts
/** What programs ask of a bridge. */
/** Who acts: the owner of the account, who made the token (D136). */
const principalOf = (bridge) => ({
	accountId: bridge.accountId,
	ownerAccountId: bridge.accountId,
	name: `${bridge.name} (bridge)`,
	isMaster: true,
	isOperator: false,
	needsSecondFactor: false,
	rights: 0,
	scopes: new Set(SCOPES.filter((scope) => scope.startsWith("smartlock"))),
	kind: "api",
	tokenId: `bridge ${bridge.bridgeId}`,
	apiKeyId: null,
	expiresAt: Number.POSITIVE_INFINITY,
	networks: void 0,
	limits: void 0
});
/** Every device of the account as it was last known; asks no device. */
async function list$3(ctx) {
	const rows = (await list$21(ctx, {})).map(({ row }) => row);
	const rings = await ringsOf(ctx, rows);
	const now = ctx.clock.now();
	return rows.map((row) => presentDevice(row, rings.get(row.smartlock_id), now));
}
/** So many rings are looked through for the last one of each opener. */
const RINGS = 100;
/** When each opener was last rung at, in one query. */
async function ringsOf(ctx, rows) {
	if (!rows.some(({ type }) => type === SMARTLOCK_TYPE.opener)) return /* @__PURE__ */ new Map();
	const rings = await listLog$1(ctx, {
		action: 224,
		limit: RINGS
	});
	return new Map(rings.reverse().map((ring) => [ring.smartlock_id, ring.date]));
}
/** One device, which has to be there: a bridge would ask it. */
async function lockState(ctx, asked) {
	const row = await deviceOf(ctx, asked);
	if (!isOnline(row.server_state)) ctx.fail("smartlock_offline");
	const rings = await ringsOf(ctx, [row]);
	const now = ctx.clock.now();
	return {
		...presentState(row.type, shownState(row, now), rings.get(row.smartlock_id), now),
		success: true
	};
}
/** The device that is meant. Programs that know only one kind leave the kind out, or send 0. */
async function deviceOf(ctx, asked) {
	const nukiId = readNumber$1(asked.get("nukiid"), 4294967295) ?? failParameter(ctx.fail, "nukiId", "must be the number of a device");
	const given = asked.get("devicetype");
	const type = given === void 0 ? 0 : readNumber$1(given, 255);
	if (type === void 0) return failParameter(ctx.fail, "deviceType", "must be a number");
	const rows = (await views(ctx, smartlockIdsOf(nukiId))).map(({ row }) => row).sort((a, b) => a.smartlock_id - b.smartlock_id);
	return rows.find((row) => deviceTypeOf(row.type) === type) ?? (type === 0 ? rows[0] : void 0) ?? ctx.fail("not_found");
}
/** `success` is what came of it: true only when the device has shown that it did it (D136). */
async function lockAction(ctx, asked, isGone) {
	const row = await deviceOf(ctx, asked);
	const action = actionOf(row.type, readNumber$1(asked.get("action"), 255) ?? 0);
	if (action === void 0) return failParameter(ctx.fail, "action", "must be a number from 1 to 5");
	return run$1(ctx, row, action, asked.get("nowait"), isGone);
}
/** The short calls: lock and unlock, and on an opener ring-to-open off and on. They never unlatch. */
async function shortAction(ctx, asked, name, isGone) {
	return run$1(ctx, await deviceOf(ctx, asked), name === "unlock" ? 1 : 2, asked.get("nowait"), isGone);
}
async function run$1(ctx, row, action, nowait, isGone) {
	const operationId = await operate(ctx, row.smartlock_id, { action });
	const isRight = nowait === "1" || nowait === "true" || await isProven(ctx, operationId, isGone);
	const after = await get$16(ctx, row.smartlock_id);
	const { batteryCritical, batteryCharging, batteryChargeState } = presentState(after.type, shownState(after, ctx.clock.now()), void 0, ctx.clock.now());
	return {
		success: isRight,
		batteryCritical,
		...batteryCharging !== void 0 && { batteryCharging },
		...batteryChargeState !== void 0 && { batteryChargeState }
	};
}
/** Nobody may tell us that an operation came to its end without proof: it is looked at as often. */
const LOOK_MS$3 = 1e3;
/** An operation ends by itself; we wait a little longer for that. */
const PATIENCE_MS = 2e3;
/** Waits until the operation has ended, its time is over, or nobody waits for the answer any more. */
async function isProven(ctx, operationId, isGone) {
	const { actionTtlMs, actionProofMs } = ctx.limits;
	const until = ctx.clock.now() + actionTtlMs + actionProofMs + PATIENCE_MS;
	let isNews = false;
	let wakeUp = () => {};
	const news = () => {
		isNews = true;
		wakeUp();
	};
	const unlisten = ctx.wake.listen("event", (about) => {
		if (about === "all" || about.has(ctx.accountId)) news();
	});
	isGone.addEventListener("abort", news);
	try {
		for (;;) {
			isNews = false;
			const { row } = await get$17(ctx, operationId);
			if (row.status !== "queued" && row.status !== "sent") return row.status === "confirmed";
			if (isGone.aborted || ctx.clock.now() >= until) return false;
			if (isNews) continue;
			await new Promise((resolve) => {
				const cancel = ctx.clock.after(LOOK_MS$3, resolve);
				wakeUp = () => {
					cancel();
					resolve();
				};
			});
		}
	} finally {
		unlisten();
		isGone.removeEventListener("abort", news);
	}
}
/** The first firmware of a bridge that took encrypted tokens: what programs may do depends on it. */
const FIRMWARE = "2.14.0";
/** Programs show tokens as hashes or encrypted only to a bridge of hardware. */
const HARDWARE = 1;
async function info$1(ctx, { bridgeId }, startedAt) {
	const rows = (await list$21(ctx, {})).map(({ row }) => row);
	const now = ctx.clock.now();
	return {
		bridgeType: HARDWARE,
		ids: {
			hardwareId: bridgeId,
			serverId: bridgeId
		},
		versions: {
			firmwareVersion: FIRMWARE,
			wifiFirmwareVersion: FIRMWARE
		},
		uptime: Math.max(Math.floor((now - startedAt) / 1e3), 0),
		currentTime: bridgeDate(now),
		wlanConnected: true,
		serverConnected: true,
		scanResults: rows.map((row) => ({
			deviceType: deviceTypeOf(row.type),
			nukiId: nukiIdOf(row.smartlock_id),
			name: row.name,
			rssi: 0,
			paired: true
		}))
	};
}
const MAX_LOG = 1e3;
/** What happened at the devices, newest first. */
async function log(ctx, asked) {
	const offset = readNumber$1(asked.get("offset") ?? "0", MAX_LOG);
	const count = readNumber$1(asked.get("count") ?? "100", MAX_LOG);
	if (offset === void 0 || count === void 0 || offset + count > MAX_LOG) return failParameter(ctx.fail, "offset", `and count must be numbers, and ${MAX_LOG} together at most`);
	const since = (await find$5(ctx.db, ctx.accountId))?.log_cleared_at;
	const from = since == null ? {} : { fromDate: toWireDate(since) };
	return (offset + count === 0 ? [] : await listLog$1(ctx, {
		limit: offset + count,
		...from
	})).slice(offset).map((row) => ({
		timestamp: bridgeDate(row.date),
		type: "lockAction",
		nukiId: nukiIdOf(row.smartlock_id),
		deviceType: deviceTypeOf(row.device_type),
		name: row.name,
		action: row.action,
		trigger: row.trigger,
		state: row.state
	}));
}
/** Programs see what comes from now on; the log of the locks is the account's, and stays. */
const clearLog = (ctx) => update$3(ctx.db, ctx.accountId, { log_cleared_at: ctx.clock.now() });
/** Gives the token out, once, to whoever asks first after the button was pressed; undefined when nobody may have it. */
async function pair(ctx, bridges) {
	const waiting = bridges.filter(({ pairingUntil }) => isOpen(pairingUntil, ctx.clock.now()));
	const [bridge] = waiting;
	if (!bridge || waiting.length > 1) return void 0;
	const { accountId, bridgeId, pairingUntil } = bridge;
	return inTransaction({
		...ctx,
		accountId
	}, async (tx) => {
		const ended = await endPairing(tx.db, accountId, pairingUntil);
		if (!ended || ended.token_sealed !== bridge.sealed) return void 0;
		await record({
			...tx,
			actor: {
				accountId: null,
				name: "bridge program"
			}
		}, {
			action: "bridge.paired",
			subject: bridgeId
		});
		tx.afterCommit(() => tx.wake.notify("credential", accountId));
		return bridge;
	});
}
const isOpen = (until, now) => until !== null && until > now;
/** Strangers learn of the one bridge there is, and otherwise of those that wait to be asked for their token. */
const discoverable = (bridges, now) => bridges.length === 1 ? bridges : bridges.filter(({ pairingUntil }) => isOpen(pairingUntil, now));
//#endregion
//#region packages/server/src/features/bridge/face/routes.ts
/** What is asked with a token, and the answer. Everything is a GET, as on the bridge. */
const CALLS = {
	"/list": ({ ctx }) => list$3(ctx),
	"/lockState": ({ ctx, asked }) => lockState(ctx, asked),
	"/lockAction": ({ ctx, asked, isGone }) => lockAction(ctx, asked, isGone),
	"/lock": ({ ctx, asked, isGone }) => shortAction(ctx, asked, "lock", isGone),
	"/unlock": ({ ctx, asked, isGone }) => shortAction(ctx, asked, "unlock", isGone),
	"/info": ({ ctx, admitted }, { startedAt }) => info$1(ctx, admitted.bridge, startedAt),
	"/log": ({ ctx, asked }) => log(ctx, asked),
	"/clearlog": async ({ ctx }) => {
		await clearLog(ctx);
		return { success: true };
	},
	"/callback/list": async ({ ctx }) => ({ callbacks: (await list$5(ctx)).map(({ slot, url }) => ({
		id: slot,
		url
	})) }),
	"/callback/add": async ({ ctx, asked }) => {
		const message = await add(ctx, asked.get("url") ?? "");
		return message === void 0 ? { success: true } : {
			success: false,
			message
		};
	},
	"/callback/remove": async ({ ctx, asked }) => {
		const slot = readNumber$1(asked.get("id"), 255);
		if (slot === void 0) fail("invalid_parameter", { message: "id must be the number of a callback" });
		return { success: await remove$5(ctx, slot) };
	}
};
/** Mounts what the bridge answers. */
function mountFace(app, parts) {
	const startedAt = parts.system.clock.now();
	app.setNotFoundHandler(async () => fail("path_not_found"));
	app.register((scope, _options, done) => {
		scope.setErrorHandler(sendRefusal);
		for (const [url, run] of Object.entries(CALLS)) get$3(scope, url, (request, reply) => answer(parts, request, reply, (call) => run(call, { startedAt })));
		get$3(scope, "/auth", async (request) => {
			limitStranger(parts.rates, request);
			const bridge = await pair(parts.system, await parts.directory.all());
			return bridge ? {
				token: bridge.token,
				success: true
			} : { success: false };
		});
		get$3(scope, "/discover/bridges", async (request) => {
			limitStranger(parts.rates, request);
			return discovered(parts, request);
		});
		done();
	});
}
/** A HEAD would move a door without saying so. */
function get$3(scope, url, handler) {
	scope.route({
		method: "GET",
		url,
		exposeHeadRoute: false,
		handler
	});
}
async function answer({ system, directory, rates }, request, reply, run) {
	const asked = readAsked(request.query);
	if (!asked) {
		limitStranger(rates, request);
		fail("invalid_parameter", { message: "A parameter is there twice." });
	}
	const admitted = await admit$1(system, directory, rates, request, asked);
	request.principal = principalOf(admitted.bridge);
	const gone = new AbortController();
	reply.raw.once("close", () => gone.abort());
	try {
		return await run({
			ctx: contextOf$1({
				platform: system,
				db: system.db
			}, request),
			asked,
			admitted,
			isGone: gone.signal
		});
	} catch (error) {
		await admitted.noteRefusal(statusOf(toAppError(error)));
		throw error;
	}
}
async function discovered({ directory, system }, request) {
	const { localAddress = "0.0.0.0", localPort = 0 } = request.socket;
	const now = system.clock.now();
	return {
		bridges: discoverable(await directory.all(), now).map(({ bridgeId }) => ({
			bridgeId,
			ip: localAddress.replace(/^::ffff:/, ""),
			port: localPort,
			dateUpdated: bridgeDate(now)
		})),
		errorCode: 0
	};
}
/** Where the bridge has another number for it: a device that is not there or busy is 503. */
const STATUS$1 = {
	smartlock_offline: 503,
	resource_locked: 503,
	not_supported_by_device: 400,
	remote_unlock_off: 400
};
const statusOf = (error) => STATUS$1[error.code] ?? error.status;
function sendRefusal(thrown, request, reply) {
	if (thrown instanceof RefusedBefore) return reply.code(thrown.status).send({
		success: false,
		message: thrown.message
	});
	const error = toAppError(thrown);
	if (error.code === "internal_error") request.log.error({
		err: thrown,
		requestId: request.id
	}, "a bridge program could not be answered");
	const { "operation-id": _id, "www-authenticate": _how, ...headers } = errorHeaders(error);
	return reply.code(statusOf(error)).headers(headers).send({
		success: false,
		message: error.message,
		code: error.code
	});
}
//#endregion
//#region packages/server/src/platform/net/connection-limit.ts
/**
* Turns away connections above the limits, before anybody else sees them: a connection costs a descriptor and memory as
* soon as it is there, whatever it says or does not say. For any server of Node's: call it when the server's own
* listeners are in place.
*/
function limitConnections(server, { total, perAddress, isGateway }, onRefused) {
	const byNetwork = /* @__PURE__ */ new Map();
	let open = 0;
	function refusalOf(network) {
		if (open >= total) return "total";
		if (network !== void 0 && (byNetwork.get(network) ?? 0) >= perAddress) return "address";
	}
	function count(network, by) {
		open += by;
		if (network === void 0) return;
		const left = (byNetwork.get(network) ?? 0) + by;
		if (left === 0) byNetwork.delete(network);
		else byNetwork.set(network, left);
	}
	function isAdmitted(socket) {
		const { remoteAddress } = socket;
		const network = perAddress === 0 || isGateway(remoteAddress) ? void 0 : networkOf(remoteAddress);
		const refusal = refusalOf(network);
		if (refusal) {
			onRefused(refusal);
			socket.resetAndDestroy();
			return false;
		}
		count(network, 1);
		socket.once("close", () => count(network, -1));
		return true;
	}
	const listeners = server.rawListeners("connection");
	server.removeAllListeners("connection");
	server.on("connection", (socket) => {
		if (isAdmitted(socket)) for (const listener of listeners) listener.call(server, socket);
	});
}
//#endregion
//#region packages/server/src/platform/net/connection-watch.ts
/** A flood must not fill the disk; the metric has the numbers. */
const LOG_EVERY_MS$1 = 1e4;
/** Counts and logs which connections a listener turned away. */
function connectionWatch({ metrics, log, clock }, listener) {
	let lastAt = Number.NEGATIVE_INFINITY;
	return (reason) => {
		metrics.refusedConnections.inc({
			listener,
			reason
		});
		const now = clock.now();
		if (now - lastAt < LOG_EVERY_MS$1) return;
		lastAt = now;
		log.warn({
			listener,
			reason
		}, "connections refused: too many");
	};
}
//#endregion
//#region packages/server/src/platform/json-text.ts
/**
* An answer that is already text: encoding it again for every call would cost more than all the rest. It stays a string,
* because head and body of an answer then leave in one piece; with bytes they would be two.
*/
var JsonText = class {
	text;
	constructor(text) {
		this.text = text;
	}
};
//#endregion
//#region packages/server/src/http/authenticate.ts
/** The token of `Authorization: Bearer <token>`; tokens elsewhere are not looked at (D32). */
function bearerToken(request) {
	const header = request.headers.authorization;
	const match = header === void 0 ? null : /^Bearer +([\x21-\x7e]+)$/i.exec(header);
	if (header !== void 0 && !match) fail("token_invalid");
	return match?.[1];
}
/** Lets a request in, or refuses it; notes who it is. Resolves at once for a token that was seen a moment ago. */
function enter(gate, route, request, reply) {
	if (route.access === "gateway") return enterGateway(gate, request, reply);
	const note = (principal) => {
		assertSecondFactor(route, principal);
		request.principal = principal;
	};
	const admitted = admit(gate, route, request, reply);
	if (admitted instanceof Promise) return admitted.then(note);
	note(admitted);
}
async function enterGateway(gate, request, reply) {
	const caller = await gate.lookUpGateway(neededToken(gate, request));
	if (!caller) {
		limitAddress(gate, request);
		fail("token_invalid");
	}
	limitToken(gate, {
		tokenId: `gateway ${caller.gatewayId}`,
		ownerAccountId: caller.accountId
	}, reply);
	request.gateway = caller;
}
function neededToken(gate, request) {
	const token = bearerToken(request);
	if (token !== void 0) return token;
	limitAddress(gate, request);
	return fail("token_missing");
}
/** Token, then rate, then scope and right (D31). Answers with the principal, or undefined on public routes. */
function admit(gate, route, request, reply) {
	const { access } = route;
	if (access === "public" || access === "gateway") {
		limitAddress(gate, request);
		return;
	}
	const found = gate.lookUp(neededToken(gate, request));
	const check = (principal) => {
		if (!principal) {
			limitAddress(gate, request);
			fail("token_invalid");
		}
		if (principal.networks && !isWithin(principal.networks, request.ip)) {
			limitAddress(gate, request);
			fail("token_limited", { message: "The token is not taken from this network." });
		}
		limitToken(gate, principal, reply);
		assertAccess(access, principal);
		assertUnlimited(route, principal);
		return principal;
	};
	return found instanceof Promise ? found.then(check) : check(found);
}
/** Asks again who the token of a request belongs to, for answers that outlive the check at their start. */
function revalidatorOf(gate, request) {
	const token = bearerToken(request);
	const check = (principal) => principal?.networks && !isWithin(principal.networks, request.ip) ? void 0 : principal;
	return () => {
		const found = token === void 0 ? void 0 : gate.lookUp(token);
		return found instanceof Promise ? found.then(check) : check(found);
	};
}
function limitAddress(gate, request) {
	const verdict = gate.addressRate.take(networkOf(request.ip));
	if (!verdict.allowed) fail("rate_limited", { retryAfterSeconds: verdict.retryAfterSeconds });
}
/** What a token may not ask does not count for its account. */
function limitToken(gate, principal, reply) {
	const byToken = gate.tokenRate.take(principal.tokenId);
	const byAccount = byToken.allowed ? gate.accountRate.take(principal.ownerAccountId) : byToken;
	const verdict = byAccount.allowed ? byToken : byAccount;
	if (verdict.limit > 0) {
		reply.header("ratelimit-limit", verdict.limit);
		reply.header("ratelimit-remaining", verdict.remaining);
		reply.header("ratelimit-reset", verdict.resetSeconds);
	}
	if (!verdict.allowed) fail("rate_limited", { retryAfterSeconds: verdict.retryAfterSeconds });
}
/** Who signed in with a password alone where more is demanded can set that up, and nothing else (D116). */
function assertSecondFactor({ enrolment }, principal) {
	if (principal?.needsSecondFactor && !enrolment) fail("second_factor_required");
}
/** Scope, then operator, right or master (D34, D40, D100). */
function assertAccess(access, principal) {
	if (access === "token") return;
	if (!access.scopes.some((scope) => principal.scopes.has(scope))) throw new AppError("scope_missing", { message: `The token lacks the scope ${access.scopes.join(" or ")}.` });
	if (access.operator && !principal.isOperator) fail("operator_required");
	if (principal.isMaster) return;
	if (access.master) fail("master_required");
	if (access.right && (principal.rights & RIGHTS[access.right]) === 0) throw new AppError("right_missing", { message: `The sub-account lacks the right ${access.right} (${RIGHTS[access.right]}).` });
}
/** A token for some doors calls what keeps to doors, and one that ends or is bound to networks makes nothing that goes on (D119). */
function assertUnlimited({ doors, lasting }, principal) {
	if (principal.limits && doors === void 0) fail("token_limited", { message: "A token that is limited to locks or addresses cannot call this." });
	if (lasting && (principal.networks || principal.kind === "api" && Number.isFinite(principal.expiresAt))) fail("token_limited", { message: "A token that ends or is bound to networks cannot make other access." });
}
//#endregion
//#region packages/server/src/http/limited-tokens.ts
/**
* What a path names and the token is not for does not exist, in the same words as what is somebody else's (D38, D119).
* Looked at on every route, whatever it declares: ids of other kinds are compared by the handlers.
*/
function assertWithinLimits(principal, params) {
	const limits = principal?.limits;
	if (!limits) return;
	const { smartlockId, addressId } = params;
	if (smartlockId !== void 0 && !limits.smartlockIds.has(Number(smartlockId))) fail("not_found");
	if (addressId !== void 0 && !limits.addressIds.has(Number(addressId))) fail("not_found");
}
//#endregion
//#region packages/server/src/http/date-time.ts
const FORM$1 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/i;
/**
* Reads a date-time in any of the accepted forms and returns it as the wire writes it, or undefined (D14).
* Without a zone it is read as UTC; a bare date is not accepted.
*/
function readDateTime(text) {
	const match = FORM$1.exec(text);
	if (!match || match[3] && !match[2]) return void 0;
	const [, minutes, seconds = ":00", fraction = "", zone = "Z"] = match;
	try {
		const instant = Temporal.Instant.from(`${minutes}${seconds}${fraction}${zone.toUpperCase()}`);
		return new Date(instant.epochMilliseconds).toISOString();
	} catch {
		return;
	}
}
//#endregion
//#region packages/server/src/http/json-schema.ts
/** What a value has to be, in words, for error messages. */
function ruleOf(schema) {
	if (schema.enum) return `must be one of ${schema.enum.join(", ")}`;
	switch (schema.type) {
		case "integer":
		case "number": return `must be ${schema.type === "integer" ? "an integer" : "a number"}${rangeOf(schema.minimum, schema.maximum)}`;
		case "string": return stringRule(schema);
		case "boolean": return "must be true or false";
		case "array": return `must be an array${countOf(schema)}`;
		case "object": return "must be an object";
		default: return "has the wrong type";
	}
}
function stringRule(schema) {
	if (schema.format === "date-time") return "must be a date-time such as 2025-05-12T14:45:40.629Z";
	return `must be a string${lengthOf(schema)}${schema.pattern ? ` ${schema.description ? `(${schema.description})` : `matching ${schema.pattern}`}` : ""}`;
}
function lengthOf({ minLength, maxLength }) {
	if (minLength !== void 0 && maxLength !== void 0) return ` of ${minLength} to ${maxLength} characters`;
	if (maxLength !== void 0) return ` of at most ${maxLength} characters`;
	return minLength !== void 0 ? ` of at least ${minLength} characters` : "";
}
function countOf({ minItems, maxItems }) {
	if (minItems !== void 0 && maxItems !== void 0) return ` of ${minItems} to ${maxItems} entries`;
	if (maxItems !== void 0) return ` of at most ${maxItems} entries`;
	return minItems !== void 0 ? ` of at least ${minItems} ${minItems === 1 ? "entry" : "entries"}` : "";
}
function rangeOf(minimum, maximum) {
	if (minimum !== void 0 && maximum !== void 0) return ` from ${minimum} to ${maximum}`;
	if (minimum !== void 0) return ` of at least ${minimum}`;
	return maximum !== void 0 ? ` of at most ${maximum}` : "";
}
//#endregion
//#region packages/server/src/http/read-value.ts
/** Collects everything that is wrong with one request (D9: all problems at once). */
var Issues = class {
	list = [];
	/** Two names for one parameter disagreed; that has its own error code. */
	conflicting = false;
	add(path, message) {
		if (this.list.length < 100) this.list.push({
			path,
			message
		});
	}
};
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const join$1 = (path, name) => path ? `${path}.${name}` : name;
/** Reads one JSON value by its schema: strict types, but digit strings for integers (D9). */
function readValue(schema, value, path, issues, mode = "create") {
	switch (schema.type) {
		case "object": return isObject(value) ? readObject(schema, value, path, issues, schema["x-update"] ? "update" : mode) : issues.add(path, ruleOf(schema));
		case "array": return readArray(schema, value, path, issues);
		case "integer": return readNumber(schema, integerFrom(value), path, issues);
		case "number": return readNumber(schema, typeof value === "number" ? value : void 0, path, issues);
		case "boolean": return typeof value === "boolean" ? value : issues.add(path, ruleOf(schema));
		case "string": return readString(schema, value, path, issues);
		default: return value;
	}
}
function integerFrom(value) {
	const number = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
	return Number.isSafeInteger(number) ? number : void 0;
}
function readNumber(schema, value, path, issues) {
	if (!(value !== void 0 && value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) && value <= (schema.maximum ?? Number.POSITIVE_INFINITY) && (!schema.enum || schema.enum.includes(value)))) return issues.add(path, ruleOf(schema));
	return schema["x-cut"] === void 0 ? value : Math.min(value, schema["x-cut"]);
}
const patterns = /* @__PURE__ */ new Map();
function matches(pattern, value) {
	const expression = patterns.get(pattern) ?? new RegExp(pattern, "u");
	patterns.set(pattern, expression);
	return expression.test(value);
}
function readString(schema, given, path, issues) {
	if (typeof given !== "string") return issues.add(path, ruleOf(schema));
	const value = given.toWellFormed();
	const length = schema.minLength === void 0 && schema.maxLength === void 0 ? 0 : [...value].length;
	if (!(length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? Number.POSITIVE_INFINITY) && (!schema.enum || schema.enum.includes(value)) && (!schema.pattern || matches(schema.pattern, value)))) return issues.add(path, ruleOf(schema));
	if (value.includes("\0")) return issues.add(path, "must not contain a NUL character");
	if (schema.format !== "date-time") return value;
	return readDateTime(value) ?? issues.add(path, ruleOf(schema));
}
function readArray(schema, value, path, issues) {
	if (!Array.isArray(value)) return issues.add(path, ruleOf(schema));
	if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) return issues.add(path, ruleOf(schema));
	const before = issues.list.length;
	const entries = value.map((entry, i) => readValue(schema.items ?? {}, entry, `${path}[${i}]`, issues));
	if (issues.list.length > before) return void 0;
	if (schema.uniqueItems && new Set(entries.map((e) => JSON.stringify(e))).size < entries.length) return issues.add(path, "must not name the same entry twice");
	return entries;
}
/**
* Reads the fields an object schema knows; unknown ones are ignored (D8). With `current`, the object as stored:
* a value equal to the stored one always passes and counts as no change (D9).
*/
function readObject(schema, raw, path, issues, mode, current) {
	if (schema.patternProperties) return readMap(schema, raw, path, issues);
	const result = {};
	for (const [name, property] of Object.entries(schema.properties ?? {})) {
		const isRequired = (mode === "create" || path === "" || schema["x-update"] === true) && (schema.required?.includes(name) ?? false);
		const given = givenValue(raw, name, property, path, issues);
		const read = readField({
			property,
			value: isUnsetDate(property, given) ? null : given,
			path: join$1(path, name),
			issues,
			mode,
			isRequired,
			stored: current?.[name]
		});
		if (read !== void 0) result[name] = read;
	}
	return result;
}
function readMap(schema, raw, path, issues) {
	const [entry = {}] = Object.values(schema.patternProperties ?? {});
	return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, value === null ? null : readValue(entry, value, join$1(path, key), issues)]));
}
/** Looks a field up by its name and by the alias interface.md prints (D16). */
function givenValue(raw, name, property, path, issues) {
	const own = Object.hasOwn(raw, name) ? raw[name] : void 0;
	const alias = property["x-alias"];
	if (!alias || !Object.hasOwn(raw, alias)) return own;
	if (own !== void 0 && !isDeepStrictEqual(own, raw[alias])) {
		issues.conflicting = true;
		issues.add(join$1(path, name), `differs from its alias ${alias}`);
	}
	return own ?? raw[alias];
}
function readField({ property, value, path, issues, mode, isRequired, stored }) {
	if (value === null && mode === "update" && property["x-clearable"]) return null;
	if (value === void 0 || value === null) {
		if (isRequired) return issues.add(path, `is required: ${ruleOf(property)}`);
		if (mode === "update" || property.default === void 0) return void 0;
		return structuredClone(property.default);
	}
	if (mode === "update" && stored !== void 0 && isSame(property, value, stored)) return void 0;
	if (property.type === "object" && isObject(value)) return readObject(property, value, path, issues, mode, isObject(stored) ? stored : void 0);
	return readValue(property, value, path, issues, mode);
}
/** Generated clients write a date that nobody set as the first one they can (D134). */
const UNSET_DATES = /* @__PURE__ */ new Set(["0001-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"]);
const isUnsetDate = (property, value) => property.format === "date-time" && property["x-clearable"] === true && typeof value === "string" && UNSET_DATES.has(readDateTime(value) ?? "");
function isSame(property, sent, stored) {
	if (property.type === "integer" && integerFrom(sent) === stored) return true;
	if (property.format === "date-time" && typeof sent === "string") return readDateTime(sent) === stored;
	return isDeepStrictEqual(sent, stored);
}
//#endregion
//#region packages/server/src/http/unknown-fields.ts
/**
* The fields of a body in which nothing is a field that the operation takes; none when something is, or when nothing was
* sent. A call that changes nothing must not look like one that did (D131). What names the object, in an entry of a list
* of changes, is not a change of it.
*/
function onlyUnknownFields(schema, raw) {
	const found = {
		known: 0,
		unknown: []
	};
	look(schema, raw, "", found);
	return found.known > 0 ? [] : found.unknown;
}
function look(schema, raw, path, found) {
	const { properties } = schema;
	if (!properties) {
		found.known++;
		return;
	}
	const isName = (name) => schema["x-update"] === true && schema.required?.includes(name);
	const byKey = /* @__PURE__ */ new Map();
	for (const [name, property] of Object.entries(properties)) {
		if (isName(name)) continue;
		byKey.set(name, property);
		if (property["x-alias"] !== void 0) byKey.set(property["x-alias"], property);
	}
	for (const [key, value] of Object.entries(raw)) {
		if (isName(key)) continue;
		const property = byKey.get(key);
		if (!property) found.unknown.push(path + key);
		else if (property.properties && isObject(value)) look(property, value, `${path}${key}.`, found);
		else found.known++;
	}
}
//#endregion
//#region packages/server/src/http/read-input.ts
const MAX_DEPTH = 32;
/** Parses a request body (D7). An empty one counts as none, whatever its content type, and so does a bare null. */
function parseBody(raw, contentType) {
	if (!raw || raw.length === 0) return void 0;
	const isForm = contentType !== void 0 && FORM.test(contentType);
	if (contentType !== void 0 && !isForm && !JSON_TYPE.test(contentType)) refuseType(contentType);
	let body;
	try {
		body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
	} catch {
		if (isForm) refuseType(contentType);
		fail("invalid_json");
	}
	if (isDeeperThan(body, MAX_DEPTH)) fail("invalid_json", { message: `The request body is nested deeper than ${MAX_DEPTH} levels.` });
	return body ?? void 0;
}
/** What `curl --data` says of whatever it sends. */
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const refuseType = (contentType) => fail("unsupported_media_type", { message: `Send the request body as application/json, not ${printable(contentType)}.` });
const printable = (text) => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
function isDeeperThan(value, levels) {
	if (typeof value !== "object" || value === null) return false;
	if (levels === 0) return true;
	return Object.values(value).some((entry) => isDeeperThan(entry, levels - 1));
}
/** Path parameters; an id of the wrong form cannot name anything, so it is 404 like a missing one (D6). */
function readParams(schema, raw) {
	if (!schema) return {};
	const issues = new Issues();
	const params = readObject(schema, raw, "", issues, "create");
	if (issues.list.length > 0) fail("not_found");
	return params;
}
/** Query parameters: text becomes what the schema says; lists are comma separated or repeated (D17). */
function readQuery(schema, raw, issues) {
	if (!schema) return {};
	return readObject(schema, coerceQuery(schema, raw, issues), "query", issues, "create");
}
function coerceQuery(schema, raw, issues) {
	const coerced = {};
	for (const [name, property] of Object.entries(schema.properties ?? {})) for (const key of [name, property["x-alias"]]) if (key !== void 0 && Object.hasOwn(raw, key)) coerced[key] = coerce(property, raw[key], `query.${key}`, issues);
	return coerced;
}
function coerce(schema, value, path, issues) {
	if (schema.type === "array") return [value].flat().flatMap((text) => text === "" ? [] : String(text).split(","));
	if (Array.isArray(value)) {
		const [first, ...others] = value;
		if (others.some((other) => other !== first)) issues.add(path, "must be given once");
		return coerce(schema, first, path, issues);
	}
	if (schema.type === "boolean" && /^(true|false)$/i.test(String(value))) return /^true$/i.test(String(value));
	if (schema.type === "number" && /^-?\d+(\.\d+)?$/.test(String(value))) return Number(value);
	return value;
}
/**
* The body as the handler gets it. `current` is the stored object of an update, as the wire shows it (D9, D11).
*/
function readBody(route, body, query, issues, current) {
	const schema = route.body;
	if (!schema) return void 0;
	if (schema.type !== "object") return readList(schema, body, issues);
	const merged = withQueryFields(schema, Array.isArray(body) && body.length === 0 ? void 0 : body, query, issues);
	if (merged === void 0 && needsBody(route)) fail("body_required");
	const fields = merged ?? {};
	if (!isObject(fields)) fail("invalid_parameter", { errors: [{
		path: "",
		message: "the body must be a JSON object"
	}] });
	const read = readObject(schema, fields, "", issues, route.update ? "update" : "create", current);
	if (issues.list.length === 0) for (const path of onlyUnknownFields(schema, fields)) issues.add(path, NOTHING_TO_DO);
	return read;
}
function readList(schema, body, issues) {
	if (body === void 0) fail("body_required");
	const read = readValue(schema, body, "", issues);
	if (issues.list.length === 0) refuseEmptyEntries(schema, body, issues);
	return read;
}
/** Of a list of changes each entry is a change. */
function refuseEmptyEntries({ items }, body, issues) {
	if (!items?.["x-update"] || !Array.isArray(body)) return;
	for (const [i, entry] of body.entries()) for (const path of onlyUnknownFields(items, entry)) issues.add(`[${i}].${path}`, NOTHING_TO_DO);
}
const NOTHING_TO_DO = "is not a field that this operation takes, and nothing else was sent";
/** Some fields may travel in the query instead (D17); given twice with different values they are refused. */
function withQueryFields(schema, body, query, issues) {
	const properties = Object.entries(schema.properties ?? {}).filter(([, p]) => p["x-or-in-query"]);
	if (properties.length === 0 || body !== void 0 && !isObject(body)) return body;
	const fromQuery = coerceQuery({ properties: Object.fromEntries(properties) }, query, issues);
	for (const [name, value] of Object.entries(fromQuery)) {
		const inBody = body?.[name];
		if (inBody !== void 0 && inBody !== null && !isDeepStrictEqual(String(inBody), String(value))) {
			issues.conflicting = true;
			issues.add(name, "differs between query and body");
		}
	}
	return Object.keys(fromQuery).length > 0 ? {
		...fromQuery,
		...body
	} : body;
}
/** The one error that names everything that is wrong with a request. */
function refusalOf(issues) {
	const [first] = issues.list;
	const message = issues.list.length === 1 && first ? `${first.path} ${first.message}`.trim() : void 0;
	return new AppError(issues.conflicting ? "conflicting_alias" : "invalid_parameter", {
		...message ? { message } : {},
		errors: issues.list
	});
}
//#endregion
//#region packages/server/src/http/call-input.ts
/** Path, body syntax, then fields. Only what an update is compared with, and a refusal, have to be waited for. */
function readInput(ctx, route, handler, options, request) {
	const body = parseBody(request.body, request.headers["content-type"]);
	const params = readParams(route.params, request.params);
	assertWithinLimits(ctx.principal, params);
	const read = (current) => {
		const input = readFields(route, request, params, body, current);
		return "refused" in input ? refuseFields(ctx, route, options, params, input.refused) : input;
	};
	return route.update && handler.current ? handler.current(ctx, { params }).then(read) : read();
}
function readFields(route, request, params, raw, current) {
	const rawQuery = request.query;
	const issues = new Issues();
	try {
		const query = readQuery(route.query, rawQuery, issues);
		const body = readBody(route, raw, rawQuery, issues, current);
		return issues.list.length === 0 ? {
			params,
			query,
			body
		} : { refused: refusalOf(issues) };
	} catch (error) {
		return { refused: error };
	}
}
/** A missing object of the path goes before wrong fields (D31). */
async function refuseFields(ctx, route, options, params, refused) {
	if (route.params && !route.update) await options.locate?.(ctx, params);
	throw refused;
}
//#endregion
//#region packages/server/src/http/event-stream.ts
/** More than this waiting for a client that does not read: it is cut off, and resumes where it was (D93). */
const MAX_WAITING_BYTES = 1048576;
function streamRequest(request, reply, revalidate) {
	const header = request.headers["last-event-id"];
	return {
		lastEventId: typeof header === "string" && header !== "" ? header : void 0,
		revalidate,
		open: () => openOutlet(request, reply)
	};
}
function openOutlet(request, reply) {
	request.leaveForStream();
	const { raw } = reply.hijack();
	const headers = Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== void 0));
	raw.writeHead(200, {
		...headers,
		"content-type": "text/event-stream; charset=utf-8",
		"x-accel-buffering": "no"
	});
	raw.flushHeaders();
	raw.socket?.setNoDelay(true);
	raw.on("error", () => void 0);
	raw.on("close", () => request.leaveQueue());
	return {
		write(bytes) {
			if (raw.destroyed || raw.writableEnded) return;
			raw.write(bytes);
			if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
		},
		drained() {
			if (raw.destroyed || !raw.writableNeedDrain) return Promise.resolve();
			return new Promise((resolve) => {
				const done = () => {
					raw.off("drain", done);
					raw.off("close", done);
					resolve();
				};
				raw.on("drain", done);
				raw.on("close", done);
			});
		},
		end: () => void raw.end(),
		onClose(callback) {
			if (raw.destroyed) callback();
			else raw.on("close", callback);
		},
		get isOpen() {
			return !raw.destroyed && !raw.writableEnded;
		}
	};
}
//#endregion
//#region packages/server/src/http/file-answer.ts
/** An answer that is a file: a text that is written part by part, so that its length costs time and no memory. */
var FileAnswer = class FileAnswer {
	#first;
	#rest;
	#mediaType;
	#name;
	constructor(first, rest, mediaType, name) {
		this.#first = first;
		this.#rest = rest;
		this.#mediaType = mediaType;
		this.#name = name;
	}
	/** The first part is there before the answer begins: what goes wrong until then is answered as usual. */
	static async of(parts, mediaType, name) {
		const rest = parts[Symbol.asyncIterator]();
		const first = await rest.next();
		return new FileAnswer(first.done ? "" : first.value, rest, mediaType, name);
	}
	send(reply) {
		return reply.header("content-type", `${this.#mediaType}; charset=utf-8`).header("content-disposition", `attachment; filename="${this.#name}"`).header("x-content-type-options", "nosniff").send(Readable.from(this.#parts(), { objectMode: false }));
	}
	async *#parts() {
		if (this.#first !== "") yield this.#first;
		for (let part = await this.#rest.next(); !part.done; part = await this.#rest.next()) if (part.value !== "") yield part.value;
	}
};
//#endregion
//#region packages/server/src/http/guess-limit.ts
/** Refusals an hour that give away something of another account: enough for typing errors, not for trying out (D122). */
const BY_ACCOUNT = 10;
/** Several people behind one address make mistakes, too. */
const BY_NETWORK = 30;
const HOUR_MS = 36e5;
/** A stranger has only the network, and at a sign-up no reason for more mistakes than one person makes. */
function limitsFor({ principal, network }) {
	const limit = (kind, value, max) => ({
		kind,
		value,
		max,
		windowMs: HOUR_MS
	});
	if (!principal) return [limit("guess-network", network, BY_ACCOUNT)];
	return [limit("guess-account", String(principal.ownerAccountId), BY_ACCOUNT), limit("guess-network", network, BY_NETWORK)];
}
/**
* Runs a call whose refusal shows that somebody else has an account or a lock. Refusals are counted for all processes,
* after the call and what it changed were undone; with too many of them the call is not even looked at.
*/
async function withGuessLimit(ctx, turns, work) {
	const limits = limitsFor(ctx);
	return inTurn(turns, ctx.principal ? `account ${ctx.principal.ownerAccountId}` : ctx.network, async () => {
		const retryAfterSeconds = await retryAfterOf(ctx, limits);
		if (retryAfterSeconds !== void 0) throw new AppError("rate_limited", { retryAfterSeconds });
		let isGuess = false;
		const noteRefusal = (error) => {
			isGuess ||= error instanceof AppError && error.detail.isGuess === true;
		};
		try {
			return await work(noteRefusal);
		} catch (error) {
			noteRefusal(error);
			throw error;
		} finally {
			if (isGuess) await countAttempt(ctx, limits);
		}
	});
}
/** Otherwise a thousand calls at once would all be answered before the first is counted. */
async function inTurn(turns, key, work) {
	const mine = (turns.get(key) ?? Promise.resolve()).then(work, work);
	const settled = mine.catch(() => void 0);
	turns.set(key, settled);
	try {
		return await mine;
	} finally {
		if (turns.get(key) === settled) turns.delete(key);
	}
}
//#endregion
//#region packages/server/src/http/idempotency.ts
const KEEP_MS = 864e5;
/** Checks the header; absent means the caller does not ask for it (D29). */
function readIdempotencyKey(header) {
	if (header === void 0) return void 0;
	if (typeof header === "string" && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
	return fail("invalid_parameter", { errors: [{
		path: "header.Idempotency-Key",
		message: "must be 1 to 255 visible ASCII characters"
	}] });
}
/** What makes two requests the same: method, path, query and body. */
function fingerprintOf(method, url, body) {
	return createHash("sha256").update(`${method} ${url}\n`).update(body ?? "").digest("hex");
}
/**
* Runs `work` once per key: its first part before the transaction, what that answers in it. The change and the stored
* answer commit together, so a crash leaves either both or neither, and a repeated request is either answered from the
* store or done for the first time.
*/
async function once$1(ctx, inFlight, request, work, refusal) {
	const flightKey = `${ctx.principal.tokenId} ${request.key}`;
	const known = await find$2(ctx, request);
	if (known) return {
		answer: known,
		replayed: true
	};
	if (inFlight.has(flightKey)) fail("idempotency_in_progress");
	inFlight.add(flightKey);
	try {
		const act = await work();
		return await inTransaction(ctx, async (tx) => {
			await lockKey(tx, flightKey);
			const finished = await find$2(tx, request);
			if (finished) return {
				answer: finished,
				replayed: true
			};
			const answer = await act(tx);
			await store(tx, request, answer);
			return {
				answer,
				replayed: false
			};
		});
	} catch (error) {
		const answer = refusal(error);
		if (!answer) throw error;
		await store(ctx, request, answer);
		return {
			answer,
			replayed: false
		};
	} finally {
		inFlight.delete(flightKey);
	}
}
/**
* 401, 429 and 5xx say nothing about the request itself and are not kept; nor is a clash with a running twin, or that
* the caller has to prove who they are: a moment later they may have.
*/
const isWorthKeeping = (status, code) => status !== 401 && status !== 429 && status < 500 && !code.startsWith("idempotency_") && code !== "step_up_required";
async function find$2(ctx, request) {
	const row = await ctx.db.selectFrom("idempotency").selectAll().where("token_id", "=", ctx.principal.tokenId).where("key", "=", request.key).where("created_at", ">", ctx.clock.now() - KEEP_MS).executeTakeFirst();
	if (!row) return void 0;
	const sealed = ctx.sealer.open(row.answer_sealed, sealedFor(row.token_id, row.key));
	const { fingerprint, headers, body } = JSON.parse(sealed);
	if (fingerprint !== request.fingerprint) fail("idempotency_key_reused");
	return {
		status: row.status,
		headers,
		body
	};
}
/** An answer opens for the token and the key it was given to, and for no other. */
const sealedFor = (tokenId, key) => `idempotency.answer_sealed:${tokenId} ${key}`;
/** On PostgreSQL another process could be working on the same key; SQLite has one process. */
async function lockKey(ctx, flightKey) {
	if (ctx.engine !== "postgres") return;
	const { rows } = await sql`select pg_try_advisory_xact_lock(hashtextextended(${flightKey}, 0)) as free`.execute(ctx.db);
	if (!rows[0]?.free) fail("idempotency_in_progress");
}
async function store(ctx, request, answer) {
	const { tokenId } = ctx.principal;
	const { status, headers, body } = answer;
	const kept = {
		fingerprint: request.fingerprint,
		headers,
		body
	};
	const row = {
		status,
		answer_sealed: ctx.sealer.seal(JSON.stringify(kept), sealedFor(tokenId, request.key)),
		created_at: ctx.clock.now()
	};
	await ctx.db.insertInto("idempotency").values({
		token_id: tokenId,
		key: request.key,
		...row
	}).onConflict((c) => c.columns(["token_id", "key"]).doUpdateSet(row)).execute();
}
//#endregion
//#region packages/server/src/http/json-rows.ts
/**
* A list that goes over the wire part by part, so that its length costs time and no memory. The first part is there
* before the answer begins: what goes wrong until then is answered as usual.
*/
var JsonRows = class JsonRows {
	#first;
	#rest;
	constructor(first, rest) {
		this.#first = first;
		this.#rest = rest;
	}
	static async of(parts) {
		const rest = parts[Symbol.asyncIterator]();
		const first = await rest.next();
		return new JsonRows(first.done ? [] : first.value, rest);
	}
	/** The JSON text. */
	stream() {
		return Readable.from(this.#text(), { objectMode: false });
	}
	async *#text() {
		yield `[${textOf$1(this.#first)}`;
		let isEmpty = this.#first.length === 0;
		for (let part = await this.#rest.next(); !part.done; part = await this.#rest.next()) {
			if (part.value.length === 0) continue;
			yield (isEmpty ? "" : ",") + textOf$1(part.value);
			isEmpty = false;
		}
		yield "]";
	}
};
const textOf$1 = (rows) => rows.map((row) => JSON.stringify(row)).join(",");
//#endregion
//#region packages/server/src/http/refuse-while-full.ts
/** Before anything is promised: that a door was asked to move could not even be written down. */
function refuseWhileFull({ storeHealth }) {
	if (!storeHealth.isFull) return;
	storeHealth.noteFull();
	fail("storage_full");
}
//#endregion
//#region packages/server/src/http/mount.ts
/** Mounts the routes of one area. */
function mountArea(mount, routes, handlers, options = {}) {
	for (const name of Object.keys(routes)) {
		const handler = handlers[name];
		const anyHandler = typeof handler === "function" ? { apply: handler } : handler;
		mountRoute(mount, routes[name], anyHandler, options);
	}
}
/** `/a/{b}` as Fastify writes it. */
const fastifyPath = (path) => path.replaceAll(/\{(\w+)\}/g, ":$1");
function mountRoute(mount, route, handler, options) {
	const { app, gate } = mount;
	app.route({
		method: route.method,
		url: fastifyPath(route.path),
		...route.returns ? { schema: { response: { 200: route.returns } } } : {},
		onRequest: (request, reply, done) => {
			try {
				const entering = enter(gate, route, request, reply);
				if (entering instanceof Promise) entering.then(() => done(), done);
				else done();
			} catch (error) {
				done(error);
			}
		},
		...route.stream && { exposeHeadRoute: false },
		handler: handlerOf(route)(mount, route, handler, options)
	});
}
function handlerOf(route) {
	if (route.stream) return streaming;
	return route.method === "GET" ? readOnly : writing;
}
/** Once the feature opened the stream, the answer is its own; refusals before that are answered as usual. */
function streaming(mount, route, handler, options) {
	return async (request, reply) => {
		const ctx = contextOf$1(mount, request);
		const input = await readInput(ctx, route, handler, options, request);
		if (isForOperator(route)) await mount.assertStepUp(ctx, {});
		await handler.apply(ctx, input, streamRequest(request, reply, revalidatorOf(mount.gate, request)));
		return reply;
	};
}
/** What is kept as text is answered without waiting for anything: most reads are of that kind. */
function readOnly(mount, route, handler, options) {
	const forOperator = isForOperator(route);
	const sendWhenRead = async (reply, reading) => {
		const answer = await reading;
		if (answer instanceof FileAnswer) return answer.send(reply);
		if (answer instanceof JsonText) return sendText(reply, answer.text);
		return answer instanceof JsonRows ? sendText(reply, answer.stream()) : sendJson(reply, answer);
	};
	return (request, reply) => {
		const ctx = contextOf$1(mount, request);
		const input = readInput(ctx, route, handler, options, request);
		const later = async () => {
			const read = await input;
			if (forOperator) await mount.assertStepUp(ctx, {});
			return handler.apply(ctx, read);
		};
		const answer = input instanceof Promise || forOperator ? later() : handler.apply(ctx, input);
		if (!(answer instanceof JsonText)) return sendWhenRead(reply, answer);
		sendText(reply, answer.text);
	};
}
function writing(mount, route, handler, options) {
	const prepare = preparing(mount, route, handler, options);
	const answer = async (request, reply, noteRefusal) => {
		const ctx = contextOf$1(mount, request);
		refuseWhileFull(ctx);
		const key = request.principal && !route.repeatable ? readIdempotencyKey(request.headers["idempotency-key"]) : void 0;
		if (route.waits) request.leaveQueue();
		if (key === void 0) {
			const result = await (await prepare(ctx, request))(ctx);
			await ctx.changes.shown();
			return sendAnswer(route, reply, result);
		}
		const fingerprint = fingerprintOf(request.method, request.url, request.body);
		const { answer, replayed } = await once$1(ctx, mount.inFlight, {
			key,
			fingerprint
		}, async () => {
			const act = await prepare(ctx, request);
			return async (tx) => serialize(route, reply, await act(tx));
		}, (error) => {
			noteRefusal?.(error);
			return refusalToKeep(error, request.id);
		});
		await ctx.changes.shown();
		if (replayed) reply.header("idempotent-replayed", "true");
		reply.code(answer.status).headers(answer.headers);
		if (answer.body === "") return reply.send();
		return sendText(reply, answer.body);
	};
	if (!route.guessable) return (request, reply) => answer(request, reply);
	return (request, reply) => withGuessLimit(contextOf$1(mount, request), mount.turns, (note) => answer(request, reply, note));
}
/** Whatever the operator's routes do, they do it for a person who is there (D109). */
const isForOperator = ({ access }) => typeof access === "object" && access.operator === true;
/** What is done of a call before its transaction; the rest is what it answers. */
function preparing(mount, route, handler, options) {
	const forOperator = isForOperator(route);
	return async (ctx, request) => {
		if (!forOperator && !handler.staged) return async (tx) => handler.apply(tx, await readInput(tx, route, handler, options, request));
		const input = await readInput(ctx, route, handler, options, request);
		if (forOperator) await mount.assertStepUp(ctx, input.body ?? {});
		const act = handler.staged ? await handler.staged(ctx, input) : (tx) => handler.apply(tx, input);
		return (later) => inTransaction(later, async (tx) => {
			await mount.assertStillThere({
				...tx,
				fail
			});
			return act(tx);
		});
	};
}
/** Text and streams of a type pass by the serializer. */
const sendText = (reply, text) => reply.header("content-type", "application/json; charset=utf-8").send(text);
function sendAnswer(route, reply, result) {
	const body = route.async ? result.body : result;
	const operationId = route.async ? result.operationId : void 0;
	if (operationId) reply.header("operation-id", operationId);
	return route.returns ? sendJson(reply.code(200), body) : reply.code(204).send();
}
/** Fastify sends a bare string as it is, as text; as JSON it has quotes (D21). */
const sendJson = (reply, body) => typeof body === "string" ? sendText(reply, JSON.stringify(body)) : reply.send(body);
function serialize(route, reply, result) {
	const body = route.async ? result.body : result;
	const operationId = route.async ? result.operationId : void 0;
	return {
		status: route.returns ? 200 : 204,
		headers: operationId ? { "operation-id": operationId } : {},
		body: route.returns ? String(reply.serializeInput(body, "200")) : ""
	};
}
function refusalToKeep(thrown, requestId) {
	const error = toAppError(thrown);
	if (!isWorthKeeping(error.status, error.code)) return void 0;
	return {
		status: error.status,
		headers: errorHeaders(error),
		body: JSON.stringify(errorBody(error, requestId))
	};
}
//#endregion
//#region packages/server/src/http/open-connections.ts
/** Where a connection keeps the newest of its calls that are not answered yet. */
const NEWEST = Symbol("newest call");
/** A connection that is this young may have a call on its way to us. */
const YOUNG_MS = 250;
/** So long at most for calls that may be on their way, and for the rest of a head. */
const NOT_YET_HERE_MS = 1e3;
/** Whoever was told goodbye closes by then; closing before they have read it could take an answer away. */
const LINGER_MS$1 = 500;
/** Nobody has called for so long: what comes at the very moment of the goodbye could not be answered any more. */
const QUIET_MS = 100;
const LOOK_MS$2 = 5;
/**
* The connections of the API, for the day they have to end: each call that has arrived is answered, each answer says
* that it is the last, and only then the connection goes. Ended without that, as Node would do it, a call that is just
* being sent is reset, and nobody knows whether it was done.
*/
var OpenConnections = class {
	#server;
	#sockets = /* @__PURE__ */ new Set();
	#isEnding = false;
	#calledAt = 0;
	constructor(server) {
		this.#server = server;
		const opened = server instanceof Server$1 ? "secureConnection" : "connection";
		server.on(opened, (socket) => this.#follow(socket));
	}
	/** A call has arrived. */
	entered({ raw }, reply) {
		const socket = raw.socket;
		if (socket.openedAt === void 0) this.#follow(socket);
		socket[NEWEST] = reply;
		if (!this.#isEnding) return;
		this.#calledAt = performance.now();
		reply.raw.shouldKeepAlive = false;
	}
	/** It was answered. Forgotten, because it holds the whole call, and a connection may be silent for long. */
	left({ raw }, reply) {
		const socket = raw.socket;
		if (socket[NEWEST] === reply) socket[NEWEST] = void 0;
	}
	/** From now on answers say that their connection ends with them. */
	sayGoodbye() {
		this.#isEnding = true;
		for (const socket of this.#sockets) {
			const newest = socket[NEWEST];
			if (!newest) continue;
			if (newest.raw.headersSent) newest.raw.once("finish", () => socket.end());
			else newest.raw.shouldKeepAlive = false;
		}
	}
	/** Waits for what has arrived, then ends every connection; says which calls had to be cut off. */
	async end(withinMs) {
		this.sayGoodbye();
		const startedAt = performance.now();
		this.#calledAt = startedAt;
		const isOver = () => performance.now() - startedAt >= withinMs;
		while (!isOver() && this.#isBusy(performance.now() - startedAt)) await setTimeout$1(LOOK_MS$2);
		const cutOff = this.#callsUnderWay();
		await setImmediate();
		Server.prototype.close.call(this.#server);
		for (const socket of this.#sockets) if (!isUnderWay(socket)) socket.end();
		const lingerUntil = performance.now() + LINGER_MS$1;
		while (this.#sockets.size > 0 && performance.now() < lingerUntil) await setTimeout$1(LOOK_MS$2);
		this.#server.closeAllConnections();
		return cutOff;
	}
	#follow(socket) {
		socket.openedAt = performance.now();
		if (!(socket instanceof Socket)) return;
		this.#sockets.add(socket);
		socket.once("close", () => this.#sockets.delete(socket));
	}
	#isBusy(forMs) {
		const now = performance.now();
		if (this.#sockets.size > 0 && now - this.#calledAt < QUIET_MS && forMs < NOT_YET_HERE_MS) return true;
		const reading = forMs < NOT_YET_HERE_MS ? beingRead(this.#server) : void 0;
		for (const socket of this.#sockets) {
			if (isUnderWay(socket)) return true;
			if (now - (socket.openedAt ?? 0) < YOUNG_MS && forMs < NOT_YET_HERE_MS && socket.bytesRead === 0) return true;
			if (socket.bytesRead > 0 && reading?.has(socket)) return true;
		}
		return false;
	}
	#callsUnderWay() {
		const calls = {};
		for (const socket of this.#sockets) {
			const newest = isUnderWay(socket) ? socket[NEWEST] : void 0;
			if (!newest) continue;
			const call = `${newest.request.method} ${newest.request.routeOptions.url ?? "none"}`;
			calls[call] = (calls[call] ?? 0) + 1;
		}
		return calls;
	}
};
/** Answers leave in the order of their calls: with the newest all are through. */
function isUnderWay(socket) {
	const newest = socket[NEWEST];
	return newest !== void 0 && !newest.raw.writableFinished && !newest.raw.destroyed;
}
/** Connections of which Node has read a part of a call. It keeps them where its types do not show them. */
function beingRead(server) {
	const key = Object.getOwnPropertySymbols(server).find(({ description }) => description === "http.server.connections");
	const list = key && server[key];
	return new Set(list?.active?.().map(({ socket }) => socket));
}
//#endregion
//#region packages/server/src/http/request-slots.ts
/** Where the connection keeps what it holds: one look-up on an object at hand instead of one in a table of thousands. */
const HELD = Symbol("slots held");
/** One network may have this share of all places of a kind, so that slow senders and readers cannot take them all. */
const NETWORK_SHARE = 1 / 4;
/**
* Requests of one connection at the same time. Browsers and libraries wait for each answer; a packet has room for more
* than a thousand requests, whose answers would all have to be kept for a client that does not read them.
*/
const MAX_PIPELINED = 16;
/** Sweeps in the time an answer may take. */
const SWEEPS = 24;
/** Sweeps without a byte taken, after which a client makes room while others are turned away. */
const SWEEPS_UNDER_PRESSURE = 2;
/**
* Counts what is under way. Whatever becomes of a request, the end of its connection gives back what it held: answers
* that were never finished, and pipelined ones that never began, have no other end that is certain.
*/
var RequestSlots = class {
	#max;
	#share;
	#networkOf;
	#sockets = /* @__PURE__ */ new Set();
	#taken = {
		body: 0,
		work: 0
	};
	#byNetwork = {
		body: /* @__PURE__ */ new Map(),
		work: /* @__PURE__ */ new Map()
	};
	#sweeping;
	#sweep = 0;
	/** Somebody was turned away since the last sweep. */
	#isPressed = false;
	constructor({ max, answerWithinMs, networkOf }) {
		this.#max = max;
		this.#share = Math.ceil(max * NETWORK_SHARE);
		this.#networkOf = networkOf;
		this.#sweeping = setInterval(() => this.#giveUpStuck(), answerWithinMs / SWEEPS).unref();
	}
	get working() {
		return this.#taken.work;
	}
	/** Takes the place of work, or of a body where one is still to come; false when there is none left. */
	enter(request) {
		const { socket } = request.raw;
		const held = this.#heldBy(socket);
		if (held.isStreaming || held.taken.size >= MAX_PIPELINED) {
			socket.destroy();
			return false;
		}
		if (!hasBody(request)) return this.#take(request, held, "work");
		return this.#take(request, held, "body") && this.#taken.work < this.#max;
	}
	/** The body is complete: from now on the request is work; false when there is no place for it. */
	bodyArrived(request) {
		if (request.slot?.kind !== "body") return true;
		this.leave(request);
		return this.#take(request, this.#heldBy(request.raw.socket), "work");
	}
	/** Gives back what the request holds; harmless when called twice or after its connection ended. */
	leave(request) {
		const { slot } = request;
		if (slot === void 0) return;
		request.slot = void 0;
		const held = this.#heldBy(request.raw.socket);
		held.movedAt = this.#sweep;
		if (slot.kind === "stream") held.isStreaming = false;
		if (held.taken.delete(slot)) this.#giveBack(slot);
	}
	/** The answer may stay open for days: it keeps its connection to itself, and no place. */
	leaveForStream(request) {
		this.leave(request);
		const { socket } = request.raw;
		const held = this.#heldBy(socket);
		if (held.taken.size > 0) socket.destroy();
		if (!held.isOpen || socket.destroyed) return;
		request.slot = {
			kind: "stream",
			network: ""
		};
		held.taken.add(request.slot);
		held.isStreaming = true;
	}
	stop() {
		clearInterval(this.#sweeping);
	}
	#take(request, held, kind) {
		if (!held.isOpen) return true;
		const network = this.#networkOf(request);
		const mine = this.#byNetwork[kind].get(network) ?? 0;
		const hasRoom = this.#taken[kind] < this.#max && mine < this.#share;
		if (held.taken.size === 0) held.movedAt = this.#sweep;
		request.slot = {
			kind: hasRoom ? kind : "refused",
			network
		};
		held.taken.add(request.slot);
		if (hasRoom) {
			this.#taken[kind] += 1;
			this.#byNetwork[kind].set(network, mine + 1);
		} else this.#isPressed = true;
		return hasRoom;
	}
	#giveBack({ kind, network }) {
		if (kind === "refused" || kind === "stream") return;
		const left = (this.#byNetwork[kind].get(network) ?? 1) - 1;
		if (left === 0) this.#byNetwork[kind].delete(network);
		else this.#byNetwork[kind].set(network, left);
		this.#taken[kind] -= 1;
	}
	#heldBy(socket) {
		return socket[HELD] ?? this.#follow(socket);
	}
	#follow(socket) {
		const held = {
			taken: /* @__PURE__ */ new Set(),
			movedAt: this.#sweep,
			sent: 0,
			sentAt: this.#sweep,
			isStreaming: false,
			isOpen: !socket.destroyed
		};
		socket[HELD] = held;
		if (socket instanceof Socket) this.#sockets.add(socket);
		socket.once("close", () => {
			held.isOpen = false;
			this.#sockets.delete(socket);
			for (const slot of held.taken) this.#giveBack(slot);
			held.taken.clear();
		});
		return held;
	}
	/** A client that does not read its answers, or reads a byte now and then, would hold its places for ever. */
	#giveUpStuck() {
		this.#sweep += 1;
		for (const socket of this.#sockets) {
			const held = socket[HELD];
			if (!held || held.taken.size === 0 || held.isStreaming || socket.writableLength === 0) continue;
			this.#noteProgress(held, socket.bytesWritten - socket.writableLength);
			const isStuck = this.#sweep - held.movedAt > SWEEPS;
			const isInTheWay = this.#isPressed && this.#sweep - held.sentAt >= SWEEPS_UNDER_PRESSURE;
			if (isStuck || isInTheWay) socket.destroy();
		}
		this.#isPressed = false;
	}
	#noteProgress(held, sent) {
		if (sent === held.sent) return;
		held.sent = sent;
		held.sentAt = this.#sweep;
	}
};
/** GET and HEAD are worked on without their body, should there be one. */
function hasBody({ method, headers }) {
	if (method === "GET" || method === "HEAD") return false;
	const length = headers["content-length"];
	return headers["transfer-encoding"] !== void 0 || length !== void 0 && length !== "0";
}
//#endregion
//#region packages/server/src/http/serializers.ts
const made = /* @__PURE__ */ new WeakMap();
/** Many routes share a schema, and a GET has it once more as its HEAD. */
function make(schema) {
	const serialize = made.get(schema) ?? fastJsonStringify(schema);
	made.set(schema, serialize);
	return serialize;
}
/**
* Writes answers as their schema says, as Fastify does by itself; but the code for it is made at the first answer. Made
* for all routes at once it was a third of what a start takes.
*/
function serializerOf({ schema }) {
	let serialize;
	return (answer) => {
		serialize ??= make(schema);
		return serialize(answer);
	};
}
//#endregion
//#region packages/server/src/http/server-deadlines.ts
const DEADLINES = {
	headersMs: 1e4,
	requestMs: 3e4,
	checkMs: 2e3
};
/** Sets the deadlines of a server that does not listen yet. Fits https as well as http. */
function setDeadlines(server, deadlines = DEADLINES) {
	server.headersTimeout = deadlines.headersMs;
	server.requestTimeout = deadlines.requestMs;
	Object.assign(server, { connectionsCheckingInterval: deadlines.checkMs });
}
/**
* Requests that were read together with what ended their connection are not worked on: one packet has room for more than
* a thousand, and nobody would get their answers. For a server that has its listener already.
*/
function skipEndedConnections(server) {
	const listeners = server.rawListeners("request");
	server.removeAllListeners("request");
	server.on("request", (request, response) => {
		if (request.socket.destroyed) return skipRestOfPacket(request.socket);
		for (const listener of listeners) listener.call(server, request, response);
	});
}
/** What the parser takes for an answer to the head of a request: read no further. */
const READ_NO_FURTHER = 2;
/**
* Node would make objects of every other request in the packet, and an error for each of them when the connection is
* gone: a hundred connections kept the service busy for seconds. The parser is not in its types.
*/
function skipRestOfPacket(socket) {
	const { parser } = socket;
	if (parser?.onIncoming) parser.onIncoming = () => READ_NO_FURTHER;
}
/** Long enough for a client to take the answer; closing with bytes unread would take it away again. */
const LINGER_MS = 500;
const STATUS = {
	ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
	HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large"
};
/**
* Answers what is no request, or none in time, and ends the connection. Saying goodbye is not enough: a client that does
* not answer the goodbye would keep the descriptor.
*/
function refuseBroken(error, socket) {
	if (!socket.writable || error.code === "ECONNRESET") {
		socket.destroy();
		return;
	}
	const status = STATUS[error.code ?? ""] ?? "400 Bad Request";
	socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
	const timer = setTimeout(() => socket.destroy(), LINGER_MS);
	socket.once("close", () => clearTimeout(timer));
}
//#endregion
//#region packages/server/src/http/app.ts
const MAX_BODY_BYTES = 1048576;
const MAX_URL_LENGTH = 8192;
/** A client that takes longer to read one answer is cut off. */
const ANSWER_TIMEOUT_MS = 12e4;
/** The HTTP kit: everything of contract sections 1 and 3 that is not about one area. */
function createApp(options) {
	const { platform, proxies, connections, deadlines, maxRequests, isStopping, tls } = options;
	const app = Fastify({
		...tls && { https: tls.options("everybody") },
		loggerInstance: platform.log,
		logController: new LogController({ disableRequestLogging: true }),
		childLoggerFactory: (logger) => logger,
		...proxies && { trustProxy: (address, hop) => proxies.trusts(address, hop) },
		bodyLimit: MAX_BODY_BYTES,
		connectionTimeout: 0,
		keepAliveTimeout: 72e3,
		forceCloseConnections: "idle",
		genReqId: (request) => requestIdOf(request.headers["x-request-id"]),
		routerOptions: {
			ignoreTrailingSlash: true,
			maxParamLength: 200
		},
		frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
		clientErrorHandler: refuseBroken
	});
	setDeadlines(app.server, deadlines);
	skipEndedConnections(app.server);
	app.decorate("connections", new OpenConnections(app.server));
	if (connections) limitConnections(app.server, connections, connectionWatch(platform, "http"));
	if (tls) followTls(app, tls);
	if (options.promisesHttps) promiseHttps(app);
	app.setSerializerCompiler(serializerOf);
	app.decorateRequest("principal", void 0);
	app.decorateRequest("gateway", void 0);
	admitRequests(app, countRequests(app, maxRequests), isStopping);
	const observe = requestTimes(platform);
	app.addHook("onResponse", (request, reply, done) => {
		request.leaveQueue();
		app.connections.left(request, reply);
		observe(request.method, request.routeOptions.url ?? "none", reply.statusCode, reply.elapsedTime / 1e3);
		if (platform.log.isLevelEnabled("debug")) logRequest(request, reply);
		done();
	});
	app.setErrorHandler(sendError);
	return app;
}
/** Who is let in, and who is told to come back or to go elsewhere. */
function admitRequests(app, slots, isStopping) {
	const late = /* @__PURE__ */ new WeakSet();
	takeRawBodies(app, slots, late);
	app.addHook("onRequest", (request, reply, done) => {
		const hasRoom = slots.enter(request);
		app.connections.entered(request, reply);
		reply.header("x-request-id", request.id);
		reply.header("cache-control", "no-store");
		if (isStopping()) {
			if (request.slot?.kind !== "body") return done(new AppError("shutting_down"));
			late.add(request);
		}
		if (!hasRoom && !asksAboutService(request)) return done(new AppError("overloaded"));
		if (request.url.length > MAX_URL_LENGTH) return done(new AppError("invalid_parameter", { message: `The URL is longer than ${MAX_URL_LENGTH} characters.` }));
		done();
	});
}
/** Node leaves a connection whose handshake failed or took too long to whoever listens here. */
function followTls(app, tls) {
	const server = app.server;
	server.on("tlsClientError", (_error, socket) => socket.destroy());
	tls.follow(server, "everybody");
}
/** For a year: who once came over HTTPS is not led to a plain copy of the console. */
function promiseHttps(app) {
	app.addHook("onRequest", (_request, reply, done) => {
		reply.header("strict-transport-security", "max-age=31536000");
		done();
	});
}
/** Durations by route. Finding the series by its labels costs more than counting, so each is looked up once. */
function requestTimes(platform) {
	const series = /* @__PURE__ */ new Map();
	return (method, route, statusCode, seconds) => {
		const status = `${Math.floor(statusCode / 100)}xx`;
		const key = `${method} ${route} ${status}`;
		const known = series.get(key) ?? platform.metrics.httpRequests.labels({
			method,
			route,
			status
		});
		series.set(key, known);
		known.observe(seconds);
	};
}
/** D28: a caller's id is kept when it is harmless, otherwise one is made. */
function requestIdOf(header) {
	if (typeof header === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(header)) return header;
	return crypto.randomUUID();
}
function countRequests(app, max) {
	const slots = new RequestSlots({
		max,
		answerWithinMs: ANSWER_TIMEOUT_MS,
		networkOf: (request) => networkOf(request.ip)
	});
	app.decorateRequest("slot", void 0);
	app.decorateRequest("leaveQueue", function leaveQueue() {
		slots.leave(this);
	});
	app.decorateRequest("leaveForStream", function leaveForStream() {
		slots.leaveForStream(this);
	});
	app.addHook("onClose", async () => slots.stop());
	return slots;
}
/** What watches the service needs an answer most of all when there is room for nothing else. */
const SYSTEM_PATH = /^\/(health|ready|metrics)\/?(\?|$)/;
const asksAboutService = ({ method, url }) => (method === "GET" || method === "HEAD") && SYSTEM_PATH.test(url);
/** Bodies reach the routes as bytes: what counts as a body, and of which type, is decided after the access checks (D31). */
function takeRawBodies(app, slots, late) {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
		if (late.has(request)) return done(new AppError("shutting_down"));
		if (!slots.bodyArrived(request)) return done(new AppError("overloaded"));
		done(null, body);
	});
}
/** The route only: a path may hold an address token, a query a code (explain). */
function logRequest(request, reply) {
	request.log.debug({
		requestId: request.id,
		method: request.method,
		route: request.routeOptions.url ?? "none",
		status: reply.statusCode,
		accountId: request.principal?.accountId ?? request.gateway?.accountId
	}, "request");
}
const METHODS = [
	"GET",
	"HEAD",
	"PUT",
	"POST",
	"DELETE",
	"PATCH",
	"OPTIONS"
];
/**
* Unknown paths are 404, known paths with another method 405 with `Allow` (D6). Every known path takes all methods, so
* that a literal segment wins over a parameter for methods it does not have, too. Call after all routes are mounted.
*/
function answerUnknownPaths(app, routes) {
	app.setNotFoundHandler((request, reply) => sendError(new AppError("path_not_found"), request, reply));
	const byPath = Map.groupBy(routes, (route) => fastifyPath(route.path));
	for (const [url, mounted] of byPath) {
		const allowed = mounted.flatMap((route) => route.method === "GET" && !route.stream ? ["GET", "HEAD"] : [route.method]);
		const refused = METHODS.filter((method) => !allowed.includes(method));
		const onRequest = async (_request, reply) => {
			reply.header("allow", allowed.join(", "));
			throw new AppError("method_not_allowed");
		};
		app.route({
			method: refused,
			url,
			exposeHeadRoute: false,
			onRequest,
			handler: onRequest
		});
	}
}
//#endregion
//#region packages/server/src/platform/net/rate-limit.ts
const UNLIMITED = Object.freeze({
	allowed: true,
	limit: 0,
	remaining: 0,
	resetSeconds: 0,
	retryAfterSeconds: 0
});
/** A tenth of a token added ten times is a little less than a whole one. */
const ROUNDING = 1e-9;
/** Buckets looked at, at most, to make room for a new key. */
const EVICTION_TRIES = 8;
/** A token bucket per key, in this process's memory. */
function createRateLimiter(options) {
	const { perSecond, burst, clock, maxKeys = 1e5 } = options;
	const buckets = /* @__PURE__ */ new Map();
	function refill(bucket, now) {
		const elapsedMs = Math.max(now - bucket.countedAt, 0);
		bucket.tokens = Math.min(bucket.tokens + elapsedMs * perSecond / 1e3, burst);
		bucket.countedAt = now;
	}
	/** Drops a full bucket, which forgets nothing; the least recently moved one when the first few are all in use. */
	function makeRoom(now) {
		for (let tries = 0; tries < EVICTION_TRIES; tries += 1) {
			const [key, bucket] = buckets.entries().next().value ?? [];
			if (key === void 0 || bucket === void 0) return;
			refill(bucket, now);
			buckets.delete(key);
			if (bucket.tokens >= burst || tries === 7) return;
			buckets.set(key, bucket);
		}
	}
	function bucketOf(key, now) {
		const known = buckets.get(key);
		if (known) {
			refill(known, now);
			return known;
		}
		if (buckets.size >= maxKeys) makeRoom(now);
		const bucket = {
			tokens: burst,
			countedAt: now
		};
		buckets.set(key, bucket);
		return bucket;
	}
	return {
		take(key) {
			if (perSecond === 0) return UNLIMITED;
			const bucket = bucketOf(key, clock.now());
			const allowed = bucket.tokens + ROUNDING >= 1;
			if (allowed) bucket.tokens = Math.max(bucket.tokens - 1, 0);
			return {
				allowed,
				limit: burst,
				remaining: Math.floor(bucket.tokens + ROUNDING),
				resetSeconds: Math.ceil((burst - bucket.tokens) / perSecond - ROUNDING),
				retryAfterSeconds: allowed ? 0 : Math.max(Math.ceil((1 - bucket.tokens) / perSecond - ROUNDING), 1)
			};
		},
		get size() {
			return buckets.size;
		}
	};
}
//#endregion
//#region packages/server/src/compose/rate-limits.ts
/** How often callers may ask, for one listener. */
function rateLimits({ rate }, { clock }) {
	const limiter = (perSecond, burst) => createRateLimiter({
		perSecond,
		burst,
		clock,
		maxKeys: 1e4
	});
	return {
		tokenRate: limiter(rate.tokenPerSecond, rate.tokenBurst),
		accountRate: limiter(rate.accountPerSecond, rate.accountBurst),
		addressRate: limiter(rate.ipPerSecond, rate.ipBurst)
	};
}
//#endregion
//#region packages/server/src/compose/bridge.ts
/** Programs of the bridge are few, and each asks one thing at a time. */
const MAX_REQUESTS = 256;
const MAX_CONNECTIONS = 512;
const MAX_CONNECTIONS_PER_ADDRESS = 64;
/** Undefined where it is switched off, as it is unless told. */
async function createBridge(config, platform, system, isStopping) {
	if (!config.bridge.enabled) return void 0;
	const { default: nacl } = await import("tweetnacl");
	const directory = createBridgeDirectory(system, nacl.secretbox.open);
	const callbacks = createBridgeCallbacks(platform, system.db, async () => new Set((await directory.all()).map(({ accountId }) => accountId)));
	const app = createApp({
		platform,
		connections: {
			total: MAX_CONNECTIONS,
			perAddress: MAX_CONNECTIONS_PER_ADDRESS,
			isGateway: () => false
		},
		maxRequests: MAX_REQUESTS,
		isStopping
	});
	mountFace(app, {
		system,
		directory,
		rates: rateLimits(config, platform)
	});
	return {
		app,
		async start() {
			directory.start();
			await callbacks.start();
			await app.ready();
		},
		async stop() {
			await callbacks.stop();
			directory.stop();
		}
	};
}
//#endregion
//#region packages/server/src/devices/bus/device-listener.ts
/** The TCP connections below TLS ones. */
const wires = /* @__PURE__ */ new WeakMap();
/** What carries the bytes: itself, or the TCP connection below a TLS one, which alone can be reset. */
const wireOf = (socket) => wires.get(socket) ?? socket;
/** The server devices connect to, in clear text or with TLS. */
function createDeviceServer(tls, events) {
	if (!tls) return createServer({ noDelay: true }, events.connected);
	const { files, certificates } = tls;
	const server = createServer$1({
		...files.options("devices"),
		noDelay: true,
		requestCert: certificates !== void 0,
		rejectUnauthorized: certificates === "required"
	});
	files.follow(server, "devices");
	const open = /* @__PURE__ */ new Map();
	server.on("connection", (wire) => {
		const ends = endsOf(wire);
		open.set(ends, wire);
		wire.once("close", () => open.delete(ends));
	});
	server.on("secureConnection", (socket) => {
		const wire = open.get(endsOf(socket));
		if (wire) wires.set(socket, wire);
		events.connected(socket);
	});
	server.on("tlsClientError", (error, socket) => {
		socket.destroy();
		events.failed(error);
	});
	return server;
}
const endsOf = ({ localAddress, localPort, remoteAddress, remotePort }) => [
	localAddress,
	localPort,
	remoteAddress,
	remotePort
].join(" ");
/**
* A certificate adds to the password, it does not replace it: a device signs with what it got together with the
* password. So none is fine here (the handshake has refused it where one is required), and one that is shown must be of
* a known authority and name this device: by its user name, or by its device id, which outlives its credentials.
*/
function certificateFits(socket, { username, deviceId }) {
	if (!(socket instanceof TLSSocket)) return true;
	const shown = socket.getPeerX509Certificate();
	if (!shown) return true;
	const names = namesIn(shown.subject, shown.subjectAltName);
	return socket.authorized && names.some((name) => name === username.toLowerCase() || name === deviceId.toLowerCase());
}
/** The common name and the alternative names, in small letters. A name with odd letters is quoted and fits nobody. */
function namesIn(subject, alternatives) {
	const common = subject.split("\n").filter((part) => part.startsWith("CN="));
	const others = (alternatives ?? "").split(", ").filter((part) => /^(DNS|URI):/.test(part));
	return [...common.map((part) => part.slice(3)), ...others.map((part) => part.slice(4))].map((name) => name.toLowerCase());
}
//#endregion
//#region packages/server/src/devices/bus/topic-filter.ts
/** Does an MQTT topic filter (with `+` and `#`) cover the topic? */
function topicMatches(filter, topic) {
	const levels = topic.split("/");
	const wanted = filter.split("/");
	for (const [i, level] of wanted.entries()) {
		if (level === "#") return true;
		if (i >= levels.length || level !== "+" && level !== levels[i]) return false;
	}
	return wanted.length === levels.length;
}
//#endregion
//#region packages/server/src/devices/bus/live-connections.ts
/** Who is connected. aedes keeps such a table too, but loses entries when clients replace each other quickly. */
var LiveConnections = class {
	#byUsername = /* @__PURE__ */ new Map();
	/** Several only while a device changes its credentials; the newest last. */
	#byDevice = /* @__PURE__ */ new Map();
	/** Each user name has one connection: returns the one that has to give way. */
	add(connection) {
		const { username, deviceId } = connection.principal;
		const previous = this.#byUsername.get(username);
		if (previous) this.remove(previous);
		this.#byUsername.set(username, connection);
		this.#byDevice.set(deviceId, [...this.#byDevice.get(deviceId) ?? [], connection]);
		return previous;
	}
	remove(connection) {
		const { username, deviceId } = connection.principal;
		if (this.#byUsername.get(username) === connection) this.#byUsername.delete(username);
		const others = this.#byDevice.get(deviceId)?.filter((other) => other !== connection) ?? [];
		if (others.length > 0) this.#byDevice.set(deviceId, others);
		else this.#byDevice.delete(deviceId);
	}
	withUsername(username) {
		return this.#byUsername.get(username);
	}
	/** The device's newest connection that subscribed to the topic, and how it wants its messages. */
	listening(deviceId, topic) {
		for (const connection of this.#byDevice.get(deviceId)?.toReversed() ?? []) {
			if (connection.client.closed) continue;
			const granted = [...connection.filters].filter(([filter]) => topicMatches(filter, topic));
			if (granted.length > 0) return {
				connection,
				qos: granted.some(([, qos]) => qos === 1) ? 1 : 0
			};
		}
	}
	all() {
		return [...this.#byUsername.values()];
	}
};
/** Ends a connection. Its will, if it did not say goodbye, has been handed over when this resolves. */
const closeConnection = (connection) => new Promise((resolve) => connection.client.close(() => resolve()));
//#endregion
//#region packages/server/src/devices/bus/embedded-gate.ts
/** A link that broke silently is noticed after one and a half of these; without an upper limit it never would be. */
const KEEP_ALIVE_S = {
	min: 5,
	max: 120
};
/** CONNACK return codes (MQTT 3.1.1, 3.2.2.3). */
const RETURN_CODE = {
	clientId: 2,
	failure: 3,
	credentials: 4,
	keepAlive: 5,
	will: 5,
	certificate: 5
};
/** What somebody with MQTT 5 is told (D140); CONNACK of MQTT 5, 3.2. */
const HINT = Buffer.from("This broker speaks MQTT 3.1.1: set the protocol version of the client to 4.");
const UNSUPPORTED_VERSION = Buffer.concat([Buffer.from([
	32,
	HINT.length + 6,
	0,
	132,
	HINT.length + 3,
	31,
	0,
	HINT.length
]), HINT]);
function createGate(handlers, live) {
	const connections = /* @__PURE__ */ new WeakMap();
	const logins = createLogins(handlers, live, connections);
	return {
		connectionOf: (client) => connections.get(client),
		revoke: logins.revoke,
		hooks: {
			preConnect: logins.preConnect,
			authenticate: logins.authenticate,
			authorizePublish: publishHook(handlers, connections),
			authorizeSubscribe: subscribeHook(handlers, connections)
		}
	};
}
/** Who may come in. */
function createLogins(handlers, live, connections) {
	const requests = /* @__PURE__ */ new WeakMap();
	const checks = createChecks(handlers);
	/** Resolves to the reason for turning the client away, or to undefined. */
	async function admit(client, username = "", password) {
		const request = requests.get(client);
		if (!request || password === void 0) return "credentials";
		const flaw = findFlaw(request, username);
		if (flaw) return flaw;
		const principal = await checks.authenticate(username, password.toString("utf8"));
		if (!principal) return "credentials";
		if (!certificateFits(client.conn, principal)) return "certificate";
		const rights = handlers.rights(principal);
		if (request.will && whyNotPublish(rights, request.will)) return "will";
		if (!client.closed) await register({
			principal,
			rights,
			client
		}, live, connections);
	}
	return {
		revoke: checks.revoke,
		preConnect(client, packet, done) {
			if ((packet.protocolVersion ?? 4) > 4) {
				handlers.refused("connect", {
					reason: "protocol",
					username: cut(packet.username)
				});
				client.conn.end(UNSUPPORTED_VERSION, () => done(/* @__PURE__ */ new Error("unsupported protocol version"), false));
				return;
			}
			const { clientId, keepalive = 0, will } = packet;
			requests.set(client, {
				clientId,
				keepalive,
				will
			});
			packet.clean = true;
			if (packet.username) packet.clientId = packet.username;
			done(null, true);
		},
		authenticate(client, username, password, done) {
			const refuse = (reason) => {
				handlers.refused("connect", {
					reason,
					username: cut(username)
				});
				done(connackError(reason), false);
			};
			admit(client, username, password).then((reason) => reason ? refuse(reason) : done(null, true), () => refuse("failure"));
		}
	};
}
/** Passwords that are being checked now, so that a revocation meanwhile counts for them too. */
function createChecks(handlers) {
	const beingChecked = /* @__PURE__ */ new Set();
	return {
		async authenticate(username, password) {
			const login = {
				username,
				isRevoked: false
			};
			beingChecked.add(login);
			try {
				const principal = await handlers.authenticate(username, password);
				return login.isRevoked ? void 0 : principal;
			} finally {
				beingChecked.delete(login);
			}
		},
		revoke(username) {
			for (const login of beingChecked) if (login.username === username) login.isRevoked = true;
		}
	};
}
async function register(login, live, connections) {
	const socket = login.client.conn;
	const connection = {
		...login,
		socket,
		filters: /* @__PURE__ */ new Map(),
		unconfirmed: []
	};
	connections.set(login.client, connection);
	socket.once("close", () => forget$1(connection, live));
	const previous = live.add(connection);
	if (previous) await closeConnection(previous);
}
/** Messages are handed over here, not in `published`: only here they still have the order they arrived in. */
const publishHook = (handlers, connections) => (client, packet, done) => {
	const connection = client ? connections.get(client) : void 0;
	if (!connection) return done(/* @__PURE__ */ new Error("only a device may publish"));
	const reason = whyNotPublish(connection.rights, packet);
	if (reason) {
		const { username } = connection.principal;
		handlers.refused("publish", {
			reason,
			username,
			topic: cut(packet.topic)
		});
		return done(/* @__PURE__ */ new Error(`publish refused: ${reason}`));
	}
	packet.retain = false;
	handlers.message({
		topic: packet.topic,
		payload: Buffer.from(packet.payload),
		retained: false
	});
	const pauseMs = handlers.pauseAfter?.(packet.topic) ?? 0;
	if (pauseMs > 0) setTimeout(done, pauseMs).unref();
	else done();
};
const subscribeHook = (handlers, connections) => (client, subscription, done) => {
	const connection = connections.get(client);
	if (!connection?.rights.subscribe(subscription.topic)) {
		const username = connection?.principal.username;
		handlers.refused("subscribe", {
			reason: "topic",
			username,
			topic: cut(subscription.topic)
		});
		return done(null, null);
	}
	const qos = subscription.qos > 0 ? 1 : 0;
	connection.filters.set(subscription.topic, qos);
	done(null, {
		...subscription,
		qos
	});
};
/** Names from strangers reach logs; a packet has room for thousands of characters. */
const cut = (text) => text?.slice(0, 200);
/** What is wrong with a login before anybody has looked at its password. */
function findFlaw({ clientId, keepalive }, username) {
	if (username === "") return "credentials";
	if (clientId !== "" && clientId !== username && !clientId.startsWith(`${username}-`)) return "clientId";
	return keepalive < KEEP_ALIVE_S.min || keepalive > KEEP_ALIVE_S.max ? "keepAlive" : void 0;
}
function whyNotPublish(rights, packet) {
	if (packet.topic.startsWith("$SYS/") || !rights.publish(packet.topic)) return "topic";
	return Buffer.byteLength(packet.payload) > 8192 ? "tooLarge" : void 0;
}
function connackError(reason) {
	return Object.assign(/* @__PURE__ */ new Error(`connection refused: ${reason}`), { returnCode: RETURN_CODE[reason] });
}
function forget$1(connection, live) {
	live.remove(connection);
	for (const endWait of connection.unconfirmed.splice(0)) endWait();
}
//#endregion
//#region packages/server/src/devices/bus/frame-limit.ts
/**
* Lets the parser behind a connection read only what `allows` approves of; otherwise ends the connection. The parser
* would collect a packet of up to 256 MB, and take apart tens of thousands of tiny ones that came together before anybody
* is asked again, both also from a client that has not logged in.
*/
function limitFrames(socket, allows) {
	const framesIn = frameWalker();
	const read = socket.read;
	socket.read = (size) => {
		const chunk = read.call(socket, size);
		if (chunk === null || allows(framesIn(chunk))) return chunk;
		socket.destroy();
		return null;
	};
}
const PUBLISH = 3;
function countPacket(frames, typeByte) {
	frames.packets += 1;
	if (typeByte >> 4 !== PUBLISH) frames.control += 1;
}
/** Walks a byte stream packet by packet. */
function frameWalker() {
	let bodyLeft = 0;
	let length = 0;
	/** The weight of the next length group; 0 where a type byte is due. */
	let weight = 0;
	return (chunk) => {
		const frames = {
			largest: 0,
			packets: 0,
			control: 0
		};
		for (let i = 0; i < chunk.length;) {
			if (bodyLeft > 0) {
				const skipped = Math.min(bodyLeft, chunk.length - i);
				bodyLeft -= skipped;
				i += skipped;
				continue;
			}
			const byte = chunk.readUInt8(i++);
			if (weight === 0) {
				countPacket(frames, byte);
				length = 0;
				weight = 1;
				continue;
			}
			length += (byte & 127) * weight;
			frames.largest = Math.max(frames.largest, length);
			const isLast = byte < 128;
			weight = isLast ? 0 : weight * 128;
			bodyLeft = isLast ? length : 0;
		}
		return frames;
	};
}
//#endregion
//#region packages/server/src/devices/bus/embedded-bus.ts
/** Topic, client id, credentials and headers around a payload, or a will and them in CONNECT. */
const MAX_PACKET_BYTES = LDP_MAX_BYTES + 1024;
/** What a client may say before it is logged in; the broker would keep no more for later. */
const MAX_EARLY_PACKETS = 42;
/** Packets that are no messages, which have limits of their own: pings, subscriptions, confirmations. */
const CONTROL_RATE = {
	perSecond: 200,
	burst: 1e3
};
const STOP_WITHIN_MS$1 = 2e3;
const CONNECT_WITHIN_MS = 1e4;
/**
* A broker inside the process, for MQTT 3.1.1 over TCP or TLS. It keeps nothing: no session, no queue, no retained message.
* A command goes to a live connection or nowhere (D25).
*/
function createEmbeddedBus(options) {
	const live = new LiveConnections();
	let running;
	let port = options.port;
	return {
		get url() {
			return `${options.tls ? "mqtts" : "mqtt"}://${reachableHost(options.host)}:${port}`;
		},
		trust: options.tls && (() => pinned(options.tls)),
		async start(handlers) {
			running = await listen$1(options, handlers, live);
			port = running.server.address().port;
			handlers.link(true);
		},
		async publishLive(deviceId, topic, payload, { expiresInMs }) {
			const listener = live.listening(deviceId, topic);
			if (!listener) return "offline";
			const { connection, qos } = listener;
			if (qos === 1) resetUnlessConfirmed(connection, Math.max(expiresInMs, options.minConfirmWaitMs ?? 2e3));
			return write$1(connection, {
				cmd: "publish",
				topic,
				payload,
				qos,
				retain: false,
				dup: false
			});
		},
		async disconnect(username) {
			running?.gate.revoke(username);
			const connection = live.withUsername(username);
			if (connection) await closeConnection(connection);
		},
		unconfirmed: () => live.all().reduce((sum, connection) => sum + connection.unconfirmed.length, 0),
		async stop() {
			const stopping = running;
			running = void 0;
			if (!stopping) return;
			const closed = once(stopping.server, "close");
			stopping.server.close();
			const orderly = Promise.all(live.all().map(closeConnection));
			await Promise.race([orderly, setTimeout$1(STOP_WITHIN_MS$1 / 2, void 0, { ref: false })]);
			const brokerClosed = new Promise((resolve) => stopping.broker.close(() => resolve()));
			await Promise.race([brokerClosed, setTimeout$1(STOP_WITHIN_MS$1 / 2, void 0, { ref: false })]);
			for (const socket of stopping.sockets) socket.destroy();
			await closed;
		}
	};
}
async function listen$1(options, handlers, live) {
	const gate = createGate(handlers, live);
	const broker = await Aedes.createBroker({
		...gate.hooks,
		connectTimeout: options.connectWithinMs ?? CONNECT_WITHIN_MS,
		drainTimeout: 1e4,
		maxClientsIdLength: 256
	});
	broker.on("ack", (_packet, client) => gate.connectionOf(client)?.unconfirmed.shift()?.());
	broker.on("unsubscribe", (filters, client) => {
		for (const filter of filters) gate.connectionOf(client)?.filters.delete(filter);
	});
	const { log } = options;
	broker.on("clientError", (client, err) => log?.debug({
		clientId: client.id,
		err
	}, "device connection failed"));
	broker.on("connectionError", (_client, err) => log?.debug({ err }, "device connection failed before login"));
	broker.on("error", (err) => log?.error({ err }, "embedded broker failed"));
	const sockets = /* @__PURE__ */ new Set();
	const controlRate = createRateLimiter({
		...CONTROL_RATE,
		clock: systemClock
	});
	const server = createDeviceServer(options.tls, {
		connected: (socket) => accept(socket, {
			broker,
			gate,
			handlers,
			sockets,
			controlRate
		}),
		failed: (err) => log?.debug({ err }, "device connection failed before login")
	});
	if (options.connections) limitConnections(server, options.connections, options.onRefused ?? (() => void 0));
	try {
		server.listen(options.port, options.host);
		await once(server, "listening");
	} catch (error) {
		await new Promise((resolve) => broker.close(() => resolve()));
		throw error;
	}
	server.on("error", (err) => log?.error({ err }, "device listener failed"));
	return {
		broker,
		gate,
		server,
		sockets
	};
}
function accept(socket, { broker, gate, handlers, sockets, controlRate }) {
	sockets.add(socket);
	socket.once("close", () => sockets.delete(socket));
	const client = broker.handle(socket);
	let early = 0;
	function excessOf(frames, username) {
		if (frames.largest > MAX_PACKET_BYTES) return "tooLarge";
		if (username === void 0) {
			early += frames.packets;
			return early > MAX_EARLY_PACKETS ? "tooMany" : void 0;
		}
		for (let i = 0; i < frames.control; i++) if (!controlRate.take(username).allowed) return "tooMany";
	}
	limitFrames(socket, (frames) => {
		const username = gate.connectionOf(client)?.principal.username;
		const reason = excessOf(frames, username);
		if (reason) handlers.refused(username === void 0 ? "connect" : "publish", {
			reason,
			username
		});
		return reason === void 0;
	});
}
/** Resolves when the bytes are with the operating system; no confirmation by the device is awaited. */
function write$1({ client, socket }, packet) {
	return new Promise((resolve) => {
		const before = socket.bytesWritten;
		client.publish(packet, () => resolve(socket.bytesWritten > before ? "sent" : "offline"));
	});
}
/** A link that broke silently would deliver the message when it heals, and a device without a clock would obey it. */
function resetUnlessConfirmed(connection, withinMs) {
	const cancel = systemClock.after(withinMs, () => resetSocket(wireOf(connection.socket)));
	connection.unconfirmed.push(cancel);
}
/** Whoever is in this process knows the certificate: no authority has to vouch for it, and no name has to fit. */
const pinned = ({ files }) => ({
	ca: files.certificatePem(),
	allowPartialTrustChain: true,
	checkServerIdentity: () => void 0
});
/** Addresses that mean "all of this machine" cannot be connected to everywhere. */
function reachableHost(host) {
	if (host === "0.0.0.0") return "127.0.0.1";
	if (host === "::") return "[::1]";
	return isIPv6(host) ? `[${host}]` : host;
}
//#endregion
//#region packages/server/src/devices/bus/mosquitto-files.ts
/**
* Keeps the files in which Mosquitto looks up passwords and rights. Mosquitto has to be told to read them again
* (SIGHUP); then it also ends the connections of users who are no longer there.
*/
const createMosquittoFiles = (directory) => ({ async write(accounts) {
	const passwords = accounts.map(({ username, passwordHash }) => `${username}:${passwordHash}\n`);
	await mkdir(directory, { recursive: true });
	await replace(join(directory, "passwords"), passwords.join(""));
	await replace(join(directory, "acl"), accounts.map(rulesOf).join("\n"));
} });
/** Nobody ever sees half a file. */
async function replace(path, content) {
	await writeFile(`${path}.new`, content, { mode: 416 });
	await rename(`${path}.new`, path);
}
const rulesOf = ({ username, publish, subscribe }) => [
	`user ${username}`,
	...publish.map((filter) => `topic write ${filter}`),
	...subscribe.map((filter) => `topic read ${filter}`),
	""
].join("\n");
//#endregion
//#region packages/server/src/devices/device-watch.ts
/** At most one log line a second for each kind of refusal: a hostile device must not fill the disk. */
const LOG_EVERY_MS = 1e3;
/** Counts and logs what the device plane refused; payloads are never logged. */
function deviceWatch(platform) {
	const lastAt = /* @__PURE__ */ new Map();
	let wasLost = false;
	const warn = (what, detail) => {
		const now = platform.clock.now();
		if (now - (lastAt.get(what) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
		lastAt.set(what, now);
		platform.log.warn(detail, `device plane: ${what}`);
	};
	return {
		refused(kind, detail) {
			platform.metrics.brokerRefusals.inc({ kind });
			warn(`refused ${kind}`, detail);
		},
		link(up) {
			platform.metrics.brokerLink.set(up ? 1 : 0);
			if (!up) platform.log.warn("the link to the broker is lost: no lock can be reached until it is back");
			else if (wasLost) platform.log.info("the link to the broker is back");
			wasLost = !up;
		},
		dropped(reason, topic) {
			platform.metrics.droppedMessages.inc({ reason });
			warn(`dropped ${reason}`, { topic: topic.slice(0, 100) });
		}
	};
}
//#endregion
//#region packages/server/src/devices/ldp/ldp.ts
const hmac = (key, text) => createHmac("sha256", key).update(text).digest();
/** A command as it goes over the wire. */
function signCommand(deviceId, key, command) {
	const sig = hmac(key, commandText(deviceId, command)).toString("hex");
	return appendSignature(JSON.stringify(command), sig);
}
/** Any other signed message to a device as it goes over the wire. */
function signDownlink(deviceId, leaf, key, message) {
	const unsigned = JSON.stringify(message);
	return appendSignature(unsigned, hmac(key, downlinkText(deviceId, leaf, unsigned)).toString("hex"));
}
/** Which of the keys signed this message of the device? None: it is not the device's. */
function findSigner({ deviceId, leaf }, message, signers) {
	const parts = splitSignature(message);
	if (!parts) return void 0;
	const sent = Buffer.from(parts.sig, "hex");
	const text = uplinkText(deviceId, leaf, parts.unsigned);
	return signers.find(({ key }) => timingSafeEqual(hmac(key, text), sent));
}
const OPENER = 2;
const LOCK_ACTION = 2;
const FULL_LOCK = 6;
/** Option masks of the API (6.6). */
const OPTION = {
	force: 2,
	fullLock: 4
};
/** Opener actions that the API and the device number differently (6.6): continuous mode on and off. */
const OPENER_ACTIONS = [{
	api: 6,
	device: 4
}, {
	api: 7,
	device: 5
}];
/** An action of the API (6.6) in the device's numbering. The caller has checked that it suits the type (D61). */
function toDeviceAction(type, action, option) {
	const opt = option & OPTION.force;
	if (type === OPENER) return {
		action: OPENER_ACTIONS.find(({ api }) => api === action)?.device ?? action,
		opt
	};
	return {
		action: action === LOCK_ACTION && (option & OPTION.fullLock) !== 0 ? FULL_LOCK : action,
		opt
	};
}
/** Device errors as contract 7.5 names them, and the refusals of the protocol itself. */
const ERROR_TEXT = {
	16: "not pairing",
	17: "bad authenticator",
	18: "bad parameter",
	19: "too many users",
	32: "not authorized",
	33: "bad PIN",
	34: "bad nonce",
	35: "bad parameter",
	36: "invalid auth id",
	37: "disabled",
	38: "remote not allowed",
	39: "time not allowed",
	40: "too many PIN attempts",
	41: "too many entries",
	42: "code exists",
	43: "code invalid",
	44: "code invalid, time-out 1",
	45: "code invalid, time-out 2",
	46: "code invalid, time-out 3",
	64: "auto-unlock too recent",
	65: "position unknown",
	66: "motor blocked",
	67: "clutch failure",
	68: "motor time-out",
	69: "busy",
	70: "cancelled",
	71: "not calibrated",
	72: "motor position limit",
	73: "motor low voltage",
	74: "motor power failure",
	75: "clutch power failure",
	76: "voltage too low",
	77: "firmware update needed",
	78: "rejected",
	79: "rejected (night mode)",
	224: "not in maintenance mode",
	225: "already configured",
	226: "time-out",
	227: "no device id",
	253: "bad CRC",
	254: "bad length",
	255: "unknown",
	[LDP_REFUSAL.expired]: "command expired before it reached the device",
	[LDP_REFUSAL.duplicate]: "command repeated",
	[LDP_REFUSAL.badSignature]: "command signature not valid",
	[LDP_REFUSAL.wrongSession]: "command of an earlier connection",
	[LDP_REFUSAL.notCapable]: "not supported by this device",
	[LDP_REFUSAL.unproven]: "written, and the lock has not proven that it has it",
	[LDP_REFUSAL.neverCame]: "the command never reached the lock, and will not be carried out",
	[LDP_REFUSAL.notReached]: "the lock could not be reached, and nothing was done"
};
/** What a device's error means, for people. */
function deviceErrorText(code) {
	if (code >= 96 && code <= 111) return "door sensor error";
	return ERROR_TEXT[code] ?? `device error ${deviceErrorCode(code)}`;
}
/** How the API writes a device's error: lower-case hex (7.5). */
const deviceErrorCode = (code) => code.toString(16).padStart(2, "0");
//#endregion
//#region packages/server/src/devices/ldp/downlink.ts
/** An acknowledgement that gets lost only makes the device send its events again. */
const EVENT_ACK_LIFE_MS = 1e4;
/** The service asks again when no answer comes; until then a copy on its way has to be gone. */
const REQUEST_LIFE_MS = 1e4;
/** From the service to the devices; everything but an acknowledgement is signed. */
function createDownlink({ bus, clock, isOurs, maySend }) {
	async function publish(deviceId, leaf, payload, expiresInMs) {
		if (!(leaf === "cmd" ? maySend() : isOurs(deviceId))) return {
			status: "notDelivered",
			reason: "busLost"
		};
		const result = await bus.publishLive(deviceId, downTopic(deviceId, leaf), payload, { expiresInMs });
		return result === "sent" ? { status: "sent" } : {
			status: "notDelivered",
			reason: result
		};
	}
	const request = ({ deviceId, key }, leaf, message) => publish(deviceId, leaf, signDownlink(deviceId, leaf, key, message), REQUEST_LIFE_MS);
	return {
		async send(device, command) {
			const expiresInMs = command.expiresAt - clock.now();
			if (expiresInMs <= 0) return {
				status: "notDelivered",
				reason: "expiredInQueue"
			};
			const payload = signCommand(device.deviceId, device.key, {
				id: command.id,
				sess: device.sessionId,
				ctr: command.counter,
				iat: command.issuedAt,
				exp: command.expiresAt,
				...toDeviceAction(device.type, command.action, command.option)
			});
			return publish(device.deviceId, "cmd", payload, expiresInMs);
		},
		askAbout: (device, { id, counter: ctr }) => request(device, "ask", {
			id,
			sess: device.sessionId,
			ctr
		}),
		reconcile: (device, { section, revision: rev, set }) => request(device, "desired", {
			sess: device.sessionId,
			section,
			rev,
			set
		}),
		requestReport: (device, id) => request(device, "sync", {
			id,
			sess: device.sessionId
		}),
		async acknowledgeEvents({ deviceId }, upTo) {
			await publish(deviceId, "eack", JSON.stringify({ upTo }), EVENT_ACK_LIFE_MS);
		}
	};
}
//#endregion
//#region packages/server/src/devices/ldp/ldp-access.ts
/** What a message holds beside the entries: session, section, revision, signature and the braces. */
const ENVELOPE_BYTES = 256;
/** How many entries, from the first on, fit into one message, and their answers into another. */
function fitAccess(entries) {
	let bytes = ENVELOPE_BYTES;
	for (const [index, [id, entry]] of entries.slice(0, 64).entries()) {
		bytes += Buffer.byteLength(id) + Buffer.byteLength(JSON.stringify(entry)) + 4;
		if (bytes > 8192) return index;
	}
	return Math.min(entries.length, 64);
}
/** The digest a device reports while it holds exactly this entry; see `accessText`. */
const accessDigest = (key, entry) => createHmac("sha256", key).update(accessText$1(entry)).digest("hex").slice(0, 16);
//#endregion
//#region packages/server/src/devices/ldp/held-messages.ts
/** Of these only the newest counts. They are let in, in this order, as a device reports them when it connects. */
const NEWEST_COUNTS = [
	"presence",
	"info",
	"state"
];
const LOOK_EVERY_MS = 250;
/** Of all devices together; beyond this nothing more is kept. */
const MAX_BYTES$2 = 16777216;
/** Messages that came when their device had said too much. `release` says whether one may go in now. */
function createHeldMessages(clock, release) {
	const held = /* @__PURE__ */ new Map();
	let bytes = 0;
	let cancelTimer;
	function forget(deviceId, leaf) {
		const ofDevice = held.get(deviceId);
		bytes -= ofDevice?.get(leaf)?.payload.length ?? 0;
		ofDevice?.delete(leaf);
		if (ofDevice?.size === 0) held.delete(deviceId);
	}
	/** One of each device, then the others: nobody waits for somebody else's turn. */
	function look() {
		cancelTimer = void 0;
		for (const [deviceId, ofDevice] of [...held]) {
			const next = NEWEST_COUNTS.find((leaf) => ofDevice.has(leaf));
			const arrival = next && ofDevice.get(next);
			if (!arrival || !release(arrival)) continue;
			if (held.get(deviceId)?.get(arrival.leaf) === arrival) forget(deviceId, arrival.leaf);
		}
		plan();
	}
	function plan() {
		if (held.size > 0) cancelTimer ??= clock.after(LOOK_EVERY_MS, look);
	}
	return {
		keep(arrival) {
			const { deviceId, leaf, order, payload } = arrival;
			if (!NEWEST_COUNTS.includes(leaf)) return false;
			const known = held.get(deviceId)?.get(leaf);
			if (known && known.order > order) return true;
			if (bytes + payload.length > MAX_BYTES$2) return false;
			forget(deviceId, leaf);
			const ofDevice = held.get(deviceId) ?? /* @__PURE__ */ new Map();
			held.set(deviceId, ofDevice.set(leaf, arrival));
			bytes += payload.length;
			plan();
			return true;
		},
		supersede({ deviceId, leaf, order }) {
			const known = held.size > 0 ? held.get(deviceId)?.get(leaf) : void 0;
			if (known && known.order < order) forget(deviceId, leaf);
		},
		stop() {
			cancelTimer?.();
			held.clear();
		}
	};
}
//#endregion
//#region packages/server/src/devices/ldp/intake.ts
/** Whoever said too much is left waiting for this long: shorter than any keep-alive. */
const PAUSE_MS = 1e3;
/** A flood is over when nothing was too much for this long. */
const EPISODE_MS = 6e5;
/** Floods remembered; the one that was quiet for longest is forgotten first. */
const MAX_FLOODS = 1e4;
function createIntake(options) {
	const { limits, clock, enter, dropped, flooded } = options;
	const devices = createRateLimiter({
		perSecond: limits.devicePerSecond,
		burst: limits.deviceBurst,
		clock
	});
	const accounts = createRateLimiter({
		perSecond: limits.accountPerSecond,
		burst: limits.accountBurst,
		clock
	});
	const held = createHeldMessages(clock, (arrival) => {
		const isAllowed = devices.take(arrival.deviceId).allowed;
		if (isAllowed) enter(arrival);
		return isAllowed;
	});
	const floods = new LRUCache({ max: MAX_FLOODS });
	const silenced = new LRUCache({ max: MAX_FLOODS });
	function refuse(arrival, key, limit) {
		const now = clock.now();
		const last = floods.get(key);
		floods.set(key, now);
		if (last === void 0 || now - last > EPISODE_MS) flooded(arrival.deviceId, limit);
		if (!held.keep(arrival)) dropped(arrival);
		return false;
	}
	return {
		mayEnter(arrival) {
			const { deviceId } = arrival;
			if (!devices.take(deviceId).allowed) {
				silenced.set(deviceId, true);
				return refuse(arrival, deviceId, "device");
			}
			silenced.delete(deviceId);
			held.supersede(arrival);
			return true;
		},
		mayEnterAccount(accountId, arrival) {
			if (!accounts.take(String(accountId)).allowed) return refuse(arrival, `account ${accountId}`, "account");
			held.supersede(arrival);
			return true;
		},
		pauseAfter: (deviceId) => silenced.size > 0 && silenced.has(deviceId) ? PAUSE_MS : 0,
		stop: () => held.stop()
	};
}
//#endregion
//#region packages/server/src/devices/ldp/ldp-report.ts
const presence = Compile(UpPresence);
const info = Compile(UpInfo);
const state = Compile(UpState);
const event = Compile(UpEvent);
const eventNumber = Compile(UpEventNumber);
const ack = Compile(UpAck);
const reported = Compile(UpReported);
const auths = Compile(UpAuths);
const foreign = Compile(UpForeign);
const heldAccess = Compile(build_default.Record(build_default.String(), HeldAccess));
/** What the device says in the service's words; undefined when the message has not the shape its leaf asks for. */
function toReport(uplink) {
	return TRANSLATE[uplink.leaf](uplink);
}
const TRANSLATE = {
	presence({ deviceId, body, retained, username, isLegacy }) {
		if (!presence.Check(body)) return void 0;
		if (body.key !== username) return void 0;
		const { sess: sessionId, epoch, oldest: oldestEvent, at, minor = 0 } = body;
		return body.online ? {
			kind: "online",
			deviceId,
			sessionId,
			epoch,
			username,
			isLegacy,
			minor,
			oldestEvent,
			at,
			retained
		} : {
			kind: "offline",
			deviceId,
			sessionId
		};
	},
	info({ deviceId, body }) {
		if (!info.Check(body)) return void 0;
		const { at: _at, sig: _sig, ...told } = body;
		return {
			kind: "info",
			deviceId,
			...told
		};
	},
	state({ deviceId, body }) {
		if (!state.Check(body)) return void 0;
		return {
			kind: "state",
			deviceId,
			...numberOf(body),
			state: reportedState(body)
		};
	},
	event({ deviceId, body }) {
		if (!event.Check(body)) return eventNumber.Check(body) ? {
			kind: "unreadableEvent",
			deviceId,
			...numberOf(body)
		} : void 0;
		return {
			kind: "event",
			deviceId,
			...numberOf(body),
			event: reportedEvent(body)
		};
	},
	ack({ deviceId, body }) {
		if (!ack.Check(body)) return void 0;
		const { sess: sessionId, id: commandId, code } = body;
		if (body.phase === "accepted") return {
			kind: "commandAccepted",
			deviceId,
			sessionId,
			commandId
		};
		if (code === void 0) return void 0;
		return {
			kind: "commandResult",
			deviceId,
			sessionId,
			commandId,
			outcome: outcomeOf$3(code, body)
		};
	},
	reported({ deviceId, body }) {
		if (!reported.Check(body)) return void 0;
		const { sess: sessionId, section, rev: revision, values } = body;
		if (section === "auths" && values !== void 0 && !heldAccess.Check(values)) return void 0;
		const held = section === "auths" && values !== void 0 ? heldAll(values) : values;
		return {
			kind: "settings",
			deviceId,
			sessionId,
			section,
			revision,
			errors: body.errors.map(({ path, code }) => ({
				path,
				code,
				text: deviceErrorText(code)
			})),
			...held !== void 0 && { values: held }
		};
	},
	auths({ deviceId, body }) {
		if (!auths.Check(body)) return void 0;
		const { sess: sessionId, after, upTo } = body;
		return {
			kind: "accessPage",
			deviceId,
			sessionId,
			...after !== void 0 && { after },
			...upTo !== void 0 && { upTo },
			entries: heldAll(body.entries)
		};
	},
	foreign({ deviceId, body }) {
		if (!foreign.Check(body)) return void 0;
		const { sess: sessionId, after, upTo, codes } = body;
		return {
			kind: "foreignCodes",
			deviceId,
			sessionId,
			...after !== void 0 && { after },
			...upTo !== void 0 && { upTo },
			codes
		};
	}
};
function outcomeOf$3(code, { proof = "report" }) {
	if (code === 0) return {
		status: "succeeded",
		proof
	};
	const text = deviceErrorText(code);
	return code === LDP_REFUSAL.neverCame ? {
		status: "neverCame",
		text
	} : {
		status: "rejected",
		code,
		text
	};
}
const heldAll = (entries) => Object.fromEntries(Object.entries(entries).map(([id, held]) => [id, heldOf(held)]));
/** What a device says nothing else about it knows by its value, if it can tell a digest at all. */
const heldOf = ({ n, h, p, at }) => ({
	number: n,
	...h !== void 0 && { digest: h },
	proof: p ?? (h === void 0 ? "occupied" : "value"),
	place: at ?? "lock"
});
/** A number, and the memory it counts in where the device says so. */
const numberOf = ({ seq, epoch }) => ({
	seq,
	...epoch !== void 0 && { epoch }
});
/** Numbers beyond those of 6.5 are for the log; clients know them in no state. */
const MAX_STATE_TRIGGER = 7;
function reportedState(body) {
	const { at, mode, lock, trigger, lastAction, door, battery, nightMode } = body;
	const { keypadBatteryCritical, doorsensorBatteryCritical, rtoEndsAt } = body;
	return {
		at,
		mode,
		state: lock,
		trigger: trigger >= 0 && trigger <= MAX_STATE_TRIGGER ? trigger : 0,
		lastAction,
		doorState: door,
		batteryCharge: battery.pct,
		batteryCritical: battery.critical,
		batteryCharging: battery.charging,
		nightMode,
		...keypadBatteryCritical !== void 0 && { keypadBatteryCritical },
		...doorsensorBatteryCritical !== void 0 && { doorsensorBatteryCritical },
		...rtoEndsAt !== void 0 && { ringToOpenEnd: rtoEndsAt }
	};
}
function reportedEvent(body) {
	const { at, action, trigger, result, source, autoUnlock, name, authId, cmd, opener } = body;
	return {
		at,
		action,
		trigger,
		result,
		...source !== void 0 && { source },
		...autoUnlock !== void 0 && { autoUnlock },
		...name !== void 0 && { name },
		...authId !== void 0 && { authId },
		...cmd !== void 0 && {
			commandId: cmd,
			proof: body.proof ?? "report"
		},
		...opener !== void 0 && { opener: openerFlags(opener) }
	};
}
const openerFlags = (flags) => ({
	activeCm: flags.cm,
	activeRto: flags.rto,
	source: flags.source,
	flagGeoFence: flags.geoFence ?? false,
	flagForce: flags.force ?? false,
	flagDoorbellSuppression: flags.suppressed ?? false
});
//#endregion
//#region packages/server/src/devices/ldp/message-text.ts
/** Strict, and without swallowing a byte order mark: the signature covers every byte. */
const utf8 = new TextDecoder("utf-8", {
	fatal: true,
	ignoreBOM: true
});
function decodeText(payload) {
	try {
		return utf8.decode(payload);
	} catch {
		return;
	}
}
/** The text that was signed, and what it says; undefined when it is no JSON. */
function readMessage(payload) {
	const text = decodeText(payload);
	const body = text === void 0 ? void 0 : parseJson(text);
	return text === void 0 || body === void 0 ? void 0 : {
		text,
		body
	};
}
/** Any JSON but one with a `__proto__` member, which would change objects it is copied into. */
function parseJson(text) {
	try {
		return JSON.parse(text, (name, value) => {
			if (name === "__proto__") throw new SyntaxError("__proto__ is not allowed");
			return value;
		});
	} catch {
		return;
	}
}
//#endregion
//#region packages/server/src/devices/ldp/ordered-queues.ts
/** One queue per name: tasks of one name run in order, those of different names do not wait for each other. */
function createQueues(maxWaiting) {
	const queues = /* @__PURE__ */ new Map();
	let isClosed = false;
	async function idle() {
		await Promise.all([...queues.values()].map(({ last }) => last));
	}
	return {
		add(name, task) {
			const queue = queues.get(name) ?? {
				waiting: 0,
				last: Promise.resolve()
			};
			if (isClosed || queue.waiting >= maxWaiting) return false;
			queues.set(name, queue);
			queue.waiting += 1;
			queue.last = queue.last.then(task).finally(() => {
				queue.waiting -= 1;
				if (queue.waiting === 0) queues.delete(name);
			});
			return true;
		},
		idle,
		async close() {
			isClosed = true;
			await idle();
		}
	};
}
//#endregion
//#region packages/server/src/devices/ldp/uplink.ts
/** Messages of one device that may wait for their check; one that sends faster than that is broken or hostile. */
const MAX_WAITING$2 = 1e3;
/** From the devices to the service: what they say is counted, checked in the order it came, and passed on. */
var Uplink = class {
	#directory;
	#isHeard;
	#intake;
	#queues = createQueues(MAX_WAITING$2);
	#sink;
	#arrived = 0;
	constructor({ directory, clock, limits, isHeard }) {
		this.#isHeard = isHeard;
		this.#directory = directory;
		this.#intake = createIntake({
			limits,
			clock,
			enter: (arrival) => this.#enter(arrival),
			dropped: ({ topic }) => this.#drop("flood", topic),
			flooded: (deviceId, limit) => this.#sink?.flooded(deviceId, limit)
		});
	}
	open(sink) {
		this.#sink = sink;
	}
	receive(message) {
		if (!message.topic.startsWith(`ldp/1/`)) return false;
		const origin = parseUpTopic(message.topic);
		if (!origin) this.#drop("badTopic", message.topic);
		else if (message.payload.length > 8192) this.#drop("tooLarge", message.topic);
		else if (this.#isHeard(origin.deviceId)) {
			const arrival = {
				...origin,
				...message,
				order: ++this.#arrived
			};
			if (message.retained || this.#intake.mayEnter(arrival)) this.#enter(arrival);
		}
		return true;
	}
	pauseAfter(topic) {
		const origin = parseUpTopic(topic);
		return origin ? this.#intake.pauseAfter(origin.deviceId) : 0;
	}
	idle() {
		return this.#queues.idle();
	}
	stop() {
		this.#intake.stop();
		return this.#queues.close();
	}
	#drop(reason, topic) {
		this.#sink?.dropped(reason, topic);
	}
	#enter(arrival) {
		if (!this.#queues.add(arrival.deviceId, () => this.#check(arrival))) this.#drop("overflow", arrival.topic);
	}
	/** Believes a message only if a key of the device that its topic names signed exactly these bytes for this topic. */
	async #check(arrival) {
		const { deviceId, leaf, topic, payload, retained } = arrival;
		const signers = await this.#directory.keys(deviceId).catch(() => void 0);
		if (!signers) return this.#drop("notChecked", topic);
		const [current] = signers;
		if (!current) return this.#drop("unknownDevice", topic);
		if (!retained && !this.#intake.mayEnterAccount(current.accountId, arrival)) return;
		const read = readMessage(payload);
		if (!read) return this.#drop("badJson", topic);
		const signer = findSigner(arrival, read.text, signers);
		if (!signer) return this.#drop("badSignature", topic);
		const { username, isLegacy } = signer;
		const report = toReport({
			deviceId,
			leaf,
			body: read.body,
			retained,
			username,
			isLegacy
		});
		if (!isReadable(report)) this.#drop("badShape", topic);
		if (report) this.#sink?.report(report, current.accountId);
	}
};
const isReadable = (report) => report !== void 0 && report.kind !== "unreadableEvent";
//#endregion
//#region packages/server/src/devices/ldp/native-driver.ts
/** Drives devices that speak LDP/1: our own firmware, site agents and simulated locks. */
function createNativeDriver(options) {
	const uplink = new Uplink(options);
	return {
		kind: "native",
		start: async (sink) => uplink.open(sink),
		receive: (message) => uplink.receive(message),
		pauseAfter: (topic) => uplink.pauseAfter(topic),
		...createDownlink(options),
		fitAccess,
		accessDigest: ({ key }, entry) => accessDigest(key, entry),
		idle: () => uplink.idle(),
		stop: () => uplink.stop()
	};
}
//#endregion
//#region packages/server/src/devices/ldp/native-rights.ts
/** A device speaks LDP/1 about itself and hears what is meant for it: no wildcard but the end of its own topics. */
function nativeRights({ deviceId }) {
	const publish = new Set(UP_LEAVES.map((leaf) => upTopic(deviceId, leaf)));
	const subscribe = new Set([...DOWN_LEAVES, "#"].map((leaf) => downTopic(deviceId, leaf)));
	return {
		publish: (topic) => publish.has(topic),
		subscribe: (filter) => subscribe.has(filter)
	};
}
/** Everything a device of this family says. */
const nativeUplink = (deviceId) => upTopic(deviceId, "#");
/** The same rights as topic filters, for a broker that keeps them itself. */
const nativeTopics = (deviceId) => ({
	publish: [nativeUplink(deviceId)],
	subscribe: [downTopic(deviceId, "#")]
});
/** What the service itself does on such a broker. */
const NATIVE_SERVICE_TOPICS = {
	publish: [`${LDP_ROOT}/+/down/#`],
	subscribe: [`${LDP_ROOT}/+/up/#`]
};
//#endregion
//#region packages/server/src/features/access/delivery/dispatcher.ts
const BATCH$5 = 100;
/** More than any device takes in one message. */
const MOST_PER_CHANGE = 100;
/** The broker is unreachable; it is tried again soon. */
const LINK_RETRY_MS$1 = 1e3;
/**
* Brings what waits onto the locks that are online: one change at a time per lock, each with as much as a message holds,
* removals before everything else. A change that got no answer is sent again, with whatever is to be sent by then.
*/
function createAccessReconciler(platform, db, driver, access, ownership) {
	const system = systemContext(platform, db, 0);
	const sendAll = async (about) => {
		if (!concerns(ownership, about)) return;
		await switchDue(system);
		for (;;) {
			const due = await listDue(db, platform.clock.now(), BATCH$5, ownership.shares());
			for (const key of due) await sendPart({
				...system,
				accountId: key.account_id
			}, driver, access, key);
			if (due.length < BATCH$5) return;
		}
	};
	return createWorkLoop(platform, "access", "sending access rights to locks", sendAll, () => nextDue$2(db, ownership.shares()));
}
/** When there is something to send, or a date that is kept here begins or ends. */
async function nextDue$2(db, shares) {
	const times = [await nextDue$5(db, shares), await nextSwitch(db)].filter((at) => at !== void 0);
	return times.length === 0 ? void 0 : Math.min(...times);
}
/** One that cannot be sent, for whatever reason, must not hold up the others; it is tried again later. */
async function sendPart(ctx, driver, access, key) {
	try {
		const claimed = await claim$4(ctx, driver, access, key);
		if (claimed) await handOver$1(ctx, driver, key, claimed);
	} catch (error) {
		const { smartlock_id: smartlockId } = key;
		ctx.log.error({
			err: error,
			smartlockId
		}, "a lock could not be told its access rights");
		await update$4(ctx.db, key, { due_at: ctx.clock.now() + waitMs(0) });
	}
}
/** Takes the next part, under the lock's row: whoever else looked at it meanwhile finds it not due any more. */
const claim$4 = (ctx, driver, access, key) => inTransaction(ctx, async (tx) => {
	const now = tx.clock.now();
	const [lock] = await hold$3(tx, [key.smartlock_id]);
	const waiting = lock && await find$6(tx.db, tx.accountId, key.smartlock_id);
	if (!waiting || waiting.due_at === null || waiting.due_at > now) return void 0;
	const device = isOnline(lock.server_state) && lock.session_id !== null ? await addressOf(tx, access, lock) : void 0;
	const part = device && await nextPart(tx, driver, key);
	if (!device || !part) {
		await update$4(tx.db, key, {
			due_at: null,
			attempts: 0
		});
		return;
	}
	const revision = nextRevision(waiting.revision, now);
	const { attempts } = waiting;
	await update$4(tx.db, key, {
		revision,
		attempts: attempts + 1,
		due_at: now + waitMs(attempts)
	});
	await markSent(tx, key, part, revision);
	const set = Object.fromEntries(part.rights);
	for (const stray of part.strays) set[stray] = null;
	return {
		device,
		revision,
		set
	};
});
/** As much of what waits as one message holds; what is to go from the lock first. Undefined when nothing waits. */
async function nextPart(ctx, driver, key) {
	const strays = (await listStrays(ctx.db, key, MOST_PER_CHANGE)).map((stray) => stray.key);
	const now = ctx.clock.now();
	const waiting = await listWaiting(ctx.db, ctx.accountId, key.smartlock_id, now, MOST_PER_CHANGE);
	const rights = (await withoutEarly(ctx, waiting)).map((row) => [row.id, entryNow(ctx, row)]);
	const room = driver.fitAccess([...strays.map((stray) => [stray, null]), ...rights]);
	if (room === 0) return void 0;
	return {
		strays: strays.slice(0, room),
		rights: rights.slice(0, Math.max(0, room - strays.length))
	};
}
async function markSent(ctx, key, { strays, rights }, revision) {
	if (strays.length > 0) await markStraysSent(ctx.db, key, strays, revision);
	if (rights.length === 0) return;
	const ids = rights.map(([id]) => id);
	const operationIds = await markSent$1(ctx.db, ctx.accountId, ids, revision);
	if (operationIds.length > 0) await markSent$2(ctx, operationIds);
}
async function handOver$1(ctx, driver, key, { device, revision, set }) {
	const result = await driver.reconcile(device, {
		section: "auths",
		revision,
		set
	});
	if (result.status === "sent") return;
	await inTransaction(ctx, async (tx) => {
		const [lock] = await hold$3(tx, [key.smartlock_id]);
		if (lock?.session_id !== device.sessionId || !isOnline(lock.server_state)) return;
		if (result.reason === "offline") return loseConnection(tx, lock);
		await update$4(tx.db, key, { due_at: tx.clock.now() + LINK_RETRY_MS$1 });
	});
}
//#endregion
//#region packages/server/src/features/locks/actions/dispatcher.ts
const BATCH$4 = 100;
/**
* Hands over accepted actions that did not leave directly, asks about those that got no answer, and ends those whose time is over. An action is marked as
* sent, durably, before it leaves: if the process dies in between, it is never sent again.
*/
function createCommandDispatcher(platform, db, driver, access, ownership) {
	const system = systemContext(platform, db, 0);
	const questions = createQuestions(driver, access);
	async function pass() {
		for (;;) {
			const waiting = await queuedActions(system, BATCH$4, ownership.shares());
			const leaving = waiting.length > 0 ? await claim$3(system, access, ownership, waiting) : [];
			await Promise.all(leaving.map((command) => handOver$2(system, driver, command)));
			if (leaving.length < BATCH$4) return;
		}
	}
	const doWork = async (about) => {
		if (!concerns(ownership, about)) return;
		if (about === "all") await lookAfterSent();
		await pass();
	};
	/** What is open is asked for while it is young, and given up when its time is over. */
	async function lookAfterSent() {
		const deadline = await endOverdue(system, ownership.shares());
		if (deadline !== void 0 && questions.nextAt(system, deadline) <= system.clock.now()) await questions.ask(system, ownership.shares());
	}
	const loop = createWorkLoop(platform, "command", "handing over commands", doWork, () => nextDue$1(system, ownership.shares()), questions.idle);
	return {
		...loop,
		lineBack() {
			questions.beginAnew();
			return loop.run();
		}
	};
}
/** When something is to be handed over, or is overdue. */
async function nextDue$1(system, shares) {
	return (await queuedActions(system, 1, shares)).length > 0 ? system.clock.now() : nextDeadline(system, shares);
}
/** Holds the locks of these actions, and reads the actions again: whoever changes one has its lock. */
async function hold(tx, listed) {
	const rows = await holdAny(tx.db, new Set(listed.map(({ smartlock_id }) => smartlock_id)));
	const locks = new Map(rows.map((row) => [row.smartlock_id, row]));
	const now = await findAny(tx, new Set(listed.map(({ id }) => id)));
	return listed.flatMap(({ id }) => now.get(id) ?? []).map((operation) => ({
		operation,
		lock: locks.get(operation.smartlock_id)
	}));
}
/** Takes waiting actions: each gets the next counter of its lock's session, and is `sent` from here on. */
const claim$3 = (system, access, ownership, waiting) => inTransaction(system, async (tx) => {
	const leaving = [];
	for (const { lock, operation } of await hold(tx, waiting)) {
		if (operation.status !== "queued") continue;
		const one = await claimOne({
			...tx,
			accountId: operation.account_id
		}, access, ownership, operation, lock);
		if (one) leaving.push({
			one,
			operation
		});
	}
	const rows = leaving.map(({ operation }) => operation);
	if (rows.length > 0) await markLeaving(tx, rows, tx.clock.now() + tx.limits.actionProofMs);
	return leaving.map(({ one }) => one);
});
async function claimOne(ctx, access, ownership, operation, lock) {
	if (lock && !ownership.isOurs(lock.device_id)) return void 0;
	const now = ctx.clock.now();
	const expiresAt = operation.deadline_at ?? 0;
	const isSameConnection = lock && isOnline(lock.server_state) && lock.session_id === operation.session_id;
	const device = isSameConnection && expiresAt > now ? await addressOf(ctx, access, lock) : void 0;
	if (!device || !lock) {
		await expire(ctx, {
			lock,
			operation
		}, isSameConnection && expiresAt > now ? "The lock's credentials were revoked." : "The command could not be handed over in time.");
		return;
	}
	const { action, option } = JSON.parse(operation.payload);
	const counter = lock.session_counter + 1;
	keep$1(ctx, lock, { session_counter: counter });
	const command = {
		id: operation.id,
		action,
		option,
		counter,
		issuedAt: now,
		expiresAt
	};
	return {
		accountId: ctx.accountId,
		device,
		command
	};
}
const expire = (ctx, held, error) => finish$1(ctx, held, "expired", {
	errorCode: "ff",
	error
});
const finish$1 = (ctx, { lock, operation }, status, ending) => lock ? endAction(ctx, lock, operation, status, ending) : endActionOfNone(ctx, operation, status, ending);
/**
* Nothing waits for ever: what was not handed over is expired, what was not answered is unknown. Returns when the time of
* the next one is over.
*/
async function endOverdue(system, shares) {
	for (;;) {
		const deadline = await nextDeadline(system, shares);
		if (deadline === void 0 || deadline > system.clock.now()) return deadline;
		const overdue$1 = await overdue(system, BATCH$4, shares);
		await inTransaction(system, async (tx) => {
			for (const held of await hold(tx, overdue$1)) {
				const ctx = {
					...tx,
					accountId: held.operation.account_id
				};
				if ((held.operation.deadline_at ?? Number.POSITIVE_INFINITY) <= tx.clock.now()) await giveUp$1(ctx, held);
			}
		});
	}
}
const giveUp$1 = (ctx, held) => held.operation.status === "sent" ? finish$1(ctx, held, "unknown", {
	errorCode: "ff",
	error: "The lock did not report a result in time."
}) : expire(ctx, held, "The command could not be handed over in time.");
//#endregion
//#region packages/server/src/features/locks/credentials/broker-accounts.ts
const BATCH$3 = 1e3;
/** Credentials also end by themselves, when the grace of older ones is over. */
const POLL_MS = 6e4;
/** Changes are announced by wake-ups; the clock alone brings none. */
const nothingInSight$1 = async () => void 0;
/** Tells an external broker, through `write`, who may log in: at the start and after every change. */
function createBrokerAccounts(platform, db, write) {
	let working = Promise.resolve();
	let last;
	let isStopped = false;
	let cancelTimer = () => {};
	let unlisten = () => {};
	async function update() {
		const logins = [];
		for (let after = "";;) {
			const rows = await listLogins(db, platform.clock.now(), after, BATCH$3);
			for (const { username, device_id: deviceId, broker_hash: passwordHash } of rows) if (passwordHash !== null) logins.push({
				username,
				deviceId,
				passwordHash
			});
			if (rows.length < BATCH$3) break;
			after = rows.at(-1)?.username ?? "";
		}
		const now = logins.map(({ username }) => username).join(" ");
		if (now === last) return;
		await write(logins);
		last = now;
	}
	function look() {
		cancelTimer();
		working = working.then(() => isStopped ? void 0 : update()).catch((error) => platform.log.error({ err: error }, "writing the broker's files failed")).finally(() => {
			cancelTimer();
			if (!isStopped) cancelTimer = platform.clock.after(POLL_MS, look, nothingInSight$1);
		});
	}
	return {
		async start() {
			await update();
			unlisten = platform.wake.listen("credential", look);
			cancelTimer = platform.clock.after(POLL_MS, look, nothingInSight$1);
		},
		async stop() {
			isStopped = true;
			unlisten();
			cancelTimer();
			await working;
		}
	};
}
//#endregion
//#region packages/server/src/features/locks/notices.ts
const BATTERIES = {
	batteryCritical: "batteryCritical",
	keypadBatteryCritical: "keypadBatteryCritical",
	doorsensorBatteryCritical: "doorSensorBatteryCritical"
};
/** Which battery it is, in a mail. */
const BATTERY_PART = {
	batteryCritical: "lock",
	keypadBatteryCritical: "keypad",
	doorSensorBatteryCritical: "doorSensor"
};
/** Batteries that were not low before. A lock that never reported had none that was. */
const newlyLow = (before, now) => Object.entries(BATTERIES).filter(([field]) => isSet(now, field) && !isSet(before, field)).map(([, notice]) => notice);
const isSet = (state, field) => state?.[field] === true;
//#endregion
//#region packages/server/src/features/locks/reports/service.ts
const TOLD = [
	"driver",
	"vendor",
	"model",
	"capability"
];
/** What a lock of LDP/1.3 says about itself; one that says nothing any more is known by its type again. */
const toldColumns = (lock, { driver, vendor, model, capability }) => ({
	driver: driver ?? lock.driver,
	vendor: vendor ?? lock.vendor,
	model: model ?? lock.model,
	capability: capability ? JSON.stringify(capability) : null
});
async function applyInfo(ctx, lock, info) {
	const changed = {
		...lock,
		...infoColumns(ctx, lock, info),
		firmware_version: info.firmware,
		hardware_version: info.hardware
	};
	const told = toldColumns(lock, info);
	const isNewMaster = lock.firmware_version !== info.firmware || lock.hardware_version !== info.hardware || TOLD.some((column) => lock[column] !== told[column]);
	const isNewConfig = lock.config !== changed.config || lock.advanced_config !== changed.advanced_config;
	if (!isNewMaster && !isNewConfig) return;
	const row = change$2(ctx, lock, {
		firmware_version: changed.firmware_version,
		hardware_version: changed.hardware_version,
		config: changed.config,
		advanced_config: changed.advanced_config,
		...told,
		updated_at: ctx.clock.now()
	});
	const payload = masterdataPayload(row);
	await emit(ctx, [...isNewMaster ? [{
		feature: "DEVICE_MASTERDATA",
		smartlockId: lock.smartlock_id,
		payload
	}] : [], ...isNewConfig ? [await configEvent(ctx, row)] : []]);
	if (isNewConfig) await desireDefaultZone(ctx, row);
}
/** A timer that counts down is no news; when it ends is. */
const untimed = (state) => state.replace(/"ringToOpenTimer":\d+/, "");
/** The newest state wins, whatever order messages arrive in. */
async function applyState(ctx, lock, seq, state) {
	if (seq <= lock.state_seq) return;
	const text = JSON.stringify(state);
	const isNews = lock.state === null || untimed(lock.state) !== untimed(text);
	const low = newlyLow(stateOf(lock), state);
	const changed = change$2(ctx, lock, {
		state_seq: seq,
		state: text
	});
	if (isNews) await emit(ctx, [statusEvent(changed, low)]);
	if (low.length > 0) await warnByMail(ctx, changed, low);
}
/** Once each time a battery runs low, where the owner asked for it (4.12). */
async function warnByMail(ctx, lock, low) {
	if (!webConfigOf(lock)?.batteryWarningPerMailEnabled) return;
	for (const notice of low) {
		const values = {
			smartlockName: lock.name,
			part: BATTERY_PART[notice]
		};
		await sendToAccount(ctx, lock.account_id, "lowBattery", values);
	}
}
/** An order that was given to this lock; what names one of another lock, or of another account's, is not believed. */
function orderTo(lock, orders, commandId) {
	const operation = commandId === void 0 ? void 0 : orders.get(commandId);
	return operation?.smartlock_id === lock.smartlock_id && operation.account_id === lock.account_id ? operation : void 0;
}
/** Who it was: the lock names its own people by the numbers it gave them. */
async function actorColumns(ctx, lock, { authId: number, at, result, name = "" }) {
	const actor = number === void 0 ? void 0 : await ctx.ports.rightUsed(ctx, lock, {
		number,
		at,
		succeeded: result === 0
	});
	return {
		account_user_id: actor?.accountUserId ?? null,
		auth_id: actor?.authId ?? null,
		name: actor?.name ?? name
	};
}
/** Appends to the lock's log. Only the next event in line is applied; returns the number that is now safe. */
async function applyEvent(ctx, lock, seq, event, orders) {
	if (judgeEvent(lock.event_seq, seq) !== "next") return lock.event_seq;
	const operation = orderTo(lock, orders, event.commandId);
	const isOurs = operation?.type === "action";
	const warning = judgeMovement(event, isOurs ? operation.status : void 0);
	const row = {
		id: ctx.ids.timeOrdered(),
		account_id: lock.account_id,
		smartlock_id: lock.smartlock_id,
		device_type: logDeviceType(lock.type),
		...await actorColumns(ctx, lock, event),
		...isOurs && { name: operation.actor_name },
		action: event.action,
		trigger: event.trigger,
		state: event.result,
		auto_unlock: event.autoUnlock ? 1 : 0,
		source: event.source ?? null,
		opener_log: event.opener && lock.type === SMARTLOCK_TYPE.opener ? JSON.stringify(event.opener) : null,
		error: warning ? WARNINGS[warning] : null,
		date: event.at
	};
	append$1(ctx, row);
	if (warning) {
		const detail = {
			logId: row.id,
			action: String(row.action),
			at: toWireDate(row.date)
		};
		await warn$2(ctx, lock, warning, detail);
	}
	change$2(ctx, lock, { event_seq: seq });
	await emit(ctx, [{
		feature: "DEVICE_LOGS",
		smartlockId: lock.smartlock_id,
		payload: logPayload(row)
	}]);
	if (isOurs && event.result === 0) await endAction(ctx, lock, operation, "confirmed", { proof: event.proof ?? "report" });
	return seq;
}
/** Gives up an event that cannot be stored, so that those behind it get through; returns the number that is now safe. */
async function skipEvent(ctx, lock, seq) {
	if (judgeEvent(lock.event_seq, seq) !== "next") return lock.event_seq;
	change$2(ctx, lock, { event_seq: seq });
	await warn$2(ctx, lock, "lostEvent", { event: String(seq) });
	return seq;
}
/** The lock's own word on a command of ours. An answer to a command of another lock is not believed. */
async function applyResult(ctx, lock, commandId, verdict, orders) {
	const operation = orderTo(lock, orders, commandId);
	if (!operation) return;
	if (operation.type === "sync") return applySyncResult(ctx, lock, commandId, verdict.status === "rejected" ? verdict : void 0);
	if (operation.type !== "action" || operation.status === "confirmed") return;
	if (verdict.status === "succeeded") await endAction(ctx, lock, operation, "confirmed", { proof: verdict.proof });
	else if (verdict.status === "neverCame") await endAction(ctx, lock, operation, "expired", {
		errorCode: "ff",
		error: verdict.text
	});
	else await endAction(ctx, lock, operation, "failed", {
		errorCode: verdict.code.toString(16).padStart(2, "0"),
		error: verdict.text
	});
}
//#endregion
//#region packages/server/src/features/locks/reports/batch.ts
/**
* Applies reports in the order they came, in one transaction. Their locks are read and held at once, in the order of
* their ids, and then the operations they name; what is known of them changes in memory from report to report, and is
* written once, by the end. So a batch is a handful of statements, however many reports it has.
*/
function applyBatch(system, { digestFor, isOurs }, batch) {
	return inTransaction(system, async (tx) => {
		const served = (await holdByDeviceIds(tx.db, new Set(batch.map(({ deviceId }) => deviceId)))).filter((lock) => isOurs(lock.device_id));
		const locks = new Map(served.map((lock) => [lock.device_id, lock]));
		const orders = await findAny(tx, new Set(batch.flatMap(commandOf)));
		const acks = /* @__PURE__ */ new Map();
		for (const report of batch) {
			const lock = locks.get(report.deviceId);
			const upTo = lock && await applyOne({
				...tx,
				accountId: lock.account_id
			}, digestFor, lock, orders, report);
			if (upTo !== void 0) acks.set(report.deviceId, upTo);
		}
		return acks;
	});
}
/** The order that a report is about. */
function commandOf(report) {
	if (report.kind === "commandResult") return [report.commandId];
	return report.kind === "event" && report.event.commandId !== void 0 ? [report.event.commandId] : [];
}
/** Of another memory it is what somebody kept, or it came before the lock announced itself, and comes again. */
function isNumberedNow(ctx, lock, { epoch }) {
	if (isOfMemory(lock, epoch)) return true;
	ctx.metrics.droppedMessages.inc({ reason: "replayed" });
	return false;
}
async function applyOne(ctx, digestFor, lock, orders, report) {
	switch (report.kind) {
		case "online":
			if (await applyOnline(ctx, lock, report)) await ctx.ports.lockConnected(ctx, lock);
			return;
		case "offline":
			await applyOffline(ctx, lock, report.sessionId);
			return;
		case "info":
			await applyInfo(ctx, lock, report);
			return;
		case "state":
			if (!isNumberedNow(ctx, lock, report)) return void 0;
			await applyState(ctx, lock, report.seq, toWireState(ctx, report.state));
			return;
		case "event":
			if (!isNumberedNow(ctx, lock, report)) return void 0;
			return applyEvent(ctx, lock, report.seq, report.event, orders);
		case "unreadableEvent":
			if (!isNumberedNow(ctx, lock, report)) return void 0;
			return skipEvent(ctx, lock, report.seq);
		case "commandResult":
			await applyResult(ctx, lock, report.commandId, report.outcome, orders);
			return;
		case "settings":
			if (report.sessionId === lock.session_id) await applyAnswer(ctx, lock, report);
			return;
		case "accessPage": {
			const digestOf = await digestFor(ctx, lock, report.sessionId);
			if (digestOf) await ctx.ports.rightsHeld(ctx, lock, report, digestOf);
			return;
		}
		case "foreignCodes":
			if (report.sessionId === lock.session_id) await ctx.ports.foreignHeld(ctx, lock, report);
			return;
		case "commandAccepted": return;
	}
}
/** Access rights are another area's. */
const applyAnswer = (ctx, lock, report) => report.section === "auths" ? ctx.ports.rightsAnswered(ctx, lock, report) : applySettings(ctx, lock, report);
/** The state as the API shows it (4.13). */
function toWireState(ctx, { at: _at, ringToOpenEnd, ...state }) {
	return {
		...state,
		ringToOpenTimer: ringToOpenTimer(ringToOpenEnd, ctx.clock.now()),
		...ringToOpenEnd !== void 0 && { ringToOpenEnd: toWireDate(ringToOpenEnd) }
	};
}
//#endregion
//#region packages/server/src/features/locks/reports/failed-events.ts
/** How often an event may fail before it is given up: a store that is unreachable for a while must cost nobody a log entry. */
const TRIES = 5;
/** Devices remembered; whoever has the oldest failure starts to count anew. */
const MAX_DEVICES = 1e3;
/** Remembers what devices send in vain again and again. */
function createFailedEvents() {
	const counts = new LRUCache({ max: MAX_DEVICES });
	return { isHopeless(deviceId, seq) {
		const last = counts.get(deviceId);
		const times = last?.seq === seq ? last.times + 1 : 1;
		if (times >= TRIES) counts.delete(deviceId);
		else counts.set(deviceId, {
			seq,
			times
		});
		return times >= TRIES;
	} };
}
//#endregion
//#region packages/server/src/features/locks/reports/device.ts
/** Reports applied in one transaction: what arrives together is made durable together. */
const BATCH$2 = 100;
/** Of one account in one transaction, while several are there: whoever comes next waits for no more than that. */
const SHARE = 20;
const SEVERAL_MS = 6e4;
/** Beyond this nothing is taken in: devices get no event ack, and send again. */
const MAX_WAITING$1 = 5e4;
/** The same for one account: what it has waiting must leave room for others. */
const MAX_WAITING_OF_ACCOUNT = 1e4;
function createDeviceDoor(platform, db, access, ownership = soleOwnership()) {
	const system = systemContext(platform, db, 0);
	const waiting = new Lines();
	const failures = createFailedEvents();
	const floods = createFloodWarnings(system);
	const shares = createShares(platform);
	let driver;
	let draining;
	let isStopping = false;
	const isOurs = (deviceId) => ownership.isOurs(deviceId);
	const means = {
		digestFor: createDigests(access, () => driver),
		isOurs
	};
	async function drain() {
		await setImmediate();
		while (waiting.size > 0) {
			const batch = waiting.take(BATCH$2, shares.now());
			const apply = () => applyTogether(system, means, batch, failures);
			const acks = await untilReached(apply, () => isStopping);
			await Promise.all([...acks].map(([deviceId, upTo]) => driver?.acknowledgeEvents({ deviceId }, upTo)));
		}
	}
	return {
		receive(report, accountId) {
			if (report.kind === "commandAccepted") return;
			if (isFull(waiting, accountId)) return platform.metrics.droppedMessages.inc({ reason: "overload" });
			shares.note(accountId);
			waiting.add(accountId, report);
			draining ??= drain().catch((error) => platform.log.error({ err: error }, "applying device reports failed")).finally(() => {
				draining = void 0;
			});
		},
		flooded: floods.warn,
		forgetConnections: () => forgetConnections(system),
		start(started) {
			driver = started;
		},
		async stop() {
			isStopping = true;
			await draining;
			await floods.idle();
		},
		async idle() {
			while (draining !== void 0) await draining;
			await floods.idle();
		}
	};
}
const createDigests = (access, driverNow) => async (ctx, lock, sessionId) => {
	const device = await addressOf(ctx, access, lock);
	const driver = driverNow();
	if (!driver || device?.sessionId !== sessionId) return void 0;
	return (entry) => driver.accessDigest(device, entry);
};
/** How much of one account may be applied at once: less while others are there too. */
function createShares({ clock }) {
	let lastAccount;
	let severalUntil = 0;
	return {
		note(accountId) {
			if (accountId !== (lastAccount ?? accountId)) severalUntil = clock.now() + SEVERAL_MS;
			lastAccount = accountId;
		},
		now: () => clock.now() < severalUntil ? SHARE : BATCH$2
	};
}
const isFull = (waiting, accountId) => waiting.size >= MAX_WAITING$1 || waiting.sizeOf(accountId) >= MAX_WAITING_OF_ACCOUNT;
/** One after the other, beside the reports. */
function createFloodWarnings(system) {
	let warning = Promise.resolve();
	return {
		warn(deviceId, limit) {
			warning = warning.then(() => warnOfFlood(system, deviceId, limit)).catch((err) => system.log.error({
				err,
				deviceId
			}, "a flood could not be told"));
		},
		idle: () => warning
	};
}
/** Once per flood: what is too much is neither stored nor warned of one by one. */
const warnOfFlood = (system, deviceId, limit) => inTransaction(system, async (tx) => {
	const [lock] = await holdByDeviceIds(tx.db, [deviceId]);
	if (lock) await warn$2({
		...tx,
		accountId: lock.account_id
	}, lock, "flood", { limit });
});
/** All or, when one of them cannot be applied, each by itself: a single bad report must not hold up the others. */
async function applyTogether(system, means, batch, failures) {
	try {
		return await applyBatch(system, means, batch);
	} catch (error) {
		if (canWaitForStore(error)) throw error;
		const [only] = batch;
		if (only && batch.length === 1) return afterFailure(system, means, only, failures, error);
	}
	const acks = /* @__PURE__ */ new Map();
	for (const report of batch) for (const [id, upTo] of await applyTogether(system, means, [report], failures)) acks.set(id, upTo);
	return acks;
}
/** Most reports come again in a newer form. An event comes as it is until it is stored, and holds up those behind it. */
async function afterFailure(system, means, report, failures, error) {
	const { deviceId, kind } = report;
	system.log.error({
		err: error,
		deviceId,
		kind
	}, "a device report could not be applied");
	if (kind !== "event" || !failures.isHopeless(deviceId, report.seq)) return /* @__PURE__ */ new Map();
	const { event: _event, ...number } = report;
	return applyTogether(system, means, [{
		...number,
		kind: "unreadableEvent"
	}], failures);
}
async function forgetConnections(system) {
	for (;;) if (await inTransaction(system, async (tx) => {
		const locks = await holdOnline(tx.db, tx.engine, BATCH$2);
		for (const lock of locks) await loseConnection({
			...tx,
			accountId: lock.account_id
		}, lock);
		return locks.length;
	}) < BATCH$2) return;
}
//#endregion
//#region packages/server/src/features/locks/settings/dispatcher.ts
const BATCH$1 = 100;
/** A lock that did not answer by then is sent it again: getting it twice changes nothing. */
const RESEND_MS = 3e4;
/** The broker is unreachable; it is tried again soon. */
const LINK_RETRY_MS = 1e3;
/** Sends connected locks their desired settings until they have answered. */
function createReconciler(platform, db, driver, access, ownership) {
	const system = systemContext(platform, db, 0);
	const sendAll = async (about) => {
		if (!concerns(ownership, about)) return;
		for (;;) {
			const due = await listDue$3(db, platform.clock.now(), BATCH$1, ownership.shares());
			for (const key of due) await sendOne({
				...system,
				accountId: key.account_id
			}, driver, access, key);
			if (due.length < BATCH$1) return;
		}
	};
	return createWorkLoop(platform, "desired", "sending settings to locks", sendAll, () => nextDue$8(db, ownership.shares()));
}
/** One that cannot be sent, for whatever reason, must not hold up the others; it is tried again later. */
async function sendOne(ctx, driver, access, key) {
	try {
		const claimed = await claim$2(ctx, access, key);
		if (claimed) await handOver(ctx, driver, claimed);
	} catch (error) {
		const { smartlock_id: smartlockId, section } = key;
		ctx.log.error({
			err: error,
			smartlockId,
			section
		}, "settings could not be sent to a lock");
		await update$16(ctx.db, key, { due_at: ctx.clock.now() + RESEND_MS });
	}
}
/** Takes one desired change, under the lock's row: whoever else looked at it meanwhile finds it not due any more. */
const claim$2 = (ctx, access, key) => inTransaction(ctx, async (tx) => {
	const now = tx.clock.now();
	const lock = await findForUpdate$1(tx.db, tx.engine, tx.accountId, key.smartlock_id);
	const row = lock && await find$11(tx.db, tx.accountId, key.smartlock_id, key.section);
	if (!row || row.operation_id === null || row.due_at === null || row.due_at > now) return void 0;
	if (!isOnline(lock.server_state) || lock.session_id === null) {
		await update$16(tx.db, row, { due_at: null });
		return;
	}
	await update$16(tx.db, row, { due_at: now + RESEND_MS });
	const device = await addressOf(tx, access, lock);
	if (!device) return void 0;
	await move(tx, row.operation_id, "sent");
	return {
		device,
		row,
		set: row.section === "pin" ? openAdminPin(tx, lock) : JSON.parse(row.changes)
	};
});
async function handOver(ctx, driver, { device, row, set }) {
	const result = row.section === "sync" ? await driver.requestReport(device, row.operation_id) : await driver.reconcile(device, {
		section: row.section,
		revision: row.revision,
		set
	});
	if (result.status === "sent") return;
	await inTransaction(ctx, async (tx) => {
		const lock = await findForUpdate$1(tx.db, tx.engine, tx.accountId, device.smartlockId);
		if (lock?.session_id !== device.sessionId || !isOnline(lock.server_state)) return;
		if (result.reason === "offline") return loseConnection(tx, lock);
		await requeue(tx, row.operation_id);
		await update$16(tx.db, row, { due_at: tx.clock.now() + LINK_RETRY_MS });
	});
}
//#endregion
//#region packages/server/src/compose/ownership.ts
/** What is under way with a lock when it goes to another process is waited for, for this long at most. */
const DRAIN_MS$1 = 1e3;
/** With the embedded broker: whoever is connected is served here. */
const serveAll = () => ({
	ownership: soleOwnership(),
	start: async () => void 0,
	linkChanged() {},
	leave: async () => void 0,
	stop: async () => void 0
});
/** With an external broker: locks are divided among the processes that share the database, if it can be shared. */
async function serveShares(platform, database, isLinked) {
	const system = systemContext(platform, database.db, 0);
	const side = database.url === void 0 ? void 0 : await openSide(database.url, database.processName);
	const leased = side && createLeasedOwnership({
		platform,
		db: side.db,
		isLinked
	});
	let following;
	return {
		ownership: leased ?? soleOwnership(),
		async start({ bus, driver, access, idle }) {
			const follow = new Following({
				system,
				bus,
				shares: () => leased?.held()
			});
			following = follow;
			follow.start();
			const takeUp = (shares) => follow.beginAnew(shares).then(() => resume(system, driver, access, shares)).catch((err) => platform.log.error({ err }, "what was under way with locks is not taken up"));
			if (!leased) return void await takeUp();
			await startLeases(leased, takeUp, async () => {
				await follow.look();
				await Promise.race([idle(), setTimeout$1(DRAIN_MS$1, void 0, { ref: false })]);
			});
		},
		linkChanged: () => leased?.look(),
		async leave() {
			await leased?.stop();
		},
		async stop() {
			following?.stop();
			await side?.close();
		}
	};
}
const startLeases = (leased, takeUp, drain) => leased.start({
	taken: (shares) => void takeUp(shares),
	leaving: drain,
	lost: () => void drain()
});
/** Loaded only where it is used. */
async function openSide(url, processName) {
	const { openSideConnection } = await import("./postgres-database-dTDKz6F-.js");
	return openSideConnection(url, processName);
}
//#endregion
//#region packages/server/src/compose/devices.ts
async function createDevicePlane(config, platform, database, desk, tls) {
	const link = {
		isUp: false,
		wasUp: false
	};
	const parts = await makeParts$1(config, platform, database, desk, tls, () => link.isUp);
	const { bus, served, access, driver, door, files, senders } = parts;
	return {
		bus,
		ownership: served.ownership,
		isLinked: () => link.isUp,
		start: () => startParts$1(config, platform, parts, link),
		async settle() {
			await door.idle();
			for (const sender of senders) await sender.run();
			await door.idle();
		},
		async idle() {
			await driver.idle();
			await door.idle();
			for (const sender of senders) await sender.idle();
		},
		leaveLocks: served.leave,
		async stopCommands() {
			for (const sender of senders) await sender.stop();
		},
		async stop() {
			await served.leave();
			await bus.stop();
			await driver.stop();
			await door.stop();
			access.stop();
			await files?.stop();
			await served.stop();
		}
	};
}
async function startParts$1(config, platform, { bus, following, served, access, driver, door, files, senders, dispatcher }, link) {
	if (config.mqtt.url === void 0) await door.forgetConnections();
	const watch = deviceWatch(platform);
	await driver.start({
		report: door.receive,
		flooded: door.flooded,
		dropped: watch.dropped
	});
	door.start(driver);
	await access.start(bus);
	await files?.start();
	await bus.start({
		authenticate: access.authenticate,
		refused: watch.refused,
		link(up) {
			link.isUp = up;
			watch.link(up);
			served.linkChanged();
			if (up && link.wasUp) dispatcher.lineBack();
			link.wasUp ||= up;
		},
		rights: nativeRights,
		message: (message) => void driver.receive(message),
		pauseAfter: driver.pauseAfter
	});
	if (following) {
		const idle = () => driver.idle().then(door.idle);
		await served.start({
			bus: following,
			driver,
			access,
			idle
		});
	}
	for (const sender of senders) sender.start();
}
async function makeParts$1(config, platform, database, desk, tls, isLinked) {
	const { db } = database;
	const following = await createOutsideBus(config, platform);
	const bus = following ?? createInsideBus(config, platform, tls);
	const served = following ? await serveShares(platform, database, isLinked) : serveAll();
	const { ownership } = served;
	const access = createDeviceAccess(platform, db);
	const limits = intakeLimits(config);
	const driver = createNativeDriver({
		bus,
		directory: access,
		clock: platform.clock,
		limits,
		isHeard: (deviceId) => ownership.isHeard(deviceId),
		isOurs: (deviceId) => ownership.isOurs(deviceId),
		maySend: () => ownership.maySend()
	});
	const dispatcher = createCommandDispatcher(platform, db, driver, access, ownership);
	return {
		bus,
		following,
		dispatcher,
		served,
		access,
		driver,
		door: createDeviceDoor(platform, db, access, ownership),
		files: createBrokerFiles(config, platform, database),
		senders: [
			desk.on(systemContext(platform, db, 0), {
				driver,
				access,
				ownership
			}),
			dispatcher,
			createReconciler(platform, db, driver, access, ownership),
			createAccessReconciler(platform, db, driver, access, ownership)
		]
	};
}
const intakeLimits = ({ rate }) => ({
	devicePerSecond: rate.devicePerSecond,
	deviceBurst: rate.deviceBurst,
	accountPerSecond: rate.deviceAccountPerSecond,
	accountBurst: rate.deviceAccountBurst
});
function createInsideBus(config, platform, files) {
	const { host, port, maxConnections, maxConnectionsPerAddress, gateways } = config.mqtt;
	const { clientCaFile, clientCertificates } = config.mqtt;
	const certificates = clientCaFile === void 0 ? void 0 : clientCertificates;
	return createEmbeddedBus({
		host,
		port,
		tls: files && speaksTls(config, "mqtt") ? {
			files,
			certificates
		} : void 0,
		log: platform.log,
		connections: {
			total: maxConnections,
			perAddress: maxConnectionsPerAddress,
			isGateway: networkList(gateways)
		},
		onRefused: connectionWatch(platform, "mqtt")
	});
}
/** Parts that only some installations need are loaded only there: they cost time and memory at every start. */
async function createOutsideBus({ mqtt }, { log }) {
	if (mqtt.url === void 0) return void 0;
	const { createExternalBus } = await import("./external-bus-DZpXT7vR.js");
	return createExternalBus({
		url: mqtt.url,
		caFile: mqtt.caFile,
		clientIdPrefix: "latchwork",
		uplinkFilter: nativeUplink,
		log
	});
}
/** The files in which an external broker looks up who may do what, where the operator wants us to keep them. */
function createBrokerFiles({ mqtt }, platform, { db }) {
	if (mqtt.url === void 0 || mqtt.accountsDir === void 0) return void 0;
	const files = createMosquittoFiles(mqtt.accountsDir);
	const address = new URL(mqtt.url);
	const username = decodeURIComponent(address.username);
	const own = {
		username,
		passwordHash: brokerPasswordHash(username, decodeURIComponent(address.password)),
		...NATIVE_SERVICE_TOPICS
	};
	return createBrokerAccounts(platform, db, (logins) => files.write([...username === "" ? [] : [own], ...logins.map((login) => ({
		...login,
		...nativeTopics(login.deviceId)
	}))]));
}
//#endregion
//#region packages/server/src/platform/security/key-file-watch.ts
/** Looks whether the key file changed, and knows which of its keys is the newest. */
var KeyFileWatch = class {
	#source;
	#ring;
	#log;
	#seen = "";
	#newestId;
	constructor(source, ring, log) {
		this.#source = source;
		this.#ring = ring;
		this.#log = log;
		this.#newestId = ring.currentId;
	}
	get newestId() {
		return this.#newestId;
	}
	/**
	* New keys in the file are known from now on; those that were taken out stay known to this process. False when the
	* file is as it was.
	*/
	read() {
		const stamp = stampOf(this.#source.dataDir);
		if (stamp === this.#seen) return false;
		this.#seen = stamp;
		const keys = this.#keysNow();
		for (const key of keys) this.#ring.add(key);
		const ids = keys.map(keyIdOf$1);
		if (ids.includes(this.#ring.currentId)) this.#newestId = ids[0];
		else this.#log.error({ keyId: this.#ring.currentId }, "the secret key in use is no longer in the key file, and no other is taken from it: bring it back");
		return true;
	}
	/** Never makes a file: a service that runs has a key, and a fresh one would stand where the lost one has to return. */
	#keysNow() {
		try {
			return configuredKeys(this.#source) ?? readKeyFile(keyFileOf(this.#source.dataDir)) ?? [];
		} catch (error) {
			this.#log.error({ err: error }, "the secret keys cannot be read");
			return [];
		}
	}
};
/** Changes whenever the file does, and when its owner or rights do: it is always replaced as a whole. */
function stampOf(dataDir) {
	const stat = statSync(keyFileOf(dataDir), { throwIfNoEntry: false });
	return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.size}` : "none";
}
//#endregion
//#region packages/server/src/platform/security/key-holders.ts
/** Who has been silent for so long is gone. */
const GONE_MS = 3e4;
/** The processes that share the store, and which keys each of them has. With SQLite there is only this one. */
var KeyHolders = class {
	isShared;
	#processId;
	#db;
	#ring;
	constructor({ engine, ids }, db, ring) {
		this.isShared = engine === "postgres";
		this.#processId = ids.random();
		this.#db = db;
		this.#ring = ring;
	}
	/** Tells the others which keys this process has. */
	async beat() {
		if (!this.isShared) return;
		const own = {
			processId: this.#processId,
			keyIds: this.#ring.ids(),
			currentId: this.#ring.currentId
		};
		await beat$1(this.#db, own, Date.now());
	}
	async leave() {
		if (this.isShared) await leave$2(this.#db, this.#processId);
	}
	async canAllRead(keyId) {
		return (await this.#present()).every(({ keyIds }) => keyIds.includes(keyId));
	}
	async doAllWriteWithCurrent() {
		return (await this.#present()).every(({ currentId }) => currentId === this.#ring.currentId);
	}
	async #present() {
		return this.isShared ? holdersSince(this.#db, Date.now() - GONE_MS) : [];
	}
};
//#endregion
//#region packages/server/src/platform/security/key-keeper.ts
/** How often the key file is looked at; the clock of the sandbox has nothing to do with it. */
const LOOK_MS$1 = 1e3;
/** How often a process that shares the store says which keys it has, and looks which is to be used. */
const BEAT_MS = 5e3;
/** Longer than any call: what it sealed before the key changed is stored by then. */
const SETTLE_MS = 35e3;
/** Values whose key is not here stay as they are; they are tried again after this, or when the key file changes. */
const RETRY_MS = 6e5;
/**
* Brings a new key into use while the service runs, seals everything anew with it, and says when the old one is needed
* no more. With several processes a key is written with only once all of them can read it.
*/
function createKeyKeeper(options) {
	return new Keeper(options);
}
var Keeper = class {
	#options;
	#settleMs;
	#file;
	#holders;
	#lookAt = 0;
	/** Since when everybody has written with this key, as far as this process knows. */
	#settled;
	#isDone = false;
	/**
	* When to look through everything once more, whatever the store says. A process that was stopped by the system, or
	* was slow to notice a change, has written with a key that the others had done with.
	*/
	#sweepAt = Number.POSITIVE_INFINITY;
	#retryAt = 0;
	#isStopped = false;
	#timer;
	#working = Promise.resolve();
	constructor(options) {
		const { platform, db, ring, source, settleMs = SETTLE_MS } = options;
		this.#options = options;
		this.#settleMs = settleMs;
		this.#file = new KeyFileWatch(source, ring, platform.log);
		this.#holders = new KeyHolders(platform, db, ring);
	}
	async start() {
		this.#file.read();
		this.#sweepAt = performance.now() + this.#settleMs;
		await this.#holders.beat();
		this.#run();
	}
	async stop() {
		this.#isStopped = true;
		clearTimeout(this.#timer);
		await this.#working;
		await this.#holders.leave();
	}
	async idle() {
		await this.#working;
	}
	#run() {
		this.#working = this.#look().catch((error) => this.#options.platform.log.error({ err: error }, "looking after the secret keys failed")).finally(() => {
			if (!this.#isStopped) this.#timer = setTimeout(() => this.#run(), LOOK_MS$1).unref();
		});
	}
	async #look() {
		const hasChanged = this.#file.read();
		if (hasChanged) this.#retryAt = 0;
		const isBeatDue = this.#holders.isShared && Date.now() >= this.#lookAt;
		if (!hasChanged && this.#isDone && !this.#isSweepDue() && !isBeatDue) return;
		this.#lookAt = Date.now() + BEAT_MS;
		await this.#followCurrent();
		if (await this.#activateNewest()) this.#options.platform.log.warn({ keyId: this.#file.newestId }, "a new secret key is in use");
		await this.#holders.beat();
		await this.#resealAndRetire();
	}
	async #followCurrent() {
		const { db, ring, platform } = this.#options;
		const current = (await listKeys(db)).find(({ state }) => state === "current");
		if (!current || current.key_id === ring.currentId) return;
		if (ring.has(current.key_id)) {
			ring.use(current.key_id);
			this.#sweepAt = performance.now() + this.#settleMs;
		} else platform.log.error({ keyId: current.key_id }, "this process lacks the secret key that is in use");
	}
	/** A key that was in use before does not come back: a process with an old file must not turn the clock back. */
	async #activateNewest() {
		const { db, ring, platform, record } = this.#options;
		const { newestId } = this.#file;
		if (newestId === ring.currentId) return false;
		if ((await listKeys(db)).some(({ key_id }) => key_id === newestId)) return false;
		await this.#holders.beat();
		if (!await this.#holders.canAllRead(newestId)) return false;
		const isReplaced = await inDatabaseTransaction(db, async (tx) => {
			const done = await replaceCurrent(tx, ring.currentId, newestId, platform.clock.now());
			if (done) await record(tx, {
				action: "secretKey.rotated",
				keyId: newestId
			});
			return done;
		});
		if (isReplaced) ring.use(newestId);
		return isReplaced;
	}
	#isSweepDue() {
		return performance.now() >= this.#sweepAt;
	}
	async #resealAndRetire() {
		const { db, ring, columns, platform } = this.#options;
		const keys = await listKeys(db);
		const retiring = keys.filter(({ state }) => state === "retiring").map(({ key_id }) => key_id);
		const current = keys.find(({ key_id }) => key_id === ring.currentId);
		const isSweep = this.#isSweepDue() || !await this.#holders.doAllWriteWithCurrent();
		const isNewest = this.#file.newestId === ring.currentId;
		this.#isDone = retiring.length === 0 && current?.remaining === 0 && isNewest && !isSweep;
		if (this.#isDone || current?.state !== "current" || performance.now() < this.#retryAt) return;
		const isSettled = retiring.length === 0 || await this.#hasSettled();
		const isStopped = () => this.#isStopped;
		const { missing, damaged } = await reseal({
			db,
			ring,
			log: platform.log,
			columns,
			isStopped
		});
		if (this.#isStopped) return;
		const remaining = Math.max(0, await countStale({
			db,
			ring,
			columns
		}) - damaged);
		await setRemaining(db, ring.currentId, remaining);
		if (this.#isSweepDue()) this.#sweepAt = Number.POSITIVE_INFINITY;
		if (missing > 0) this.#retryAt = performance.now() + RETRY_MS;
		if (remaining === 0 && missing === 0 && isSettled) await this.#retire(retiring);
	}
	async #retire(keyIds) {
		const { db, platform, record } = this.#options;
		await inDatabaseTransaction(db, async (tx) => {
			for (const keyId of await retire(tx, keyIds, platform.clock.now())) {
				await record(tx, {
					action: "secretKey.retired",
					keyId
				});
				platform.log.warn({ keyId }, "nothing is sealed with this secret key any more");
			}
		});
	}
	/** Has everybody written with the current key for so long that nothing of the old one can still be on its way? */
	async #hasSettled() {
		const { currentId } = this.#options.ring;
		if (!await this.#holders.doAllWriteWithCurrent()) this.#settled = void 0;
		else if (this.#settled?.keyId !== currentId) this.#settled = {
			keyId: currentId,
			since: performance.now()
		};
		return this.#settled !== void 0 && performance.now() - this.#settled.since >= this.#settleMs;
	}
};
//#endregion
//#region packages/server/src/compose/keys.ts
/** Changes of the secret key are in the audit log of everybody who runs the service. */
const createKeyWorker = (config, platform, db, settleMs) => createKeyKeeper({
	platform,
	db,
	ring: platform.sealer,
	source: keySourceOf(config),
	columns: SEALED_COLUMNS,
	...settleMs !== void 0 && { settleMs },
	record: (tx, { action, keyId }) => inTransaction(systemContext(platform, tx, 0), async (system) => {
		for (const { account_id: accountId } of await list$6(system)) await record({
			...system,
			accountId
		}, {
			action,
			subject: keyId
		});
	})
});
//#endregion
//#region packages/server/src/compose/retention.ts
const DAY_MS$2 = 864e5;
/** Removes what is older than it needs to be kept, and prepares the months to come (contract section 9). */
const retention = (days) => ({
	everyMs: 36e5,
	retryDelayMs: () => 6e4,
	async run(ctx) {
		const now = ctx.clock.now();
		await ensurePartitions(ctx.db, Object.values(GROWING_TABLES), now);
		const kept = [
			[GROWING_TABLES.smartlockLog, days.logDays],
			[GROWING_TABLES.operation, days.operationDays],
			[GROWING_TABLES.event, days.eventDays]
		];
		for (const [table, keptDays] of kept) {
			const before = now - keptDays * DAY_MS$2;
			ctx.stillOurs?.();
			await dropOldPartitions(ctx.db, table, before);
			await deleteOlderThan(ctx.db, table, before, ctx.stillOurs);
		}
		await inBites(ctx.db, (limit) => removeOlderThan(ctx.db, now - DAY_MS$2, limit), ctx.stillOurs);
	}
});
//#endregion
//#region packages/server/src/compose/store-watch.ts
const LOOK_MS = 1e3;
const MIB = 1048576;
/** So much more than the least is free before it counts as room again: or it would come and go with every file. */
const AGAIN = 1.25;
const SAID = {
	storage_full: "the disk is full: calls that store something are refused, everything that is stored can be read",
	database_damaged: "the database is damaged: stop the service and restore a backup (docs/operations.md, Backup); what can be read is served"
};
/**
* Looks after the place where everything is stored: says once what is wrong with it, makes room while there is some, and
* finds out that there is room again. SQLite is on a disk of ours, whose space is known; PostgreSQL tells when its own is
* full.
*/
function createStoreWatch(config, platform, database) {
	const { log, metrics } = platform;
	const { health, db } = database;
	const system = systemContext(platform, db, 0);
	const least = config.database.minFreeMb * MIB;
	const early = Math.max(config.database.warnFreeMb * MIB, least);
	let isLow = false;
	let cleaning;
	function makeRoom() {
		database.makeRoom?.();
		cleaning ??= removeOld(system, config).finally(() => {
			cleaning = void 0;
		});
	}
	health.watch({
		began(trouble, error) {
			log.error({ reason: error instanceof Error ? error.message : void 0 }, SAID[trouble]);
			if (trouble === "storage_full") makeRoom();
		},
		ended: (_trouble, { forMs, refused }) => log.info({
			refused,
			seconds: Math.round(forMs / 1e3)
		}, "there is room on the disk again")
	});
	function judge(freeBytes) {
		metrics.diskFree.set(freeBytes);
		if (freeBytes < least && !health.isFull) health.noteFull();
		const wasLow = isLow;
		isLow = freeBytes < (wasLow ? early * AGAIN : early);
		if (!isLow || wasLow) return;
		log.warn({ freeMb: Math.round(freeBytes / MIB) }, "the disk is nearly full: what is older than it has to be goes");
		makeRoom();
	}
	async function look() {
		let free = Number.POSITIVE_INFINITY;
		if (database.engine === "sqlite") {
			const { bavail, bsize } = await statfs(config.dataDir);
			free = bavail * bsize;
			judge(free);
		}
		if (health.isFull && free >= least * AGAIN && await canWrite(system)) health.hasRoom();
	}
	return repeated(look, log, () => cleaning);
}
/** Looks again and again, once at a time. */
function repeated(look, log, alsoEnds) {
	let timer;
	let looking;
	return {
		start() {
			timer = setInterval(() => {
				looking ??= look().catch((err) => log.debug({ err }, "the disk cannot be looked at")).finally(() => {
					looking = void 0;
				});
			}, LOOK_MS).unref();
		},
		async stop() {
			clearInterval(timer);
			await looking;
			await alsoEnds();
		}
	};
}
/** What the hourly job would remove a little later. Where there is no room even for that, nothing is lost by trying. */
const removeOld = (system, { retention: days }) => retention(days).run(system, null).catch((err) => system.log.warn({ err }, "old records could not be removed"));
const canWrite = ({ db }) => rewriteMarks(db).then(() => true, () => false);
//#endregion
//#region packages/server/src/features/keys/oauth/metadata.ts
/** Where programs look for what this server offers (RFC 8414). */
const METADATA_PATH = "/.well-known/oauth-authorization-server";
/** How a client may say who it is; public ones say only their id. */
const CLIENT_AUTHENTICATION = [
	"client_secret_basic",
	"client_secret_post",
	"none"
];
/** What this server offers. `issuer` is where clients reach the API. */
const metadataOf = (issuer) => ({
	issuer,
	authorization_endpoint: `${issuer}/oauth/authorize`,
	token_endpoint: `${issuer}/oauth/token`,
	revocation_endpoint: `${issuer}/oauth/revoke`,
	service_documentation: `${issuer}/docs`,
	scopes_supported: SCOPES,
	response_types_supported: ["code"],
	response_modes_supported: ["query"],
	grant_types_supported: ["authorization_code", "refresh_token"],
	token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
	revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
	code_challenge_methods_supported: ["S256"]
});
//#endregion
//#region packages/server/src/features/keys/oauth/pages.ts
/** What a person reads about each scope on the consent page. */
const SCOPE_TEXTS = {
	account: "Manage your account, its users, addresses and API keys",
	smartlock: "See and manage your smartlocks",
	"smartlock.readOnly": "See your smartlocks",
	"smartlock.create": "Register smartlocks",
	"smartlock.action": "Lock and unlock your smartlocks",
	"smartlock.auth": "Manage who may open your smartlocks",
	"smartlock.config": "Change the settings of your smartlocks",
	"smartlock.log": "Read the logs of your smartlocks",
	notification: "Manage notifications",
	"webhook.central": "Be told as it happens about all that this list lets it see",
	"webhook.decentral": "Register addresses that are told about your smartlocks",
	offline_access: "Keep this access while you are away"
};
const STYLE = "body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}label{display:block;margin-top:1rem}input{font:inherit;width:100%;padding:.5rem;box-sizing:border-box;border:1px solid #666}button{font:inherit;margin:1.5rem .5rem 0 0;padding:.5rem 1.25rem;border:1px solid #1a1a1a;background:#fff;color:#1a1a1a}button.main{background:#0b4f8a;border-color:#0b4f8a;color:#fff}[role=alert]{border-left:4px solid #b00020;padding-left:.75rem}:focus-visible{outline:3px solid #f0a500;outline-offset:2px}";
/** Nothing may be loaded, run or framed; forms go to us, and from there to the client's own address only. */
function pageHeaders(redirectUri) {
	const target = redirectUri === void 0 ? "" : ` ${new URL(redirectUri).origin}`;
	return {
		"content-type": "text/html; charset=utf-8",
		"content-security-policy": [
			"default-src 'none'",
			`style-src 'sha256-${hash("sha256", STYLE, "base64")}'`,
			`form-action 'self'${target}`,
			"frame-ancestors 'none'",
			"base-uri 'none'"
		].join("; "),
		"x-frame-options": "DENY",
		"x-content-type-options": "nosniff",
		"referrer-policy": "no-referrer"
	};
}
const ENTITIES = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"'": "&#39;"
};
const escapeHtml = (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
const page = (title, body) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
const hidden = (name, value) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
const alert = (message) => message === void 0 ? "" : `<p role="alert" id="problem">${escapeHtml(message)}</p>`;
const errorPage = (message) => page("This did not work", alert(message));
/** The request travels along in the form and is checked again when it comes back. */
function loginPage(client, request, again = {}) {
	const fields = {
		client_id: request.clientId,
		redirect_uri: request.redirectUri,
		response_type: "code",
		scope: request.scopes.join(" "),
		state: request.state,
		code_challenge: request.codeChallenge,
		code_challenge_method: request.codeChallenge && "S256"
	};
	const carried = Object.entries(fields).map(([name, value]) => value === void 0 ? "" : hidden(name, value));
	const described = again.message === void 0 ? "" : " aria-describedby=\"problem\"";
	return page("Log in", `<p><strong>${escapeHtml(client.name)}</strong> asks for access to your locks. Log in to see what it asks for.</p>${alert(again.message)}<form method="post" action="authorize">${carried.join("")}<label for="email">Mail address</label><input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${escapeHtml(again.email ?? "")}"${described}><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required><label for="otp">One-time password, if your account uses them</label><input id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="16"><button class="main" type="submit">Log in</button></form>`);
}
function consentPage(client, request, person) {
	const scopes = request.scopes.map((scope) => `<li>${escapeHtml(SCOPE_TEXTS[scope])}</li>`).join("");
	return page("Allow access?", `<p><strong>${escapeHtml(client.name)}</strong> would like to use the account of ${escapeHtml(person.name)} to:</p><ul>${scopes}</ul><p>You will go on to ${escapeHtml(new URL(request.redirectUri).host)}.</p><form method="post" action="authorize">${hidden("ticket", person.ticket)}<button class="main" type="submit" name="decision" value="allow">Allow</button><button type="submit" name="decision" value="deny">Do not allow</button></form>`);
}
//#endregion
//#region packages/server/src/features/keys/oauth/routes.ts
/** Loaded with the first call: the library behind it costs time at every start. */
const loadService = () => import("./service-D3Ggo3dO.js");
/** The paths below, for the list of known ones. */
const OAUTH_PATHS = [
	{
		method: "GET",
		path: METADATA_PATH
	},
	{
		method: "GET",
		path: "/oauth/authorize"
	},
	{
		method: "POST",
		path: "/oauth/authorize"
	},
	{
		method: "POST",
		path: "/oauth/token"
	},
	{
		method: "POST",
		path: "/oauth/revoke"
	}
];
/** OAuth 2 (contract 2.2). Its bodies, errors and pages are those of its RFCs, so it stands beside the API's routes. */
async function mountOauth(mount, publicUrl) {
	await mount.app.register((app, _options, done) => {
		app.setErrorHandler(sendFailure);
		app.addHook("onRequest", async (request, reply) => void admit(mount.gate, { access: "public" }, request, reply));
		app.get(METADATA_PATH, async (request) => metadataOf(publicUrl ?? `${request.protocol}://${request.host}`));
		mountAuthorize(app, mount);
		app.post("/oauth/token", async (request, reply) => {
			const parameters = parametersOf$1(request);
			if (isProblem(parameters)) return sendProblem(reply, parameters);
			const answer = await (await loadService()).issueTokens(contextOf(mount, request), parameters, request.headers.authorization);
			if ("error" in answer) return sendProblem(reply, answer);
			return reply.header("pragma", "no-cache").send(answer);
		});
		app.post("/oauth/revoke", async (request, reply) => {
			const parameters = parametersOf$1(request);
			if (isProblem(parameters)) return sendProblem(reply, parameters);
			const token = parameters.get("token");
			if (token === void 0) return sendProblem(reply, {
				error: "invalid_request",
				description: "Missing parameter: `token`"
			});
			const credentials = credentialsOf(parameters, request.headers.authorization);
			const problem = await (await loadService()).revoke(contextOf(mount, request), token, credentials);
			return problem ? sendProblem(reply, problem) : reply.code(200).send({});
		});
		done();
	});
}
function mountAuthorize(app, mount) {
	app.get("/oauth/authorize", async (request, reply) => {
		const parameters = parametersOf$1(request);
		if (isProblem(parameters)) return sendPage$1(reply, 400, errorPage(parameters.description));
		return answerOpening(reply, await (await loadService()).openRequest(contextOf(mount, request), parameters));
	});
	app.post("/oauth/authorize", async (request, reply) => {
		const parameters = parametersOf$1(request);
		if (isProblem(parameters)) return sendPage$1(reply, 400, errorPage(parameters.description));
		const ctx = contextOf(mount, request);
		const ticket = parameters.get("ticket");
		if (ticket === void 0) return logIn(ctx, reply, parameters);
		const to = await (await loadService()).decide(ctx, ticket, parameters.get("decision") === "allow");
		if (to !== void 0) return reply.redirect(to, 303);
		return sendPage$1(reply, 400, errorPage("This page is too old or was answered before. Start again at the application."));
	});
}
function answerOpening(reply, opening) {
	if (opening.kind === "redirect") return reply.redirect(opening.to, 303);
	if (opening.kind === "refuse") return sendPage$1(reply, 400, errorPage(opening.message));
	const { client, request } = opening;
	return sendPage$1(reply, 200, loginPage(client, request), request.redirectUri);
}
async function logIn(ctx, reply, parameters) {
	const oauth = await loadService();
	const opening = await oauth.openRequest(ctx, parameters);
	if (opening.kind !== "ask") return answerOpening(reply, opening);
	const { client, request } = opening;
	const email = parameters.get("email") ?? "";
	const otp = parameters.get("otp");
	try {
		const person = await oauth.logIn(ctx, request, {
			email,
			password: parameters.get("password") ?? "",
			...otp !== void 0 && { otp }
		});
		return sendPage$1(reply, 200, consentPage(client, request, person), request.redirectUri);
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		const { retryAfterSeconds } = error.detail;
		if (retryAfterSeconds !== void 0) reply.header("retry-after", retryAfterSeconds);
		const again = loginPage(client, request, {
			message: error.message,
			email
		});
		return sendPage$1(reply, error.status, again, request.redirectUri);
	}
}
/** Parameters come in a form or in the query (contract 2.2). */
function parametersOf$1(request) {
	const query = new URLSearchParams(request.url.split("?")[1] ?? "");
	const body = request.body;
	if (!body || body.length === 0) return readParameters(query);
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers["content-type"] ?? "")) return {
		error: "invalid_request",
		description: "Send the parameters as application/x-www-form-urlencoded."
	};
	return readParameters(query, new URLSearchParams(body.toString("utf8")));
}
function credentialsOf(parameters, authorization) {
	const basic = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? "")?.[1];
	if (basic !== void 0) {
		const [clientId = "", ...secret] = Buffer.from(basic, "base64").toString("utf8").split(":");
		return {
			clientId,
			secret: secret.join(":") || void 0
		};
	}
	const clientId = parameters.get("client_id");
	return clientId === void 0 ? void 0 : {
		clientId,
		secret: parameters.get("client_secret")
	};
}
function contextOf({ platform, db }, request) {
	return {
		...platform,
		db,
		accountId: 0,
		fail,
		...OUTSIDE_TRANSACTIONS,
		requestId: request.id,
		network: networkOf(request.ip),
		incoming: request
	};
}
const sendPage$1 = (reply, status, html, redirectUri) => reply.code(status).headers(pageHeaders(redirectUri)).send(html);
/** RFC 6749 5.2: a client that is not who it says gets 401, and a challenge if it came by header; the rest is 400. */
function sendProblem(reply, { error, description }) {
	const isClientUnknown = error === "invalid_client";
	if (isClientUnknown && reply.request.headers.authorization !== void 0) reply.header("www-authenticate", "Basic realm=\"latchwork\"");
	return reply.code(isClientUnknown ? 401 : 400).send({
		error,
		error_description: description
	});
}
function sendFailure(thrown, request, reply) {
	const error = toAppError(thrown);
	if (error.code === "internal_error") request.log.error({
		err: thrown,
		requestId: request.id
	}, "request failed");
	return reply.code(error.status).headers(errorHeaders(error)).send({
		error: error.status >= 500 || error.status === 429 ? "temporarily_unavailable" : "invalid_request",
		error_description: error.message
	});
}
//#endregion
//#region packages/server/src/http/console-page.ts
/** Everything the console answers; all of it is GET. */
const CONSOLE_PATHS = [
	"/",
	"/console",
	"/console/*"
];
const TYPES = {
	css: "text/css; charset=utf-8",
	js: "text/javascript; charset=utf-8",
	svg: "image/svg+xml"
};
/**
* Scripts come only from here. Styles that the console makes at run time carry the nonce of their page. Nothing is
* loaded from elsewhere, nothing may frame the console, and it calls nothing but this service.
*/
const policyOf = (nonce) => [
	"default-src 'none'",
	"script-src 'self'",
	`style-src 'self' 'nonce-${nonce}'`,
	"img-src 'self' data:",
	"font-src 'self'",
	"connect-src 'self'",
	"frame-ancestors 'none'",
	"base-uri 'none'",
	"form-action 'self'"
].join("; ");
/**
* The console: static files under /console, and one page for every address below it that its own router knows. All
* other paths stay the API's, so an unknown one is still 404 with an error body (D6).
*/
function mountConsole(app, { folder, facts }) {
	const files = createFileReader(folder);
	app.get("/", (_request, reply) => reply.redirect("/console/"));
	app.get("/console", (_request, reply) => sendPage(reply, folder, facts));
	app.get("/console/*", async (request, reply) => {
		const path = request.params["*"];
		if (/^(assets\/[\w.-]+|icon\.svg)$/.test(path)) return sendFile(files, path, request, reply);
		if (path.startsWith("assets/")) throw new AppError("path_not_found");
		return sendPage(reply, folder, facts);
	});
}
/** Filled in anew for every answer: a nonce that was used before protects nobody. */
async function sendPage(reply, folder, facts) {
	const page = await readFile(join(folder, "index.html"), "utf8").catch(() => {
		throw new AppError("path_not_found", { message: "The console is not built here; `npm start` and `npm run serve` build it." });
	});
	const nonce = randomBytes(16).toString("base64");
	return reply.headers({
		"cache-control": "no-cache",
		"content-security-policy": policyOf(nonce),
		"x-content-type-options": "nosniff",
		"x-frame-options": "DENY",
		"referrer-policy": "no-referrer",
		"cross-origin-opener-policy": "same-origin",
		"permissions-policy": "camera=(), microphone=(), geolocation=()"
	}).type("text/html; charset=utf-8").send(page.replaceAll("%LATCHWORK_NONCE%", nonce).replace("%LATCHWORK_FACTS%", facts.join(" ")));
}
/** Files have the hash of their content in their name, so one that was read once is kept; their number is the build's. */
function createFileReader(folder) {
	const known = /* @__PURE__ */ new Map();
	return async (path) => {
		const kept = known.get(path);
		if (kept) return kept;
		const bytes = await readFile(join(folder, path)).catch(() => void 0);
		if (bytes) known.set(path, bytes);
		return bytes;
	};
}
async function sendFile(files, path, request, reply) {
	const type = TYPES[path.slice(path.lastIndexOf(".") + 1)];
	const found = type === void 0 ? void 0 : await readPreferred(files, path, request);
	if (!found || type === void 0) throw new AppError("path_not_found");
	const isHashed = path.startsWith("assets/");
	return reply.headers({
		"cache-control": isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
		"x-content-type-options": "nosniff",
		vary: "accept-encoding",
		...found.encoding && { "content-encoding": found.encoding }
	}).type(type).send(found.bytes);
}
const ENCODINGS = [["br", ".br"], ["gzip", ".gz"]];
/** The smallest form the client takes; what was too small to be worth it is there only as it is. */
async function readPreferred(files, path, request) {
	const accepted = String(request.headers["accept-encoding"] ?? "");
	for (const [encoding, ending] of ENCODINGS) {
		const bytes = new RegExp(`\\b${encoding}\\b(?!;q=0)`).test(accepted) ? await files(`${path}${ending}`) : void 0;
		if (bytes) return {
			bytes,
			encoding
		};
	}
	const bytes = await files(path);
	return bytes && {
		bytes,
		encoding: void 0
	};
}
//#endregion
//#region packages/server/src/http/area-summaries.ts
/** What each area is about, for those who read the document. */
const AREA_SUMMARIES = {
	account: "The calling account, and signing up.",
	accountSettings: "What an account keeps for itself: settings of clients.",
	accountUsers: "People an account knows and can give access to.",
	addresses: "Houses and flats with their locks.",
	addressUnits: "Doors and flats of an address, and their tokens.",
	advancedKeys: "Client secrets and central webhooks of applications.",
	apiKeys: "Keys of applications and scripts, and their tokens.",
	audit: "Who changed credentials, grants and rights.",
	authorizations: "Who may open which lock, and when.",
	bridge: "The token of programs that know the HTTP bridge of these locks.",
	companies: "Companies.",
	emailAddress: "Changing and confirming the mail address of the account.",
	events: "What happened, as a list and as a stream.",
	gateways: "Gateways, which connect locks of others.",
	integrations: "Everything that has access to the account.",
	notifications: "Who is notified of what, on phones and at receivers.",
	openers: "The catalogue of intercoms.",
	operations: "What became of calls that were accepted.",
	operator: "For whoever runs the service.",
	otp: "One-time passwords.",
	passkeys: "Passkeys.",
	passwordReset: "Setting a password that was forgotten.",
	recoveryCodes: "Codes for when the second factor is lost.",
	reservations: "Stays at an address.",
	sandbox: "Simulated locks and the clock; only in the sandbox.",
	services: "Calendars that are linked to addresses.",
	sessions: "Signing in and out.",
	smartlocks: "Locks and openers: state, actions, settings, log.",
	subAccounts: "Accounts that act in a master account.",
	subscriptions: "Subscriptions, of which no account has one.",
	webhooks: "Receivers of events."
};
//#endregion
//#region packages/server/src/http/openapi.ts
/** Schemas the contract exports by name become components, found by identity: the contract itself carries no ids. */
const componentNames = new Map(Object.entries(src_exports).filter(([name, value]) => /^[A-Z][a-z]/.test(name) && typeof value === "object" && "properties" in value).map(([name, value]) => [value, name]));
/** Refusals that come with the shape of a route rather than from its list (D47). */
const COMMON = [
	"rate_limited",
	"internal_error",
	"overloaded",
	"database_unavailable",
	"shutting_down",
	"database_damaged",
	"storage_full"
];
const WITH_TOKEN = [
	"token_missing",
	"token_invalid",
	"scope_missing",
	"right_missing",
	"second_factor_required",
	"token_limited"
];
const WITH_BODY = [
	"invalid_json",
	"invalid_parameter",
	"conflicting_alias",
	"body_too_large",
	"unsupported_media_type"
];
const WITH_WRITE = ["idempotency_key_reused", "idempotency_in_progress"];
/** The contract as OpenAPI 3.1: printed, not written. */
function openApiDocument(areas = api) {
	const components = { Error: errorSchema };
	const paths = {};
	for (const [area, routes] of Object.entries(areas)) for (const [name, route] of Object.entries(routes)) {
		paths[route.path] ??= {};
		paths[route.path][route.method.toLowerCase()] = operationOf(area, name, route, components);
	}
	return {
		openapi: "3.1.0",
		info: {
			title: "Latchwork",
			version,
			summary: "Smart-lock management",
			description: "Locks and openers, who may open them and when, what happened at them, and how other software hears of it. Errors have a `code` (docs/errors.md); what is accepted but not done yet has an `Operation-Id`.",
			contact: { name: "Whoever runs this service" },
			license: {
				name: "Apache-2.0",
				identifier: "Apache-2.0"
			}
		},
		servers: [{ url: "/" }],
		tags: Object.keys(areas).map((name) => ({
			name,
			description: AREA_SUMMARIES[name]
		})),
		paths,
		components: {
			securitySchemes: {
				token: {
					type: "http",
					scheme: "bearer",
					description: "An API token"
				},
				...hasGateways(areas) && { gateway: {
					type: "http",
					scheme: "bearer",
					description: "The token that a gateway made for itself"
				} }
			},
			schemas: components
		}
	};
}
const hasGateways = (areas) => Object.values(areas).some((routes) => Object.values(routes).some(({ access }) => access === "gateway"));
function operationOf(area, name, route, components) {
	return {
		operationId: `${area}.${name}`,
		tags: [area],
		summary: route.summary,
		...accessText(route.access) && { description: accessText(route.access) + doorsText(route) },
		security: securityOf(route),
		...parametersOf(route, components).length > 0 && { parameters: parametersOf(route, components) },
		...route.body && { requestBody: {
			required: needsBody(route),
			content: { "application/json": { schema: schemaOf(route.body, components, route.update ? "update" : "whole") } }
		} },
		responses: responsesOf(route, components)
	};
}
function securityOf({ access }) {
	if (access === "public") return [];
	return [access === "gateway" ? { gateway: [] } : { token: [] }];
}
const takesIdempotencyKey = (route) => route.method !== "GET" && route.access !== "public" && !route.repeatable;
function accessText(access) {
	if (access === "public") return "No token needed.";
	if (access === "token") return "Any valid token.";
	if (access === "gateway") return "The token of a gateway, and no other.";
	const scopes = `Scope ${access.scopes.map((scope) => `\`${scope}\``).join(" or ")}`;
	if (access.operator) return `${scopes}; only a session of the operator.`;
	if (access.master) return `${scopes}; master account only.`;
	return access.right ? `${scopes}; a sub-account needs the right \`${access.right}\` (${RIGHTS[access.right]}).` : `${scopes}.`;
}
/** What a token for some locks or addresses can do with it (D119). */
function doorsText({ access, doors }) {
	if (access === "public" || access === "gateway") return "";
	return doors === void 0 ? " Not for tokens that are limited to locks or addresses." : " A token that is limited to locks or addresses sees only those.";
}
function parametersOf(route, components) {
	const from = (where, schema) => Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
		name,
		in: where,
		required: where === "path" || (schema?.required?.includes(name) ?? false),
		...property.description && { description: property.description },
		schema: schemaOf(property, components)
	}));
	const idempotency = {
		name: "Idempotency-Key",
		in: "header",
		required: false,
		schema: {
			type: "string",
			minLength: 1,
			maxLength: 255
		}
	};
	return [
		...from("path", route.params),
		...from("query", route.query),
		...takesIdempotencyKey(route) ? [idempotency] : []
	];
}
function responsesOf(route, components) {
	const headers = route.async ? { headers: { "Operation-Id": {
		description: "Ask `GET /operation/{operationId}` for the result.",
		schema: { type: "string" }
	} } } : {};
	const texts = route.stream ? ["text/event-stream"] : route.file;
	const content = texts ? Object.fromEntries(texts.map((type) => [type, { schema: { type: "string" } }])) : route.returns && { "application/json": { schema: schemaOf(route.returns, components) } };
	const success = content ? { 200: {
		description: route.stream ? "Stays open." : "Done.",
		...headers,
		content
	} } : { 204: {
		description: route.async ? "Accepted." : "Done.",
		...headers
	} };
	const errors = [...Map.groupBy(errorCodesOf(route), (code) => ERRORS[code].status)].sort(([a], [b]) => a - b).map(([status, codes]) => [status, errorResponse(codes)]);
	return {
		...success,
		...Object.fromEntries(errors)
	};
}
function withToken(access) {
	if (access === "public") return [];
	return access === "gateway" ? ["token_missing", "token_invalid"] : WITH_TOKEN;
}
/** Every code a route can answer. */
function errorCodesOf(route) {
	return [.../* @__PURE__ */ new Set([
		...route.errors ?? [],
		...COMMON,
		...withToken(route.access),
		...typeof route.access === "object" && route.access.master ? ["master_required"] : [],
		...typeof route.access === "object" && route.access.operator ? ["operator_required"] : [],
		...route.params || route.body ? ["not_found"] : [],
		...route.query ? ["invalid_parameter", "conflicting_alias"] : [],
		...route.body ? WITH_BODY : [],
		...needsBody(route) ? ["body_required"] : [],
		...takesIdempotencyKey(route) ? WITH_WRITE : []
	])];
}
const errorResponse = (codes) => ({
	description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join("\n\n"),
	content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
});
const errorSchema = {
	type: "object",
	required: [
		"detailMessage",
		"stackTrace",
		"suppressedExceptions",
		"code",
		"requestId"
	],
	properties: {
		detailMessage: { type: "string" },
		stackTrace: {
			type: "array",
			items: { type: "string" },
			maxItems: 0
		},
		suppressedExceptions: {
			type: "array",
			items: { type: "string" },
			maxItems: 0
		},
		code: {
			type: "string",
			enum: Object.keys(ERRORS)
		},
		errors: {
			type: "array",
			items: {
				type: "object",
				required: ["path", "message"],
				properties: {
					path: { type: "string" },
					message: { type: "string" }
				}
			}
		},
		requestId: { type: "string" }
	}
};
/** A schema as OpenAPI shows it: named ones by reference, our own keywords left out. */
function schemaOf(schema, components, use = "whole") {
	const name = use === "whole" ? componentNames.get(schema) : void 0;
	if (name === void 0) return inlineSchema(schema, components, use);
	if (!(name in components)) {
		components[name] = {};
		components[name] = inlineSchema(schema, components);
	}
	return { $ref: `#/components/schemas/${name}` };
}
function inlineSchema(schema, components, use = "whole") {
	const { properties, items, required, ...rest } = schema;
	if (Array.isArray(items)) return {
		type: "array",
		prefixItems: items.map((item) => schemaOf(item, components)),
		minItems: items.length,
		maxItems: items.length,
		items: {}
	};
	return {
		...Object.fromEntries(Object.entries(rest).filter(([key]) => !key.startsWith("x-") && key !== "patternProperties")),
		...required && use !== "part" && { required },
		...properties && { properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, nullable(value, schemaOf(value, components, useInside(value, use)), use)])) },
		...items && { items: schemaOf(items, components) },
		...schema.patternProperties && { additionalProperties: true }
	};
}
const useInside = (schema, use) => use === "whole" || schema.type !== "object" ? "whole" : "part";
/** Null clears these on update (D12). */
const nullable = (schema, printed, use) => use !== "whole" && schema["x-clearable"] ? {
	...printed,
	type: [schema.type, "null"]
} : printed;
//#endregion
//#region packages/server/src/http/reference-page.ts
/** Files of swagger-ui-dist the page needs; nothing is loaded from elsewhere, so it works without the internet. */
const ASSETS = {
	"swagger-ui.css": "text/css; charset=utf-8",
	"swagger-ui-bundle.js": "text/javascript; charset=utf-8",
	"favicon-32x32.png": "image/png"
};
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Latchwork API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/docs/swagger-ui-bundle.js"><\/script>
<script src="/docs/start.js"><\/script>
</body>
</html>
`;
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  validatorUrl: null,
})
`;
/** Scripts only from here; the page's own styles are inline, and it calls nothing but this API. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
/** The API reference at /docs. Its files are read when somebody looks at it, not at the start. */
function mountReferencePage(app) {
	const folder = () => dirname(createRequire(new URL("./http/reference-page.ts", import.meta.url).href).resolve("swagger-ui-dist/package.json"));
	app.get("/docs", (_request, reply) => {
		reply.header("content-security-policy", POLICY).header("x-content-type-options", "nosniff");
		return reply.type("text/html; charset=utf-8").send(PAGE);
	});
	app.get("/docs/start.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(START));
	for (const [file, type] of Object.entries(ASSETS)) app.get(`/docs/${file}`, (_request, reply) => {
		reply.header("cache-control", "public, max-age=3600");
		return reply.type(type).send(createReadStream(join(folder(), file)));
	});
}
//#endregion
//#region packages/server/src/http/system-routes.ts
/** What the service says about itself; none of it needs a token (D37). */
function mountSystemRoutes(app, { platform, whyNotReady, isLinked, lockShares, metricsOpen, refreshGauges, areas }) {
	let document;
	app.get("/health", async () => ({ status: "ok" }));
	app.get("/ready", async (_request, reply) => {
		const reason = await whyNotReady();
		if (reason === void 0) {
			const locks = lockShares();
			return {
				status: "ready",
				broker: isLinked() ? "up" : "down",
				...locks && { locks }
			};
		}
		return reply.code(503).header("retry-after", "1").send({
			status: "not ready",
			reason
		});
	});
	const printMetrics = metricsPrinter(platform, refreshGauges);
	app.get("/metrics", async (request, reply) => {
		if (!metricsOpen && !isFromThisMachine(request)) throw new AppError("path_not_found");
		return reply.type(platform.metrics.registry.contentType).send(await printMetrics());
	});
	app.get("/openapi.json", async (_request, reply) => {
		document ??= Buffer.from(JSON.stringify(openApiDocument(areas)));
		return reply.type("application/json; charset=utf-8").send(document);
	});
	mountReferencePage(app);
}
/** What proxies add. Their caller is somewhere else, even if they run on this machine. */
const FORWARDING_HEADERS = [
	"forwarded",
	"via",
	"x-forwarded-for",
	"x-forwarded-host",
	"x-forwarded-proto",
	"x-forwarded-server",
	"x-real-ip"
];
/**
* Goes by the connection, never by what headers say about the caller; and a proxy on this machine, which looks local, is
* told by what it adds or by the name it was called by.
*/
function isFromThisMachine({ raw, headers }) {
	if (!isLoopback(raw.socket.remoteAddress)) return false;
	if (FORWARDING_HEADERS.some((name) => headers[name] !== void 0)) return false;
	const host = URL.parse(`http://${headers.host ?? "localhost"}`)?.hostname.replace(/^\[|\]$/g, "");
	return host === "localhost" || isLoopback(host);
}
const GAUGES_WITHIN_MS = 1e3;
/**
* Prints the metrics once for everybody who waits for them: however many ask, the store is asked once at a time. A store
* that is too busy or gone does not keep the rest from being answered; its figures are then those of the time before.
*/
function metricsPrinter(platform, refreshGauges) {
	let refreshing;
	let printing;
	const refresh = async () => {
		try {
			await refreshGauges();
		} catch (err) {
			platform.log.warn({ err }, "figures for /metrics cannot be counted");
		} finally {
			refreshing = void 0;
		}
	};
	const print = async () => {
		try {
			refreshing ??= refresh();
			await Promise.race([refreshing, setTimeout$1(GAUGES_WITHIN_MS, void 0, { ref: false })]);
			return await platform.metrics.registry.metrics();
		} finally {
			printing = void 0;
		}
	};
	return () => {
		printing ??= print();
		return printing;
	};
}
//#endregion
//#region packages/server/src/features/access/read-changes.ts
/** Changes as callers write them. The same one twice has no order that both could have meant (D60). */
function readChanges(ctx, wanted) {
	const seen = /* @__PURE__ */ new Set();
	for (const [i, { id }] of wanted.entries()) {
		if (seen.has(id)) failParameter(ctx.fail, `[${i}].id`, "is named twice");
		seen.add(id);
	}
	return wanted.map(({ id, ...fields }) => ({
		id,
		patch: patchFrom(fields)
	}));
}
function patchFrom(fields) {
	const { name, remoteAllowed, enabled, code, accountUserId } = fields;
	return {
		...name != null && { name },
		...remoteAllowed != null && { remoteAllowed },
		...enabled != null && { enabled },
		...code != null && { code },
		...accountUserId !== void 0 && { accountUserId: accountUserId || null },
		window: windowPatch(fields)
	};
}
/** Null clears a limit; one that is left out stays (D11, D12). */
const windowPatch = (fields) => ({
	...fields.allowedFromDate !== void 0 && { fromDate: instant(fields.allowedFromDate) },
	...fields.allowedUntilDate !== void 0 && { untilDate: instant(fields.allowedUntilDate) },
	...fields.allowedWeekDays !== void 0 && { weekDays: fields.allowedWeekDays },
	...fields.allowedFromTime !== void 0 && { fromTime: fields.allowedFromTime },
	...fields.allowedUntilTime !== void 0 && { untilTime: fields.allowedUntilTime }
});
const instant = (date) => date === null ? null : Date.parse(date);
//#endregion
//#region packages/server/src/features/access/routes.ts
/** Callers of these routes may know codes: all of them have the right to manage authorizations. */
const shown$4 = (ctx, row, email) => present$5(row, {
	code: openCode(ctx, row),
	email
});
const windowFrom = (body) => ({
	...body.allowedFromDate !== void 0 && { fromDate: Date.parse(body.allowedFromDate) },
	...body.allowedUntilDate !== void 0 && { untilDate: Date.parse(body.allowedUntilDate) },
	...body.allowedWeekDays !== void 0 && { weekDays: body.allowedWeekDays },
	...body.allowedFromTime !== void 0 && { fromTime: body.allowedFromTime },
	...body.allowedUntilTime !== void 0 && { untilTime: body.allowedUntilTime }
});
const grantFrom = (ctx, body, smartlockIds) => ({
	smartlockIds,
	type: body.type ?? AUTH_TYPE.app,
	name: body.name,
	remoteAllowed: isRemoteAllowed(ctx, body),
	...body.code !== void 0 && { code: body.code },
	window: windowFrom(body),
	...body.accountUserId && { accountUserId: body.accountUserId },
	...body.smartActionsEnabled !== void 0 && { smartActions: body.smartActionsEnabled }
});
/** A lock of the path that is not there goes before fields that do not fit each other (D31). */
async function grantOn(ctx, smartlockId, body) {
	await get$16(ctx, smartlockId);
	return grant(ctx, grantFrom(ctx, body, [smartlockId]));
}
/** Booking apps leave it out for keypad codes, as the maker's own example does; otherwise nobody guesses it (D134). */
const isRemoteAllowed = (ctx, { type, remoteAllowed }) => remoteAllowed ?? (type === AUTH_TYPE.keypadCode ? false : failParameter(ctx.fail, "remoteAllowed", "is required: must be true or false"));
async function withEmails(ctx, rows) {
	const ids = [...new Set(rows.flatMap((row) => row.account_user_id ?? []))];
	const emails = await emailsOf(ctx, ids);
	return rows.map((row) => shown$4(ctx, row, emails.get(row.account_user_id ?? 0)));
}
function presentPage(ctx, { page = 0, size = 100, ...filter }, { rows, total }) {
	const totalPages = Math.ceil(total / size);
	const linkTo = (number) => {
		const query = new URLSearchParams({
			page: String(number),
			size: String(size)
		});
		if (filter.accountUserId !== void 0) query.set("accountUserId", String(filter.accountUserId));
		if (filter.types !== void 0) query.set("types", filter.types.join(","));
		return `/smartlock/auth/paged?${query}`;
	};
	return {
		results: rows.map((row) => shown$4(ctx, row)),
		pagination: {
			totalItems: total,
			totalPages,
			currentPage: page,
			pageSize: size,
			...page + 1 < totalPages && { nextPage: linkTo(page + 1) },
			...page > 0 && totalPages > 0 && { prevPage: linkTo(Math.min(page, totalPages) - 1) }
		}
	};
}
async function* presentAll(ctx, parts) {
	for await (const rows of parts) yield rows.map((row) => shown$4(ctx, row));
}
const authorizationHandlers = {
	createAdvanced: async (ctx, { body }) => {
		assertLocks(ctx, body.smartlockIds);
		const requestId = ctx.ids.random();
		const call = {
			requestId,
			payload: CALLBACK_PAYLOAD
		};
		const { operationId } = await grant(ctx, grantFrom(ctx, body, body.smartlockIds), call);
		return {
			operationId,
			body: { requestId }
		};
	},
	list: (ctx, { query }) => JsonRows.of(presentAll(ctx, listAll$1(ctx, query))),
	create: (ctx, { body }) => {
		assertLocks(ctx, body.smartlockIds);
		return grant(ctx, grantFrom(ctx, body, body.smartlockIds));
	},
	updateMany: async (ctx, { body }) => {
		await assertWithinLimits$1(ctx, body.map(({ id }) => id));
		return { operationId: await change$1(ctx, readChanges(ctx, body)) };
	},
	removeMany: async (ctx, { body }) => {
		await assertWithinLimits$1(ctx, body);
		return { operationId: await revoke(ctx, body) };
	},
	paged: async (ctx, { query }) => {
		const { page = 0, size = 100 } = query;
		return presentPage(ctx, query, await page$1(ctx, query, {
			page,
			size
		}));
	},
	listOf: async (ctx, { params: { smartlockId }, query }) => {
		await get$16(ctx, smartlockId);
		const rows = await listOfLock(ctx, smartlockId, query.types);
		return query.includeEmail ? withEmails(ctx, rows) : rows.map((row) => shown$4(ctx, row));
	},
	createOn: (ctx, { params, body }) => grantOn(ctx, params.smartlockId, body),
	get: async (ctx, { params: { smartlockId, id } }) => shown$4(ctx, await get$4(ctx, smartlockId, id)),
	update: {
		current: async (ctx, { params: { smartlockId, id } }) => shown$4(ctx, await get$4(ctx, smartlockId, id)),
		apply: async (ctx, { params: { smartlockId, id }, body }) => {
			await get$4(ctx, smartlockId, id);
			return { operationId: await change$1(ctx, readChanges(ctx, [{
				...body,
				id
			}])) };
		}
	},
	remove: async (ctx, { params: { smartlockId, id } }) => {
		await get$4(ctx, smartlockId, id);
		return { operationId: await revoke(ctx, [id]) };
	},
	createSharedKey: (ctx, { params, body }) => grantOn(ctx, params.smartlockId, {
		...body,
		remoteAllowed: false
	}),
	foreignCodes: async (ctx, { params: { smartlockId } }) => {
		await get$16(ctx, smartlockId);
		return (await list$7(ctx, smartlockId)).map(({ slot, name, first_seen_at }) => ({
			slot,
			...name !== null && { name },
			firstSeenDate: toWireDate(first_seen_at)
		}));
	},
	explain: (ctx, { params, query }) => explain(ctx, params.smartlockId, query)
};
//#endregion
//#region packages/server/src/features/audit/routes.ts
const MEDIA_TYPES = {
	jsonl: "application/x-ndjson",
	csv: "text/csv"
};
const auditHandlers = {
	list: async (ctx, { query: { id, limit = 50 } }) => (await list$4(ctx, {
		limit,
		...id !== void 0 && { id }
	})).map(presentEntry),
	checkpoint: (ctx) => own(ctx),
	export: (ctx, { query: { format = "jsonl" } }) => {
		const parts = exported(ctx, ctx.accountId, format);
		return FileAnswer.of(parts, MEDIA_TYPES[format], `audit-${ctx.accountId}.${format}`);
	}
};
//#endregion
//#region packages/server/src/features/bridge/present.ts
function present$3({ row, callbacks }, { isOn, port }, now, token) {
	return {
		available: isOn,
		...isOn && { port: port() },
		...row && {
			bridgeId: row.bridge_id,
			creationDate: toWireDate(row.created_at),
			tokenDate: toWireDate(row.token_made_at)
		},
		...row?.pairing_until != null && row.pairing_until > now && { pairingUntil: toWireDate(row.pairing_until) },
		...token !== void 0 && { token },
		callbacks: callbacks.map(({ slot, url }) => ({
			id: slot,
			url
		}))
	};
}
//#endregion
//#region packages/server/src/features/bridge/routes.ts
/** What a person does about the bridge of their account; what programs ask it is in `face`. */
const bridgeHandlers = (facts) => ({
	get: async (ctx) => present$3(await get$5(ctx), facts, ctx.clock.now()),
	make: { staged: async (ctx, { body }) => {
		await assertStepUp(ctx, body);
		return async (tx) => {
			const made = await make$1(tx);
			return present$3(made, facts, tx.clock.now(), made.token);
		};
	} },
	pair: { staged: async (ctx, { body }) => {
		await assertStepUp(ctx, body);
		return async (tx) => present$3(await openPairing(tx), facts, tx.clock.now());
	} },
	remove: async (ctx) => {
		await remove$6(ctx);
	}
});
//#endregion
//#region packages/server/src/features/events/log/routes.ts
const eventHandlers = (streams) => ({
	list: async (ctx, { query }) => {
		const { rows, next } = await list$17(ctx, query);
		return {
			events: rows.map(present$4),
			next
		};
	},
	stream: (ctx, { query }, stream) => streams.serve(ctx, stream, query)
});
//#endregion
//#region packages/server/src/features/events/notifications/routes.ts
/** To an address of the caller's choice, like what a webhook gets. */
const isPosted = ({ os }) => os === NOTIFICATION_OS.webhook;
const shown$3 = (ctx, row) => present$6(row, secretOf(ctx, row));
/** The gateways are handed in: what the operator configured decides how a notification begins (D96). */
const notificationHandlers = (gateways) => ({
	list: async (ctx, { query }) => (await list$8(ctx, query.referenceId)).map((row) => shown$3(ctx, row)),
	create: { staged: async (ctx, { body: { currentPassword, otp, ...fields } }) => {
		if (isPosted(fields)) await assertMayOutlive(ctx, {
			currentPassword,
			otp
		}, "its grant");
		return async (tx) => shown$3(tx, await create$1(tx, gateways, fields));
	} },
	get: async (ctx, { params }) => shown$3(ctx, await get$6(ctx, params.notificationId)),
	update: {
		current: async (ctx, { params }) => shown$3(ctx, await get$6(ctx, params.notificationId)),
		staged: async (ctx, { params: { notificationId: id }, body: { currentPassword, otp, ...changes } }) => {
			const before = await get$6(ctx, id);
			if (isPosted({
				os: before.os,
				...changes
			}) && Object.keys(changes).length > 0) await assertMayOutlive(ctx, {
				currentPassword,
				otp
			}, "its grant");
			return async (tx) => shown$3(tx, await update$5(tx, gateways, id, changes));
		}
	},
	remove: (ctx, { params }) => remove$7(ctx, params.notificationId)
});
//#endregion
//#region packages/server/src/features/events/webhooks/logs.ts
const logFilter = ({ id, limit = 50 }) => ({
	...id !== void 0 && { olderThanId: id },
	limit
});
/** Attempts of all webhooks of a key; the key's owner sees them whosever webhook it was (D48). */
async function listLog(ctx, apiKeyId, query) {
	await get$13(ctx, apiKeyId);
	return shown$2(ctx, await list$9(ctx.db, apiKeyId, logFilter(query)));
}
async function listLogOf(ctx, endpointId, query) {
	const endpoint = await get$7(ctx, endpointId);
	const filter = {
		...logFilter(query),
		endpointId
	};
	return shown$2(ctx, await list$9(ctx.db, endpoint.api_key_id, filter));
}
/** What the caller may read of the entries: the attempts, with what was posted as far as its scopes and rights show it (D117). */
const shown$2 = (ctx, rows) => rows.map((row) => ({
	...row,
	payload: mayRead(ctx.principal, row) ? row.payload : null,
	call: callOf(ctx, row)
}));
const mayRead = (principal, row) => {
	if (row.request_id === null) return row.feature !== null && isVisible(principal, row.feature);
	const scope = row.call_type === null ? void 0 : CALLER_SCOPE[row.call_type];
	return scope !== void 0 && principal.scopes.has(scope);
};
/** What it took to make the call that a callback answers. */
const CALLER_SCOPE = {
	action: "smartlock.action",
	"auth.create": "smartlock.auth",
	"unit.delete": "account"
};
/** The call that a callback answers (4.5). */
const callOf = (ctx, row) => row.request_id !== null && row.request_sealed !== null && mayRead(ctx.principal, row) ? openCall(ctx, row.request_id, row.request_sealed) : void 0;
/** Puts the event of a log entry in line once more, with a new schedule. */
async function resend(ctx, apiKeyId, logId) {
	await get$13(ctx, apiKeyId);
	await inTransaction(ctx, async (tx) => {
		const entry = await find$7(tx.db, apiKeyId, logId) ?? tx.fail("not_found");
		const endpoint = await findOfKey(tx.db, apiKeyId, entry.endpoint_id);
		if (!endpoint) return tx.fail("webhook_not_deliverable");
		const eventId = entry.event_id ?? tx.fail("webhook_not_deliverable", { message: "A test has no event to send again." });
		const [event] = await listByIds(tx, entry.event_account_id, [eventId]);
		if (!event) return tx.fail("webhook_not_deliverable", { message: "The event is older than events are kept." });
		const target = await targetOf$1(tx, endpoint);
		if (!target || !isFor(target, event)) tx.fail("webhook_not_deliverable", { message: "The webhook may not be told of this event any more." });
		const row = {
			endpoint_id: endpoint.endpoint_id,
			event_id: eventId,
			attempts: 0,
			next_at: tx.clock.now()
		};
		await upsertDeliveries(tx.db, [row]);
		tx.afterCommit(() => tx.wake.notify("event", endpoint.event_account_id));
	});
}
//#endregion
//#region packages/server/src/features/events/webhooks/present.ts
/** The secret is shown by the call that registers, and by no other (D35). */
const present$2 = (row, secret) => ({
	id: row.endpoint_id,
	...secret !== void 0 && { secret },
	webhookUrl: row.url,
	webhookFeatures: JSON.parse(row.features),
	status: row.isEnded ? "DEACTIVATED" : row.status,
	apiKeyId: row.api_key_id,
	creationDate: toWireDate(row.created_at)
});
/** `response` is what was posted to the receiver; its body is gone once the event is (4.5). */
const presentLog = (row) => ({
	id: row.id,
	apiKeyId: row.api_key_id,
	accountId: row.account_id,
	...row.request_id !== null && { requestId: row.request_id },
	succeeded: row.succeeded === 1,
	...row.response_status !== null && { responseStatus: row.response_status },
	duration: row.duration,
	...row.call && { request: row.call },
	response: {
		headers: JSON.parse(row.headers),
		...row.payload !== null && { body: JSON.parse(row.payload) },
		timestamp: toWireDate(row.created_at),
		path: row.url
	},
	created: toWireDate(row.created_at),
	updated: toWireDate(row.updated_at),
	...row.event_id !== null && { eventId: row.event_id },
	attempt: row.attempt,
	webhookId: row.endpoint_id
});
//#endregion
//#region packages/server/src/features/events/webhooks/routes.ts
const webhookHandlers = {
	list: async (ctx) => (await list$10(ctx)).map((row) => present$2(row)),
	register: { staged: async (ctx, { body: { currentPassword, otp, ...webhook } }) => {
		await assertMayOutlive(ctx, {
			currentPassword,
			otp
		}, "its grant");
		return async (tx) => {
			const { row, secret } = await register$1(tx, webhook);
			return present$2(row, secret);
		};
	} },
	remove: async (ctx, { params }) => {
		await remove$8(ctx, params.id);
		return {
			success: true,
			message: "The webhook was removed."
		};
	},
	test: async (ctx, { params }) => {
		const { succeeded, text } = await test(ctx, params.id);
		return {
			success: succeeded,
			message: text
		};
	},
	replaceSecret: { staged: async (ctx, { params, body: { overlapHours = 24, ...proof } }) => {
		await get$7(ctx, params.id);
		await assertMayOutlive(ctx, proof, "its grant");
		return async (tx) => {
			const { row, secret } = await replaceSecret(tx, params.id, overlapHours);
			return present$2(row, secret);
		};
	} },
	logOf: async (ctx, { params, query }) => (await listLogOf(ctx, params.webhookId, query)).map(presentLog),
	logs: async (ctx, { params, query }) => (await listLog(ctx, params.apiKeyId, query)).map(presentLog),
	resend: (ctx, { params }) => resend(ctx, params.apiKeyId, params.id)
};
//#endregion
//#region packages/server/src/features/gateways/routes.ts
const shown$1 = ({ claimCode, until }) => ({
	claimCode,
	claimUntilDate: toWireDate(until)
});
const gatewayHandlers = ({ waits, brokerUrl }) => ({
	list: (ctx) => list$20(ctx),
	get: (ctx, { params }) => get$15(ctx, params.gatewayId),
	create: async (ctx, { body: { name } }) => {
		const { gatewayId, ...claim } = await create$7(ctx, name);
		return {
			gatewayId,
			name,
			...shown$1(claim)
		};
	},
	rename: (ctx, { params, body }) => rename$2(ctx, params.gatewayId, body.name),
	newClaim: { staged: async (ctx, { params: { gatewayId }, body: proof }) => {
		await find$10(ctx, gatewayId);
		await assertStepUp(ctx, proof);
		return async (tx) => shown$1(await renewClaim(tx, gatewayId));
	} },
	remove: (ctx, { params }) => remove$16(ctx, params.gatewayId),
	adopt: async (ctx, { params, body }) => ({ smartlockId: await adopt(ctx, params, body.name) }),
	claim: (ctx, { body }) => claim$8(ctx, body),
	report: async (ctx, { body }) => ({
		reportSeconds: 30,
		adoptionRevision: await report(ctx, body)
	}),
	adoptions: async (ctx, { body }) => ({
		...await waitForAdoptions(ctx, waits, body),
		broker: { url: brokerUrl(ctx.incoming.host) }
	}),
	credentials: (ctx, { params }) => credentialsFor(ctx, params.key)
});
//#endregion
//#region packages/server/src/features/identity/companies/routes.ts
/** Compatible services list installer companies; there are none here, and clients accept an empty list (5.11). */
const companyHandlers = { list: () => [] };
//#endregion
//#region packages/server/src/features/identity/email/routes.ts
const emailAddressHandlers = {
	change: { staged: async (ctx, { body }) => {
		await assertStepUp(ctx, body);
		return async (tx) => {
			await requestChange(tx, body.email);
			return {
				success: true,
				message: "A code was sent to the new address."
			};
		};
	} },
	verify: async (ctx, { body }) => {
		if (body.code === void 0) {
			await resend$1(ctx);
			return {
				success: true,
				message: "A code was sent."
			};
		}
		const success = await verify$2(ctx, body.code);
		return {
			success,
			message: success ? "The mail address is verified." : "The code is wrong or too old."
		};
	}
};
//#endregion
//#region packages/server/src/features/identity/otp/routes.ts
const otpHandlers = {
	request: { staged: async (ctx, { body }) => {
		if (!await isOn(ctx, ctx.principal.accountId)) await assertOwnerStepUp(ctx, body);
		return request$1;
	} },
	enable: async (ctx, { body }) => {
		await enable(ctx, body.otp);
		return {
			success: true,
			message: "One-time passwords are on."
		};
	},
	disable: { staged: async (ctx, { body }) => {
		const { accountId } = ctx.principal;
		const isOn$1 = await isOn(ctx, accountId);
		if (isOn$1) await assertStepUp(ctx, body);
		return async (tx) => {
			await (isOn$1 ? disable(tx, accountId) : forgetRequest(tx, accountId));
			return {
				success: true,
				message: "One-time passwords are off."
			};
		};
	} }
};
//#endregion
//#region packages/server/src/features/identity/passkeys/present.ts
const presentPasskey = (row) => ({
	id: row.id,
	name: row.name,
	host: row.rp_id,
	synced: row.backed_up === 1,
	creationDate: toWireDate(row.created_at),
	...row.last_used_at !== null && { lastUsedDate: toWireDate(row.last_used_at) }
});
//#endregion
//#region packages/server/src/features/identity/passkeys/proofs.ts
const FOR_SIGN_IN = {
	purpose: "sign-in",
	asker: null
};
const forStepUp = (ctx) => ({
	purpose: "step-up",
	asker: ctx.principal
});
/** What the browser needs to sign in with whatever passkey it has for the site; it tells nothing about accounts. */
async function requestSignIn(ctx) {
	const site = siteFor(ctx);
	const begun = {
		kind: "passkey",
		value: ctx.network,
		max: 100,
		windowMs: BEGUN_WINDOW_MS
	};
	const counted = await countAttempt(ctx, [begun]);
	if ("retryAfterSeconds" in counted) ctx.fail("login_locked", counted);
	return requestOptions(site, await give$1(ctx, FOR_SIGN_IN));
}
/**
* Signs in with a passkey. It takes the device and the PIN or finger of its person, so it counts as two factors and no
* one-time password is asked for (D114). Whatever is wrong is answered alike.
*/
async function signIn(ctx, answer) {
	const site = siteFor(ctx);
	const attempt = await countFromNetwork(ctx);
	const row = await prove(ctx, site, FOR_SIGN_IN, answer);
	const person = row && await find$4(ctx, row.account_id);
	if (!person) return ctx.fail("passkey_invalid");
	await attempt.forgive();
	return open$4(ctx, personOf(person), { showedSecondFactor: true });
}
/** What the browser needs to prove with a passkey of the calling account that its person is there. */
async function requestVerification(ctx) {
	const site = siteFor(ctx);
	const usable = (await list$11(ctx.db, ctx.principal.accountId)).filter((row) => row.rp_id === site.id);
	if (usable.length === 0) ctx.fail("passkey_missing");
	return requestOptions(site, await give$1(ctx, forStepUp(ctx)), usable);
}
/** Proves with a passkey who is behind the calling session, which counts as a fresh sign-in (D109). */
async function verify$1(ctx, answer) {
	if (!await prove(ctx, siteFor(ctx), forStepUp(ctx), answer)) return ctx.fail("passkey_invalid");
	if (!await renewProof(ctx)) ctx.fail("step_up_required", { message: "Only a session can be renewed." });
	await inTransaction(ctx, shownBySession);
}
/**
* The passkey that made this answer; undefined whatever is wrong with it. Refusals come after the commit: what is
* written down about a copied passkey must stay.
*/
async function prove(ctx, site, purpose, answer) {
	const challenge = await take$2(ctx, purpose, answer.response.clientDataJSON);
	if (challenge === void 0) return void 0;
	return inTransaction(ctx, async (tx) => {
		const row = await lockByCredential(tx.db, tx.engine, site.id, answer.id);
		if (!row || !await isOf(tx, row, purpose, answer.response.userHandle)) return void 0;
		const shown = await verifyAssertion(site, challenge, answer, row);
		if (!shown) return void 0;
		if (isCopy(row.counter, shown.counter)) {
			await recordCopy(tx, row);
			return;
		}
		await update$6(tx.db, row.account_id, row.id, {
			counter: shown.counter,
			backed_up: shown.isBackedUp ? 1 : 0,
			last_used_at: tx.clock.now()
		});
		return row;
	});
}
/** Is it a passkey of who it says? At a sign-in nothing else names the account, so there it has to say. */
async function isOf(ctx, row, { asker }, userHandle) {
	if (asker && asker.accountId !== row.account_id) return false;
	if (userHandle === void 0) return asker !== null;
	return userHandle === await findUserHandle(ctx.db, row.account_id);
}
/** Two devices count with one passkey: somebody has a copy, and which of them this is cannot be told. */
async function recordCopy(ctx, row) {
	const accountId = await ownerOf(ctx, row.account_id);
	const actor = {
		accountId: null,
		name: "unknown"
	};
	await record({
		...ctx,
		accountId,
		actor
	}, {
		action: "passkey.copied",
		subject: row.id
	});
}
//#endregion
//#region packages/server/src/features/identity/passkeys/routes.ts
const passkeyHandlers = {
	list: async (ctx) => (await list$12(ctx)).map(presentPasskey),
	options: { staged: async (ctx, { body }) => {
		await assertStepUp(ctx, body);
		return requestNew;
	} },
	register: async (ctx, { body }) => presentPasskey(await register$2(ctx, body.name, body.credential)),
	rename: (ctx, { params, body }) => rename$1(ctx, params.passkeyId, body.name),
	remove: { staged: async (ctx, { params, body }) => {
		await assertStepUp(ctx, body);
		return (tx) => remove$9(tx, params.passkeyId);
	} },
	signInOptions: (ctx) => requestSignIn(ctx),
	signIn: (ctx, { body }) => signIn(ctx, body.credential),
	verifyOptions: (ctx) => requestVerification(ctx),
	verify: (ctx, { body }) => verify$1(ctx, body.credential)
};
//#endregion
//#region packages/server/src/features/identity/passwords/routes.ts
const passwordResetHandlers = {
	request: async (ctx, { body }) => {
		await requestReset(ctx, body.email);
		return {
			success: true,
			message: "If the address has an account, a mail with a reset is on its way."
		};
	},
	confirm: async (ctx, { body }) => {
		await confirmReset(ctx, body);
		return {
			success: true,
			message: "The password was changed."
		};
	}
};
//#endregion
//#region packages/server/src/features/identity/removal/service.ts
/** The name of the job that removes what a deleted account left behind. */
const PURGE = "purgeAccount";
/**
* Deletes the calling master account with everything that is its own (D73): with the transaction its tokens and those
* of its sub-accounts are dead and its locks are disconnected. What was recorded about it follows at once by a job,
* because it may be millions of rows. The audit log stays: it is the operator's proof of who did what.
*/
async function removeMaster(ctx) {
	await inTransaction(ctx, async (tx) => {
		await hold$1(tx, tx.accountId);
		const subs = (await listSubs(tx)).map((row) => row.account_id);
		await record(tx, {
			action: "account.deleted",
			subject: tx.accountId
		});
		await tx.ports.disconnectLocks(tx);
		await removeAccounts(tx, tx.accountId, [tx.accountId, ...subs]);
	});
}
/** Deletes a sub-account with its own keys, tokens, webhooks and settings (D73). */
async function removeSub(ctx, accountId) {
	await inTransaction(ctx, async (tx) => {
		await getSub(tx, accountId);
		await hold$1(tx, accountId);
		await record(tx, {
			action: "subAccount.deleted",
			subject: accountId
		});
		await removeAccounts(tx, accountId, [accountId]);
	});
}
async function removeAccounts(ctx, root, accountIds) {
	await ctx.ports.accountsRemoved(ctx, accountIds);
	await remove$4(ctx, root);
	await schedule(ctx, {
		kind: PURGE,
		payload: accountIds,
		runAt: ctx.clock.now()
	});
	ctx.afterCommit(() => ctx.wake.notify("credential"));
}
/**
* Removes the records of accounts that are gone, some at a time so that nobody else has to wait, for as long as it is
* ours to do.
*/
async function purge(ctx, accountIds) {
	for (const accountId of accountIds) {
		for (const removeSome$2 of [
			ctx.ports.removeSomeOfLockLog,
			removeSome,
			removeSome$1
		]) await inBites(ctx.db, (limit) => removeSome$2(ctx, accountId, limit), ctx.stillOurs);
		await removeHead(ctx, accountId);
	}
}
//#endregion
//#region packages/server/src/features/identity/sub-accounts/service.ts
/** All sub-accounts, or those whose address matches the expression (D76). */
async function list$2(ctx, expression) {
	const matches = expression === void 0 ? () => true : emailFilter(expression) ?? refuse(ctx);
	return (await listSubs(ctx)).filter(({ email }) => matches(email));
}
const refuse = (ctx) => ctx.fail("regex_invalid", { errors: [{
	path: "query.email",
	message: "must be a regular expression of at most 200 characters"
}] });
/** Who signs in as it holds every scope, so a narrow token needs the person to make one (D109). Answers what to do then. */
async function create(ctx, { password, rights, currentPassword, otp, ...fields }) {
	await assertOwnerStepUp(ctx, {
		currentPassword,
		otp
	});
	const passwordHash = await hashPassword(password, askerOf(ctx));
	const quota = {
		limit: ctx.limits.subAccounts,
		of: "sub-accounts per account",
		count: countSubs
	};
	return (later) => withinQuota(later, later.accountId, quota, async (tx) => {
		const sub = {
			masterAccountId: tx.accountId,
			rights
		};
		return await view(tx, await open$3(tx, {
			...fields,
			passwordHash,
			sub
		}));
	});
}
/**
* Changes a sub-account; rights count with the next call of any of its tokens. To take it over needs the person behind
* the master's token (D109). Answers what to do then.
*/
async function update$2(ctx, accountId, { currentPassword, otp, ...changes }) {
	const row = await getSub(ctx, accountId);
	await assertProved(ctx, row, changes, {
		currentPassword,
		otp
	});
	const detail = changes.rights == null ? {} : { detail: { rights: String(changes.rights) } };
	return amendment(ctx, {
		accountId,
		find: (tx) => getSub(tx, accountId),
		changes,
		changed: (tx) => record(tx, {
			action: "subAccount.updated",
			subject: accountId,
			...detail
		})
	});
}
/** A sub-account, or the same 404 whether it is missing or somebody else's (D38). */
const get$2 = getSub;
//#endregion
//#region packages/server/src/features/identity/profile/routes.ts
const accountHandlers = (signUp$1) => ({
	get: async (ctx) => show(ctx, await own$1(ctx)),
	update: {
		current: async (ctx) => show(ctx, await own$1(ctx)),
		staged: async (ctx, { body }) => {
			const change = await update$7(ctx, body);
			return async (tx) => show(tx, await change(tx));
		}
	},
	remove: { staged: async (ctx, { body }) => {
		await assertStepUp(ctx, body);
		return async (tx) => {
			await removeMaster(tx);
			return {
				success: true,
				message: "The account and everything in it was deleted."
			};
		};
	} },
	signUp: async (ctx, { body }) => show(ctx, await signUp(ctx, signUp$1, body))
});
const subAccountHandlers = {
	list: async (ctx, { query }) => (await list$2(ctx, query.email)).map((row) => show(ctx, row)),
	create: { staged: async (ctx, { body }) => {
		const create$8 = await create(ctx, body);
		return async (tx) => show(tx, await create$8(tx));
	} },
	get: async (ctx, { params }) => show(ctx, await get$2(ctx, params.accountId)),
	update: {
		current: async (ctx, { params }) => show(ctx, await get$2(ctx, params.accountId)),
		staged: async (ctx, { params, body }) => {
			const change = await update$2(ctx, params.accountId, body);
			return async (tx) => show(tx, await change(tx));
		}
	},
	remove: { staged: async (ctx, { params, body }) => {
		await get$2(ctx, params.accountId);
		await assertOwnerStepUp(ctx, body);
		return async (tx) => {
			await removeSub(tx, params.accountId);
			return {
				success: true,
				message: "The sub-account was deleted."
			};
		};
	} }
};
//#endregion
//#region packages/server/src/features/identity/recovery-codes/routes.ts
const recoveryCodeHandlers = {
	get: async (ctx) => {
		const { left, createdAt } = await summary(ctx);
		return {
			left,
			...createdAt !== null && { creationDate: toWireDate(createdAt) }
		};
	},
	make: { staged: async (ctx, { body }) => {
		await assertStepUp(ctx, body);
		return async (tx) => ({ codes: await make$2(tx) });
	} }
};
//#endregion
//#region packages/server/src/features/identity/sessions/present.ts
/** A session as its owner sees it; `currentId` is the token of the call. */
const presentSession = (row, currentId) => ({
	id: row.id,
	current: row.id === currentId,
	...row.user_agent !== null && { userAgent: row.user_agent },
	...row.network !== null && { network: row.network },
	creationDate: toWireDate(row.created_at),
	...row.last_used_at !== null && { lastUsedDate: toWireDate(row.last_used_at) },
	expiryDate: toWireDate(row.expires_at)
});
//#endregion
//#region packages/server/src/features/identity/sessions/routes.ts
const sessionHandlers = {
	login: (ctx, { body }) => login(ctx, body),
	logout: (ctx) => logout(ctx),
	verify: (ctx, { body }) => renew$4(ctx, body),
	list: async (ctx, { query: { id, limit = 50 } }) => (await list$18(ctx, {
		limit,
		...id !== void 0 && { id }
	})).map((row) => presentSession(row, ctx.principal.tokenId)),
	removeOthers: (ctx) => removeOthers(ctx),
	remove: (ctx, { params }) => remove$13(ctx, params.sessionId)
};
//#endregion
//#region packages/server/src/features/identity/settings/rules.ts
/** What is kept of one account at most (4.20), in bytes of JSON. */
const MAX_BYTES$1 = 65536;
const LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";
const ANNOTATION_KEY = new RegExp(`^${LABEL}(\\.${LABEL})*/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$`);
/** Changes laid over what is stored: annotations merge key by key and null takes one away, lists are replaced (D11, D12). */
function merge(stored, changes) {
	const { annotations, ...rest } = changes;
	const settings = {
		...stored,
		...withoutNull(rest)
	};
	if (annotations == null) return settings;
	return {
		...settings,
		annotations: withoutNull({
			...stored.annotations,
			...annotations
		})
	};
}
const withoutNull = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
/** What is wrong with settings that no schema can say, as path and rule; undefined when nothing is. */
function problemOf(settings) {
	const key = Object.keys(settings.annotations ?? {}).find((name) => !isAnnotationKey(name));
	if (key !== void 0) return {
		path: `web.annotations.${key}`,
		message: "needs a key such as example.com/name"
	};
	if (Buffer.byteLength(JSON.stringify(settings)) <= MAX_BYTES$1) return void 0;
	return {
		path: "web",
		message: `must not take more than ${MAX_BYTES$1} bytes`
	};
}
const isAnnotationKey = (key) => key.length <= 317 && ANNOTATION_KEY.test(key);
//#endregion
//#region packages/server/src/features/identity/settings/store.ts
const find$1 = (db, accountId) => db.selectFrom("account_setting").selectAll().where("account_id", "=", accountId).executeTakeFirst();
/** Makes the row if there is none and holds it until the transaction ends: merges go one after the other. */
const lock = async (db, accountId) => {
	const { web } = await db.insertInto("account_setting").values({
		account_id: accountId,
		web: "{}"
	}).onConflict((c) => c.column("account_id").doUpdateSet({ account_id: accountId })).returning("web").executeTakeFirstOrThrow();
	return web;
};
const update$1 = (db, accountId, web) => db.updateTable("account_setting").set({ web }).where("account_id", "=", accountId).execute();
const remove$2 = (db, accountId) => db.deleteFrom("account_setting").where("account_id", "=", accountId).execute();
//#endregion
//#region packages/server/src/features/identity/settings/service.ts
/** The settings of the calling account itself, also of a sub-account (D39). */
async function get$1(ctx) {
	const row = await find$1(ctx.db, ctx.principal.accountId);
	return { web: row ? JSON.parse(row.web) : {} };
}
/** Merges into what is stored and answers with the whole. */
async function update(ctx, changes) {
	return inTransaction(ctx, async (tx) => {
		const { accountId } = tx.principal;
		const web = merge(JSON.parse(await lock(tx.db, accountId)), changes);
		const problem = problemOf(web);
		if (problem) failParameter(tx.fail, problem.path, problem.message);
		await update$1(tx.db, accountId, JSON.stringify(web));
		return { web };
	});
}
async function remove$1(ctx) {
	await remove$2(ctx.db, ctx.principal.accountId);
}
//#endregion
//#region packages/server/src/features/identity/settings/routes.ts
const accountSettingHandlers = {
	get: (ctx) => get$1(ctx),
	update: {
		current: (ctx) => get$1(ctx),
		apply: (ctx, { body }) => update(ctx, body.web ?? {})
	},
	remove: async (ctx) => {
		await remove$1(ctx);
		return {
			success: true,
			message: "The settings were removed."
		};
	}
};
//#endregion
//#region packages/server/src/features/identity/subscriptions/routes.ts
/** Nobody has a subscription here (D133). */
const subscriptionHandlers = {
	list: () => [],
	get: (ctx) => ctx.fail("not_found"),
	ofAccount: () => [],
	pay: (ctx) => ctx.fail("service_disabled", { message: "There are no subscriptions to pay for." }),
	activate: (ctx) => ctx.fail("not_found"),
	terminate: (ctx) => ctx.fail("not_found")
};
//#endregion
//#region packages/server/src/features/identity/users/routes.ts
const accountUserHandlers = (revokeAll) => ({
	list: async (ctx, { query }) => (await list$13(ctx, query)).map(present$7),
	create: async (ctx, { body }) => present$7(await create$2(ctx, body)),
	get: async (ctx, { params }) => present$7(await get$8(ctx, params.accountUserId)),
	update: {
		current: async (ctx, { params }) => present$7(await get$8(ctx, params.accountUserId)),
		apply: async (ctx, { params, body }) => present$7(await update$8(ctx, params.accountUserId, body))
	},
	remove: async (ctx, { params }) => ({
		operationId: await remove$10(ctx, params.accountUserId, revokeAll),
		body: {
			success: true,
			message: "The user is deleted once every lock has dropped what they were given."
		}
	})
});
//#endregion
//#region packages/server/src/features/keys/advanced-keys/routes.ts
/** `autoApprove`: an application is accepted at once instead of waiting for the operator (8.5). */
const advancedKeyHandlers = (options) => ({
	get: async (ctx, { params }) => {
		const { row, secret } = await get$14(ctx, params.apiKeyId);
		return presentAdvancedKey(row, secret);
	},
	apply: { staged: async (ctx, { params, body: { currentPassword, otp, ...application } }) => {
		await assertMayOutlive(ctx, {
			currentPassword,
			otp
		}, "nothing");
		return (tx) => apply$1(tx, params.apiKeyId, application, options);
	} },
	update: {
		current: async (ctx, { params }) => {
			const { row } = await get$14(ctx, params.apiKeyId);
			return presentAdvancedKey(row, void 0);
		},
		staged: async (ctx, { params, body: { currentPassword, otp, ...changes } }) => {
			if (Object.keys(changes).length > 0) await assertMayOutlive(ctx, {
				currentPassword,
				otp
			}, "nothing");
			return (tx) => update$14(tx, params.apiKeyId, changes);
		}
	},
	remove: (ctx, { params }) => remove$14(ctx, params.apiKeyId),
	replaceSecret: { staged: async (ctx, { params, body: { overlapHours = 24, ...proof } }) => {
		await get$14(ctx, params.apiKeyId);
		await assertMayOutlive(ctx, proof, "nothing");
		return async (tx) => {
			const { row, secret } = await replaceSecret$1(tx, params.apiKeyId, overlapHours);
			return presentAdvancedKey(row, secret);
		};
	} },
	reactivate: (ctx, { params }) => reactivate(ctx, params.apiKeyId)
});
//#endregion
//#region packages/server/src/features/keys/api-keys/granting.ts
/**
* May the caller make a token with these scopes? An API token gives what it has (D34). More than that needs the person
* behind it, and so does a token that outlives the caller: sessions end within hours, and access that was granted by
* OAuth can be taken back (D110).
*/
async function assertMayGive(ctx, scopes, proof) {
	const missing = (scopes ?? []).filter((scope) => !ctx.principal.scopes.has(scope));
	if (missing.length > 0 && proof.currentPassword == null) ctx.fail("scope_missing", { message: `The calling token lacks the scope ${missing.join(", ")}.` });
	if (missing.length === 0 && ctx.principal.kind === "api") return;
	await assertStepUp(ctx, proof);
}
//#endregion
//#region packages/server/src/features/keys/api-keys/present.ts
const presentKey = (row) => ({
	apiKeyId: row.api_key_id,
	accountId: row.account_id,
	...row.description !== null && { description: row.description },
	...row.redirect_uris !== null && { redirectUris: JSON.parse(row.redirect_uris) },
	apiKey: row.client_id,
	creationDate: toWireDate(row.created_at)
});
/** `accessToken` in full only when the token was just made (D35). */
const presentToken$2 = (row, accessToken) => ({
	id: row.id,
	accountId: row.account_id,
	...row.description !== null && { description: row.description },
	accessToken: accessToken ?? maskToken(row.prefix),
	scopes: JSON.parse(row.scopes),
	creationDate: toWireDate(row.created_at),
	...row.last_used_at !== null && { lastUsedDate: toWireDate(row.last_used_at) },
	...row.expires_at !== null && { expiresAt: toWireDate(row.expires_at) },
	...row.networks !== null && { networks: JSON.parse(row.networks) },
	...row.smartlock_ids !== null && { smartlockIds: JSON.parse(row.smartlock_ids) },
	...row.address_ids !== null && { addressIds: JSON.parse(row.address_ids) }
});
//#endregion
//#region packages/server/src/features/keys/api-keys/routes.ts
const apiKeyHandlers = {
	list: async (ctx) => (await list$19(ctx)).map(presentKey),
	create: async (ctx, { body }) => presentKey(await create$6(ctx, body)),
	update: {
		current: async (ctx, { params }) => presentKey(await get$13(ctx, params.apiKeyId)),
		apply: (ctx, { params, body }) => update$15(ctx, params.apiKeyId, body)
	},
	remove: (ctx, { params }) => remove$15(ctx, params.apiKeyId),
	listTokens: async (ctx, { params }) => (await listTokens$1(ctx, params.apiKeyId)).map((row) => presentToken$2(row)),
	createToken: { staged: async (ctx, { params, body: { currentPassword, otp, ...fields } }) => {
		await assertMayGive(ctx, fields.scopes, {
			currentPassword,
			otp
		});
		return async (tx) => {
			const { row, token } = await createToken(tx, params.apiKeyId, fields);
			return presentToken$2(row, token);
		};
	} },
	updateToken: {
		current: async (ctx, { params }) => presentToken$2(await getToken(ctx, params.apiKeyId, params.id)),
		staged: async (ctx, { params, body: { currentPassword, otp, ...changes } }) => {
			const { description: _name, ...worth } = changes;
			if (Object.keys(worth).length > 0) await assertMayGive(ctx, await scopesGivenBy(ctx, params.apiKeyId, params.id, changes), {
				currentPassword,
				otp
			});
			return (tx) => updateToken(tx, params.apiKeyId, params.id, changes);
		}
	},
	removeToken: (ctx, { params }) => removeToken(ctx, params.apiKeyId, params.id)
};
//#endregion
//#region packages/server/src/features/keys/integrations/present.ts
const presentAny = (row) => ({
	version: "HYDRA",
	name: row.key_description ?? row.client_id,
	clientId: row.client_id,
	createdAt: toWireDate(row.created_at),
	...row.last_used_at !== null && { lastActiveAt: toWireDate(row.last_used_at) },
	scopes: JSON.parse(row.scopes),
	...row.advanced_type !== null && { advancedType: row.advanced_type },
	...row.advanced_status !== null && { advancedState: row.advanced_status },
	apiKeyId: row.api_key_id
});
const presentToken$1 = (row) => ({
	...presentAny(row),
	vendorKey: "API_TOKEN",
	...row.description !== null && { description: row.description },
	tokenId: row.id
});
const presentGrant = (row) => ({
	...presentAny(row),
	vendorKey: "OAUTH"
});
//#endregion
//#region packages/server/src/features/keys/integrations/rules.ts
/** Undefined: no key can have such a name. */
function keyNameOf(value) {
	const text = idTextOf(value);
	if (text === void 0) return void 0;
	if (/^\d{1,10}$/.test(text)) {
		const apiKeyId = Number(text);
		return apiKeyId <= 2147483647 ? { apiKeyId } : void 0;
	}
	return /^[0-9a-f]{40}$/.test(text) ? { clientId: text } : void 0;
}
/** An id as text. Undefined for what no id can be. */
function idTextOf(value) {
	if (typeof value !== "string" && typeof value !== "number") return void 0;
	const text = String(value);
	return /^[\w-]{1,64}$/.test(text) ? text : void 0;
}
//#endregion
//#region packages/server/src/features/keys/integrations/store.ts
/** The API tokens of an account with the keys they hang on. */
const listTokens = (db, accountId) => db.selectFrom("api_token").innerJoin("api_key", "api_key.api_key_id", "api_token.api_key_id").leftJoin("advanced_api_key", "advanced_api_key.api_key_id", "api_token.api_key_id").select([
	"api_token.id",
	"api_token.api_key_id",
	"api_token.scopes",
	"api_token.description",
	"api_token.created_at",
	"api_token.last_used_at",
	"api_key.client_id",
	"api_key.description as key_description",
	"advanced_api_key.type as advanced_type",
	"advanced_api_key.status as advanced_status"
]).where("api_token.account_id", "=", accountId).orderBy("api_token.id").execute();
/** The OAuth grants of an account with the keys, often of others, that they were given to. */
const listGrants = (db, accountId) => db.selectFrom("oauth_grant").innerJoin("api_key", "api_key.api_key_id", "oauth_grant.api_key_id").leftJoin("advanced_api_key", "advanced_api_key.api_key_id", "oauth_grant.api_key_id").select([
	"oauth_grant.id",
	"oauth_grant.api_key_id",
	"oauth_grant.scopes",
	"oauth_grant.created_at",
	"oauth_grant.last_used_at",
	"api_key.client_id",
	"api_key.description as key_description",
	"advanced_api_key.type as advanced_type",
	"advanced_api_key.status as advanced_status"
]).where("oauth_grant.account_id", "=", accountId).orderBy("oauth_grant.id").execute();
/** A client id is unique over all accounts; a grant may be for a key of another one. */
const findKeyId = async (db, clientId) => {
	return (await db.selectFrom("api_key").select("api_key_id").where("client_id", "=", clientId).executeTakeFirst())?.api_key_id;
};
//#endregion
//#region packages/server/src/features/keys/integrations/service.ts
/** Everything that has access to the calling account. */
async function list$1(ctx) {
	const { accountId } = ctx.principal;
	return {
		tokens: await listTokens(ctx.db, accountId),
		grants: await listGrants(ctx.db, accountId)
	};
}
/** Without `tokenId` everything under the key goes, of this account only (D77). */
async function remove(ctx, { apiKeyId, tokenId }) {
	await inTransaction(ctx, async (tx) => {
		const keyId = await keyIdOf(tx, apiKeyId) ?? tx.fail("not_found");
		const { accountId } = tx.principal;
		const wanted = tokenId === void 0 ? void 0 : idTextOf(tokenId) ?? tx.fail("not_found");
		const tokens = await removeTokensOfKey(tx, accountId, keyId, wanted);
		const grants = tokenId === void 0 ? await endGrantsOfKey(tx, accountId, keyId) : [];
		if (tokens.length + grants.length === 0) tx.fail("not_found");
		if (tokenId === void 0) await tx.ports.accessEnded(tx, accountId, {
			of: "key",
			apiKeyId: keyId
		});
		else await tx.ports.accessEnded(tx, accountId, {
			of: "token",
			apiKeyId: keyId
		});
		for (const subject of tokens) await record(tx, {
			action: "apiToken.deleted",
			subject
		});
		for (const subject of grants) await record(tx, {
			action: "oauthGrant.deleted",
			subject
		});
		tx.afterCommit(() => tx.wake.notify("credential", accountId));
	});
}
async function keyIdOf(ctx, value) {
	const name = keyNameOf(value);
	if (!name) return void 0;
	return "apiKeyId" in name ? name.apiKeyId : findKeyId(ctx.db, name.clientId);
}
//#endregion
//#region packages/server/src/features/keys/integrations/routes.ts
const integrationHandlers = {
	list: async (ctx) => {
		const { tokens, grants } = await list$1(ctx);
		return [...tokens.map(presentToken$1), ...grants.map(presentGrant)];
	},
	remove: async (ctx, { body }) => {
		await remove(ctx, body);
		return {
			success: true,
			message: "The integration was removed."
		};
	}
};
//#endregion
//#region packages/server/src/features/locks/answers/account-texts.ts
/** What an entry takes besides its text, roughly. */
const ENTRY_SIZE = 200;
/** The texts of the locks of one account that are known to be true. */
var AccountTexts = class {
	#byId = /* @__PURE__ */ new Map();
	/** Every lock that the account may have, once all were read. */
	#ids;
	#list;
	#textSize = 0;
	/** In characters. */
	get size() {
		return ENTRY_SIZE + this.#textSize + (this.#list?.text.text.length ?? 0);
	}
	get(smartlockId, now) {
		const known = this.#byId.get(smartlockId);
		return known && known.until > now ? known : void 0;
	}
	list(now) {
		return this.#list && this.#list.until > now ? this.#list.text : void 0;
	}
	/** Every lock the account may have with its text, where that is still true; undefined when nobody has read all. */
	all(now) {
		return this.#ids && Array.from(this.#ids, (id) => [id, this.get(id, now)]);
	}
	put(smartlockId, known) {
		this.#remove(smartlockId);
		this.#byId.set(smartlockId, known);
		this.#textSize += ENTRY_SIZE + known.text.text.length;
	}
	/** The row has changed, is new or gone. */
	drop(smartlockId) {
		this.#remove(smartlockId);
		this.#ids?.add(smartlockId);
		this.#list = void 0;
	}
	/** All locks were read: these are all there are, besides those that changed meanwhile. */
	putIds(ids) {
		this.#ids = new Set(ids);
	}
	/** It was looked for, and is not there. */
	dropId(smartlockId) {
		this.#remove(smartlockId);
		this.#ids?.delete(smartlockId);
	}
	/** Only while all locks are known. */
	putList(list) {
		if (this.#ids) this.#list = list;
	}
	#remove(smartlockId) {
		const known = this.#byId.get(smartlockId);
		if (!known) return;
		this.#byId.delete(smartlockId);
		this.#textSize -= ENTRY_SIZE + known.text.text.length;
	}
};
//#endregion
//#region packages/server/src/features/locks/answers/service.ts
/** Characters that are kept at most, over all accounts. */
const MAX_SIZE = 67108864;
/** A timer that counts seconds down. */
const COUNTING_MS = 1e3;
/**
* The locks of an account as they go over the wire. Integrators poll them far more often than they change, and turning
* them into text is most of the work, so the text of each lock is kept until its row changes or the clock makes it untrue.
* Before an answer is taken from here, `Changes` has told of everything that was committed by then.
*/
function createSmartlockTexts(changes) {
	const { kept, read } = createKept(changes);
	async function readOne(ctx, smartlockId) {
		return (await read(ctx.accountId, async () => textOf(ctx, await view$3(ctx, smartlockId)), (texts, known, spoilt) => {
			if (!spoilt.has(smartlockId)) texts.put(smartlockId, known);
		})).text;
	}
	/** All locks, or those of which nothing true is known any more, to go with the others. */
	async function readList(ctx) {
		const all = kept.get(ctx.accountId)?.all(ctx.clock.now());
		const known = (all ?? []).flatMap(([id, text]) => text ? [[id, text]] : []);
		const wanted = all?.flatMap(([id, text]) => text ? [] : [id]);
		const { list } = await read(ctx.accountId, async () => {
			const fresh = (await (wanted ? views(ctx, wanted) : list$21(ctx, {}))).map((view) => [view.row.smartlock_id, textOf(ctx, view)]);
			return {
				fresh: new Map(fresh),
				list: listOf([...known, ...fresh])
			};
		}, (texts, found, spoilt) => keepList(texts, wanted, found, spoilt));
		return list.text;
	}
	const listNow = (ctx) => kept.get(ctx.accountId)?.list(ctx.clock.now()) ?? readList(ctx);
	const getNow = (ctx, smartlockId) => kept.get(ctx.accountId)?.get(smartlockId, ctx.clock.now())?.text ?? readOne(ctx, smartlockId);
	return {
		list: (ctx) => changes.caughtUp()?.then(() => listNow(ctx)) ?? listNow(ctx),
		get: (ctx, smartlockId) => changes.caughtUp()?.then(() => getNow(ctx, smartlockId)) ?? getNow(ctx, smartlockId)
	};
}
/** What is kept, and how something is read so that it may be. */
function createKept(changes) {
	const kept = new LRUCache({
		maxSize: MAX_SIZE,
		sizeCalculation: ({ size }) => size
	});
	const readings = /* @__PURE__ */ new Set();
	changes.listen((changed) => {
		forget(kept, changed);
		for (const reading of readings) spoil(reading, changed);
	});
	/** Reads, and keeps what is still true when it has been read. */
	async function read(accountId, work, keep) {
		const reading = {
			accountId,
			spoilt: /* @__PURE__ */ new Set()
		};
		readings.add(reading);
		const found = await work().finally(() => readings.delete(reading));
		if (reading.spoilt === "all") return found;
		const texts = kept.get(accountId) ?? new AccountTexts();
		keep(texts, found, reading.spoilt);
		kept.delete(accountId);
		kept.set(accountId, texts);
		return found;
	}
	return {
		kept,
		read
	};
}
function forget(kept, changed) {
	if (changed === "all") kept.clear();
	else for (const [accountId, smartlockId] of changed) kept.peek(accountId)?.drop(smartlockId);
}
/** Without `wanted` all locks of the account were read. */
function keepList(texts, wanted, { fresh, list }, spoilt) {
	if (!wanted) texts.putIds(new Set(fresh.keys()).union(spoilt));
	const isTrue = (id) => !spoilt.has(id);
	for (const [id, text] of [...fresh].filter(([id]) => isTrue(id))) texts.put(id, text);
	const gone = (wanted ?? []).filter((id) => !fresh.has(id) && isTrue(id));
	for (const id of gone) texts.dropId(id);
	if (spoilt.size === 0) texts.putList(list);
}
function spoil(reading, changed) {
	if (changed === "all" || reading.spoilt === "all") reading.spoilt = "all";
	else for (const [accountId, id] of changed) if (accountId === reading.accountId) reading.spoilt.add(id);
}
/** The text of a lock as it is now, and until when the clock leaves it so. */
function textOf(ctx, view) {
	const now = ctx.clock.now();
	const lock = present$8(view, now);
	const isCounting = lock.state.ringToOpenEnd !== void 0;
	return {
		text: new JsonText(JSON.stringify(lock)),
		createdAt: view.row.created_at,
		until: isCounting ? now + COUNTING_MS : staleAt(view.row.last_seen_at, now)
	};
}
/** In the order of the store. */
function listOf(entries) {
	entries.sort(([a, { createdAt: one }], [b, { createdAt: other }]) => one - other || a - b);
	return {
		text: new JsonText(`[${entries.map(([, { text }]) => text.text).join(",")}]`),
		until: entries.reduce((first, [, { until }]) => Math.min(first, until), Number.POSITIVE_INFINITY)
	};
}
//#endregion
//#region packages/server/src/features/locks/routes.ts
const advanced = ({ operationId, requestId }) => ({
	operationId,
	body: { requestId }
});
const shown = async (ctx, { smartlockId }) => present$8(await view$3(ctx, smartlockId), ctx.clock.now());
const smartlockHandlers = (texts) => ({
	list: (ctx, { query }) => {
		if (!(query.authId !== void 0 || query.type !== void 0) && !ctx.principal.limits) return texts.list(ctx);
		return list$21(ctx, query).then((views) => views.map((view) => present$8(view, ctx.clock.now())));
	},
	get: (ctx, { params }) => texts.get(ctx, params.smartlockId),
	update: {
		current: (ctx, { params }) => shown(ctx, params),
		apply: (ctx, { params, body }) => update$17(ctx, params.smartlockId, body)
	},
	remove: (ctx, { params }) => remove$17(ctx, params.smartlockId),
	capability: async (ctx, { params: { smartlockId }, query: { at } }) => {
		const view = await view$3(ctx, smartlockId);
		const used = await ctx.ports.countRights(ctx, smartlockId, at === void 0 ? void 0 : Date.parse(at));
		return capabilityOf(view, used);
	},
	...actionHandlers,
	...configurationHandlers,
	...enrolmentHandlers,
	log: async (ctx, { query }) => (await listLog$1(ctx, query)).map(presentLog$1),
	logOf: async (ctx, { params, query }) => (await listLogOf$1(ctx, params.smartlockId, query)).map(presentLog$1)
});
/** Actions that have a path of their own: of locks, not of openers (D61). */
const unlatch = {
	action: LOCK_ACTION$1.unlatch,
	isShortCall: true
};
const lockNgo = {
	action: LOCK_ACTION$1.lockNgo,
	isShortCall: true
};
const actionHandlers = {
	action: async (ctx, { params, body }) => ({ operationId: await operate(ctx, params.smartlockId, body) }),
	lock: async (ctx, { params }) => ({ operationId: await lock$1(ctx, params.smartlockId) }),
	unlock: async (ctx, { params }) => ({ operationId: await unlock(ctx, params.smartlockId) }),
	unlatch: async (ctx, { params }) => ({ operationId: await operate(ctx, params.smartlockId, unlatch) }),
	lockNgo: async (ctx, { params }) => ({ operationId: await operate(ctx, params.smartlockId, lockNgo) }),
	actionAdvanced: async (ctx, { params, body }) => advanced(await operateAdvanced(ctx, params.smartlockId, body)),
	lockAdvanced: async (ctx, { params }) => advanced(await lockAdvanced(ctx, params.smartlockId)),
	unlockAdvanced: async (ctx, { params }) => advanced(await unlockAdvanced(ctx, params.smartlockId)),
	unlatchAdvanced: async (ctx, { params }) => advanced(await operateAdvanced(ctx, params.smartlockId, unlatch)),
	lockNgoAdvanced: async (ctx, { params }) => advanced(await operateAdvanced(ctx, params.smartlockId, lockNgo))
};
const configurationHandlers = {
	setConfig: {
		current: async (ctx, { params }) => (await shown(ctx, params)).config ?? {},
		apply: async (ctx, { params, body }) => ({ operationId: await changeConfig(ctx, params.smartlockId, body) })
	},
	setAdvancedConfig: {
		current: async (ctx, { params }) => (await shown(ctx, params)).advancedConfig ?? {},
		apply: async (ctx, { params: { smartlockId }, body }) => ({ operationId: await changeAdvancedConfig(ctx, smartlockId, "advancedConfig", body) })
	},
	setOpenerConfig: {
		current: async (ctx, { params }) => (await shown(ctx, params)).openerAdvancedConfig ?? {},
		apply: async (ctx, { params: { smartlockId }, body }) => ({ operationId: await changeAdvancedConfig(ctx, smartlockId, "openerConfig", body) })
	},
	setSmartdoorConfig: {
		current: async (ctx, { params }) => (await shown(ctx, params)).smartdoorAdvancedConfig ?? {},
		apply: async (ctx, { params: { smartlockId }, body }) => ({ operationId: await changeAdvancedConfig(ctx, smartlockId, "smartdoorConfig", body) })
	},
	setAdminPin: async (ctx, { params, body }) => ({ operationId: await setAdminPin(ctx, params.smartlockId, body.adminPin) }),
	sync: async (ctx, { params }) => ({ operationId: await requestSync(ctx, params.smartlockId) }),
	setWebConfigs: (ctx, { body }) => {
		assertLocks(ctx, body.webConfigRequests.map(({ smartlockId }) => smartlockId));
		return changeWebConfigs(ctx, body.webConfigRequests);
	},
	setWebConfig: {
		current: async (ctx, { params }) => (await shown(ctx, params)).webConfig ?? {},
		apply: (ctx, { params: { smartlockId }, body: webConfig }) => changeWebConfigs(ctx, [{
			smartlockId,
			webConfig
		}])
	}
};
const enrolmentHandlers = {
	register: async (ctx, { body }) => {
		const { row, credentials } = await register$3(ctx, body);
		return {
			...present$8({
				row,
				pending: []
			}, ctx.clock.now()),
			credentials
		};
	},
	rotateCredentials: { staged: async (ctx, { params: { smartlockId }, body: { graceMinutes, ...proof } }) => {
		await get$16(ctx, smartlockId);
		await assertStepUp(ctx, proof);
		return (tx) => rotateCredentials(tx, smartlockId, graceMinutes);
	} }
};
//#endregion
//#region packages/server/src/features/openers/present.ts
const presentBrand = ({ brand_id, brand }) => ({
	brandId: brand_id,
	brand
});
const presentIntercom = (row) => ({
	intercomId: row.intercom_id,
	brandId: row.brand_id,
	type: row.type,
	model: row.model,
	verified: row.verified,
	conGndBus: row.con_gnd_bus,
	conBusAudio: row.con_bus_audio,
	conAudioout: row.con_audioout,
	conDoorbellPlus: row.con_doorbell_plus,
	conDoorbellMinus: row.con_doorbell_minus,
	conOpendoor: row.con_opendoor,
	conGndAnalogue: row.con_gnd_analogue,
	busModeSwitch: row.bus_mode_switch,
	busModeSwitchShortCircuitDuration: row.short_circuit_duration,
	creationDate: toWireDate(row.created_at),
	updateDate: toWireDate(row.updated_at)
});
//#endregion
//#region packages/server/src/features/openers/routes.ts
const openerHandlers = {
	brands: async (ctx) => (await brands(ctx)).map(presentBrand),
	brand: async (ctx, { params }) => presentBrand(await brand(ctx, params.brandId)),
	intercoms: async (ctx, { query }) => (await intercoms(ctx, query)).map(presentIntercom),
	intercom: async (ctx, { params }) => presentIntercom(await intercom(ctx, params.intercomId))
};
//#endregion
//#region packages/server/src/features/operations/present.ts
const present$1 = ({ row, children }) => ({
	operationId: row.id,
	type: row.type,
	...row.smartlock_id !== null && { smartlockId: row.smartlock_id },
	...row.auth_ids !== null && { authIds: JSON.parse(row.auth_ids) },
	status: row.status,
	...row.error_code !== null && { errorCode: row.error_code },
	...row.error !== null && { error: row.error },
	...row.proof !== null && { proof: row.proof },
	createdDate: toWireDate(row.created_at),
	updateDate: toWireDate(row.updated_at),
	...row.request_id !== null && { requestId: row.request_id },
	...children.length > 0 && { children }
});
//#endregion
//#region packages/server/src/features/operations/routes.ts
const operationHandlers = {
	list: async (ctx, { query }) => (await list$22(ctx, query)).map(present$1),
	get: async (ctx, { params }) => present$1(await get$17(ctx, params.operationId))
};
//#endregion
//#region packages/server/src/features/operator/present.ts
const presentMail$1 = ({ row, isReadable }) => ({
	id: row.id,
	accountId: row.account_id,
	to: row.recipient,
	template: row.template,
	language: row.language,
	state: row.state,
	attempts: row.attempts,
	...row.error !== null && { error: row.error },
	readable: isReadable,
	creationDate: toWireDate(row.created_at),
	updateDate: toWireDate(row.updated_at),
	...row.next_at !== null && { nextAttemptDate: toWireDate(row.next_at) }
});
const presentMailText = (mail) => ({
	...presentMail$1(mail),
	...mail.content && {
		subject: mail.content.subject,
		text: mail.content.text
	}
});
//#endregion
//#region packages/server/src/features/operator/routes.ts
const operatorHandlers = {
	duties: (ctx) => duties(ctx),
	listMail: async (ctx, { query }) => (await listMail$1(ctx, query)).map(presentMail$1),
	readMail: async (ctx, { params }) => presentMailText(await readMail(ctx, params.mailId)),
	listApplications: (ctx, { query }) => listApplications(ctx, query),
	decide: (ctx, { params }) => decide(ctx, params.apiKeyId, params.act)
};
//#endregion
//#region packages/server/src/features/places/addresses/present.ts
const presentAddress = ({ row, smartlockIds, unitCount }) => ({
	addressId: row.address_id,
	accountId: row.account_id,
	name: row.name,
	smartlockIds,
	...row.settings !== null && { settings: settingsOf(row.settings) },
	...row.time_zone !== null && { timeZone: row.time_zone },
	...row.check_in_time !== null && { checkInTime: row.check_in_time },
	...row.check_out_time !== null && { checkOutTime: row.check_out_time },
	unitCount,
	...row.service_id !== null && { serviceId: row.service_id },
	creationDate: toWireDate(row.created_at),
	updateDate: toWireDate(row.updated_at)
});
//#endregion
//#region packages/server/src/features/places/addresses/routes.ts
const addressHandlers = {
	list: async (ctx) => (await list$14(ctx)).map(presentAddress),
	create: async (ctx, { body }) => presentAddress(await create$3(ctx, body)),
	update: {
		current: async (ctx, { params }) => presentAddress(await view$1(ctx, params.addressId)),
		apply: async (ctx, { params, body }) => presentAddress(await update$9(ctx, params.addressId, body))
	},
	remove: async (ctx, { params }) => ({
		operationId: await remove$11(ctx, params.addressId),
		body: {
			success: true,
			message: "The address was deleted; what it granted is being revoked."
		}
	})
};
//#endregion
//#region packages/server/src/features/places/calendars/fetch.ts
/** D68. */
const MAX_BYTES = 2097152;
/** Whatever the quota is: all of them pass through the main thread and one transaction. */
const MAX_EVENTS = 1e4;
/** Bookings further ahead than this are not listed as occurrences of a recurring event. */
const AHEAD_MS = 3456e7;
/** Asks for the calendar only if it changed since the last time. */
async function fetchFeed(ctx, source, reader) {
	const { url, etag, lastModified } = source;
	const answer = await ctx.outbound.get({
		url,
		headers: {
			accept: "text/calendar, */*;q=0.1",
			"user-agent": "Latchwork",
			...etag !== null && { "if-none-match": etag },
			...lastModified !== null && { "if-modified-since": lastModified }
		},
		maxBytes: MAX_BYTES
	});
	if (answer.error !== void 0) return {
		kind: "failed",
		code: "unreachable",
		error: answer.error
	};
	if (answer.status === 304) return { kind: "unchanged" };
	if (answer.status !== 200) return {
		kind: "failed",
		code: "refused",
		error: `The server answered ${answer.status}.`
	};
	const validators = {
		etag: kept(answer.headers?.etag),
		lastModified: kept(answer.headers?.["last-modified"])
	};
	return {
		...await read(ctx, source, answer.body ?? "", reader),
		...validators
	};
}
/** A validator is stored and sent back; one that is no short text is as good as none. */
const kept = (value) => value !== void 0 && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null;
async function read(ctx, { serviceId, addressId }, text, reader) {
	if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return {
		kind: "failed",
		code: "not_a_calendar",
		error: "The answer is not a calendar."
	};
	const address = await find$8(ctx, addressId);
	if (!address) return {
		kind: "failed",
		code: "unreadable",
		error: "The address is gone."
	};
	const { timeZone, checkInTime, checkOutTime } = timesOf(ctx, address);
	const now = ctx.clock.now();
	const maxEvents = Math.min(ctx.limits.reservationsPerAddress, MAX_EVENTS);
	try {
		const { isEmpty, entries } = await reader.read(ctx.accountId, {
			text,
			serviceId,
			times: {
				timeZone,
				checkInTime,
				checkOutTime
			},
			options: {
				from: now,
				until: now + AHEAD_MS,
				maxEvents
			}
		});
		return {
			kind: isEmpty ? "empty" : "read",
			entries
		};
	} catch (error) {
		if (!(error instanceof CalendarProblem)) throw error;
		return {
			kind: "failed",
			code: error.code,
			error: `The calendar cannot be read: ${error.message}.`
		};
	}
}
//#endregion
//#region packages/server/src/features/places/calendars/check.ts
/** Each holds up to 2 MiB while it waits for its turn. */
const AT_ONCE$3 = {
	account: 2,
	all: 16
};
/** Fetches a calendar once and stores nothing: what works is known before it takes the place of another (D67). */
function createCheck(enabled, reader) {
	const underWay = [];
	return async (ctx, serviceId, { url, addressId }) => {
		assertEnabled(ctx, serviceId, enabled);
		assertAllowed(ctx, url);
		await get$9(ctx, addressId);
		if (underWay.filter((accountId) => accountId === ctx.accountId).length >= AT_ONCE$3.account || underWay.length >= AT_ONCE$3.all) fail("rate_limited", { retryAfterSeconds: 5 });
		underWay.push(ctx.accountId);
		try {
			return outcomeOf$2(await fetchFeed(ctx, {
				url,
				serviceId,
				addressId,
				etag: null,
				lastModified: null
			}, reader), ctx.clock.now());
		} finally {
			underWay.splice(underWay.indexOf(ctx.accountId), 1);
		}
	};
}
function outcomeOf$2(fetched, now) {
	if (fetched.kind === "failed") return {
		success: false,
		bookings: 0,
		errorCode: fetched.code,
		error: fetched.error
	};
	const coming = ("entries" in fetched ? fetched.entries : []).filter((entry) => !entry.isCanceled && entry.endsAt > now);
	const first = coming.map(({ startsAt }) => startsAt).sort((a, b) => a - b)[0];
	return {
		success: true,
		bookings: coming.length,
		...first !== void 0 && { firstDate: toWireDate(first) }
	};
}
//#endregion
//#region packages/server/src/features/places/calendars/present.ts
/** Flags as in 8.7. */
function presentService(view, serviceId) {
	const links = view.links.filter((link) => link.service_id === serviceId);
	const isEnabled = view.enabled.includes(serviceId);
	const isStarted = isEnabled && links.some((link) => link.status === "active");
	const wasLinked = isEnabled ? view.used.has(serviceId) : links.length > 0;
	return {
		context: { links: links.map((link) => presentLink(link, view.reservations.get(link.link_id) ?? 0)) },
		enabled: isEnabled,
		started: isStarted,
		stopped: wasLinked && !isStarted,
		serviceId,
		name: SERVICE_NAMES[serviceId]
	};
}
function changeOf$1(stored) {
	const { at, ...counts } = JSON.parse(stored);
	return {
		date: toWireDate(at),
		...counts
	};
}
const presentLink = (link, reservations) => ({
	linkId: link.link_id,
	addressId: link.address_id,
	...link.unit_id !== null && { unitId: link.unit_id },
	url: link.url_masked,
	status: link.status,
	...link.last_sync_at !== null && { lastSyncDate: toWireDate(link.last_sync_at) },
	...link.next_at !== null && { nextSyncDate: toWireDate(link.next_at) },
	...link.last_error !== null && { lastError: link.last_error },
	...link.last_error_code !== null && { lastErrorCode: link.last_error_code },
	...link.last_change !== null && { lastChange: changeOf$1(link.last_change) },
	reservations
});
/** Unknown ids find nothing, like any other filter. */
const namedServices = (serviceIds) => SERVICE_IDS.filter((id) => serviceIds === void 0 || serviceIds.includes(id));
//#endregion
//#region packages/server/src/features/places/calendars/routes.ts
const serviceHandlers = (enabled, calendars, check = createCheck(enabled, calendars)) => ({
	list: async (ctx, { query }) => {
		const view = await view$2(ctx, enabled);
		return namedServices(query.serviceIds).map((id) => presentService(view, id));
	},
	get: async (ctx, { params }) => presentService(await view$2(ctx, enabled), params.serviceId),
	check: (ctx, { params, body }) => check(ctx, params.serviceId, body),
	link: (ctx, { params, body }) => link(ctx, params.serviceId, enabled, body),
	sync: async (ctx, { params, body }) => ({ operationId: await sync(ctx, params.serviceId, enabled, body) }),
	unlink: (ctx, { params, body }) => unlink(ctx, params.serviceId, body)
});
//#endregion
//#region packages/server/src/features/places/stays/present.ts
function presentReservation({ row, codes }) {
	const confirmed = codes.filter((code) => code.state === "confirmed").length;
	const wanted = codes.filter((code) => code.state !== "removing");
	const isIssuing = row.issue_state === "issuing";
	const isRevoking = row.issue_state === "revoking";
	const isStillThere = isRevoking && row.automation !== AUTOMATION.failed;
	const isIssued = row.issue_state === "issued" || isStillThere || confirmed > 0;
	return {
		id: row.id,
		addressId: row.address_id,
		accountId: row.account_id,
		name: row.name,
		email: row.email,
		guests: row.guests,
		guestsIssued: isIssued ? row.guests : 0,
		keypadIssued: isIssued,
		state: row.state,
		...row.service_id !== null && { serviceId: row.service_id },
		...row.reference !== null && { reference: row.reference },
		automation: row.automation,
		...row.checked_in !== null && { checkedIn: row.checked_in === 1 },
		startDate: toWireDate(row.starts_at),
		endDate: toWireDate(row.ends_at),
		updateDate: toWireDate(row.updated_at),
		allowedFromDate: toWireDate(row.valid_from),
		allowedUntilDate: toWireDate(row.valid_until),
		isCurrentlyIssuingAuth: isIssuing,
		isCurrentlyRevokingAuth: isRevoking,
		currentlyIssuingAuth: isIssuing,
		currentlyRevokingAuth: isRevoking,
		hasCustomAccessTimes: row.check_in_time !== null,
		...row.check_in_time !== null && { checkInTime: row.check_in_time },
		...row.check_out_time !== null && { checkOutTime: row.check_out_time },
		...codes.length > 0 && { authIds: codes.map((code) => code.auth_id) },
		...row.unit_id !== null && { unitId: row.unit_id },
		...wanted.length > 0 && { readiness: confirmed / wanted.length },
		...row.operation_id !== null && { operationId: row.operation_id }
	};
}
//#endregion
//#region packages/server/src/features/places/stays/routes.ts
const reservationHandlers = {
	list: async (ctx, { params }) => (await list$15(ctx, params.addressId)).map((view) => presentReservation(view)),
	search: async (ctx, { query }) => (await search(ctx, query)).map((view) => presentReservation(view)),
	get: async (ctx, { params }) => presentReservation(await get$10(ctx, params.addressId, params.id)),
	create: async (ctx, { params, body }) => presentReservation(await create$4(ctx, params.addressId, body)),
	update: {
		current: async (ctx, { params }) => presentReservation(await get$10(ctx, params.addressId, params.id)),
		apply: async (ctx, { params, body }) => presentReservation(await update$10(ctx, params.addressId, params.id, body))
	},
	remove: async (ctx, { params }) => ({
		operationId: await remove$12(ctx, params.addressId, params.id),
		body: {
			success: true,
			message: "The reservation was deleted; its codes are being revoked."
		}
	}),
	issue: async (ctx, { params }) => ({ operationId: await issue(ctx, params.addressId, params.id) }),
	revoke: async (ctx, { params }) => ({ operationId: await revoke$1(ctx, params.addressId, params.id) }),
	updateAccessTimes: async (ctx, { params, body }) => ({ operationId: await updateAccessTimes(ctx, params.addressId, params.id, body) })
};
//#endregion
//#region packages/server/src/features/places/units/present.ts
const redemptionOf = (row) => ({
	...row.redeemed_at !== null && { redeemDate: toWireDate(row.redeemed_at) },
	...row.redeem_result !== null && { redeemResult: row.redeem_result }
});
const presentUnit = (row, tokenId) => ({
	id: row.id,
	name: row.name,
	addressId: row.address_id,
	addressTokenId: tokenId,
	...row.operation_id !== null && { operationId: row.operation_id },
	creationDate: toWireDate(row.created_at),
	...redemptionOf(row)
});
/** `inviteKeys` are given only for those who may see them (D80). */
const presentToken = (row, tokenId, inviteKeys) => ({
	id: tokenId,
	addressId: row.address_id,
	creationDate: toWireDate(row.created_at),
	...redemptionOf(row),
	...row.redeem_account_id !== null && { redeemAccountId: row.redeem_account_id },
	...inviteKeys && { inviteKeys }
});
//#endregion
//#region packages/server/src/features/places/units/routes.ts
const token = (ctx, unit) => {
	const { row, inviteKeys } = tokenView(ctx, unit);
	return presentToken(row, tokenIdOf(ctx, row), inviteKeys);
};
const present = (ctx, row) => presentUnit(row, tokenIdOf(ctx, row));
const deleted = ({ operationId, requestId, unknown }) => ({
	operationId,
	body: {
		requestId,
		...unknown.length > 0 && { error: `Not known: ${unknown.join(", ")}.` }
	}
});
const addressUnitHandlers = {
	list: async (ctx, { params }) => (await list$16(ctx, params.addressId)).map((row) => present(ctx, row)),
	create: async (ctx, { params, body }) => present(ctx, await create$5(ctx, params.addressId, body.name)),
	update: {
		current: async (ctx, { params }) => present(ctx, await get$11(ctx, params.addressId, params.id)),
		apply: async (ctx, { params, body }) => present(ctx, await update$11(ctx, params.addressId, params.id, body))
	},
	removeMany: async (ctx, { params, body }) => deleted(await removeMany(ctx, params.addressId, body)),
	remove: async (ctx, { params }) => deleted(await removeMany(ctx, params.addressId, [params.id])),
	tokenInfo: (ctx, { params }) => tokenInfo(ctx, params.tokenId),
	token: async (ctx, { params }) => token(ctx, await byToken(ctx, params.tokenId)),
	tokens: async (ctx, { params }) => (await list$16(ctx, params.addressId)).map((unit) => token(ctx, unit)),
	redeem: async (ctx, { params, body }) => {
		const { row, operationId } = await redeem(ctx, params.tokenId, body.email ?? true);
		const message = "The token was redeemed; access is given once every lock has confirmed.";
		return {
			operationId,
			body: {
				...token(ctx, row),
				success: true,
				message
			}
		};
	}
};
//#endregion
//#region packages/server/src/features/sandbox/present.ts
const presentMail = ({ row, content }) => ({
	id: row.id,
	to: row.recipient,
	template: row.template,
	language: row.language,
	state: row.state,
	...row.error !== null && { error: row.error },
	...content,
	date: toWireDate(row.created_at)
});
//#endregion
//#region packages/server/src/features/sandbox/rules.ts
/** The moment an ISO 8601 duration from now, in UTC; undefined when it is none or leads nowhere. */
function readDuration(text, nowMs) {
	try {
		return Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO("UTC").add(Temporal.Duration.from(text)).epochMilliseconds;
	} catch {
		return;
	}
}
//#endregion
//#region packages/server/src/features/sandbox/service.ts
/** Set when no move is under way: on the way time is neither what it was nor what it will be. */
async function clock(sandbox) {
	await sandbox.clock.atRest();
	const { offsetMs } = sandbox.clock;
	return {
		now: toWireDate(sandbox.clock.now()),
		moved: offsetMs !== 0,
		aheadMs: offsetMs
	};
}
/** Moves time, and returns when everything that was due on the way has happened. */
async function moveClock(ctx, sandbox, move) {
	refuseReplay(ctx);
	const { advance, at, real } = move;
	if ([
		advance,
		at,
		real
	].filter((value) => value !== void 0).length !== 1) failParameter(ctx.fail, "body", "must have exactly one of advance, at and real");
	if (real === false) failParameter(ctx.fail, "real", "must be true");
	if (real) await sandbox.clock.returnToRealTime();
	else await jump(ctx, sandbox, {
		advance,
		at
	});
	return clock(sandbox);
}
/** Whoever moves the clock in the console would otherwise be signed out by the first half day. */
async function jump(ctx, sandbox, move) {
	const now = sandbox.clock.now();
	const target = targetOf(ctx, now, move);
	await outlive(ctx, target - now);
	await sandbox.clock.moveTo(target);
}
/** Every hour has something to do: a year is some ten seconds of work, a century would be an hour. */
const LONGEST_JUMP_MS = 316224e5;
function targetOf(ctx, now, { advance, at }) {
	const field = advance === void 0 ? "at" : "advance";
	const target = advance === void 0 ? Date.parse(at) : readDuration(advance, now);
	if (target === void 0) return failParameter(ctx.fail, field, "must be an ISO 8601 duration such as P30D or PT10M");
	if (target < now) failParameter(ctx.fail, field, `time only moves forward; it is ${toWireDate(now)}`);
	if (target > now + LONGEST_JUMP_MS) failParameter(ctx.fail, field, "time moves 366 days at most at once");
	return target;
}
/** A repeated call is answered from the store inside one transaction, which a call that moves the world cannot be part of. */
function refuseReplay(ctx) {
	if (ctx.db.isTransaction) failParameter(ctx.fail, "header.Idempotency-Key", "is not taken by the sandbox: what happens there happens each time");
}
/** What the service wrote to people: in the sandbox nobody has to own the addresses. */
const listMail = (ctx, { to, id, limit }) => listOf$1(ctx, ctx.principal.accountId, {
	...to !== void 0 && { recipient: to },
	...id !== void 0 && { olderThanId: id },
	...limit !== void 0 && { limit }
});
/** The account's simulated locks, in the order of their ids. */
async function list(ctx, sandbox) {
	const byId = new Map(sandbox.devices().map((device) => [device.deviceId, device]));
	return (await list$21(ctx, {})).flatMap(({ row }) => {
		const device = byId.get(row.device_id);
		return device ? [{
			smartlockId: row.smartlock_id,
			...device.view()
		}] : [];
	});
}
async function get(ctx, sandbox, smartlockId) {
	return {
		smartlockId,
		...(await find(ctx, sandbox, smartlockId)).view()
	};
}
async function change(ctx, sandbox, smartlockId, changes) {
	refuseReplay(ctx);
	const device = await find(ctx, sandbox, smartlockId);
	await device.change(changes).catch(offline(ctx));
	return {
		smartlockId,
		...device.view()
	};
}
async function happen(ctx, sandbox, smartlockId, event) {
	refuseReplay(ctx);
	const device = await find(ctx, sandbox, smartlockId);
	if (event.event === "keypad" && event.code === void 0) failParameter(ctx.fail, "code", "is required for this event");
	if (event.event === "turn" && event.to === void 0) failParameter(ctx.fail, "to", "is required for this event");
	switch (await device.happen(event).catch(offline(ctx))) {
		case "noKeypad": return ctx.fail("keypad_missing");
		case "notPossible": return ctx.fail("not_supported_by_device");
		case "happened": return {
			smartlockId,
			...device.view()
		};
	}
}
/** Its credentials were replaced, and nobody gave the simulated lock the new ones. */
const offline = (ctx) => (error) => {
	if (error.code === "NO_CONNECTION") ctx.fail("smartlock_offline");
	throw error;
};
/** A lock that is missing, somebody else's or not simulated is the same 404. */
async function find(ctx, sandbox, smartlockId) {
	const { device_id } = await get$16(ctx, smartlockId);
	return sandbox.devices().find(({ deviceId }) => deviceId === device_id) ?? ctx.fail("not_found");
}
//#endregion
//#region packages/server/src/features/sandbox/routes.ts
/** The handlers of one sandbox: it is handed in, because most services have none. */
const sandboxHandlers = (sandbox) => ({
	clock: () => clock(sandbox),
	moveClock: (ctx, { body }) => moveClock(ctx, sandbox, body),
	mail: async (ctx, { query }) => (await listMail(ctx, query)).map(presentMail),
	profiles: () => Object.entries(SIM_PROFILES).map(([name, profile]) => ({
		name,
		...profile
	})),
	list: (ctx) => list(ctx, sandbox),
	get: (ctx, { params }) => get(ctx, sandbox, params.smartlockId),
	change: (ctx, { params, body }) => change(ctx, sandbox, params.smartlockId, body),
	happen: (ctx, { params, body }) => happen(ctx, sandbox, params.smartlockId, body)
});
//#endregion
//#region packages/server/src/compose/api.ts
const { sandbox: _sandbox, ...withoutSandbox } = api;
/** What there is to call: `/sim` only with the sandbox. */
const areasOf = (sandbox) => sandbox ? api : withoutSandbox;
/** Every area, by the wing it lives in. */
function mountApi(mount, config, helpers) {
	const { sandbox } = helpers;
	mountIdentity(mount, config);
	mountKeys(mount, config);
	mountLocks(mount, helpers);
	mountArea(mount, api.bridge, bridgeHandlers(bridgeFacts(config, helpers)));
	mountPlaces(mount, config, helpers);
	mountEvents(mount, helpers);
	mountArea(mount, api.audit, auditHandlers);
	mountArea(mount, api.operator, operatorHandlers);
	if (sandbox) mountArea(mount, api.sandbox, sandboxHandlers(sandbox), { locate: (ctx, { smartlockId }) => get$16(ctx, smartlockId) });
	const routes = Object.values(areasOf(sandbox)).flatMap((area) => Object.values(area));
	answerUnknownPaths(mount.app, [
		...routes,
		...SYSTEM_PATHS.map((path) => ({
			method: "GET",
			path
		})),
		...OAUTH_PATHS.map((known) => known)
	]);
}
/** In the sandbox another port may have been taken than the one that was asked for. */
const bridgeFacts = ({ bridge: { enabled, port } }, { bridge }) => ({
	isOn: enabled,
	port: () => (bridge?.app.server.address())?.port ?? port
});
function mountIdentity(mount, config) {
	mountArea(mount, api.account, accountHandlers(config.signUp));
	mountArea(mount, api.accountSettings, accountSettingHandlers);
	mountArea(mount, api.accountUsers, accountUserHandlers(revokeAllOfUser), { locate: (ctx, { accountUserId }) => get$8(ctx, accountUserId) });
	mountArea(mount, api.subAccounts, subAccountHandlers, { locate: (ctx, { accountId }) => get$2(ctx, accountId) });
	mountArea(mount, api.companies, companyHandlers);
	mountArea(mount, api.emailAddress, emailAddressHandlers);
	mountArea(mount, api.passwordReset, passwordResetHandlers);
	mountArea(mount, api.otp, otpHandlers);
	mountArea(mount, api.passkeys, passkeyHandlers, { locate: (ctx, { passkeyId }) => get$12(ctx, passkeyId) });
	mountArea(mount, api.recoveryCodes, recoveryCodeHandlers);
	mountArea(mount, api.sessions, sessionHandlers);
	mountArea(mount, api.subscriptions, subscriptionHandlers);
}
function mountKeys(mount, config) {
	mountArea(mount, api.apiKeys, apiKeyHandlers, { locate: (ctx, { apiKeyId, id }) => id === void 0 ? get$13(ctx, apiKeyId) : getToken(ctx, apiKeyId, id) });
	mountArea(mount, api.advancedKeys, advancedKeyHandlers(config.advancedKey), { locate: (ctx, { apiKeyId }) => get$13(ctx, apiKeyId) });
	mountArea(mount, api.integrations, integrationHandlers);
}
function mountLocks(mount, { adoptionWaits: waits, brokerUrl }) {
	mountArea(mount, api.smartlocks, smartlockHandlers(createSmartlockTexts(mount.platform.changes)), { locate: (ctx, { smartlockId }) => get$16(ctx, smartlockId) });
	mountArea(mount, api.authorizations, authorizationHandlers, { locate: (ctx, { smartlockId, id }) => id === void 0 ? get$16(ctx, smartlockId) : get$4(ctx, smartlockId, id) });
	mountArea(mount, api.gateways, gatewayHandlers({
		waits,
		brokerUrl
	}), { locate: async (ctx, { gatewayId }) => gatewayId === void 0 ? void 0 : find$10(ctx, gatewayId) });
	mountArea(mount, api.openers, openerHandlers);
	mountArea(mount, api.operations, operationHandlers);
}
function mountPlaces(mount, config, { calendars }) {
	mountArea(mount, api.addresses, addressHandlers, { locate: (ctx, { addressId }) => get$9(ctx, addressId) });
	mountArea(mount, api.addressUnits, addressUnitHandlers, { locate: (ctx, { addressId, tokenId }) => tokenId === void 0 ? get$9(ctx, addressId) : byToken$1(ctx, tokenId) });
	mountArea(mount, api.reservations, reservationHandlers, { locate: (ctx, { addressId, id }) => id === void 0 ? get$9(ctx, addressId) : get$10(ctx, addressId, id) });
	mountArea(mount, api.services, serviceHandlers(config.service.enabled, calendars));
}
function mountEvents(mount, { streams, gateways }) {
	mountArea(mount, api.events, eventHandlers(streams));
	mountArea(mount, api.notifications, notificationHandlers(gateways), { locate: (ctx, { notificationId }) => get$6(ctx, notificationId) });
	mountArea(mount, api.webhooks, webhookHandlers, { locate: (ctx, { apiKeyId, id, webhookId = id }) => apiKeyId === void 0 ? get$7(ctx, webhookId) : get$13(ctx, apiKeyId) });
}
const SYSTEM_PATHS = [
	"/health",
	"/ready",
	"/metrics",
	"/openapi.json",
	"/docs",
	...CONSOLE_PATHS
];
//#endregion
//#region packages/server/src/compose/gauges.ts
/** Figures at /metrics that are counted when somebody looks. */
async function refreshGauges(ctx, { stay }) {
	await measureReadiness(ctx, stay.readinessHours);
	await measure(ctx);
	const online = await ctx.db.selectFrom("smartlock").select((e) => e.fn.countAll().as("n")).where("server_state", "=", 0).executeTakeFirstOrThrow();
	ctx.metrics.connectedDevices.set(Number(online.n));
	const open = await ctx.db.selectFrom("operation").select(["status", (e) => e.fn.countAll().as("n")]).where(sql`status in ('queued', 'sent')`).groupBy("status").execute();
	for (const status of ["queued", "sent"]) ctx.metrics.openOperations.set({ status }, Number(open.find((row) => row.status === status)?.n ?? 0));
	await ctx.metrics.queues.refresh();
}
//#endregion
//#region packages/server/src/compose/web.ts
/** Everything that is answered over HTTP: the API, the console, OAuth and what machines ask for. */
async function createWeb(config, platform, parts) {
	const { system, devices, sandbox } = parts;
	const app = newApp(config, platform, parts);
	if (config.corsOrigins.length > 0) await app.register(cors, corsOptions(config));
	mountSystemRoutes(app, {
		platform,
		whyNotReady: () => whyNotReady(platform, parts),
		isLinked: devices.isLinked,
		lockShares: () => {
			const shares = devices.ownership.shares();
			return shares && {
				shares: shares.length,
				of: 61
			};
		},
		metricsOpen: config.metrics.open,
		refreshGauges: () => refreshGauges(system, config),
		areas: areasOf(sandbox)
	});
	mountConsole(app, {
		folder: CONSOLE_FOLDER,
		facts: consoleFacts(config, sandbox !== void 0)
	});
	const mount = {
		app,
		platform,
		db: system.db,
		inFlight: /* @__PURE__ */ new Set(),
		assertStepUp,
		assertStillThere,
		turns: /* @__PURE__ */ new Map(),
		gate: {
			lookUp: parts.tokens.lookUp,
			lookUpGateway: (token) => lookUp(system, token),
			...rateLimits(config, platform)
		}
	};
	await mountOauth(mount, config.publicUrl?.replace(/\/+$/, ""));
	mountApi(mount, config, {
		...parts,
		brokerUrl: (host) => brokerUrlFor(config, devices.bus.url, host)
	});
	return app;
}
async function whyNotReady({ storeHealth }, { phase, isStoreThere }) {
	if (phase() === "starting") return "starting";
	if (phase() !== "running") return "shutting_down";
	return storeHealth.trouble ?? (await isStoreThere() ? void 0 : "database_unavailable");
}
function newApp(config, platform, { tls, phase }) {
	const proxies = readTrustedProxies(config.trustProxy);
	return createApp({
		platform,
		proxies,
		connections: {
			total: config.http.maxConnections,
			perAddress: config.http.maxConnectionsPerAddress,
			isGateway: (address) => proxies?.trusts(address, 0) === true
		},
		maxRequests: config.http.maxRequests,
		isStopping: () => phase() === "stopping",
		promisesHttps: promisesHttps(config),
		tls: speaksTls(config, "http") ? tls : void 0
	});
}
const corsOptions = (config) => ({
	origin: [...config.corsOrigins],
	methods: [
		"GET",
		"HEAD",
		"PUT",
		"POST",
		"DELETE"
	],
	exposedHeaders: [
		"Operation-Id",
		"X-Request-Id",
		"Retry-After",
		"RateLimit-Limit",
		"RateLimit-Remaining",
		"RateLimit-Reset"
	]
});
/** Where gateways reach the broker: as the operator says, or at the host where they reach the API. */
function brokerUrlFor({ mqtt, publicUrl }, busUrl, host) {
	const known = mqtt.publicUrl ?? mqtt.url;
	const { protocol, hostname, port } = new URL(known ?? busUrl);
	const reached = URL.parse(publicUrl ?? `http://${host}`)?.hostname;
	return `${protocol}//${known === void 0 ? reached ?? hostname : hostname}${port && `:${port}`}`;
}
/** What the console has to know to speak of times as the service takes them; see its kit/facts.ts. */
const consoleFacts = ({ defaultTimeZone, stay, bridge }, hasSandbox) => [
	`zone:${defaultTimeZone}`,
	`check-in:${stay.checkInTime}`,
	`check-out:${stay.checkOutTime}`,
	...hasSandbox ? ["sandbox"] : [],
	...bridge.enabled ? ["bridge"] : []
];
/** Vite writes it; see packages/console. */
const CONSOLE_FOLDER = fileURLToPath(new URL("../../../console/dist", new URL("./compose/web.ts", import.meta.url).href));
//#endregion
//#region packages/server/src/features/access/delivery/jobs.ts
/** Keys to take part that nobody can use any more (D56). */
const removeEndedInvites = {
	everyMs: 36e5,
	retryDelayMs: () => 6e4,
	async run(ctx) {
		await removeEndedInvites$1(ctx.db, ctx.clock.now());
	}
};
//#endregion
//#region packages/server/src/features/audit/anchor/keeper.ts
/** What is younger could be cut off unnoticed. */
const ANCHOR_MS = 6e4;
/** Time alone brings nothing to anchor. */
const nothingInSight = async () => void 0;
/** Anchors the audit log every minute, and writes down outside of the database how far it is. */
function createAuditKeeper(platform, db, options) {
	const ctx = systemContext(platform, db, 0);
	/** How far each log was when it was last written to the file. */
	const written = /* @__PURE__ */ new Map();
	let writtenAt = Number.NEGATIVE_INFINITY;
	let working = Promise.resolve();
	let stopped = false;
	let cancel = () => {};
	async function keep(isLast) {
		const [seal, [grown]] = await Promise.all([findSeal(db), listGrown(db, -1, 1)]);
		if (grown || !seal || seal.number === 0) {
			const result = await anchor(ctx);
			if ("problem" in result) ctx.log.error({ problem: result.problem }, "the audit log cannot be anchored");
		}
		const isDue = ctx.clock.now() - writtenAt >= options.checkpointMs;
		if (options.checkpointFile !== void 0 && (isDue || isLast)) await write(options.checkpointFile);
	}
	async function write(path) {
		const checkpoint = await ofAll(ctx, written);
		writtenAt = ctx.clock.now();
		if (checkpoint) await append(path, `${JSON.stringify(checkpoint)}\n`);
	}
	function run(isLast = false) {
		working = working.then(() => keep(isLast)).catch((error) => {
			written.clear();
			ctx.log.error({ err: error }, "the audit log could not be anchored");
		});
		return working;
	}
	async function tick() {
		await run();
		if (!stopped) cancel = platform.clock.after(ANCHOR_MS, tick, nothingInSight);
	}
	return {
		start: tick,
		idle: () => working,
		async stop() {
			stopped = true;
			cancel();
			await run(true);
		}
	};
}
/** On the disk when it returns. After a line that was cut off by a kill or a full disk, on one of its own. */
async function append(path, line) {
	const file = await open(path, "a+", 384);
	try {
		const { size } = await file.stat();
		const { buffer } = await file.read({
			buffer: Buffer.alloc(1),
			position: Math.max(0, size - 1)
		});
		const isCut = size > 0 && buffer.toString() !== "\n";
		await file.appendFile(isCut ? `\n${line}` : line);
		await file.sync();
	} finally {
		await file.close();
	}
}
//#endregion
//#region packages/server/src/features/events/subscribed.ts
/** Accounts that are remembered: a number and a flag each. */
const MAX_ACCOUNTS = 5e4;
/** When nobody told us that somebody subscribed, the clock finds their events until this has passed. */
const MAX_AGE_MS = 6e4;
/**
* Whose events somebody gets. Nearly every event is of an account that has no webhook, or no notification, and looking
* for those who are to get it would cost more than the event. It is only asked when a wake-up names accounts: what is
* wrong here is late by a look of the clock, and not lost.
*/
function createSubscribed(platform, listOf) {
	const known = new LRUCache({
		max: MAX_ACCOUNTS,
		ttl: MAX_AGE_MS
	});
	let version = 0;
	let unlisten = () => {};
	async function learn(accountIds) {
		const versionAtStart = version;
		const found = new Set((await listOf(accountIds)).map(({ account_id }) => account_id));
		if (version === versionAtStart) for (const id of accountIds) known.set(id, found.has(id));
		return found;
	}
	return {
		start() {
			unlisten = platform.wake.listen("subscription", (about) => {
				version += 1;
				if (about === "all") known.clear();
				else for (const accountId of about) known.delete(accountId);
			});
		},
		stop: () => unlisten(),
		async among(about) {
			if (about === "all") return about;
			const unknown = [...about].filter((id) => !known.has(id));
			const found = unknown.length > 0 ? await learn(unknown) : void 0;
			const wanted = new Set([...about].filter((id) => found?.has(id) || known.get(id)));
			return wanted.size > 0 ? wanted : null;
		}
	};
}
//#endregion
//#region packages/server/src/features/events/notifications/rules.ts
/** Under which of the names callers subscribe to a notice goes (D97). */
const TRIGGER_OF = {
	locked: "lock",
	unlocked: "unlock",
	unlatched: "unlatch",
	lockNGo: "lockngo",
	opened: "open",
	ring: "ring",
	doorOpened: "doorsensor",
	doorClosed: "doorsensor",
	doorSensorJammed: "doorsensor",
	doorAjar: "warnings",
	doorMismatch: "warnings",
	batteryCritical: "warnings",
	keypadBatteryCritical: "warnings",
	doorSensorBatteryCritical: "warnings",
	motorBlocked: "warnings",
	wrongCode: "warnings",
	wrongFingerprint: "warnings",
	online: "smartlock",
	offline: "smartlock",
	added: "smartlock",
	removed: "smartlock"
};
/** Log states (6.8). */
const SUCCESS = 0;
const FAILURES = {
	1: "motorBlocked",
	224: "wrongCode",
	225: "wrongFingerprint"
};
/** Log actions of every device (6.8). */
const OF_ALL = {
	208: "doorAjar",
	209: "doorMismatch",
	224: "ring",
	240: "doorOpened",
	241: "doorClosed",
	242: "doorSensorJammed"
};
const OF_LOCKS = {
	1: "unlocked",
	2: "locked",
	3: "unlatched",
	4: "lockNGo",
	5: "lockNGo"
};
const OF_OPENERS = { 3: "opened" };
/** What a log entry is news of to people; most of what failed is none. */
function noticeOfLog({ action, state, deviceType }) {
	if (state !== SUCCESS) return FAILURES[state];
	return OF_ALL[action] ?? (deviceType === SMARTLOCK_TYPE.opener ? OF_OPENERS : OF_LOCKS)[action];
}
/** What the event log has noted about a change that no log entry shows. */
const readNotices = (notices) => (notices ?? "").split(",").filter((name) => name in TRIGGER_OF);
/** Somebody moved the lock: these are what a choice of authorizations is about. */
const MOVEMENTS = /* @__PURE__ */ new Set([
	"lock",
	"unlock",
	"unlatch",
	"lockngo",
	"open"
]);
/** Does one of the settings ask for it? A choice of authorizations limits movements, and nothing else has an actor. */
const isWanted = (settings, happening) => settings.some(({ smartlockId, triggerEvents, authIds = [] }) => (smartlockId === void 0 || smartlockId === happening.smartlockId) && triggerEvents.includes(happening.trigger) && (authIds.length === 0 || !MOVEMENTS.has(happening.trigger) || happening.authId !== void 0 && authIds.includes(happening.authId)));
/** What shows a notification to its maker, any of them. */
const SHOWN_BY = ["smartlock.log", "notification"];
/** May the access that made a notification still hear of this lock (D117)? */
const maySee = (sight, smartlockId) => sight?.isLive === true && SHOWN_BY.some((scope) => sight.scopes.has(scope)) && (sight.isMaster || (sight.rights & RIGHTS.viewLogs) !== 0) && (sight.limits === void 0 || sight.limits.smartlockIds.has(smartlockId));
/** What is left of the settings when a lock is gone (D63). */
const withoutLock = (settings, smartlockId) => settings.filter((setting) => setting.smartlockId !== smartlockId);
//#endregion
//#region packages/server/src/features/events/notifications/push/delivery-store.ts
/** Notifications with something to deliver that nobody is delivering to. */
const due$1 = (db, { now, limit, about, except }) => db.selectFrom("notification").select("id").where(isFree(now)).where("id", "in", (e) => e.selectFrom("notification_delivery").select("notification_id").where("next_at", "<=", now)).$if(about !== "all", (q) => q.where((e) => isOneOf(db, e.ref("event_account_id"), about))).$if(except.length > 0, (q) => q.where("id", "not in", [...except])).limit(limit);
/** Looking costs no writer's turn; most looks find nothing. */
const hasDue$1 = async (db, claim) => (await due$1(db, {
	...claim,
	limit: 1
}).execute()).length > 0;
const countDue$1 = async (db, now) => (await due$1(db, {
	now,
	limit: COUNTED,
	about: "all",
	except: []
}).execute()).length;
const leases$1 = leasesOf("notification", "id");
const { renew: renew$1, giveBack: giveBack$1, clear: clear$1 } = leases$1;
const claim$1 = (db, engine, claim) => leases$1.claim(db, engine, due$1(db, claim), claim);
/** The notification as it is now, if it is still ours to deliver to. */
const findOwn = (db, owner, id) => db.selectFrom("notification").selectAll().where("id", "=", id).where("lease_owner", "=", owner).executeTakeFirst();
const firstDue = (db, notificationId, now) => db.selectFrom("notification_delivery").selectAll().where("notification_id", "=", notificationId).where("next_at", "<=", now).orderBy("next_at").orderBy("id").executeTakeFirst();
const endDelivery = (db, notificationId, id) => db.deleteFrom("notification_delivery").where("notification_id", "=", notificationId).where("id", "=", id).execute();
const endAll = (db, notificationId) => db.deleteFrom("notification_delivery").where("notification_id", "=", notificationId).execute();
const delay = (db, notificationId, id, attempts, nextAt) => db.updateTable("notification_delivery").set({
	attempts,
	next_at: nextAt
}).where("notification_id", "=", notificationId).where("id", "=", id).execute();
/** Says how a receiver is doing, unless it was exchanged for another one meanwhile; undefined then. */
const settle$1 = (db, row, changes) => db.updateTable("notification").set(changes).where("account_id", "=", row.account_id).where("id", "=", row.id).where("push_id", "=", row.push_id).where("os", "=", row.os).returning("id").executeTakeFirst();
const nextDue = async (db) => {
	const row = await db.selectFrom("notification_delivery").select((e) => e.fn.min("next_at").as("at")).executeTakeFirst();
	return row?.at == null ? void 0 : Number(row.at);
};
//#endregion
//#region packages/server/src/features/events/notifications/push/feed-store.ts
/** Those of the accounts that have feeds. */
const listSubscribed$1 = (db, accountIds) => db.selectFrom("notification_feed").select("account_id").where((e) => isOneOf(db, e.ref("account_id"), accountIds)).execute();
/** Accounts that have emitted something since their notifications were last looked at. */
const listBehind = (db, about, limit) => db.selectFrom("notification_feed as f").select("f.account_id").$if(about !== "all", (q) => q.where((e) => isOneOf(db, e.ref("f.account_id"), about))).where((e) => e.exists(e.selectFrom("event").select(sql`1`.as("one")).whereRef("event.account_id", "=", "f.account_id").whereRef("event.id", ">", "f.last_event_id"))).limit(limit).execute();
/** The feed, for this transaction alone; undefined when another process has it. */
const takeFeed = (db, engine, accountId) => db.selectFrom("notification_feed").selectAll().where("account_id", "=", accountId).$if(engine === "postgres", (q) => q.forUpdate().skipLocked()).executeTakeFirst();
const moveFeed = (db, accountId, lastEventId) => db.updateTable("notification_feed").set({ last_event_id: lastEventId }).where("account_id", "=", accountId).execute();
/** Nobody wants to be notified any more. */
const removeFeed = (db, accountId) => db.deleteFrom("notification_feed").where("account_id", "=", accountId).execute();
/** Events that people may be notified of, oldest first. */
const listNotifiable = (db, accountId, { after, upTo, limit }) => db.selectFrom("event").selectAll().where("account_id", "=", accountId).where("id", ">", after).where("id", "<=", upTo).where((e) => e.or([e("feature", "=", "DEVICE_LOGS"), e("notices", "is not", null)])).orderBy("id").limit(limit).execute();
/** Every notification that gets the account's events; a sub-account's only while it may see logs. */
const listNotifications = (db, accountId) => db.selectFrom("notification as n").innerJoin("account as a", "a.account_id", "n.account_id").selectAll("n").where("n.event_account_id", "=", accountId).where((e) => e.or([e("a.master_account_id", "is", null), e(sql`a.rights & ${sql.lit(RIGHTS.viewLogs)}`, ">", 0)])).execute();
const hasAny = async (db, accountId) => await db.selectFrom("notification").select("id").where("event_account_id", "=", accountId).limit(1).executeTakeFirst() !== void 0;
const lockNames = (db, accountId, smartlockIds) => db.selectFrom("smartlock").select(["smartlock_id", "name"]).where("account_id", "=", accountId).where("smartlock_id", "in", [...smartlockIds]).execute();
const countWaiting = (db, notificationIds) => db.selectFrom("notification_delivery").select(["notification_id", (e) => e.fn.countAll().as("n")]).where("notification_id", "in", [...notificationIds]).groupBy("notification_id").execute();
const insertDeliveries = (db, rows) => db.insertInto("notification_delivery").values([...rows]).onConflict((c) => c.columns(["notification_id", "id"]).doNothing()).execute();
/** Changes what a notification asks for, whosever it is. */
const setSettings = (db, notificationId, settings) => db.updateTable("notification").set({ settings }).where("id", "=", notificationId).execute();
//#endregion
//#region packages/server/src/features/events/notifications/push/feed.ts
const ACCOUNTS = 50;
const EVENTS = 200;
const ROWS_PER_INSERT = 100;
/** More than this does not wait for one receiver: it is down, and old news is no news. */
const MAX_WAITING = 1e3;
/** Turns what is new in the event log into deliveries; true when there may be more. */
async function fanOut(ctx, about) {
	const behind = await listBehind(ctx.db, about, ACCOUNTS);
	let isFull = behind.length === ACCOUNTS;
	for (const { account_id } of behind) if (await inTransaction(ctx, (tx) => fanOutAccount(tx, account_id))) isFull = true;
	return isFull;
}
/** The cursor and the deliveries it passed commit together: a crash repeats nothing and loses nothing. */
async function fanOutAccount(tx, accountId) {
	const feed = await takeFeed(tx.db, tx.engine, accountId);
	const head = feed && await headOf(tx, accountId);
	if (!feed || head === void 0) return false;
	if (!await hasAny(tx.db, accountId)) {
		await removeFeed(tx.db, accountId);
		return false;
	}
	const page = {
		after: feed.last_event_id,
		upTo: head,
		limit: EVENTS
	};
	const rows = await listNotifiable(tx.db, accountId, page);
	if (rows.length > 0) await notify(tx, accountId, rows);
	const isFull = rows.length === EVENTS;
	await moveFeed(tx.db, accountId, isFull ? rows.at(-1)?.id ?? head : head);
	return isFull;
}
async function notify(tx, accountId, rows) {
	const notifications = await listNotifications(tx.db, accountId);
	const pushEvents = await pushEventsOf(tx, accountId, rows);
	const deliveries = [];
	const sightOf = sightsOf(tx);
	for (const notification of notifications.filter(({ is_gone }) => is_gone === 0)) {
		const sight = await sightOf(notification);
		const seen = pushEvents.filter(({ smartlockId }) => maySee(sight, smartlockId));
		deliveries.push(...deliveriesFor(notification, seen, tx.clock.now()));
	}
	await storeDeliveries(tx, deliveries);
	const removed = pushEvents.filter(({ notice }) => notice === "removed").map(({ smartlockId }) => smartlockId);
	for (const smartlockId of removed) await forgetLock(tx, notifications, smartlockId);
}
/** Asked once for all that one access made. */
function sightsOf(tx) {
	const known = /* @__PURE__ */ new Map();
	return (row) => {
		const key = [
			row.account_id,
			row.token_id,
			row.grant_id
		].join(" ");
		const sight = known.get(key) ?? sightOf(tx, row);
		known.set(key, sight);
		return sight;
	};
}
async function pushEventsOf(tx, accountId, rows) {
	const ids = [...new Set(rows.flatMap(({ smartlock_id }) => smartlock_id ?? []))];
	const locks = ids.length === 0 ? [] : await lockNames(tx.db, accountId, ids);
	const names = new Map(locks.map(({ smartlock_id, name }) => [smartlock_id, name]));
	return rows.flatMap((row) => pushEventsOfRow(row, names));
}
function pushEventsOfRow(row, names) {
	const smartlockId = row.smartlock_id;
	if (smartlockId === null) return [];
	const payload = JSON.parse(row.payload);
	const log = row.feature === "DEVICE_LOGS" ? payload.smartlockLog : void 0;
	const ofLog = log && noticeOfLog(log);
	return (log ? ofLog ? [ofLog] : [] : readNotices(row.notices)).map((notice, i) => ({
		id: i === 0 ? row.id : `${row.id}-${i}`,
		notice,
		smartlockId,
		smartlockName: payload.name ?? names.get(smartlockId) ?? String(smartlockId),
		at: log?.date ?? toWireDate(row.created_at),
		...log && { log }
	}));
}
function deliveriesFor(notification, pushEvents, now) {
	const settings = settingsOf$1(notification);
	return pushEvents.filter(({ notice, smartlockId, log }) => isWanted(settings, {
		trigger: TRIGGER_OF[notice],
		smartlockId,
		...log?.authId !== void 0 && { authId: log.authId }
	})).map((event) => ({
		notification_id: notification.id,
		id: event.id,
		message: JSON.stringify(messageFor(notification, event)),
		attempts: 0,
		next_at: now
	}));
}
/** D95. */
function messageFor(notification, event) {
	const { notice, smartlockId, smartlockName, at, log } = event;
	const text = messages[languageOf(notification.language)].push[notice];
	return {
		notificationId: notification.id,
		...notification.reference_id !== null && { referenceId: notification.reference_id },
		event: TRIGGER_OF[notice],
		smartlockId,
		smartlockName,
		message: `${smartlockName}: ${text}${log?.name ? ` (${log.name})` : ""}`,
		date: at,
		...log && { smartlockLog: log }
	};
}
async function storeDeliveries(tx, rows) {
	const byNotification = Map.groupBy(rows, ({ notification_id }) => notification_id);
	if (byNotification.size === 0) return;
	const counted = await countWaiting(tx.db, [...byNotification.keys()]);
	const waiting = new Map(counted.map(({ notification_id, n }) => [notification_id, Number(n)]));
	const fitting = [...byNotification].flatMap(([id, own]) => own.slice(0, Math.max(MAX_WAITING - (waiting.get(id) ?? 0), 0)));
	for (let i = 0; i < fitting.length; i += ROWS_PER_INSERT) await insertDeliveries(tx.db, fitting.slice(i, i + ROWS_PER_INSERT));
}
/** What was asked about a lock goes with it, once people were notified that it is gone (D63). */
async function forgetLock(tx, notifications, smartlockId) {
	for (const row of notifications) {
		const settings = settingsOf$1(row);
		const left = withoutLock(settings, smartlockId);
		if (left.length === settings.length) continue;
		row.settings = JSON.stringify(left);
		await setSettings(tx.db, row.id, row.settings);
	}
}
//#endregion
//#region packages/server/src/features/events/notifications/push/send.ts
/** Takes one message to its receiver, once. */
async function sendOnce(ctx, gateways, row, delivery) {
	if (row.os === NOTIFICATION_OS.webhook) return post(ctx, row, delivery);
	const gateway = gateways.of(row.os);
	if (!gateway) return {
		result: "none",
		error: gateways.problemWith(row.os) ?? ""
	};
	const message = JSON.parse(delivery.message);
	return gateway.send({
		token: row.push_id,
		...wordsOf(message),
		data: dataOf(message)
	});
}
/** The name of the lock is the title; the text need not repeat it. */
function wordsOf({ smartlockName, message }) {
	return {
		title: smartlockName,
		text: message.slice(smartlockName.length + 2)
	};
}
const dataOf = ({ notificationId, referenceId, event, smartlockId, date }) => ({
	notificationId,
	...referenceId !== void 0 && { referenceId },
	event,
	smartlockId: String(smartlockId),
	date
});
/** A signed POST like those of webhooks, with the notification's own secret (D95). */
async function post(ctx, row, delivery) {
	const body = `[${delivery.message}]`;
	const now = ctx.clock.now();
	const secret = secretOf(ctx, row);
	const headers = signedHeaders({
		id: delivery.id,
		body,
		secret,
		timestamp: Math.floor(now / 1e3)
	});
	const { status, retryAfter, error } = await ctx.outbound.post({
		url: row.push_id,
		headers,
		body
	});
	if (isSuccess(status)) return { result: "delivered" };
	if (status === 410) return {
		result: "gone",
		error: "The receiver answered 410: it is gone."
	};
	return {
		result: "later",
		error: status === void 0 ? error ?? "no answer" : `The receiver answered ${status}.`,
		retryAfterMs: retryAfterMs(status, retryAfter, now)
	};
}
//#endregion
//#region packages/server/src/features/events/notifications/push/dispatcher.ts
/** When a process dies, another one goes on after this. */
const LEASE_MS$3 = 6e4;
/** Longer than an attempt can take: none begins that could outlast the lease. */
const ATTEMPT_MS$1 = 15e3;
/** Receivers served at a time: those that hang wait for time-outs, and must not hold up the others. */
const MAX_RUNS = 256;
/** How long attempts under way get to end when the service stops. */
const STOP_MS$2 = 3e3;
/** Looks for what is new in the event log, and takes it to those who want it. */
function createNotificationDispatcher(platform, db, gateways) {
	const ctx = systemContext(platform, db, 0);
	const subscribed = createSubscribed(platform, (accountIds) => listSubscribed$1(db, accountIds));
	let isStopping = false;
	const queue = new WorkQueue(platform, queueStore$3(db, platform.engine), {
		name: "notifications",
		what: "notifying",
		channel: "event",
		places: { all: MAX_RUNS },
		lease: { ms: LEASE_MS$3 },
		idsOf: ({ id }) => [id],
		wakeKeyOf: ({ event_account_id }) => event_account_id,
		async beforeLook(about) {
			const wanted = await subscribed.among(about);
			if (wanted) while (!isStopping && await fanOut(ctx, wanted));
			return wanted;
		},
		run: ({ id }, hold) => deliverAll(ctx, gateways, id, hold)
	});
	return {
		start() {
			subscribed.start();
			return queue.start();
		},
		async stop() {
			isStopping = true;
			subscribed.stop();
			await queue.stop(STOP_MS$2);
			gateways.close();
		}
	};
}
const queueStore$3 = (db, engine) => ({
	clear: () => clear$1(db),
	hasDue: (wanted) => hasDue$1(db, wanted),
	claim: (wanted) => claim$1(db, engine, wanted),
	renew: (owner, ids, until) => renew$1(db, owner, ids, until),
	giveBack: (owner, ids) => giveBack$1(db, owner, ids),
	nextDue: () => nextDue(db),
	countDue: (now) => countDue$1(db, now)
});
/**
* One message after the other, as long as the receiver is ours and something is due. When what came of one cannot be
* stored the receiver is not given back: its lease ends by itself, and until then nobody tries again.
*/
async function deliverAll(ctx, gateways, id, hold) {
	while (hold.lastsFor(ATTEMPT_MS$1)) {
		const row = await findOwn(ctx.db, hold.owner, id);
		const delivery = row && await firstDue(ctx.db, id, ctx.clock.now());
		if (!row || !delivery) break;
		if (!maySee(await sightOf(ctx, row), smartlockOf(delivery))) {
			await endDelivery(ctx.db, row.id, delivery.id);
			continue;
		}
		const outcome = await trySend(ctx, gateways, row, delivery);
		if (outcome.result !== "delivered") hold.noteFailure();
		if (hold.isStopping() && outcome.result === "later") return;
		await inTransaction(ctx, (tx) => settle(tx, row, delivery, outcome));
		ctx.metrics.notificationAttempts.inc({ result: outcome.result === "delivered" ? "delivered" : "failed" });
	}
	if (!hold.isStopping()) await giveBack$1(ctx.db, hold.owner, [id]);
}
const smartlockOf = ({ message }) => JSON.parse(message).smartlockId;
/** A message that cannot even be made, as when its secret cannot be opened, waits like one that was not taken. */
async function trySend(ctx, gateways, row, delivery) {
	try {
		return await sendOnce(ctx, gateways, row, delivery);
	} catch (error) {
		ctx.log.error({
			err: error,
			notificationId: row.id
		}, "a notification could not be sent");
		return {
			result: "later",
			error: "The service could not make the message; its log says why."
		};
	}
}
/** Stores what came of an attempt: with the delivery, and with the notification as callers see it (8.9). */
async function settle(tx, row, delivery, outcome) {
	const now = tx.clock.now();
	if (outcome.result === "delivered") {
		await endDelivery(tx.db, row.id, delivery.id);
		const well = {
			status: NOTIFICATION_STATUS.active,
			error: null,
			last_active_at: now
		};
		await settle$1(tx.db, row, well);
		return;
	}
	const attempts = delivery.attempts + 1;
	const delay$1 = outcome.result === "later" && row.status !== NOTIFICATION_STATUS.failed ? retryDelayMs$1(attempts, tx.ids.chance(), outcome.retryAfterMs) : void 0;
	if (delay$1 !== void 0) {
		await delay(tx.db, row.id, delivery.id, attempts, now + delay$1);
		return;
	}
	const isGone = outcome.result === "gone";
	const failed = {
		status: NOTIFICATION_STATUS.failed,
		error: outcome.error,
		is_gone: isGone ? 1 : 0
	};
	if (!await settle$1(tx.db, row, failed)) return;
	if (isGone) await endAll(tx.db, row.id);
	else await endDelivery(tx.db, row.id, delivery.id);
}
//#endregion
//#region packages/server/src/features/events/webhooks/delivery/outcome.ts
function outcomeOf$1(ctx, endpoint, attempts) {
	const outcome = {
		failingSince: endpoint.failing_since,
		succeededAt: endpoint.succeeded_at,
		isGone: false,
		isExpired: false,
		retries: []
	};
	for (const one of attempts) {
		if (one.succeeded) {
			outcome.failingSince = null;
			outcome.succeededAt = one.finishedAt;
		} else {
			outcome.failingSince ??= one.finishedAt;
			outcome.isGone ||= one.status === 410;
			outcome.isExpired ||= isExpired(outcome.failingSince, one.finishedAt);
		}
		const delay = one.succeeded || one.status === 410 ? void 0 : delayAfter(ctx, one);
		if (delay !== void 0) outcome.retries.push({
			endpoint_id: endpoint.endpoint_id,
			event_id: one.message.id,
			attempts: one.message.attempt,
			next_at: one.finishedAt + delay
		});
	}
	return outcome;
}
function delayAfter(ctx, one) {
	return retryDelayMs$2(one.message.attempt, ctx.ids.chance(), retryAfterMs$1(one.status, one.retryAfter, one.finishedAt));
}
//#endregion
//#region packages/server/src/features/events/webhooks/delivery/progress.ts
/** The cursor after the last new item before which nothing new is open. */
function cursorOf(endpoint, batch) {
	const fresh = batch.items.filter(({ isNew }) => isNew);
	const open = fresh.findIndex(({ isSettled }) => !isSettled);
	if (open === -1) return batch.upTo;
	return fresh[open - 1]?.message.id ?? endpoint.last_event_id;
}
/** Moves the endpoint on past what was tried, if it is still ours. */
async function storeAttempts(ctx, endpoint, batch, attempts, lease) {
	const cursor = cursorOf(endpoint, batch);
	const outcome = outcomeOf$1(ctx, endpoint, attempts);
	const waited = [...batch.gone, ...attempts.map(({ message }) => message.id)].flatMap((id) => batch.due.get(id) ?? []);
	return inTransaction(ctx, async (tx) => {
		const isOff = await switchOff(tx, endpoint, outcome);
		const row = await progress$1(tx.db, lease.owner, endpoint.endpoint_id, {
			last_event_id: cursor,
			failing_since: outcome.failingSince,
			succeeded_at: outcome.succeededAt,
			...isOff && {
				status: "DEACTIVATED",
				updated_at: tx.clock.now()
			}
		});
		if (!row) return void 0;
		if (waited.length > 0) await endDeliveries(tx.db, endpoint.endpoint_id, waited);
		if (outcome.retries.length > 0) await insertDeliveries$1(tx.db, outcome.retries);
		if (attempts.length > 0) await insert(tx.db, attempts.map((one) => one.log));
		return row;
	});
}
/** Is the endpoint to be switched off (D89, D90)? A central webhook is one receiver, and goes off for all accounts. */
async function switchOff(tx, endpoint, outcome) {
	const { isGone, isExpired, failingSince } = outcome;
	const key = endpoint.central_key_id;
	if (!isGone && !isExpired) return false;
	if (key !== null) {
		if (await hasSucceededSince(tx, key, failingSince ?? 0) && !isGone) return false;
	}
	const owner = key === null ? endpoint.account_id : await deactivate(tx, key);
	const notice = {
		url: endpoint.url,
		failingSince: failingSince ?? tx.clock.now()
	};
	if (owner !== void 0) await sendToAccount(tx, owner, "webhookDeactivated", notice);
	const { endpoint_id: webhookId, account_id: accountId } = endpoint;
	tx.afterCommit(() => tx.log.warn({
		webhookId,
		accountId,
		apiKeyId: endpoint.api_key_id
	}, "webhook deactivated"));
	return true;
}
/** Attempts that end within this time are stored together: a commit costs more than a post. */
const GATHER_MS = 10;
/** Events of one lock one after the other, different locks side by side (D91). */
function lanesOf(items) {
	return [...Map.groupBy(items, ({ message }) => message.event?.smartlock_id ?? "account").values()];
}
/** Posts a batch and stores what came of it as it comes. Returns the endpoint as it is then; undefined when it is not ours any more. */
async function deliverBatch(ctx, endpoint, batch, lease, isStale) {
	const results = createResults(ctx, endpoint, batch, lease);
	let hasFailed = false;
	/** A healthy endpoint that begins to fail gives its place back soon. */
	const isOver = () => results.endpoint()?.status !== "ACTIVE" || !lease.mayPost() || isStale() || hasFailed && endpoint.failing_since === null;
	/** False when it was not posted, and when the service stops and nobody knows what came of it. */
	async function postOne(item) {
		const result = await lease.inTurn(async () => isOver() ? void 0 : attempt$1(ctx, endpoint, batch.target, item.message));
		if (!result || lease.isStopping() && result.status === void 0) return false;
		hasFailed ||= !result.succeeded;
		results.add(item, result);
		return true;
	}
	const waiting = lanesOf(batch.items);
	async function postLanes() {
		for (let lane = waiting.shift(); lane; lane = waiting.shift()) for (const item of lane) if (!await postOne(item)) return;
	}
	try {
		await Promise.all(Array.from({ length: 8 }, postLanes));
	} finally {
		await results.end();
	}
	const current = results.endpoint();
	return current && batch.items.length === 0 ? storeAttempts(ctx, current, batch, [], lease) : current;
}
/** Stores what comes of a batch. Attempts that end meanwhile are stored together after these. */
function createResults(ctx, endpoint, batch, lease) {
	const settled = [];
	const allPosted = Promise.withResolvers();
	let current = endpoint;
	let storing;
	async function storeAll() {
		while (settled.length > 0 && current) {
			const now = settled.splice(0);
			for (const { item } of now) item.isSettled = true;
			const attempts = now.map((one) => one.attempt);
			current = await storeAttempts(ctx, current, batch, attempts, lease);
		}
	}
	return {
		endpoint: () => current,
		add(item, result) {
			settled.push({
				item,
				attempt: result
			});
			storing ??= Promise.race([setTimeout$1(GATHER_MS), allPosted.promise]).then(storeAll).finally(() => {
				storing = void 0;
			});
		},
		async end() {
			allPosted.resolve();
			while (storing !== void 0) await storing;
		}
	};
}
//#endregion
//#region packages/server/src/features/events/webhooks/delivery/lease-store.ts
/** Endpoints that have something to be posted and that nobody is posting to. */
const due = (db, { now, isFailing, limit, about, except, exceptKeys }) => allDue(db, now).$if(about !== "all", (q) => q.where((e) => isOneOf(db, e.ref("w.event_account_id"), about))).where("w.failing_since", isFailing ? "is not" : "is", null).$if(except.length > 0, (q) => q.where("w.endpoint_id", "not in", [...except])).$if(exceptKeys.length > 0, (q) => q.where((e) => e.or([e("w.central_key_id", "is", null), e("w.central_key_id", "not in", [...exceptKeys])]))).limit(limit);
const allDue = (db, now) => db.selectFrom("webhook_endpoint as w").select("w.endpoint_id").where("w.status", "=", "ACTIVE").where(isFree(now)).where((e) => e.or([e.exists(e.selectFrom("event").select(sql`1`.as("one")).whereRef("event.account_id", "=", "w.event_account_id").whereRef("event.id", ">", "w.last_event_id")), e.exists(e.selectFrom("webhook_delivery as d").select(sql`1`.as("one")).whereRef("d.endpoint_id", "=", "w.endpoint_id").where("d.next_at", "<=", now))]));
const countDue = async (db, now) => (await allDue(db, now).limit(COUNTED).execute()).length;
/** Looking costs no writer's turn; most looks find nothing. */
const hasDue = async (db, claim) => (await due(db, {
	...claim,
	limit: 1
}).execute()).length > 0;
/** Those of the accounts whose events an endpoint gets, whatever its state. */
const listSubscribed = (db, accountIds) => db.selectFrom("webhook_endpoint").select("event_account_id as account_id").distinct().where((e) => isOneOf(db, e.ref("event_account_id"), accountIds)).execute();
const leases = leasesOf("webhook_endpoint", "endpoint_id");
const { giveBack, clear } = leases;
/** Leases go on, or are put off: nobody else serves these endpoints before then. */
const { renew } = leases;
const claim = (db, engine, claim) => leases.claim(db, engine, due(db, claim).orderBy("w.last_event_id"), claim);
/** Every run ends with it: prepared once. */
const endLease = prepared((db, slot) => db.updateTable("webhook_endpoint").set(NOT_LEASED).where("endpoint_id", "=", slot("endpointId")).where("lease_owner", "=", slot("owner")).$castTo());
const giveBackOne = (db, owner, endpointId) => endLease(db, {
	owner,
	endpointId
});
/** When the next attempt that waits is due. */
const nextRetry = async (db) => {
	return (await db.selectFrom("webhook_delivery").select((e) => e.fn.min("next_at").as("at")).executeTakeFirst())?.at ?? void 0;
};
//#endregion
//#region packages/server/src/features/events/webhooks/delivery/post-events.ts
/** Messages that are read at once for an endpoint that answers, and for one that lately did not. */
const BATCH = 100;
const BATCH_WHILE_FAILING = 8;
/** Who may read what is asked anew after this time, also for what is under way, in case word of a change was lost. */
const FRESH_MS = 2e3;
/**
* Posts what an endpoint has to get until nothing is left, it fails, or the lease ends. The cursor only passes events
* that were taken or are stored for a retry, in the same transaction: a crash repeats some, and loses none. When this
* throws, the lease is still held.
*/
async function runEndpoint(ctx, claimed, lease) {
	await postAll(ctx, claimed, lease);
	await Promise.all([giveBackOne(ctx.db, lease.owner, claimed.endpoint_id), prune(ctx.db, claimed.api_key_id)]);
}
async function postAll(ctx, claimed, lease) {
	let endpoint = claimed;
	while (endpoint?.status === "ACTIVE" && lease.mayPost()) {
		const version = lease.accessVersion();
		const batch = await readBatch(ctx, endpoint);
		if (!batch) return;
		const readAt = ctx.clock.now();
		const isStale = () => lease.accessVersion() !== version || ctx.clock.now() - readAt > FRESH_MS;
		const wasFailing = endpoint.failing_since !== null;
		endpoint = await deliverBatch(ctx, endpoint, batch, lease, isStale);
		if (endpoint && !wasFailing && endpoint.failing_since !== null) return;
	}
}
/** Retries that are due and what is new in the log; undefined when there is neither. */
async function readBatch(ctx, endpoint) {
	const limit = endpoint.failing_since === null ? BATCH : BATCH_WHILE_FAILING;
	const rows = await listDue$1(ctx.db, endpoint.endpoint_id, ctx.clock.now(), limit);
	const due = new Map(rows.map((row) => [row.event_id, row]));
	const target = await targetOf$1(ctx, endpoint);
	if (!target) return void 0;
	const retried = (await listByIds(ctx, endpoint.event_account_id, [...due.keys()])).filter((event) => isFor(target, event));
	const page = await pageAfter(ctx.db, endpoint.event_account_id, {
		after: endpoint.last_event_id,
		features: target.features,
		apiKeyId: target.callbacksOf,
		limits: target.limits,
		limit
	});
	if (due.size === 0 && !page) return void 0;
	const item = (event, isNew) => ({
		message: {
			id: event.id,
			body: event.payload,
			event,
			attempt: (due.get(event.id)?.attempts ?? 0) + 1
		},
		isNew,
		isSettled: false
	});
	const fresh = (page?.rows ?? []).map((event) => item(event, true));
	const freshIds = new Set(fresh.map(({ message }) => message.id));
	const old = retried.filter((event) => !freshIds.has(event.id)).map((event) => item(event, false));
	const found = new Set(retried.map((event) => event.id));
	return {
		target,
		items: [...old, ...fresh].sort((a, b) => a.message.id < b.message.id ? -1 : 1),
		upTo: page?.next ?? endpoint.last_event_id,
		due,
		gone: [...due.keys()].filter((id) => !found.has(id))
	};
}
//#endregion
//#region packages/server/src/features/events/webhooks/delivery/dispatcher.ts
/** When a process dies, another one goes on after this. */
const LEASE_MS$2 = 2e4;
const RENEW_MS = 5e3;
/** Longer than an attempt can take: none begins that could outlast the lease. */
const ATTEMPT_MS = 12e3;
/** Endpoints served at a time. Those that fail wait for time-outs most of the time and must not take all places. */
const PLACES = {
	healthy: 512,
	failing: 256
};
const CLAIM_BATCH = 100;
/** Accounts served at a time by one central webhook: it is one receiver, and one that hangs must not take all places. */
const MAX_RUNS_PER_KEY = 8;
/** How long posts under way get to end when the service stops. */
const STOP_MS$1 = 3e3;
/**
* Reads the event log for every webhook and posts what is new. Each endpoint is served by one process at a time and on
* its own, so that one that hangs delays nobody else.
*/
function createDeliveryEngine(platform, db) {
	const ctx = systemContext(platform, db, 0);
	/** One central webhook is one receiver, whichever accounts it is served for. */
	const turns = createTurns(Number.POSITIVE_INFINITY, 8);
	const subscribed = createSubscribed(platform, (accountIds) => listSubscribed(db, accountIds));
	let accessVersion = 0;
	let unlisten = () => {};
	const queue = new WorkQueue(platform, queueStore$2(db, platform.engine), {
		name: "webhooks",
		what: "delivering to a webhook",
		channel: "event",
		places: PLACES,
		batch: CLAIM_BATCH,
		lease: {
			ms: LEASE_MS$2,
			renewMs: RENEW_MS
		},
		perKey: {
			limit: MAX_RUNS_PER_KEY,
			keyOf: (endpoint) => endpoint.central_key_id
		},
		idsOf: (endpoint) => [endpoint.endpoint_id],
		wakeKeyOf: (endpoint) => endpoint.event_account_id,
		beforeLook: subscribed.among,
		async run(endpoint, hold) {
			try {
				await runEndpoint(ctx, endpoint, leaseOf(endpoint, hold, turns, () => accessVersion));
			} catch (error) {
				platform.metrics.webhookAttempts.inc({ result: "error" });
				throw error;
			}
		},
		backOff: {
			delayMs: pauseMs,
			putOff: (owner, ids, until) => renew(db, owner, ids, until)
		}
	});
	return {
		async start() {
			unlisten = platform.wake.listen("credential", () => {
				accessVersion += 1;
			});
			subscribed.start();
			await queue.start();
		},
		async stop() {
			unlisten();
			subscribed.stop();
			await queue.stop(STOP_MS$1, () => platform.outbound.close());
			await platform.outbound.close();
		}
	};
}
const queueStore$2 = (db, engine) => ({
	clear: () => clear(db),
	hasDue: (wanted) => hasDue(db, {
		...wanted,
		isFailing: wanted.lane === "failing"
	}),
	claim: (wanted) => claim(db, engine, {
		...wanted,
		isFailing: wanted.lane === "failing"
	}),
	renew: (owner, ids, until) => renew(db, owner, ids, until),
	giveBack: (owner, ids) => giveBack(db, owner, ids),
	nextDue: () => nextRetry(db),
	countDue: (now) => countDue(db, now)
});
/** The right to post, as the run of an endpoint sees it. */
const leaseOf = ({ endpoint_id: endpointId, central_key_id: centralKeyId }, hold, turns, accessVersion) => ({
	owner: hold.owner,
	inTurn: (post) => turns.take(centralKeyId === null ? `endpoint ${endpointId}` : `central ${centralKeyId}`, post),
	mayPost: () => hold.lastsFor(ATTEMPT_MS),
	isStopping: hold.isStopping,
	accessVersion
});
//#endregion
//#region packages/server/src/features/identity/email/jobs.ts
/** Removes codes whose day is over. */
const removeEndedCodes = {
	everyMs: 36e5,
	retryDelayMs: () => 6e4,
	async run(ctx) {
		await removeEnded(ctx);
	}
};
//#endregion
//#region packages/server/src/features/identity/passkeys/jobs.ts
/** Removes challenges that nobody answered. */
const removeEndedChallenges = {
	everyMs: 36e5,
	retryDelayMs: () => 6e4,
	async run(ctx) {
		await removeEnded$1(ctx);
	}
};
//#endregion
//#region packages/server/src/features/identity/passwords/jobs.ts
const MINUTE = 6e4;
const MAX_TRIES = 10;
const mailPasswordReset = {
	retryDelayMs: (attempt) => attempt < MAX_TRIES ? attempt * MINUTE : void 0,
	run: (ctx, payload) => mailReset(ctx, payload)
};
const removeEndedResets = {
	everyMs: 60 * MINUTE,
	retryDelayMs: () => MINUTE,
	async run(ctx) {
		await removeEnded$2(ctx);
	}
};
//#endregion
//#region packages/server/src/features/identity/removal/jobs.ts
/** It has to end well, however often it takes: personal data must not stay behind. */
const purgeAccount = {
	retryDelayMs: (attempt) => Math.min(attempt, 60) * 6e4,
	run: (ctx, accountIds) => purge(ctx, accountIds)
};
//#endregion
//#region packages/server/src/features/identity/security-notices/jobs.ts
/** A warning is never given up. */
const mailHeldNotices = {
	retryDelayMs: (attempt) => Math.min(attempt, 60) * 6e4,
	run: (ctx, payload) => mailHeld(ctx, payload)
};
//#endregion
//#region packages/server/src/features/identity/sessions/jobs.ts
/** Removes sessions that ended and attempts that no longer count. */
const removeEndedSessions = {
	everyMs: 36e5,
	retryDelayMs: () => 6e4,
	async run(ctx) {
		await removeEnded$3(ctx.db, ctx.clock.now());
		await removeOldAttempts(ctx);
	}
};
//#endregion
//#region packages/server/src/features/keys/oauth/jobs.ts
const CODE_MEMORY_MS = 864e5;
/** Removes tickets, codes, tokens and grants whose time is over. */
const removeEndedGrants = {
	everyMs: 36e5,
	retryDelayMs: () => 6e4,
	async run(ctx) {
		const now = ctx.clock.now();
		await removeEnded$4(ctx.db, now);
		await removeOldCodes(ctx.db, now - CODE_MEMORY_MS);
	}
};
//#endregion
//#region packages/server/src/features/locks/credentials/jobs.ts
/** Credentials whose grace is over are of no use to anybody. */
const removeEndedCredentials = {
	everyMs: 36e5,
	retryDelayMs: () => 6e4,
	async run(ctx) {
		await removeEndedCredentials$1(ctx.db, ctx.clock.now());
		await removeRevokedLogins(ctx.db, ctx.clock.now());
	}
};
//#endregion
//#region packages/server/src/features/mail/dispatcher.ts
/** Mails under way at a time; the transport sends them over a few connections. */
const AT_ONCE$2 = 20;
/** More are taken in one statement when so many have gone: some that hang do not hold up the others. */
const REFILL_AT = 10;
/** Renewed while mails are under way; when a process dies, another one goes on after this. */
const LEASE_MS$1 = 12e4;
/** How long mails under way get to end when the service stops. */
const STOP_MS = 3e3;
/** Sends what waits in the outbox, or keeps it there for the operator when there is no server to send it to. */
function createMailDispatcher(platform, db, transport) {
	const ctx = systemContext(platform, db, 0);
	const queue = new WorkQueue(platform, queueStore$1(db, platform.engine, transport), {
		name: "mail",
		what: "sending a mail",
		channel: "mail",
		places: { all: AT_ONCE$2 },
		refillAt: REFILL_AT,
		lease: { ms: LEASE_MS$1 },
		idsOf: ({ id }) => [id],
		async beforeLook(about) {
			const now = ctx.clock.now();
			if (!transport && await hasDue$2(db, { now })) await keepWaiting(db, now);
			return about;
		},
		run: (row, hold) => deliver(ctx, row, hold, transport),
		holdsTime: true
	});
	return {
		start: () => queue.start(),
		async stop() {
			await queue.stop(STOP_MS);
			transport?.close();
		},
		idle: () => queue.idle()
	};
}
const queueStore$1 = (db, engine, transport) => ({
	clear: () => clearLeases(db),
	hasDue: async (wanted) => transport !== void 0 && hasDue$2(db, wanted),
	claim: (wanted) => claim$5(db, engine, wanted),
	renew: (owner, ids, until) => renew$2(db, owner, ids, until),
	giveBack: (owner, ids) => giveBack$2(db, owner, ids),
	nextDue: () => nextDue$3(db),
	countDue: (now) => countDue$2(db, now)
});
async function deliver(ctx, row, hold, way) {
	if (!hold.isOurs(row.id)) return;
	const outcome = await attempt(ctx, row, way);
	if (outcome.result !== "sent") hold.noteFailure();
	if (hold.isStopping() && outcome.result === "later") return;
	const changes = changesAfter(row, outcome, ctx.clock.now());
	await settle$2(ctx.db, hold.owner, row.id, changes);
	if (changes.state) ctx.metrics.mails.inc({ state: changes.state });
	if (changes.state === "bounced" || changes.state === "failed") ctx.log.warn({
		mail: row.id,
		template: row.template,
		reason: changes.error
	}, `mail ${changes.state}`);
}
async function attempt(ctx, row, way) {
	const content = contentOf(ctx, row);
	if (!content || row.expires_at !== null && row.expires_at <= ctx.clock.now()) return {
		result: "expired",
		error: "It carries a code that is not valid any more."
	};
	return way.send({
		id: row.id,
		to: row.recipient,
		date: row.created_at,
		...content
	});
}
/** What is over needs its words no longer: codes and keys are not kept a moment more than needed. */
function changesAfter(row, outcome, now) {
	const attempts = row.attempts + 1;
	const over = {
		attempts,
		updated_at: now,
		next_at: null,
		values_sealed: null,
		expires_at: null
	};
	if (outcome.result === "sent") return {
		...over,
		state: "sent",
		error: null
	};
	const { error } = outcome;
	if (outcome.result === "refused") return {
		...over,
		state: "bounced",
		error
	};
	const delay = outcome.result === "later" ? retryDelayMs(attempts) : void 0;
	if (delay === void 0) return {
		...over,
		state: "failed",
		error
	};
	return {
		attempts,
		updated_at: now,
		next_at: now + delay,
		state: "waiting",
		error
	};
}
//#endregion
//#region packages/server/src/features/mail/jobs.ts
const DAY_MS$1 = 864e5;
/** Removes codes that ended, and mails that are older than they need to be kept. */
const removeOldMail = (days) => ({
	everyMs: 36e5,
	retryDelayMs: () => 6e4,
	async run(ctx) {
		const now = ctx.clock.now();
		await forgetExpired(ctx.db, now);
		const before = idFloor(now - days * DAY_MS$1);
		await inBites(ctx.db, (limit) => removeBefore(ctx.db, before, limit), ctx.stillOurs);
	}
});
//#endregion
//#region packages/server/src/features/mail/smtp.ts
const CONNECT_MS = 1e4;
const SILENCE_MS = 2e4;
/** Connections kept open to the server. */
const CONNECTIONS = 5;
/** The way to the operator's mail server. The library is loaded with the first mail: many installations send none. */
function createSmtpTransport(options) {
	const sender = senderOf(options);
	const ca = readAuthorities(options.caFile);
	let transporter;
	const use = () => {
		transporter ??= open$2(options, ca);
		return transporter;
	};
	return {
		async send({ id, to, date, subject, text, html }) {
			try {
				await (await use()).sendMail({
					messageId: `<${id}@${sender.address.split("@")[1]}>`,
					date: new Date(date),
					from: sender,
					to: {
						name: "",
						address: to
					},
					envelope: {
						from: sender.address,
						to: [to]
					},
					subject,
					text,
					html,
					headers: { "Auto-Submitted": "auto-generated" },
					disableFileAccess: true,
					disableUrlAccess: true
				});
				return { result: "sent" };
			} catch (error) {
				return outcomeOf(error);
			}
		},
		close() {
			transporter?.then((mailer) => mailer.close());
		}
	};
}
function senderOf({ from }) {
	const sender = readSender(from);
	if (!sender) throw new StartupError("LATCHWORK_SMTP_URL is set: LATCHWORK_MAIL_FROM must say who the mails are from.");
	return sender;
}
function readAuthorities(caFile) {
	if (caFile === void 0) return void 0;
	try {
		return [...rootCertificates, readFileSync(caFile, "utf8")];
	} catch (error) {
		throw new StartupError(`LATCHWORK_SMTP_CA_FILE names a file that cannot be read: ${error.message}`);
	}
}
async function open$2({ url, allowPlain }, ca) {
	const { createTransport } = await import("nodemailer");
	const { protocol, hostname, port, username, password } = new URL(url);
	const secure = protocol === "smtps:";
	return createTransport({
		pool: true,
		maxConnections: CONNECTIONS,
		maxRequeues: 0,
		host: hostname.replace(/^\[|\]$/g, ""),
		port: Number(port) || (secure ? 465 : 587),
		secure,
		requireTLS: !secure && !allowPlain,
		...username && { auth: {
			user: decodeURIComponent(username),
			pass: decodeURIComponent(password)
		} },
		...ca && { tls: { ca } },
		connectionTimeout: CONNECT_MS,
		greetingTimeout: CONNECT_MS,
		dnsTimeout: CONNECT_MS,
		socketTimeout: SILENCE_MS,
		disableFileAccess: true,
		disableUrlAccess: true
	});
}
/**
* Only a refusal of this mail is final. A password the server does not take, or TLS it does not offer, is for the
* operator to repair, and the mail goes out then.
*/
function outcomeOf(thrown) {
	const { code, responseCode = 0, message } = thrown;
	return {
		result: (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500 && responseCode < 600 ? "refused" : "later",
		error: oneLine(message).slice(0, 500)
	};
}
//#endregion
//#region packages/server/src/features/places/calendars/fetch-result.ts
/** Applies what a fetch brought and says when the next is due; one transaction. */
async function finish(tx, linkId, owner, fetched, settings) {
	const seen = await find$9(tx.db, tx.accountId, linkId);
	if (!seen) return;
	await holdAll(tx, [seen.address_id]);
	if (seen.unit_id !== null) await hold$2(tx, [seen.unit_id]);
	const link = await findLeased(tx.db, tx.engine, tx.accountId, linkId, owner);
	if (!link) return;
	const { problem, counts } = await apply(tx, link, fetched, settings);
	const isFailure = fetched.kind === "failed";
	const changes = isFailure ? failure(tx, link, settings) : success(tx, link, problem, fetched, settings);
	await update$12(tx.db, tx.accountId, linkId, {
		...changes,
		last_error: problem?.text ?? null,
		last_error_code: problem?.code ?? null,
		...changeOf(changes, counts),
		operation_id: null,
		leased_until: null,
		lease_owner: null
	});
	if (changes.status === "paused" && link.status !== "paused") {
		logForOperator(tx, link, problem);
		await mailOwner(tx, link, isFailure ? "failures" : "losses");
	}
	await endOperation(tx, link, isFailure || problem?.isPausing === true ? problem?.text : void 0);
}
/** A fetch that changed nothing leaves the last that did. */
function changeOf({ last_sync_at: at }, counts) {
	if (at == null || !counts || counts.added + counts.changed + counts.canceled === 0) return {};
	const { added, changed, canceled } = counts;
	return { last_change: JSON.stringify({
		at,
		added,
		changed,
		canceled
	}) };
}
async function apply(tx, link, fetched, { budgetPercent }) {
	if (fetched.kind === "failed") return { problem: {
		code: fetched.code,
		text: fetched.error
	} };
	const source = {
		linkId: link.link_id,
		serviceId: link.service_id,
		addressId: link.address_id,
		unitId: link.unit_id
	};
	if (fetched.kind === "unchanged") return { counts: await applyUnchanged(tx, source) };
	if (fetched.kind === "empty") return {};
	const options = {
		budgetPercent,
		isTrusted: link.trusted === 1
	};
	const result = await applyFeed(tx, source, fetched.entries, options);
	return {
		counts: result,
		...problemIn(result)
	};
}
function problemIn({ refused, leftOut }) {
	if (refused) {
		const { vanished, future } = refused;
		return { problem: {
			code: "too_many_lost",
			text: `${vanished} of ${future} reservations to come vanished at once: nothing was changed. Sync to accept.`,
			isPausing: true
		} };
	}
	if (leftOut === 0) return {};
	return { problem: {
		code: "quota_reached",
		text: `${leftOut} reservations did not fit into the quota of the address.`
	} };
}
const later$1 = (tx, { intervalMs }) => nextFetchAt(tx.clock.now(), intervalMs, tx.ids.chance());
/** A paused link stays paused: only a good fetch that somebody asked for wakes it (8.7). */
function failure(tx, link, settings) {
	const failures = link.failures + 1;
	const isPaused = link.status === "paused" || failures >= 10;
	return {
		failures,
		status: isPaused ? "paused" : "active",
		next_at: isPaused ? null : later$1(tx, settings)
	};
}
function success(tx, link, problem, fetched, settings) {
	const isPausing = problem?.isPausing === true;
	return {
		failures: 0,
		trusted: 0,
		status: isPausing ? "paused" : "active",
		last_sync_at: tx.clock.now(),
		next_at: isPausing ? null : later$1(tx, settings),
		..."etag" in fetched && {
			etag: isPausing ? null : fetched.etag,
			last_modified: isPausing ? null : fetched.lastModified
		},
		...fetched.kind === "empty" && { trusted: link.trusted }
	};
}
function logForOperator(tx, link, problem) {
	const { account_id: account, link_id, service_id: service, address_id: address } = link;
	tx.metrics.pausedLinks.inc({ service });
	tx.log.warn({
		account,
		link: link_id,
		service,
		address,
		reason: problem?.text
	}, "a linked calendar was paused");
}
/** Without a word the next guest would stand before a closed door. */
async function mailOwner(tx, link, reason) {
	const address = await find$8(tx, link.address_id);
	if (!address) return;
	const values = {
		serviceName: SERVICE_NAMES[link.service_id],
		addressName: address.name,
		reason
	};
	await sendToAccount(tx, tx.accountId, "calendarPaused", values);
}
/** A sync of several links is done with the last of them, and failed with the first that fails. */
async function endOperation(tx, link, error) {
	if (link.operation_id === null) return;
	if (error !== void 0) await end$2(tx, link.operation_id, "failed", { error });
	else if (await countWithOperation(tx.db, tx.accountId, link.operation_id) === 0) await end$2(tx, link.operation_id, "confirmed");
}
//#endregion
//#region packages/server/src/features/places/calendars/poller.ts
/** When a process dies, another one goes on after this; so is a calendar that could not be brought in. */
const LEASE_MS = 12e4;
/** Calendars fetched at the same time, each of another account: one slow server holds up no other. */
const AT_ONCE$1 = 8;
/** Fetches linked calendars by the clock. A link is leased by one process at a time. */
function createFeedPoller(platform, db, reader, settings) {
	const system = systemContext(platform, db, 0);
	const queue = new WorkQueue(platform, queueStore(db, platform.engine), {
		name: "calendars",
		what: "bringing in a calendar",
		channel: "feed",
		places: { all: AT_ONCE$1 },
		lease: { ms: LEASE_MS },
		perKey: {
			limit: 1,
			keyOf: ({ account_id: accountId }) => accountId
		},
		idsOf: ({ link_id: linkId }) => [linkId],
		run: (link, hold) => visit({
			...system,
			accountId: link.account_id
		}, link, hold, reader, settings),
		holdsTime: true
	});
	return {
		start: () => queue.start(),
		stop: () => queue.stop(),
		idle: () => queue.idle()
	};
}
const queueStore = (db, engine) => ({
	claim: (wanted) => claim$7(db, engine, wanted),
	renew: (owner, ids, until) => renew$5(db, owner, ids, until),
	giveBack: (owner, ids) => giveBack$4(db, owner, ids),
	nextDue: () => nextDue$6(db),
	countDue: (now) => countDue$4(db, now)
});
async function visit(ctx, link, hold, reader, settings) {
	const fetched = settings.enabled.includes(link.service_id) ? await fetchFeed(ctx, sourceOf(ctx, link), reader) : {
		kind: "failed",
		code: "switched_off",
		error: "The operator has switched this service off."
	};
	if (fetched.kind === "failed") hold.noteFailure();
	await inTransaction(ctx, (tx) => finish(tx, link.link_id, hold.owner, fetched, settings));
}
const sourceOf = (ctx, link) => ({
	url: ctx.sealer.open(link.url_sealed, sealContext(link.account_id)),
	serviceId: link.service_id,
	addressId: link.address_id,
	etag: link.etag,
	lastModified: link.last_modified
});
//#endregion
//#region packages/server/src/features/places/stays/codes/keeper.ts
const SECOND_MS = 1e3;
const MINUTE_MS = 60 * SECOND_MS;
/** A lock that is online is busy with another change of the same code. */
const BUSY_MS = 5 * SECOND_MS;
/** Codes that are still to go: a lock that refused is asked again. */
const REVOKING_MS = 60 * MINUTE_MS;
/** Looked at together: they share one wait for the disk, and leave the store room for others. */
const AT_ONCE = 20;
/** Issues, moves and revokes the codes of stays by the clock. It sees what is due and nothing else. */
function createStayKeeper(platform, db) {
	const system = systemContext(platform, db, 0);
	async function pass() {
		for (;;) {
			const due = await listDue$2(db, system.clock.now(), AT_ONCE);
			await Promise.all(due.map(({ id, account_id: accountId }) => tend({
				...system,
				accountId
			}, id)));
			if (due.length < AT_ONCE) return;
		}
	}
	return createWorkLoop(platform, "stay", "keeping stays", pass, () => nextDue$7(db));
}
/** Looks at one stay. Whatever stands in the way of its codes is noted, and tried again. */
async function tend(ctx, id) {
	try {
		await inTransaction(ctx, (tx) => keep({
			...tx,
			fail
		}, id));
	} catch (error) {
		if (!(error instanceof AppError)) {
			ctx.log.error({
				err: error,
				reservation: id
			}, "a stay could not be looked after");
			await postpone(ctx.db, ctx.accountId, id, ctx.clock.now() + MINUTE_MS);
			return;
		}
		await inTransaction(ctx, (tx) => noteRefusal(tx, id, error));
	}
}
async function keep(ctx, id) {
	const now = ctx.clock.now();
	const row = await findForUpdate(ctx.db, ctx.engine, ctx.accountId, id);
	if (row?.due_at == null || row.due_at > now) return;
	const address = await find$8(ctx, row.address_id);
	if (!address) return;
	const stay = {
		row,
		codes: await listOf$2(ctx.db, ctx.accountId, id)
	};
	const times = timesOf(ctx, address);
	const plan = scheduleOf(row, times, true, now);
	const window = {
		from: plan.valid_from,
		until: plan.valid_until
	};
	const isOver = row.state === "canceled" || window.until <= now;
	if (row.issue_state === "revoking") await finishRevoking(ctx, stay);
	else if (isOver) await end$1(ctx, stay);
	else if (row.issue_state === "none") await begin(ctx, stay, window, plan.issueAt);
	else await adjust(ctx, stay, window);
	await leave(ctx, id, times);
}
/** What the next look is for. */
async function leave(ctx, id, times) {
	const row = await findForUpdate(ctx.db, ctx.engine, ctx.accountId, id);
	if (!row) return;
	const settled = await settleStay(ctx, row);
	const held = await listOf$2(ctx.db, ctx.accountId, id);
	const now = ctx.clock.now();
	const isReady = held.every((code) => code.state === "confirmed");
	const { issueAt, ...schedule } = scheduleOf(settled, times, isReady, now);
	const due_at = settled.issue_state === "revoking" ? now + REVOKING_MS : schedule.due_at;
	await update$13(ctx.db, ctx.accountId, id, {
		...schedule,
		due_at: later(due_at, now)
	});
}
/** Never the same moment again: a stay that asks for a look at once would be looked at for ever. */
const later = (due, now) => due === null ? null : due <= now ? now + BUSY_MS : due;
/** Check-out has passed, or it was canceled: no code may open any more (D83). */
async function end$1(ctx, stay) {
	if (stay.codes.length === 0 && stay.row.issue_state === "none") return;
	await revokeAll(ctx, stay, { automation: AUTOMATION.revoked }, { replacesPending: true });
}
/** A lock refused to give a code back: it is asked again. */
async function finishRevoking(ctx, stay) {
	const refused = stay.codes.filter((code) => code.error !== null);
	if (refused.length > 0) await removeCodes(ctx, refused, {
		type: "reservation.revoke",
		replacesPending: true
	});
}
async function begin(ctx, stay, window, issueAt) {
	if (issueAt === void 0 || issueAt > ctx.clock.now()) return;
	const smartlockIds = await keypadLocksOf(ctx, stay.row.address_id);
	if (smartlockIds.length === 0) fail("no_keypad_lock");
	await issue$1(ctx, stay, {
		smartlockIds,
		...window
	}, AUTOMATION.issued);
}
/** Codes follow the locks, the times and the guest's name; a refusal gets one fresh code. */
async function adjust(ctx, stay, window) {
	const smartlockIds = await keypadLocksOf(ctx, stay.row.address_id);
	await holdLocks(ctx, stay, smartlockIds);
	const wanted = {
		smartlockIds,
		...window
	};
	if (hasFailed(stay.row, stay.codes)) return giveUp(ctx, stay);
	if (isWarningDue(stay.row, window.from, ctx.clock.now())) await warn(ctx, stay);
	if (!stay.codes.some((code) => code.state === "pending") && needsFreshCode(stay.row, stay.codes)) return replaceCode(ctx, stay, wanted);
	const surplus = wantedOf(stay).filter((code) => !smartlockIds.includes(code.smartlock_id));
	const call = {
		type: "reservation.update",
		replacesPending: true
	};
	await addCodes(ctx, stay, wanted, call.type);
	await moveCodes(ctx, stay, wanted, call);
	if (surplus.length > 0) await removeCodes(ctx, surplus, call);
}
/** No lock took either code (8.8). */
async function giveUp(ctx, stay) {
	const { row } = stay;
	const given = {
		automation: AUTOMATION.failed,
		auto_off: 1
	};
	await revokeAll(ctx, stay, given, { replacesPending: true });
	logWarning(ctx, row, stay.codes.length, "no lock took the code");
}
/** Its lock has not confirmed it, and has had time to. */
const isLate = ({ state, auth_id }, now) => state !== "confirmed" && timeOfId(auth_id) <= now - 3e5;
/** An hour before arrival a code is not on its lock: events, metrics and the log say so, once. */
async function warn(ctx, stay) {
	const late = wantedOf(stay).filter((code) => isLate(code, ctx.clock.now()));
	if (late.length === 0) return;
	await warn$1(ctx, late.map((code) => code.auth_id), "The code is not on the lock yet, and its guest arrives within the hour.");
	await update$13(ctx.db, ctx.accountId, stay.row.id, { warned: 1 });
	logWarning(ctx, stay.row, late.length, "not on the lock shortly before arrival");
}
function logWarning(ctx, row, count, reason) {
	const { id: reservation, account_id: account, address_id: address } = row;
	ctx.afterCommit(() => {
		ctx.metrics.arrivalWarnings.inc(count);
		ctx.log.warn({
			account,
			address,
			reservation,
			codes: count,
			reason
		}, "a guest may stand before a closed door");
	});
}
/** What was refused may be possible later; what would have been issued by itself shows that it was not. */
async function noteRefusal(ctx, id, { code, message }) {
	const row = await findForUpdate(ctx.db, ctx.engine, ctx.accountId, id);
	if (!row) return;
	const now = ctx.clock.now();
	const isBusy = code === "resource_locked";
	const isIssue = row.issue_state === "none";
	await update$13(ctx.db, ctx.accountId, id, {
		...isIssue && !isBusy && { automation: AUTOMATION.failed },
		due_at: now + (isBusy ? BUSY_MS : RETRY_MS$2)
	});
	if (isIssue && row.automation !== AUTOMATION.failed) logWarning(ctx, row, 1, message);
}
//#endregion
//#region packages/server/src/features/places/stays/jobs.ts
const DAY_MS = 864e5;
/** Stays that ended long ago are forgotten, with the guests' names. */
const removeOldReservations = (days) => ({
	everyMs: 864e5,
	retryDelayMs: () => 6e4,
	async run(ctx) {
		const before = ctx.clock.now() - days * DAY_MS;
		await inBites(ctx.db, (limit) => removeEndedBefore(ctx.db, before, limit), ctx.stillOurs);
	}
});
/** What locks answered about the codes of a stay that somebody else held at that moment. */
const followLocks = {
	retryDelayMs: () => 1e4,
	run: (ctx, payload) => followNews(ctx, payload)
};
//#endregion
//#region packages/server/src/compose/workers.ts
function createWorkers(config, platform, db, gateways, calendars) {
	const senders = [
		createDeliveryEngine(platform, db),
		createMailDispatcher(platform, db, createMailTransport(config)),
		createNotificationDispatcher(platform, db, gateways)
	];
	const keepers = [
		createJobRunner(platform, db, jobKinds(config)),
		createFeedPoller(platform, db, calendars, feedSettings(config)),
		createStayKeeper(platform, db)
	];
	const auditKeeper = createAuditKeeper(platform, db, {
		checkpointFile: config.audit.checkpointFile,
		checkpointMs: config.audit.checkpointMinutes * 6e4
	});
	const others = [...senders, ...keepers];
	return {
		async start() {
			for (const worker of [...others, auditKeeper]) await worker.start();
		},
		async idle() {
			for (const keeper of keepers) await keeper.idle();
		},
		async stop() {
			await Promise.all(others.map((worker) => worker.stop()));
			await auditKeeper.stop();
		}
	};
}
const createMailTransport = ({ smtp, mail }) => smtp.url === void 0 ? void 0 : createSmtpTransport({
	...smtp,
	url: smtp.url,
	from: mail.from
});
const jobKinds = (config) => ({
	retention: retention(config.retention),
	followLocks,
	followOperation,
	mailHeldNotices,
	mailPasswordReset,
	purgeAccount,
	removeEndedChallenges,
	removeEndedCodes,
	removeEndedCredentials,
	removeEndedGrants,
	removeEndedInvites,
	removeEndedResets,
	removeEndedSessions,
	removeOldReservations: removeOldReservations(config.retention.reservationDays),
	removeOldMail: removeOldMail(config.retention.mailDays)
});
const feedSettings = ({ service }) => ({
	intervalMs: service.intervalMinutes * 6e4,
	budgetPercent: service.changeBudgetPercent,
	enabled: service.enabled
});
//#endregion
//#region packages/server/src/compose/compose.ts
/**
* Starts the service. A database may go away half-way, or have no connection left for the next part: with somebody to
* tell, the start is undone and begins anew when the database is there.
*/
function startService(options) {
	const { url } = options.config.database;
	const where = url === void 0 ? "" : readPostgresHosts(url).described;
	return waitForStore(() => startOnce(options), where, options.onWaiting);
}
/** The composition root: builds each part once, wires them, and returns the one way to stop them all. */
async function startOnce({ config, sandbox, clock = sandbox?.clock ?? systemClock, log, processMetrics = false, keySettleMs, onWaiting }) {
	const { platform, database, desk } = await openPlatform({
		config,
		clock,
		processMetrics,
		onWaiting,
		...log && { log }
	});
	const started = new AsyncDisposableStack();
	started.defer(() => database.close());
	started.defer(() => platform.wake.stop());
	try {
		return await assemble(config, platform, {
			database,
			desk
		}, sandbox, started, keySettleMs);
	} catch (error) {
		await started.disposeAsync().catch((failure) => {
			platform.log.error({ err: failure }, "a failed start could not be undone");
		});
		throw error;
	}
}
async function assemble(config, platform, { database, desk }, sandbox, started, keySettleMs) {
	await database.join();
	const parts = await makeParts(config, platform, {
		database,
		desk
	}, started, keySettleMs);
	const { devices, workers, tls, system } = parts;
	let phase = "starting";
	const bridge = await createBridge(config, platform, system, () => phase === "stopping");
	let stoppingAt;
	const app = await createWeb(config, platform, {
		...parts,
		bridge,
		sandbox,
		phase: () => phase,
		isStoreThere: database.isReachable ?? (async () => true)
	});
	await startParts(parts, started);
	started.defer(async () => bridge && stopBridge(bridge, platform));
	await bridge?.start();
	started.defer(() => app.close());
	await app.ready();
	phase = "running";
	return {
		app,
		bridge: bridge?.app,
		bus: devices.bus,
		platform,
		certificate: tls?.certificate,
		contextFor: (accountId) => ({
			...system,
			accountId
		}),
		settle: devices.settle,
		async quiet() {
			await devices.idle();
			await workers.idle();
			await devices.idle();
		},
		leave() {
			phase = "leaving";
			app.connections.sayGoodbye();
			bridge?.app.connections.sayGoodbye();
		},
		async stop() {
			if (phase === "stopping") return;
			phase = "stopping";
			for (const [what, stop] of stopsOf(parts, {
				app,
				bridge
			}, platform, database)) {
				stoppingAt = what;
				await stop();
			}
		},
		stoppingAt: () => stoppingAt
	};
}
/** Nothing here runs yet but what follows the files of the certificate. */
async function makeParts(config, platform, { database, desk }, started, keySettleMs) {
	const { db } = database;
	const system = systemContext(platform, db, 0);
	const gateways = createPushGateways({
		...config,
		caFile: config.outbound.caFile
	}, systemClock);
	const calendars = createCalendarReader();
	const tls = openTls(config, platform);
	started.defer(() => tls?.stop());
	return {
		system,
		gateways,
		calendars,
		tls,
		tokens: createTokenLookup(system),
		streams: createEventStreams(system),
		adoptionWaits: createAdoptionWaits(system),
		devices: await createDevicePlane(config, platform, database, desk, tls),
		workers: createWorkers(config, platform, db, gateways, calendars),
		keys: createKeyWorker(config, platform, db, keySettleMs),
		storeWatch: createStoreWatch(config, platform, database)
	};
}
async function startParts(parts, started) {
	const { system, devices, tokens, streams, adoptionWaits, calendars, workers, keys, storeWatch } = parts;
	started.defer(() => storeWatch.stop());
	storeWatch.start();
	await loadShipped(system);
	started.defer(() => devices.stop());
	started.defer(() => devices.stopCommands());
	await devices.start();
	started.defer(() => tokens.stop());
	tokens.start();
	started.defer(() => streams.stop());
	streams.start();
	started.defer(() => adoptionWaits.stop());
	adoptionWaits.start();
	started.defer(() => calendars.stop());
	started.defer(() => workers.stop());
	await workers.start();
	started.defer(() => keys.stop());
	await keys.start();
}
/** First nobody can ask any more, then what was asked for is finished, and the store closes last. */
function stopsOf({ streams, adoptionWaits, tls, devices, workers, keys, calendars, tokens, storeWatch }, { app, bridge }, platform, database) {
	app.connections.sayGoodbye();
	bridge?.app.connections.sayGoodbye();
	streams.stop();
	adoptionWaits.stop();
	tls?.stop();
	return [
		["locks are left to others", devices.leaveLocks],
		["calls and work under way", () => Promise.all([
			closeHttp(app, platform),
			bridge && stopBridge(bridge, platform),
			workers.stop()
		])],
		["commands to locks", devices.stopCommands],
		["the secret key", () => keys.stop()],
		["calendars", () => calendars.stop()],
		["connections of locks", devices.stop],
		["tokens", async () => tokens.stop()],
		["the disk", () => storeWatch.stop()],
		["wake-ups", () => platform.wake.stop()],
		["the database", () => database.close()]
	];
}
/** One pair for both listeners, read once and followed together. */
function openTls(config, { log, metrics }) {
	const { certFile, keyFile, listeners } = config.tls;
	if (certFile === void 0 || keyFile === void 0) return void 0;
	return openTlsFiles({
		certFile,
		keyFile,
		clientCaFile: config.mqtt.clientCaFile,
		log,
		onLoaded({ validTo }) {
			for (const listener of listeners) metrics.certificateEnd.set({ listener }, validTo.getTime() / 1e3);
		}
	});
}
async function stopBridge(bridge, platform) {
	await closeHttp(bridge.app, platform);
	await bridge.stop();
}
/** A slow call gets so long to arrive and to be answered; the rest of the ten seconds is for what comes after. */
const DRAIN_MS = 6e3;
async function closeHttp(app, { log }) {
	const calls = await app.connections.end(DRAIN_MS);
	if (Object.keys(calls).length > 0) log.warn({ calls }, "calls were cut off: they took too long");
	await app.close();
}
//#endregion
//#region packages/server/src/compose/first-start.ts
/** Makes the first account and its token on the very first start; later it only says whose service this is. */
async function prepareOwner(service, { admin }) {
	const password = admin.password ?? randomBytes(12).toString("base64url");
	return inTransaction(service.contextFor(0), async (tx) => {
		const first = await ensureFirst(tx, {
			email: admin.email,
			password,
			name: "Owner"
		});
		if (!first) return void 0;
		const { accountId } = first;
		if (!first.isNew) return {
			accountId,
			email: admin.email
		};
		const token = await createFirstToken({
			...tx,
			accountId
		}, accountId, admin.token);
		return {
			accountId,
			email: admin.email,
			...admin.token === void 0 && { token },
			...admin.password === void 0 && { password }
		};
	});
}
//#endregion
//#region packages/server/src/compose/listen.ts
const PORTS_TO_TRY = 20;
/**
* Runs `start` with the port; when it is in use, one clear sentence. In the sandbox the next free port is taken
* instead, and said: somebody who tries things out should not have to hunt for a port.
*/
async function withFreePort(config, setting, port, start) {
	for (let candidate = port;; candidate++) try {
		const started = await start(candidate);
		if (candidate !== port) process.stdout.write(`Port ${port} is in use; using ${candidate} (${setting}).\n`);
		return started;
	} catch (error) {
		if (error.code !== "EADDRINUSE") throw error;
		if (!config.sandbox || port === 0 || candidate - port >= PORTS_TO_TRY) throw new StartupError(`Port ${candidate} is in use. Stop what uses it, or choose another with ${setting}.`, { mayPass: true });
	}
}
/** The first account, the simulated locks, and the port: from here on somebody can call. */
async function open$1(service, config, sandbox) {
	const owner = await prepareOwner(service, config);
	if (owner) await sandbox?.start(service, owner.accountId);
	return {
		owner,
		port: await listen(service.app, config),
		bridgePort: await listenForBridge(service.bridge, config)
	};
}
/** Opens the port for bridge programs, where they are answered, and returns the one that was taken. */
async function listenForBridge(app, config) {
	if (!app) return void 0;
	return withFreePort(config, "LATCHWORK_BRIDGE_PORT", config.bridge.port, async (port) => {
		await app.listen({
			host: config.bridge.host,
			port
		});
		return app.server.address().port;
	});
}
/** Opens the HTTP port and returns the one that was taken. */
function listen(app, config) {
	return withFreePort(config, "LATCHWORK_HTTP_PORT", config.http.port, async (port) => {
		await app.listen({
			host: config.http.host,
			port
		});
		return app.server.address().port;
	});
}
//#endregion
//#region packages/server/src/main.ts
const STOP_WITHIN_MS = 1e4;
const SIGNALS = ["SIGINT", "SIGTERM"];
/** What the process ends with; docs/operations.md says what each means. */
const EXIT = {
	stopped: 0,
	failed: 1,
	refused: 78
};
/**
* A start can be cut off anywhere, as by a kill. Said in so many words because the first process of a container does not
* hear signals that nobody listens to, and a start may wait for its database for hours.
*/
const endTheStart = () => process$1.exit(EXIT.stopped);
/** The process: settings, start, what the operator sees, and an orderly end. */
const serve = (wanted) => run(wanted).catch(end);
async function run(wanted) {
	for (const signal of SIGNALS) process$1.on(signal, endTheStart);
	const config = loadConfig(process$1.env, wanted.sandbox && !process$1.env.LATCHWORK_SANDBOX ? { sandbox: true } : {});
	await refusePlainListeners(config);
	const sandbox = config.sandbox ? (await import("./sandbox-BEk9MmZX.js")).createSandbox() : void 0;
	const service = await startOnFreePorts(config, sandbox);
	let gateway;
	let commands;
	const stop = async () => {
		await commands?.stop();
		await gateway?.stop();
		await sandbox?.stop();
		await service.stop();
	};
	const { owner, port, bridgePort } = await open$1(service, config, sandbox).catch(async (error) => {
		await stop();
		throw error;
	});
	if (owner && config.gateway.hubs.length > 0) {
		const { startLocalGateway } = await import("./local-gateway-CNuUE1jR.js");
		gateway = await startLocalGateway({
			service,
			config,
			accountId: owner.accountId,
			port
		});
	}
	commands = await listenForCommands(service, config);
	stopOnSignal(service, stop, config.http.stopDelaySeconds * 1e3);
	process$1.stdout.write(banner({
		url: publicUrlOf(config, port),
		brokerUrl: service.bus.url,
		bridgeUrl: bridgePort === void 0 ? void 0 : `http://${config.bridge.host}:${bridgePort}`,
		certificate: service.certificate?.(),
		store: service.platform.engine === "sqlite" ? `SQLite in ${config.dataDir}` : "PostgreSQL",
		sandbox: sandbox?.locks() ?? [],
		owner
	}));
}
/** In the sandbox a broker port in use is no reason to stop: the next free one is taken, and said. */
function startOnFreePorts(config, sandbox) {
	return withFreePort(config, "LATCHWORK_MQTT_PORT", config.mqtt.port, (port) => startService({
		config: {
			...config,
			mqtt: {
				...config.mqtt,
				port
			}
		},
		sandbox,
		processMetrics: true,
		onWaiting: (sentence) => process$1.stderr.write(`latchwork: ${sentence}\n`)
	}));
}
function stopOnSignal(service, stop, delayMs) {
	const { log } = service.platform;
	let isStopping = false;
	const onSignal = async (signal) => {
		if (isStopping) process$1.exit(EXIT.failed);
		isStopping = true;
		log.info({ signal }, "stopping");
		if (delayMs > 0) {
			service.leave();
			await setTimeout$1(delayMs);
		}
		setTimeout(() => {
			log.error({ waitingFor: service.stoppingAt() }, "did not stop in time");
			process$1.exit(EXIT.failed);
		}, STOP_WITHIN_MS).unref();
		await stop();
		process$1.exit(EXIT.stopped);
	};
	const onEnd = (signal) => void onSignal(signal).catch((error) => {
		log.error({
			err: error,
			waitingFor: service.stoppingAt()
		}, "stopping failed");
		process$1.exit(EXIT.failed);
	});
	for (const signal of SIGNALS) process$1.off(signal, endTheStart).on(signal, onEnd);
}
function end(thrown) {
	const error = explainedTrouble(thrown);
	const isExplained = error instanceof StartupError;
	const text = isExplained ? error.message : error.stack ?? String(error);
	process$1.stderr.write(`latchwork: ${text}\n`);
	process$1.exit(isExplained && !error.mayPass ? EXIT.refused : EXIT.failed);
}
//#endregion
export { serve };
