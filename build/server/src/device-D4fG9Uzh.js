import { O as build_default, S as StringEnum, a as MOVEMENT_PROOFS, n as HELD_PLACES, r as LockCapability, t as CODE_PROOFS } from "./lock-capability-DFzoqLhG.js";
//#region packages/contract/src/device/messages.ts
/** Up to the end of the year 9999: what the API writes dates with goes no further. */
const Millis = build_default.Integer({
	minimum: 0,
	maximum: 0xe677d21fdbff,
	description: "milliseconds since the epoch, UTC"
});
const Session = build_default.String({ pattern: "^[0-9a-f]{32}$" });
const Counter = build_default.Integer({
	minimum: 0,
	maximum: Number.MAX_SAFE_INTEGER
});
/** A number of one of the lists of contract 6. */
const Listed = build_default.Integer({
	minimum: 0,
	maximum: 65535
});
/** Short text. No store keeps the character 0. */
const Text = build_default.String({
	maxLength: 64,
	pattern: "^[^\\u0000]*$"
});
const Version = build_default.Integer({
	minimum: 0,
	maximum: 2147483647
});
/** Every uplink ends with this member; see `splitSignature`. */
const Signature = build_default.String({ pattern: "^[0-9a-f]{64}$" });
/** How a movement is known to have happened (LDP/1.3); absent: the lock reported it. */
const Proof = build_default.Optional(StringEnum(MOVEMENT_PROOFS));
/** New whenever the device lost its memory; sequence numbers start again with it. */
const Epoch = build_default.String({ pattern: "^[0-9a-f]{16}$" });
/** Published on connect, and as last will with `online: false`. */
const UpPresence = build_default.Object({
	online: build_default.Boolean(),
	/** New for every connection: a command of an earlier connection can never match. */
	sess: Session,
	at: Millis,
	proto: build_default.Literal(1),
	/** What the firmware can do (`LDP_MINOR`); absent is 0. */
	minor: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 255
	})),
	fw: build_default.String({ maxLength: 32 }),
	epoch: Epoch,
	/** The user name the device logged in with: tells the service which key to sign with during a rotation. */
	key: build_default.String({ maxLength: 64 }),
	/** The oldest event the device can still send; with nothing waiting, the number its next event will get. */
	oldest: Counter,
	sig: Signature
});
const UpInfo = build_default.Object({
	at: Millis,
	type: build_default.Integer({
		minimum: 0,
		maximum: 9
	}),
	/** Packed as in D20. */
	firmware: Version,
	hardware: Version,
	/** The configuration the device holds (contract 4.8), checked by the area that shows it. */
	config: build_default.Record(build_default.String(), build_default.Unknown()),
	/** The advanced configuration (contract 4.9 to 4.11), of devices that have one. */
	advanced: build_default.Optional(build_default.Record(build_default.String(), build_default.Unknown())),
	/** From LDP/1.3 on, of locks that are none of ours: through what it is reached, who made it, what it is. */
	driver: build_default.Optional(build_default.String({ pattern: "^[a-z0-9-]{1,32}$" })),
	vendor: build_default.Optional(Text),
	model: build_default.Optional(Text),
	/** From LDP/1.3 on; without it the service goes by the type. */
	capability: build_default.Optional(LockCapability),
	sig: Signature
});
const UpState = build_default.Object({
	seq: Counter,
	/** From LDP/1.2 on: a number of another memory says nothing about this one. */
	epoch: build_default.Optional(Epoch),
	at: Millis,
	mode: build_default.Integer(),
	lock: build_default.Integer(),
	trigger: build_default.Integer(),
	lastAction: build_default.Integer(),
	door: build_default.Integer(),
	battery: build_default.Object({
		pct: build_default.Integer({
			minimum: 0,
			maximum: 100
		}),
		critical: build_default.Boolean(),
		charging: build_default.Boolean()
	}),
	keypadBatteryCritical: build_default.Optional(build_default.Boolean()),
	doorsensorBatteryCritical: build_default.Optional(build_default.Boolean()),
	nightMode: build_default.Boolean(),
	/** Ring-to-open ends then; openers only. */
	rtoEndsAt: build_default.Optional(Millis),
	sig: Signature
});
const EventNumber = build_default.Integer({
	minimum: 1,
	maximum: Number.MAX_SAFE_INTEGER
});
/** Something that happened. Numbered without gaps and kept until the service acknowledged it (`down/eack`). */
const UpEvent = build_default.Object({
	seq: EventNumber,
	/** As in the state. */
	epoch: build_default.Optional(Epoch),
	at: Millis,
	kind: build_default.Union([
		build_default.Literal("action"),
		build_default.Literal("denied"),
		build_default.Literal("door"),
		build_default.Literal("ring"),
		build_default.Literal("config"),
		build_default.Literal("tamper")
	]),
	/** Log action, trigger and completion state as contract 6.8 numbers them. */
	action: Listed,
	trigger: Listed,
	result: Listed,
	source: build_default.Optional(Listed),
	autoUnlock: build_default.Optional(build_default.Boolean()),
	name: build_default.Optional(Text),
	/** The authorization or code the device matched, by its number on the device. */
	authId: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 65535
	})),
	/** Openers only: how it stood when this happened, and what caused it (contract 4.16). */
	opener: build_default.Optional(build_default.Object({
		cm: build_default.Boolean({ description: "continuous mode was on" }),
		rto: build_default.Boolean({ description: "ring-to-open was on" }),
		source: build_default.Integer({
			minimum: 0,
			maximum: 6
		}),
		geoFence: build_default.Optional(build_default.Boolean()),
		force: build_default.Optional(build_default.Boolean()),
		suppressed: build_default.Optional(build_default.Boolean({ description: "the doorbell was kept silent" }))
	})),
	/** The command this answers: proof that it ran, even where the ack was lost. */
	cmd: build_default.Optional(Text),
	proof: Proof,
	sig: Signature
});
/** What an event must have in any case: without its number nobody knows its place in the line. */
const UpEventNumber = build_default.Object({
	seq: EventNumber,
	epoch: build_default.Optional(Epoch)
});
const UpAck = build_default.Object({
	id: Text,
	sess: Session,
	phase: build_default.Union([build_default.Literal("accepted"), build_default.Literal("done")]),
	/** With phase `done`: 0, a device error (contract 7.5), or one of `LDP_REFUSAL`. */
	code: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 255
	})),
	proof: Proof,
	sig: Signature
});
const DownCmd = build_default.Object({
	id: build_default.String({ maxLength: 64 }),
	sess: Session,
	ctr: build_default.Integer({ minimum: 1 }),
	iat: Millis,
	exp: Millis,
	/** Device numbering: locks 1-5 and 6 full lock; openers 1-3, 4 and 5 continuous mode on and off. */
	action: build_default.Integer({
		minimum: 1,
		maximum: 6
	}),
	/** Mask: 2 force. */
	opt: build_default.Integer({
		minimum: 0,
		maximum: 7
	}),
	sig: Signature
});
/**
* What became of a command (LDP/1.4)? The device answers as it did when it came. One that did not come is dead from here
* on, with every other up to its counter, and is answered with `LDP_REFUSAL.neverCame`.
*/
const DownAsk = build_default.Object({
	/** Of the command. */
	id: build_default.String({ maxLength: 64 }),
	sess: Session,
	ctr: build_default.Integer({ minimum: 1 }),
	sig: Signature
});
/** A part of what a device keeps, with revisions of its own: `config`, `advanced`, `pin`, `auths`. A device refuses others. */
const Section = build_default.String({ pattern: "^[a-z]{1,16}$" });
const Revision = build_default.Integer({ minimum: 1 });
/**
* How the device is to be from now on: a patch of one section. Only what is named changes, null takes an entry away,
* and patches apply in the order of their revisions; so a section of any size fits into messages of `LDP_MAX_BYTES`.
*/
const DownDesired = build_default.Object({
	sess: Session,
	section: Section,
	/** Greater than any before in this section; the same again is the same patch. */
	rev: Revision,
	set: build_default.Record(build_default.String(), build_default.Unknown()),
	sig: Signature
});
/** The answer to `down/desired`: what is not among the errors is in effect. Never holds a PIN or a code. */
const UpReported = build_default.Object({
	sess: Session,
	section: Section,
	rev: Revision,
	errors: build_default.Array(build_default.Object({
		path: build_default.String({ maxLength: 64 }),
		/** A device error (contract 7.5) or one of `LDP_REFUSAL`. */
		code: build_default.Integer({
			minimum: 1,
			maximum: 255
		})
	}), { maxItems: 100 }),
	/** The whole section as it is now, for sections that can be shown; of `auths` what the patch named (`HeldAccess`). */
	values: build_default.Optional(build_default.Record(build_default.String(), build_default.Unknown())),
	sig: Signature
});
/** Limits of a date; JavaScript has the same. */
const AccessDate = build_default.Integer({
	minimum: -864e13,
	maximum: 864e13,
	description: "milliseconds UTC"
});
/**
* One access right, a value of the section `auths` under a key the service chose. What is absent does not limit. Dates
* are instants; weekdays and minutes of the day count in the zone of `config.timezoneId` (contract 4.14, D15, D53).
*/
const AccessEntry = build_default.Object({
	type: build_default.Union([
		build_default.Literal(0),
		build_default.Literal(2),
		build_default.Literal(13)
	]),
	name: build_default.String({ maxLength: 32 }),
	enabled: build_default.Boolean(),
	/** Whether its holder may act from afar. */
	remote: build_default.Boolean(),
	/** Of type 13, keypad codes. */
	code: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 999999999
	})),
	fromDate: build_default.Optional(AccessDate),
	untilDate: build_default.Optional(AccessDate),
	weekDays: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 127
	})),
	fromTime: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 1439
	})),
	untilTime: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 1439
	}))
}, { additionalProperties: false });
/** A key of `auths`; the service uses the authorization's id. */
const AccessKey = build_default.String({ pattern: "^[0-9a-f]{24}$" });
/** What a device tells of an access right it holds: its number there, and a digest unless it masks its codes. */
const HeldAccess = build_default.Object({
	n: build_default.Integer({
		minimum: 1,
		maximum: 65535
	}),
	h: build_default.Optional(build_default.String({ pattern: "^[0-9a-f]{16}$" })),
	/** From LDP/1.3 on: how it was proven; absent: by its value if there is a digest, else that there is one. */
	p: build_default.Optional(StringEnum(CODE_PROOFS)),
	/** From LDP/1.3 on: where it is; absent: on the lock. */
	at: build_default.Optional(StringEnum(HELD_PLACES))
});
/**
* A page of the access list, sent after every connect and on `down/sync`. It speaks for all keys after `after` up to
* and with `upTo`, in ascending order: one of them that is not among the entries is not on the device. An end that is
* absent is open.
*/
const UpAuths = build_default.Object({
	sess: Session,
	after: build_default.Optional(AccessKey),
	upTo: build_default.Optional(AccessKey),
	entries: build_default.Record(AccessKey, HeldAccess),
	sig: Signature
});
/** A place on the lock that holds a code of somebody else. */
const Slot = build_default.Integer({
	minimum: 0,
	maximum: 65535
});
/**
* A page of the codes on a lock that are none of ours (LDP/1.3), like `UpAuths`: it speaks for all places after `after` up
* to and with `upTo`. Digits are never told.
*/
const UpForeign = build_default.Object({
	sess: Session,
	after: build_default.Optional(Slot),
	upTo: build_default.Optional(Slot),
	codes: build_default.Array(build_default.Object({
		slot: Slot,
		name: build_default.Optional(Text)
	}), { maxItems: 64 }),
	sig: Signature
});
/** Report everything: info, state, access list, waiting events, and then an ack of this id. */
const DownSync = build_default.Object({
	id: build_default.String({ maxLength: 64 }),
	sess: Session,
	sig: Signature
});
/** The service has stored every event up to this number; the device may forget them. */
const DownEack = build_default.Object({ upTo: Counter });
//#endregion
//#region packages/contract/src/device/signing.ts
/** What a command's signature covers: HMAC-SHA256 with the device key, lower-case hex. */
const commandText = (deviceId, c) => [
	"ldp1",
	deviceId,
	c.sess,
	c.ctr,
	c.id,
	c.action,
	c.iat,
	c.exp,
	c.opt
].join("|");
/** What an uplink's signature covers: device, leaf and the message as sent, without its last member `sig`. */
const uplinkText = (deviceId, leaf, unsigned) => `ldp1|${deviceId}|${leaf}|${unsigned}`;
/** The same for `down/desired` and `down/sync`. */
const downlinkText = (deviceId, leaf, unsigned) => `ldp1|${deviceId}|${leaf}|${unsigned}`;
/** Puts the signature where the other side looks for it: as the last member. */
const appendSignature = (unsigned, sig) => `${unsigned.slice(0, -1)},"sig":"${sig}"}`;
/** Splits a message into the text that was signed and its signature; undefined when `sig` is not its last member. */
function splitSignature(message) {
	const match = /,"sig":"([0-9a-f]{64})"\}$/.exec(message);
	return match?.[1] ? {
		unsigned: `${message.slice(0, match.index)}}`,
		sig: match[1]
	} : void 0;
}
const ACCESS_MEMBERS = Object.keys(AccessEntry.properties).sort();
/**
* What the digest of an access right covers: the first 16 hex digits of HMAC-SHA256 with the device key. The entry is
* written as canonical JSON (RFC 8785): members by name, absent ones left out, no spaces.
*/
const accessText = (entry) => `ldp1|auth|${JSON.stringify(entry, ACCESS_MEMBERS)}`;
/**
* The labels of the two keys that are derived from the secret: HMAC-SHA256(secret, label). Neither says anything about the
* other or about the secret. The first, in lower-case hex, is the MQTT password; the second signs and never travels.
*/
const LOGIN_KEY_LABEL = "ldp1 login key";
const DEVICE_KEY_LABEL = "ldp1 device key";
//#endregion
export { UpReported as C, UpPresence as S, UpAuths as _, commandText as a, UpForeign as b, uplinkText as c, DownCmd as d, DownDesired as f, UpAck as g, HeldAccess as h, appendSignature as i, AccessEntry as l, DownSync as m, LOGIN_KEY_LABEL as n, downlinkText as o, DownEack as p, accessText as r, splitSignature as s, DEVICE_KEY_LABEL as t, DownAsk as u, UpEvent as v, UpState as w, UpInfo as x, UpEventNumber as y };
