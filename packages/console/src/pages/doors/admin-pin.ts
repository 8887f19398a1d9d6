import type { Smartlock } from '@latchwork/contract'
import { wordFor } from '../../kit/devices/device-look.ts'
import type { Messages } from '../../kit/language/languages.ts'

const IN_ORDER = 0

/** What is known of the stored PIN; nothing is in order that no lock has ever seen. */
export const pinStateText = (
  { adminPinState, lastSeenDate }: Pick<Smartlock, 'adminPinState' | 'lastSeenDate'>,
  text: Messages,
): string =>
  adminPinState === IN_ORDER && lastSeenDate === undefined
    ? text.door.adminUnknown
    : wordFor(text.door.adminStates, adminPinState, text)
