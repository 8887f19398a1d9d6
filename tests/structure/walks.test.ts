import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readImports } from '../../scripts/picture/imports.ts'
import { read, repository } from './repository-files.ts'

const SERVER = 'packages/server/src/'
const imports = readImports()
const isImported = (from: string, to: string) => imports.get(SERVER + from)?.has(SERVER + to) === true

interface Step {
  number: number
  file: string
  wiredBy: string | undefined
}

interface Walk {
  name: string
  steps: Step[]
}

function walksOf(page: string): Walk[] {
  const [, section = ''] = /^## Walks$([\s\S]*?)^## /m.exec(page) ?? []
  return section
    .split(/^### /m)
    .slice(1)
    .map((part) => ({
      name: part.split('\n')[0] ?? '',
      steps: [...part.matchAll(/^(\d+)\. `([^`]+)`(?: \(wired by `([^`]+)`\))?/gm)].map(
        ([, number, file, wiredBy]) => ({ number: Number(number), file: file as string, wiredBy }),
      ),
    }))
}

/** What is untrue about a walk. */
function faultsOf({ name, steps }: Walk): string[] {
  return steps.flatMap(({ number, file, wiredBy }, i) => {
    const before = steps.slice(0, i)
    const says = (fault: string) => `${name}, step ${number}: ${file} ${fault}`
    if (number !== i + 1) return [says('has another number than its place')]
    if (!existsSync(join(repository, SERVER, file))) return [says('does not exist')]
    if (before.some((step) => step.file === file)) return [says('was there before')]
    if (wiredBy !== undefined)
      return isImported(wiredBy, file) ? [] : [says(`is not wired by ${wiredBy}, which does not import it`)]
    const isReached = i === 0 || before.some((step) => isImported(step.file, file))
    return isReached ? [] : [says('is imported by no step before it')]
  })
}

const walks = walksOf(read('docs/architecture.md'))

test('the walks of the architecture are six, and each goes through many files', () => {
  assert.deepEqual(
    walks.map(({ name }) => name),
    ['An unlock', 'A device report', 'A grant', 'A delivery', 'An adoption', 'A calendar'],
  )
  for (const { name, steps } of walks) assert.ok(steps.length > 10, name)
})

test('the walks of the architecture, held to the imports, lead from file to file and back to none', () => {
  assert.deepEqual(walks.flatMap(faultsOf), [])
})

test('a walk, when something about it is untrue, is found out', () => {
  const faultOf = (...steps: Omit<Step, 'number'>[]) =>
    faultsOf({ name: 'a walk', steps: steps.map((step, i) => ({ number: i + 1, ...step })) }).join()
  const routes = { file: 'features/locks/routes.ts', wiredBy: 'compose/api.ts' }
  const service = { file: 'features/locks/service.ts', wiredBy: undefined }
  assert.equal(faultOf(routes, service), '')
  assert.match(faultOf(routes, { ...service, file: 'features/locks/absent.ts' }), /does not exist/)
  assert.match(faultOf(routes, service, service), /was there before/)
  assert.match(faultOf(service, { ...routes, wiredBy: undefined }), /imported by no step/)
  assert.match(faultOf(service, { ...routes, wiredBy: 'compose/links.ts' }), /is not wired/)
})
