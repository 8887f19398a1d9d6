import type { Plugin } from 'vite'

/** The letters of the first page are asked for with it, and not once its style has come. */
const FIRST = /figtree-latin-wght-normal-[\w-]+\.woff2$/

export function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => FIRST.test(name))
        if (file === undefined) throw new Error('the letters of the console are not built')
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
          href: `/console/${file}`,
        }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
