import { run } from '../setup/programs.mjs'

const PATIENCE_MS = 15_000

/** npm's own endpoint for many packages at once: names with versions, answered with the advisories about them. */
export async function askRegistry(packages) {
  const registry = await registryUrl()
  if (registry === undefined) return { failure: 'npm names no registry' }
  const wanted = {}
  for (const { name, version } of packages) {
    wanted[name] ??= []
    wanted[name].push(version)
  }
  try {
    const response = await fetch(new URL('-/npm/v1/security/advisories/bulk', registry), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!response.ok) return { failure: `it answered ${response.status}` }
    return { hits: hitsIn(await response.json(), wanted) }
  } catch (error) {
    return { failure: error.cause?.code ?? error.name }
  }
}

/** The registry has compared the versions already. */
function hitsIn(answer, wanted) {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new TypeError('no advisories')
  return Object.entries(answer).flatMap(([name, advisories]) =>
    advisories.map(({ severity, title, url }) => ({
      name,
      version: (wanted[name] ?? ['?']).join(', '),
      severity,
      title,
      url,
    })),
  )
}

async function registryUrl() {
  const { code, output } = await run('npm', ['config', 'get', 'registry'])
  const line = output.split('\n').find((candidate) => /^https?:\/\//.test(candidate))
  if (code !== 0 || line === undefined) return undefined
  return line.endsWith('/') ? line : `${line}/`
}
