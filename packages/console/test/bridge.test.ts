import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deepTest } from '../../server/test/tier.ts'
import { visit } from './browser.ts'

test('the bridge token, made in the console where the bridge is on, is shown once, opens doors, can be fetched after pairing, and is dead when replaced', async (t) => {
  const settings = { LATCHWORK_BRIDGE_ENABLED: 'true', LATCHWORK_BRIDGE_PORT: '0' }
  const { page, service, signIn, isSound } = await visit(t, { settings })
  await signIn('/integrations?tab=bridge')
  await page.getByRole('button', { name: 'Make the bridge token' }).click()
  const dialog = page.getByRole('dialog')
  await isSound()
  await dialog.getByRole('button', { name: 'Make the bridge token' }).click()
  const shown = async () => (await dialog.getByRole('region', { name: 'Bridge token' }).textContent()) ?? ''
  const first = await shown()
  await isSound()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('heading', { name: 'Bridge for programs' }).waitFor()
  assert.equal((await page.content()).includes(first), false, 'the value is gone with its dialog')
  await isSound()
  const { data } = await service.api.bridge.get()
  const bridge = `http://127.0.0.1:${data.port}`
  const list = async (token: string) => (await fetch(`${bridge}/list?token=${token}`)).status
  assert.equal(await list(first), 200)

  await page.getByRole('button', { name: 'Let a program ask for it' }).click()
  await dialog.getByRole('button', { name: 'Let a program ask for it' }).click()
  await page.getByText('A program can ask for the token now').waitFor()
  assert.deepEqual(await (await fetch(`${bridge}/auth`)).json(), { token: first, success: true })

  await page.getByRole('button', { name: 'Replace the token' }).click()
  await dialog.getByRole('button', { name: 'Replace the token' }).click()
  const second = await shown()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  assert.deepEqual([await list(first), await list(second)], [401, 200])
  await page.getByRole('button', { name: 'Delete the bridge token' }).click()
  await dialog.getByRole('button', { name: 'Delete the bridge token' }).click()
  await page.getByText('No bridge token yet').waitFor()
  assert.equal(await list(second), 401)
})

deepTest('the bridge, where it is off, is no part of the console', async (t) => {
  const { page, signIn } = await visit(t)
  await signIn('/integrations?tab=bridge')
  await page.getByRole('tab', { name: 'API keys' }).waitFor()
  assert.equal(await page.getByRole('tab', { name: 'Bridge' }).count(), 0)
})
