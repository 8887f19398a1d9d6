import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, findWholeChromium } from '../test/chromium.ts'

/**
 * Draws the icons of the installed console from the one that is drawn by hand: `node packages/console/build/icons.ts`.
 * The maskable one has its picture in the middle, because systems cut its edges off.
 */
const folder = join(import.meta.dirname, '../public')
const ICONS = [
  { name: 'icon-180.png', size: 180, inner: 1 },
  { name: 'icon-192.png', size: 192, inner: 1 },
  { name: 'icon-512.png', size: 512, inner: 1 },
  { name: 'icon-maskable.png', size: 512, inner: 0.72 },
]

const svg = await readFile(join(folder, 'icon.svg'), 'utf8')
const executablePath = findWholeChromium()
if (executablePath === undefined) throw new Error('Chromium is needed to draw the icons')
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
for (const { name, size, inner } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const background = inner < 1 || size === 180 ? '#1f5f6b' : 'transparent'
  const side = Math.round(size * inner)
  await page.setContent(
    `<style>body{margin:0;width:${size}px;height:${size}px;display:grid;place-items:center;background:${background}}svg{width:${side}px;height:${side}px}</style>${svg}`,
  )
  await writeFile(join(folder, name), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
