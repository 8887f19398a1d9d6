import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, read } from './repository-files.ts'

/** The words that the last column of a table has in code marks: nothing is called so. */
const avoided = [...read('docs/glossary.md').matchAll(/^\|.*\| ([^|]*) \|$/gm)].flatMap(([, last = '']) =>
  [...last.matchAll(/`([^`]+)`/g)].map(([, word]) => word as string),
)

const isOurText = (file: string) =>
  /^(packages\/[^/]+\/src\/.*\.tsx?|docs\/[^/]+\.md|[A-Z]+\.md)$/.test(file) &&
  !/\.test\.tsx?$|^docs\/glossary\.md$|^CHANGELOG\.md$/.test(file)

/** The place of every line that has one of the words, which may be part of a name. */
function linesWith(text: string, words: readonly string[]): string[] {
  const found = new RegExp(`\\b(${words.join('|')})(?![a-z])`, 'i')
  return text.split('\n').flatMap((line, i) => (found.test(line) ? [`${i + 1}: ${line.trim()}`] : []))
}

test('the glossary names words that are not used, and they are found where they are', () => {
  assert.ok(avoided.length >= 5, avoided.join())
  assert.equal(linesWith('a\n/** A lock that is away. */\nconst wish = 1', avoided).length, 2)
})

test('code, documents and console, everywhere, use the words of the glossary', () => {
  const others = files
    .filter(isOurText)
    .flatMap((file) => linesWith(read(file), avoided).map((line) => `${file}:${line}`))
  assert.deepEqual(others, [])
})
