/**
 * What the service says about itself in the page it sends (packages/server/src/http/console-page.ts), so that no
 * request has to be made to find out.
 */
const facts = new Set(
  document.querySelector<HTMLMetaElement>('meta[name="latchwork-facts"]')?.content.split(' ') ?? [],
)

/** Are there simulated locks and a clock to move? */
export const hasSandbox = facts.has('sandbox')

const ZONE = 'zone:'

/** By which clocks the service goes where nothing else is said. */
export const defaultTimeZone = [...facts].find((fact) => fact.startsWith(ZONE))?.slice(ZONE.length) ?? 'UTC'

/** What styles made at run time must carry to be let through by the content security policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
