import type { past as en } from '../en/past.ts'

export const past: typeof en = {
  askNeeds: 'Kies een deur en een moment in het verleden.',
  at: 'Wanneer',
  could: 'Kon openen',
  couldNot: 'Kon niet openen',
  count: (could, all) => `${could} van ${all} toegangsrechten konden openen`,
  future: 'Dit moment is nog niet gekomen.',
  lead: 'Elk toegangsrecht van een deur zoals het op een moment in het verleden was, tot op de seconde. Metalen sleutels, codes die hier niemand heeft gegeven en wie op afstand opent, horen daar niet bij.',
  link: 'Wie kon openen?',
  name: 'Naam',
  nobody: 'Niemand kon deze deur toen openen',
  nobodyDetail: 'Er stond geen toegangsrecht op het slot, of geen ervan was geldig.',
  person: 'Persoon',
  reason: 'Waarom',
  rules: {
    allowed: 'De deur ging ermee open.',
    earlier_terms:
      'Dit was gewijzigd, maar het slot had dat niet bevestigd: het ging uit van de eerdere tijden, en die klopten.',
    still_on_lock: 'De tijd was voorbij, maar dit stond nog op het slot.',
    disabled: 'Dit was uitgeschakeld.',
    not_yet_valid: 'Dit was nog niet geldig.',
    expired: 'Dit was niet meer geldig.',
    weekday: 'Dit gold niet op die dag van de week.',
    time_of_day: 'Dit gold niet op dat tijdstip.',
    not_delivered: 'Het slot had dit niet overgenomen.',
  },
  title: 'Wie kon openen?',
  unknown: (moment) => `Zo ver terug is niet alles bekend: het antwoord is volledig vanaf ${moment}.`,
  verdict: 'Op dat moment',
}
