import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConfig } from '../config.ts'
import { envExample, settingsTable } from './document.ts'
import { settings } from './settings.ts'

describe('the generated documents', () => {
  test('the table has one row per setting, with default, rule and meaning', () => {
    const [head, line, ...rows] = settingsTable().split('\n')
    assert.equal(head, '| Setting | Default | Value | Meaning |')
    assert.equal(line, '|---|---|---|---|')
    assert.equal(rows.length, settings.length)
    assert.equal(
      rows[1],
      '| `LATCHWORK_HTTP_PORT` | `8080` | a whole number from 0 to 65535 | Port the API listens on; 0 takes any free one |',
    )
    for (const row of rows) assert.match(row, /^\| `LATCHWORK_[A-Z_]+` \| [^|]+ \| [^|]+ \| [^|]+ \|$/)
  })

  test('the example, with every line uncommented that has a default, loads as the defaults', () => {
    const lines = envExample()
      .split('\n')
      .filter((line) => /^# LATCHWORK_\w+=/.test(line))
    assert.equal(lines.length, settings.length)
    const env = Object.fromEntries(lines.map((line) => line.slice(2).split('=') as [string, string]))
    assert.deepEqual(loadConfig(env), loadConfig({}))
  })

  test('the example as it is sets nothing', () => {
    for (const line of envExample().split('\n')) assert.match(line, /^(#|$)/)
  })
})
