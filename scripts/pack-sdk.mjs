#!/usr/bin/env node
// Makes the SDK a package that anybody can install: plain JavaScript with declarations, and the contract inside, because
// nobody needs the one without the other. Written to dist/, or to the folder that is named.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { inRoot } from './setup/machine.mjs'
import { pinnedNodeBinary } from './setup/native-parts.mjs'
import { npm, run } from './setup/programs.mjs'

const readPackage = async (name) =>
  JSON.parse(await readFile(inRoot(`packages/${name}/package.json`), 'utf8'))

async function compile(folder) {
  const tsc = ['node_modules/typescript-native/bin/tsc', '--project', 'packages/sdk/tsconfig.build.json']
  const { code, output } = await run(pinnedNodeBinary, [...tsc, '--outDir', folder], { cwd: inRoot() })
  if (code !== 0) throw new Error(`the sources do not compile:\n${output}`)
}

/** In the repository the contract is a package of its own; here it is a folder beside. */
async function pointToContract(folder) {
  const contract = join(folder, 'contract/src/index.js')
  for (const name of await readdir(join(folder, 'sdk/src'))) {
    const file = join(folder, 'sdk/src', name)
    const text = await readFile(file, 'utf8')
    const path = relative(join(folder, 'sdk/src'), contract)
    await writeFile(file, text.replaceAll("'@latchwork/contract'", `'${path}'`))
  }
}

async function describe(folder) {
  const { name, version, license, dependencies } = await readPackage('sdk')
  const { '@latchwork/contract': _inside, ...others } = dependencies
  const contract = await readPackage('contract')
  const entry = (path) => ({ types: `./${path}.d.ts`, default: `./${path}.js` })
  const described = {
    name,
    version,
    description: 'Typed client of Latchwork, the self-hosted smart-lock management service',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: { '.': entry('sdk/src/index'), './contract': entry('contract/src/index') },
    dependencies: { ...others, ...contract.dependencies },
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
  await cp(inRoot('packages/sdk/README.md'), join(folder, 'README.md'))
  await cp(inRoot('LICENSE'), join(folder, 'LICENSE'))
}

const target = resolve(process.argv[2] ?? inRoot('dist'))
const folder = await mkdtemp(join(tmpdir(), 'latchwork-sdk-'))
try {
  await compile(folder)
  await pointToContract(folder)
  await describe(folder)
  await mkdir(target, { recursive: true })
  const { code, output } = await npm(['pack', '--silent', '--pack-destination', target], { cwd: folder })
  if (code !== 0) throw new Error(`npm pack ended with ${code}:\n${output}`)
  console.log(join(target, output.trim().split('\n').at(-1)))
} finally {
  await rm(folder, { recursive: true, force: true })
}
