#!/usr/bin/env node
// The bill of materials of a release: CycloneDX, with everything production installs and nothing about this machine.
// Written to standard output, or to the file that is named.
import { readFileSync, writeFileSync } from 'node:fs'
import { productionPackages } from './advisories/production.mjs'
import { inRoot } from './setup/machine.mjs'
import { npm } from './setup/programs.mjs'

const idOf = ({ name, version }) => `${name}@${version}`

/**
 * npm's own `--omit=dev` leaves out whatever the root package also uses for development, such as Fastify (measured with
 * npm 11). So npm lists everything, and the lockfile says what is for development only.
 */
async function billOfMaterials() {
  const { code, output } = await npm(
    ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=silent'],
    {
      cwd: inRoot(),
    },
  )
  if (code !== 0) throw new Error(`npm sbom ended with ${code}`)
  const bill = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  const inProduction = new Set(productionPackages(inRoot('package-lock.json')).map(idOf))
  const isOurs = ({ purl = '' }) => purl.startsWith('pkg:npm/%40latchwork/')
  bill.components = bill.components.filter((part) => inProduction.has(idOf(part)) || isOurs(part))
  const kept = new Set(bill.components.map((part) => part['bom-ref']))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref) || ref === bill.metadata.component['bom-ref'])
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }))
  // npm takes the name of the folder, which is this machine's business.
  bill.metadata.component.name = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).name
  for (const part of bill.components) part.externalReferences = withoutDownloads(part.externalReferences)
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** Where this machine would download from is nobody else's registry. */
const withoutDownloads = (references = []) => references.filter(({ type }) => type !== 'distribution')

try {
  const bill = await billOfMaterials()
  const file = process.argv[2]
  if (file === undefined) process.stdout.write(bill)
  else writeFileSync(file, bill)
} catch (error) {
  console.error(`latchwork: the bill of materials could not be made: ${error.message}`)
  process.exitCode = 1
}
