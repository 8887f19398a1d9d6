import { at, type GuestTexts, troubleLines } from './guest-texts.ts'
import type { ReasonWords } from './guest-values.ts'

export const reasons: ReasonWords = {
  allowed:
    'der Code ist auf dem Schloss und gilt jetzt; vielleicht wurde er falsch eingegeben, oder das Keypad ist gestört',
  unknown_code: 'das Schloss kennt den Code nicht',
  disabled: 'der Code ist abgeschaltet',
  not_yet_valid: 'der Code gilt noch nicht',
  expired: 'der Code gilt nicht mehr',
  still_on_lock: 'der Code gilt nicht mehr, ist aber noch auf dem Schloss, das nicht erreichbar ist',
  weekday: 'der Code gilt nicht an diesem Wochentag',
  time_of_day: 'der Code gilt nicht zu dieser Uhrzeit',
  not_delivered: 'das Schloss hat den Code noch nicht bestätigt',
  no_code: 'für diese Tür gibt es keinen Code',
}

export const guests: GuestTexts = {
  guestNeedsHelp: ({ guestName, addressName, doors }) => ({
    subject: `${guestName} kommt nicht hinein`,
    body: [
      `${guestName}${at(addressName)} meldet, dass der Code nicht funktioniert. Das wissen wir über die Türen:`,
      troubleLines('de', reasons, doors),
      'Am schnellsten hilft es, die Tür in der Konsole zu öffnen oder anzurufen.',
    ],
  }),
}
