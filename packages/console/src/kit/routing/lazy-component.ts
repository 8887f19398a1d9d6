import { lazyRouteComponent } from '@tanstack/react-router'

const LOOK_AGAIN_MS = 1000

/**
 * A page, or a part of one, whose code is loaded when it is first shown: `lazyComponent(() => import('./x-page.tsx'), 'XPage')`.
 * Where code cannot be had, the router loads the whole page anew, at the address one wanted. That is right when the
 * service has a newer version; while it is down, that would find nothing, so it has to wait.
 */
export const lazyComponent: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw missingCode((await untilServiceAnswers()) ? `away until ${Date.now()}` : String(error), error)
      }),
    name,
  )

/** What the router knows as missing code, also when it was only a style. For each reason it loads the page anew once. */
const missingCode = (reason: string, cause: unknown) =>
  new Error(`Failed to fetch dynamically imported module: ${reason}`, { cause })

/** Was there anything to wait for? */
async function untilServiceAnswers(): Promise<boolean> {
  if (await isServiceThere()) return false
  await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  await untilServiceAnswers()
  return true
}

const isServiceThere = (): Promise<boolean> =>
  fetch('/ready').then(
    () => true,
    () => false,
  )
