/** What one look found. */
export interface Finding {
  readonly about: string
  readonly verdict: 'good' | 'warning' | 'bad'
  readonly says: string
  /** What to do about it. */
  readonly advice?: string
}

export const good = (about: string, says: string): Finding => ({ about, verdict: 'good', says })
export const warning = (about: string, says: string, advice: string): Finding => ({
  ...{ about, verdict: 'warning', says, advice },
})
export const bad = (about: string, says: string, advice: string): Finding => ({
  ...{ about, verdict: 'bad', says, advice },
})

const SIGNS = { good: 'ok  ', warning: 'warn', bad: 'BAD ' } as const

export const EXIT = { good: 0, bad: 1, warning: 3 } as const

/** The worst of them is what a script gets. */
export function verdictOf(findings: readonly Finding[]): Finding['verdict'] {
  if (findings.some(({ verdict }) => verdict === 'bad')) return 'bad'
  return findings.some(({ verdict }) => verdict === 'warning') ? 'warning' : 'good'
}

export const linesOf = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ about, verdict, says, advice }) => [
    `${SIGNS[verdict]}  ${about.padEnd(14)}${says}`,
    ...(advice === undefined ? [] : [`${' '.repeat(20)}→ ${advice}`]),
  ])
