import type { ApiKeyToken } from '@latchwork/contract'

/** How a person writes down what a token is limited to; empty where it is not. */
export interface LimitsDraft {
  /** On the clock of this browser, as its date fields want it. */
  expiresAt: string
  /** One per line. */
  networks: string
  smartlockIds: number[]
  addressIds: number[]
  doorGroupIds: string[]
}

export const NO_LIMITS: LimitsDraft = {
  ...{ expiresAt: '', networks: '' },
  ...{ smartlockIds: [], addressIds: [], doorGroupIds: [] },
}

const toField = (date: string | undefined): string => {
  if (date === undefined) return ''
  const at = new Date(date)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Of a token that is there already. */
export const limitsDraftOf = (token: ApiKeyToken): LimitsDraft => ({
  expiresAt: toField(token.expiresAt),
  networks: (token.networks ?? []).join('\n'),
  smartlockIds: token.smartlockIds ?? [],
  addressIds: token.addressIds ?? [],
  doorGroupIds: token.doorGroupIds ?? [],
})

const LIMITS = ['expiresAt', 'networks', 'smartlockIds', 'addressIds', 'doorGroupIds'] as const
type Limits = Pick<ApiKeyToken, (typeof LIMITS)[number]>

/** What the draft comes to; what is empty is left out. */
export function limitsFrom({ expiresAt, networks, ...places }: LimitsDraft): Limits {
  const { smartlockIds, addressIds, doorGroupIds } = places
  const lines = networks.split(/[\s,;]+/).filter((line) => line !== '')
  return {
    ...(expiresAt !== '' && { expiresAt: new Date(expiresAt).toISOString() }),
    ...(lines.length > 0 && { networks: lines }),
    ...(smartlockIds.length > 0 && { smartlockIds }),
    ...(addressIds.length > 0 && { addressIds }),
    ...(doorGroupIds.length > 0 && { doorGroupIds }),
  }
}

/** Only what the person changed, null where a limit was taken away: a date field knows no seconds, and must not move an end. */
export function changedLimits(before: LimitsDraft, after: LimitsDraft) {
  const was = limitsFrom(before)
  const is = limitsFrom(after)
  const changed = LIMITS.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
  return Object.fromEntries(changed.map((name) => [name, is[name] ?? null])) as {
    [K in keyof Limits]?: Limits[K] | null
  }
}
