import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { oneDocument } from './build/one-document.ts'

/** The page of guests: a build of its own, because it has to be small and shares nothing with the console. */
export default defineConfig({
  base: '/g/',
  publicDir: 'guest',
  plugins: [oneDocument(), compressed()],
  build: {
    outDir: 'dist/guest',
    target: ['chrome109', 'firefox115', 'safari16'],
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { input: 'guest.html' },
  },
})
