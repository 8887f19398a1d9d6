/** The calls that a public client program makes, taken from its source, and what it reads in the answers. */
export interface RecordedClient {
  /** The repository that the program is published in. */
  readonly client: string
  /** The file of that repository that makes the calls. */
  readonly source: string
  /** The scopes of its API token, `management` for a management token (D109); without it, the calls need no token. */
  readonly token?: string
  /** The scopes that it asks for with OAuth 2, instead of an API token. */
  readonly oauth?: string
  readonly steps: readonly RecordedStep[]
}

/**
 * Every string may contain names in braces. They stand for the locks of the house (`{lock}`), for things prepared for
 * each client (`{code}`), and for what earlier steps kept. A string that is one name only becomes its value, with its type.
 */
export interface RecordedStep {
  /** Method and path. */
  readonly call: string
  /** A string is sent as it is, everything else as JSON. */
  readonly body?: unknown
  /** Headers besides the token; `null` leaves out one that would be sent. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The only status that the client accepts; otherwise every 2xx. */
  readonly status?: number
  /**
   * An example of what the client reads: types count, not values. A field with a question mark may be missing. One
   * element of a list has everything; with `readsEach` every element has, because the client refuses an incomplete one.
   */
  readonly reads?: unknown
  readonly readsEach?: boolean
  /** The element of a list that the client looks for, by the values of its fields. */
  readonly finds?: Readonly<Record<string, unknown>>
  /** Names for fields of the answer, or of the element that was found, for later steps. */
  readonly keeps?: Readonly<Record<string, string>>
  /** Words that the client looks for in the answer. */
  readonly says?: string
  /** What arrives at the client's webhook because of the call: examples of what it reads, by feature. */
  readonly hears?: Readonly<Record<string, unknown>>
}
