import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { read, repository } from './repository-files.ts'

/** What a newcomer sees before they scroll. */
const [firstScreen = ''] = read('README.md').split('What it insists on:')

test('the first screen of the README says whom it is for and gives three ways in that exist', () => {
  const groups = [...firstScreen.matchAll(/^- \*\*(.+?)\*\*:/gm)].map(([, name]) => name)
  assert.deepEqual(groups, ['houses and hosts', 'operators', 'integrators'])
  const ways = [...firstScreen.matchAll(/^\| \*\*(\w+)\*\*/gm)].map(([, name]) => name)
  assert.deepEqual(ways, ['Try', 'Install', 'Integrate'])
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = [...firstScreen.matchAll(/`npm (?:run )?(start|pack\S*)`/g)].map(([, name]) => name ?? '')
  assert.deepEqual([...new Set(commands)].sort(), ['pack', 'start'])
  for (const name of commands) assert.ok(scripts[name], `there is a script ${name}`)
  for (const path of ['packages/sdk/README.md', 'docs/openapi.json'])
    assert.ok(firstScreen.includes(`(${path})`) && existsSync(join(repository, path)), path)
})

/** Chunks of a PNG by their names, each with what it holds. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return chunks
}

test('it shows a recorded walk, which moves, and which a script makes', () => {
  const [, image = ''] = /^!\[.+\]\((.+\.png)\)$/m.exec(firstScreen) ?? []
  const animation = chunksOf(readFileSync(join(repository, image))).get('acTL')
  assert.ok(animation && animation.readUInt32BE(0) > 5, `${image} has several frames`)
  assert.match(read('packages/console/test/walk.ts'), new RegExp(image.replaceAll('.', '\\.')))
})
