import type { components as en } from '../en/components.ts'

export const components: typeof en = {
  lead: 'Todo aquello de lo que está hecha la consola, para quien la construye, con el aspecto elegido.',
  title: 'Componentes',
}
