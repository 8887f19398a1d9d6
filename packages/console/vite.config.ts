import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { fontPreload } from './build/font-preload.ts'
import { guides } from './build/guides.ts'

/** Where the service shows the console; its router and its files live below. */
const BASE = '/console/'

export default defineConfig({
  base: BASE,
  plugins: [guides(), react(), fontPreload(), compressed()],
  // The service puts a fresh nonce in its place with every answer: packages/server/src/http/console-page.ts.
  html: { cspNonce: '%LATCHWORK_NONCE%' },
  build: {
    target: 'es2023',
    // Browsers that know light-dark(): what stands in for it elsewhere does not see which look was chosen.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', 'service-worker': 'src/worker/service-worker.ts' },
      // A browser asks for the worker by this one name, again and again.
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
    reportCompressedSize: false,
  },
  server: {
    // `vite dev` beside a running service: pages from here, everything else from there.
    proxy: { '^/(?!console)': 'http://127.0.0.1:8080' },
  },
})
