/** Where the page asks the browser to keep the console running; see src/worker/service-worker.ts. */
const ADDRESS = '/console/service-worker.js'

/** The files this page was made of: the worker came too late to see them. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === window.location.origin)
    .map(({ pathname }) => pathname)

/** Browsers keep nothing for pages that came over a connection that others can read. */
export const hasWorker = (): boolean => window.isSecureContext && 'serviceWorker' in navigator

/** Keeps the console for starts without a network, and ready for alerts. What cannot be kept is no failure. */
export async function keepConsole(): Promise<void> {
  if (!hasWorker() || import.meta.env.DEV) return
  try {
    await navigator.serviceWorker.register(ADDRESS, { scope: '/console/', updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ keep: loadedFiles() })
  } catch {
    // As in a private window.
  }
}
