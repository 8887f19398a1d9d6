import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lint, loadConfig } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { DOCUMENT } from './requests.ts'

test('the document has no problem for Redocly', async () => {
  const configPath = fileURLToPath(new URL('../../redocly.yaml', import.meta.url))
  const config = await loadConfig({ configPath })
  const problems = await lint({ ref: fileURLToPath(DOCUMENT), config })
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )
})

test('the document has no problem for Spectral', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [rulesets.oas] } as never)
  const problems = await linter.run(JSON.parse(readFileSync(DOCUMENT, 'utf8')))
  assert.deepEqual(
    problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`),
    [],
  )
})
