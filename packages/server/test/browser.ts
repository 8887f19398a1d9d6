import assert from 'node:assert/strict'

/** A page with one form, read the way a person's browser would. */
export interface Page {
  status: number
  headers: Headers
  html: string
  /** Fills in the fields and presses a button; hidden fields travel along. */
  submit(fields: Record<string, string>): Promise<Page>
  /** Where the answer sends the browser. */
  location: URL | undefined
}

/** Opens a page without following redirects: the test looks at where they lead. */
export const open = (url: string | URL): Promise<Page> => visit(new URL(url))

async function visit(url: URL, body?: URLSearchParams): Promise<Page> {
  const response = await fetch(url, { redirect: 'manual', ...(body && { method: 'POST', body }) })
  const html = await response.text()
  const location = response.headers.get('location')
  return {
    status: response.status,
    headers: response.headers,
    html,
    location: location === null ? undefined : new URL(location),
    submit(fields) {
      const action = /<form method="post" action="([^"]+)">/.exec(html)?.[1]
      assert.ok(action, `a form in: ${html}`)
      return visit(new URL(action, url), new URLSearchParams({ ...hiddenFields(html), ...fields }))
    },
  }
}

const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
      name,
      (value as string)
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ]),
  )
