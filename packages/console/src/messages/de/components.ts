import type { components as en } from '../en/components.ts'

export const components: typeof en = {
  lead: 'Woraus die Konsole besteht, für alle, die sie bauen, in der gewählten Ansicht.',
  title: 'Bausteine',
}
