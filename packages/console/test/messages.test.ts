import assert from 'node:assert/strict'
import { test } from 'node:test'
import { de } from '../src/messages/de/index.ts'
import { en } from '../src/messages/en/index.ts'
import { es } from '../src/messages/es/index.ts'
import { fr } from '../src/messages/fr/index.ts'
import { it } from '../src/messages/it/index.ts'
import { nl } from '../src/messages/nl/index.ts'

/** The path and kind of every message, for example `door.settings.title string`. */
function messagesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} ${value === '' ? 'empty' : typeof value}`]
  return Object.entries(value).flatMap(([name, child]) => messagesOf(child, path ? `${path}.${name}` : name))
}

const english = messagesOf(en)

test('English has no empty message', () => {
  assert.ok(english.length > 1000)
  assert.deepEqual(
    english.filter((message) => message.endsWith(' empty')),
    [],
  )
})

for (const [language, messages] of Object.entries({ de, es, fr, it, nl }))
  test(`every message is translated to ${language}`, () => {
    const translated = new Set(messagesOf(messages))
    assert.deepEqual(
      english.filter((message) => !translated.has(message)),
      [],
    )
  })
