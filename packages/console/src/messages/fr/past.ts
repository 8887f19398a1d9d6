import type { past as en } from '../en/past.ts'

export const past: typeof en = {
  askNeeds: 'Choisissez une porte et un moment passé.',
  at: 'Quand',
  could: 'Pouvait ouvrir',
  couldNot: 'Ne pouvait pas ouvrir',
  count: (could, all) => `${could} droits d’accès sur ${all} pouvaient ouvrir`,
  future: 'Ce moment n’est pas encore venu.',
  lead: 'Tous les droits d’accès d’une porte tels qu’ils étaient à un moment passé, à la seconde près. Les clés en métal, les codes que personne n’a donnés ici et les ouvertures à distance n’en font pas partie.',
  link: 'Qui pouvait ouvrir ?',
  name: 'Nom',
  nobody: 'Personne ne pouvait ouvrir cette porte à ce moment',
  nobodyDetail: 'Aucun droit d’accès n’était dans la serrure, ou aucun n’était valable.',
  person: 'Personne',
  reason: 'Pourquoi',
  rules: {
    allowed: 'Il ouvrait la porte.',
    earlier_terms:
      'Il avait été modifié, mais la serrure ne l’avait pas confirmé : elle suivait les horaires précédents, qui étaient respectés.',
    still_on_lock: 'Sa période était terminée, mais il était encore dans la serrure.',
    disabled: 'Il était désactivé.',
    not_yet_valid: 'Il n’était pas encore valable.',
    expired: 'Il n’était plus valable.',
    weekday: 'Il n’était pas valable ce jour de la semaine.',
    time_of_day: 'Il n’était pas valable à cette heure.',
    not_delivered: 'La serrure ne l’avait pas enregistré.',
  },
  title: 'Qui pouvait ouvrir ?',
  unknown: (moment) => `Tout n’est pas connu aussi loin : la réponse est complète à partir du ${moment}.`,
  verdict: 'À ce moment',
}
