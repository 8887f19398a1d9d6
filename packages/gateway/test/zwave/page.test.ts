// Runs in a process of its own: it talks to other processes, in real time; the others of this folder share a virtual clock.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { issueCertificate, TEST_CA_FILE } from '../../../server/test/certificates.ts'
import { PROCESS_TOKEN, startProcess } from '../../../server/test/service-process.ts'
import { newStorage } from '../../../server/test/storage.ts'
import { type Call, House, stepsOfPage } from './page.ts'
import { startZwavePartner } from './partner.ts'

const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const ANSWERED_WITHIN_MS = 90_000

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchwork-page-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs what the page says, in a folder where the program is installed, as a machine that trusts this authority. */
function run(t: TestContext, script: string, folder: string, trusted: string) {
  const { PATH, HOME } = process.env
  const child = spawn('sh', ['-c', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: the shell, npx and the gateway end together.
    detached: true,
    env: { PATH, HOME, NODE_EXTRA_CA_CERTS: trusted, npm_config_offline: 'true' },
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  t.after(() => end(child))
  return { child, output: () => output }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  process.kill(-(child.pid as number), 'SIGKILL')
  await exited
}

async function answerTo({ method, url, body }: Call): Promise<unknown> {
  const sent = request(url, {
    method,
    ca: readFileSync(TEST_CA_FILE),
    headers: {
      authorization: `Bearer ${PROCESS_TOKEN}`,
      ...(body && { 'content-type': 'application/json' }),
    },
  }).end(body)
  const [response] = await once(sent, 'response')
  const answer = await text(response)
  assert.ok(response.statusCode < 300, `${method} ${url}: ${response.statusCode} ${answer}`)
  return answer === '' ? undefined : JSON.parse(answer)
}

/** Asks again, where asking changes nothing, until the answer is the printed one: doors take a moment. */
async function untilAsPrinted(house: House, call: Call, printed: unknown): Promise<void> {
  const deadline = Date.now() + ANSWERED_WITHIN_MS
  for (;;) {
    const answer = await answerTo(call)
    try {
      return house.compare(printed, answer)
    } catch (error) {
      if (call.method !== 'GET' || Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}

test('the page about Z-Wave, done as it says, ends with an open door and a code, all of it over TLS', async (t) => {
  const partner = await startZwavePartner(['codes'])
  t.after(() => partner.close())
  const storage = await newStorage('sqlite')
  t.after(() => rmSync(storage.dataDir, { recursive: true, force: true }))
  const { certFile, keyFile } = issueCertificate()
  const service = await startProcess(storage, {
    LATCHWORK_TLS_CERT_FILE: certFile,
    LATCHWORK_TLS_KEY_FILE: keyFile,
  })
  t.after(() => service.kill())
  assert.match(service.brokerUrl, /^mqtts:/)
  const house = new House(service.url, partner.address)
  const folder = newFolder(t)
  symlinkSync(MODULES, join(folder, 'node_modules'))
  const stranger = join(newFolder(t), 'stranger.pem')
  writeFileSync(stranger, issueCertificate({ authority: 'stranger' }).cert)

  for (const step of stepsOfPage()) {
    if (step.do === 'start') {
      const script = house.here(step.script)
      const wary = run(t, script, folder, stranger)
      while (!wary.output().includes('the service cannot be reached')) await sleep(50)
      await end(wary.child)
      assert.ok(!wary.output().includes('is claimed'), 'nobody vouches for the service')
      run(t, script, folder, TEST_CA_FILE)
      continue
    }
    for (const [index, { method, url, body }] of step.calls.entries()) {
      const call = { method, url: house.here(url), body }
      if (step.answer !== undefined && index === step.calls.length - 1)
        await untilAsPrinted(house, call, step.answer)
      else await answerTo(call)
    }
  }
  assert.equal(partner.codes.isLocked, false)
  assert.deepEqual([...partner.codes.held.values()], ['438365'])
})
