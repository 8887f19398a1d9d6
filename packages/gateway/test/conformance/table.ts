import { readFileSync } from 'node:fs'
import { CHECKS } from './checks.ts'

/** Every check and every family that went through them; what excuses a family is below the table. */
export function conformanceTable(): string {
  const text = readFileSync(new URL('results.json', import.meta.url), 'utf8')
  const results = JSON.parse(text) as Record<string, Record<string, string>>
  const families = Object.keys(results).sort()
  const excuses = [
    ...new Set(families.flatMap((family) => Object.values(results[family] ?? {}))).difference(
      new Set(['passed']),
    ),
  ]
  const mark = (result: string | undefined) => {
    if (result === undefined) return ''
    return result === 'passed' ? 'yes' : `excused (${excuses.indexOf(result) + 1})`
  }
  return [
    `| | Promise | ${families.join(' | ')} |`,
    `|---|---|${families.map(() => '---|').join('')}`,
    ...CHECKS.map(({ number, promise }) => {
      const marks = families.map((family) => mark(results[family]?.[number]))
      return `| ${number} | ${promise} | ${marks.join(' | ')} |`
    }),
    '',
    ...excuses.map((excuse, i) => `${i + 1}. Excused: ${excuse}.`),
  ].join('\n')
}
