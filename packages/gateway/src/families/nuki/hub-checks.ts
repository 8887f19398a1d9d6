import type { SetupResult } from '@latchwork/contract'
import type { FoundLock } from '../../family.ts'
import type { HubLock } from './hub-lock.ts'

/** The versions whose topics and words we know. */
const KNOWN_VERSIONS = /^9\./
/** As many codes as the hub lists unless it is told otherwise. */
const LISTED_AS_DELIVERED = 10

/** What the owner has to set at the hub by hand. It tells none of it: what it did says it, or nothing does yet. */
export function hubChecks({ box, seen, codes = [] }: HubLock): NonNullable<FoundLock['checks']> {
  const { version } = box
  const hidden = codes.length > 0 ? true : undefined
  const room = seen.hasRoom ?? (codes.length > LISTED_AS_DELIVERED ? true : undefined)
  return [
    { check: 'version', result: resultOf(version && KNOWN_VERSIONS.test(version)) },
    { check: 'rights', result: resultOf(seen.mayAct) },
    { check: 'codeRights', result: resultOf(seen.mayChangeCodes) },
    { check: 'codesHidden', result: resultOf(seen.showsCodes ? false : hidden) },
    { check: 'listRoom', result: resultOf(room) },
    // That it did not repeat anything yet says nothing.
    { check: 'noRetries', result: resultOf(seen.repeats ? false : undefined) },
  ]
}

function resultOf(isRight: boolean | string | undefined): SetupResult {
  if (isRight === undefined || isRight === '') return 'unknown'
  return isRight ? 'ok' : 'wrong'
}
