import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileExpression } from './expression.ts'

const finds = (expression: string, text: string): boolean => {
  const search = compileExpression(expression)
  assert.ok(search, expression)
  return search(text)
}

const EXPRESSIONS = [
  ...[
    '',
    'a',
    '^a',
    'a$',
    '^$',
    '^a*$',
    'a+b?c',
    'a|b|',
    '(a|b)*c',
    '(?:ab)+?c',
    '.',
    '^.$',
    '^.{2,3}$',
    'a{2}',
  ],
  ...[
    'a{2,}',
    '(ab){0,2}c',
    '(a*)*b',
    '^(a|a?)+$',
    '()*a',
    '(^a|b$)',
    'a(b|^c)',
    '[abc]',
    '[^abc]',
    '[a-c]b',
  ],
  ...[
    '[-a]',
    '[a-]',
    '[a.]',
    '[\\]a]',
    '\\.',
    '\\d',
    '\\w\\W',
    '\\s',
    '[\\d-]',
    '[^\\w]',
    'A',
    '[A-C]+$',
    'ä',
    '^(ä|b)+$',
  ],
  ...['a{0}b', '(a{2}){2}', '@a\\.b$', 'x|^(?:b+|[0-9])@'],
]

/** All texts of at most three of these characters, and some longer ones. */
const ALPHABET = [...'abcA.@0- Ä']
const longer = (texts: string[]): string[] => texts.flatMap((text) => ALPHABET.map((one) => text + one))
const TEXTS = [
  ...['', ...ALPHABET, ...longer(ALPHABET), ...longer(longer(ALPHABET))],
  ...['aaaa', 'ababc', 'ABABC', 'anna@rooms.example', 'b@a.b', '0@a.b', 'bbbb@'],
]

test('an expression finds what the engine of the runtime finds', () => {
  for (const expression of EXPRESSIONS) {
    const native = new RegExp(expression, 'i')
    const wrong = TEXTS.filter((text) => finds(expression, text) !== native.test(text))
    assert.deepEqual(wrong, [], expression)
  }
})

test('an expression that is malformed, or needs more than this engine has, is refused', () => {
  const malformed = [
    '(',
    ')',
    '[',
    ']',
    '[]',
    '[^]',
    '*',
    '+a',
    'a**',
    'a{2}{2}',
    '(|*)',
    '\\',
    'a{',
    'a{x}',
    'a{2,1}',
    '[b-a]',
  ]
  const unsupported = [
    '(?=a)',
    '(?<=a)b',
    '(?!a)',
    '(?<n>a)',
    '(?i)a',
    '(a)\\1',
    '\\bA',
    '\\p{L}',
    '\\x41',
    '[[:alpha:]]',
    '[\\d-z]',
  ]
  for (const expression of [...malformed, ...unsupported])
    assert.equal(compileExpression(expression), undefined, expression)
})

test('an expression that becomes too large is refused before it is written out', () => {
  const nested = (depth: number, count: string) => `${'('.repeat(depth)}a${count.repeat(depth)}`
  const large = [
    ...[
      'a{401}',
      'a{9999999999}',
      '(a{20}){20}',
      '(){9999999}',
      '((){999}){999}',
      '(a{0}){9999999999}',
      '((a{0}){399}){399}',
      'a'.repeat(201),
    ],
    ...[nested(20, '){9}'), nested(30, '){0,9}'), nested(30, '){2,}'), `(${'(a{0,9}){0,9}'.repeat(15)})`],
  ]
  const begin = performance.now()
  for (const expression of large) assert.equal(compileExpression(expression), undefined, expression)
  assert.ok(performance.now() - begin < 1000)
})

test('the work of an expression is bounded by its size and the text, whatever it is made of', () => {
  const hostile = [
    '^(([a-z])+.)+[A-Z]([a-z])+$|(a*)*b|^(a|a?)+$',
    `${'(a|a?)*'.repeat(28)}b$`,
    `${'.*'.repeat(99)}!b`,
    `${'(a?){0,5}'.repeat(16)}b$`,
    `[${'!-~'.repeat(60)}]{150}b$`,
    `[${'!-~'.repeat(60)}]*b`,
  ]
  for (const expression of hostile) {
    const begin = performance.now()
    assert.equal(finds(expression, `${'a'.repeat(250)}!`), false, expression)
    assert.ok(performance.now() - begin < 1000, expression)
  }
})
