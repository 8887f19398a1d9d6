import { _ as SCOPES, g as RIGHTS, l as OPERATOR_ACTS, v as WEBHOOK_FEATURES } from "./src-BsslFKKG.js";
import { Et as recordByOperator, Ht as failParameter, J as find$5, K as emailKey, Lt as inTransaction, Y as findByEmail, Z as hold$2, ct as countAttempt, ht as verifyPassword, i as warn, lt as forgetAttempts, mt as newToken, pt as hashToken, r as noteSignIn, rt as ownerOf, st as withinQuota, vt as prepared, wt as record, xt as isOneOf } from "./esm-BFPbzlf6.js";
import { i as timeOfId, m as sql, n as idFloor, o as toWireDate } from "./ids-Do-e9haK.js";
import { o as networkText, s as networksOf, t as areWithin } from "./networks-DBFyHIwG.js";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { generateSecret, verifySync } from "otplib";
import OAuth2Server from "@node-oauth/oauth2-server";
//#region packages/server/src/platform/security/old-secret.ts
const openOldSecret = (ctx, row, context) => row.old_secret_sealed !== null && (row.old_secret_until ?? 0) > ctx.clock.now() ? ctx.sealer.open(row.old_secret_sealed, context) : void 0;
/** The columns of the secret that `secret` has just been replaced by another; without an overlap nothing is kept. */
const oldSecretColumns = (ctx, secret, overlapHours, context) => overlapHours === 0 ? {
	old_secret_sealed: null,
	old_secret_until: null
} : {
	old_secret_sealed: ctx.sealer.seal(secret, context),
	old_secret_until: ctx.clock.now() + overlapHours * 36e5
};
//#endregion
//#region packages/server/src/features/events/log/rules.ts
/** The scope and the right that show a feature (7.2). Callbacks are shown to the key that made the call. */
const SIGHT = {
	DEVICE_STATUS: { scopes: ["smartlock", "smartlock.readOnly"] },
	DEVICE_MASTERDATA: { scopes: ["smartlock", "smartlock.readOnly"] },
	DEVICE_CONFIG: { scopes: ["smartlock", "smartlock.readOnly"] },
	DEVICE_LOGS: {
		scopes: ["smartlock.log"],
		right: "viewLogs"
	},
	DEVICE_AUTHS: {
		scopes: ["smartlock.auth"],
		right: "manageAuthorizations"
	},
	ACCOUNT_USER: {
		scopes: ["account", "smartlock.auth"],
		right: "manageAuthorizations"
	}
};
/** Do the rights of the account allow to see the feature? (7.2, D59) */
function rightsCover$1(viewer, feature) {
	if (viewer.isMaster || feature === "CALLBACK") return true;
	const { right } = SIGHT[feature];
	return right === void 0 || (viewer.rights & RIGHTS[right]) !== 0;
}
/** Any one of these scopes shows the feature. */
const scopesThatShow = (feature) => SIGHT[feature].scopes;
/** Do the scopes and the rights show the feature? Callbacks go by their key instead. */
const isVisible$1 = (viewer, feature) => feature !== "CALLBACK" && SIGHT[feature].scopes.some((scope) => viewer.scopes.has(scope)) && rightsCover$1(viewer, feature);
/** Is it about doors that a token is limited to (D119)? What is about no lock is about the account, which it is not for. */
function isAbout(limits, row) {
	if (!limits) return true;
	if (row.smartlock_id !== null) return limits.smartlockIds.has(row.smartlock_id);
	if (row.feature !== "CALLBACK") return false;
	const { detail = [] } = JSON.parse(row.payload);
	return detail.length > 0 && detail.every(({ smartlockId = -1 }) => limits.smartlockIds.has(smartlockId));
}
/** The features a caller sees by its scopes and rights. */
const visibleFeatures = (viewer) => WEBHOOK_FEATURES.filter((feature) => isVisible$1(viewer, feature));
/** Ids below this one are older than events are kept (D93). */
const oldestKept = (now, retentionMs) => idFloor(now - retentionMs);
/**
* A cursor for a log that is still empty. It lies back a little, because the next event may be made by a machine whose
* clock is behind.
*/
const emptyLogCursor = (now) => idFloor(now - 36e5);
const REPLAY_MS = 864e5;
/** An endpoint that comes back gets what is younger than a day (D90). */
const replayFloor$1 = (now) => idFloor(now - REPLAY_MS);
//#endregion
//#region packages/server/src/features/events/log/store.ts
const selectHead = prepared((db, slot) => db.selectFrom("event").select("id").where("account_id", "=", slot("accountId")).orderBy("id", "desc").limit(1));
/** The newest event of an account. Ids ascend as transactions commit, so everything up to it can be read. */
const findHead = async (db, accountId) => (await selectHead(db, { accountId }))[0]?.id;
/** The same for many accounts at once; null for who has emitted nothing. */
const listHeads = (db, accountIds) => db.selectFrom("account as a").select((e) => ["a.account_id", e.selectFrom("event").select("event.id").whereRef("event.account_id", "=", "a.account_id").orderBy("event.id", "desc").limit(1).as("id")]).where((e) => isOneOf(db, e.ref("a.account_id"), accountIds)).execute();
/** The nth event after this one; undefined when there are not so many. */
const findNth = async (db, accountId, after, n) => {
	return (await db.selectFrom("event").select("id").where("account_id", "=", accountId).where("id", ">", after).orderBy("id").offset(n - 1).limit(1).executeTakeFirst())?.id;
};
/** Oldest first. */
const list$5 = (db, accountId, filter) => db.selectFrom("event").selectAll().where("account_id", "=", accountId).where("id", ">", filter.after).where("id", "<=", filter.upTo).where((e) => e.or([...filter.features.length > 0 ? [e("feature", "in", [...filter.features])] : [], ...filter.apiKeyId === null ? [] : [e.and([e("feature", "=", "CALLBACK"), e("api_key_id", "=", filter.apiKeyId)])]])).$if(filter.limits !== void 0, (q) => q.where((e) => e.or([isOneOf(db, e.ref("smartlock_id"), filter.limits?.smartlockIds ?? []), e.and([e("feature", "=", "CALLBACK"), e("smartlock_id", "is", null)])]))).orderBy("id").limit(filter.limit).execute();
/** Everything an account emitted, for those who filter themselves. */
const listAll$2 = (db, accountId, after, limit) => db.selectFrom("event").selectAll().where("account_id", "=", accountId).where("id", ">", after).orderBy("id").limit(limit).execute();
const listByIds$1 = (db, accountId, ids) => db.selectFrom("event").selectAll().where("account_id", "=", accountId).where("id", "in", [...ids]).execute();
//#endregion
//#region packages/server/src/features/events/log/service.ts
/** Events after the cursor that the caller may see, oldest first (D93). */
async function list$4(ctx, { after, limit = 100 }) {
	const now = ctx.clock.now();
	const oldest = oldestKept(now, ctx.limits.eventRetentionMs);
	if (after !== void 0 && after < oldest) ctx.fail("cursor_expired");
	const { apiKeyId, limits } = ctx.principal;
	return await pageAfter(ctx.db, ctx.accountId, {
		after: after ?? oldest,
		features: visibleFeatures(ctx.principal),
		apiKeyId,
		limits,
		limit
	}) ?? {
		rows: [],
		next: after ?? emptyLogCursor(now)
	};
}
/** Undefined when there is nothing after the cursor, for nobody. */
async function pageAfter(db, accountId, filter) {
	const head = await findHead(db, accountId);
	if (head === void 0 || head <= filter.after) return void 0;
	const upTo = await endOfPage(db, accountId, filter.after, head);
	const rows = await list$5(db, accountId, {
		...filter,
		upTo
	});
	const next = rows.length < filter.limit ? upTo : rows.at(-1).id;
	return {
		rows: rows.filter((row) => isAbout(filter.limits, row)),
		next
	};
}
/** So much of the log is never long to look through. */
const NEAR_MS = 1e4;
/** So many events are looked at for one page, however few of them are for the caller. */
const LOOKED_AT = 5e3;
/** Who is far behind goes on in bounded steps. Hardly anybody is, so hardly anybody pays for the question. */
async function endOfPage(db, accountId, after, head) {
	if (timeOfId(head) - timeOfId(after) < NEAR_MS) return head;
	return await findNth(db, accountId, after, LOOKED_AT) ?? head;
}
/** Where the log of the account ends now. */
const headOf = (ctx, accountId) => findHead(ctx.db, accountId);
const listByIds = (ctx, accountId, ids) => ids.length === 0 ? Promise.resolve([]) : listByIds$1(ctx.db, accountId, ids);
/** Do the rights of an account cover the feature (7.2, D59)? */
const rightsCover = rightsCover$1;
/** Do its rights and the given scopes show the feature (7.2)? */
const isVisible = isVisible$1;
/** Nobody has events sent to them that they may not read (D59, D117). */
function assertMayRead(ctx, features) {
	const hidden = features.filter((feature) => !rightsCover$1(ctx.principal, feature));
	if (hidden.length > 0) ctx.fail("right_missing", { message: `The sub-account lacks the right to see ${hidden.join(", ")}.` });
	const unread = features.filter((feature) => !isVisible$1(ctx.principal, feature));
	if (unread.length > 0) {
		const missing = unread.map((feature) => `${feature} needs the scope ${scopesThatShow(feature).join(" or ")}`);
		ctx.fail("scope_missing", { message: `The token may not read all of this: ${missing.join(", ")}.` });
	}
}
/** Is an event about what a token is limited to (D119)? */
const isWithin = isAbout;
/** Where the log begins for an endpoint that comes back (D90). */
const replayFloor = replayFloor$1;
//#endregion
//#region packages/server/src/features/events/webhooks/central/store.ts
/**
* The endpoints that the central webhook of a key lacks (D85): one for its own account while it is in use, and once it
* is ACTIVE one for each account that granted it something. They begin where the log of the account ends now. One that
* exists goes on and hangs on the newest grant. Their URL is empty, so that there is one per key and account.
*/
const open$2 = (db, apiKeyId, now, onlyAccountId) => sql`
    insert into webhook_endpoint (
      account_id, event_account_id, api_key_id, central_key_id, grant_id, url, features, secret_sealed, status,
      last_event_id, created_at, updated_at
    )
    select a.account_id, coalesce(a.master_account_id, a.account_id), k.api_key_id, k.api_key_id, party.grant_id,
      '', '[]', '', k.webhook_status,
      coalesce((select max(id) from event where account_id = coalesce(a.master_account_id, a.account_id)), ''),
      cast(${now} as bigint), cast(${now} as bigint)
    from advanced_api_key k
    join (
      select account_id, null as grant_id, 'TESTING' as from_status
      from advanced_api_key where api_key_id = ${apiKeyId}
      union all
      select g.account_id, max(g.id), 'ACTIVE'
      from oauth_grant g join advanced_api_key own on own.api_key_id = g.api_key_id
      where g.api_key_id = ${apiKeyId} and g.account_id <> own.account_id
      group by g.account_id
    ) party on k.status = 'ACTIVE' or k.status = party.from_status
    join account a on a.account_id = party.account_id
    where k.api_key_id = ${apiKeyId} and k.webhook_url is not null and k.webhook_status is not null
      ${onlyAccountId === void 0 ? sql`` : sql`and a.account_id = ${onlyAccountId}`}
    on conflict (api_key_id, account_id, url) do update set grant_id = excluded.grant_id
  `.execute(db);
const closeAll = (db, apiKeyId) => db.deleteFrom("webhook_endpoint").where("central_key_id", "=", apiKeyId).execute();
/** An endpoint whose grant is about to end hangs on another one of the account, if there is one. */
const leaveGrant = (db, apiKeyId, accountId, grantId) => db.updateTable("webhook_endpoint").from("oauth_grant as other").set((e) => ({ grant_id: e.ref("other.id") })).where("webhook_endpoint.central_key_id", "=", apiKeyId).where("webhook_endpoint.account_id", "=", accountId).where("webhook_endpoint.grant_id", "=", grantId).where("other.api_key_id", "=", apiKeyId).where("other.account_id", "=", accountId).where("other.id", "!=", grantId).execute();
/** The advanced key behind an endpoint, and the account whose events it gets. */
const findKey = (db, apiKeyId, accountId) => db.selectFrom("advanced_api_key as k").innerJoin("account as a", (join) => join.on("a.account_id", "=", accountId)).select([
	"k.webhook_url",
	"k.webhook_features",
	"k.secret_sealed",
	"k.old_secret_sealed",
	"k.old_secret_until",
	"k.account_id as owner_account_id",
	"a.master_account_id",
	"a.rights"
]).where("k.api_key_id", "=", apiKeyId).executeTakeFirst();
/** The scopes of everything an account granted to a key. */
const listGrantedScopes = (db, apiKeyId, accountId) => db.selectFrom("oauth_grant").select("scopes").where("api_key_id", "=", apiKeyId).where("account_id", "=", accountId).execute();
/** Has any account's endpoint of the key taken something since then? */
const hasSucceededSince$1 = async (db, apiKeyId, since) => {
	return await db.selectFrom("webhook_endpoint").select("endpoint_id").where("central_key_id", "=", apiKeyId).where("succeeded_at", ">", since).limit(1).executeTakeFirst() !== void 0;
};
/** What the owner of the key sees. */
const deactivateAll = (db, apiKeyId, now) => db.updateTable("webhook_endpoint").set({
	status: "DEACTIVATED",
	updated_at: now
}).where("central_key_id", "=", apiKeyId).execute();
/** None of them goes on from before the given event (D90). */
const reactivateAll = (db, apiKeyId, oldestEventId, now) => db.updateTable("webhook_endpoint").set((e) => ({
	status: "ACTIVE",
	failing_since: null,
	last_event_id: e.case().when("last_event_id", "<", oldestEventId).then(oldestEventId).else(e.ref("last_event_id")).end(),
	updated_at: now
})).where("central_key_id", "=", apiKeyId).execute();
const endpointsOf = (db, apiKeyId) => db.selectFrom("webhook_endpoint").select("endpoint_id").where("central_key_id", "=", apiKeyId);
const dropDeliveriesBefore = (db, apiKeyId, eventId) => db.deleteFrom("webhook_delivery").where("endpoint_id", "in", endpointsOf(db, apiKeyId)).where("event_id", "<", eventId).execute();
const restartDeliveries = (db, apiKeyId, now) => db.updateTable("webhook_delivery").set({
	attempts: 0,
	next_at: now
}).where("endpoint_id", "in", endpointsOf(db, apiKeyId)).execute();
//#endregion
//#region packages/server/src/features/events/webhooks/central/service.ts
/** Where the secret of an advanced key is sealed to; its central webhook is signed with it (D87). */
const oldSecretContext = (apiKeyId) => `advanced_api_key.old_secret:${apiKeyId}`;
const secretContext = (apiKeyId) => `advanced_api_key.secret:${apiKeyId}`;
/** Serves the central webhook of a key to everybody its state allows (D85); what is served already goes on. */
async function open$1(tx, apiKeyId) {
	await open$2(tx.db, apiKeyId, tx.clock.now());
	tx.afterCommit(() => tx.wake.notify("subscription"));
}
/** Ends the central webhook of a key for everybody, with all that waits. */
const close = (tx, apiKeyId) => closeAll(tx.db, apiKeyId);
/** The key's central webhook may carry the account's callbacks, and its events as far as it consented. */
async function grantMade(tx, { apiKeyId, accountId }) {
	await open$2(tx.db, apiKeyId, tx.clock.now(), accountId);
	tx.afterCommit(() => tx.wake.notify("subscription"));
}
/** Called before the grant is removed. With the account's last grant the endpoint goes too, in the database itself. */
const grantEnds = (tx, { apiKeyId, accountId, grantId }) => leaveGrant(tx.db, apiKeyId, accountId, grantId);
/** Back to work for every account: what was not delivered in the last 24 hours is, in order (D90). */
async function reactivate$1(tx, apiKeyId) {
	const now = tx.clock.now();
	const oldest = replayFloor(now);
	await tx.ports.centralWebhookSwitched(tx, apiKeyId, "ACTIVE");
	await reactivateAll(tx.db, apiKeyId, oldest, now);
	await dropDeliveriesBefore(tx.db, apiKeyId, oldest);
	await restartDeliveries(tx.db, apiKeyId, now);
	tx.afterCommit(() => tx.wake.notify("event"));
}
/** One receiver serves all accounts: it is switched off for all of them. The key's row is always the first to lock. Returns whose it is to whoever switches it off first. */
async function deactivate(tx, apiKeyId) {
	const now = tx.clock.now();
	const key = await tx.ports.centralWebhookSwitched(tx, apiKeyId, "DEACTIVATED");
	await deactivateAll(tx.db, apiKeyId, now);
	return key?.account_id;
}
/** Has the receiver of a key taken anything since then, for whichever account? */
const hasSucceededSince = (ctx, apiKeyId, since) => hasSucceededSince$1(ctx.db, apiKeyId, since);
/** The key's features: all of them in its own account, in others those that the account consented to (D85, 7.2). */
async function targetFor(ctx, apiKeyId, accountId) {
	const key = await findKey(ctx.db, apiKeyId, accountId);
	if (!key || key.webhook_url === null) return void 0;
	const viewer = {
		isMaster: key.master_account_id === null,
		rights: key.rights
	};
	const consented = accountId === key.owner_account_id ? void 0 : await consentedScopes(ctx, apiKeyId, accountId);
	const isVisible$2 = (feature) => consented ? isVisible({
		...viewer,
		scopes: consented
	}, feature) : rightsCover(viewer, feature);
	return {
		url: key.webhook_url,
		secret: ctx.sealer.open(key.secret_sealed, secretContext(apiKeyId)),
		oldSecret: openOldSecret(ctx, key, oldSecretContext(apiKeyId)),
		features: JSON.parse(key.webhook_features ?? "[]").filter(isVisible$2)
	};
}
/** The scopes of the grants with which the account agreed to the webhook. */
async function consentedScopes(ctx, apiKeyId, accountId) {
	const grants = (await listGrantedScopes(ctx.db, apiKeyId, accountId)).map(({ scopes }) => JSON.parse(scopes));
	return new Set(grants.filter((scopes) => scopes.includes("webhook.central")).flat());
}
//#endregion
//#region packages/server/src/features/keys/api-keys/rules.ts
const LOOPBACK = /* @__PURE__ */ new Set([
	"localhost",
	"127.0.0.1",
	"[::1]"
]);
/** What is wrong with an OAuth redirect URI (4.1), or undefined. */
function redirectUriProblem(uri) {
	const url = URL.parse(uri);
	if (!url || url.protocol !== "https:" && url.protocol !== "http:") return "must be an absolute https URL";
	if (url.protocol === "http:" && !LOOPBACK.has(url.hostname)) return "must be https; http is for loopback only";
	if (uri.includes("#")) return "must have no fragment";
	if (uri.includes("*")) return "must have no wildcard";
}
/** What a list shows of a token (D35). */
const maskToken = (prefix) => `${prefix}…`;
//#endregion
//#region packages/server/src/features/keys/api-keys/store.ts
const list$3 = (db, accountId) => db.selectFrom("api_key").selectAll().where("account_id", "=", accountId).orderBy("api_key_id").execute();
const find$4 = (db, accountId, apiKeyId) => db.selectFrom("api_key").selectAll().where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).executeTakeFirst();
const count = async (db, accountId) => {
	const { n } = await db.selectFrom("api_key").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).executeTakeFirstOrThrow();
	return Number(n);
};
const insert$3 = (db, row) => db.insertInto("api_key").values(row).returningAll().executeTakeFirstOrThrow();
const update$4 = (db, accountId, apiKeyId, changes) => db.updateTable("api_key").set(changes).where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).executeTakeFirst();
const remove$6 = async (db, accountId, apiKeyId) => {
	return (await db.deleteFrom("api_key").where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).executeTakeFirst()).numDeletedRows > 0n;
};
const listTokens$1 = (db, accountId, apiKeyId) => db.selectFrom("api_token").selectAll().where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).orderBy("id").execute();
const listAllTokens$1 = (db, accountId) => db.selectFrom("api_token").selectAll().where("account_id", "=", accountId).orderBy("id").execute();
const findToken$1 = (db, accountId, apiKeyId, id) => db.selectFrom("api_token").selectAll().where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).where("id", "=", id).executeTakeFirst();
const countTokens = async (db, accountId, apiKeyId) => {
	const { n } = await db.selectFrom("api_token").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).executeTakeFirstOrThrow();
	return Number(n);
};
const insertToken$1 = (db, row) => db.insertInto("api_token").values(row).returningAll().executeTakeFirstOrThrow();
const updateToken$1 = (db, accountId, apiKeyId, id, changes) => db.updateTable("api_token").set(changes).where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).where("id", "=", id).execute();
const removeToken$2 = async (db, accountId, apiKeyId, id) => {
	return (await db.deleteFrom("api_token").where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).where("id", "=", id).executeTakeFirst()).numDeletedRows > 0n;
};
const removeAllTokens$1 = (db, accountId) => db.deleteFrom("api_token").where("account_id", "=", accountId).execute();
/** Only API tokens have them. */
const NO_LIMITS = [
	sql`null`.as("networks"),
	sql`null`.as("smartlock_ids"),
	sql`null`.as("address_ids")
];
const apiTokens = (db, tokenHash) => db.selectFrom("api_token").select([
	"id",
	"account_id",
	"api_key_id",
	"scopes",
	"last_used_at",
	"expires_at",
	sql`'api'`.as("kind"),
	"networks",
	"smartlock_ids",
	"address_ids"
]).where("token_hash", "=", tokenHash);
const accessTokens = (db, tokenHash) => db.selectFrom("oauth_token").innerJoin("oauth_grant", "oauth_grant.id", "oauth_token.grant_id").select([
	"oauth_grant.id",
	"oauth_grant.account_id",
	"oauth_grant.api_key_id",
	"oauth_token.scopes",
	"oauth_grant.last_used_at",
	"oauth_token.expires_at",
	sql`'oauth'`.as("kind"),
	...NO_LIMITS
]).where("oauth_token.token_hash", "=", tokenHash).where("oauth_token.kind", "=", "access");
const sessions = (db, tokenHash) => db.selectFrom("session").select([
	"id",
	"account_id",
	sql`null`.as("api_key_id"),
	sql`null`.as("scopes"),
	"last_used_at",
	"expires_at",
	sql`'session'`.as("kind"),
	...NO_LIMITS
]).where("token_hash", "=", tokenHash);
/**
* The one look-up that starts without an account: the token itself says whose it is. Its hash is unique over all
* accounts and kinds (D33), and one statement asks for all of them.
*/
const findByTokenHash = (db, tokenHash) => db.selectFrom(apiTokens(db, tokenHash).unionAll(accessTokens(db, tokenHash)).unionAll(sessions(db, tokenHash)).as("token")).innerJoin("account", "account.account_id", "token.account_id").leftJoin("session", "session.id", "token.id").select([
	"token.id",
	"token.api_key_id",
	"token.scopes",
	"token.last_used_at",
	"token.expires_at",
	"token.kind",
	"token.networks",
	"token.smartlock_ids",
	"token.address_ids",
	"account.account_id",
	"account.master_account_id",
	"account.rights",
	"account.name",
	"account.operator_since",
	"session.second_factor"
]).executeTakeFirst();
/** Remembers when a token was used; a later time is never overwritten by an earlier one. */
const touch$3 = (db, id, at) => db.updateTable("api_token").set({ last_used_at: at }).where("id", "=", id).where((e) => e.or([e("last_used_at", "is", null), e("last_used_at", "<", at)])).execute();
/** Ids of the tokens that were removed. */
const removeTokensOfKey$1 = async (db, accountId, apiKeyId, tokenId) => {
	return (await db.deleteFrom("api_token").where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).$if(tokenId !== void 0, (q) => q.where("id", "=", tokenId)).returning("id").execute()).map(({ id }) => id);
};
//#endregion
//#region packages/server/src/features/keys/token-limits/store.ts
/** How many of these locks are the account's. */
const countLocks = async (db, accountId, ids) => {
	const { n } = await db.selectFrom("smartlock").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).where("smartlock_id", "in", [...ids]).executeTakeFirstOrThrow();
	return Number(n);
};
const countAddresses = async (db, accountId, ids) => {
	const { n } = await db.selectFrom("address").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).where("address_id", "in", [...ids]).executeTakeFirstOrThrow();
	return Number(n);
};
/** The locks that these addresses of an account have now. */
const listLocksOf = (db, accountId, addressIds) => db.selectFrom("address_lock").select("smartlock_id").where("account_id", "=", accountId).where("address_id", "in", [...addressIds]).execute();
//#endregion
//#region packages/server/src/features/keys/token-limits/service.ts
const ids = (json) => json === null ? [] : JSON.parse(json);
/** What a token is limited to as things are now: its locks, its addresses and the locks they have (D119). Undefined: nothing. */
async function resolve(ctx, ownerAccountId, row) {
	if (row.smartlock_ids === null && row.address_ids === null) return void 0;
	const addressIds = ids(row.address_ids);
	const atAddresses = addressIds.length > 0 ? await listLocksOf(ctx.db, ownerAccountId, addressIds) : [];
	return {
		smartlockIds: /* @__PURE__ */ new Set([...ids(row.smartlock_ids), ...atAddresses.map((lock) => lock.smartlock_id)]),
		addressIds: new Set(addressIds)
	};
}
/** Refuses unless all of these are the account's own (D38). */
async function assertOwn(ctx, { smartlockIds, addressIds }) {
	const { db, accountId } = ctx;
	const locks = smartlockIds.length > 0 ? await countLocks(db, accountId, smartlockIds) : 0;
	const addresses = addressIds.length > 0 ? await countAddresses(db, accountId, addressIds) : 0;
	if (locks < smartlockIds.length || addresses < addressIds.length) ctx.fail("not_found");
}
/** Refuses, as if they were somebody else's (D38), unless the caller's token is for all of these locks. */
function assertLocks(ctx, smartlockIds) {
	const { limits } = ctx.principal;
	if (limits && smartlockIds.some((id) => !limits.smartlockIds.has(id))) ctx.fail("not_found");
}
/** Does the caller's token have to do with the address? */
const hasAddress = ({ limits }, addressId) => limits === void 0 || limits.addressIds.has(addressId);
//#endregion
//#region packages/server/src/features/keys/api-keys/token-bounds.ts
/** What a bounded token makes is bounded like itself where nothing narrower is asked for. */
const inherited = ({ kind, expiresAt, networks }) => ({
	...kind === "api" && Number.isFinite(expiresAt) && { expiresAt: toWireDate(expiresAt) },
	...networks && { networks: networks.map(([address, bits]) => `${address}/${bits}`) }
});
/** The columns of what is asked for. Nobody gives more than they have: nothing ends later, or is taken from elsewhere. */
async function columnsOf(ctx, { expiresAt, networks, smartlockIds, addressIds }) {
	await assertOwn(ctx, {
		smartlockIds: smartlockIds ?? [],
		addressIds: addressIds ?? []
	});
	return {
		...expiresAt !== void 0 && { expires_at: endOf(ctx, expiresAt) },
		...networks !== void 0 && { networks: networksFor(ctx, networks) },
		...smartlockIds !== void 0 && { smartlock_ids: smartlockIds && JSON.stringify(smartlockIds) },
		...addressIds !== void 0 && { address_ids: addressIds && JSON.stringify(addressIds) }
	};
}
function endOf(ctx, expiresAt) {
	const end = expiresAt === null ? null : Date.parse(expiresAt);
	if (end !== null && end <= ctx.clock.now()) failParameter(ctx.fail, "expiresAt", "must lie ahead");
	assertEndsInTime(ctx, end);
	return end;
}
function assertEndsInTime(ctx, end) {
	const { kind, expiresAt: own } = ctx.principal;
	if (kind === "api" && (end ?? Number.POSITIVE_INFINITY) > own) ctx.fail("token_limited", { message: "The calling token ends earlier than that." });
}
function networksFor(ctx, networks) {
	const texts = networks?.map((text, i) => networkAt(ctx, text, i));
	assertNear(ctx, texts);
	return texts ? JSON.stringify([...new Set(texts)]) : null;
}
function assertNear(ctx, texts) {
	const own = ctx.principal.networks;
	if (own && !(texts && areWithin(networksOf(texts), own))) ctx.fail("token_limited", { message: "The calling token is not taken from all of these networks itself." });
}
/** A token that gets more by the call ends no later than the calling one, and is taken from no further away. */
function assertBoundedLikeCaller(ctx, row) {
	assertEndsInTime(ctx, row.expires_at ?? null);
	assertNear(ctx, row.networks == null ? void 0 : JSON.parse(row.networks));
}
const networkAt = (ctx, text, i) => networkText(text) ?? failParameter(ctx.fail, `networks[${i}]`, "must be an address or a network such as 192.0.2.0/24");
/** What the audit log says of them. */
const boundsText = ({ expiresAt, networks, smartlockIds, addressIds }) => ({
	...expiresAt !== void 0 && { expiresAt: expiresAt ?? "never" },
	...networks !== void 0 && { networks: networks?.join(" ") ?? "all" },
	...smartlockIds !== void 0 && { smartlockIds: smartlockIds?.join(" ") ?? "all" },
	...addressIds !== void 0 && { addressIds: addressIds?.join(" ") ?? "all" }
});
/** Does a token with these columns end later, work from more networks or for more doors than before? */
function reachesFurther(before, changes) {
	const after = {
		...before,
		...changes
	};
	const end = (at) => at ?? Number.POSITIVE_INFINITY;
	const list = (json) => json === null ? [] : JSON.parse(json);
	const isFree = (row) => row.smartlock_ids === null && row.address_ids === null;
	const hasMore = (of) => list(after[of]).some((id) => !list(before[of]).includes(id));
	return end(after.expires_at) > end(before.expires_at) || before.networks !== null && (after.networks === null || !areWithin(networksOf(list(after.networks)), networksOf(list(before.networks)))) || !isFree(before) && (isFree(after) || hasMore("smartlock_ids") || hasMore("address_ids"));
}
//#endregion
//#region packages/server/src/features/keys/api-keys/service.ts
const list$2 = (ctx) => list$3(ctx.db, ctx.principal.accountId);
/** The key, or the same 404 whether it is missing or somebody else's (D38). */
async function get$1(ctx, apiKeyId) {
	return await find$4(ctx.db, ctx.principal.accountId, apiKeyId) ?? ctx.fail("not_found");
}
async function create(ctx, fields) {
	assertRedirectUris(ctx, fields.redirectUris);
	const { accountId } = ctx.principal;
	const quota = {
		limit: ctx.limits.apiKeys,
		of: "API keys per account",
		count: (tx) => count(tx.db, accountId)
	};
	return withinQuota(ctx, accountId, quota, (tx) => insertKey(tx, accountId, fields));
}
async function insertKey(ctx, accountId, fields) {
	const row = await insert$3(ctx.db, {
		account_id: accountId,
		client_id: randomBytes(20).toString("hex"),
		description: fields.description ?? null,
		redirect_uris: fields.redirectUris ? JSON.stringify(fields.redirectUris) : null,
		created_at: ctx.clock.now()
	});
	await record(ctx, {
		action: "apiKey.created",
		subject: row.api_key_id
	});
	return row;
}
async function update$3(ctx, apiKeyId, changes) {
	assertRedirectUris(ctx, changes.redirectUris ?? void 0);
	const { description, redirectUris } = changes;
	if (description === void 0 && redirectUris === void 0) return;
	await inTransaction(ctx, async (tx) => {
		await update$4(tx.db, tx.principal.accountId, apiKeyId, {
			...description !== void 0 && { description },
			...redirectUris !== void 0 && { redirect_uris: redirectUris && JSON.stringify(redirectUris) }
		});
		await record(tx, {
			action: "apiKey.updated",
			subject: apiKeyId
		});
	});
}
function assertRedirectUris(ctx, uris) {
	for (const [i, uri] of (uris ?? []).entries()) {
		const problem = redirectUriProblem(uri);
		if (problem) failParameter(ctx.fail, `redirectUris[${i}]`, problem);
	}
}
/** Deletes the key and with it its tokens, which stop working at once (D58). */
async function remove$5(ctx, apiKeyId) {
	await inTransaction(ctx, async (tx) => {
		if (!await remove$6(tx.db, tx.principal.accountId, apiKeyId)) ctx.fail("not_found");
		await record(tx, {
			action: "apiKey.deleted",
			subject: apiKeyId
		});
		tx.afterCommit(() => tx.wake.notify("credential"));
	});
}
async function listTokens(ctx, apiKeyId) {
	await get$1(ctx, apiKeyId);
	return listTokens$1(ctx.db, ctx.principal.accountId, apiKeyId);
}
async function getToken(ctx, apiKeyId, id) {
	return await findToken$1(ctx.db, ctx.principal.accountId, apiKeyId, id) ?? ctx.fail("not_found");
}
/**
* Makes a token; without scopes it gets those of the token that asks. Whether they may be given was asked before (D34);
* it is bounded like the token that asks (D119).
*/
async function createToken(ctx, apiKeyId, fields) {
	const scopes = fields.scopes ?? [...ctx.principal.scopes];
	await get$1(ctx, apiKeyId);
	const { accountId } = ctx.principal;
	const quota = {
		limit: ctx.limits.tokensPerKey,
		of: "tokens per API key",
		count: (tx) => countTokens(tx.db, accountId, apiKeyId)
	};
	const bounds = {
		...inherited(ctx.principal),
		...fields
	};
	const columns = await columnsOf(ctx, bounds);
	return withinQuota(ctx, accountId, quota, async (tx) => {
		const made = await insertToken(tx, {
			accountId,
			apiKeyId,
			...bounds,
			scopes
		}, columns);
		await warn(tx, accountId, "newToken", { what: titleOf(made.row) });
		return made;
	});
}
/** What its owner knows a token by. */
const titleOf = ({ description, prefix }) => description ?? `${prefix}…`;
async function insertToken(ctx, { accountId, apiKeyId, scopes, description, token = newToken(), ...bounds }, columns = {}) {
	const row = await insertToken$1(ctx.db, {
		id: ctx.ids.timeOrdered(),
		account_id: accountId,
		api_key_id: apiKeyId,
		token_hash: hashToken(token),
		prefix: token.slice(0, 6),
		description: description ?? null,
		scopes: JSON.stringify(scopes),
		created_at: ctx.clock.now(),
		last_used_at: null,
		...columns
	});
	await record(ctx, {
		action: "apiToken.created",
		subject: row.id,
		detail: {
			apiKeyId: String(apiKeyId),
			scopes: scopes.join(" "),
			...boundsText(bounds)
		}
	});
	return {
		row,
		token
	};
}
async function updateToken(ctx, apiKeyId, id, changes) {
	const { description, scopes, ...bounds } = changes;
	const columns = {
		...description !== void 0 && { description },
		...scopes && { scopes: JSON.stringify(scopes) },
		...await columnsOf(ctx, bounds)
	};
	if (Object.keys(columns).length === 0) return;
	await inTransaction(ctx, async (tx) => {
		await lookAtMore(tx, apiKeyId, id, {
			scopes: scopes ?? [],
			columns
		});
		await updateToken$1(tx.db, tx.principal.accountId, apiKeyId, id, columns);
		await record(tx, {
			action: "apiToken.updated",
			subject: id,
			detail: {
				...scopes && { scopes: scopes.join(" ") },
				...boundsText(bounds)
			}
		});
		tx.afterCommit(() => tx.wake.notify("credential", tx.principal.accountId));
	});
}
/** A token that may do more than before is as good as a new one: bounded like who asks for it (D119), and mailed. */
async function lookAtMore(ctx, apiKeyId, id, { scopes, columns }) {
	const row = await getToken(ctx, apiKeyId, id);
	const held = new Set(scopesOf$1(row));
	if (scopes.every((scope) => held.has(scope)) && !reachesFurther(row, columns)) return;
	assertBoundedLikeCaller(ctx, {
		...row,
		...columns
	});
	await warn(ctx, ctx.principal.accountId, "tokenWidened", { what: titleOf(row) });
}
const scopesOf$1 = ({ scopes }) => JSON.parse(scopes);
/**
* What a change gives away: the scopes it names, and without those all that the token has, where it is to end later, or
* work from more networks or for more doors than it does.
*/
async function scopesGivenBy(ctx, apiKeyId, id, { scopes, description: _name, ...bounds }) {
	if (scopes) return scopes;
	const row = await getToken(ctx, apiKeyId, id);
	return reachesFurther(row, await columnsOf(ctx, bounds)) ? scopesOf$1(row) : [];
}
async function removeToken$1(ctx, apiKeyId, id) {
	if (!await removeTokenOf(ctx, ctx.principal.accountId, apiKeyId, id)) ctx.fail("not_found");
}
const removeTokenOf = (ctx, accountId, apiKeyId, id) => inTransaction(ctx, async (tx) => {
	if (!await removeToken$2(tx.db, accountId, apiKeyId, id)) return false;
	await tx.ports.accessEnded(tx, accountId, {
		of: "token",
		apiKeyId
	});
	await record(tx, {
		action: "apiToken.deleted",
		subject: id
	});
	tx.afterCommit(() => tx.wake.notify("credential", accountId));
	return true;
});
/** Every token of an account, under whatever key, stops working (D36). */
const removeAllTokens = (ctx, accountId) => removeAllTokens$1(ctx.db, accountId);
/** The owner's first token, with every scope (D41). `token` is the operator's own when given. */
const createFirstToken = (ctx, accountId, token) => issue$1(ctx, accountId, {
	key: "First start",
	description: "Made on first start",
	token
});
/** A token from the operator's command line, under a key of its own; its owner is told. */
const createByOperator = (ctx, accountId, description) => inTransaction(ctx, async (tx) => {
	const token = await issue$1(tx, accountId, {
		key: "Made by the operator",
		description
	});
	await warn(tx, accountId, "newToken", { what: description });
	return token;
});
const issue$1 = (ctx, accountId, { key, description, token }) => inTransaction(ctx, async (tx) => {
	const { api_key_id: apiKeyId } = await insertKey(tx, accountId, { description: key });
	return (await insertToken(tx, {
		accountId,
		apiKeyId,
		scopes: [...SCOPES],
		description,
		...token && { token }
	})).token;
});
/** Tokens of an account under all its keys. */
const listAllTokens = (ctx, accountId) => listAllTokens$1(ctx.db, accountId);
/** Ends one token, whichever key it is under; false when the account has none such. */
async function removeByOperator(ctx, accountId, id) {
	const row = (await listAllTokens(ctx, accountId)).find((token) => token.id === id);
	return row !== void 0 && removeTokenOf(ctx, accountId, row.api_key_id, id);
}
/** Those under one key, or one of them; the ids of what went. */
const removeTokensOfKey = (ctx, accountId, apiKeyId, id) => removeTokensOfKey$1(ctx.db, accountId, apiKeyId, id);
const touch$2 = (ctx, id, at) => touch$3(ctx.db, id, at);
//#endregion
//#region packages/server/src/features/keys/advanced-keys/rules.ts
const TRANSITIONS = {
	test: { APPLIED: "TESTING" },
	approve: {
		APPLIED: "ACTIVE",
		TESTING: "ACTIVE"
	},
	reject: { APPLIED: "INACTIVE" },
	suspend: {
		TESTING: "INACTIVE",
		ACTIVE: "INACTIVE"
	}
};
/** The status after the act, or undefined where the table of states has no such transition. */
const statusAfter = (act, status) => TRANSITIONS[act][status];
/** What the operator can do in this state. */
const actsIn = (status) => OPERATOR_ACTS.filter((act) => statusAfter(act, status) !== void 0);
/** The secret is shown and accepted in these states only (D35). */
const isInUse = (status) => status === "TESTING" || status === "ACTIVE";
//#endregion
//#region packages/server/src/features/keys/advanced-keys/present.ts
/** `secret` only while the key is in use (D35); the caller decides that by passing it. */
const presentAdvancedKey = (row, secret) => ({
	name: row.name,
	country: row.country,
	description: row.description,
	url: row.url,
	email: row.email,
	type: row.type,
	...row.webhook_url !== null && { webhookUrl: row.webhook_url },
	...row.webhook_features !== null && { webhookFeatures: JSON.parse(row.webhook_features) },
	restricted: row.restricted === 1,
	...row.webhook_status !== null && { webhookStatus: row.webhook_status },
	...secret !== void 0 && { secret },
	status: row.status,
	creationDate: toWireDate(row.created_at),
	updateDate: toWireDate(row.updated_at)
});
/** An application as the operator sees it: who applied, and never the secret. */
const presentApplication = (row) => ({
	apiKeyId: row.api_key_id,
	accountId: row.account_id,
	accountName: row.account_name,
	accountEmail: row.account_email,
	...presentAdvancedKey(row, void 0),
	acts: actsIn(row.status)
});
//#endregion
//#region packages/server/src/features/keys/advanced-keys/store.ts
const find$3 = (db, accountId, apiKeyId) => db.selectFrom("advanced_api_key").selectAll().where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).executeTakeFirst();
/** For OAuth, which knows the key and not yet its account. */
const findByKey$1 = (db, apiKeyId) => db.selectFrom("advanced_api_key").selectAll().where("api_key_id", "=", apiKeyId).executeTakeFirst();
/** For the operator, whosever it is; nobody else decides about it until the transaction ends. SQLite has one writer. */
const lockByKey = (db, engine, apiKeyId) => db.selectFrom("advanced_api_key").selectAll().where("api_key_id", "=", apiKeyId).$if(engine === "postgres", (q) => q.forUpdate()).executeTakeFirst();
/** An application with who applied. */
const selectApplications = (db) => db.selectFrom("advanced_api_key").innerJoin("account", "account.account_id", "advanced_api_key.account_id").selectAll("advanced_api_key").select(["account.name as account_name", "account.email as account_email"]);
const listApplications$1 = (db, { status, id, limit }) => selectApplications(db).$if(status !== void 0, (q) => q.where("status", "=", status)).$if(id !== void 0, (q) => q.where("api_key_id", "<", id)).orderBy("api_key_id", "desc").limit(limit).execute();
const findApplication = (db, apiKeyId) => selectApplications(db).where("api_key_id", "=", apiKeyId).executeTakeFirst();
const countApplied$1 = async (db) => {
	const { n } = await db.selectFrom("advanced_api_key").select((e) => e.fn.countAll().as("n")).where("status", "=", "APPLIED").executeTakeFirstOrThrow();
	return Number(n);
};
/** Every application, for the operator; oldest first. */
const listAll$1 = (db) => db.selectFrom("advanced_api_key").select([
	"api_key_id",
	"account_id",
	"name",
	"email",
	"type",
	"status"
]).orderBy("created_at").execute();
/** False when there is one that stands in the way: an INACTIVE one is replaced. */
const insert$2 = async (db, row) => {
	const { api_key_id: _key, account_id: _account, ...fields } = row;
	return await db.insertInto("advanced_api_key").values(row).onConflict((c) => c.column("api_key_id").doUpdateSet(fields).where("advanced_api_key.status", "=", "INACTIVE")).returning("api_key_id").executeTakeFirst() !== void 0;
};
const update$2 = (db, accountId, apiKeyId, changes) => db.updateTable("advanced_api_key").set(changes).where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).execute();
const remove$4 = async (db, accountId, apiKeyId) => {
	return (await db.deleteFrom("advanced_api_key").where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).executeTakeFirst()).numDeletedRows > 0n;
};
/** Returns the owner of the key if that changed anything. */
const setWebhookStatus$1 = (db, apiKeyId, status, now) => db.updateTable("advanced_api_key").set({
	webhook_status: status,
	updated_at: now
}).where("api_key_id", "=", apiKeyId).where("webhook_status", "is distinct from", status).returning("account_id").executeTakeFirst();
//#endregion
//#region packages/server/src/features/keys/advanced-keys/service.ts
/** The advanced key with its secret while it is in use (D35). */
async function get(ctx, apiKeyId) {
	const row = await find$3(ctx.db, ctx.principal.accountId, apiKeyId);
	if (!row) return ctx.fail("not_found");
	return {
		row,
		secret: secretOf(ctx, row)
	};
}
/** The secret of a key in use; other states have none that counts. */
const secretOf = (ctx, row) => isInUse(row.status) ? ctx.sealer.open(row.secret_sealed, secretContext(row.api_key_id)) : void 0;
/** The one before, while it counts as well (D123). */
const oldSecretOf = (ctx, row) => isInUse(row.status) ? openOldSecret(ctx, row, oldSecretContext(row.api_key_id)) : void 0;
/** Gives a key in use a new secret, for OAuth and for its central webhook (D123). */
async function replaceSecret(ctx, apiKeyId, overlapHours) {
	return inTransaction(ctx, async (tx) => {
		const { row, secret: before } = await get(tx, apiKeyId);
		if (before === void 0) return tx.fail("not_found");
		const secret = randomBytes(32).toString("hex");
		await update$2(tx.db, row.account_id, apiKeyId, {
			secret_sealed: tx.sealer.seal(secret, secretContext(apiKeyId)),
			...oldSecretColumns(tx, before, overlapHours, oldSecretContext(apiKeyId)),
			updated_at: tx.clock.now()
		});
		await record(tx, {
			action: "advancedKey.secretReplaced",
			subject: apiKeyId,
			detail: { overlapHours: String(overlapHours) }
		});
		return get(tx, apiKeyId);
	});
}
/** For OAuth: the key knows its client, and nobody is logged in yet. */
const findByKey = (ctx, apiKeyId) => findByKey$1(ctx.db, apiKeyId);
async function apply(ctx, apiKeyId, application, { autoApprove }) {
	await get$1(ctx, apiKeyId);
	assertComplete(ctx, application);
	assertMayRead(ctx, application.webhookFeatures ?? []);
	const now = ctx.clock.now();
	const { webhookUrl, webhookFeatures, restricted = false, ...company } = application;
	await inTransaction(ctx, async (tx) => {
		if (!await insert$2(tx.db, {
			...company,
			api_key_id: apiKeyId,
			account_id: tx.principal.accountId,
			webhook_url: webhookUrl ?? null,
			webhook_features: webhookFeatures ? JSON.stringify(webhookFeatures) : null,
			restricted: restricted ? 1 : 0,
			webhook_status: autoApprove && webhookUrl !== void 0 ? "ACTIVE" : null,
			secret_sealed: tx.sealer.seal(randomBytes(32).toString("hex"), secretContext(apiKeyId)),
			old_secret_sealed: null,
			old_secret_until: null,
			status: autoApprove ? "ACTIVE" : "APPLIED",
			created_at: now,
			updated_at: now
		})) tx.fail("advanced_key_exists");
		await open$1(tx, apiKeyId);
		await record(tx, {
			action: "advancedKey.applied",
			subject: apiKeyId,
			detail: { status: autoApprove ? "ACTIVE" : "APPLIED" }
		});
		await warnOfWebhook(tx, webhookUrl, null);
	});
}
async function warnOfWebhook(tx, url, before) {
	if (url === void 0 || url === before) return;
	await warn(tx, tx.principal.accountId, "newWebhook", { what: url });
}
/** Only a key that is nothing but a secret can do without a webhook (4.3). */
function assertComplete(ctx, application) {
	if (application.type !== "ONLY_SECRET") {
		for (const name of ["webhookUrl", "webhookFeatures"]) if (application[name] === void 0) failParameter(ctx.fail, name, `is required for type ${application.type}`);
	}
	assertWebhookUrl(ctx, application.webhookUrl);
}
function assertWebhookUrl(ctx, url) {
	const message = url === void 0 ? void 0 : ctx.outbound.problemWith(url);
	if (message === void 0) return;
	ctx.fail("url_not_allowed", {
		message: `webhookUrl ${message}.`,
		errors: [{
			path: "webhookUrl",
			message
		}]
	});
}
async function update$1(ctx, apiKeyId, changes) {
	const webhookUrl = changes.webhookUrl ?? void 0;
	const webhookFeatures = changes.webhookFeatures ?? void 0;
	assertWebhookUrl(ctx, webhookUrl);
	if (webhookUrl === void 0 && webhookFeatures === void 0) return;
	await inTransaction(ctx, async (tx) => {
		const { row } = await get(tx, apiKeyId);
		assertMayRead(tx, webhookFeatures ?? JSON.parse(row.webhook_features ?? "[]"));
		const isFirstUrl = webhookUrl !== void 0 && row.webhook_status === null && isInUse(row.status);
		await update$2(tx.db, tx.principal.accountId, apiKeyId, {
			...webhookUrl !== void 0 && { webhook_url: webhookUrl },
			...webhookFeatures && { webhook_features: JSON.stringify(webhookFeatures) },
			...isFirstUrl && { webhook_status: "ACTIVE" },
			updated_at: tx.clock.now()
		});
		await open$1(tx, apiKeyId);
		await record(tx, {
			action: "advancedKey.updated",
			subject: apiKeyId
		});
		await warnOfWebhook(tx, webhookUrl, row.webhook_url);
	});
}
/** Secret and central webhook end with the row (D58). */
async function remove$3(ctx, apiKeyId) {
	await inTransaction(ctx, async (tx) => {
		if (!await remove$4(tx.db, tx.principal.accountId, apiKeyId)) tx.fail("not_found");
		await record(tx, {
			action: "advancedKey.deleted",
			subject: apiKeyId
		});
	});
}
/** Switches a deactivated webhook on; on an active one, or without one, nothing changes (D58). */
async function reactivate(ctx, apiKeyId) {
	await inTransaction(ctx, async (tx) => {
		const { row } = await get(tx, apiKeyId);
		if (row.webhook_status !== "DEACTIVATED") return;
		await reactivate$1(tx, apiKeyId);
		await record(tx, {
			action: "advancedKey.reactivated",
			subject: apiKeyId
		});
	});
}
const ACT_ENTRIES = {
	approve: "advancedKey.approved",
	test: "advancedKey.tested",
	reject: "advancedKey.rejected",
	suspend: "advancedKey.suspended"
};
/** What the operator decides about an application (8.5); undefined when the API key has none. */
async function decide$1(ctx, apiKeyId, act) {
	return inTransaction(ctx, async (tx) => {
		const row = await lockByKey(tx.db, tx.engine, apiKeyId);
		if (!row) return void 0;
		const status = statusAfter(act, row.status);
		if (!status) return {
			isDone: false,
			status: row.status
		};
		const startsWebhook = isInUse(status) && row.webhook_url !== null && row.webhook_status === null;
		await update$2(tx.db, row.account_id, apiKeyId, {
			status,
			...startsWebhook && { webhook_status: "ACTIVE" },
			updated_at: tx.clock.now()
		});
		if (isInUse(status)) await open$1(tx, apiKeyId);
		else await close(tx, apiKeyId);
		const accountId = await ownerOf(tx, row.account_id);
		await recordByOperator(tx, accountId, {
			action: ACT_ENTRIES[act],
			subject: apiKeyId,
			detail: { status }
		});
		return {
			isDone: true,
			status
		};
	});
}
/** Every application, for the operator. */
const listAll = (ctx) => listAll$1(ctx.db);
/** A page of the applications of all accounts, newest API key first; for the operator. */
const listApplications = async (ctx, page) => (await listApplications$1(ctx.db, page)).map(presentApplication);
/** One application, whosever it is; for the operator. */
const showApplication = async (ctx, apiKeyId) => {
	const row = await findApplication(ctx.db, apiKeyId);
	return row && presentApplication(row);
};
/** How many applications nobody decided about yet. */
const countApplied = (ctx) => countApplied$1(ctx.db);
/** Whether the key's central webhook gets anything; the key's owner if that changed. */
const setWebhookStatus = (ctx, apiKeyId, status) => setWebhookStatus$1(ctx.db, apiKeyId, status, ctx.clock.now());
//#endregion
//#region packages/server/src/features/identity/callers/store.ts
/** Where the three kinds of access are kept. */
const TABLE_OF = {
	api: "api_token",
	oauth: "oauth_grant",
	session: "session"
};
/** Does that access exist? Nobody ends it before the transaction has; SQLite has one writer. */
const hold$1 = async (db, engine, accountId, { kind, id }) => {
	return await db.selectFrom(TABLE_OF[kind]).select("id").where("account_id", "=", accountId).where("id", "=", id).$if(engine === "postgres", (q) => q.forShare()).executeTakeFirst() !== void 0;
};
//#endregion
//#region packages/server/src/features/identity/callers/service.ts
/**
* Whoever calls still may, and nobody takes that away before the transaction ends. For what outlives the call and gives
* access: begun before its caller was shut out and done after it, it would stay behind.
*/
async function hold(tx) {
	const { accountId, kind, tokenId } = tx.principal;
	if (!await hold$1(tx.db, tx.engine, accountId, {
		kind,
		id: tokenId
	})) tx.fail("token_invalid");
}
//#endregion
//#region packages/server/src/platform/security/second-factor-rule.ts
const isDemandedOf = (rule, { operator_since }) => rule === "all" || rule === "operators" && operator_since !== null;
//#endregion
//#region packages/server/src/features/identity/second-factor/store.ts
const find$2 = (db, accountId) => db.selectFrom("account").select((e) => [
	"operator_since",
	e.selectFrom("account_otp").select((o) => o.fn.countAll().as("n")).where("account_id", "=", accountId).where("enabled_at", "is not", null).as("otps"),
	e.selectFrom("passkey").select((p) => p.fn.countAll().as("n")).where("account_id", "=", accountId).as("passkeys")
]).where("account_id", "=", accountId).executeTakeFirst();
//#endregion
//#region packages/server/src/features/identity/second-factor/service.ts
async function factorsOf(ctx, accountId) {
	const row = await find$2(ctx.db, accountId);
	return {
		hasOtp: Number(row?.otps ?? 0) > 0,
		hasPasskey: Number(row?.passkeys ?? 0) > 0,
		isDemanded: row !== void 0 && isDemandedOf(ctx.secondFactor, row)
	};
}
/** Has it any? */
const isProtected = ({ hasOtp, hasPasskey }) => hasOtp || hasPasskey;
/**
* Who signed in with nothing but a password may set a first second factor up, and none beside one that is there:
* otherwise the password alone would be the way round it.
*/
async function assertMayAdd(ctx) {
	if (!ctx.principal.needsSecondFactor) return;
	if (isProtected(await factorsOf(ctx, ctx.principal.accountId))) ctx.fail("second_factor_required");
}
/** The calling session has shown more than a password: from now on it may do everything. */
async function shownBySession(ctx) {
	const { accountId, tokenId } = ctx.principal;
	await ctx.ports.secondFactorShown(ctx, accountId, tokenId);
}
/** Refuses what would leave an account without a second factor that has to have one. */
async function assertStillThere(ctx, accountId) {
	const factors = await factorsOf(ctx, accountId);
	if (factors.isDemanded && !isProtected(factors)) ctx.fail("last_second_factor");
}
//#endregion
//#region packages/server/src/features/identity/recovery-codes/rules.ts
const WINDOW_MS$1 = 9e5;
/** No letters that are taken for digits or for each other. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;
/** 80 random bits: too many to be searched, so a plain hash of one gives nothing away. */
function newCode() {
	return [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % 32]).join("").replaceAll(/(.{4})(?=.)/g, "$1-");
}
/** A code as it is compared: however it was typed, and with the letters that people take for digits. */
const plain = (typed) => typed.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
const isCode = (typed) => plain(typed).length === LENGTH;
//#endregion
//#region packages/server/src/features/identity/recovery-codes/store.ts
const summary$1 = async (db, accountId) => {
	const row = await db.selectFrom("recovery_code").select((e) => [e.fn.countAll().as("n"), e.fn.min("created_at").as("since")]).where("account_id", "=", accountId).executeTakeFirstOrThrow();
	return {
		left: Number(row.n),
		createdAt: row.since === null ? null : Number(row.since)
	};
};
const removeAll$1 = (db, accountId) => db.deleteFrom("recovery_code").where("account_id", "=", accountId).execute();
const insert$1 = (db, accountId, hashes, now) => db.insertInto("recovery_code").values(hashes.map((code_hash) => ({
	account_id: accountId,
	code_hash,
	created_at: now
}))).execute();
/** Uses a code up; false when the account has no such code. */
const take = async (db, accountId, hash) => {
	return (await db.deleteFrom("recovery_code").where("account_id", "=", accountId).where("code_hash", "=", hash).executeTakeFirst()).numDeletedRows > 0n;
};
//#endregion
//#region packages/server/src/features/identity/recovery-codes/service.ts
/** How many codes the calling account has left, and since when. */
const summary = (ctx) => summary$1(ctx.db, ctx.principal.accountId);
/** Ten new codes, shown this once; the ones before are worth nothing any more (D115). */
async function make(ctx) {
	const { accountId } = ctx.principal;
	return inTransaction(ctx, async (tx) => {
		await hold$2(tx, accountId);
		if (!isProtected(await factorsOf(tx, accountId))) tx.fail("second_factor_missing");
		const codes = Array.from({ length: 10 }, newCode);
		await removeAll$1(tx.db, accountId);
		await insert$1(tx.db, accountId, codes.map((code) => hashToken(plain(code))), tx.clock.now());
		await record(tx, {
			action: "recoveryCodes.made",
			subject: accountId
		});
		await warn(tx, accountId, "recoveryCodesMade");
		return codes;
	});
}
const limitOf = (accountId) => ({
	kind: "recovery",
	value: String(accountId),
	max: 20,
	windowMs: WINDOW_MS$1
});
/** Uses a code up in place of a one-time password; its person is informed by mail. */
async function use(ctx, accountId, code) {
	const counted = await countAttempt(ctx, [limitOf(accountId)]);
	if ("retryAfterSeconds" in counted) ctx.fail("otp_locked", counted);
	if (!await inTransaction(ctx, async (tx) => {
		if (!await take(tx.db, accountId, hashToken(plain(code)))) return false;
		await forgetAttempts(tx, limitOf(accountId));
		const found = await find$5(tx, accountId);
		const owned = {
			...tx,
			accountId: found?.master_account_id ?? accountId,
			actor: {
				accountId,
				name: found?.name ?? ""
			}
		};
		const { left } = await summary$1(tx.db, accountId);
		await record(owned, {
			action: "recoveryCode.used",
			subject: accountId,
			detail: { left: String(left) }
		});
		await warn(owned, accountId, "recoveryCodeUsed", { left });
		return true;
	})) ctx.fail("otp_invalid");
}
/** Codes stand in for something: when the last of it goes, they go too. */
async function removeIfIdle(ctx, accountId) {
	if (isProtected(await factorsOf(ctx, accountId))) return;
	await removeAll$1(ctx.db, accountId);
}
//#endregion
//#region packages/server/src/features/identity/otp/rules.ts
const STEP_SECONDS = 30;
/**
* The time step a code belongs to, if it is right now and newer than the last one used: SHA-1, 6 digits, 30 s, one
* step either way, each step once (D43).
*/
function acceptedStep(secret, code, nowMs, lastStep) {
	if (!/^\d{6}$/.test(code)) return void 0;
	const epoch = Math.floor(nowMs / 1e3);
	const options = {
		secret,
		token: code,
		epoch,
		period: STEP_SECONDS,
		epochTolerance: STEP_SECONDS
	};
	if (lastStep > Math.floor(epoch / STEP_SECONDS) + 1) return void 0;
	const result = verifySync({
		...options,
		algorithm: "sha1",
		digits: 6,
		strategy: "totp"
	});
	if (!result.valid) return void 0;
	const step = Math.floor(epoch / STEP_SECONDS) + result.delta;
	return step > lastStep ? step : void 0;
}
/** A secret that nobody confirmed by then is none (8.6). */
const PENDING_MS = 864e5;
/** Where an account stands (8.6). */
function stateOf(row, now) {
	if (!row) return "off";
	if (row.enabled_at !== null) return "on";
	return now < row.requested_at + PENDING_MS ? "pending" : "off";
}
const LOCK_MS = 9e5;
//#endregion
//#region packages/server/src/features/identity/otp/store.ts
const find$1 = (db, accountId) => db.selectFrom("account_otp").selectAll().where("account_id", "=", accountId).executeTakeFirst();
/** Held until the transaction ends, so that two calls cannot both use one code. SQLite has one writer. */
const lock = (db, engine, accountId) => db.selectFrom("account_otp").selectAll().where("account_id", "=", accountId).$if(engine === "postgres", (q) => q.forUpdate()).executeTakeFirst();
const update = (db, accountId, changes) => db.updateTable("account_otp").set(changes).where("account_id", "=", accountId).execute();
/** A new secret to be confirmed; it replaces one that never was. False when one-time passwords are on. */
const putPending = async (db, row) => {
	const { account_id: _id, failures: _failures, locked_until: _locked, ...secret } = row;
	return await db.insertInto("account_otp").values(row).onConflict((c) => c.column("account_id").doUpdateSet(secret).where("account_otp.enabled_at", "is", null)).returning("account_id").executeTakeFirst() !== void 0;
};
const removePending = (db, accountId) => db.deleteFrom("account_otp").where("account_id", "=", accountId).where("enabled_at", "is", null).execute();
const remove$2 = (db, accountId) => db.deleteFrom("account_otp").where("account_id", "=", accountId).returning("enabled_at").executeTakeFirst();
//#endregion
//#region packages/server/src/features/identity/otp/service.ts
const SECRET_BYTES = 20;
/** Where the secret of an account is sealed to. */
const otpSealedFor = (accountId) => `account_otp.secret:${accountId}`;
/** Does this account need a one-time password? One that was requested and never confirmed does not count. */
async function isOn(ctx, accountId) {
	return (await find$1(ctx.db, accountId))?.enabled_at != null;
}
/** A new secret for the calling account; it counts once a code of it came back (D74). */
async function request(ctx) {
	const { accountId } = ctx.principal;
	await assertMayAdd(ctx);
	const secret = generateSecret({ length: SECRET_BYTES });
	if (!await putPending(ctx.db, {
		account_id: accountId,
		secret_sealed: ctx.sealer.seal(secret, otpSealedFor(accountId)),
		requested_at: ctx.clock.now(),
		enabled_at: null,
		last_step: 0,
		failures: 0,
		locked_until: null
	})) ctx.fail("otp_already_enabled");
	return secret;
}
/** Switches one-time passwords on with a code of the secret that was asked for. */
async function enable(ctx, code) {
	const { accountId } = ctx.principal;
	const state = stateOf(await find$1(ctx.db, accountId), ctx.clock.now());
	if (state === "off") ctx.fail("otp_not_requested");
	if (state === "on") ctx.fail("otp_already_enabled");
	await verify$1(ctx, accountId, code, async (tx) => {
		await hold$2(tx, accountId);
		await hold(tx);
		await assertMayAdd(tx);
		await switchedOn(tx, accountId);
		await shownBySession(tx);
	});
}
async function switchedOn(ctx, accountId) {
	await update(ctx.db, accountId, { enabled_at: ctx.clock.now() });
	await record(ctx, {
		action: "otp.enabled",
		subject: accountId
	});
	await warn(ctx, accountId, "otpEnabled");
}
/** Switches one-time passwords off; without any it changes nothing (D74). Says whether they were on. */
async function disable(ctx, accountId) {
	return inTransaction(ctx, async (tx) => {
		await hold$2(tx, accountId);
		const isSwitchedOff = await switchOff(tx, accountId);
		if (isSwitchedOff) await assertStillThere(tx, accountId);
		return isSwitchedOff;
	});
}
async function switchOff(ctx, accountId) {
	return inTransaction(ctx, async (tx) => {
		if ((await remove$2(tx.db, accountId))?.enabled_at == null) return false;
		await removeIfIdle(tx, accountId);
		await record(tx, {
			action: "otp.disabled",
			subject: accountId
		});
		await warn(tx, accountId, "otpDisabled");
		return true;
	});
}
/** Forgets a secret that nobody has confirmed; one that was confirmed meanwhile stays. */
const forgetRequest = (ctx, accountId) => removePending(ctx.db, accountId);
/** Switches one-time passwords of the account with this address off; for the operator, when a phone is lost. */
async function resetByOperator(ctx, email) {
	const found = await findByEmail(ctx, email);
	if (!found) return "no account";
	return await switchOff({
		...ctx,
		accountId: found.master_account_id ?? found.account_id
	}, found.account_id) ? "switched off" : "was off";
}
/**
* Checks a code of this account and uses it up (D43). Wrong codes are counted wherever they are typed in; the fifth
* locks for 15 minutes. `accepted` runs in the transaction that uses the code up.
*/
async function verify$1(ctx, accountId, code, accepted = async () => {}) {
	const verdict = await inTransaction(ctx, async (tx) => {
		const found = await check(tx, accountId, code);
		if (found.outcome === "right") await accepted(tx);
		return found;
	});
	if (verdict.outcome === "locked") ctx.fail("otp_locked", { retryAfterSeconds: Math.ceil((verdict.until - ctx.clock.now()) / 1e3) });
	if (verdict.outcome === "wrong") ctx.fail("otp_invalid");
}
async function check(ctx, accountId, code) {
	const row = await lock(ctx.db, ctx.engine, accountId);
	if (!row) return { outcome: "wrong" };
	const now = ctx.clock.now();
	if (row.locked_until !== null && row.locked_until > now) return {
		outcome: "locked",
		until: row.locked_until
	};
	const step = acceptedStep(ctx.sealer.open(row.secret_sealed, otpSealedFor(accountId)), code, now, row.last_step);
	if (step !== void 0) {
		await update(ctx.db, accountId, {
			last_step: step,
			failures: 0,
			locked_until: null
		});
		return { outcome: "right" };
	}
	const failures = row.failures + 1;
	const locks = failures >= 5;
	await update(ctx.db, accountId, {
		failures: locks ? 0 : failures,
		locked_until: locks ? now + LOCK_MS : null
	});
	return { outcome: "wrong" };
}
//#endregion
//#region packages/server/src/features/identity/sessions/failures.ts
const HOUR_MS = 36e5;
/** Entries per account and hour; then one more says that there were others. */
const MAX_PER_HOUR = 10;
/** Written down at the same time; in a flood of logins the others are left out. */
const MAX_UNDER_WAY = 20;
let underWay = 0;
/**
* Notes in the audit log that somebody failed to log in. Nobody waits for it: the time of the answer must not tell
* which addresses have accounts.
*/
function noteFailure(ctx, target, reason) {
	if (underWay >= MAX_UNDER_WAY || ctx.db.isTransaction) return;
	underWay += 1;
	write(ctx, target, reason).catch((error) => ctx.log.warn({ err: error }, "a failed login could not be noted")).finally(() => {
		underWay -= 1;
	});
}
async function write(ctx, target, reason) {
	const value = String(target.account_id);
	const isRoom = async (kind, max) => "id" in await countAttempt(ctx, [{
		kind,
		value,
		max,
		windowMs: HOUR_MS
	}]);
	const isOneOfFew = await isRoom("audit login", MAX_PER_HOUR);
	if (!isOneOfFew && !await isRoom("audit many logins", 1)) return;
	const { network, requestId } = ctx;
	await inTransaction(ctx, (tx) => record({
		...tx,
		accountId: target.master_account_id ?? target.account_id,
		principal: void 0,
		actor: {
			accountId: null,
			name: "unknown"
		},
		requestId
	}, {
		action: isOneOfFew ? "login.failed" : "login.manyFailed",
		subject: target.account_id,
		detail: {
			reason,
			network
		}
	}));
}
//#endregion
//#region packages/server/src/features/identity/sessions/rules.ts
/** How long a console session lives (D33). */
const SESSION_SECONDS = 43200;
/** Failed log-ins are counted over this time (D42). */
const WINDOW_MS = 9e5;
/** As much of it as tells one browser from another. */
const USER_AGENT_LENGTH = 255;
/** What the caller says it is, for the list of sessions (D99). */
const userAgentOf = ({ headers }) => String(headers["user-agent"] ?? "").slice(0, USER_AGENT_LENGTH) || null;
//#endregion
//#region packages/server/src/features/identity/sessions/store.ts
const insert = (db, row) => db.insertInto("session").values(row).execute();
const find = (db, accountId, id) => db.selectFrom("session").select("verified_at").where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst();
const setVerified = async (db, accountId, id, now) => {
	return (await db.updateTable("session").set({ verified_at: now }).where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst()).numUpdatedRows > 0n;
};
const remove$1 = async (db, accountId, id) => {
	return (await db.deleteFrom("session").where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst()).numDeletedRows > 0n;
};
const list$1 = (db, accountId, { now, id, limit }) => db.selectFrom("session").selectAll().where("account_id", "=", accountId).where("expires_at", ">", now).$if(id !== void 0, (q) => q.where("id", "<", id)).orderBy("id", "desc").limit(limit).execute();
/** Which they were. */
const removeOthers$1 = async (db, accountId, id) => {
	return (await db.deleteFrom("session").where("account_id", "=", accountId).where("id", "!=", id).returning("id").execute()).map((row) => row.id);
};
const prolong = (db, accountId, id, ms) => db.updateTable("session").set((e) => ({
	expires_at: e("expires_at", "+", ms),
	verified_at: e("verified_at", "+", ms)
})).where("account_id", "=", accountId).where("id", "=", id).execute();
const removeEnded$1 = (db, now) => db.deleteFrom("session").where("expires_at", "<=", now).execute();
const removeAll = (db, accountId) => db.deleteFrom("session").where("account_id", "=", accountId).execute();
/** It has shown a second factor; false when it had before. */
const markSecondFactor = async (db, accountId, sessionId) => {
	return (await db.updateTable("session").set({ second_factor: 1 }).where("account_id", "=", accountId).where("id", "=", sessionId).where("second_factor", "=", 0).executeTakeFirst()).numUpdatedRows > 0n;
};
/** Remembers when a session was used; a later time is never overwritten by an earlier one. */
const touch$1 = (db, id, at) => db.updateTable("session").set({ last_used_at: at }).where("id", "=", id).where((e) => e.or([e("last_used_at", "is", null), e("last_used_at", "<", at)])).execute();
//#endregion
//#region packages/server/src/features/identity/sessions/service.ts
/** Logs in and opens a console session (D42). */
async function login(ctx, credentials) {
	const { showedSecondFactor, passwordHash, ...person } = await authenticate(ctx, credentials);
	return inTransaction(ctx, async (tx) => {
		await assertSamePassword(tx, person.accountId, passwordHash);
		return open(tx, person, { showedSecondFactor });
	});
}
/** The password that was found right is still the account's: looking at it takes long, and it may have been changed. */
async function assertSamePassword(tx, accountId, passwordHash) {
	await hold$2(tx, accountId);
	if ((await find$5(tx, accountId))?.password_hash !== passwordHash) tx.fail("invalid_credentials");
}
const personOf = (row) => ({
	accountId: row.account_id,
	ownerAccountId: row.master_account_id ?? row.account_id,
	name: row.name,
	operator_since: row.operator_since
});
/** Opens a session for somebody who proved who they are. */
async function open(ctx, person, { showedSecondFactor }) {
	const accessToken = newToken();
	const { accountId } = person;
	const actor = {
		accountId,
		name: person.name
	};
	await inTransaction(ctx, async (tx) => {
		const now = tx.clock.now();
		const id = tx.ids.timeOrdered();
		await insert(tx.db, {
			id,
			account_id: accountId,
			token_hash: hashToken(accessToken),
			user_agent: userAgentOf(tx.incoming),
			network: tx.network,
			second_factor: showedSecondFactor ? 1 : 0,
			created_at: now,
			verified_at: now,
			expires_at: now + SESSION_SECONDS * 1e3
		});
		const owned = {
			...tx,
			accountId: person.ownerAccountId,
			actor
		};
		await record(owned, {
			action: "session.opened",
			subject: id
		});
		await noteSignIn(owned, accountId);
	});
	const isLimited = !showedSecondFactor && isDemandedOf(ctx.secondFactor, person);
	return {
		accessToken,
		expiresIn: SESSION_SECONDS,
		accountId,
		...isLimited && { secondFactorRequired: true }
	};
}
/**
* Whose credentials these are. An address without an account costs the same work and gets the same answer as a wrong
* password; what is particular to an account (one-time passwords) shows only to those who know its password.
*/
async function authenticate(ctx, credentials) {
	const attempt = await assertFewAttempts(ctx, credentials.email);
	const row = await findByEmail(ctx, credentials.email);
	const asker = {
		network: ctx.network,
		account: emailKey(credentials.email)
	};
	const isRight = await verifyPassword(credentials.password, row?.password_hash, asker).catch(attempt.undo);
	if (row && !isRight) noteFailure(ctx, row, "password");
	if (!row || !isRight) return ctx.fail("invalid_credentials");
	await attempt.forgive();
	const factors = await factorsOf(ctx, row.account_id);
	const isAsked = factors.hasOtp || factors.isDemanded && factors.hasPasskey;
	if (isAsked) await assertCode(ctx, row, factors, credentials.otp);
	return {
		...personOf(row),
		showedSecondFactor: isAsked,
		passwordHash: row.password_hash
	};
}
/** A one-time password, or in its place a recovery code (D115). */
async function assertCode(ctx, row, { hasOtp }, code) {
	if (!code) return ctx.fail(hasOtp ? "otp_required" : "passkey_required");
	const accountId = row.account_id;
	await (isCode(code) ? use(ctx, accountId, code) : verify$1(ctx, accountId, code)).catch((error) => {
		noteFailure(ctx, row, "otp");
		throw error;
	});
}
const BY_ADDRESS = "mail";
/**
* An attempt is counted as a failure before the password is looked at, and forgiven when it was right: many attempts
* at the same time cannot all slip through before the first one failed (D42).
*/
async function assertFewAttempts(ctx, email) {
	const byAddress = {
		kind: BY_ADDRESS,
		value: emailKey(email),
		max: 10,
		windowMs: WINDOW_MS
	};
	const byNetwork = networkLimit(ctx);
	const counted = await countAttempt(ctx, [byAddress, byNetwork]);
	if ("retryAfterSeconds" in counted) return ctx.fail("login_locked", counted);
	return {
		async forgive() {
			await forgetAttempts(ctx, byAddress);
			await forgetAttempts(ctx, byNetwork, counted.id);
		},
		/** The password was not looked at, because too many wait: that is nobody's failure. */
		async undo(reason) {
			for (const limit of [byAddress, byNetwork]) await forgetAttempts(ctx, limit, counted.id);
			throw reason;
		}
	};
}
const networkLimit = (ctx) => ({
	kind: "ip",
	value: ctx.network,
	max: 50,
	windowMs: WINDOW_MS
});
/** The same for sign-ins that name no address: they count with all others of the network. */
async function countFromNetwork(ctx) {
	const limit = networkLimit(ctx);
	const counted = await countAttempt(ctx, [limit]);
	if ("retryAfterSeconds" in counted) return ctx.fail("login_locked", counted);
	return { forgive: () => forgetAttempts(ctx, limit, counted.id) };
}
/** Who proved to be the owner of an address otherwise may log in at once, whoever guessed before (D42). */
const liftLock = (ctx, email) => forgetAttempts(ctx, {
	kind: BY_ADDRESS,
	value: emailKey(email)
});
/** Ends the session at once; a token of another kind is not a session and stays. */
async function logout(ctx) {
	await end$1(ctx, ctx.principal.tokenId);
}
/** Did the calling session prove within so long who is behind it? Tokens of other kinds never did (D109). */
async function provedWithin(ctx, ms) {
	const session = await find(ctx.db, ctx.principal.accountId, ctx.principal.tokenId);
	return session !== void 0 && ctx.clock.now() < session.verified_at + ms;
}
/** The person behind the calling session has just proved who they are; false when the call came with another token. */
async function renewProof(ctx) {
	return inTransaction(ctx, async (tx) => {
		const { accountId, tokenId } = tx.principal;
		if (!await setVerified(tx.db, accountId, tokenId, tx.clock.now())) return false;
		await record(tx, {
			action: "session.verified",
			subject: tokenId
		});
		return true;
	});
}
/** Sessions of the calling account that have not ended, newest first (D99). */
const list = (ctx, page) => list$1(ctx.db, ctx.principal.accountId, {
	...page,
	now: ctx.clock.now()
});
/** Ends a session of the calling account; that of somebody else is as missing as one that ended (D38). */
async function remove(ctx, id) {
	if (!await end$1(ctx, id)) ctx.fail("not_found");
}
/** False when the account has no such session. */
async function end$1(ctx, id) {
	return inTransaction(ctx, async (tx) => {
		const { accountId, tokenId } = tx.principal;
		if (!await remove$1(tx.db, accountId, id)) return false;
		if (id !== tokenId) await tx.ports.accessEnded(tx, accountId, {
			of: "sessions",
			sessionIds: [id]
		});
		await record(tx, {
			action: "session.closed",
			subject: id
		});
		tx.afterCommit(() => tx.wake.notify("credential", accountId));
		return true;
	});
}
/** Ends every session of the calling account but the calling one; a token of another kind ends them all (D99). */
async function removeOthers(ctx) {
	await inTransaction(ctx, async (tx) => {
		const { accountId, tokenId } = tx.principal;
		const ended = await removeOthers$1(tx.db, accountId, tokenId);
		if (ended.length === 0) return;
		await tx.ports.accessEnded(tx, accountId, {
			of: "sessions",
			sessionIds: ended
		});
		await record(tx, {
			action: "session.closed",
			detail: { count: String(ended.length) }
		});
		tx.afterCommit(() => tx.wake.notify("credential", accountId));
	});
}
/** Lets the calling session live longer by as much as time is about to jump; tokens of other kinds are left alone. */
async function outlive(ctx, jumpMs) {
	await inTransaction(ctx, async (tx) => {
		await prolong(tx.db, tx.principal.accountId, tx.principal.tokenId, jumpMs);
		tx.afterCommit(() => tx.wake.notify("credential", tx.principal.accountId));
	});
}
/** Ends every session of an account; the caller informs the other processes. */
const endAll = (ctx, accountId) => removeAll(ctx.db, accountId);
/** A session has shown more than a password: from now on it may do everything. */
async function noteSecondFactor(ctx, accountId, sessionId) {
	if (await markSecondFactor(ctx.db, accountId, sessionId)) ctx.afterCommit(() => ctx.wake.notify("credential", accountId));
}
const touch = (ctx, id, at) => touch$1(ctx.db, id, at);
//#endregion
//#region packages/server/src/features/keys/oauth/store.ts
/** A client names itself by an id that is unique over all accounts. */
const findClient$1 = (db, clientId) => db.selectFrom("api_key").selectAll().where("client_id", "=", clientId).executeTakeFirst();
const insertTicket = (db, row) => db.insertInto("oauth_ticket").values(row).execute();
const findTicket = (db, ticketHash, now) => db.selectFrom("oauth_ticket").innerJoin("account", "account.account_id", "oauth_ticket.account_id").select([
	"account.account_id",
	"oauth_ticket.request",
	"account.email"
]).where("ticket_hash", "=", ticketHash).where("expires_at", ">", now).executeTakeFirst();
/** False for whoever comes second. */
const takeTicket = async (db, ticketHash) => {
	return (await db.deleteFrom("oauth_ticket").where("ticket_hash", "=", ticketHash).executeTakeFirst()).numDeletedRows > 0n;
};
const insertCode = (db, row) => db.insertInto("oauth_code").values(row).execute();
const findCode = (db, codeHash) => db.selectFrom("oauth_code").innerJoin("api_key", "api_key.api_key_id", "oauth_code.api_key_id").selectAll("oauth_code").select("api_key.client_id").where("code_hash", "=", codeHash).executeTakeFirst();
/** False for whoever comes second. */
const useCode = async (db, codeHash, now) => {
	return (await db.updateTable("oauth_code").set({ used_at: now }).where("code_hash", "=", codeHash).where("used_at", "is", null).executeTakeFirst()).numUpdatedRows > 0n;
};
const hasCode = async (db, codeHash) => await db.selectFrom("oauth_code").select("code_hash").where("code_hash", "=", codeHash).executeTakeFirst() !== void 0;
const linkCode = (db, codeHash, grantId) => db.updateTable("oauth_code").set({ grant_id: grantId }).where("code_hash", "=", codeHash).execute();
const insertGrant = (db, row) => db.insertInto("oauth_grant").values(row).execute();
/** The newest grants of this account for this key stay; older ones make room. */
const removeOldestGrants = (db, accountId, apiKeyId, keep) => db.deleteFrom("oauth_grant").where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).where("id", "not in", (e) => e.selectFrom("oauth_grant").select("id").where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).orderBy("id", "desc").limit(keep)).execute();
const findGrant = (db, accountId, id) => db.selectFrom("oauth_grant").select("api_key_id").where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst();
/** False when it had ended before. */
const removeGrant = async (db, accountId, id) => {
	return (await db.deleteFrom("oauth_grant").where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst()).numDeletedRows > 0n;
};
const insertTokens = (db, rows) => db.insertInto("oauth_token").values(rows).execute();
/** The token itself says whose it is. */
const findToken = (db, tokenHash) => db.selectFrom("oauth_token").innerJoin("oauth_grant", "oauth_grant.id", "oauth_token.grant_id").innerJoin("api_key", "api_key.api_key_id", "oauth_grant.api_key_id").selectAll("oauth_token").select([
	"oauth_grant.account_id",
	"oauth_grant.api_key_id",
	"api_key.client_id"
]).where("token_hash", "=", tokenHash).executeTakeFirst();
/** False for whoever comes second. */
const replaceToken = async (db, tokenHash, now) => {
	return (await db.updateTable("oauth_token").set({ replaced_at: now }).where("token_hash", "=", tokenHash).where("replaced_at", "is", null).executeTakeFirst()).numUpdatedRows > 0n;
};
const prolongToken = async (db, tokenHash, expiresAt) => {
	return (await db.updateTable("oauth_token").set({ expires_at: expiresAt }).where("token_hash", "=", tokenHash).executeTakeFirst()).numUpdatedRows > 0n;
};
const removeToken = (db, tokenHash) => db.deleteFrom("oauth_token").where("token_hash", "=", tokenHash).execute();
/** What has run out; a grant goes with its last token unless it is the consent for a central webhook. */
const removeEnded = async (db, now) => {
	await db.deleteFrom("oauth_ticket").where("expires_at", "<=", now).execute();
	await db.deleteFrom("oauth_token").where("expires_at", "<=", now).execute();
	await db.deleteFrom("oauth_grant").where("scopes", "not like", "%\"webhook.central\"%").where((e) => e.not(e.exists(e.selectFrom("oauth_token").select("grant_id").whereRef("oauth_token.grant_id", "=", "oauth_grant.id")))).execute();
};
/** Used codes are kept a while, to notice when one is shown again. */
const removeOldCodes = (db, before) => db.deleteFrom("oauth_code").where("expires_at", "<", before).execute();
const removeGrantsOf = (db, accountId) => db.deleteFrom("oauth_grant").where("account_id", "=", accountId).execute();
const removeCodesOf = (db, accountId) => db.deleteFrom("oauth_code").where("account_id", "=", accountId).execute();
const removeTicketsOf = (db, accountId) => db.deleteFrom("oauth_ticket").where("account_id", "=", accountId).execute();
/** Ids of the grants that were removed. */
const removeGrantsOfKey = async (db, accountId, apiKeyId) => {
	return (await db.deleteFrom("oauth_grant").where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).returning("id").execute()).map(({ id }) => id);
};
/** Remembers when a grant was used; a later time is never overwritten by an earlier one. */
const touchGrant$1 = (db, id, at) => db.updateTable("oauth_grant").set({ last_used_at: at }).where("id", "=", id).where((e) => e.or([e("last_used_at", "is", null), e("last_used_at", "<", at)])).execute();
//#endregion
//#region packages/server/src/features/keys/oauth/clients.ts
async function findClient(ctx, clientId) {
	const key = await findClient$1(ctx.db, clientId);
	if (!key) return void 0;
	const advanced = await findByKey(ctx, key.api_key_id);
	return {
		apiKeyId: key.api_key_id,
		clientId,
		name: advanced?.name ?? key.description ?? clientId,
		redirectUris: key.redirect_uris === null ? [] : JSON.parse(key.redirect_uris),
		secret: advanced && secretOf(ctx, advanced),
		oldSecret: advanced && oldSecretOf(ctx, advanced),
		isSuspended: advanced?.status === "INACTIVE"
	};
}
/** A client with a secret must show it; one without must not pretend to have one. */
function isSecretRight(client, shown) {
	if (client.secret === void 0) return !shown;
	if (shown === void 0) return false;
	const isSame = (secret) => timingSafeEqual(digest(secret), digest(shown));
	return isSame(client.secret) || client.oldSecret !== void 0 && isSame(client.oldSecret);
}
const digest = (text) => Buffer.from(hashToken(text), "hex");
//#endregion
//#region packages/server/src/features/keys/oauth/rules.ts
const ACCESS_SECONDS = 3600;
const REFRESH_MS = 7776e6;
/** How long the consent page waits for an answer. */
const TICKET_MS = 6e5;
const problem = (error, description) => ({
	error,
	description
});
/**
* Reads one set of parameters from form body and query (RFC 6749 3.1). The same name with two values could be read
* differently by somebody else on the way, so it is refused.
*/
function readParameters(...sources) {
	const parameters = /* @__PURE__ */ new Map();
	for (const [name, value] of sources.flatMap((source) => [...source])) {
		const known = parameters.get(name);
		if (known !== void 0 && known !== value) return problem("invalid_request", "A parameter was given twice with different values.");
		if (value !== "") parameters.set(name, value);
	}
	return parameters;
}
const isProblem = (value) => "error" in value;
/** The scopes of a space separated list, or undefined when one of them does not exist. */
function scopesOf(text) {
	const names = [...new Set((text ?? "").split(" ").filter((name) => name !== ""))];
	if (names.length === 0 || names.some((name) => !SCOPES.includes(name))) return void 0;
	return names;
}
/** Checks what a known client asks for at a redirect URI that is its own. */
function readRequest(parameters, client, redirectUri) {
	if (client.isSuspended) return problem("unauthorized_client", "The client may not ask for authorization.");
	if (parameters.get("response_type") !== "code") return problem("unsupported_response_type", "Only response_type=code is offered.");
	const codeChallenge = parameters.get("code_challenge");
	const pkceProblem = pkceProblemOf(parameters, client, codeChallenge);
	if (pkceProblem) return pkceProblem;
	const scopes = scopesOf(parameters.get("scope"));
	if (!scopes) return problem("invalid_scope", "Name at least one scope, and only scopes that exist.");
	return {
		clientId: client.clientId,
		redirectUri,
		scopes,
		state: parameters.get("state"),
		codeChallenge
	};
}
function pkceProblemOf(parameters, client, codeChallenge) {
	if (codeChallenge === void 0) {
		if (client.secret !== void 0 && !parameters.has("code_challenge_method")) return void 0;
		return problem("invalid_request", "A client without a secret must use PKCE: code_challenge is missing.");
	}
	if (parameters.get("code_challenge_method") !== "S256") return problem("invalid_request", "The only code_challenge_method is S256.");
	if (!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge)) return problem("invalid_request", "code_challenge is not the base64url form of a SHA-256.");
}
/** Where the browser goes with an error the client should hear of. */
function errorRedirect(redirectUri, { error, description }, state) {
	const url = new URL(redirectUri);
	url.searchParams.set("error", error);
	url.searchParams.set("error_description", description);
	if (state !== void 0) url.searchParams.set("state", state);
	return url.href;
}
//#endregion
//#region packages/server/src/features/keys/oauth/grants.ts
/** What a code was worth: a new grant with its first tokens; undefined when it has just been taken back, by a new password. */
async function redeem(ctx, client, { accountId, codeHash, scopes }) {
	return inTransaction(ctx, async (tx) => {
		await hold$2(tx, accountId);
		if (!await hasCode(tx.db, codeHash)) return void 0;
		const grantId = tx.ids.timeOrdered();
		await insertGrant(tx.db, {
			id: grantId,
			account_id: accountId,
			api_key_id: client.apiKeyId,
			scopes: JSON.stringify(scopes),
			created_at: tx.clock.now(),
			last_used_at: null
		});
		await grantMade(tx, {
			apiKeyId: client.apiKeyId,
			accountId,
			grantId
		});
		await removeOldestGrants(tx.db, accountId, client.apiKeyId, tx.limits.tokensPerKey);
		await linkCode(tx.db, codeHash, grantId);
		const owned = {
			...tx,
			accountId: await ownerOf(tx, accountId)
		};
		await record(owned, {
			action: "oauthGrant.created",
			subject: grantId,
			detail: {
				clientId: client.clientId,
				accountId: String(accountId),
				scopes: scopes.join(" ")
			}
		});
		const unseen = {
			...tx,
			network: void 0,
			incoming: void 0
		};
		await warn(unseen, accountId, "appAllowed", { what: client.name });
		const refreshToken = scopes.includes("offline_access") ? await issueRefresh(tx, grantId, scopes) : void 0;
		return {
			accessToken: await issueAccess(tx, grantId, scopes),
			refreshToken,
			scopes
		};
	});
}
/** New tokens for a refresh token, which public clients get anew and others keep; undefined when it was just used. */
async function refresh(ctx, client, { grantId, refreshToken, refreshScopes, scopes }) {
	return inTransaction(ctx, async (tx) => {
		const now = tx.clock.now();
		const hash = hashToken(refreshToken);
		if (client.secret !== void 0) {
			if (!await prolongToken(tx.db, hash, now + 7776e6)) return void 0;
			return {
				accessToken: await issueAccess(tx, grantId, scopes),
				refreshToken,
				scopes
			};
		}
		if (!await replaceToken(tx.db, hash, now)) return void 0;
		const rotated = await issueRefresh(tx, grantId, refreshScopes);
		return {
			accessToken: await issueAccess(tx, grantId, scopes),
			refreshToken: rotated,
			scopes
		};
	});
}
const issueAccess = (ctx, grantId, scopes) => issue(ctx, grantId, "access", scopes, ctx.clock.now() + ACCESS_SECONDS * 1e3);
const issueRefresh = (ctx, grantId, scopes) => issue(ctx, grantId, "refresh", scopes, ctx.clock.now() + REFRESH_MS);
async function issue(ctx, grantId, kind, scopes, expiresAt) {
	const token = newToken();
	await insertTokens(ctx.db, [{
		token_hash: hashToken(token),
		grant_id: grantId,
		kind,
		scopes: JSON.stringify(scopes),
		expires_at: expiresAt,
		replaced_at: null
	}]);
	return token;
}
/** Ends a grant and all its tokens at once, in every process. */
async function end(ctx, accountId, grantId, reason) {
	await inTransaction(ctx, async (tx) => {
		const grant = await findGrant(tx.db, accountId, grantId);
		if (!grant) return;
		await grantEnds(tx, {
			apiKeyId: grant.api_key_id,
			accountId,
			grantId
		});
		if (!await removeGrant(tx.db, accountId, grantId)) return;
		const owned = {
			...tx,
			accountId: await ownerOf(tx, accountId)
		};
		await record(owned, {
			action: "oauthGrant.deleted",
			subject: grantId,
			detail: {
				apiKeyId: String(grant.api_key_id),
				accountId: String(accountId),
				reason
			}
		});
		tx.afterCommit(() => tx.wake.notify("credential", accountId));
	});
}
//#endregion
//#region packages/server/src/features/keys/oauth/model.ts
/** The library compares times with the machine's clock. Ours has judged before, so for it nothing ever expires. */
const NEVER = /* @__PURE__ */ new Date(864e13);
const ownOf = (client) => client.own;
const forLibrary = (client) => ({
	id: client.clientId,
	grants: ["authorization_code", "refresh_token"],
	redirectUris: client.redirectUris,
	own: client
});
/** What the library needs from the store. It checks the protocol; every token, code and time is ours. */
const createModel = (ctx) => ({
	async getClient(clientId, clientSecret) {
		const client = await findClient(ctx, clientId);
		if (!client) return false;
		if (client.isSuspended) throw new OAuth2Server.UnauthorizedClientError("The client is suspended.");
		if (clientSecret !== null && !isSecretRight(client, clientSecret)) return false;
		return forLibrary(client);
	},
	...codesOf(ctx),
	...refreshTokensOf(ctx),
	validateScope: async (_user, _client, scope) => scopesOf(scope?.join(" ")),
	async saveToken(token, client, user) {
		const scopes = token.scope;
		const use = user;
		const issued = "codeHash" in use ? await redeem(ctx, ownOf(client), {
			...use,
			scopes
		}) : await refresh(ctx, ownOf(client), {
			...use,
			scopes
		});
		if (!issued) throw new OAuth2Server.InvalidGrantError("It was used before, or taken back.");
		const { accessToken, refreshToken } = issued;
		return {
			accessToken,
			...refreshToken !== void 0 && { refreshToken },
			scope: scopes,
			client,
			user
		};
	},
	getAccessToken: async () => false
});
const codesOf = (ctx) => ({
	generateAuthorizationCode: async () => newToken(),
	async saveAuthorizationCode(code, client, user) {
		const own = ownOf(client);
		await insertCode(ctx.db, {
			code_hash: hashToken(code.authorizationCode),
			account_id: user.accountId,
			api_key_id: own.apiKeyId,
			redirect_uri: code.redirectUri,
			scopes: JSON.stringify(code.scope),
			code_challenge: code.codeChallenge ?? null,
			expires_at: ctx.clock.now() + 6e4,
			used_at: null,
			grant_id: null
		});
		return {
			...code,
			client,
			user
		};
	},
	async getAuthorizationCode(authorizationCode) {
		const codeHash = hashToken(authorizationCode);
		const row = await findCode(ctx.db, codeHash);
		if (!row || row.expires_at <= ctx.clock.now()) return false;
		if (row.used_at !== null) {
			if (row.grant_id) await end(ctx, row.account_id, row.grant_id, "code used twice");
			return false;
		}
		return {
			authorizationCode,
			expiresAt: NEVER,
			redirectUri: row.redirect_uri,
			scope: JSON.parse(row.scopes),
			client: {
				id: row.client_id,
				grants: []
			},
			user: {
				accountId: row.account_id,
				codeHash
			},
			...row.code_challenge !== null && {
				codeChallenge: row.code_challenge,
				codeChallengeMethod: "S256"
			}
		};
	},
	revokeAuthorizationCode: (code) => useCode(ctx.db, hashToken(code.authorizationCode), ctx.clock.now())
});
const refreshTokensOf = (ctx) => ({
	async getRefreshToken(refreshToken) {
		const row = await findToken(ctx.db, hashToken(refreshToken));
		if (row?.kind !== "refresh" || row.expires_at <= ctx.clock.now()) return false;
		if (row.replaced_at !== null) {
			await end(ctx, row.account_id, row.grant_id, "refresh token used twice");
			return false;
		}
		const refreshScopes = JSON.parse(row.scopes);
		if (!refreshScopes.includes("offline_access")) return false;
		return {
			refreshToken,
			refreshTokenExpiresAt: NEVER,
			scope: refreshScopes,
			client: {
				id: row.client_id,
				grants: []
			},
			user: {
				accountId: row.account_id,
				grantId: row.grant_id,
				refreshToken,
				refreshScopes
			}
		};
	},
	revokeToken: async () => true
});
//#endregion
//#region packages/server/src/features/keys/oauth/service.ts
/**
* Checks a request of a client. The browser is only ever sent to a redirect URI that is registered, letter by letter:
* before that is certain, errors are shown here.
*/
async function openRequest(ctx, parameters) {
	const client = await findClient(ctx, parameters.get("client_id") ?? "");
	if (!client) return {
		kind: "refuse",
		message: "The application that sent you here is not known."
	};
	const redirectUri = parameters.get("redirect_uri") ?? "";
	if (!client.redirectUris.includes(redirectUri)) return {
		kind: "refuse",
		message: "The application that sent you here wants an answer at an address it never registered."
	};
	const request = readRequest(parameters, client, redirectUri);
	if (!isProblem(request)) return {
		kind: "ask",
		client,
		request
	};
	return {
		kind: "redirect",
		to: errorRedirect(redirectUri, request, parameters.get("state"))
	};
}
/**
* Logs a person in at the authorize page. The ticket stands for "this person, this request" on the consent page: it is
* nowhere but in that page, so no other page can answer in the person's name.
*/
async function logIn(ctx, request, credentials) {
	const { accountId, name, passwordHash, ...person } = await authenticate(ctx, credentials);
	if (!person.showedSecondFactor && isDemandedOf(ctx.secondFactor, person)) ctx.fail("second_factor_required");
	const ticket = newToken();
	await inTransaction(ctx, async (tx) => {
		await assertSamePassword(tx, accountId, passwordHash);
		await insertTicket(tx.db, {
			ticket_hash: hashToken(ticket),
			account_id: accountId,
			request: JSON.stringify(request),
			expires_at: tx.clock.now() + TICKET_MS
		});
		await noteSignIn(tx, accountId);
	});
	return {
		ticket,
		name
	};
}
/** The person's answer. Returns where the browser goes, or undefined when the ticket or the client is no more. */
async function decide(ctx, ticket, isAllowed) {
	return inTransaction(ctx, async (tx) => {
		const hash = hashToken(ticket);
		const found = await findTicket(tx.db, hash, tx.clock.now());
		if (!found || !await takeTicket(tx.db, hash)) return void 0;
		return answerTo(tx, found.account_id, JSON.parse(found.request), isAllowed);
	});
}
async function answerTo(ctx, accountId, request, isAllowed) {
	const response = new OAuth2Server.Response();
	await libraryOf(ctx).authorize(libraryRequest(authorizeBody(request, isAllowed)), response, {
		allowEmptyState: true,
		authorizationCodeLifetime: 60,
		authenticateHandler: { handle: () => ({ accountId }) }
	}).catch((error) => {
		if (!isRefusal(error)) throw error;
	});
	return response.get("location");
}
const isRefusal = (error) => error instanceof OAuth2Server.OAuthError && !(error instanceof OAuth2Server.ServerError);
const authorizeBody = (request, isAllowed) => ({
	client_id: request.clientId,
	redirect_uri: request.redirectUri,
	response_type: "code",
	scope: request.scopes.join(" "),
	...request.state !== void 0 && { state: request.state },
	...request.codeChallenge !== void 0 && {
		code_challenge: request.codeChallenge,
		code_challenge_method: "S256"
	},
	...!isAllowed && { allowed: "false" }
});
const libraryOf = (ctx) => new OAuth2Server({ model: createModel(ctx) });
/** The library reads forms only; which way the parameters came was settled before. */
const libraryRequest = (body, authorization) => new OAuth2Server.Request({
	method: "POST",
	query: {},
	headers: {
		"content-type": "application/x-www-form-urlencoded",
		"content-length": "1",
		...authorization !== void 0 && { authorization }
	},
	body
});
const GRANT_TYPES = ["authorization_code", "refresh_token"];
async function issueTokens(ctx, parameters, authorization) {
	const grantType = parameters.get("grant_type");
	if (grantType === void 0) return {
		error: "invalid_request",
		description: "Missing parameter: `grant_type`"
	};
	if (!GRANT_TYPES.includes(grantType)) return {
		error: "unsupported_grant_type",
		description: `Offered are ${GRANT_TYPES.join(" and ")}.`
	};
	if (grantType === "authorization_code" && !parameters.has("redirect_uri")) return {
		error: "invalid_request",
		description: "Missing parameter: `redirect_uri`"
	};
	try {
		const token = await libraryOf(ctx).token(libraryRequest(Object.fromEntries(parameters), authorization), new OAuth2Server.Response(), {
			accessTokenLifetime: ACCESS_SECONDS,
			refreshTokenLifetime: REFRESH_MS / 1e3,
			requireClientAuthentication: {
				authorization_code: false,
				refresh_token: false
			}
		});
		return {
			access_token: token.accessToken,
			token_type: "bearer",
			expires_in: ACCESS_SECONDS,
			...token.refreshToken !== void 0 && { refresh_token: token.refreshToken },
			scope: (token.scope ?? []).join(" ")
		};
	} catch (error) {
		if (!isRefusal(error)) throw error;
		return {
			error: error.name,
			description: error.message
		};
	}
}
/**
* Ends a token (RFC 7009): a refresh token with its whole grant, an access token alone. Whoever holds a token may end
* it; a client that names itself must be the one it was made for. Unknown tokens are as good as ended.
*/
async function revoke(ctx, token, credentials) {
	if (credentials) {
		const client = await findClient(ctx, credentials.clientId);
		if (!client || !isSecretRight(client, credentials.secret)) return {
			error: "invalid_client",
			description: "The client is not known or its secret is wrong."
		};
	}
	const hash = hashToken(token);
	const row = await findToken(ctx.db, hash);
	if (!row || credentials && row.client_id !== credentials.clientId) return void 0;
	if (row.kind === "refresh") {
		await end(ctx, row.account_id, row.grant_id, "revoked by the client");
		return;
	}
	await inTransaction(ctx, async (tx) => {
		await removeToken(tx.db, hash);
		tx.afterCommit(() => tx.wake.notify("credential", row.account_id));
	});
}
/** Whoever was just logging in for a client has to start again: their password is another one now. */
async function endPending(ctx, accountId) {
	await removeTicketsOf(ctx.db, accountId);
	await removeCodesOf(ctx.db, accountId);
}
/** Takes back everything the account allowed to clients; the caller informs the other processes. */
const endGrants = (ctx, accountId) => removeGrantsOf(ctx.db, accountId);
/** Those that an account gave to one key; the ids of what went. */
const endGrantsOfKey = (ctx, accountId, apiKeyId) => removeGrantsOfKey(ctx.db, accountId, apiKeyId);
const touchGrant = (ctx, id, at) => touchGrant$1(ctx.db, id, at);
//#endregion
export { reactivate as $, removeEnded$1 as A, hasSucceededSince as At, assertMayAdd as B, findHead as Bt, outlive as C, updateToken as Ct, removeOthers as D, findByTokenHash as Dt, remove as E, resolve as Et, request as F, isWithin as Ft, isDemandedOf as G, visibleFeatures as Gt, factorsOf as H, listHeads as Ht, resetByOperator as I, list$4 as It, countApplied as J, hold as K, oldSecretColumns as Kt, make as L, listByIds as Lt, enable as M, assertMayRead as Mt, forgetRequest as N, headOf as Nt, renewProof as O, maskToken as Ot, isOn as P, isVisible as Pt, listApplications as Q, removeIfIdle as R, pageAfter as Rt, open as S, update$3 as St, provedWithin as T, hasAddress as Tt, isProtected as U, isAbout as Ut, assertStillThere as V, listAll$2 as Vt, shownBySession as W, oldestKept as Wt, get as X, decide$1 as Y, listAll as Z, liftLock as _, removeByOperator as _t, issueTokens as a, presentAdvancedKey as at, logout as b, scopesGivenBy as bt, revoke as c, createFirstToken as ct, readParameters as d, getToken as dt, remove$3 as et, removeEnded as f, list$2 as ft, endAll as g, removeAllTokens as gt, countFromNetwork as h, remove$5 as ht, endPending as i, update$1 as it, disable as j, targetFor as jt, touch as k, deactivate as kt, touchGrant as l, createToken as lt, authenticate as m, listTokens as mt, endGrants as n, setWebhookStatus as nt, logIn as o, create as ot, removeOldCodes as p, listAllTokens as pt, apply as q, openOldSecret as qt, endGrantsOfKey as r, showApplication as rt, openRequest as s, createByOperator as st, decide as t, replaceSecret as tt, isProblem as u, get$1 as ut, list as v, removeToken$1 as vt, personOf as w, assertLocks as wt, noteSecondFactor as x, touch$2 as xt, login as y, removeTokensOfKey as yt, summary as z, replayFloor as zt };
