import { readFileSync } from 'node:fs'

const DAY_MS = 86_400_000

/** Advisories as they were known on a day; ranges are `>=1.2.0 <1.2.8`, several joined with `||`. */
export function compareWithStored(packages, file, now = Date.now()) {
  const { checkedOn, advisories } = JSON.parse(readFileSync(file, 'utf8'))
  const ageDays = Math.floor((now - Date.parse(checkedOn)) / DAY_MS)
  if (!(ageDays >= 0)) throw new Error(`${file} does not say when it was checked`)
  const hits = packages.flatMap(({ name, version }) =>
    advisories
      .filter((advisory) => advisory.name === name && isInRange(version, advisory.range))
      .map(({ severity, title, url }) => ({ name, version, severity, title, url })),
  )
  return { checkedOn, ageDays, count: advisories.length, hits }
}

const isInRange = (version, range) =>
  range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((condition) => holds(version, condition)),
  )

function holds(version, condition) {
  const [, sign, bound] = /^(>=|<=|>|<|=)(\d+\.\d+\.\d+\S*)$/.exec(condition) ?? []
  if (bound === undefined) throw new Error(`the range ${condition} cannot be read`)
  const order = compare(version, bound)
  return { '>=': order >= 0, '<=': order <= 0, '>': order > 0, '<': order < 0, '=': order === 0 }[sign]
}

/** Before 1.2.0 comes 1.2.0-beta; what follows the dash is compared as text, which is enough to err on the safe side. */
function compare(a, b) {
  const [numbersA, preA] = parts(a)
  const [numbersB, preB] = parts(b)
  for (let i = 0; i < 3; i++) if (numbersA[i] !== numbersB[i]) return numbersA[i] - numbersB[i]
  if (preA === preB) return 0
  if (preA === '') return 1
  if (preB === '') return -1
  return preA < preB ? -1 : 1
}

function parts(version) {
  const [numbers, ...pre] = version.replace(/\+.*$/, '').split('-')
  return [numbers.split('.').map(Number), pre.join('-')]
}
