import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'

/** The page of guests: a build of its own, because it has to be small and shares nothing with the console. */
export default defineConfig({
  base: '/g/',
  publicDir: 'guest',
  plugins: [compressed()],
  build: {
    outDir: 'dist/guest',
    target: ['chrome109', 'firefox115', 'safari16'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: 'guest.html' },
  },
})
