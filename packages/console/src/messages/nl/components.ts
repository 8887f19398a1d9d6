import type { components as en } from '../en/components.ts'

export const components: typeof en = {
  lead: 'Alles waaruit de console bestaat, voor wie eraan bouwt, in de gekozen weergave.',
  title: 'Bouwstenen',
}
