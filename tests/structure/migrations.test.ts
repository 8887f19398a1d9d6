import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { files, read, repository } from './repository-files.ts'

/**
 * The migrations in the order in which they came, one a line. A database that has run the last of them refuses a version
 * that knows one with a lower number and that it never ran, so a new one goes to the end, with a number above all.
 */
const ORDER = 'packages/server/migrations/order.txt'

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** What is wrong with a list, given what it was before. */
function problems(now: readonly string[], before: readonly string[]): string[] {
  const found = now.flatMap((name, at) => {
    const above = now.slice(0, at).find((earlier) => earlier.slice(0, 4) >= name.slice(0, 4))
    return above ? [`${name} comes after ${above}: give it a number above all others`] : []
  })
  const changed = before.findIndex((name, at) => now[at] !== name)
  if (changed !== -1)
    found.push(`line ${changed + 1} was ${before[changed]}: lines are added at the end, and only there`)
  return found
}

/** The list as earlier commits have it, as far as this clone knows them. */
function earlierLists(): string[][] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const commits = linesOf(git('log', '-n', '50', '--format=%H', '--diff-filter=AM', '--', ORDER))
    return commits.map((commit) => linesOf(git('show', `${commit}:${ORDER}`)))
  } catch {
    // No repository, or no git: the release that a stranger has unpacked.
    return []
  }
}

test(`every migration is in ${ORDER}, which is only ever added to at its end`, () => {
  const now = linesOf(read(ORDER))
  const there = files
    .map((path) => /^packages\/server\/migrations\/(\d{4}-[\w-]+)\.ts$/.exec(path)?.[1])
    .filter((name) => name !== undefined)
  assert.deepEqual(now.toSorted(), there.toSorted(), `${ORDER} and the folder name different migrations`)
  assert.deepEqual(problems(now, []), [])
  for (const before of earlierLists()) assert.deepEqual(problems(now, before), [])
})

test('a migration with a number below one that is there, or put between others, is noticed', () => {
  const before = ['0001-first', '0004-fourth']
  assert.deepEqual(problems([...before, '0005-fifth'], before), [])
  assert.match(problems([...before, '0003-third'], before).join(), /0003-third comes after 0004-fourth/)
  assert.match(problems(['0001-first', '0003-third', '0004-fourth'], before).join(), /line 2 was 0004-fourth/)
  assert.match(problems(['0001-first'], before).join(), /line 2 was 0004-fourth/)
  assert.match(problems([...before, '0004-other'], before).join(), /0004-other comes after 0004-fourth/)
})

test('every version that the changelog calls released has its data in tests/upgrade/fixtures, of both stores', () => {
  const released = [...read('CHANGELOG.md').matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(
    ([, version]) => version,
  )
  assert.ok(released.length > 0)
  const missing = released
    .flatMap((version) => [
      `tests/upgrade/fixtures/${version}/sqlite/latchwork.db.gz`,
      `tests/upgrade/fixtures/${version}/postgres/database.sql.gz`,
    ])
    .filter((path) => !files.includes(path))
  assert.deepEqual(missing, [], 'npm run make:fixture makes it, with the code of that version')
})
