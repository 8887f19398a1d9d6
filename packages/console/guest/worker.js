// Keeps the page of a guest readable without a network. What it says is kept by the page itself, for its own link only.
const SHELL = 'guest-shell'
const PAGE = /^\/g\/[A-Za-z0-9_-]{43}$/
/** A bad connection that answers nothing is treated like none. */
const PATIENCE_MS = 4000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate' && PAGE.test(pathname)) event.respondWith(page(event.request))
  else if (pathname.startsWith('/g/assets/') || pathname === '/g/icon.svg')
    event.respondWith(kept(event.request))
})

async function page(request) {
  const shell = await caches.open(SHELL)
  const held = await shell.match('/g/shell')
  const fresh = fetch(request).then((answer) => {
    if (answer.ok) shell.put('/g/shell', answer.clone())
    return answer
  })
  if (!held) return fresh
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, held))
  return Promise.race([fresh.catch(() => held), late])
}

async function kept(request) {
  const held = await caches.match(request, { ignoreVary: true })
  if (held) return held
  const answer = await fetch(request)
  if (answer.ok) (await caches.open(SHELL)).put(request, answer.clone())
  return answer
}
