import type { FastifyReply } from 'fastify'

/** An answer that leaves a cookie with the browser, for nothing but the path it is for. */
export class CookieAnswer<T> {
  readonly body: T
  readonly #cookie: string

  private constructor(body: T, cookie: string) {
    this.body = body
    this.#cookie = cookie
  }

  /**
   * Scripts cannot read it, other sites cannot send it, and it travels over TLS only; browsers take their own machine for
   * as safe.
   */
  static of<T>(
    body: T,
    cookie: { name: string; value: string; path: string; maxAgeSeconds: number },
  ): CookieAnswer<T> {
    const { name, value, path, maxAgeSeconds } = cookie
    return new CookieAnswer(
      body,
      `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Strict`,
    )
  }

  leave(reply: FastifyReply): T {
    reply.header('set-cookie', this.#cookie).header('cache-control', 'no-store')
    return this.body
  }
}

/** The cookie of that name, if the call brought one. Of two, one was planted by another host of the same domain. */
export function cookieOf(header: string | string[] | undefined, name: string): string | undefined {
  const pairs = String(header ?? '').split(/; */)
  const values = pairs.filter((pair) => pair.startsWith(`${name}=`))
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined
}
