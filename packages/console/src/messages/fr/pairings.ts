import type { pairings as en } from '../en/pairings.ts'

export const pairings: typeof en = {
  asked: 'La demande a été faite à la serrure.',
  kind: 'Type',
  kinds: {
    app: 'Application',
    bridge: 'Bridge',
    fob: 'Badge',
    keypad: 'Clavier',
    other: 'Autre chose',
  },
  lead: 'Ils ont été appairés avec l’application du fabricant. Les nouveaux se créent aussi là-bas ; ici, ils peuvent être désactivés et retirés.',
  limited: 'aux heures que la serrure connaît',
  name: 'Nom',
  off: 'désactivé',
  on: 'peut ouvrir',
  own: 'la voie par laquelle Latchwork atteint la serrure',
  remove: 'Retirer',
  removeDetail: (name: string) =>
    `${name} n’ouvrira plus cette porte. Un nouvel appairage ne se fait qu’à la serrure.`,
  removeTitle: 'Retirer de la serrure',
  state: 'État',
  switchOff: 'Désactiver',
  switchOn: 'Activer',
  title: 'Applications et badges de la serrure',
  waiting: 'en attente de la serrure …',
}
