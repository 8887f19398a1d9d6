import type { pairings as en } from '../en/pairings.ts'

export const pairings: typeof en = {
  asked: 'Das Schloss wurde darum gebeten.',
  kind: 'Art',
  kinds: {
    app: 'App',
    bridge: 'Bridge',
    fob: 'Fob',
    keypad: 'Keypad',
    other: 'Etwas anderes',
  },
  lead: 'Sie wurden mit der App des Herstellers gekoppelt. Neue entstehen auch dort; hier lassen sie sich ausschalten und entfernen.',
  limited: 'zu Zeiten, die das Schloss kennt',
  name: 'Name',
  off: 'ausgeschaltet',
  on: 'darf öffnen',
  own: 'der Weg, auf dem Latchwork das Schloss erreicht',
  remove: 'Entfernen',
  removeDetail: (name: string) =>
    `${name} öffnet diese Tür dann nicht mehr. Neu koppeln lässt es sich nur am Schloss.`,
  removeTitle: 'Vom Schloss entfernen',
  state: 'Zustand',
  switchOff: 'Ausschalten',
  switchOn: 'Einschalten',
  title: 'Apps und Fobs des Schlosses',
  waiting: 'wartet auf das Schloss …',
}
