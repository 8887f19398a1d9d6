import './kit/routing/arrival.ts'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './kit/theme/font.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepConsole } from './kit/alerts/worker.ts'
import { styleNonce } from './kit/facts.ts'
import { LanguageProvider } from './kit/language/language.tsx'
import { loadMessages, preferredLanguage } from './kit/language/languages.ts'
import { followSession } from './kit/live/live.ts'
import { watchExpiry } from './kit/session/expiry.ts'
import { resumeSession } from './kit/session/remembered.ts'
import { currentSession, onSessionChange } from './kit/session/session.ts'
import { cssVariables, theme } from './kit/theme/theme.ts'
import { queries, router } from './routes.ts'

// The library that holds the page still behind a dialog asks for the nonce by this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })

/** Whoever signs out, or is signed out, leaves nothing behind that the next person could see. */
function leaveOnSessionEnd(): void {
  onSessionChange((reason) => {
    if (reason === undefined) return
    queries.clear()
    const { pathname, href } = router.state.location
    // Another account may answer an application, too.
    const next = reason === 'expired' || pathname === '/authorize' ? { next: href } : {}
    void router.navigate({ to: '/sign-in', search: { reason, ...next } })
  })
}

async function start(): Promise<void> {
  watchExpiry()
  followSession(queries)
  leaveOnSessionEnd()
  const language = preferredLanguage()
  // A service that cannot be reached now is asked again by the page that asks who one is.
  const resumed = currentSession() ? undefined : resumeSession().catch(() => false)
  const [text] = await Promise.all([loadMessages(language), resumed])
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no place for the console.')
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        <Notifications position="bottom-right" />
        <LanguageProvider initial={{ language, text }}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  )
  // After the first paint: nobody waits for it.
  window.addEventListener('load', () => void keepConsole(), { once: true })
  if (document.readyState === 'complete') void keepConsole()
}

void start()
