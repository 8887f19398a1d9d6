// Keeps the page of a guest readable without a network: its frame, which is the same for every link and says nothing.
// What it says is kept by the page itself, for its own link only; the answer to a visit holds it, and is not kept here.
const FRAMES = 'guest-frames'
const FRAME = '/g/frame'
const PAGE = /^\/g\/[A-Za-z0-9_-]{43}$/
/** A bad connection that answers nothing is treated like none. */
const PATIENCE_MS = 4000

self.addEventListener('install', () => self.skipWaiting())
// Earlier workers kept pages as they came, under this name.
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([caches.delete('guest-shell'), self.clients.claim()])),
)

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate' && PAGE.test(pathname)) event.respondWith(page(event.request))
  else if (pathname.startsWith('/g/assets/') || pathname === '/g/icon.svg')
    event.respondWith(kept(event.request))
})

async function page(request) {
  const held = await caches.match(FRAME, { ignoreVary: true })
  if (!held) return fetch(request)
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, held))
  return Promise.race([fetch(request).catch(() => held), late])
}

async function kept(request) {
  const held = await caches.match(request, { ignoreVary: true })
  if (held) return held
  const answer = await fetch(request)
  if (answer.ok) (await caches.open(FRAMES)).put(request, answer.clone())
  return answer
}
