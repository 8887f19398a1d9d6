import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, Notification } from '@mantine/core'

/** A quiet blue-green; the strong colours are kept for what a door does. */
const latch: MantineColorsTuple = [
  '#eef7f8',
  '#dcebed',
  '#b5d6db',
  '#8bc0c8',
  '#68adb8',
  '#52a2ae',
  '#3d8793',
  '#2b717d',
  '#1f5f6b',
  '#0f4a55',
]

export const theme = createTheme({
  colors: { latch },
  primaryColor: 'latch',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  fontFamily: 'Figtree, "Figtree until then", "Figtree until then too", system-ui, sans-serif',
  headings: { fontWeight: '650' },
  focusRing: 'auto',
  cursorType: 'pointer',
  // Whoever asked their device for little movement gets little.
  respectReducedMotion: true,
  components: {
    Notification: Notification.extend({ styles: { description: { color: 'var(--mantine-color-dimmed)' } } }),
  },
})

/** Small print must stay readable: the kit's own dimmed text has too little contrast on its grounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#545b62',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-placeholder': '#6b737b',
    // Text on the pale ground of badges and notes.
    '--mantine-color-orange-light-color': '#943200',
    '--mantine-color-red-light-color': '#a61e1e',
    '--mantine-color-teal-light-color': '#066649',
    '--mantine-color-yellow-light-color': '#6b4a00',
    '--latch-ground': '#f6f8f9',
    '--latch-line': '#dfe5e8',
  },
  dark: {
    '--mantine-color-dimmed': '#a8b0b7',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-placeholder': '#8d959c',
    '--latch-ground': '#17191c',
    '--latch-line': '#34393f',
  },
})
