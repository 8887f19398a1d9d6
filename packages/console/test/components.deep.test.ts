import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visit } from './browser.ts'

/** The drawings as the page shows them, with the colours of its look. */
const DRAWN = `(() => {
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-body').trim()
  return [...document.querySelectorAll('[data-sign]')].map((box) => {
    const svg = box.querySelector('svg').cloneNode(true)
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    const text = new XMLSerializer().serializeToString(svg)
      .replaceAll('currentColor', getComputedStyle(box).color)
      .replaceAll(/var\\(--door-sign-ground[^"]*/g, ground)
    return { name: box.dataset.sign, text, ground }
  })
})()`

/** Of each drawing its 256 pixels; pairs that differ clearly by fewer than six of them. */
const ALIKE = `async (drawings) => {
  const pixelsOf = async ({ text, ground }) => {
    const image = new Image()
    image.src = 'data:image/svg+xml,' + encodeURIComponent(text)
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 16
    const context = canvas.getContext('2d')
    context.fillStyle = ground
    context.fillRect(0, 0, 16, 16)
    context.drawImage(image, 0, 0, 16, 16)
    const { data } = context.getImageData(0, 0, 16, 16)
    return Array.from({ length: 256 }, (_, n) => (data[4 * n] + data[4 * n + 1] + data[4 * n + 2]) / 3)
  }
  const drawn = []
  for (const drawing of drawings) drawn.push([drawing.name, await pixelsOf(drawing)])
  const alike = []
  for (const [n, [a, first]] of drawn.entries())
    for (const [b, second] of drawn.slice(n + 1)) {
      const differing = first.filter((value, at) => Math.abs(value - second[at]) > 60).length
      if (differing < 6) alike.push(a + ' / ' + b + ': ' + differing)
    }
  return alike
}`

test('every component, in both looks, is sound, and no two doors are drawn alike at 16 pixels', async (t) => {
  const { page, text, signIn, isSound } = await visit(t)
  await signIn('/components')
  await page.locator('[data-sign]').first().waitFor()
  // The policy of the console lets nobody draw what it does not serve; an empty page has none.
  const canvas = await page.context().newPage()
  await page.getByRole('button', { name: 'Loading', exact: true }).click()
  for (const look of [text.kit.darkLook, text.kit.lightLook]) {
    const drawings = await page.evaluate<unknown[]>(DRAWN)
    assert.equal(drawings.length, 4 * 8 * 2)
    assert.deepEqual(await canvas.evaluate<string[]>(`(${ALIKE})(${JSON.stringify(drawings)})`), [])
    await isSound()
    await page.getByRole('button', { name: look, exact: true }).click()
    await page.getByRole('button', { name: look, exact: true }).waitFor({ state: 'detached' })
  }
})
