/**
 * What the service says about itself in the page it sends (packages/server/src/http/console-page.ts), so that no
 * request has to be made to find out.
 */
const facts = new Set(
  document.querySelector<HTMLMetaElement>('meta[name="latchwork-facts"]')?.content.split(' ') ?? [],
)

/** Are there simulated locks and a clock to move? */
export const hasSandbox = facts.has('sandbox')

/** May anybody open an account? */
export const hasSignUp = facts.has('sign-up')

/** Are programs answered that know the HTTP bridge of these locks? */
export const hasBridge = facts.has('bridge')

const factOf = (name: string): string | undefined =>
  [...facts].find((fact) => fact.startsWith(`${name}:`))?.slice(name.length + 1)

/** By which clocks the service goes where nothing else is said. */
export const defaultTimeZone = factOf('zone') ?? 'UTC'
export const defaultCheckIn = Number(factOf('check-in'))
export const defaultCheckOut = Number(factOf('check-out'))

/** The application that sent somebody here with a request, until the page is loaded anew. */
export const askingApplication = decodeURIComponent(factOf('asking') ?? '') || undefined

/** Was that request refused, without anywhere to go back to? */
export const isRefused = facts.has('refused')

/** Why it was refused, in the words of the service, which are for developers. */
export const refusedBecause = decodeURIComponent(factOf('because') ?? '') || undefined

/** What styles made at run time must carry to be let through by the content security policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
