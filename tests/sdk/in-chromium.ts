import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../../packages/console/test/chromium.ts'

interface Page {
  /** Where the SDK is installed. */
  folder: string
  program: string
  service: string
}

const MODULES = ['eventsource-parser', 'typebox', '@latchwork/sdk']

/** What bare names mean to a page, from the `exports` of the packages. */
async function importMap(folder: string): Promise<string> {
  const imports: Record<string, string> = {}
  for (const name of MODULES) {
    const described = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
    const exported = JSON.parse(described).exports['.']
    const entry = exported.default ?? exported.import
    const path = typeof entry === 'string' ? entry : entry.default
    imports[name] = `/node_modules/${name}/${path.replace('./', '')}`
  }
  return JSON.stringify({ imports })
}

/** Runs a module as a page would that is served beside the API, and gives back what it wrote. */
export async function inChromium(t: TestContext, { folder, program, service }: Page): Promise<string> {
  const html = `<script type="importmap">${await importMap(folder)}</script><script type="module" src="/program.js"></script>`
  const server = createServer(async (asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://page')
    if (pathname === '/') return answer.setHeader('content-type', 'text/html').end(html)
    answer.setHeader('content-type', 'text/javascript')
    if (pathname === '/program.js') return answer.end(program)
    if (pathname.startsWith('/node_modules/')) return answer.end(await readFile(join(folder, pathname)))
    const { method = 'GET', headers } = asked
    asked.pipe(
      request(`${service}${asked.url}`, { method, headers }, (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers)
        from.pipe(answer)
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_FLAGS })
  t.after(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  })
  const page = await browser.newPage()
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  page.on('pageerror', (error) => lines.push(String(error)))
  const last = page.waitForEvent('console', { predicate: (line) => line.text().includes('DEVICE_LOGS') })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await last.catch(() => undefined)
  return lines.join('\n')
}
