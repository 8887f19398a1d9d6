import type { activity as en } from '../en/activity.ts'

export const activity: typeof en = {
  anyDoor: 'Toutes les portes',
  anyKind: 'Tout',
  anybody: 'Tout le monde',
  columns: { when: 'Quand', door: 'Porte', what: 'Ce qui s’est passé' },
  denied: 'Seulement les accès refusés',
  door: 'Porte',
  empty: 'Rien ne s’est encore passé',
  emptyDetail: 'Ce que les serrures signalent apparaît ici en direct.',
  gone: 'Une porte supprimée',
  kind: 'Ce qui s’est passé',
  kinds: {
    device: 'Appareil et modes',
    door: 'Porte ouverte ou fermée',
    doorbell: 'Sonnette',
    locking: 'Verrouillage',
    opening: 'Ouverture',
    trouble: 'Problème',
  },
  lead: 'Ce qui s’est passé à toutes les portes, du plus récent au plus ancien, en direct.',
  person: 'Personne',
  showAll: 'Tout afficher',
  title: 'Activité',
}
