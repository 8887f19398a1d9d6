import type { addresses as en } from '../en/addresses.ts'

export const addresses: typeof en = {
  autoIssue: 'Codes worden automatisch gemaakt',
  autoIssueHelp:
    'Hoeveel uur voor de check-in elke gast een code krijgt op de toetsenpanelen van dit adres. Leeg: alleen als iemand erom vraagt.',
  autoIssueLabel: 'Codes automatisch maken (uren voor de check-in)',
  autoIssueNever: 'nee, alleen als iemand erom vraagt',
  autoIssueOf: (hours) => `${hours} uur voor de check-in`,
  back: 'Alle adressen',
  byDefault: 'zoals de dienst is ingesteld',
  fromService: (value) => `${value} (zoals de dienst is ingesteld)`,
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  columns: { calendars: 'Agenda’s', name: 'Naam', times: 'Check-in / check-out' },
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'adres' : 'adressen'}` : `${shown} van ${all} adressen`,
  create: 'Nieuw adres',
  created: 'Aangemaakt',
  doors: 'Deuren',
  doorsChange: 'Deuren kiezen',
  doorsChangeHelp:
    'Een deur die erbij komt, krijgt de codes van gasten; een deur die wegvalt, raakt ze kwijt, binnen een minuut. Toegang via tokens van eenheden blijft.',
  doorsChoose: 'Deuren van dit adres',
  doorsHelp: 'Gasten van dit adres krijgen hun code op de toetsenpanelen van deze deuren.',
  doorsNone: 'Bij dit adres hoort nog geen deur, dus niemand kan naar binnen.',
  doorsSaved: 'De deuren zijn gewijzigd. Uitgegeven codes volgen binnen een minuut.',
  empty: 'Nog geen adres',
  emptyDetail:
    'Een adres is een plek met deuren: een huis, een vakantiewoning. Gasten die er verblijven, krijgen codes voor de deuren, en je kunt er agenda’s van boekingsplatforms aan koppelen.',
  lead: 'Plekken met deuren: wie er verblijft, krijgt er codes voor.',
  name: 'Naam',
  nothingFits: 'Geen adres gevonden',
  nothingFitsDetail: 'Pas de zoekopdracht aan om meer te zien.',
  number: 'Nummer',
  one: 'Adres',
  otherSettings: 'Overige instellingen',
  otherSettingsLabel: 'Instellingen als JSON',
  otherSettingsLead:
    'Alles wat software die met dit adres werkt hier wil bewaren. De dienst zelf gebruikt het niet.',
  otherSettingsWrong: 'Dit is geen JSON-object.',
  remove: 'Dit adres verwijderen',
  removeConfirm: (name) => `Typ ${name} om te bevestigen`,
  removeDetail:
    'De eenheden, verblijven en agendakoppelingen zijn meteen weg. Daarna moeten de sloten alle codes van gasten vergeten, en alle toegang via tokens van eenheden; een slot dat offline is, hoort dat zodra het weer online is. De deuren zelf blijven.',
  removed: (name) => `${name} is verwijderd. De codes worden van de sloten gehaald.`,
  saved: 'Opgeslagen. Uitgegeven codes volgen binnen een minuut.',
  search: 'Zoeken op naam',
  showAll: 'Alle adressen tonen',
  size: (doors, units) =>
    `${doors} ${doors === 1 ? 'deur' : 'deuren'}, ${units} ${units === 1 ? 'eenheid' : 'eenheden'}`,
  tabs: {
    calendars: 'Agenda’s',
    guests: 'Voor gasten',
    overview: 'Overzicht',
    settings: 'Instellingen',
    units: 'Eenheden',
  },
  timeHelp: 'Leeg: zoals de dienst is ingesteld.',
  title: 'Adressen',
  zone: 'Tijdzone',
  zoneHelp: 'Check-in en check-out zijn tijden in deze zone.',
}
