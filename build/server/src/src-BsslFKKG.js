import { t as __exportAll } from "./rolldown-runtime-8H4AJuhK.js";
import { C as Url, D as orInQuery, E as clearable, O as build_default, S as StringEnum, T as changes, _ as MAIL_ADDRESS_PATTERN, a as MOVEMENT_PROOFS, b as Offset, c as Confirmation, d as DeviceName, f as HexId, g as Limit, h as IntId, i as LockCodes, l as DateTime, m as IntEnum, n as HELD_PLACES, o as WINDOW_KEEPERS, p as Int32, r as LockCapability, s as AdvancedConfirmation, t as CODE_PROOFS, u as Description, v as MailAddress, w as alias, x as SmartlockId, y as Name$2 } from "./lock-capability-DFzoqLhG.js";
//#region packages/contract/src/route.ts
/** Declares a route; the argument's literal types are kept, because handlers and clients are typed from them. */
const route = (definition) => definition;
/** Does a call without a body make sense? Where nothing is required, no body counts as `{}` (D10). */
function needsBody(r) {
	const schema = r.body;
	if (!schema) return false;
	return schema.type !== "object" || (schema.required?.length ?? 0) > 0;
}
//#endregion
//#region packages/contract/src/step-up.ts
/** What proves that the person behind a token is there (D109). It travels in the body only: a query is logged by others. */
const stepUpFields = {
	currentPassword: build_default.Optional(build_default.String({
		maxLength: 256,
		description: "the password of the calling account; needed unless its session proved itself within ten minutes (D109)"
	})),
	otp: build_default.Optional(build_default.String({
		maxLength: 32,
		description: "with `currentPassword`, where one-time passwords are on; a recovery code does as well"
	}))
};
/** How a call that wants such a proof can be refused. */
const STEP_UP_ERRORS = [
	"step_up_required",
	"invalid_credentials",
	"otp_required",
	"passkey_required",
	"otp_invalid",
	"login_locked",
	"otp_locked"
];
//#endregion
//#region packages/contract/src/account.ts
const Rights = build_default.Integer({
	minimum: 0,
	maximum: 31,
	description: "bit mask (D40)"
});
const LanguageCode = build_default.String({
	pattern: "^[A-Za-z]{2}$",
	examples: ["en"],
	description: "two letters"
});
const Password = build_default.String({
	minLength: 7,
	maxLength: 256
});
const Line = clearable(build_default.String({ maxLength: 255 }));
const Pin = clearable(build_default.String({ maxLength: 16 }));
const profileFields = {
	firstName: build_default.Optional(Line),
	lastName: build_default.Optional(Line),
	address: build_default.Optional(Line),
	zip: build_default.Optional(Line),
	city: build_default.Optional(Line),
	country: build_default.Optional(clearable(build_default.String({
		pattern: "^[A-Za-z]{2}$",
		examples: ["AT"],
		description: "two letters, ISO 3166"
	})))
};
const Profile = build_default.Object(profileFields);
/** What the service keeps for voice assistants and does not use itself. */
const Pins = build_default.Object({
	alexaPin: build_default.Optional(Pin),
	gactionsHomePin: build_default.Optional(Pin)
});
/** An account, the own one or a sub-account (4.18). */
const Account = build_default.Object({
	accountId: IntId,
	type: IntEnum([
		0,
		1,
		2
	], "0 user, 1 company, 2 caretaker"),
	email: build_default.String(),
	emailVerified: build_default.Boolean(),
	name: build_default.String(),
	masterAccountId: build_default.Optional(IntId),
	rights: Rights,
	operator: build_default.Optional(build_default.Literal(true, { description: "it runs the service: its sessions may use /operator (D100)" })),
	language: build_default.Optional(build_default.String()),
	config: build_default.Optional(build_default.Object({
		alexaPin: build_default.Optional(build_default.String()),
		gactionsHomePin: build_default.Optional(build_default.String()),
		otpEnabledDate: build_default.Optional(DateTime)
	})),
	profile: build_default.Optional(build_default.Object({
		firstName: build_default.String(),
		lastName: build_default.String(),
		address: build_default.String(),
		zip: build_default.String(),
		city: build_default.String(),
		country: build_default.String()
	})),
	creationDate: DateTime,
	updateDate: DateTime
});
/** What a new account of either kind needs. */
const newAccountFields = {
	email: MailAddress,
	password: Password,
	name: Name$2,
	language: LanguageCode
};
const newSubAccountFields = {
	...newAccountFields,
	rights: Rights,
	profile: Profile
};
const changeable = {
	email: build_default.Optional(MailAddress),
	password: build_default.Optional(Password),
	name: build_default.Optional(Name$2),
	config: build_default.Optional(Pins),
	profile: build_default.Optional(Profile),
	deleteApiTokens: build_default.Optional(alias("delete_api_tokens", orInQuery(build_default.Boolean({
		default: true,
		description: "with a new password: end all tokens and grants"
	}))))
};
const SubAccountChanges = build_default.Object({
	...changeable,
	...stepUpFields,
	language: build_default.Optional(LanguageCode),
	rights: build_default.Optional(Rights)
});
const access$17 = { scopes: ["account"] };
const account = {
	get: route({
		number: 57,
		method: "GET",
		path: "/account",
		summary: "Read the account of the token",
		access: access$17,
		enrolment: true,
		returns: Account
	}),
	update: route({
		number: 58,
		method: "POST",
		path: "/account",
		summary: "Change the account; a new password ends its tokens, grants and sessions",
		access: access$17,
		update: true,
		body: build_default.Object({
			...changeable,
			...stepUpFields,
			language: LanguageCode
		}),
		returns: Account,
		errors: ["email_taken", ...STEP_UP_ERRORS],
		guessable: true
	}),
	remove: route({
		number: 59,
		method: "DELETE",
		path: "/account",
		summary: "Delete the account with its sub-accounts, locks, keys and all its data",
		access: {
			...access$17,
			master: true
		},
		body: build_default.Object(stepUpFields),
		returns: Confirmation,
		errors: STEP_UP_ERRORS
	}),
	signUp: route({
		method: "PUT",
		path: "/account",
		summary: "Open an account, where the operator allows it",
		access: "public",
		body: build_default.Object({
			...newAccountFields,
			profile: build_default.Optional(Profile)
		}),
		returns: Account,
		errors: ["signup_disabled", "email_taken"],
		guessable: true
	})
};
//#endregion
//#region packages/contract/src/account-settings.ts
const StaleDevices = build_default.Array(build_default.Object({
	smartlockId: build_default.Optional(SmartlockId),
	name: build_default.Optional(build_default.String()),
	read: build_default.Optional(build_default.Boolean())
}));
/** What the screens of an account remember; the service keeps it and does not use it itself (4.20). */
const WebSettings = build_default.Object({
	deviceViewType: build_default.Optional(StringEnum(["LIST", "TILE"])),
	deviceSortType: build_default.Optional(StringEnum([
		"FAVOURITES_FIRST",
		"NAME_ASC",
		"NAME_DESC",
		"LAST_ADDED_DESC"
	])),
	nukiClubDismissed: build_default.Optional(build_default.Boolean()),
	annotations: build_default.Optional(build_default.Record(build_default.String(), build_default.String(), { description: "keys are `dns-prefix/name`; null removes one" })),
	removedStaledDevices: build_default.Optional(StaleDevices),
	markedStaledDevices: build_default.Optional(StaleDevices)
});
const AccountSetting = build_default.Object({ web: WebSettings });
const access$16 = { scopes: ["account"] };
const path$3 = "/account/setting";
const accountSettings = {
	get: route({
		number: 68,
		method: "GET",
		path: path$3,
		summary: "Read the settings of the account",
		access: access$16,
		returns: AccountSetting
	}),
	update: route({
		number: 69,
		method: "PUT",
		path: path$3,
		summary: "Merge into the settings of the account; at most 64 kB",
		access: access$16,
		update: true,
		body: AccountSetting,
		returns: AccountSetting
	}),
	remove: route({
		number: 70,
		method: "DELETE",
		path: path$3,
		summary: "Forget the settings of the account",
		access: access$16,
		returns: Confirmation
	})
};
//#endregion
//#region packages/contract/src/languages.ts
/** The languages that mails and notifications are written in (4.17). */
const LANGUAGES = [
	"en",
	"de",
	"es",
	"fr",
	"it",
	"nl",
	"cs",
	"sk"
];
//#endregion
//#region packages/contract/src/account-users.ts
/** 0 user, 1 company. */
const ACCOUNT_USER_TYPES = [0, 1];
/** A person attached to an account (4.17). */
const AccountUser = build_default.Object({
	accountUserId: IntId,
	accountId: IntId,
	email: build_default.String(),
	name: build_default.String(),
	type: IntEnum(ACCOUNT_USER_TYPES, "0 user, 1 company"),
	language: build_default.Optional(StringEnum(LANGUAGES)),
	operationId: build_default.Optional(HexId),
	creationDate: DateTime,
	updateDate: DateTime
});
const access$15 = {
	scopes: ["account", "smartlock.auth"],
	right: "manageAuthorizations"
};
const params$3 = build_default.Object({ accountUserId: IntId });
const person = {
	email: MailAddress,
	name: Name$2
};
const accountUsers = {
	list: route({
		number: 47,
		method: "GET",
		path: "/account/user",
		summary: "List the users of the account",
		access: access$15,
		query: build_default.Object({
			email: build_default.Optional(build_default.String({
				maxLength: 254,
				description: "the whole address, in any case"
			})),
			offset: Offset,
			limit: Limit(void 0, 1e3)
		}),
		returns: build_default.Array(AccountUser)
	}),
	create: route({
		number: 48,
		method: "PUT",
		path: "/account/user",
		summary: "Add a user to the account",
		access: access$15,
		body: build_default.Object({
			...person,
			type: build_default.Optional(IntEnum(ACCOUNT_USER_TYPES, "0 user, 1 company")),
			language: build_default.Optional(StringEnum(LANGUAGES))
		}),
		returns: AccountUser,
		errors: ["email_taken", "quota_exceeded"]
	}),
	get: route({
		number: 49,
		method: "GET",
		path: "/account/user/{accountUserId}",
		summary: "Read a user of the account",
		access: access$15,
		params: params$3,
		returns: AccountUser
	}),
	update: route({
		number: 50,
		method: "POST",
		path: "/account/user/{accountUserId}",
		summary: "Change a user of the account",
		access: access$15,
		params: params$3,
		update: true,
		body: build_default.Object({
			...person,
			language: StringEnum(LANGUAGES)
		}),
		returns: AccountUser,
		errors: ["email_taken", "resource_locked"]
	}),
	remove: route({
		number: 51,
		method: "DELETE",
		path: "/account/user/{accountUserId}",
		summary: "Delete a user, once every lock has dropped what they were given",
		access: access$15,
		params: params$3,
		returns: Confirmation,
		async: true,
		errors: ["resource_locked"]
	})
};
//#endregion
//#region packages/contract/src/address-units.ts
const REDEEM_RESULTS = ["ok", "failed"];
const redemption = {
	redeemDate: build_default.Optional(DateTime),
	redeemResult: build_default.Optional(StringEnum(REDEEM_RESULTS))
};
/** A part of an address that somebody can be given access to (4.21). */
const AddressUnit = build_default.Object({
	id: HexId,
	name: build_default.String(),
	addressId: IntId,
	addressTokenId: HexId,
	operationId: build_default.Optional(HexId),
	creationDate: DateTime,
	...redemption
});
/** What anybody who holds the token's id may know (4.22, D37). */
const AddressTokenInfo = build_default.Object({
	id: HexId,
	addressName: build_default.String(),
	smartlockNames: build_default.Array(build_default.String())
});
/** Turns into access once (4.22, D81). */
const AddressToken = build_default.Object({
	id: HexId,
	addressId: IntId,
	creationDate: DateTime,
	...redemption,
	redeemAccountId: build_default.Optional(IntId),
	inviteKeys: build_default.Optional(build_default.Array(build_default.String(), { description: "for the owner and the redeeming account only (D80)" }))
});
const mayManage$3 = {
	scopes: ["account"],
	right: "manageAuthorizations"
};
const mayRedeem = { scopes: ["account"] };
const AddressParams$2 = build_default.Object({ addressId: IntId });
const UnitParams = build_default.Object({
	addressId: IntId,
	id: HexId
});
const Name$1 = build_default.String({
	minLength: 1,
	maxLength: 255
});
const TokenParams$1 = build_default.Object({ tokenId: HexId });
const addressUnits = {
	list: route({
		number: 84,
		method: "GET",
		path: "/address/{addressId}/unit",
		summary: "List the units of an address",
		access: mayManage$3,
		doors: "path",
		params: AddressParams$2,
		returns: build_default.Array(AddressUnit)
	}),
	create: route({
		number: 85,
		method: "PUT",
		path: "/address/{addressId}/unit",
		summary: "Create a unit with its address token",
		access: mayManage$3,
		doors: "path",
		params: AddressParams$2,
		body: build_default.Object({ name: Name$1 }),
		returns: AddressUnit,
		errors: ["quota_exceeded"]
	}),
	update: route({
		method: "POST",
		path: "/address/{addressId}/unit/{id}",
		summary: "Rename a unit",
		access: mayManage$3,
		doors: "path",
		params: UnitParams,
		update: true,
		body: build_default.Object({ name: Name$1 }),
		returns: AddressUnit
	}),
	removeMany: route({
		number: 86,
		method: "DELETE",
		path: "/address/{addressId}/unit",
		summary: "Delete units and what their tokens granted; a callback tells when it is done",
		access: mayManage$3,
		doors: "path",
		params: AddressParams$2,
		body: build_default.Array(build_default.String({ maxLength: 64 }), {
			minItems: 1,
			maxItems: 1e3
		}),
		returns: AdvancedConfirmation,
		async: true,
		errors: ["resource_locked"]
	}),
	remove: route({
		number: 87,
		method: "DELETE",
		path: "/address/{addressId}/unit/{id}",
		summary: "Delete a unit and what its token granted; a callback tells when it is done",
		access: mayManage$3,
		doors: "path",
		params: UnitParams,
		returns: AdvancedConfirmation,
		async: true,
		errors: ["resource_locked"]
	}),
	tokenInfo: route({
		number: 92,
		method: "GET",
		path: "/address/token/{tokenId}",
		summary: "Ask what an address token is for",
		access: "public",
		params: TokenParams$1,
		returns: AddressTokenInfo
	}),
	token: route({
		number: 93,
		method: "GET",
		path: "/address/token/{tokenId}/redeem",
		summary: "Ask whether and by whom an address token was redeemed",
		access: mayRedeem,
		params: TokenParams$1,
		returns: AddressToken
	}),
	redeem: route({
		number: 94,
		method: "POST",
		path: "/address/token/{tokenId}/redeem",
		summary: "Turn an address token into access to the locks of its address, once",
		access: mayRedeem,
		params: TokenParams$1,
		body: build_default.Object({ email: orInQuery(build_default.Optional(build_default.Boolean({
			default: true,
			description: "mail the invite keys"
		}))) }),
		returns: build_default.Object({
			...AddressToken.properties,
			...Confirmation.properties
		}),
		async: true,
		errors: [
			"auth_limit_reached",
			"code_conflict",
			"code_invalid",
			"code_not_allowed",
			"keypad_missing",
			"quota_exceeded",
			"token_already_redeemed",
			"window_invalid"
		]
	}),
	tokens: route({
		number: 95,
		method: "GET",
		path: "/address/{addressId}/token",
		summary: "List the tokens of an address",
		access: mayManage$3,
		doors: "path",
		params: AddressParams$2,
		returns: build_default.Array(AddressToken)
	})
};
//#endregion
//#region packages/contract/src/addresses.ts
/** Minutes from midnight in the address's zone (D15). */
const MinuteOfDay = build_default.Integer({
	minimum: 0,
	maximum: 1439,
	description: "minutes from midnight"
});
const Name = build_default.String({
	minLength: 1,
	maxLength: 255
});
const TimeZone = build_default.String({
	maxLength: 64,
	examples: ["Europe/Berlin"],
	description: "IANA name"
});
const SmartlockIds = build_default.Array(SmartlockId, {
	maxItems: 500,
	description: "own locks; duplicates are dropped"
});
/** Free keys; `autoIssueHours` (0 to 720) makes codes be issued that long before check-in (D83). */
const AddressSettings = build_default.Record(build_default.String(), build_default.Unknown(), { description: "at most 16 kB; the key autoIssueHours (0 to 720) is understood" });
/** A place with doors (4.21). */
const Address = build_default.Object({
	addressId: IntId,
	accountId: IntId,
	name: build_default.String(),
	smartlockIds: build_default.Array(SmartlockId),
	settings: build_default.Optional(AddressSettings),
	timeZone: build_default.Optional(build_default.String()),
	checkInTime: build_default.Optional(MinuteOfDay),
	checkOutTime: build_default.Optional(MinuteOfDay),
	unitCount: build_default.Integer(),
	serviceId: build_default.Optional(build_default.String({ description: "the service last linked and still linked" })),
	creationDate: DateTime,
	updateDate: DateTime
});
const mayRead$3 = { scopes: ["account"] };
const mayManage$2 = {
	scopes: ["account"],
	right: "manageSmartlock"
};
const AddressParams$1 = build_default.Object({ addressId: IntId });
const times = {
	timeZone: build_default.Optional(clearable(TimeZone)),
	checkInTime: build_default.Optional(clearable(MinuteOfDay)),
	checkOutTime: build_default.Optional(clearable(MinuteOfDay))
};
const addresses = {
	list: route({
		number: 80,
		method: "GET",
		path: "/address",
		summary: "List addresses",
		access: mayRead$3,
		doors: "handler",
		returns: build_default.Array(Address)
	}),
	create: route({
		number: 81,
		method: "PUT",
		path: "/address",
		summary: "Create an address",
		access: mayManage$2,
		body: build_default.Object({
			name: Name,
			smartlockIds: alias("smartlock_ids", SmartlockIds),
			...times
		}),
		returns: Address,
		errors: ["quota_exceeded"]
	}),
	update: route({
		number: 82,
		method: "POST",
		path: "/address/{addressId}",
		summary: "Change an address; codes that were issued follow within a minute",
		access: mayManage$2,
		doors: "handler",
		params: AddressParams$1,
		update: true,
		body: build_default.Object({
			name: build_default.Optional(Name),
			smartlockIds: build_default.Optional(alias("smartlock_ids", SmartlockIds)),
			settings: build_default.Optional(AddressSettings),
			...times
		}),
		returns: Address
	}),
	remove: route({
		number: 83,
		method: "DELETE",
		path: "/address/{addressId}",
		summary: "Delete an address and revoke what its reservations and units granted",
		access: mayManage$2,
		params: AddressParams$1,
		returns: Confirmation,
		async: true,
		errors: ["resource_locked"]
	})
};
//#endregion
//#region packages/contract/src/authorization.ts
/** Kinds of access rights (6.9). */
const AUTH_TYPES = [
	0,
	1,
	2,
	3,
	13,
	14,
	15
];
/** What the API can create: an app, a fob, a keypad code. */
const AUTH_TYPE = {
	app: 0,
	fob: 2,
	keypadCode: 13
};
/** Names by which some clients know the types (4.14). */
const AUTH_TYPE_NAMES = {
	0: "APP",
	1: "BRIDGE",
	2: "FOB",
	3: "KEYPAD",
	13: "KEYPAD_CODE",
	14: "Z_KEY",
	15: "VIRTUAL"
};
/** Where an authorization stands between the service and the lock (8.3). */
const SYNC_STATES = [
	"pending",
	"synced",
	"failed",
	"deleting"
];
const TypeField = IntEnum(AUTH_TYPES, "0 app, 1 bridge, 2 fob, 3 keypad, 13 keypad code, 14 Z-key, 15 virtual");
const Minutes = build_default.Integer({
	minimum: 0,
	maximum: 1439,
	description: "minutes from midnight"
});
const WeekDays = build_default.Integer({
	minimum: 0,
	maximum: 127,
	description: "64 Monday, 32 Tuesday, 16 Wednesday, 8 Thursday, 4 Friday, 2 Saturday, 1 Sunday"
});
const Code = build_default.Integer({
	minimum: 0,
	maximum: 999999999,
	description: "keypad codes (type 13) only"
});
/** When it is valid (D53); null clears a limit in an update (D12). */
const limits = {
	allowedFromDate: clearable(build_default.Optional(DateTime)),
	allowedUntilDate: clearable(build_default.Optional(DateTime)),
	allowedWeekDays: clearable(build_default.Optional(WeekDays)),
	allowedFromTime: clearable(build_default.Optional(Minutes)),
	allowedUntilTime: clearable(build_default.Optional(Minutes))
};
const accountUserId$1 = clearable(build_default.Optional(IntId));
/** Whose it is to be. Some clients write 0 where they mean nobody (D134). */
const newAccountUserId = clearable(build_default.Optional(build_default.Integer({
	minimum: 0,
	maximum: 2147483647,
	description: "0 or null: nobody"
})));
/** An access right of a person to a smartlock (4.14). */
const SmartlockAuth = build_default.Object({
	id: HexId,
	smartlockId: SmartlockId,
	authId: build_default.Optional(build_default.Integer({ description: "number on the device, once it confirmed" })),
	code: build_default.Optional(Code),
	fingerprints: build_default.Optional(build_default.Record(build_default.String(), build_default.String())),
	type: TypeField,
	name: build_default.String(),
	enabled: build_default.Boolean(),
	remoteAllowed: build_default.Boolean(),
	lockCount: build_default.Integer({ description: "how often it was used" }),
	...limits,
	accountUserId: accountUserId$1,
	email: build_default.Optional(build_default.String({ description: "of the linked user; with includeEmail only" })),
	lastActiveDate: build_default.Optional(DateTime),
	creationDate: build_default.Optional(DateTime),
	updateDate: build_default.Optional(DateTime),
	operationId: build_default.Optional(HexId),
	error: build_default.Optional(build_default.String({ description: "the last refusal of the device" })),
	appId: build_default.Optional(build_default.Integer()),
	authTypeAsString: build_default.Optional(build_default.String()),
	syncState: StringEnum(SYNC_STATES, "whether the device has it as it stands here (8.3)"),
	pendingSince: build_default.Optional(DateTime),
	proof: build_default.Optional(StringEnum(CODE_PROOFS, "how the lock has it is known: the very code, or that there is one in its place")),
	place: build_default.Optional(StringEnum(HELD_PLACES, "kept: not on the lock now, because its time has not come; stuck: still on the lock although its time is over, because the lock is offline"))
});
const newAuth = {
	name: DeviceName,
	type: build_default.Optional(build_default.Unsafe({
		type: "integer",
		enum: Object.values(AUTH_TYPE),
		default: AUTH_TYPE.app,
		description: "0 app, 2 fob, 13 keypad code"
	})),
	remoteAllowed: build_default.Optional(build_default.Boolean({ description: "required, except for keypad codes (type 13), which are not from afar" })),
	code: build_default.Optional(Code),
	...limits,
	accountUserId: newAccountUserId,
	smartActionsEnabled: build_default.Optional(build_default.Boolean())
};
/** Only of a keypad code goes without saying that it does not work from afar (D134). */
const remoteUnlessKeypadCode = {
	if: {
		properties: { type: { const: AUTH_TYPE.keypadCode } },
		required: ["type"]
	},
	else: {
		properties: { remoteAllowed: {} },
		required: ["remoteAllowed"]
	}
};
/** What creates an authorization on one lock. */
const NewSmartlockAuth = build_default.Object(newAuth, remoteUnlessKeypadCode);
/** The same on several locks, with the same code on all of them (D55). */
const NewSmartlockAuths = build_default.Object({
	...newAuth,
	smartlockIds: build_default.Array(SmartlockId, {
		minItems: 1,
		maxItems: 500
	})
}, remoteUnlessKeypadCode);
/** A shared key: type 0, not from afar (D56). */
const NewSharedKey = build_default.Object({
	name: DeviceName,
	...limits,
	accountUserId: newAccountUserId
});
/** What an update can change; what is left out stays as it is (D11). */
const SmartlockAuthChange = build_default.Object({
	name: build_default.Optional(DeviceName),
	remoteAllowed: build_default.Optional(build_default.Boolean()),
	enabled: alias("enable", build_default.Optional(build_default.Boolean())),
	code: build_default.Optional(Code),
	...limits,
	accountUserId: newAccountUserId
});
/** A page of a list (4.15). */
const Pagination = build_default.Object({
	totalItems: build_default.Integer({ format: "int64" }),
	totalPages: build_default.Integer(),
	currentPage: build_default.Integer({ description: "counted from 0" }),
	pageSize: build_default.Integer(),
	nextPage: build_default.Optional(build_default.String({ description: "path and query, relative to the base URL" })),
	prevPage: build_default.Optional(build_default.String({ description: "path and query, relative to the base URL" }))
});
const PagedSmartlockAuths = build_default.Object({
	results: build_default.Array(SmartlockAuth),
	pagination: Pagination
});
//#endregion
//#region packages/contract/src/smartlock-config.ts
/**
* What can be set on a device and in the service about it (4.8 to 4.12). Of each part there is a schema of what is shown
* and one of what a call may change; a call may leave everything out (D49), and what is only shown is ignored (D8).
*/
const changeOf = (properties) => build_default.Partial(build_default.Object(properties));
const Milliseconds = build_default.Integer({
	minimum: 0,
	maximum: 65535
});
const OffsetDegrees = build_default.Integer({
	minimum: -32768,
	maximum: 32767
});
const Seconds = build_default.Integer({
	minimum: 0,
	maximum: 65535
});
const FobAction = build_default.Integer({
	minimum: 0,
	maximum: 8,
	description: "6.10"
});
const writableConfig = {
	name: build_default.String({
		minLength: 1,
		maxLength: 32
	}),
	latitude: build_default.Number({
		minimum: -90,
		maximum: 90
	}),
	longitude: build_default.Number({
		minimum: -180,
		maximum: 180
	}),
	autoUnlatch: build_default.Boolean(),
	liftUpHandle: build_default.Boolean(),
	pairingEnabled: build_default.Boolean(),
	buttonEnabled: build_default.Boolean(),
	ledEnabled: build_default.Boolean(),
	ledBrightness: build_default.Integer({
		minimum: 0,
		maximum: 5
	}),
	timezoneOffset: build_default.Integer({
		minimum: -1440,
		maximum: 1440
	}),
	daylightSavingMode: IntEnum([0, 1], "0 off, 1 European"),
	fobAction1: FobAction,
	fobAction2: FobAction,
	fobAction3: FobAction,
	singleLock: build_default.Boolean(),
	advertisingMode: build_default.Integer({
		minimum: 0,
		maximum: 3
	}),
	timezoneId: build_default.Integer({
		minimum: 0,
		maximum: 45,
		description: "6.14"
	})
};
const SmartlockConfigChange = changeOf(writableConfig);
/** Configuration (4.8). */
const SmartlockConfig = build_default.Object({
	name: build_default.String({ maxLength: 32 }),
	latitude: writableConfig.latitude,
	longitude: writableConfig.longitude,
	capabilities: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 2
	})),
	autoUnlatch: build_default.Optional(build_default.Boolean()),
	liftUpHandle: build_default.Optional(build_default.Boolean()),
	pairingEnabled: build_default.Optional(build_default.Boolean()),
	buttonEnabled: build_default.Optional(build_default.Boolean()),
	ledEnabled: build_default.Optional(build_default.Boolean()),
	ledBrightness: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 5
	})),
	timezoneOffset: build_default.Integer(),
	daylightSavingMode: build_default.Optional(writableConfig.daylightSavingMode),
	fobPaired: build_default.Optional(build_default.Boolean()),
	fobAction1: build_default.Optional(build_default.Integer()),
	fobAction2: build_default.Optional(build_default.Integer()),
	fobAction3: build_default.Optional(build_default.Integer()),
	singleLock: build_default.Boolean(),
	operatingMode: build_default.Optional(build_default.Integer()),
	advertisingMode: build_default.Integer({
		minimum: 0,
		maximum: 3
	}),
	keypadPaired: build_default.Optional(build_default.Boolean()),
	keypad2Paired: build_default.Optional(build_default.Boolean()),
	homekitState: build_default.Optional(build_default.Integer()),
	matterState: build_default.Optional(build_default.Integer()),
	timezoneId: build_default.Integer({ description: "6.14; 65535 none" }),
	deviceType: build_default.Optional(build_default.Integer()),
	wifiEnabled: build_default.Optional(build_default.Boolean()),
	productVariant: build_default.Optional(build_default.Integer()),
	operationId: build_default.Optional(HexId)
});
const lockButton = IntEnum([
	0,
	1,
	2,
	3,
	4,
	5,
	6
], "6.11");
const openerButton = IntEnum([
	0,
	1,
	2,
	3,
	4,
	5,
	6,
	7
], "6.11");
const timings = {
	lngTimeout: IntEnum([
		5,
		10,
		15,
		20,
		30,
		45,
		60
	], "seconds"),
	unlatchDuration: IntEnum([
		1,
		3,
		5,
		7,
		10,
		15,
		20,
		30
	], "seconds"),
	singleButtonPressAction: lockButton,
	doubleButtonPressAction: lockButton,
	automaticBatteryTypeDetection: build_default.Boolean(),
	autoLock: build_default.Boolean(),
	autoLockTimeout: Seconds
};
const writableAdvanced = {
	...timings,
	detachedCylinder: build_default.Boolean(),
	autoUpdateEnabled: build_default.Boolean(),
	singleLockedPositionOffsetDegrees: OffsetDegrees,
	unlockedPositionOffsetDegrees: OffsetDegrees,
	lockedPositionOffsetDegrees: OffsetDegrees,
	unlockedToLockedTransitionOffsetDegrees: OffsetDegrees,
	batteryType: IntEnum([
		0,
		1,
		2
	], "6.15"),
	motorSpeed: IntEnum([
		0,
		1,
		2
	], "0 standard, 1 fast, 2 slow"),
	enableSlowSpeedDuringNightmode: build_default.Boolean()
};
const AdvancedConfigChange = changeOf(writableAdvanced);
const { singleLockedPositionOffsetDegrees, unlockedPositionOffsetDegrees, lockedPositionOffsetDegrees } = writableAdvanced;
/** Advanced configuration of locks (4.9). */
const AdvancedConfig = build_default.Object({
	...AdvancedConfigChange.properties,
	totalDegrees: build_default.Integer(),
	singleLockedPositionOffsetDegrees,
	unlockedPositionOffsetDegrees,
	lockedPositionOffsetDegrees,
	batteryType: writableAdvanced.batteryType,
	operationId: build_default.Optional(HexId)
});
const Sound = build_default.Integer({
	minimum: 0,
	maximum: 3
});
const writableOpener = {
	intercomId: build_default.Integer({
		minimum: 0,
		maximum: 2147483647,
		description: "4.24"
	}),
	shortCircuitDuration: Milliseconds,
	electricStrikeDelay: Milliseconds,
	electricStrikeDuration: Milliseconds,
	randomElectricStrikeDelay: build_default.Boolean(),
	disableRtoAfterRing: build_default.Boolean(),
	rtoTimeout: build_default.Integer({
		minimum: 0,
		maximum: 1440,
		description: "minutes"
	}),
	doorbellSuppression: build_default.Integer({
		minimum: 0,
		maximum: 7,
		description: "mask: 1 idle, 2 RTO, 4 CM"
	}),
	doorbellSuppressionDuration: Milliseconds,
	soundRing: Sound,
	soundOpen: Sound,
	soundRto: Sound,
	soundCm: Sound,
	soundConfirmation: IntEnum([0, 1]),
	soundLevel: build_default.Integer({
		minimum: 0,
		maximum: 255
	}),
	singleButtonPressAction: openerButton,
	doubleButtonPressAction: openerButton,
	batteryType: IntEnum([
		0,
		1,
		2,
		3
	], "6.15")
};
const writableOpenerExtras = {
	automaticBatteryTypeDetection: build_default.Boolean(),
	autoUpdateEnabled: build_default.Boolean()
};
const OpenerAdvancedConfigChange = changeOf({
	...writableOpener,
	...writableOpenerExtras
});
/** Advanced configuration of openers (4.10). */
const OpenerAdvancedConfig = build_default.Object({
	busModeSwitch: build_default.Integer(),
	...writableOpener,
	...changeOf(writableOpenerExtras).properties,
	operationId: build_default.Optional(HexId)
});
const writableSmartdoor = {
	...timings,
	buzzerVolume: IntEnum([
		0,
		1,
		2
	], "0 off, 1 low, 2 normal"),
	batteryType: IntEnum([
		0,
		1,
		2,
		3,
		255
	], "6.15")
};
const SmartdoorAdvancedConfigChange = changeOf(writableSmartdoor);
/** Advanced configuration of smart doors (4.11). */
const SmartdoorAdvancedConfig = build_default.Object({
	...SmartdoorAdvancedConfigChange.properties,
	supportedBatteryTypes: build_default.Optional(build_default.Array(IntEnum([
		0,
		1,
		2,
		3,
		254,
		255
	]), { uniqueItems: true })),
	batteryType: writableSmartdoor.batteryType,
	autoLock: timings.autoLock,
	operationId: build_default.Optional(HexId)
});
/** What the service keeps about a lock for its web users (4.12); the device never sees it. */
const WebConfig = build_default.Object({
	batteryWarningPerMailEnabled: build_default.Optional(build_default.Boolean()),
	dismissedLiftUpHandleWarning: build_default.Optional(build_default.Array(build_default.Integer(), { maxItems: 1e3 }))
});
//#endregion
//#region packages/contract/src/smartlock.ts
/** Smartlock types (6.1). */
const SMARTLOCK_TYPE = {
	keyturner: 0,
	box: 1,
	opener: 2,
	smartDoor: 3,
	smartLock3: 4,
	smartLock5: 5
};
/** The type of a smartlock as a field. */
const SmartlockTypeField = IntEnum([
	0,
	1,
	2,
	3,
	4,
	5
], "0 keyturner, 1 Box, 2 opener, 3 smart door, 4 Smart Lock 3/4, 5 Smart Lock 5");
/** Server states (6.4). */
const SERVER_STATE = {
	ok: 0,
	unregistered: 1,
	authUuidInvalid: 2,
	authInvalid: 3,
	offline: 4
};
/** Lock actions (6.6) as the API numbers them. */
const LOCK_ACTION = {
	unlock: 1,
	lock: 2,
	unlatch: 3,
	lockNgo: 4,
	lockNgoUnlatch: 5
};
const OPENER_ACTION = {
	rtoOn: 1,
	rtoOff: 2,
	open: 3,
	cmOn: 6,
	cmOff: 7
};
/** Bits of the action option mask (6.6). */
const ACTION_OPTION = {
	force: 2,
	fullLock: 4
};
/** Which actions a type of device knows (6.6). */
const ACTIONS_BY_TYPE = {
	0: [
		1,
		2,
		3,
		4,
		5
	],
	1: [1],
	2: [
		1,
		2,
		3,
		6,
		7
	],
	3: [
		1,
		2,
		3,
		4,
		5
	],
	4: [
		1,
		2,
		3,
		4,
		5
	],
	5: [
		1,
		2,
		3,
		4,
		5
	]
};
/** State as the device last reported it (4.13). */
const SmartlockState = build_default.Object({
	mode: build_default.Integer({ description: "6.2" }),
	state: build_default.Integer({ description: "6.3" }),
	trigger: build_default.Integer({ description: "6.5" }),
	lastAction: build_default.Integer({ description: "6.6; 0 = none" }),
	batteryCritical: build_default.Boolean(),
	batteryCharging: build_default.Optional(build_default.Boolean()),
	batteryCharge: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 100
	})),
	keypadBatteryCritical: build_default.Optional(build_default.Boolean()),
	doorsensorBatteryCritical: build_default.Optional(build_default.Boolean()),
	doorState: build_default.Integer({ description: "6.7" }),
	ringToOpenTimer: build_default.Integer({
		minimum: 0,
		maximum: 65535
	}),
	ringToOpenEnd: build_default.Optional(DateTime),
	nightMode: build_default.Boolean(),
	operationId: build_default.Optional(HexId)
});
/**
* What an account sets about a smartlock for itself; the device never sees it. A field more here is in the smartlock, in
* the call that changes it, in events and in the console's form; what it needs besides is in CONTRIBUTING.md.
*/
const SmartlockLabels = build_default.Object({
	name: DeviceName,
	favorite: build_default.Boolean(),
	remoteUnlock: build_default.Optional(build_default.Boolean({ description: "whether calls may open it; without it they may, unless nobody can keep an order from running late" })),
	removeUngranted: build_default.Optional(build_default.Boolean({ description: "whether codes that nobody granted here are removed; without it they are, unless the lock came through a gateway" }))
});
/** The same where they are shown: names that were given under other rules stay readable. */
const shownLabels = {
	...SmartlockLabels.properties,
	name: build_default.String()
};
/** A smartlock (4.7). */
const Smartlock = build_default.Object({
	smartlockId: SmartlockId,
	accountId: build_default.Integer(),
	type: SmartlockTypeField,
	lmType: build_default.Optional(build_default.Integer()),
	authId: build_default.Integer({ description: "the service's own authorization on the device; 0 until known" }),
	...shownLabels,
	config: build_default.Optional(SmartlockConfig),
	advancedConfig: build_default.Optional(AdvancedConfig),
	openerAdvancedConfig: build_default.Optional(OpenerAdvancedConfig),
	smartdoorAdvancedConfig: build_default.Optional(SmartdoorAdvancedConfig),
	webConfig: build_default.Optional(WebConfig),
	state: SmartlockState,
	firmwareVersion: build_default.Optional(build_default.Integer({ description: "three bytes: major, minor, patch (D20)" })),
	hardwareVersion: build_default.Optional(build_default.Integer({ description: "two bytes: major, minor (D20)" })),
	operationId: build_default.Optional(HexId),
	serverState: build_default.Integer({
		minimum: 0,
		maximum: 4,
		description: "6.4"
	}),
	adminPinState: build_default.Integer({
		minimum: 0,
		maximum: 2
	}),
	virtualDevice: build_default.Optional(build_default.Boolean({ description: "a simulated lock" })),
	creationDate: build_default.Optional(DateTime),
	updateDate: build_default.Optional(DateTime),
	error: build_default.Optional(build_default.String()),
	lastSeenDate: build_default.Optional(DateTime),
	stale: build_default.Optional(build_default.Boolean({ description: "true: nothing was heard for a day, so state may be old" })),
	credentialsWarning: build_default.Optional(StringEnum(["legacy", "exposed"], "legacy: it logs in with its secret itself (LDP/1.0); exposed: its secret was sent over the wire; either way its credentials are to be replaced")),
	driver: build_default.Optional(build_default.String({ description: "through what it is reached; left out for our own devices" })),
	vendor: build_default.Optional(build_default.String({ description: "who made it" })),
	model: build_default.Optional(build_default.String()),
	gatewayId: build_default.Optional(HexId),
	opener: build_default.Optional(build_default.Boolean()),
	box: build_default.Optional(build_default.Boolean()),
	smartDoor: build_default.Optional(build_default.Boolean()),
	keyturner: build_default.Optional(build_default.Boolean()),
	region: build_default.Optional(build_default.Integer()),
	mountingVariant: build_default.Optional(build_default.Integer())
});
/** What a device logs in and signs with; shown once. */
const DeviceCredentials = build_default.Object({
	username: build_default.String(),
	secret: build_default.String({ description: "goes into the device, and never over the wire" }),
	password: build_default.String({ description: "what the device gives the broker, which it derives from the secret: for a broker kept by hand" })
});
/** A log entry (4.16). */
const SmartlockLog = build_default.Object({
	id: HexId,
	smartlockId: SmartlockId,
	deviceType: build_default.Integer(),
	accountUserId: build_default.Optional(build_default.Integer()),
	authId: build_default.Optional(HexId),
	name: build_default.String(),
	action: build_default.Integer({ description: "6.8" }),
	trigger: build_default.Integer({ description: "6.8" }),
	state: build_default.Integer({ description: "6.8" }),
	autoUnlock: build_default.Boolean(),
	date: DateTime,
	openerLog: build_default.Optional(build_default.Object({
		activeCm: build_default.Boolean(),
		activeRto: build_default.Boolean(),
		source: build_default.Integer(),
		flagGeoFence: build_default.Boolean(),
		flagForce: build_default.Boolean(),
		flagDoorbellSuppression: build_default.Boolean()
	})),
	ajarTimeout: build_default.Optional(build_default.Integer()),
	source: build_default.Integer({ description: "6.8" }),
	error: build_default.Optional(build_default.String())
});
/** What a lock can do and which rules its codes follow (4.25). */
const Capability = build_default.Object({
	smartlockId: SmartlockId,
	keypad: build_default.Boolean(),
	code: build_default.Object({
		length: build_default.Integer({ description: "of codes that are made here" }),
		minLength: build_default.Integer(),
		maxLength: build_default.Integer({ description: "the same as minLength: a fixed length" }),
		alphabet: build_default.String(),
		forbiddenPrefixes: build_default.Array(build_default.String()),
		uniqueness: StringEnum(["window", "lock"], "the same code twice: not in overlapping periods, or not at all")
	}),
	nameMaxLength: build_default.Object({
		default: build_default.Integer(),
		keypad: build_default.Integer()
	}),
	slots: build_default.Object({
		total: build_default.Integer(),
		used: build_default.Integer(),
		free: build_default.Integer()
	}),
	window: build_default.Object({
		dates: build_default.Boolean(),
		weekDays: build_default.Boolean(),
		timesOfDay: build_default.Boolean(),
		granularityMinutes: build_default.Integer(),
		datesKeptBy: StringEnum(WINDOW_KEEPERS, "who puts a right on and takes it off by its dates"),
		weeklyKeptBy: StringEnum(WINDOW_KEEPERS, "the same for weekdays and times of day")
	}),
	actions: build_default.Array(build_default.Integer()),
	options: build_default.Array(build_default.Integer()),
	timeZone: build_default.String({ description: "IANA name" }),
	remoteUnlock: build_default.Boolean({ description: "whether calls may open it" }),
	told: build_default.Optional(LockCapability)
});
//#endregion
//#region packages/contract/src/events.ts
/** What a webhook can subscribe to (6.17). */
const WEBHOOK_FEATURES = [
	"DEVICE_STATUS",
	"DEVICE_MASTERDATA",
	"DEVICE_CONFIG",
	"DEVICE_LOGS",
	"DEVICE_AUTHS",
	"ACCOUNT_USER"
];
const { smartlockId, accountId, type, authId } = Smartlock.properties;
const { driver, vendor, model, gatewayId } = Smartlock.properties;
const { config, advancedConfig, openerAdvancedConfig, smartdoorAdvancedConfig, webConfig } = Smartlock.properties;
const { firmwareVersion, hardwareVersion, serverState, adminPinState, creationDate, updateDate } = Smartlock.properties;
/** Payloads by feature (7.3). The area that emits an event builds its payload. */
const DeviceStatus = build_default.Object({
	feature: StringEnum(["DEVICE_STATUS"]),
	smartlockId: SmartlockId,
	state: build_default.Optional(SmartlockState),
	serverState,
	adminPinState
});
const DeviceMasterdata = build_default.Object({
	feature: StringEnum(["DEVICE_MASTERDATA"]),
	deleted: build_default.Boolean(),
	smartlockId,
	accountId,
	type,
	authId,
	...shownLabels,
	firmwareVersion,
	hardwareVersion,
	serverState,
	adminPinState,
	creationDate,
	updateDate,
	driver,
	vendor,
	model,
	gatewayId
});
const DeviceConfig = build_default.Object({
	feature: StringEnum(["DEVICE_CONFIG"]),
	smartlockId,
	config,
	advancedConfig,
	openerAdvancedConfig,
	smartdoorAdvancedConfig,
	webConfig
});
const DeviceLogs = build_default.Object({
	feature: StringEnum(["DEVICE_LOGS"]),
	smartlockLog: SmartlockLog
});
const { code: _code, email: _email, ...shownToReceivers } = SmartlockAuth.properties;
/** Without the code: events are kept and sent on as plain text; who may know a code asks for it. */
const DeviceAuths = build_default.Object({
	feature: StringEnum(["DEVICE_AUTHS"]),
	deleted: build_default.Boolean(),
	smartlockAuth: build_default.Object(shownToReceivers)
});
const AccountUserEvent = build_default.Object({
	feature: StringEnum(["ACCOUNT_USER"]),
	deleted: build_default.Boolean(),
	accountUser: AccountUser
});
const ACTION_CALLBACK_TYPES = [
	"Action",
	"LockAction",
	"UnlockAction"
];
/** How an advanced lock action ended (7.4). It has no `feature`: `type` says which call it answers. */
const ActionCallback = build_default.Object({
	type: StringEnum(ACTION_CALLBACK_TYPES),
	requestId: HexId,
	smartlockId: SmartlockId,
	success: build_default.Boolean(),
	errorCode: build_default.Optional(build_default.String({ description: "7.5" }))
});
/** How the creation of authorizations ended, lock by lock (7.4). */
const AuthCreationCallback = build_default.Object({
	type: StringEnum(["AuthCreation"]),
	requestId: HexId,
	success: build_default.Boolean({ description: "all succeeded" }),
	detail: build_default.Array(build_default.Object({
		smartlockId: SmartlockId,
		success: build_default.Boolean(),
		errorCode: build_default.Optional(build_default.String({ description: "7.5" })),
		id: HexId
	}))
});
/** How the deletion of units ended, unit by unit (7.4). */
const UnitDeletionCallback = build_default.Object({
	type: StringEnum(["UnitDeletion"]),
	requestId: HexId,
	success: build_default.Boolean({ description: "all succeeded" }),
	detail: build_default.Array(build_default.Object({
		id: HexId,
		success: build_default.Boolean(),
		errorCode: build_default.Optional(build_default.String({ description: "7.5" }))
	}))
});
/** What the test call of a webhook posts; it is in no log of events. */
const WebhookTest = build_default.Object({
	feature: StringEnum(["TEST"]),
	webhookId: IntId,
	date: DateTime
});
/** An entry of the event log (4.25); `payload` is what webhooks post. */
const Event = build_default.Object({
	id: HexId,
	date: DateTime,
	feature: StringEnum([...WEBHOOK_FEATURES, "CALLBACK"]),
	smartlockId: build_default.Optional(SmartlockId),
	payload: build_default.Object({}, {
		additionalProperties: true,
		description: "by feature: 7.3, 7.4"
	})
});
/** Which features a caller sees is decided by its scopes and rights (7.2); callbacks by its API key. */
const events = {
	list: route({
		method: "GET",
		path: "/event",
		summary: "List events after a cursor, oldest first",
		access: "token",
		doors: "handler",
		query: build_default.Object({
			after: build_default.Optional(HexId),
			limit: Limit(100, 1e3)
		}),
		returns: build_default.Object({
			events: build_default.Array(Event),
			next: HexId
		}),
		errors: ["cursor_expired"]
	}),
	stream: route({
		method: "GET",
		path: "/event/stream",
		summary: "Receive events as they happen, as server-sent events; Last-Event-ID or `after` resumes",
		access: "token",
		doors: "handler",
		query: build_default.Object({
			after: build_default.Optional(HexId),
			format: build_default.Optional(StringEnum(["event", "message"], "`message`: events have no name, for who listens to `onmessage` only"))
		}),
		stream: true,
		errors: ["quota_exceeded"]
	})
};
//#endregion
//#region packages/contract/src/advanced-keys.ts
const ADVANCED_KEY_TYPES = [
	"ONLY_SECRET",
	"SHORT_RENTAL",
	"HEALTHCARE",
	"SMART_HOME",
	"OTHER"
];
const ADVANCED_KEY_STATUSES = [
	"INACTIVE",
	"APPLIED",
	"TESTING",
	"ACTIVE"
];
const WEBHOOK_STATUSES = ["ACTIVE", "DEACTIVATED"];
const Features = build_default.Array(StringEnum(WEBHOOK_FEATURES), { uniqueItems: true });
const company = {
	name: Name$2,
	country: Name$2,
	description: build_default.String({
		...Description,
		minLength: 1
	}),
	url: Url,
	email: MailAddress,
	type: StringEnum(ADVANCED_KEY_TYPES)
};
const webhook = {
	webhookUrl: build_default.Optional(alias("webhook_url", Url)),
	webhookFeatures: build_default.Optional(alias("webhook_features", Features))
};
/** An advanced API key (4.3): a company's application for a client secret and a central webhook. */
const AdvancedApiKey = build_default.Object({
	...company,
	webhookUrl: build_default.Optional(build_default.String()),
	webhookFeatures: build_default.Optional(build_default.Array(StringEnum(WEBHOOK_FEATURES))),
	restricted: build_default.Boolean(),
	webhookStatus: build_default.Optional(StringEnum(WEBHOOK_STATUSES)),
	secret: build_default.Optional(build_default.String({ description: "OAuth client secret and key of the central webhook; while TESTING or ACTIVE" })),
	status: StringEnum(ADVANCED_KEY_STATUSES),
	creationDate: DateTime,
	updateDate: DateTime
});
/** How long the secret before counts beside a new one (D123). */
const OverlapHours = build_default.Optional(build_default.Integer({
	minimum: 0,
	maximum: 168,
	default: 24
}));
const params$2 = build_default.Object({ apiKeyId: IntId });
const access$14 = { scopes: ["account"] };
const advancedKeys = {
	get: route({
		number: 5,
		method: "GET",
		path: "/api/key/{apiKeyId}/advanced",
		summary: "Read the advanced key of an API key",
		access: access$14,
		params: params$2,
		returns: AdvancedApiKey
	}),
	apply: route({
		number: 6,
		method: "PUT",
		path: "/api/key/{apiKeyId}/advanced",
		summary: "Apply for an advanced key",
		access: access$14,
		params: params$2,
		body: build_default.Object({
			...company,
			...webhook,
			restricted: build_default.Optional(build_default.Boolean({ default: false })),
			...stepUpFields
		}),
		lasting: true,
		errors: [
			"advanced_key_exists",
			"url_not_allowed",
			...STEP_UP_ERRORS
		]
	}),
	update: route({
		number: 7,
		method: "POST",
		path: "/api/key/{apiKeyId}/advanced",
		summary: "Change URL and features of the central webhook",
		access: access$14,
		params: params$2,
		update: true,
		body: build_default.Object({
			...webhook,
			...stepUpFields
		}),
		lasting: true,
		errors: ["url_not_allowed", ...STEP_UP_ERRORS]
	}),
	remove: route({
		number: 8,
		method: "DELETE",
		path: "/api/key/{apiKeyId}/advanced",
		summary: "Delete the advanced key, its secret and its central webhook",
		access: access$14,
		params: params$2
	}),
	replaceSecret: route({
		method: "POST",
		path: "/api/key/{apiKeyId}/advanced/secret",
		summary: "Give an advanced key in use a new secret; the old one counts as well for a while",
		access: access$14,
		params: params$2,
		body: build_default.Object({
			overlapHours: OverlapHours,
			...stepUpFields
		}),
		lasting: true,
		returns: AdvancedApiKey,
		errors: STEP_UP_ERRORS
	}),
	reactivate: route({
		number: 9,
		method: "POST",
		path: "/api/key/{apiKeyId}/advanced/reactivate",
		summary: "Switch a deactivated central webhook on again",
		access: access$14,
		params: params$2
	})
};
//#endregion
//#region packages/contract/src/access.ts
/** The scopes a token can hold (contract 2.1). */
const SCOPES = [
	"account",
	"smartlock",
	"smartlock.readOnly",
	"smartlock.create",
	"smartlock.action",
	"smartlock.auth",
	"smartlock.config",
	"smartlock.log",
	"notification",
	"webhook.central",
	"webhook.decentral",
	"offline_access"
];
/** The bits of a sub-account's rights mask (D40). */
const RIGHTS = {
	manageSmartlock: 1,
	operateSmartlock: 2,
	manageConfig: 4,
	manageAuthorizations: 8,
	viewLogs: 16
};
//#endregion
//#region packages/contract/src/api-keys.ts
/** An API key (4.1). */
const ApiKey = build_default.Object({
	apiKeyId: IntId,
	accountId: build_default.Integer(),
	description: build_default.Optional(build_default.String()),
	redirectUris: build_default.Optional(build_default.Array(build_default.String())),
	apiKey: build_default.Optional(build_default.String({ description: "OAuth client id" })),
	creationDate: DateTime
});
/** A token of an API key (4.2). */
const ApiKeyToken = build_default.Object({
	id: HexId,
	accountId: build_default.Integer(),
	description: build_default.Optional(build_default.String()),
	accessToken: build_default.Optional(build_default.String({ description: "in full only in the answer that creates it (D35)" })),
	scopes: build_default.Array(build_default.String()),
	creationDate: DateTime,
	lastUsedDate: build_default.Optional(DateTime),
	expiresAt: build_default.Optional(DateTime),
	networks: build_default.Optional(build_default.Array(build_default.String())),
	smartlockIds: build_default.Optional(build_default.Array(SmartlockId)),
	addressIds: build_default.Optional(build_default.Array(IntId))
});
const ApiKeyBody = build_default.Object({
	description: clearable(build_default.Optional(Description)),
	redirectUris: clearable(build_default.Optional(build_default.Array(Url, {
		maxItems: 20,
		items: Url
	})))
});
const TokenBody = build_default.Object({
	description: clearable(build_default.Optional(Description)),
	scopes: build_default.Optional(build_default.Array(StringEnum(SCOPES), {
		minItems: 1,
		uniqueItems: true
	})),
	expiresAt: build_default.Optional(clearable(build_default.String({
		...DateTime,
		examples: ["2099-12-31T23:00:00.000Z"],
		description: "from then on it is not taken, and its webhooks are silent (D119)"
	}))),
	networks: build_default.Optional(clearable(build_default.Array(build_default.String({
		examples: ["192.0.2.0/24"],
		minLength: 1,
		maxLength: 50
	}), {
		minItems: 1,
		maxItems: 50,
		description: "addresses or networks such as 192.0.2.0/24 or 2001:db8::/32; taken from there only"
	}))),
	smartlockIds: build_default.Optional(clearable(build_default.Array(SmartlockId, {
		minItems: 1,
		maxItems: 500,
		uniqueItems: true,
		description: "limits it to these locks, and those of `addressIds`"
	}))),
	addressIds: build_default.Optional(clearable(build_default.Array(IntId, {
		minItems: 1,
		maxItems: 100,
		uniqueItems: true,
		description: "limits it to these addresses, their stays, and the locks they have at any time"
	}))),
	...stepUpFields
});
const KeyParams = build_default.Object({ apiKeyId: IntId });
const TokenParams = build_default.Object({
	apiKeyId: IntId,
	id: HexId
});
const access$13 = { scopes: ["account"] };
const apiKeys = {
	list: route({
		number: 1,
		method: "GET",
		path: "/api/key",
		summary: "List the API keys of the account",
		access: access$13,
		returns: build_default.Array(ApiKey)
	}),
	create: route({
		number: 2,
		method: "PUT",
		path: "/api/key",
		summary: "Create an API key",
		access: access$13,
		body: ApiKeyBody,
		returns: ApiKey,
		errors: ["quota_exceeded"]
	}),
	update: route({
		number: 3,
		method: "POST",
		path: "/api/key/{apiKeyId}",
		summary: "Change an API key",
		access: access$13,
		params: KeyParams,
		update: true,
		body: ApiKeyBody
	}),
	remove: route({
		number: 4,
		method: "DELETE",
		path: "/api/key/{apiKeyId}",
		summary: "Delete an API key and its tokens",
		access: access$13,
		params: KeyParams
	}),
	listTokens: route({
		number: 10,
		method: "GET",
		path: "/api/key/{apiKeyId}/token",
		summary: "List the tokens of an API key",
		access: access$13,
		params: KeyParams,
		returns: build_default.Array(ApiKeyToken)
	}),
	createToken: route({
		number: 11,
		method: "PUT",
		path: "/api/key/{apiKeyId}/token",
		summary: "Create a token; its value is shown once",
		access: access$13,
		params: KeyParams,
		body: TokenBody,
		returns: ApiKeyToken,
		errors: ["quota_exceeded", ...STEP_UP_ERRORS]
	}),
	updateToken: route({
		number: 12,
		method: "POST",
		path: "/api/key/{apiKeyId}/token/{id}",
		summary: "Change the description or the scopes of a token",
		access: access$13,
		params: TokenParams,
		update: true,
		body: TokenBody,
		errors: STEP_UP_ERRORS
	}),
	removeToken: route({
		number: 13,
		method: "DELETE",
		path: "/api/key/{apiKeyId}/token/{id}",
		summary: "Delete a token; it stops working at once",
		access: access$13,
		params: TokenParams
	})
};
//#endregion
//#region packages/contract/src/audit.ts
/** One entry of the audit log: who changed which credential, grant or right, or which lock moved and nobody knows why. */
const AuditEntry = build_default.Object({
	id: build_default.Integer({
		minimum: 1,
		description: "counts up by one within the account, without gaps"
	}),
	date: DateTime,
	action: build_default.String({ examples: ["apiToken.created"] }),
	accountId: build_default.Optional(build_default.Integer({ description: "who did it; left out for the operator, and where nobody knows" })),
	name: build_default.String({ description: "name of who did it" }),
	subject: build_default.Optional(build_default.String({ description: "id of what was changed" })),
	detail: build_default.Optional(build_default.Record(build_default.String(), build_default.String())),
	requestId: build_default.Optional(build_default.String({ description: "`X-Request-Id` of the call" })),
	hash: build_default.String({ description: "covers this entry and the hash of the one before" })
});
/** How far logs were at a moment, to be kept where who writes the database cannot write. */
const AuditCheckpoint = build_default.Object({
	version: build_default.Integer({ description: "1" }),
	date: DateTime,
	number: build_default.Integer({ description: "of the anchor over all accounts; it only ever counts up" }),
	accounts: build_default.Integer({ description: "that the anchor covers" }),
	entries: build_default.Integer({ description: "that the anchor covers" }),
	digest: build_default.String({ description: "of the anchors of all accounts" }),
	heads: build_default.Array(build_default.Tuple([
		build_default.Integer(),
		build_default.Integer(),
		build_default.String()
	]), { description: "account, id of its newest entry, and the hash of that entry" })
});
const SignedCheckpoint = build_default.Object({
	checkpoint: AuditCheckpoint,
	publicKey: build_default.String({ description: "Ed25519, SPKI in base64; it stays the same" }),
	signature: build_default.String({ description: "over the text of `checkpoint` as it stands in the answer, in base64" })
});
const AUDIT_FORMATS = ["jsonl", "csv"];
const audit = {
	list: route({
		method: "GET",
		path: "/audit",
		summary: "List the audit log of the account and its sub-accounts, newest first",
		access: {
			scopes: ["account"],
			master: true
		},
		query: build_default.Object({
			id: build_default.Optional(IntId),
			limit: Limit(50, 1e3)
		}),
		returns: build_default.Array(AuditEntry)
	}),
	checkpoint: route({
		method: "GET",
		path: "/audit/checkpoint",
		summary: "Read how far the audit log is, signed, to keep it elsewhere",
		access: {
			scopes: ["account"],
			master: true
		},
		returns: SignedCheckpoint
	}),
	export: route({
		method: "GET",
		path: "/audit/export",
		summary: "Download the whole audit log, oldest first",
		access: {
			scopes: ["account"],
			master: true
		},
		query: build_default.Object({ format: build_default.Optional(StringEnum(AUDIT_FORMATS)) }),
		returns: build_default.String(),
		file: ["application/x-ndjson", "text/csv"]
	})
};
//#endregion
//#region packages/contract/src/explanation.ts
/** What decides whether somebody comes in (4.25). */
const EXPLANATION_RULES = [
	"allowed",
	"unknown_code",
	"disabled",
	"not_yet_valid",
	"expired",
	"weekday",
	"time_of_day",
	"not_delivered"
];
const LocalTime = build_default.String({
	description: "on the wall at the lock's zone, with offset",
	examples: ["2026-10-25T02:30:00+02:00"]
});
/** A stretch of time in which it is allowed; without an end it stays so. */
const NextWindow = build_default.Object({
	from: DateTime,
	until: build_default.Optional(DateTime),
	fromLocal: LocalTime,
	untilLocal: build_default.Optional(LocalTime)
});
/** Why a code or an authorization opens a smartlock at a moment, or does not (4.25). */
const Explanation = build_default.Object({
	allowed: build_default.Boolean(),
	rule: StringEnum(EXPLANATION_RULES),
	reason: build_default.String(),
	authId: build_default.Optional(HexId),
	nextWindows: build_default.Array(NextWindow, { maxItems: 10 })
});
const ExplanationQuery = build_default.Object({
	code: build_default.Optional(build_default.String({
		pattern: "^[0-9]{1,9}$",
		description: "as it is typed; this or authId, not both"
	})),
	authId: build_default.Optional(HexId),
	at: build_default.Optional(DateTime)
});
//#endregion
//#region packages/contract/src/authorizations.ts
const mayManage$1 = {
	scopes: ["smartlock.auth"],
	right: "manageAuthorizations"
};
/** Which code it is nobody is told. */
const ForeignCode = build_default.Object({
	slot: build_default.Integer({ description: "its place on the lock" }),
	name: build_default.Optional(build_default.String()),
	firstSeenDate: DateTime
});
const Params$1 = build_default.Object({
	smartlockId: SmartlockId,
	id: HexId
});
const LockParams$1 = build_default.Object({ smartlockId: SmartlockId });
/** At most as many entries in one call (D60). */
const MAX_ENTRIES = 1e3;
const types = build_default.Optional(build_default.Array(IntEnum(AUTH_TYPES), { description: "comma list of type numbers" }));
const accountUserId = build_default.Optional(build_default.Integer({
	minimum: -2147483648,
	maximum: 2147483647,
	description: "positive: of that user; negative: those without a user"
}));
const ids = build_default.Optional(build_default.Array(HexId, {
	minItems: 1,
	maxItems: 100,
	description: "comma list: of these only; unknown ones are left out"
}));
const createRefusals = [
	"keypad_missing",
	"code_not_allowed",
	"code_invalid",
	"window_invalid",
	"code_conflict",
	"auth_limit_reached"
];
const changeRefusals = [
	"code_not_allowed",
	"code_invalid",
	"window_invalid",
	"code_conflict",
	"resource_locked"
];
/** One of several updates in a call: the id, and what is to change. */
const IdentifiedChange = build_default.Unsafe(changes(build_default.Object({
	id: HexId,
	...SmartlockAuthChange.properties
})));
const authorizations = {
	createAdvanced: route({
		number: 18,
		method: "PUT",
		path: "/smartlock/auth/advanced",
		summary: "Create an authorization on several smartlocks and get a callback when all have answered",
		access: mayManage$1,
		doors: "handler",
		body: NewSmartlockAuths,
		returns: AdvancedConfirmation,
		async: true,
		errors: createRefusals
	}),
	list: route({
		number: 22,
		method: "GET",
		path: "/smartlock/auth",
		summary: "List the authorizations of all smartlocks",
		access: mayManage$1,
		doors: "handler",
		query: build_default.Object({
			accountUserId,
			types,
			ids
		}),
		returns: build_default.Array(SmartlockAuth)
	}),
	create: route({
		number: 23,
		method: "PUT",
		path: "/smartlock/auth",
		summary: "Create an authorization on several smartlocks",
		access: mayManage$1,
		doors: "handler",
		body: NewSmartlockAuths,
		async: true,
		errors: createRefusals
	}),
	updateMany: route({
		number: 24,
		method: "POST",
		path: "/smartlock/auth",
		summary: "Change several authorizations: all of them, or none",
		access: mayManage$1,
		doors: "handler",
		body: build_default.Array(IdentifiedChange, { maxItems: MAX_ENTRIES }),
		async: true,
		errors: changeRefusals
	}),
	removeMany: route({
		number: 25,
		method: "DELETE",
		path: "/smartlock/auth",
		summary: "Delete several authorizations: all of them, or none",
		access: mayManage$1,
		doors: "handler",
		body: build_default.Array(HexId, { maxItems: MAX_ENTRIES }),
		async: true,
		errors: ["resource_locked"]
	}),
	paged: route({
		number: 32,
		method: "GET",
		path: "/smartlock/auth/paged",
		summary: "List the authorizations of all smartlocks page by page",
		access: mayManage$1,
		doors: "handler",
		query: build_default.Object({
			page: build_default.Optional(build_default.Integer({
				minimum: 0,
				maximum: 2147483647,
				default: 0
			})),
			size: Limit(100, 1e3),
			accountUserId,
			types
		}),
		returns: PagedSmartlockAuths
	}),
	listOf: route({
		number: 26,
		method: "GET",
		path: "/smartlock/{smartlockId}/auth",
		summary: "List the authorizations of one smartlock",
		access: mayManage$1,
		doors: "path",
		params: LockParams$1,
		query: build_default.Object({
			types,
			includeEmail: build_default.Optional(build_default.Boolean({
				default: false,
				description: "adds the mail address of the linked user"
			}))
		}),
		returns: build_default.Array(SmartlockAuth)
	}),
	createOn: route({
		number: 27,
		method: "PUT",
		path: "/smartlock/{smartlockId}/auth",
		summary: "Create an authorization on one smartlock",
		access: mayManage$1,
		doors: "path",
		params: LockParams$1,
		body: NewSmartlockAuth,
		async: true,
		errors: createRefusals
	}),
	get: route({
		number: 28,
		method: "GET",
		path: "/smartlock/{smartlockId}/auth/{id}",
		summary: "Get one authorization",
		access: mayManage$1,
		doors: "path",
		params: Params$1,
		returns: SmartlockAuth
	}),
	update: route({
		number: 29,
		method: "POST",
		path: "/smartlock/{smartlockId}/auth/{id}",
		summary: "Change an authorization",
		access: mayManage$1,
		doors: "path",
		params: Params$1,
		update: true,
		body: SmartlockAuthChange,
		async: true,
		errors: changeRefusals
	}),
	remove: route({
		number: 30,
		method: "DELETE",
		path: "/smartlock/{smartlockId}/auth/{id}",
		summary: "Delete an authorization, on the smartlock too",
		access: mayManage$1,
		doors: "path",
		params: Params$1,
		async: true,
		errors: ["resource_locked"]
	}),
	createSharedKey: route({
		number: 31,
		method: "POST",
		path: "/smartlock/{smartlockId}/auth/advanced/sharedkey",
		summary: "Create a shared key: an authorization of an app without remote access",
		access: mayManage$1,
		doors: "path",
		params: LockParams$1,
		body: NewSharedKey,
		async: true,
		errors: createRefusals
	}),
	foreignCodes: route({
		method: "GET",
		path: "/smartlock/{smartlockId}/foreign-code",
		summary: "List the codes on a smartlock that were not granted here; they are never touched",
		access: mayManage$1,
		doors: "path",
		params: LockParams$1,
		returns: build_default.Array(ForeignCode)
	}),
	explain: route({
		method: "GET",
		path: "/smartlock/{smartlockId}/explain",
		summary: "Ask whether a code or an authorization opens a smartlock at a moment, and why",
		access: mayManage$1,
		doors: "path",
		params: LockParams$1,
		query: ExplanationQuery,
		returns: Explanation
	})
};
/** The bridge of an account: how programs that speak to the HTTP bridge of these locks reach it (D136). */
const Bridge = build_default.Object({
	available: build_default.Boolean({ description: "the operator has switched the listener for bridge programs on" }),
	port: build_default.Optional(build_default.Integer({ description: "where the listener answers; only when it is on" })),
	bridgeId: build_default.Optional(build_default.Integer({ description: "what programs know the bridge by; only with a token" })),
	token: build_default.Optional(build_default.String({ description: "shown when it is made and never again" })),
	creationDate: build_default.Optional(DateTime),
	tokenDate: build_default.Optional(build_default.String({
		format: "date-time",
		description: "when the token was made"
	})),
	pairingUntil: build_default.Optional(build_default.String({
		format: "date-time",
		description: "until then `/auth` of the listener gives the token out, once"
	})),
	callbacks: build_default.Array(build_default.Object({
		id: build_default.Integer(),
		url: build_default.String()
	}), {
		maxItems: 3,
		description: "where programs have the listener post changes to"
	})
});
const access$12 = {
	scopes: ["account"],
	master: true
};
const bridge = {
	get: route({
		method: "GET",
		path: "/account/bridge",
		summary: "Read how bridge programs reach the account",
		access: access$12,
		returns: Bridge
	}),
	make: route({
		method: "PUT",
		path: "/account/bridge",
		summary: "Make the token for bridge programs, or replace it; it is shown once",
		access: access$12,
		body: build_default.Object({ ...stepUpFields }),
		lasting: true,
		returns: Bridge,
		errors: [
			"bridge_off",
			"quota_exceeded",
			...STEP_UP_ERRORS
		]
	}),
	pair: route({
		method: "POST",
		path: "/account/bridge/pairing",
		summary: "Let the next bridge program that asks have the token, within 30 seconds",
		access: access$12,
		body: build_default.Object({ ...stepUpFields }),
		lasting: true,
		returns: Bridge,
		errors: [
			"bridge_off",
			"not_found",
			...STEP_UP_ERRORS
		]
	}),
	remove: route({
		method: "DELETE",
		path: "/account/bridge",
		summary: "End the token for bridge programs and its callbacks",
		access: access$12,
		errors: ["not_found"]
	})
};
//#endregion
//#region packages/contract/src/companies.ts
/** A company (4.24). */
const Company = build_default.Object({
	name: build_default.String(),
	email: build_default.Optional(build_default.String())
});
const companies = { list: route({
	method: "GET",
	path: "/company",
	summary: "List companies; always empty here",
	access: "token",
	returns: build_default.Array(Company)
}) };
//#endregion
//#region packages/contract/src/email-address.ts
const access$11 = { scopes: ["account"] };
const emailAddress = {
	change: route({
		number: 60,
		method: "POST",
		path: "/account/email/change",
		summary: "Ask for another mail address; the old one stays until the code sent to the new one came back",
		access: access$11,
		body: build_default.Object({
			email: MailAddress,
			...stepUpFields
		}),
		returns: Confirmation,
		errors: ["email_taken", ...STEP_UP_ERRORS],
		guessable: true
	}),
	verify: route({
		number: 61,
		method: "POST",
		path: "/account/email/verify",
		summary: "Confirm a mail address with the code that was sent to it; without a code it is sent again",
		access: access$11,
		body: build_default.Object({ code: build_default.Optional(build_default.String({
			maxLength: 16,
			description: "eight digits"
		})) }),
		returns: Confirmation,
		errors: ["email_taken"]
	})
};
//#endregion
//#region packages/contract/src/smartlock-access.ts
const SmartlockParams = build_default.Object({ smartlockId: SmartlockId });
/** Who may do what with a smartlock. */
const mayRead$2 = { scopes: ["smartlock", "smartlock.readOnly"] };
const mayOperate = {
	scopes: ["smartlock.action"],
	right: "operateSmartlock"
};
const mayRegister = {
	scopes: ["smartlock.create", "smartlock"],
	right: "manageSmartlock"
};
const mayManage = {
	scopes: ["smartlock"],
	right: "manageSmartlock"
};
/** Whoever replaces credentials becomes the lock: registering new ones is not enough for that (D107). */
const mayReplaceCredentials = {
	scopes: ["smartlock"],
	right: "manageConfig"
};
const mayConfigure = {
	scopes: ["smartlock.config"],
	right: "manageConfig"
};
const mayViewLogs = {
	scopes: ["smartlock.log"],
	right: "viewLogs"
};
//#endregion
//#region packages/contract/src/gateways.ts
/** A name that a gateway gives something: it stays the same for ever. */
const Key = build_default.String({ pattern: "^[A-Za-z0-9._:-]{1,64}$" });
/** What a gateway says for people to read. No store keeps the character 0. */
const text = (maxLength) => build_default.String({
	maxLength,
	pattern: "^[^\\u0000]*$"
});
const Family = build_default.String({
	pattern: "^[a-z0-9-]{1,32}$",
	examples: ["zwave-js"]
});
/** How a gateway stands with one hub; people are told what to do by it. */
const HUB_STATES = [
	"connecting",
	"ready",
	"unreachable",
	"wrongProtocol",
	"tooOld",
	"notReady",
	"refused",
	"failed"
];
const GatewayHub = build_default.Object({
	id: Key,
	family: Family,
	address: build_default.Optional(text(255)),
	state: StringEnum(HUB_STATES, "unreachable: nobody answers; wrongProtocol: something else answers; tooOld: it is too old; notReady: its radio is not ready; refused: it turns us away; failed: see error"),
	error: build_default.Optional(text(200)),
	sinceDate: build_default.Optional(DateTime)
});
/** What somebody should know about a lock before adopting it. */
const FOUND_LOCK_NOTES = [
	"interviewUnfinished",
	"noCodes",
	"codesUnknown",
	"away",
	"insecure",
	"lowBattery"
];
const FoundLock = build_default.Object({
	key: Key,
	hub: Key,
	family: Family,
	vendor: build_default.Optional(text(64)),
	model: build_default.Optional(text(64)),
	name: build_default.Optional(text(64)),
	ready: build_default.Boolean({ description: "it can be adopted" }),
	present: build_default.Boolean({ description: "it answers" }),
	notes: build_default.Array(StringEnum(FOUND_LOCK_NOTES), { maxItems: FOUND_LOCK_NOTES.length }),
	capability: build_default.Optional(LockCapability)
});
const Queue = build_default.Object({
	waiting: build_default.Integer({
		minimum: 0,
		maximum: 1e6,
		description: "what waits for its turn at a hub"
	}),
	oldestSeconds: build_default.Optional(build_default.Integer({
		minimum: 0,
		maximum: 31536e3
	}))
});
const version = text(32);
/** What a gateway says about itself. */
const GatewayReport = build_default.Object({
	version,
	startedDate: build_default.Optional(DateTime),
	hubs: build_default.Array(GatewayHub, { maxItems: 16 }),
	locks: build_default.Optional(build_default.Array(FoundLock, {
		maxItems: 500,
		description: "all it found; left out when nothing changed since the last report"
	})),
	queue: Queue
});
/** `unclaimed`: nobody has come with its claim code yet. */
const GATEWAY_STATES = [
	"unclaimed",
	"connected",
	"away"
];
const ListedGateway = build_default.Object({
	gatewayId: HexId,
	name: build_default.String(),
	state: StringEnum(GATEWAY_STATES, "away: it has said nothing for a while"),
	connectedSinceDate: build_default.Optional(DateTime),
	lastReportDate: build_default.Optional(DateTime),
	version: build_default.Optional(build_default.String()),
	adopted: build_default.Integer({ description: "locks of the account that it serves" }),
	creationDate: DateTime
});
const ShownLock = build_default.Object({
	...FoundLock.properties,
	lost: build_default.Boolean({ description: "it was adopted, and the gateway does not find it any more" }),
	smartlockId: build_default.Optional({
		...SmartlockId,
		description: "once it is adopted"
	})
});
const Gateway = build_default.Object({
	...ListedGateway.properties,
	startedDate: build_default.Optional(DateTime),
	claimUntilDate: build_default.Optional({
		...DateTime,
		description: "while a claim code waits to be used"
	}),
	hubs: build_default.Array(GatewayHub),
	locks: build_default.Array(ShownLock),
	queue: build_default.Optional(Queue)
});
/** What a person types at the gateway; shown once. */
const GatewayClaim = build_default.Object({
	claimCode: build_default.String({ examples: ["7HK2M-3QX9A-B4TWV-ZC6R8"] }),
	claimUntilDate: DateTime
});
const GatewayParams = build_default.Object({ gatewayId: HexId });
const FoundLockParams = build_default.Object({
	gatewayId: HexId,
	key: Key
});
const NewGateway = build_default.Object({ name: DeviceName });
/** What people do with gateways. */
const managed = {
	list: route({
		method: "GET",
		path: "/gateway",
		summary: "List the gateways of the account",
		access: mayRead$2,
		returns: build_default.Array(ListedGateway)
	}),
	get: route({
		method: "GET",
		path: "/gateway/{gatewayId}",
		summary: "Get one gateway: its hubs, the locks it found, what waits",
		access: mayRead$2,
		params: GatewayParams,
		returns: Gateway
	}),
	create: route({
		method: "PUT",
		path: "/gateway",
		summary: "Make a gateway and get its claim code, shown once",
		access: mayRegister,
		lasting: true,
		body: NewGateway,
		returns: build_default.Object({
			gatewayId: HexId,
			name: build_default.String(),
			...GatewayClaim.properties
		}),
		errors: ["quota_exceeded"]
	}),
	rename: route({
		method: "POST",
		path: "/gateway/{gatewayId}",
		summary: "Change the name of a gateway",
		access: mayManage,
		params: GatewayParams,
		body: NewGateway
	}),
	newClaim: route({
		method: "POST",
		path: "/gateway/{gatewayId}/claim",
		summary: "Get a new claim code; whoever comes with it takes the place of the gateway there was",
		access: mayReplaceCredentials,
		lasting: true,
		params: GatewayParams,
		body: build_default.Object(stepUpFields),
		returns: GatewayClaim,
		errors: STEP_UP_ERRORS
	}),
	remove: route({
		method: "DELETE",
		path: "/gateway/{gatewayId}",
		summary: "Delete a gateway that has no adopted locks",
		access: mayManage,
		params: GatewayParams,
		errors: ["gateway_in_use"]
	}),
	adopt: route({
		method: "POST",
		path: "/gateway/{gatewayId}/lock/{key}/adopt",
		summary: "Make a lock that a gateway found a smartlock of the account; deleting that ends it",
		access: mayRegister,
		lasting: true,
		params: FoundLockParams,
		body: build_default.Object({ name: DeviceName }),
		returns: build_default.Object({ smartlockId: SmartlockId }),
		errors: ["lock_not_ready", "quota_exceeded"]
	})
};
/** A gateway makes its own token before it asks for anything, so that no crash can lose it. */
const GatewayToken = build_default.String({
	pattern: "^lwg_[A-Za-z0-9_-]{43}$",
	examples: [`lwg_${"a".repeat(43)}`]
});
/** Locks that people adopted. */
const Adoption = build_default.Object({
	key: Key,
	smartlockId: SmartlockId,
	deviceId: build_default.String({ pattern: "^[0-9A-F]{8}$" }),
	type: SmartlockTypeField,
	name: build_default.String()
});
const Revision = build_default.Integer({
	minimum: 0,
	maximum: Number.MAX_SAFE_INTEGER
});
/** What gateways themselves call; `self` is whose token it is. */
const ownCalls = {
	claim: route({
		method: "POST",
		path: "/gateway/claim",
		summary: "Become a gateway: exchange a claim code for the right to use a token of one’s own",
		access: "public",
		body: build_default.Object({
			claimCode: build_default.String({ maxLength: 64 }),
			token: GatewayToken,
			version
		}),
		returns: build_default.Object({
			gatewayId: HexId,
			name: build_default.String()
		}),
		errors: ["claim_invalid"],
		guessable: true
	}),
	report: route({
		method: "POST",
		path: "/gateway/self/report",
		summary: "Say how a gateway is and what it found",
		access: "gateway",
		repeatable: true,
		body: GatewayReport,
		returns: build_default.Object({
			reportSeconds: build_default.Integer({ description: "report again by then" }),
			adoptionRevision: Revision
		})
	}),
	adoptions: route({
		method: "POST",
		path: "/gateway/self/adoptions",
		summary: "List the adopted locks of a gateway; with a revision, as soon as it is another one",
		access: "gateway",
		repeatable: true,
		waits: true,
		body: build_default.Object({
			revision: build_default.Optional(Revision),
			waitSeconds: build_default.Optional(build_default.Integer({
				minimum: 0,
				maximum: 25,
				default: 0
			}))
		}),
		returns: build_default.Object({
			revision: Revision,
			adoptions: build_default.Array(Adoption),
			broker: build_default.Object({ url: build_default.String({ description: "where the locks connect: mqtt or mqtts" }) })
		})
	}),
	credentials: route({
		method: "POST",
		path: "/gateway/self/adoptions/{key}/credentials",
		summary: "Get new credentials for an adopted lock; those before end at once",
		access: "gateway",
		repeatable: true,
		params: build_default.Object({ key: Key }),
		returns: build_default.Object({
			smartlockId: SmartlockId,
			deviceId: build_default.String(),
			username: build_default.String(),
			secret: build_default.String()
		})
	})
};
const gateways = {
	...managed,
	...ownCalls
};
//#endregion
//#region packages/contract/src/integrations.ts
/** What has access to the account: an API token or an OAuth grant (4.19). */
const AccountIntegration = build_default.Object({
	version: StringEnum(["HYDRA"]),
	vendorKey: StringEnum(["API_TOKEN", "OAUTH"], "an open list"),
	name: build_default.String({ description: "description of the API key" }),
	clientId: build_default.String(),
	description: build_default.Optional(build_default.String()),
	tokenId: build_default.Optional(HexId),
	createdAt: build_default.Optional(DateTime),
	lastActiveAt: build_default.Optional(DateTime),
	scopes: build_default.Optional(build_default.Array(build_default.String())),
	advancedType: build_default.Optional(StringEnum(ADVANCED_KEY_TYPES)),
	advancedState: build_default.Optional(StringEnum(ADVANCED_KEY_STATUSES)),
	apiKeyId: IntId
});
/** Clients send these as numbers and as texts. */
const NumberOrText = build_default.Unsafe({ anyOf: [{ type: "integer" }, { type: "string" }] });
const integrations = {
	list: route({
		number: 62,
		method: "GET",
		path: "/account/integration",
		summary: "List the tokens and OAuth grants that have access to the account",
		access: { scopes: ["account"] },
		returns: build_default.Array(AccountIntegration)
	}),
	remove: route({
		number: 63,
		method: "DELETE",
		path: "/account/integration",
		summary: "Take access away from one token, or from everything under an API key",
		access: { scopes: ["account"] },
		body: build_default.Object({
			apiKeyId: orInQuery(NumberOrText),
			tokenId: build_default.Optional(orInQuery(NumberOrText))
		}),
		returns: Confirmation
	})
};
//#endregion
//#region packages/contract/src/notifications.ts
/** What a notification can tell of (D97). */
const TRIGGER_EVENTS = [
	"lock",
	"unlock",
	"unlatch",
	"lockngo",
	"open",
	"ring",
	"doorsensor",
	"warnings",
	"smartlock"
];
const NOTIFICATION_OS = {
	android: 0,
	ios: 1,
	webhook: 2
};
const NOTIFICATION_STATUS = {
	init: 0,
	active: 1,
	failed: 2
};
const PushId = build_default.String({
	minLength: 1,
	maxLength: 4096,
	description: "push id; a URL with os 2"
});
const ReferenceId = build_default.String({
	maxLength: 255,
	description: "id in the other system"
});
const Secret = build_default.String({
	pattern: "^[0-9a-fA-F]{40}$",
	examples: ["0123456789abcdef0123456789abcdef01234567"],
	description: "40 hex digits"
});
const Os = IntEnum([
	0,
	1,
	2
], "0 Android, 1 iOS, 2 webhook");
const NotificationLanguage = StringEnum(LANGUAGES);
/** Which events of which lock, and of whom. */
const NotificationSetting = build_default.Object({
	smartlockId: build_default.Optional(SmartlockId),
	triggerEvents: build_default.Array(StringEnum(TRIGGER_EVENTS), { uniqueItems: true }),
	authIds: build_default.Optional(build_default.Array(HexId, {
		uniqueItems: true,
		maxItems: 200,
		description: "authorizations; none means all"
	}))
});
/** A push configuration (4.23). */
const Notification = build_default.Object({
	notificationId: HexId,
	referenceId: build_default.Optional(build_default.String()),
	pushId: build_default.String(),
	secret: build_default.String({ description: "40 hex digits; signs what is posted with os 2" }),
	os: Os,
	language: build_default.Optional(NotificationLanguage),
	status: IntEnum([
		0,
		1,
		2
	], "0 init, 1 active, 2 failed"),
	lastActiveDate: build_default.Optional(DateTime),
	settings: build_default.Array(NotificationSetting),
	error: build_default.Optional(build_default.String({ description: "why status is 2" }))
});
/** One entry of what is posted with os 2 (D95). */
const NotificationMessage = build_default.Object({
	notificationId: HexId,
	referenceId: build_default.Optional(build_default.String()),
	event: StringEnum(TRIGGER_EVENTS),
	smartlockId: SmartlockId,
	smartlockName: build_default.String(),
	message: build_default.String(),
	date: DateTime,
	smartlockLog: build_default.Optional(SmartlockLog)
});
const access$10 = {
	scopes: ["smartlock.log", "notification"],
	right: "viewLogs"
};
const NotificationParams = build_default.Object({ notificationId: HexId });
const referenceId = build_default.Optional(alias("reference_id", clearable(ReferenceId)));
const language = build_default.Optional(clearable(NotificationLanguage));
const notifications = {
	list: route({
		number: 96,
		method: "GET",
		path: "/notification",
		summary: "List the notifications, or those with a reference id",
		access: access$10,
		query: build_default.Object({ referenceId: build_default.Optional(alias("reference_id", ReferenceId)) }),
		returns: build_default.Array(Notification)
	}),
	create: route({
		number: 97,
		method: "PUT",
		path: "/notification",
		summary: "Create a notification",
		access: access$10,
		body: build_default.Object({
			referenceId,
			pushId: PushId,
			secret: build_default.Optional(Secret),
			os: Os,
			language,
			settings: build_default.Array(NotificationSetting),
			...stepUpFields
		}),
		returns: Notification,
		errors: [
			"quota_exceeded",
			"url_not_allowed",
			...STEP_UP_ERRORS
		]
	}),
	get: route({
		number: 98,
		method: "GET",
		path: "/notification/{notificationId}",
		summary: "Get a notification",
		access: access$10,
		params: NotificationParams,
		returns: Notification
	}),
	update: route({
		number: 99,
		method: "POST",
		path: "/notification/{notificationId}",
		summary: "Change a notification; a new push id or os begins anew",
		access: access$10,
		params: NotificationParams,
		body: build_default.Object({
			referenceId,
			pushId: build_default.Optional(PushId),
			secret: build_default.Optional(Secret),
			os: build_default.Optional(Os),
			language,
			settings: build_default.Optional(build_default.Array(NotificationSetting)),
			...stepUpFields
		}),
		update: true,
		returns: Notification,
		errors: [
			"quota_exceeded",
			"url_not_allowed",
			...STEP_UP_ERRORS
		]
	}),
	remove: route({
		number: 100,
		method: "DELETE",
		path: "/notification/{notificationId}",
		summary: "Delete a notification",
		access: access$10,
		params: NotificationParams
	})
};
//#endregion
//#region packages/contract/src/openers.ts
/** An intercom brand (4.24). */
const IntercomBrand = build_default.Object({
	brandId: IntId,
	brand: build_default.String()
});
/** How sure it is that a model works with an opener. */
const INTERCOM_VERIFIED = {
	verified: 1,
	maybeCompatible: 2,
	notCompatible: 3
};
/** A terminal of the intercom; empty where it is not known. */
const Terminal = (description) => build_default.String({ description: `${description}; empty: not known` });
/** An intercom model (4.24). */
const Intercom = build_default.Object({
	intercomId: IntId,
	brandId: IntId,
	type: build_default.Integer({ description: "operating mode of an opener on this intercom (6.12)" }),
	model: build_default.String(),
	verified: IntEnum([
		1,
		2,
		3
	], "1 verified, 2 maybe compatible, 3 not compatible"),
	conGndBus: Terminal("ground of the bus"),
	conBusAudio: Terminal("bus or audio line"),
	conAudioout: Terminal("audio output"),
	conDoorbellPlus: Terminal("doorbell, plus"),
	conDoorbellMinus: Terminal("doorbell, minus"),
	conOpendoor: Terminal("door release"),
	conGndAnalogue: Terminal("ground of an analogue intercom"),
	busModeSwitch: IntEnum([0, 1], "0 data, 1 analogue"),
	busModeSwitchShortCircuitDuration: build_default.Integer({ description: "milliseconds" }),
	creationDate: build_default.Optional(DateTime),
	updateDate: build_default.Optional(DateTime)
});
/** Public reference data: no token is needed (D37). */
const access$9 = "public";
const openers = {
	brands: route({
		number: 76,
		method: "GET",
		path: "/opener/brand",
		summary: "List the intercom brands",
		access: access$9,
		returns: build_default.Array(IntercomBrand)
	}),
	brand: route({
		number: 77,
		method: "GET",
		path: "/opener/brand/{brandId}",
		summary: "Get an intercom brand",
		access: access$9,
		params: build_default.Object({ brandId: IntId }),
		returns: IntercomBrand
	}),
	intercoms: route({
		number: 78,
		method: "GET",
		path: "/opener/intercom",
		summary: "List the intercom models of a brand, or those that changed in the last 30 days, newest first",
		access: access$9,
		query: build_default.Object({
			brandId: build_default.Optional({
				...IntId,
				description: "required unless recentlyChanged is true"
			}),
			ignoreVerified: build_default.Optional(build_default.Boolean({
				default: false,
				description: "true: also models that are not verified"
			})),
			recentlyChanged: build_default.Optional(build_default.Boolean({ default: false }))
		}),
		returns: build_default.Array(Intercom)
	}),
	intercom: route({
		number: 79,
		method: "GET",
		path: "/opener/intercom/{intercomId}",
		summary: "Get an intercom model",
		access: access$9,
		params: build_default.Object({ intercomId: IntId }),
		returns: Intercom
	})
};
//#endregion
//#region packages/contract/src/operations.ts
const OPERATION_TYPES = [
	"action",
	"sync",
	"auth.create",
	"auth.update",
	"auth.delete",
	"config",
	"advancedConfig",
	"openerConfig",
	"smartdoorConfig",
	"adminPin",
	"user.delete",
	"unit.delete",
	"address.delete",
	"token.redeem",
	"reservation.issue",
	"reservation.revoke",
	"reservation.update",
	"service.sync"
];
const OPERATION_STATUSES = [
	"queued",
	"sent",
	"confirmed",
	"failed",
	"expired",
	"unknown",
	"cancelled"
];
/** The receipt of an asynchronous call (4.25, 8.4). */
const Operation = build_default.Object({
	operationId: HexId,
	type: StringEnum(OPERATION_TYPES),
	smartlockId: build_default.Optional(SmartlockId),
	authIds: build_default.Optional(build_default.Array(HexId)),
	status: StringEnum(OPERATION_STATUSES),
	errorCode: build_default.Optional(build_default.String({ description: "device error code (7.5)" })),
	error: build_default.Optional(build_default.String()),
	proof: build_default.Optional(StringEnum([...MOVEMENT_PROOFS, ...CODE_PROOFS], "how it is known, once confirmed: report and read of movements, value and occupied of codes")),
	createdDate: DateTime,
	updateDate: DateTime,
	requestId: build_default.Optional(HexId),
	children: build_default.Optional(build_default.Array(HexId))
});
const operations = {
	list: route({
		method: "GET",
		path: "/operation",
		summary: "List operations, newest first",
		access: "token",
		doors: "handler",
		query: build_default.Object({
			smartlockId: build_default.Optional(SmartlockId),
			status: build_default.Optional(StringEnum(OPERATION_STATUSES)),
			requestId: build_default.Optional(HexId),
			limit: Limit(50, 1e3)
		}),
		returns: build_default.Array(Operation)
	}),
	get: route({
		method: "GET",
		path: "/operation/{operationId}",
		summary: "Ask what became of an asynchronous call",
		access: "token",
		doors: "handler",
		params: build_default.Object({ operationId: HexId }),
		returns: Operation
	})
};
//#endregion
//#region packages/contract/src/mail.ts
/**
* `waiting`: to be sent, or sent again. `sent`: a server took it. `bounced`: a server refused it for good. `failed`: no
* server took it in time. `kept`: no server is configured; the operator reads it here.
*/
const MAIL_STATES = [
	"waiting",
	"sent",
	"bounced",
	"failed",
	"kept"
];
const MailState = StringEnum(MAIL_STATES, "kept: no mail server is configured, so it is only here");
//#endregion
//#region packages/contract/src/operator.ts
/** What the operator can do with an application (8.5). */
const OPERATOR_ACTS = [
	"test",
	"approve",
	"reject",
	"suspend"
];
/** How much waits, for the operator to look at. */
const OperatorDuties = build_default.Object({
	applications: build_default.Integer({ description: "applications for advanced keys that nobody decided about" }),
	waitingMails: build_default.Integer({ description: "mails that are still to be sent" })
});
/** A mail of the outbox, whosever it is; without its words. */
const OperatorMail = build_default.Object({
	id: HexId,
	accountId: build_default.Integer({ description: "on whose behalf it was written" }),
	to: build_default.String(),
	template: build_default.String({ description: "what the mail is about" }),
	language: StringEnum(LANGUAGES),
	state: MailState,
	attempts: build_default.Integer(),
	error: build_default.Optional(build_default.String({ description: "what the mail server said last" })),
	readable: build_default.Boolean({ description: "its words can be read: it is `kept` and its code has not ended" }),
	creationDate: DateTime,
	updateDate: DateTime,
	nextAttemptDate: build_default.Optional(DateTime)
});
/** The same with its words, where they can be read. */
const OperatorMailText = build_default.Object({
	...OperatorMail.properties,
	subject: build_default.Optional(build_default.String()),
	text: build_default.Optional(build_default.String())
});
const { secret: _secret, ...application } = AdvancedApiKey.properties;
/** An application for an advanced key with who applied and what can be done with it now; never the secret. */
const OperatorApplication = build_default.Object({
	apiKeyId: IntId,
	accountId: IntId,
	accountName: build_default.String(),
	accountEmail: build_default.String(),
	...application,
	acts: build_default.Array(StringEnum(OPERATOR_ACTS))
});
const access$8 = {
	scopes: ["account"],
	operator: true
};
const operator = {
	duties: route({
		method: "GET",
		path: "/operator",
		summary: "Read how much waits for the operator",
		access: access$8,
		returns: OperatorDuties,
		errors: ["step_up_required"]
	}),
	listMail: route({
		method: "GET",
		path: "/operator/mail",
		summary: "List the mails of all accounts, newest first",
		access: access$8,
		query: build_default.Object({
			state: build_default.Optional(StringEnum(MAIL_STATES)),
			id: build_default.Optional(HexId),
			limit: Limit(50, 1e3)
		}),
		returns: build_default.Array(OperatorMail),
		errors: ["step_up_required"]
	}),
	readMail: route({
		method: "GET",
		path: "/operator/mail/{mailId}",
		summary: "Read a mail; its words only where no mail server sends them, and with an entry in the audit log",
		access: access$8,
		params: build_default.Object({ mailId: HexId }),
		returns: OperatorMailText,
		errors: ["step_up_required"]
	}),
	listApplications: route({
		method: "GET",
		path: "/operator/advanced-key",
		summary: "List the advanced keys of all accounts, newest API key first",
		access: access$8,
		query: build_default.Object({
			status: build_default.Optional(StringEnum(ADVANCED_KEY_STATUSES)),
			id: build_default.Optional(IntId),
			limit: Limit(50, 1e3)
		}),
		returns: build_default.Array(OperatorApplication),
		errors: ["step_up_required"]
	}),
	decide: route({
		method: "POST",
		path: "/operator/advanced-key/{apiKeyId}/{act}",
		summary: "Test, approve, reject or suspend an advanced key",
		access: access$8,
		params: build_default.Object({
			apiKeyId: IntId,
			act: StringEnum(OPERATOR_ACTS)
		}),
		body: build_default.Object(stepUpFields),
		returns: OperatorApplication,
		errors: ["advanced_key_state", ...STEP_UP_ERRORS]
	})
};
//#endregion
//#region packages/contract/src/otp.ts
const access$7 = { scopes: ["account"] };
const path$2 = "/account/otp";
const otp = {
	request: route({
		number: 64,
		method: "PUT",
		path: path$2,
		summary: "Ask for a secret for one-time passwords; it counts once a code of it came back",
		access: access$7,
		enrolment: true,
		body: build_default.Object(stepUpFields),
		returns: build_default.String({ description: "Base32 of 20 bytes, no padding" }),
		errors: ["otp_already_enabled", ...STEP_UP_ERRORS]
	}),
	enable: route({
		number: 65,
		method: "POST",
		path: path$2,
		summary: "Switch one-time passwords on with a code of the new secret",
		access: access$7,
		enrolment: true,
		body: build_default.Object({ otp: build_default.String({
			pattern: "^[0-9]{6}$",
			description: "six digits"
		}) }),
		returns: Confirmation,
		repeatable: true,
		errors: [
			"otp_not_requested",
			"otp_already_enabled",
			"otp_invalid",
			"otp_locked"
		]
	}),
	disable: route({
		number: 66,
		method: "DELETE",
		path: path$2,
		summary: "Switch one-time passwords off",
		access: access$7,
		body: build_default.Object(stepUpFields),
		returns: Confirmation,
		errors: [...STEP_UP_ERRORS, "last_second_factor"]
	})
};
//#endregion
//#region packages/contract/src/sessions.ts
/** A console session of the calling account; never its token (D99). */
const Session = build_default.Object({
	id: HexId,
	current: build_default.Boolean({ description: "the call came with its token" }),
	userAgent: build_default.Optional(build_default.String({ description: "what the caller of the login said it is" })),
	network: build_default.Optional(build_default.String({ description: "where the login came from: an IPv4 address or an IPv6 /64" })),
	creationDate: DateTime,
	lastUsedDate: build_default.Optional(build_default.String({
		...DateTime,
		description: "to ten minutes"
	})),
	expiryDate: DateTime
});
/** The answer of whatever opens a session. */
const SignedIn = build_default.Object({
	accessToken: build_default.String(),
	expiresIn: build_default.Integer({ description: "seconds" }),
	accountId: build_default.Integer(),
	secondFactorRequired: build_default.Optional(build_default.Boolean({ description: "until a passkey or one-time passwords are set up it can do nothing else (D116)" }))
});
const access$6 = { scopes: ["account"] };
const sessions = {
	login: route({
		method: "POST",
		path: "/account/login",
		summary: "Log in; the answer is a token with all scopes that lives twelve hours",
		access: "public",
		body: build_default.Object({
			email: build_default.String({ maxLength: 254 }),
			password: build_default.String({ maxLength: 256 }),
			otp: build_default.Optional(build_default.String({
				maxLength: 32,
				description: "needed when one-time passwords are on; a recovery code does as well"
			}))
		}),
		returns: SignedIn,
		errors: [
			"invalid_credentials",
			"otp_required",
			"passkey_required",
			"otp_invalid",
			"login_locked",
			"otp_locked"
		]
	}),
	logout: route({
		method: "POST",
		path: "/account/logout",
		summary: "End the session of the calling token; API and OAuth tokens are left alone",
		access: "token",
		enrolment: true
	}),
	verify: route({
		method: "POST",
		path: "/account/session/verify",
		summary: "Prove again who is signed in: for ten minutes the calling session may do what needs that",
		access: "token",
		enrolment: true,
		body: build_default.Object({
			currentPassword: build_default.String({ maxLength: 256 }),
			otp: build_default.Optional(build_default.String({
				maxLength: 32,
				description: "needed when one-time passwords are on; a recovery code does as well"
			}))
		}),
		repeatable: true,
		errors: STEP_UP_ERRORS
	}),
	list: route({
		method: "GET",
		path: "/account/session",
		summary: "List the sessions of the account of the token that have not ended, newest first",
		access: access$6,
		query: build_default.Object({
			id: build_default.Optional(HexId),
			limit: Limit(50, 1e3)
		}),
		returns: build_default.Array(Session)
	}),
	removeOthers: route({
		method: "DELETE",
		path: "/account/session",
		summary: "End every session of the account but the calling one",
		access: access$6
	}),
	remove: route({
		method: "DELETE",
		path: "/account/session/{sessionId}",
		summary: "End a session of the account at once",
		access: access$6,
		params: build_default.Object({ sessionId: HexId })
	})
};
//#endregion
//#region packages/contract/src/passkeys.ts
/** Bytes as browsers write them in JSON. */
const Base64Url = (maxLength) => build_default.String({
	maxLength,
	pattern: "^[A-Za-z0-9_-]+$"
});
/** An authenticator may choose ids of up to 1023 bytes. */
const CredentialId = Base64Url(1364);
const PasskeyName = build_default.String({
	minLength: 1,
	maxLength: 64
});
/** A passkey of the calling account; what it signs with stays in the authenticator (D114). */
const Passkey = build_default.Object({
	id: HexId,
	name: PasskeyName,
	host: build_default.String({ description: "the host it was made for; browsers offer it nowhere else" }),
	synced: build_default.Boolean({ description: "a password manager copies it to other devices" }),
	creationDate: DateTime,
	lastUsedDate: build_default.Optional(DateTime)
});
const Descriptor = build_default.Object({
	id: CredentialId,
	type: build_default.String(),
	transports: build_default.Optional(build_default.Array(build_default.String()))
});
/** What `navigator.credentials.create` is given, in the JSON form of WebAuthn. */
const CreationOptions = build_default.Object({
	rp: build_default.Object({
		id: build_default.String(),
		name: build_default.String()
	}),
	user: build_default.Object({
		id: Base64Url(128),
		name: build_default.String(),
		displayName: build_default.String()
	}),
	challenge: Base64Url(64),
	pubKeyCredParams: build_default.Array(build_default.Object({
		alg: build_default.Integer(),
		type: build_default.String()
	})),
	timeout: build_default.Integer(),
	excludeCredentials: build_default.Array(Descriptor),
	authenticatorSelection: build_default.Object({
		residentKey: build_default.String(),
		requireResidentKey: build_default.Boolean(),
		userVerification: build_default.String()
	}),
	attestation: build_default.String()
});
/** What `navigator.credentials.get` is given, in the JSON form of WebAuthn. */
const RequestOptions = build_default.Object({
	challenge: Base64Url(64),
	rpId: build_default.String(),
	timeout: build_default.Integer(),
	allowCredentials: build_default.Optional(build_default.Array(Descriptor)),
	userVerification: build_default.String()
});
const credential = {
	id: CredentialId,
	rawId: CredentialId,
	type: build_default.String({ maxLength: 32 })
};
/** What `navigator.credentials.create` answered. */
const Attestation = build_default.Object({
	...credential,
	response: build_default.Object({
		clientDataJSON: Base64Url(8192),
		attestationObject: Base64Url(65536),
		transports: build_default.Optional(build_default.Array(build_default.String({ maxLength: 32 }), { maxItems: 10 }))
	})
});
/** What `navigator.credentials.get` answered. */
const Assertion = build_default.Object({
	...credential,
	response: build_default.Object({
		clientDataJSON: Base64Url(8192),
		authenticatorData: Base64Url(8192),
		signature: Base64Url(8192),
		userHandle: build_default.Optional(Base64Url(128))
	})
});
const access$5 = { scopes: ["account"] };
const path$1 = "/account/passkey";
const params$1 = build_default.Object({ passkeyId: HexId });
const passkeys = {
	list: route({
		method: "GET",
		path: path$1,
		summary: "List the passkeys of the calling account, oldest first",
		access: access$5,
		enrolment: true,
		returns: build_default.Array(Passkey)
	}),
	options: route({
		method: "POST",
		path: `${path$1}/options`,
		summary: "Ask for what the browser needs to make a passkey; the challenge lives five minutes",
		access: access$5,
		enrolment: true,
		body: build_default.Object(stepUpFields),
		returns: CreationOptions,
		errors: [
			...STEP_UP_ERRORS,
			"passkeys_unavailable",
			"quota_exceeded"
		]
	}),
	register: route({
		method: "PUT",
		path: path$1,
		summary: "Add the passkey that the browser made",
		access: access$5,
		enrolment: true,
		body: build_default.Object({
			name: PasskeyName,
			credential: Attestation
		}),
		returns: Passkey,
		errors: [
			"passkey_invalid",
			"passkeys_unavailable",
			"quota_exceeded"
		]
	}),
	rename: route({
		method: "POST",
		path: `${path$1}/{passkeyId}`,
		summary: "Give a passkey another name",
		access: access$5,
		params: params$1,
		body: build_default.Object({ name: PasskeyName })
	}),
	remove: route({
		method: "DELETE",
		path: `${path$1}/{passkeyId}`,
		summary: "Remove a passkey; it no longer signs in",
		access: access$5,
		params: params$1,
		body: build_default.Object(stepUpFields),
		errors: [...STEP_UP_ERRORS, "last_second_factor"]
	}),
	signInOptions: route({
		method: "POST",
		path: "/account/login/passkey/options",
		summary: "Ask for what the browser needs to sign in with a passkey; the challenge lives five minutes",
		access: "public",
		returns: RequestOptions,
		errors: ["passkeys_unavailable", "login_locked"]
	}),
	signIn: route({
		method: "POST",
		path: "/account/login/passkey",
		summary: "Sign in with a passkey and nothing else; the answer is that of a log-in",
		access: "public",
		body: build_default.Object({ credential: Assertion }),
		returns: SignedIn,
		errors: [
			"passkey_invalid",
			"passkeys_unavailable",
			"login_locked"
		]
	}),
	verifyOptions: route({
		method: "POST",
		path: "/account/session/verify/passkey/options",
		summary: "Ask for what the browser needs to prove again with a passkey who is there",
		access: access$5,
		enrolment: true,
		returns: RequestOptions,
		errors: ["passkeys_unavailable", "passkey_missing"]
	}),
	verify: route({
		method: "POST",
		path: "/account/session/verify/passkey",
		summary: "Prove again with a passkey who is there, for the calling session",
		access: access$5,
		enrolment: true,
		body: build_default.Object({ credential: Assertion }),
		repeatable: true,
		errors: [
			"passkey_invalid",
			"passkeys_unavailable",
			"step_up_required"
		]
	})
};
//#endregion
//#region packages/contract/src/password-reset.ts
const passwordReset = {
	request: route({
		number: 67,
		method: "POST",
		path: "/account/password/reset",
		summary: "Have a password reset mailed; the answer is the same whether the address has an account or not",
		access: "public",
		body: build_default.Object({
			email: MailAddress,
			deleteApiTokens: build_default.Optional(alias("delete_api_tokens", orInQuery(build_default.Boolean({
				default: true,
				description: "accepted and not looked at: whoever confirms decides (D112)"
			}))))
		}),
		returns: Confirmation
	}),
	confirm: route({
		method: "POST",
		path: "/account/password/reset/confirm",
		summary: "Set a new password with the token that was mailed",
		access: "public",
		body: build_default.Object({
			token: build_default.String({ maxLength: 255 }),
			password: Password,
			deleteApiTokens: build_default.Optional(build_default.Boolean({
				default: true,
				description: "end all tokens and grants, not only sessions"
			}))
		}),
		returns: Confirmation,
		errors: ["reset_token_invalid"]
	})
};
//#endregion
//#region packages/contract/src/recovery-codes.ts
/** How many recovery codes are left; the codes themselves are shown once (D115). */
const RecoveryCodes = build_default.Object({
	left: build_default.Integer({ description: "codes that were not used yet" }),
	creationDate: build_default.Optional(DateTime)
});
const access$4 = { scopes: ["account"] };
const path = "/account/recovery-code";
const recoveryCodes = {
	get: route({
		method: "GET",
		path,
		summary: "How many recovery codes are left",
		access: access$4,
		returns: RecoveryCodes
	}),
	make: route({
		method: "PUT",
		path,
		summary: "Make ten new recovery codes, shown this once; the ones before no longer work",
		access: access$4,
		body: build_default.Object(stepUpFields),
		returns: build_default.Object({ codes: build_default.Array(build_default.String({ examples: ["7kfm-x2qa-9d4t-hw6e"] })) }),
		errors: [...STEP_UP_ERRORS, "second_factor_missing"]
	})
};
//#endregion
//#region packages/contract/src/reservations.ts
const RESERVATION_STATES = ["accepted", "canceled"];
/** Where a stay is by the clock: before check-in, between check-in and check-out, after it. */
const STAY_PHASES = [
	"coming",
	"current",
	"over"
];
/** What the service did by itself (4.22). */
const AUTOMATION = {
	none: 0,
	planned: 1,
	issued: 2,
	revoked: 3,
	failed: 4
};
const Guest = build_default.String({
	minLength: 1,
	maxLength: 255
});
const Email = build_default.String({
	maxLength: 255,
	pattern: "^(|[^\\s@]+@[^\\s@]+)$",
	examples: ["somebody@example.com"],
	description: "a mail address, or empty"
});
const Guests = build_default.Integer({
	minimum: 1,
	maximum: 1e3
});
const Reference = build_default.String({ maxLength: 255 });
/** A stay (4.22). */
const Reservation = build_default.Object({
	id: HexId,
	addressId: IntId,
	accountId: IntId,
	name: build_default.String(),
	email: build_default.String(),
	guests: build_default.Integer(),
	guestsIssued: build_default.Integer({ description: "0; `guests` once a lock confirmed the code" }),
	keypadIssued: build_default.Boolean({ description: "a lock confirmed the code" }),
	state: StringEnum(RESERVATION_STATES),
	serviceId: build_default.Optional(build_default.String()),
	reference: build_default.Optional(build_default.String()),
	automation: IntEnum(Object.values(AUTOMATION), "0 none, 1 planned, 2 issued by itself, 3 revoked by itself, 4 failed"),
	checkedIn: build_default.Optional(build_default.Boolean({ description: "follows the first use of the code" })),
	startDate: DateTime,
	endDate: DateTime,
	updateDate: DateTime,
	allowedFromDate: build_default.String({
		format: "date-time",
		description: "check-in: from here on its code opens (D82)"
	}),
	allowedUntilDate: build_default.String({
		format: "date-time",
		description: "check-out: until here its code opens (D82)"
	}),
	isCurrentlyIssuingAuth: build_default.Boolean(),
	isCurrentlyRevokingAuth: build_default.Boolean(),
	currentlyIssuingAuth: build_default.Boolean(),
	currentlyRevokingAuth: build_default.Boolean(),
	hasCustomAccessTimes: build_default.Boolean(),
	checkInTime: build_default.Optional(MinuteOfDay),
	checkOutTime: build_default.Optional(MinuteOfDay),
	authIds: build_default.Optional(build_default.Array(HexId)),
	unitId: build_default.Optional(HexId),
	readiness: build_default.Optional(build_default.Number({
		minimum: 0,
		maximum: 1,
		description: "share of the keypad locks that confirmed the code; absent while none was issued"
	})),
	operationId: build_default.Optional(HexId)
});
const access$3 = {
	scopes: ["account"],
	right: "manageAuthorizations"
};
const AddressParams = build_default.Object({ addressId: IntId });
const ReservationParams = build_default.Object({
	addressId: IntId,
	id: HexId
});
/** What putting a code on locks, or changing one there, may be refused with. */
const codeRefusals = [
	"auth_limit_reached",
	"code_conflict",
	"code_invalid",
	"code_not_allowed",
	"keypad_missing",
	"resource_locked",
	"window_invalid"
];
const reservations = {
	search: route({
		method: "GET",
		path: "/reservation",
		summary: "List the reservations of all addresses by check-in, the earliest first; the latest where only those that are over are asked for",
		access: access$3,
		doors: "handler",
		query: build_default.Object({
			addressId: build_default.Optional(IntId),
			name: build_default.Optional(build_default.String({
				maxLength: 255,
				description: "part of the guest's name or of the reference"
			})),
			state: build_default.Optional(StringEnum(RESERVATION_STATES)),
			phases: build_default.Optional(build_default.Array(StringEnum(STAY_PHASES), { description: "comma list" })),
			ready: build_default.Optional(build_default.Boolean({ description: "of the accepted ones that are not over: does every keypad lock have the code?" })),
			fromDate: build_default.Optional(DateTime),
			toDate: build_default.Optional(DateTime),
			id: build_default.Optional(HexId),
			limit: Limit(100, 1e3)
		}),
		returns: build_default.Array(Reservation)
	}),
	list: route({
		number: 88,
		method: "GET",
		path: "/address/{addressId}/reservation",
		summary: "List the reservations of an address",
		access: access$3,
		doors: "path",
		params: AddressParams,
		returns: build_default.Array(Reservation)
	}),
	create: route({
		method: "PUT",
		path: "/address/{addressId}/reservation",
		summary: "Create a reservation by hand",
		access: access$3,
		doors: "path",
		params: AddressParams,
		body: build_default.Object({
			name: Guest,
			email: Email,
			guests: Guests,
			startDate: DateTime,
			endDate: DateTime,
			reference: build_default.Optional(Reference)
		}),
		returns: Reservation,
		errors: ["quota_exceeded"]
	}),
	get: route({
		method: "GET",
		path: "/address/{addressId}/reservation/{id}",
		summary: "Read a reservation",
		access: access$3,
		doors: "path",
		params: ReservationParams,
		returns: Reservation
	}),
	update: route({
		method: "POST",
		path: "/address/{addressId}/reservation/{id}",
		summary: "Change a reservation; of one that came from a service only name, email and guests",
		access: access$3,
		doors: "path",
		params: ReservationParams,
		update: true,
		body: build_default.Object({
			name: build_default.Optional(Guest),
			email: build_default.Optional(Email),
			guests: build_default.Optional(Guests),
			startDate: build_default.Optional(DateTime),
			endDate: build_default.Optional(DateTime),
			reference: build_default.Optional(clearable(Reference))
		}),
		returns: Reservation,
		errors: codeRefusals
	}),
	remove: route({
		method: "DELETE",
		path: "/address/{addressId}/reservation/{id}",
		summary: "Delete a reservation and revoke its codes",
		access: access$3,
		doors: "path",
		params: ReservationParams,
		returns: Confirmation,
		async: true,
		errors: ["resource_locked"]
	}),
	issue: route({
		number: 89,
		method: "POST",
		path: "/address/{addressId}/reservation/{id}/issue",
		summary: "Put a code for the stay on every keypad lock of the address",
		access: access$3,
		doors: "path",
		params: ReservationParams,
		async: true,
		errors: [
			...codeRefusals,
			"no_keypad_lock",
			"reservation_not_active"
		]
	}),
	revoke: route({
		number: 90,
		method: "POST",
		path: "/address/{addressId}/reservation/{id}/revoke",
		summary: "Take the codes of a reservation from the locks",
		access: access$3,
		doors: "path",
		params: ReservationParams,
		async: true,
		errors: ["resource_locked"]
	}),
	updateAccessTimes: route({
		number: 91,
		method: "POST",
		path: "/address/{addressId}/reservation/{id}/update/accesstimes",
		summary: "Give a reservation its own check-in and check-out time; issued codes' windows move along",
		access: access$3,
		doors: "path",
		params: ReservationParams,
		body: build_default.Object({
			checkInTime: MinuteOfDay,
			checkOutTime: MinuteOfDay
		}),
		async: true,
		errors: codeRefusals
	})
};
//#endregion
//#region packages/contract/src/sandbox-switches.ts
const DelayMs = (description) => build_default.Integer({
	minimum: 0,
	maximum: 6e5,
	description
});
/** What can be made to go wrong with a simulated lock. */
const faults = {
	mute: build_default.Boolean({ description: "receives commands, but neither answers nor moves" }),
	dropAcks: build_default.Boolean({ description: "moves and shows its state, but its acks and events are lost" }),
	jam: build_default.Boolean({ description: "the motor gets stuck" }),
	doorSensorJam: build_default.Boolean({ description: "its door sensor is stuck: a door that moves is a disturbance" }),
	ackDelayMs: DelayMs("its acks and events come this much later"),
	commandDelayMs: DelayMs("it looks at an order this much later, like a lock that sleeps"),
	commandGapMs: DelayMs("a command that follows another order sooner than this is refused as busy, a setting not answered"),
	rejectConfig: build_default.Boolean({ description: "refuses every setting and access right it is asked to change" }),
	duplicate: build_default.Boolean({ description: "every message from and to the lock is delivered twice" }),
	lossPercent: build_default.Integer({
		minimum: 0,
		maximum: 100,
		description: "share of commands, acks, states and events that get lost"
	}),
	maskCodes: build_default.Boolean({ description: "tells that it holds an access right, not which code" }),
	keypadFull: build_default.Boolean({ description: "its keypad takes no more codes" })
};
const SIM_CONNECTIONS = [
	"online",
	"offline",
	"cut",
	"halfOpen"
];
/** Everything that can be switched. */
const SimSwitches = build_default.Object({
	connection: StringEnum(SIM_CONNECTIONS, "offline: left with a goodbye; cut: without one; halfOpen: nothing passes and nobody is told"),
	batteryCharge: build_default.Integer({
		minimum: 0,
		maximum: 100,
		description: "critical below 20"
	}),
	clockSkewMs: build_default.Integer({
		minimum: -316224e5,
		maximum: 316224e5,
		description: "how far the lock's own clock is ahead"
	}),
	clockDriftPpm: build_default.Integer({
		minimum: -1e5,
		maximum: 1e5,
		description: "how much further ahead it gets: 100 are 8.64 s a day"
	}),
	...faults
});
/** No switch touched, apart from connection and battery, which are no faults. */
const SIM_ALL_WELL = {
	mute: false,
	dropAcks: false,
	jam: false,
	doorSensorJam: false,
	rejectConfig: false,
	ackDelayMs: 0,
	commandDelayMs: 0,
	commandGapMs: 0,
	duplicate: false,
	lossPercent: 0,
	maskCodes: false,
	keypadFull: false,
	clockSkewMs: 0,
	clockDriftPpm: 0
};
const SIM_PROFILE_NAMES = [
	"none",
	"sleepy",
	"busy gateway",
	"masked codes",
	"full keypad",
	"drifting clock",
	"lossy radio"
];
/** Named sets of switches that make a lock as unpleasant as those people complain about. */
const SIM_PROFILES = {
	none: {
		pain: "No fault at all.",
		switches: {}
	},
	sleepy: {
		pain: "The lock sleeps: eight seconds until it takes a command, two more until it answers.",
		switches: {
			commandDelayMs: 8e3,
			ackDelayMs: 2e3
		}
	},
	"busy gateway": {
		pain: "The gateway takes one command and refuses the next ones for thirty seconds.",
		switches: { commandGapMs: 3e4 }
	},
	"masked codes": {
		pain: "Codes cannot be read back, so that comparing them would set them again and again.",
		switches: { maskCodes: true }
	},
	"full keypad": {
		pain: "The keypad has no free place, and a new code must not silently come to nothing.",
		switches: { keypadFull: true }
	},
	"drifting clock": {
		pain: "The lock's clock gains 8.64 seconds a day: its log entries are off, and soon every command looks too old to it.",
		switches: { clockDriftPpm: 100 }
	},
	"lossy radio": {
		pain: "Nearly every third message between the lock and its gateway is lost, and the others come twice.",
		switches: {
			lossPercent: 30,
			duplicate: true
		}
	}
};
//#endregion
//#region packages/contract/src/sandbox.ts
/**
* Control of the sandbox: its clock and its simulated locks. These routes exist only while the sandbox is on, and are
* no part of the interface's operations.
*/
const ProfileName = StringEnum(SIM_PROFILE_NAMES);
const SimProfile = build_default.Object({
	name: ProfileName,
	pain: build_default.String(),
	switches: build_default.Partial(SimSwitches)
});
/** A simulated lock, seen by somebody who stands in front of it. */
const SimulatedLock = build_default.Object({
	smartlockId: SmartlockId,
	deviceId: build_default.String(),
	name: build_default.String(),
	type: build_default.Integer({ description: "6.1" }),
	state: build_default.Integer({ description: "6.3" }),
	mode: build_default.Integer({ description: "6.2" }),
	doorState: build_default.Integer({ description: "6.7" }),
	batteryCritical: build_default.Boolean(),
	motorStarts: build_default.Integer({
		minimum: 0,
		description: "how often the motor (an opener: the strike) was started"
	}),
	connected: build_default.Boolean({ description: "what the lock itself believes" }),
	deviceDate: DateTime,
	keypad: build_default.Boolean({ description: "whether it has one" }),
	access: build_default.Array(build_default.Object({
		authId: build_default.Integer({
			minimum: 1,
			description: "the number on the lock"
		}),
		type: build_default.Integer({ description: "6.9" }),
		name: build_default.String(),
		code: build_default.Optional(build_default.String({ description: "as its keypad shows it" })),
		allowed: build_default.Boolean({ description: "at this moment of the lock's own clock" })
	}), { description: "access rights that are on the lock" }),
	profile: ProfileName,
	switches: SimSwitches
});
/** The switches to change, and perhaps a profile they start from. */
const SimLockChange = build_default.Object({
	profile: build_default.Optional(ProfileName),
	...build_default.Partial(SimSwitches).properties
});
const SIM_EVENTS = [
	"keypad",
	"fingerprint",
	"fob",
	"button",
	"turn",
	"ring",
	"doorOpened",
	"doorClosed",
	"forgetAccess",
	"reboot"
];
/** Something somebody does at the door. */
const SimEvent = build_default.Object({
	event: StringEnum(SIM_EVENTS),
	code: build_default.Optional(build_default.String({
		pattern: "^[0-9]{1,8}$",
		description: "keypad: 1 to 8 digits"
	})),
	authId: build_default.Optional(build_default.Integer({
		minimum: 1,
		maximum: 65535,
		description: "fob, fingerprint: whose it is, by the number of the access right on the lock"
	})),
	known: build_default.Optional(build_default.Boolean({
		default: true,
		description: "fingerprint without authId: whether the lock knows it"
	})),
	presses: build_default.Optional(IntEnum([
		1,
		2,
		3
	], "fob, button: how often it is pressed; 1 when left out; a button knows 1 and 2")),
	to: build_default.Optional(StringEnum([
		"lock",
		"unlock",
		"unlatch"
	], "turn: which way the key is turned"))
});
/** The time everything in the sandbox goes by. */
const SimClock = build_default.Object({
	now: DateTime,
	moved: build_default.Boolean({ description: "ahead of real time" }),
	aheadMs: build_default.Integer({ minimum: 0 })
});
/** A mail in the outbox, as its reader gets it. */
const SimMail = build_default.Object({
	id: HexId,
	to: build_default.String(),
	template: build_default.String({ description: "what the mail is about" }),
	language: StringEnum(LANGUAGES),
	state: MailState,
	error: build_default.Optional(build_default.String()),
	subject: build_default.Optional(build_default.String()),
	text: build_default.Optional(build_default.String({ description: "absent once the mail was sent or its code has ended" })),
	html: build_default.Optional(build_default.String()),
	date: DateTime
});
const access$2 = {
	scopes: ["account"],
	master: true
};
const LockParams = build_default.Object({ smartlockId: SmartlockId });
const sandbox = {
	clock: route({
		method: "GET",
		path: "/sim/clock",
		summary: "Get the sandbox's time; while it is moved, once it has arrived",
		access: access$2,
		returns: SimClock
	}),
	moveClock: route({
		method: "POST",
		path: "/sim/clock",
		summary: "Move time forward, or return to real time; answers when everything due on the way has happened",
		access: access$2,
		body: build_default.Object({
			advance: build_default.Optional(build_default.String({
				maxLength: 64,
				examples: ["PT10M"],
				description: "ISO 8601 duration"
			})),
			at: build_default.Optional(DateTime),
			real: build_default.Optional(build_default.Boolean())
		}, { oneOf: [
			{ required: ["advance"] },
			{ required: ["at"] },
			{ required: ["real"] }
		] }),
		returns: SimClock
	}),
	mail: route({
		method: "GET",
		path: "/sim/mail",
		summary: "Read the mails written on behalf of the account and its sub-accounts, newest first",
		access: access$2,
		query: build_default.Object({
			to: build_default.Optional(build_default.String()),
			id: build_default.Optional(HexId),
			limit: Limit(20, 100)
		}),
		returns: build_default.Array(SimMail)
	}),
	profiles: route({
		method: "GET",
		path: "/sim/profile",
		summary: "List the named sets of faults",
		access: access$2,
		returns: build_default.Array(SimProfile)
	}),
	list: route({
		method: "GET",
		path: "/sim/smartlock",
		summary: "List the simulated locks as they stand at their doors",
		access: access$2,
		returns: build_default.Array(SimulatedLock)
	}),
	get: route({
		method: "GET",
		path: "/sim/smartlock/{smartlockId}",
		summary: "Get one simulated lock",
		access: access$2,
		params: LockParams,
		returns: SimulatedLock
	}),
	change: route({
		method: "POST",
		path: "/sim/smartlock/{smartlockId}",
		summary: "Switch faults of a simulated lock on and off",
		access: access$2,
		params: LockParams,
		body: SimLockChange,
		returns: SimulatedLock,
		errors: ["smartlock_offline"]
	}),
	happen: route({
		method: "POST",
		path: "/sim/smartlock/{smartlockId}/event",
		summary: "Let somebody do something at the door",
		access: access$2,
		params: LockParams,
		body: SimEvent,
		returns: SimulatedLock,
		errors: [
			"keypad_missing",
			"not_supported_by_device",
			"smartlock_offline"
		]
	})
};
//#endregion
//#region packages/contract/src/services.ts
/** Where reservations can come from: any iCalendar feed, or the calendar export of a platform (4.23). */
const SERVICE_IDS = [
	"ical",
	"airbnb",
	"booking",
	"vrbo"
];
const LINK_STATUSES = ["active", "paused"];
/** Why a fetch brought nothing, or not everything. */
const SYNC_PROBLEMS = [
	"unreachable",
	"refused",
	"not_a_calendar",
	"unreadable",
	"too_complex",
	"too_many_lost",
	"quota_reached",
	"switched_off"
];
/** What a fetch did to the reservations of a link. */
const LinkChange = build_default.Object({
	date: DateTime,
	added: build_default.Integer(),
	changed: build_default.Integer(),
	canceled: build_default.Integer()
});
/** A calendar that is fetched for an address. */
const ServiceLink = build_default.Object({
	linkId: IntId,
	addressId: IntId,
	unitId: build_default.Optional(HexId),
	url: build_default.String({ description: "masked: the path of a calendar is its key" }),
	status: StringEnum(LINK_STATUSES),
	lastSyncDate: build_default.Optional(DateTime),
	nextSyncDate: build_default.Optional(DateTime),
	lastError: build_default.Optional(build_default.String()),
	lastErrorCode: build_default.Optional(StringEnum(SYNC_PROBLEMS)),
	lastChange: build_default.Optional(LinkChange),
	reservations: build_default.Integer({ description: "accepted reservations that came from it" })
});
/** A third-party service (4.23); flags as in 8.7. */
const Service = build_default.Object({
	context: build_default.Object({ links: build_default.Array(ServiceLink) }),
	enabled: build_default.Boolean({ description: "configured by the operator" }),
	started: build_default.Boolean({ description: "at least one active link" }),
	stopped: build_default.Boolean({ description: "was linked, and no link is active now" }),
	serviceId: StringEnum(SERVICE_IDS),
	name: build_default.String()
});
/** What a calendar would bring, before it is linked. */
const CalendarCheck = build_default.Object({
	success: build_default.Boolean(),
	bookings: build_default.Integer({ description: "that are not over" }),
	firstDate: build_default.Optional(DateTime),
	errorCode: build_default.Optional(StringEnum(SYNC_PROBLEMS)),
	error: build_default.Optional(build_default.String())
});
const mayRead$1 = { scopes: ["account"] };
const mayLink = {
	scopes: ["account"],
	master: true
};
const ServiceParams = build_default.Object({ serviceId: StringEnum(SERVICE_IDS) });
/** Which links of a service; all of them without a word. */
const WhichLinks = build_default.Object({
	addressId: build_default.Optional(IntId),
	linkId: build_default.Optional(IntId)
});
const services = {
	list: route({
		number: 52,
		method: "GET",
		path: "/service",
		summary: "List the services reservations can come from",
		access: mayRead$1,
		query: build_default.Object({ serviceIds: build_default.Optional(build_default.Array(build_default.String())) }),
		returns: build_default.Array(Service)
	}),
	get: route({
		number: 53,
		method: "GET",
		path: "/service/{serviceId}",
		summary: "Read a service",
		access: mayRead$1,
		params: ServiceParams,
		returns: Service
	}),
	check: route({
		method: "POST",
		path: "/service/{serviceId}/check",
		summary: "Fetch a calendar once and tell what is in it; nothing is stored",
		access: mayLink,
		params: ServiceParams,
		body: build_default.Object({
			url: Url,
			addressId: IntId
		}),
		returns: CalendarCheck,
		repeatable: true,
		errors: ["service_disabled", "url_not_allowed"]
	}),
	link: route({
		number: 54,
		method: "POST",
		path: "/service/{serviceId}/link",
		summary: "Link a calendar to an address; without a body, ask what to send",
		access: mayLink,
		params: ServiceParams,
		body: build_default.Object({
			url: build_default.Optional(Url),
			addressId: build_default.Optional(IntId),
			unitId: build_default.Optional(HexId)
		}),
		returns: build_default.String(),
		errors: ["service_disabled", "url_not_allowed"]
	}),
	sync: route({
		number: 55,
		method: "POST",
		path: "/service/{serviceId}/sync",
		summary: "Fetch the linked calendars now",
		access: mayLink,
		params: ServiceParams,
		body: WhichLinks,
		async: true,
		errors: ["service_disabled", "service_not_linked"]
	}),
	unlink: route({
		number: 56,
		method: "POST",
		path: "/service/{serviceId}/unlink",
		summary: "Remove links; reservations without codes go with them",
		access: mayLink,
		params: ServiceParams,
		body: WhichLinks
	})
};
//#endregion
//#region packages/contract/src/smartlock-actions.ts
const ActionBody = build_default.Object({
	action: build_default.Integer({
		minimum: 0,
		maximum: 7,
		description: "6.6"
	}),
	option: build_default.Optional(IntEnum([
		0,
		2,
		4,
		6
	], "mask: 2 force, 4 full lock (action 2 only)"))
});
/** What all calls that move a door have in common. */
const moves = {
	method: "POST",
	access: mayOperate,
	doors: "path",
	params: SmartlockParams,
	async: true,
	errors: [
		"not_supported_by_device",
		"remote_unlock_off",
		"smartlock_offline",
		"resource_locked"
	]
};
/** What makes a door move. */
const smartlockActions = {
	action: route({
		...moves,
		number: 36,
		path: "/smartlock/{smartlockId}/action",
		summary: "Run an action on a smartlock",
		body: ActionBody
	}),
	lock: route({
		...moves,
		number: 37,
		path: "/smartlock/{smartlockId}/action/lock",
		summary: "Lock a smartlock"
	}),
	unlock: route({
		...moves,
		number: 38,
		path: "/smartlock/{smartlockId}/action/unlock",
		summary: "Unlock a smartlock"
	}),
	unlatch: route({
		...moves,
		path: "/smartlock/{smartlockId}/action/unlatch",
		summary: "Unlatch a smartlock: action 3 under a name of its own"
	}),
	lockNgo: route({
		...moves,
		path: "/smartlock/{smartlockId}/action/lock-n-go",
		summary: "Lock 'n' go: action 4 under a name of its own"
	})
};
/** The same with a callback when it ended. */
const advancedSmartlockActions = {
	actionAdvanced: route({
		...moves,
		number: 19,
		path: "/smartlock/{smartlockId}/action/advanced",
		summary: "Run an action on a smartlock and get a callback when it ended",
		body: ActionBody,
		returns: AdvancedConfirmation
	}),
	lockAdvanced: route({
		...moves,
		number: 20,
		path: "/smartlock/{smartlockId}/action/lock/advanced",
		summary: "Lock a smartlock and get a callback when it ended",
		returns: AdvancedConfirmation
	}),
	unlockAdvanced: route({
		...moves,
		number: 21,
		path: "/smartlock/{smartlockId}/action/unlock/advanced",
		summary: "Unlock a smartlock and get a callback when it ended",
		returns: AdvancedConfirmation
	}),
	unlatchAdvanced: route({
		...moves,
		path: "/smartlock/{smartlockId}/action/unlatch/advanced",
		summary: "Unlatch a smartlock and get a callback when it ended",
		returns: AdvancedConfirmation
	}),
	lockNgoAdvanced: route({
		...moves,
		path: "/smartlock/{smartlockId}/action/lock-n-go/advanced",
		summary: "Lock 'n' go, and get a callback when it ended",
		returns: AdvancedConfirmation
	})
};
//#endregion
//#region packages/contract/src/smartlock-settings.ts
/** How a smartlock is set up: what the lock itself keeps, and what the service keeps about it. */
const smartlockSettings = {
	setConfig: route({
		number: 43,
		method: "POST",
		path: "/smartlock/{smartlockId}/config",
		summary: "Change the configuration of a smartlock",
		access: mayConfigure,
		doors: "path",
		params: SmartlockParams,
		update: true,
		body: SmartlockConfigChange,
		async: true,
		errors: ["resource_locked"]
	}),
	setAdvancedConfig: route({
		number: 40,
		method: "POST",
		path: "/smartlock/{smartlockId}/advanced/config",
		summary: "Change the advanced configuration of a lock",
		access: mayConfigure,
		doors: "path",
		params: SmartlockParams,
		update: true,
		body: AdvancedConfigChange,
		async: true,
		errors: ["not_supported_by_device", "resource_locked"]
	}),
	setOpenerConfig: route({
		number: 41,
		method: "POST",
		path: "/smartlock/{smartlockId}/advanced/openerconfig",
		summary: "Change the advanced configuration of an opener",
		access: mayConfigure,
		doors: "path",
		params: SmartlockParams,
		update: true,
		body: OpenerAdvancedConfigChange,
		async: true,
		errors: ["not_supported_by_device", "resource_locked"]
	}),
	setSmartdoorConfig: route({
		number: 42,
		method: "POST",
		path: "/smartlock/{smartlockId}/advanced/smartdoorconfig",
		summary: "Change the advanced configuration of a smart door",
		access: mayConfigure,
		doors: "path",
		params: SmartlockParams,
		update: true,
		body: SmartdoorAdvancedConfigChange,
		async: true,
		errors: ["not_supported_by_device", "resource_locked"]
	}),
	setAdminPin: route({
		number: 39,
		method: "POST",
		path: "/smartlock/{smartlockId}/admin/pin",
		summary: "Give the service the admin PIN of a smartlock",
		access: mayConfigure,
		doors: "path",
		params: SmartlockParams,
		body: build_default.Object({ adminPin: build_default.Integer({
			minimum: 0,
			maximum: 999999,
			description: "up to 9999; type 5 up to 999999"
		}) }),
		async: true,
		errors: ["resource_locked"]
	}),
	sync: route({
		number: 44,
		method: "POST",
		path: "/smartlock/{smartlockId}/sync",
		summary: "Make a smartlock report everything",
		access: mayOperate,
		doors: "path",
		params: SmartlockParams,
		body: build_default.Object({}),
		async: true
	}),
	setWebConfigs: route({
		number: 45,
		method: "POST",
		path: "/bulk-web-config",
		summary: "Change what the service keeps about several smartlocks",
		access: mayConfigure,
		doors: "handler",
		body: build_default.Object({ webConfigRequests: build_default.Array(build_default.Object({
			smartlockId: SmartlockId,
			webConfig: WebConfig
		}), { maxItems: 5e3 }) })
	}),
	setWebConfig: route({
		number: 46,
		method: "POST",
		path: "/smartlock/{smartlockId}/web/config",
		summary: "Change what the service keeps about a smartlock",
		access: mayConfigure,
		doors: "path",
		params: SmartlockParams,
		update: true,
		body: WebConfig
	})
};
//#endregion
//#region packages/contract/src/smartlocks.ts
const LogQuery$1 = {
	accountUserId: build_default.Optional(Int32),
	fromDate: build_default.Optional(DateTime),
	toDate: build_default.Optional(DateTime),
	action: build_default.Optional(Int32),
	id: build_default.Optional(HexId),
	limit: Limit(20, 50)
};
const smartlocks = {
	list: route({
		number: 33,
		method: "GET",
		path: "/smartlock",
		summary: "List the smartlocks of the account",
		access: mayRead$2,
		doors: "handler",
		query: build_default.Object({
			authId: alias("auth_id", build_default.Optional(Int32)),
			type: alias("type_", build_default.Optional(SmartlockTypeField))
		}),
		returns: build_default.Array(Smartlock)
	}),
	get: route({
		number: 101,
		method: "GET",
		path: "/smartlock/{smartlockId}",
		summary: "Get one smartlock",
		access: mayRead$2,
		doors: "path",
		params: SmartlockParams,
		returns: Smartlock
	}),
	update: route({
		number: 34,
		method: "POST",
		path: "/smartlock/{smartlockId}",
		summary: "Change the name or the favourite mark of a smartlock",
		access: mayManage,
		doors: "path",
		params: SmartlockParams,
		update: true,
		body: build_default.Partial(SmartlockLabels)
	}),
	...smartlockActions,
	...smartlockSettings,
	remove: route({
		number: 35,
		method: "DELETE",
		path: "/smartlock/{smartlockId}",
		summary: "Delete a smartlock and end its credentials",
		access: mayManage,
		params: SmartlockParams
	}),
	capability: route({
		method: "GET",
		path: "/smartlock/{smartlockId}/capability",
		summary: "Ask what a smartlock can do, which rules its codes follow and how many places are left",
		access: mayRead$2,
		doors: "path",
		params: SmartlockParams,
		query: build_default.Object({ at: build_default.Optional({
			...DateTime,
			description: "slots at that time, with what has expired by then deleted"
		}) }),
		returns: Capability
	}),
	...advancedSmartlockActions,
	register: route({
		method: "PUT",
		path: "/smartlock",
		summary: "Register a smartlock and get its credentials, shown once",
		access: mayRegister,
		lasting: true,
		body: build_default.Object({
			type: SmartlockTypeField,
			name: DeviceName,
			deviceId: build_default.Optional(build_default.String({
				pattern: "^[0-9A-Fa-f]{8}$",
				examples: ["2BB28570"],
				description: "8 hex digits; generated when left out"
			})),
			virtualDevice: build_default.Optional(build_default.Boolean())
		}),
		returns: build_default.Object({
			...Smartlock.properties,
			credentials: DeviceCredentials
		}),
		errors: ["smartlock_exists", "quota_exceeded"],
		guessable: true
	}),
	rotateCredentials: route({
		method: "POST",
		path: "/smartlock/{smartlockId}/credentials",
		summary: "Replace the credentials of a smartlock; its codes then go to whatever logs in with the new ones",
		access: mayReplaceCredentials,
		lasting: true,
		params: SmartlockParams,
		body: build_default.Object({
			...stepUpFields,
			graceMinutes: build_default.Optional(build_default.Integer({
				minimum: 0,
				maximum: 60,
				default: 0
			}))
		}),
		returns: DeviceCredentials,
		errors: STEP_UP_ERRORS
	}),
	log: route({
		method: "GET",
		path: "/smartlock/log",
		summary: "List log entries of all smartlocks, newest first",
		access: mayViewLogs,
		doors: "handler",
		query: build_default.Object(LogQuery$1),
		returns: build_default.Array(SmartlockLog)
	}),
	logOf: route({
		method: "GET",
		path: "/smartlock/{smartlockId}/log",
		summary: "List log entries of one smartlock, newest first",
		access: mayViewLogs,
		doors: "path",
		params: SmartlockParams,
		query: build_default.Object({
			...LogQuery$1,
			authId: build_default.Optional(HexId)
		}),
		returns: build_default.Array(SmartlockLog)
	})
};
//#endregion
//#region packages/contract/src/sub-accounts.ts
const access$1 = {
	scopes: ["account"],
	master: true
};
const params = build_default.Object({ accountId: IntId });
/** Accounts that use the locks of their master within their rights (D39, D40). */
const subAccounts = {
	list: route({
		number: 71,
		method: "GET",
		path: "/account/sub",
		summary: "List sub-accounts, of those whose mail address matches an expression",
		access: access$1,
		query: build_default.Object({ email: build_default.Optional(build_default.String({ description: "a regular expression of at most 200 characters" })) }),
		returns: build_default.Array(Account),
		errors: ["regex_invalid"]
	}),
	create: route({
		number: 72,
		method: "PUT",
		path: "/account/sub",
		summary: "Create a sub-account",
		access: access$1,
		lasting: true,
		body: build_default.Object({
			...newSubAccountFields,
			...stepUpFields
		}),
		returns: Account,
		errors: [
			"email_taken",
			"quota_exceeded",
			...STEP_UP_ERRORS
		],
		guessable: true
	}),
	get: route({
		number: 73,
		method: "GET",
		path: "/account/sub/{accountId}",
		summary: "Read a sub-account",
		access: access$1,
		params,
		returns: Account
	}),
	update: route({
		number: 74,
		method: "POST",
		path: "/account/sub/{accountId}",
		summary: "Change a sub-account; rights count at once",
		access: access$1,
		lasting: true,
		params,
		update: true,
		body: SubAccountChanges,
		returns: Account,
		errors: ["email_taken", ...STEP_UP_ERRORS],
		guessable: true
	}),
	remove: route({
		number: 75,
		method: "DELETE",
		path: "/account/sub/{accountId}",
		summary: "Delete a sub-account with its keys and tokens",
		access: access$1,
		params,
		body: build_default.Object(stepUpFields),
		returns: Confirmation,
		errors: STEP_UP_ERRORS
	})
};
//#endregion
//#region packages/contract/src/subscriptions.ts
/**
* What clients of the original ask about paid subscriptions. There are none here, so every account answers as one
* without (D133).
*/
const mayRead = { scopes: ["account"] };
const None = build_default.Array(build_default.Unknown(), {
	maxItems: 0,
	description: "always empty"
});
const Params = build_default.Object({ subscriptionId: IntId });
const subscriptions = {
	list: route({
		method: "GET",
		path: "/subscription",
		summary: "List the subscriptions of all smartlocks: there are none",
		access: mayRead,
		returns: None
	}),
	get: route({
		method: "GET",
		path: "/subscription/{subscriptionId}",
		summary: "Get a subscription: there is none",
		access: mayRead,
		params: Params,
		returns: build_default.Object({})
	}),
	ofAccount: route({
		method: "GET",
		path: "/app/account/subscription",
		summary: "List the subscriptions of the account: there are none",
		access: mayRead,
		returns: None
	}),
	pay: route({
		method: "POST",
		path: "/account/subscription/pay",
		summary: "Start a payment: there is nothing to pay for",
		access: mayRead,
		body: build_default.Object({}),
		errors: ["service_disabled"]
	}),
	activate: route({
		method: "POST",
		path: "/account/subscription/{subscriptionId}/activate",
		summary: "Activate a subscription: there is none",
		access: mayRead,
		params: Params
	}),
	terminate: route({
		method: "POST",
		path: "/account/subscription/{subscriptionId}/terminate",
		summary: "Terminate a subscription: there is none",
		access: mayRead,
		params: Params
	})
};
//#endregion
//#region packages/contract/src/webhooks.ts
/** A decentral webhook (4.4). */
const DecentralWebhook = build_default.Object({
	id: IntId,
	secret: build_default.Optional(build_default.String({ description: "64 hex digits; in the answer to PUT only (D35)" })),
	webhookUrl: build_default.String(),
	webhookFeatures: build_default.Array(StringEnum(WEBHOOK_FEATURES)),
	status: StringEnum(WEBHOOK_STATUSES),
	apiKeyId: IntId,
	creationDate: DateTime
});
/** A message of a delivery (4.5); signatures and authorization are masked. */
const WebhookMessage = build_default.Object({
	headers: build_default.Record(build_default.String(), build_default.String()),
	body: build_default.Optional(build_default.Object({}, { additionalProperties: true })),
	timestamp: build_default.Optional(DateTime),
	path: build_default.String({ description: "full URL" })
});
/** One attempt to deliver (4.5). */
const WebhookLog = build_default.Object({
	id: HexId,
	apiKeyId: IntId,
	accountId: build_default.Integer(),
	requestId: build_default.Optional(HexId),
	succeeded: build_default.Optional(build_default.Boolean()),
	responseStatus: build_default.Optional(build_default.Integer({ description: "absent when the receiver did not answer" })),
	duration: build_default.Optional(build_default.Integer({ description: "milliseconds" })),
	request: build_default.Optional(WebhookMessage),
	response: build_default.Optional(WebhookMessage),
	created: DateTime,
	updated: DateTime,
	eventId: build_default.Optional(HexId),
	attempt: build_default.Optional(build_default.Integer()),
	webhookId: build_default.Optional(IntId)
});
const access = { scopes: ["webhook.decentral"] };
const ofKey = { scopes: ["account"] };
const WebhookParams = build_default.Object({ id: IntId });
const LogQuery = build_default.Object({
	id: build_default.Optional(HexId),
	limit: Limit(50, 100)
});
const webhooks = {
	list: route({
		number: 14,
		method: "GET",
		path: "/api/decentralWebhook",
		summary: "List the decentral webhooks of the API key",
		access,
		doors: "handler",
		returns: build_default.Array(DecentralWebhook)
	}),
	register: route({
		number: 15,
		method: "PUT",
		path: "/api/decentralWebhook",
		summary: "Register a decentral webhook, or change and reactivate the one with this URL",
		access,
		doors: "handler",
		body: build_default.Object({
			webhookUrl: alias("webhook_url", orInQuery(Url)),
			webhookFeatures: alias("webhook_features", orInQuery(build_default.Array(StringEnum(WEBHOOK_FEATURES), {
				minItems: 1,
				uniqueItems: true
			}))),
			apiKeyId: build_default.Optional(IntId),
			...stepUpFields
		}),
		returns: DecentralWebhook,
		errors: [
			"quota_exceeded",
			"url_not_allowed",
			...STEP_UP_ERRORS
		]
	}),
	remove: route({
		number: 16,
		method: "DELETE",
		path: "/api/decentralWebhook/{id}",
		summary: "Remove a decentral webhook",
		access,
		doors: "handler",
		params: WebhookParams,
		returns: Confirmation
	}),
	test: route({
		method: "POST",
		path: "/api/decentralWebhook/{id}/test",
		summary: "Post a test message; an answer of 2xx reactivates the webhook",
		access,
		doors: "handler",
		params: WebhookParams,
		returns: Confirmation,
		repeatable: true
	}),
	replaceSecret: route({
		method: "POST",
		path: "/api/decentralWebhook/{id}/secret",
		summary: "Give a decentral webhook a new secret; the old one signs as well for a while",
		access,
		params: WebhookParams,
		body: build_default.Object({
			overlapHours: OverlapHours,
			...stepUpFields
		}),
		returns: DecentralWebhook,
		errors: STEP_UP_ERRORS
	}),
	logOf: route({
		method: "GET",
		path: "/api/decentralWebhook/{webhookId}/log",
		summary: "List delivery attempts of one webhook, newest first",
		access,
		doors: "handler",
		params: build_default.Object({ webhookId: WebhookParams.properties.id }),
		query: LogQuery,
		returns: build_default.Array(WebhookLog)
	}),
	logs: route({
		number: 17,
		method: "GET",
		path: "/api/key/{apiKeyId}/webhook/logs",
		summary: "List delivery attempts of an API key, newest first",
		access: ofKey,
		params: build_default.Object({ apiKeyId: IntId }),
		query: LogQuery,
		returns: build_default.Array(WebhookLog)
	}),
	resend: route({
		method: "POST",
		path: "/api/key/{apiKeyId}/webhook/logs/{id}/resend",
		summary: "Deliver the event of a log entry once more",
		access: ofKey,
		params: build_default.Object({
			apiKeyId: IntId,
			id: HexId
		}),
		errors: ["webhook_not_deliverable"]
	})
};
//#endregion
//#region packages/contract/src/errors.ts
/**
* Every error code the service can answer outside `/oauth` (contract section 3): status, and the text used when the
* place that refuses has nothing more precise to say.
*/
const ERRORS = {
	invalid_json: {
		status: 400,
		title: "The request body is not valid JSON."
	},
	body_required: {
		status: 400,
		title: "This operation needs a JSON request body."
	},
	invalid_parameter: {
		status: 400,
		title: "One or more parameters are invalid."
	},
	conflicting_alias: {
		status: 400,
		title: "A parameter was given twice with different values."
	},
	keypad_missing: {
		status: 400,
		title: "The smartlock has no keypad."
	},
	code_not_allowed: {
		status: 400,
		title: "Only keypad authorizations (type 13) have a code."
	},
	code_invalid: {
		status: 400,
		title: "The code does not follow the lock's rules."
	},
	window_invalid: {
		status: 400,
		title: "The validity window is empty or reversed."
	},
	regex_invalid: {
		status: 400,
		title: "Not a valid regular expression of at most 200 characters."
	},
	url_not_allowed: {
		status: 400,
		title: "The URL is not an allowed target."
	},
	cursor_expired: {
		status: 400,
		title: "The cursor is older than the retention time."
	},
	reset_token_invalid: {
		status: 400,
		title: "The password-reset token is wrong, used or expired."
	},
	claim_invalid: {
		status: 400,
		title: "The claim code is wrong, used or expired. Ask for a new one."
	},
	otp_not_requested: {
		status: 400,
		title: "Request an OTP secret first."
	},
	token_missing: {
		status: 401,
		title: "Send an access token as \"Authorization: Bearer <token>\"."
	},
	token_invalid: {
		status: 401,
		title: "The access token is unknown, expired or revoked."
	},
	invalid_credentials: {
		status: 401,
		title: "Wrong email address or password."
	},
	otp_required: {
		status: 401,
		title: "This account needs a one-time password."
	},
	passkey_required: {
		status: 401,
		title: "A second factor is demanded here: sign in with the passkey of this account, or add a recovery code."
	},
	passkey_invalid: {
		status: 401,
		title: "The passkey is not known here, or its answer is not right."
	},
	otp_invalid: {
		status: 401,
		title: "The one-time password is wrong."
	},
	scope_missing: {
		status: 403,
		title: "The token lacks the scope this operation needs."
	},
	right_missing: {
		status: 403,
		title: "The sub-account lacks the right this operation needs."
	},
	master_required: {
		status: 403,
		title: "Only the master account may do this."
	},
	operator_required: {
		status: 403,
		title: "Only the operator of this service, signed in, may do this."
	},
	step_up_required: {
		status: 403,
		title: "Prove again who you are: send currentPassword (and otp where it is on), or sign in again."
	},
	second_factor_required: {
		status: 403,
		title: "A second factor is demanded here: set up a passkey or one-time passwords, or sign in with one."
	},
	token_limited: {
		status: 403,
		title: "The token is limited to some locks, addresses, networks or a time, and this is beyond it."
	},
	signup_disabled: {
		status: 403,
		title: "Sign-up is switched off."
	},
	path_not_found: {
		status: 404,
		title: "There is no such path."
	},
	not_found: {
		status: 404,
		title: "There is no such object."
	},
	method_not_allowed: {
		status: 405,
		title: "This path does not take that method."
	},
	not_supported_by_device: {
		status: 405,
		title: "This type of device cannot do that."
	},
	otp_already_enabled: {
		status: 405,
		title: "One-time passwords are already switched on."
	},
	smartlock_offline: {
		status: 409,
		title: "The smartlock is not online; nothing was sent and nothing is stored."
	},
	remote_unlock_off: {
		status: 409,
		title: "Remote unlock is switched off for this smartlock; switch it on with remoteUnlock."
	},
	lock_not_ready: {
		status: 409,
		title: "The gateway cannot serve this lock yet."
	},
	gateway_in_use: {
		status: 409,
		title: "Locks of this gateway are adopted. Delete those smartlocks first."
	},
	code_conflict: {
		status: 409,
		title: "The code is already used on this lock in an overlapping period."
	},
	auth_limit_reached: {
		status: 409,
		title: "The smartlock holds no more authorizations."
	},
	email_taken: {
		status: 409,
		title: "The email address is already in use."
	},
	smartlock_exists: {
		status: 409,
		title: "A smartlock with this device id is already registered."
	},
	advanced_key_exists: {
		status: 409,
		title: "The API key already has an advanced key."
	},
	advanced_key_state: {
		status: 409,
		title: "The state of the advanced key does not allow that."
	},
	token_already_redeemed: {
		status: 409,
		title: "The address token was redeemed before."
	},
	no_keypad_lock: {
		status: 409,
		title: "The address has no lock with a keypad."
	},
	reservation_not_active: {
		status: 409,
		title: "The reservation is canceled or over."
	},
	service_disabled: {
		status: 409,
		title: "The operator has not configured this service."
	},
	service_not_linked: {
		status: 409,
		title: "The service is not linked."
	},
	webhook_not_deliverable: {
		status: 409,
		title: "The endpoint was removed."
	},
	quota_exceeded: {
		status: 409,
		title: "A quota is used up."
	},
	bridge_off: {
		status: 409,
		title: "The operator has not switched the bridge on."
	},
	passkeys_unavailable: {
		status: 409,
		title: "Passkeys cannot be used at this address."
	},
	passkey_missing: {
		status: 409,
		title: "The account has no passkey for this address."
	},
	last_second_factor: {
		status: 409,
		title: "A second factor is demanded here, and this is the last one. Add another one first."
	},
	second_factor_missing: {
		status: 409,
		title: "Recovery codes stand in for a passkey or one-time passwords. Set one of those up first."
	},
	idempotency_key_reused: {
		status: 409,
		title: "The idempotency key was used for another request."
	},
	idempotency_in_progress: {
		status: 409,
		title: "The first request with this idempotency key is still running."
	},
	body_too_large: {
		status: 413,
		title: "The request body is larger than 1 MiB."
	},
	unsupported_media_type: {
		status: 415,
		title: "Send the request body as application/json."
	},
	resource_locked: {
		status: 423,
		title: "Another operation on this object is under way."
	},
	rate_limited: {
		status: 429,
		title: "Too many requests."
	},
	login_locked: {
		status: 429,
		title: "Too many failed logins."
	},
	otp_locked: {
		status: 429,
		title: "Too many wrong one-time passwords."
	},
	internal_error: {
		status: 500,
		title: "Something went wrong on our side."
	},
	database_damaged: {
		status: 500,
		title: "A part of the database is damaged: the operator has to restore a backup."
	},
	overloaded: {
		status: 503,
		title: "The service is overloaded."
	},
	database_unavailable: {
		status: 503,
		title: "The database cannot be reached at the moment."
	},
	shutting_down: {
		status: 503,
		title: "The service is stopping."
	},
	storage_full: {
		status: 507,
		title: "The disk of the service is full: nothing was done, and nothing can be stored until there is room."
	}
};
//#endregion
//#region packages/contract/src/time-zones.ts
/** Time zones by the id a device keeps (6.14). */
const TIME_ZONES = [
	"Africa/Cairo",
	"Africa/Lagos",
	"Africa/Maputo",
	"Africa/Nairobi",
	"America/Anchorage",
	"America/Argentina/Buenos_Aires",
	"America/Chicago",
	"America/Denver",
	"America/Halifax",
	"America/Los_Angeles",
	"America/Manaus",
	"America/Mexico_City",
	"America/New_York",
	"America/Phoenix",
	"America/Regina",
	"America/Santiago",
	"America/Sao_Paulo",
	"America/St_Johns",
	"Asia/Bangkok",
	"Asia/Dubai",
	"Asia/Hong_Kong",
	"Asia/Jerusalem",
	"Asia/Karachi",
	"Asia/Kathmandu",
	"Asia/Kolkata",
	"Asia/Riyadh",
	"Asia/Seoul",
	"Asia/Shanghai",
	"Asia/Tehran",
	"Asia/Tokyo",
	"Asia/Yangon",
	"Australia/Adelaide",
	"Australia/Brisbane",
	"Australia/Darwin",
	"Australia/Hobart",
	"Australia/Perth",
	"Australia/Sydney",
	"Europe/Berlin",
	"Europe/Helsinki",
	"Europe/Istanbul",
	"Europe/London",
	"Europe/Moscow",
	"Pacific/Auckland",
	"Pacific/Guam",
	"Pacific/Honolulu",
	"Pacific/Pago_Pago"
];
//#endregion
//#region packages/contract/src/index.ts
var src_exports = /* @__PURE__ */ __exportAll({
	ACCOUNT_USER_TYPES: () => ACCOUNT_USER_TYPES,
	ACTIONS_BY_TYPE: () => ACTIONS_BY_TYPE,
	ACTION_CALLBACK_TYPES: () => ACTION_CALLBACK_TYPES,
	ACTION_OPTION: () => ACTION_OPTION,
	ADVANCED_KEY_STATUSES: () => ADVANCED_KEY_STATUSES,
	ADVANCED_KEY_TYPES: () => ADVANCED_KEY_TYPES,
	ALL_RIGHTS: () => 31,
	AUDIT_FORMATS: () => AUDIT_FORMATS,
	AUTH_TYPE: () => AUTH_TYPE,
	AUTH_TYPES: () => AUTH_TYPES,
	AUTH_TYPE_NAMES: () => AUTH_TYPE_NAMES,
	AUTOMATION: () => AUTOMATION,
	Account: () => Account,
	AccountIntegration: () => AccountIntegration,
	AccountSetting: () => AccountSetting,
	AccountUser: () => AccountUser,
	AccountUserEvent: () => AccountUserEvent,
	ActionCallback: () => ActionCallback,
	Address: () => Address,
	AddressSettings: () => AddressSettings,
	AddressToken: () => AddressToken,
	AddressTokenInfo: () => AddressTokenInfo,
	AddressUnit: () => AddressUnit,
	AdvancedApiKey: () => AdvancedApiKey,
	AdvancedConfig: () => AdvancedConfig,
	AdvancedConfigChange: () => AdvancedConfigChange,
	AdvancedConfirmation: () => AdvancedConfirmation,
	ApiKey: () => ApiKey,
	ApiKeyToken: () => ApiKeyToken,
	AuditCheckpoint: () => AuditCheckpoint,
	AuditEntry: () => AuditEntry,
	AuthCreationCallback: () => AuthCreationCallback,
	Bridge: () => Bridge,
	CODE_PROOFS: () => CODE_PROOFS,
	CalendarCheck: () => CalendarCheck,
	Capability: () => Capability,
	Confirmation: () => Confirmation,
	DateTime: () => DateTime,
	DecentralWebhook: () => DecentralWebhook,
	Description: () => Description,
	DeviceAuths: () => DeviceAuths,
	DeviceConfig: () => DeviceConfig,
	DeviceCredentials: () => DeviceCredentials,
	DeviceLogs: () => DeviceLogs,
	DeviceMasterdata: () => DeviceMasterdata,
	DeviceName: () => DeviceName,
	DeviceStatus: () => DeviceStatus,
	ERRORS: () => ERRORS,
	EXPLANATION_RULES: () => EXPLANATION_RULES,
	Event: () => Event,
	Explanation: () => Explanation,
	ExplanationQuery: () => ExplanationQuery,
	FOUND_LOCK_NOTES: () => FOUND_LOCK_NOTES,
	FoundLock: () => FoundLock,
	GATEWAY_STATES: () => GATEWAY_STATES,
	Gateway: () => Gateway,
	GatewayClaim: () => GatewayClaim,
	GatewayHub: () => GatewayHub,
	GatewayReport: () => GatewayReport,
	HELD_PLACES: () => HELD_PLACES,
	HUB_STATES: () => HUB_STATES,
	HexId: () => HexId,
	INTERCOM_VERIFIED: () => INTERCOM_VERIFIED,
	Int32: () => Int32,
	IntEnum: () => IntEnum,
	IntId: () => IntId,
	Intercom: () => Intercom,
	IntercomBrand: () => IntercomBrand,
	LANGUAGES: () => LANGUAGES,
	LINK_STATUSES: () => LINK_STATUSES,
	LOCK_ACTION: () => LOCK_ACTION,
	Limit: () => Limit,
	LinkChange: () => LinkChange,
	LockCapability: () => LockCapability,
	LockCodes: () => LockCodes,
	MAIL_ADDRESS_PATTERN: () => MAIL_ADDRESS_PATTERN,
	MAIL_STATES: () => MAIL_STATES,
	MAX_BRIDGE_CALLBACKS: () => 3,
	MAX_GATEWAY_HUBS: () => 16,
	MAX_GATEWAY_LOCKS: () => 500,
	MAX_IDS_ASKED: () => 100,
	MOVEMENT_PROOFS: () => MOVEMENT_PROOFS,
	MailAddress: () => MailAddress,
	MailState: () => MailState,
	MinuteOfDay: () => MinuteOfDay,
	NOTIFICATION_OS: () => NOTIFICATION_OS,
	NOTIFICATION_STATUS: () => NOTIFICATION_STATUS,
	Name: () => Name$2,
	NewSharedKey: () => NewSharedKey,
	NewSmartlockAuth: () => NewSmartlockAuth,
	NewSmartlockAuths: () => NewSmartlockAuths,
	Notification: () => Notification,
	NotificationMessage: () => NotificationMessage,
	NotificationSetting: () => NotificationSetting,
	OPENER_ACTION: () => OPENER_ACTION,
	OPERATION_STATUSES: () => OPERATION_STATUSES,
	OPERATION_TYPES: () => OPERATION_TYPES,
	OPERATOR_ACTS: () => OPERATOR_ACTS,
	Offset: () => Offset,
	OpenerAdvancedConfig: () => OpenerAdvancedConfig,
	OpenerAdvancedConfigChange: () => OpenerAdvancedConfigChange,
	Operation: () => Operation,
	OperatorApplication: () => OperatorApplication,
	OperatorDuties: () => OperatorDuties,
	OperatorMail: () => OperatorMail,
	OperatorMailText: () => OperatorMailText,
	OverlapHours: () => OverlapHours,
	PagedSmartlockAuths: () => PagedSmartlockAuths,
	Pagination: () => Pagination,
	Passkey: () => Passkey,
	Password: () => Password,
	REDEEM_RESULTS: () => REDEEM_RESULTS,
	RESERVATION_STATES: () => RESERVATION_STATES,
	RIGHTS: () => RIGHTS,
	RecoveryCodes: () => RecoveryCodes,
	Reservation: () => Reservation,
	SCOPES: () => SCOPES,
	SERVER_STATE: () => SERVER_STATE,
	SERVICE_IDS: () => SERVICE_IDS,
	SIM_ALL_WELL: () => SIM_ALL_WELL,
	SIM_CONNECTIONS: () => SIM_CONNECTIONS,
	SIM_EVENTS: () => SIM_EVENTS,
	SIM_PROFILES: () => SIM_PROFILES,
	SIM_PROFILE_NAMES: () => SIM_PROFILE_NAMES,
	SMARTLOCK_TYPE: () => SMARTLOCK_TYPE,
	STAY_PHASES: () => STAY_PHASES,
	STEP_UP_ERRORS: () => STEP_UP_ERRORS,
	SYNC_PROBLEMS: () => SYNC_PROBLEMS,
	SYNC_STATES: () => SYNC_STATES,
	Service: () => Service,
	ServiceLink: () => ServiceLink,
	Session: () => Session,
	SignedCheckpoint: () => SignedCheckpoint,
	SignedIn: () => SignedIn,
	SimClock: () => SimClock,
	SimEvent: () => SimEvent,
	SimLockChange: () => SimLockChange,
	SimMail: () => SimMail,
	SimSwitches: () => SimSwitches,
	SimulatedLock: () => SimulatedLock,
	SmartdoorAdvancedConfig: () => SmartdoorAdvancedConfig,
	SmartdoorAdvancedConfigChange: () => SmartdoorAdvancedConfigChange,
	Smartlock: () => Smartlock,
	SmartlockAuth: () => SmartlockAuth,
	SmartlockAuthChange: () => SmartlockAuthChange,
	SmartlockConfig: () => SmartlockConfig,
	SmartlockConfigChange: () => SmartlockConfigChange,
	SmartlockId: () => SmartlockId,
	SmartlockLabels: () => SmartlockLabels,
	SmartlockLog: () => SmartlockLog,
	SmartlockState: () => SmartlockState,
	SmartlockTypeField: () => SmartlockTypeField,
	StringEnum: () => StringEnum,
	SubAccountChanges: () => SubAccountChanges,
	TIME_ZONES: () => TIME_ZONES,
	TRIGGER_EVENTS: () => TRIGGER_EVENTS,
	UnitDeletionCallback: () => UnitDeletionCallback,
	Url: () => Url,
	WEBHOOK_FEATURES: () => WEBHOOK_FEATURES,
	WEBHOOK_STATUSES: () => WEBHOOK_STATUSES,
	WINDOW_KEEPERS: () => WINDOW_KEEPERS,
	WebConfig: () => WebConfig,
	WebSettings: () => WebSettings,
	WebhookLog: () => WebhookLog,
	WebhookMessage: () => WebhookMessage,
	WebhookTest: () => WebhookTest,
	account: () => account,
	accountSettings: () => accountSettings,
	accountUsers: () => accountUsers,
	addressUnits: () => addressUnits,
	addresses: () => addresses,
	advancedKeys: () => advancedKeys,
	alias: () => alias,
	api: () => api,
	apiKeys: () => apiKeys,
	audit: () => audit,
	bridge: () => bridge,
	changes: () => changes,
	clearable: () => clearable,
	events: () => events,
	gateways: () => gateways,
	integrations: () => integrations,
	needsBody: () => needsBody,
	newAccountFields: () => newAccountFields,
	newSubAccountFields: () => newSubAccountFields,
	notifications: () => notifications,
	openers: () => openers,
	operations: () => operations,
	operator: () => operator,
	orInQuery: () => orInQuery,
	passkeys: () => passkeys,
	recoveryCodes: () => recoveryCodes,
	reservations: () => reservations,
	route: () => route,
	sandbox: () => sandbox,
	services: () => services,
	sessions: () => sessions,
	shownLabels: () => shownLabels,
	stepUpFields: () => stepUpFields,
	webhooks: () => webhooks
});
/** The whole API: one line per area. */
const api = {
	account,
	accountSettings,
	accountUsers,
	addresses,
	addressUnits,
	advancedKeys,
	apiKeys,
	audit,
	authorizations,
	bridge,
	companies,
	emailAddress,
	events,
	gateways,
	integrations,
	notifications,
	openers,
	operations,
	operator,
	otp,
	passkeys,
	passwordReset,
	recoveryCodes,
	reservations,
	sandbox,
	services,
	sessions,
	smartlocks,
	subAccounts,
	subscriptions,
	webhooks
};
//#endregion
export { SmartdoorAdvancedConfig as A, SERVER_STATE as C, AdvancedConfigChange as D, AdvancedConfig as E, AUTH_TYPES as F, AUTH_TYPE_NAMES as I, LANGUAGES as L, SmartlockConfig as M, SmartlockConfigChange as N, OpenerAdvancedConfig as O, AUTH_TYPE as P, needsBody as R, OPENER_ACTION as S, SmartlockLabels as T, SCOPES as _, SERVICE_IDS as a, ACTION_OPTION as b, AUTOMATION as c, OPERATION_TYPES as d, INTERCOM_VERIFIED as f, RIGHTS as g, SignedCheckpoint as h, ERRORS as i, SmartdoorAdvancedConfigChange as j, OpenerAdvancedConfigChange as k, OPERATOR_ACTS as l, NOTIFICATION_STATUS as m, src_exports as n, SIM_ALL_WELL as o, NOTIFICATION_OS as p, TIME_ZONES as r, SIM_PROFILES as s, api as t, MAIL_STATES as u, WEBHOOK_FEATURES as v, SMARTLOCK_TYPE as w, LOCK_ACTION as x, ACTIONS_BY_TYPE as y };
