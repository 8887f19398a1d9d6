import type { GuestHelp, GuestPage, OperationStatus, Picture } from '@latchwork/contract'

/** The address of the page is its key. */
export const token = location.pathname.split('/')[2] ?? ''

/** A bad connection that answers nothing is none. */
const PATIENCE_MS = 12_000

/** What the service refused; `code` is its word for why. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

async function call(
  method: 'GET' | 'POST',
  path: string,
  more: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(`/guest${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...more },
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (answer.ok) return answer
  const { code = 'unknown' } = (await answer.json().catch(() => ({}))) as { code?: string }
  throw new Refusal(answer.status, code)
}

const read = async <T>(method: 'GET' | 'POST', path: string): Promise<T> =>
  (await (await call(method, path)).json()) as T

/** What the service wrote into the page as it sent it; a page that was kept has nothing of the kind. */
export function givenPage(): GuestPage | undefined {
  const given = document.getElementById('given')?.textContent
  return given == null ? undefined : (JSON.parse(given) as GuestPage)
}

export const readPage = () => read<GuestPage>('GET', '')
export const readPicture = (id: string) => read<Picture>('GET', `/picture/${id}`)
export const askForHelp = () => read<GuestHelp>('POST', '/help')

/** A browser may send what was not answered a second time: the door still opens once. */
const newWish = () => ({ 'idempotency-key': crypto.getRandomValues(new Uint32Array(4)).join('-') })

/** Asks a door to open; answers with what to ask about afterwards. */
export const openDoor = async (smartlockId: number): Promise<string> =>
  (await call('POST', `/door/${smartlockId}/open`, newWish())).headers.get('operation-id') ?? ''

export const readOpening = (operationId: string) =>
  read<{ status: OperationStatus }>('GET', `/opening/${operationId}`)
