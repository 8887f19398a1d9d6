import type { past as en } from '../en/past.ts'

export const past: typeof en = {
  askNeeds: 'Wählen Sie eine Tür und einen Zeitpunkt in der Vergangenheit.',
  at: 'Wann',
  could: 'Konnte öffnen',
  couldNot: 'Konnte nicht öffnen',
  count: (could, all) => `${could} von ${all} Zutrittsrechten konnten öffnen`,
  future: 'Dieser Zeitpunkt ist noch nicht gekommen.',
  lead: 'Jedes Zutrittsrecht einer Tür, wie es zu einem vergangenen Zeitpunkt war, auf die Sekunde genau. Schlüssel aus Metall, Codes, die hier niemand vergeben hat, und wer aus der Ferne öffnet, sind nicht dabei.',
  link: 'Wer konnte öffnen?',
  name: 'Name',
  nobody: 'Niemand konnte diese Tür damals öffnen',
  nobodyDetail: 'Kein Zutrittsrecht war auf dem Schloss, oder keines galt.',
  person: 'Person',
  reason: 'Warum',
  rules: {
    allowed: 'Es öffnete die Tür.',
    earlier_terms:
      'Es war geändert worden, aber das Schloss hatte das nicht bestätigt: Es ging nach den früheren Zeiten, und die trafen zu.',
    still_on_lock: 'Seine Zeit war vorbei, aber es war noch auf dem Schloss.',
    disabled: 'Es war abgeschaltet.',
    not_yet_valid: 'Es galt noch nicht.',
    expired: 'Es galt nicht mehr.',
    weekday: 'Es galt nicht an diesem Wochentag.',
    time_of_day: 'Es galt nicht zu dieser Tageszeit.',
    not_delivered: 'Das Schloss hatte es nicht übernommen.',
  },
  title: 'Wer konnte öffnen?',
  unknown: (moment) => `So weit zurück ist nicht alles bekannt: vollständig ist die Antwort ab ${moment}.`,
  verdict: 'Zu diesem Zeitpunkt',
}
