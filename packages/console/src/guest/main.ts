import type { GuestPage } from '@latchwork/contract'
import './guest.css'
import { mayFail } from './dom.ts'
import { forget, keepFrame, keepPage, keptPage } from './kept.ts'
import { givenPage, Refusal, readPage, token } from './service.ts'
import { noPage, pageParts } from './view.ts'
import { languageFor, wordsIn } from './words/index.ts'

const LOOK_AGAIN_MS = 60_000
/** While the code is awaited. */
const LOOK_SOON_MS = 15_000

const root = document.getElementById('page') as HTMLElement

/** What is known now; drawn anew when any of it changes. */
let page: GuestPage | undefined
let keptFrom: number | undefined
let isEnded = false
let drawn = ''

/** Only when there is something new, and never under a finger. */
async function draw(): Promise<void> {
  const language = languageFor(page?.language)
  const { now: _now, ...lasting } = page ?? { now: '' }
  const state = JSON.stringify([lasting, language, keptFrom, isEnded])
  if (state === drawn || document.querySelector('.holding')) return
  const words = await wordsIn(language)
  drawn = state
  document.documentElement.lang = language
  document.title = page?.addressName ?? words.welcome('')
  const again = () => void look()
  root.replaceChildren(
    ...(page && !isEnded
      ? pageParts({ page, words, language, keptFrom }, again)
      : noPage(words, isEnded, again)),
  )
  root.removeAttribute('aria-busy')
}

/** Asks what is true now; without an answer what was read before stays, and says so. */
async function look(): Promise<void> {
  try {
    page = await readPage()
    keptFrom = undefined
    mayFail(keepPage(page))
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) {
      isEnded = true
      page = undefined
      await forget()
    } else {
      const kept = await keptPage()
      page = kept?.page
      keptFrom = kept?.readAt
    }
  }
  await draw()
}

/** The page came without what it says: it is asked for, together with the words. */
async function ask(): Promise<void> {
  mayFail(wordsIn(languageFor(undefined)))
  const asking = look()
  // What was read before is there at once; the answer takes its place.
  const kept = await keptPage()
  if (kept && page === undefined && !isEnded) {
    page = kept.page
    await draw()
  }
  await asking
}

async function start(): Promise<void> {
  const manifest = document.createElement('link')
  manifest.rel = 'manifest'
  manifest.href = `/g/${token}/manifest.webmanifest`
  page = givenPage()
  if (page) {
    await draw()
    mayFail(keepPage(page))
  } else await ask()
  document.head.append(manifest)
  for (;;) {
    await new Promise((resolve) =>
      setTimeout(resolve, page?.codeState === 'ready' ? LOOK_AGAIN_MS : LOOK_SOON_MS),
    )
    if (isEnded) return
    if (!document.hidden) await look()
  }
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !isEnded) void look()
})
addEventListener('online', () => void look())
addEventListener('load', () => setTimeout(() => mayFail(keepFrame(languageFor(page?.language))), 2000))
void start()
