import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { generate } from 'openapi-typescript-codegen'
import { generateApi } from 'swagger-typescript-api'
import { DOCUMENT } from './requests.ts'

/** Clients as the generators of others make them from docs/openapi.json. */

/** Writes all four into a folder: a file or a folder each. */
export async function generateAll(folder: string): Promise<void> {
  const input = fileURLToPath(DOCUMENT)
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
  writeFileSync(join(folder, 'paths.ts'), astToString(await openapiTypescript(DOCUMENT)))
  await createClient({
    input,
    output: join(folder, 'hey'),
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
    logs: { level: 'silent' },
  })
  mkdirSync(join(folder, 'swagger'))
  await generateApi({
    input,
    output: join(folder, 'swagger'),
    fileName: 'api.ts',
    httpClientType: 'fetch',
    extractRequestParams: true,
    silent: true,
  })
  await generate({ input, output: join(folder, 'codegen'), httpClient: 'fetch', useOptions: true })
}

const ENTRIES = ['paths.ts', 'hey/index.ts', 'hey/client.gen.ts', 'swagger/api.ts', 'codegen/index.ts']

const TSC = fileURLToPath(new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url))

const COMPILED = {
  compilerOptions: {
    target: 'es2022',
    module: 'commonjs',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    strict: true,
    skipLibCheck: true,
    types: [],
    outDir: 'js',
    rootDir: '.',
  },
  files: ENTRIES,
}

/** Compiles them in one go, and returns what is wrong with them. */
export async function compileAll(folder: string): Promise<string> {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILED))
  const wrong = await promisify(execFile)(process.execPath, [TSC], { cwd: folder }).then(
    () => '',
    ({ stdout, message }: { stdout: string; message: string }) => stdout || message,
  )
  mkdirSync(join(folder, 'js'), { recursive: true })
  writeFileSync(join(folder, 'js', 'package.json'), '{ "type": "commonjs" }')
  return wrong
}
