import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const WORTH_IT_BYTES = 1024

/** Compresses once, when the console is built, and not with every answer; the page itself is filled in per answer. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const assets = join(dir, 'assets')
      const names = await readdir(assets)
      await Promise.all(names.map((name) => compress(join(assets, name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  if (!/\.(js|css|svg)$/.test(path)) return
  const bytes = await readFile(path)
  if (bytes.length < WORTH_IT_BYTES) return
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  await writeFile(`${path}.br`, await brotli(bytes, options))
  await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))
}
