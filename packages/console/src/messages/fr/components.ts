import type { components as en } from '../en/components.ts'

export const components: typeof en = {
  lead: 'Tout ce dont la console est faite, pour qui la construit, dans l’apparence choisie.',
  title: 'Composants',
}
