import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Files of swagger-ui-dist the page needs; nothing is loaded from elsewhere, so it works without the internet. */
const ASSETS: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Latchwork API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  validatorUrl: null,
})
`

/** Scripts only from here; the page's own styles are inline, and it calls nothing but this API. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** The API reference at /docs. Its files are read when somebody looks at it, not at the start. */
export function mountReferencePage(app: FastifyInstance): void {
  const folder = () => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  app.get('/docs', (_request, reply) => {
    reply.header('content-security-policy', POLICY).header('x-content-type-options', 'nosniff')
    return reply.type('text/html; charset=utf-8').send(PAGE)
  })
  app.get('/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  for (const [file, type] of Object.entries(ASSETS)) {
    app.get(`/docs/${file}`, (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600')
      return reply.type(type).send(createReadStream(join(folder(), file)))
    })
  }
}
