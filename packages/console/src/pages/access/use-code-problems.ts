import { AUTH_TYPE, api } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { type CodeDoor, codeProblems } from './code-check.ts'
import { type Draft, windowOfDraft } from './draft.ts'
import type { ChosenDoor } from './use-chosen-doors.ts'

/** The chosen doors whose rules for codes are known. */
export const codeDoorsOf = (chosen: readonly ChosenDoor[]): CodeDoor[] =>
  chosen.flatMap(({ lock, capability }) =>
    capability?.keypad
      ? [{ smartlockId: lock.smartlockId, name: lock.name, zone: zoneOfDoor(lock), rules: capability.code }]
      : [],
  )

/** Tells what speaks against a code on the chosen doors, as far as it is known. */
export function useCodeCheck(draft: Draft, chosen: readonly ChosenDoor[], id: string | undefined) {
  const { text, format } = useLanguage()
  const auths = useQuery(read(api.authorizations.list)).data
  const windowAt = (zone: string) => windowOfDraft(draft, format.at(zone))
  return {
    problemsOf: (code: string) =>
      codeProblems({ code, windowAt, id }, codeDoorsOf(chosen), auths ?? [], text),
    /** Until then nothing may be called free. */
    isComplete: auths !== undefined && chosen.every(({ capability }) => capability !== undefined),
  }
}

/** What speaks against the code of the draft; an empty one is made by the service. */
export function useCodeProblems(draft: Draft, chosen: readonly ChosenDoor[], id: string | undefined) {
  const { problemsOf } = useCodeCheck(draft, chosen, id)
  return draft.type === AUTH_TYPE.keypadCode && draft.code !== '' ? problemsOf(draft.code) : []
}
