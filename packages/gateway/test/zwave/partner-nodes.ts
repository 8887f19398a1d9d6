import { UserCredentialRule, UserCredentialType } from '@zwave-js/cc'
import { CommandClasses } from '@zwave-js/core'
import { ccCaps, type MockNodeOptions } from '@zwave-js/testing'

type Capabilities = NonNullable<MockNodeOptions['capabilities']>

/** A maker that the database knows, of a lock that it does not. */
const KEYPAD_LOCK = {
  genericDeviceClass: 0x40,
  specificDeviceClass: 0x03,
  manufacturerId: 0x0129,
  productType: 0x7f7f,
  productId: 0x7f7f,
}
/** A lock sleeps and listens once a second. */
const LISTENS = { isListening: false, isFrequentListening: '1000ms' as const }
const ACCESS_CONTROL = 6
const OLD_EVENTS = [1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 13, 14, 15, 19, 22, 23]
const NEW_EVENTS = [...OLD_EVENTS, 33, 34, 35, 36, 47, 48, 49, 50]
const TRAVEL_MS = 1000

const notifications = (events: number[]) =>
  ccCaps({
    ccId: CommandClasses.Notification,
    version: 8,
    supportsV1Alarm: false,
    notificationTypesAndEvents: { [ACCESS_CONTROL]: events },
  })

const basics = [
  CommandClasses.Version,
  CommandClasses['Manufacturer Specific'],
  { ccId: CommandClasses.Supervision, version: 2 },
]

export const USER_CODES: Capabilities = {
  ...KEYPAD_LOCK,
  ...LISTENS,
  commandClasses: [
    ...basics,
    ccCaps({ ccId: CommandClasses['Door Lock'], version: 4, travelTime: TRAVEL_MS }),
    ccCaps({ ccId: CommandClasses['User Code'], version: 2, numUsers: 30 }),
    ccCaps({ ccId: CommandClasses['Schedule Entry Lock'], version: 3, numDailyRepeatingSlots: 1 }),
    notifications(OLD_EVENTS),
  ],
}

/** Keeps windows itself, and shows its clock. */
export const TIMED: Capabilities = {
  ...USER_CODES,
  commandClasses: [
    ...basics,
    ccCaps({ ccId: CommandClasses['Door Lock'], version: 4, travelTime: 0 }),
    ccCaps({ ccId: CommandClasses['User Code'], version: 2, numUsers: 10 }),
    ccCaps({
      ccId: CommandClasses['Schedule Entry Lock'],
      version: 3,
      numWeekDaySlots: 1,
      numYearDaySlots: 2,
      numDailyRepeatingSlots: 1,
    }),
    { ccId: CommandClasses.Time, version: 1 },
    notifications(OLD_EVENTS),
  ],
}

export const USER_CREDENTIALS: Capabilities = {
  ...KEYPAD_LOCK,
  ...LISTENS,
  commandClasses: [
    ...basics,
    ccCaps({ ccId: CommandClasses['Door Lock'], version: 4, travelTime: 0 }),
    ccCaps({
      ccId: CommandClasses['User Credential'],
      version: 1,
      numberOfSupportedUsers: 20,
      supportedCredentialRules: [UserCredentialRule.Single],
      maxUserNameLength: 16,
      supportedCredentialTypes: new Map([
        [
          UserCredentialType.PINCode,
          {
            numberOfCredentialSlots: 20,
            minCredentialLength: 4,
            maxCredentialLength: 8,
            maxCredentialHashLength: 0,
            supportsCredentialLearn: false as const,
          },
        ],
      ]),
    }),
    notifications(NEW_EVENTS),
  ],
}

/** All that the database knows: the driver asks for each, and waits long for one that does not answer. */
const LONG_PARAMETERS = new Set([6, 12, 13, 14, 17])
const CODE_LENGTH = 16
const PARAMETERS = Array.from({ length: 16 }, (_, i) => i + 3).map((number) => ({
  '#': number,
  valueSize: LONG_PARAMETERS.has(number) ? 4 : 1,
  defaultValue: number === CODE_LENGTH ? 4 : 0,
}))

/** Found in the driver's own database of devices, which switches supervision off for it and names parameter 16. */
export const SCHLAGE: Capabilities = {
  ...KEYPAD_LOCK,
  ...LISTENS,
  manufacturerId: 0x003b,
  productType: 0x0001,
  productId: 0x0469,
  firmwareVersion: '0.8',
  commandClasses: [
    CommandClasses.Version,
    CommandClasses['Manufacturer Specific'],
    ccCaps({ ccId: CommandClasses['Door Lock'], version: 2, travelTime: TRAVEL_MS }),
    ccCaps({ ccId: CommandClasses['User Code'], version: 1, numUsers: 30 }),
    ccCaps({
      ccId: CommandClasses.Configuration,
      version: 1,
      parameters: PARAMETERS,
    }),
    notifications(OLD_EVENTS),
  ],
}
