import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, read } from './repository-files.ts'

/** The words of the code first, then a part for each language of the console. */
const [code = '', ...languages] = read('docs/glossary.md').split(/^(?=## The console in )/m)

/** The words that the last column of a table has in code marks: nothing is called so. */
const avoidedIn = (part: string): string[] =>
  [...part.matchAll(/^\|.*\| ([^|]*) \|$/gm)].flatMap(([, last = '']) =>
    [...last.matchAll(/`([^`]+)`/g)].map(([, word]) => word as string),
  )

const avoided = avoidedIn(code)

const isOurText = (file: string) =>
  /^(packages\/[^/]+\/src\/.*\.tsx?|docs\/[^/]+\.md|[A-Z]+\.md)$/.test(file) &&
  !/\.test\.tsx?$|^docs\/glossary\.md$|^CHANGELOG\.md$/.test(file)

/** The place of every line that has one of the words, which may be part of a name. */
function linesWith(text: string, words: readonly string[]): string[] {
  const found = new RegExp(`\\b(${words.join('|')})(?![a-z])`, 'i')
  return text.split('\n').flatMap((line, i) => (found.test(line) ? [`${i + 1}: ${line.trim()}`] : []))
}

/** What is said in one of the languages: in the console, on the page of guests, and in mails and alerts. */
const textsOf = (language: string) =>
  files.filter(
    (file) =>
      file.startsWith(`packages/console/src/messages/${language}/`) ||
      file === `packages/console/src/guest/words/${language}.ts` ||
      (file.startsWith('packages/server/src/messages/') && file.endsWith(`/${language}.ts`)),
  )

/** Whatever a file says that has one of the words, also in the plural; names in code are English. */
function sayings(text: string, words: readonly string[]): string[] {
  const found = new RegExp(`(?<!\\p{L})(${words.join('|')})\\p{L}{0,3}(?!\\p{L})`, 'iu')
  const said = text.match(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"/g) ?? []
  return said.filter((one) => found.test(one))
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

test('every language of the console has its words, and its texts, mails and guest page use no others', () => {
  assert.equal(languages.length, 5)
  assert.deepEqual(sayings("a: 'Alle Tastaturen', tastatur: `Keypad`", ['Tastatur']), ["'Alle Tastaturen'"])
  const others = languages.flatMap((part) => {
    const language = /`packages\/console\/src\/messages\/(\w\w)`/.exec(part)?.[1] ?? ''
    const [words, texts] = [avoidedIn(part), textsOf(language)]
    assert.ok(words.length >= 8, `${language}: ${words.join()}`)
    assert.ok(texts.length > 25, `${language}: ${texts.length} files`)
    return texts.flatMap((file) => sayings(read(file), words).map((one) => `${file}: ${one}`))
  })
  assert.deepEqual(others, [])
})
