import type { Plugin, Rolldown } from 'vite'

/** Where the service puts what it knows of this very visit: see packages/server/src/http/guest-page.ts. */
const GIVEN = '<!--given-->'
const SCRIPT = /<script type="module" crossorigin src="\/g\/(assets\/[^"]+)"><\/script>\s*/
const STYLE = /<link rel="stylesheet" crossorigin href="\/g\/(assets\/[^"]+)">/
const LANGUAGE = /\/guest\/words\/([a-z]{2})\.ts$/

/**
 * Writes style and script into the page itself, so that a bad connection is crossed once and not three times. What a
 * view may need later stays in files of its own. Each language is written a second time, as a script that the service puts into the page.
 */
export function oneDocument(): Plugin {
  return {
    name: 'one-document',
    apply: 'build',
    enforce: 'post',
    // After all who still write into scripts.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['guest.html']
        if (page?.type !== 'asset') throw new Error('guest.html is not built')
        const html = String(page.source)
        const script = takeOut(bundle, html, SCRIPT)
        const style = takeOut(bundle, html, STYLE)
        assertWhole(bundle, script.name)
        page.source = html
          .replace(SCRIPT, '')
          .replace(STYLE, () => `<style>${style.text.trim()}</style>`)
          .replace(
            '</body>',
            () => `${GIVEN}<script type="module">${inDocument(script.text)}</script>\n  </body>`,
          )
        for (const chunk of Object.values(bundle)) {
          const [, language] = (chunk.type === 'chunk' && LANGUAGE.exec(chunk.facadeModuleId ?? '')) || []
          if (chunk.type === 'chunk' && language !== undefined)
            this.emitFile({
              type: 'asset',
              fileName: `words/${language}.js`,
              source: givenWords(chunk, language),
            })
        }
      },
    },
  }
}

function takeOut(bundle: Rolldown.OutputBundle, html: string, link: RegExp) {
  const name = link.exec(html)?.[1] ?? ''
  const file = bundle[name]
  if (!file) throw new Error(`the page has no ${link}`)
  delete bundle[name]
  return { name, text: file.type === 'chunk' ? file.code : String(file.source) }
}

/** A script in a page has the page's address: what it names beside itself is beside it no more. */
function inDocument(code: string): string {
  const placed = code.trim().replaceAll(/import\(([`"'])\.\//g, 'import($1/g/assets/')
  if (/\bfrom\s*[`"']\.|import\s*[`"']\./.test(placed))
    throw new Error('the script of the page needs a second file')
  if (placed.includes('__VITE_')) throw new Error('the script of the page is not finished')
  if (/<\/script|<!--/i.test(placed)) throw new Error('the script of the page would end the page')
  return placed
}

/** What is loaded later must not ask for the file that is no more. */
function assertWhole(bundle: Rolldown.OutputBundle, name: string): void {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.imports.includes(name))
      throw new Error(`${file.fileName} needs ${name}`)
}

const EXPORT = /export\s*\{\s*(\w+) as words\s*\};?\s*$/

function givenWords({ code, fileName }: Rolldown.OutputChunk, language: string): string {
  if (!EXPORT.test(code) || /<\/script|<!--/i.test(code)) throw new Error(`${fileName} is not words alone`)
  return code.replace(EXPORT, `globalThis.givenWords={language:"${language}",words:$1}`).trim()
}
