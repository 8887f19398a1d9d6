import type { access as en } from '../en/access.ts'

export const access: typeof en = {
  always: 'toujours',
  columns: { name: 'Nom', state: 'Dans la serrure ?', type: 'Type', when: 'Quand' },
  disabled: 'désactivé',
  empty: 'Personne n’a encore accès',
  emptyDetail:
    'Les droits d’accès donnés pour cette serrure apparaissent ici, et vous voyez si elle les a enregistrés.',
  from: (moment) => `à partir du ${moment}`,
  masked: 'masqué',
  places: {
    kept: {
      label: 'En attente de sa période',
      detail: 'Il est placé dans la serrure quand sa période commence.',
    },
    stuck: {
      label: 'Encore dans la serrure',
      detail:
        'Sa période est terminée, mais la serrure est injoignable. Tant qu’elle l’est, il ouvre encore.',
    },
  },
  proofs: {
    value: 'La serrure contient exactement celui-ci.',
    occupied: 'La serrure contient un code à cet emplacement, sans dire lequel.',
  },
  since: (span) => `depuis ${span}`,
  syncStates: {
    pending: 'En attente de la serrure',
    synced: 'Dans la serrure',
    failed: 'Refusé par la serrure',
    deleting: 'Suppression en attente',
  },
  types: {
    0: 'Application',
    1: 'Bridge',
    2: 'Télécommande',
    3: 'Clavier',
    13: 'Code de clavier',
    14: 'Z-Key',
    15: 'Virtuel',
  },
  until: (moment) => `jusqu’au ${moment}`,
  weekdays: ['lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.', 'dim.'],
}
