import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { generate } from 'openapi-typescript-codegen'
import { generateApi } from 'swagger-typescript-api'
import ts from 'typescript'
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

/** Compiles them in one go, and returns what is wrong with them. */
export function compileAll(folder: string): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    strict: true,
    skipLibCheck: true,
    types: [],
    outDir: join(folder, 'js'),
    rootDir: folder,
  }
  const program = ts.createProgram(
    ENTRIES.map((entry) => join(folder, entry)),
    options,
  )
  const { diagnostics } = program.emit()
  writeFileSync(join(folder, 'js', 'package.json'), '{ "type": "commonjs" }')
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  )
}
