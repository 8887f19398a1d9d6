import type { components as en } from '../en/components.ts'

export const components: typeof en = {
  lead: 'Tutto ciò di cui è fatta la console, per chi la costruisce, nell’aspetto scelto.',
  title: 'Componenti',
}
