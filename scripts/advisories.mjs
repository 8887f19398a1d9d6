#!/usr/bin/env node
// Is a known hole in what production installs? Asks the registry; where that does not answer, compares the lockfile with
// the advisories kept in this repository, and says so. Ends with 1 on a hit, and with 2 when neither could be done.
import { fileURLToPath } from 'node:url'
import { productionPackages } from './advisories/production.mjs'
import { askRegistry } from './advisories/registry.mjs'
import { compareWithStored } from './advisories/stored.mjs'
import { inRoot } from './setup/machine.mjs'

const options = process.argv.slice(2)
const lockfile = options.find((option) => !option.startsWith('--')) ?? inRoot('package-lock.json')
const storedFile =
  process.env.ADVISORIES_FILE ?? fileURLToPath(new URL('advisories/stored.json', import.meta.url))

function say({ how, hits, isComplete }) {
  console.log(how)
  for (const { name, version, severity, title, url } of hits)
    console.log(`✖ ${name}@${version} (${severity}): ${title} ${url}`)
  console.log(
    hits.length === 0
      ? `✔ ${isComplete ? 'no known hole' : 'none of these holes'} in what production installs`
      : `${hits.length} known holes`,
  )
  process.exitCode = hits.length === 0 ? 0 : 1
}

try {
  const packages = productionPackages(lockfile)
  const answer = options.includes('--offline') ? { failure: 'not asked' } : await askRegistry(packages)
  if (answer.failure === undefined) {
    say({ how: `Asked the registry about ${packages.length} packages.`, hits: answer.hits, isComplete: true })
  } else {
    const { checkedOn, ageDays, count, hits } = compareWithStored(packages, storedFile)
    const how = [
      `The registry gave no advisories (${answer.failure}).`,
      `Compared ${packages.length} packages with the ${count} advisories stored here on ${checkedOn}, ${ageDays} days ago: other and newer holes are not known to this check.`,
    ].join('\n')
    say({ how, hits, isComplete: false })
  }
} catch (error) {
  console.error(`latchwork: the advisories could not be checked: ${error.message}`)
  process.exitCode = 2
}
