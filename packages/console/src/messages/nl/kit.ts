import type { kit as en } from '../en/kit.ts'

export const kit: typeof en = {
  accountMenu: 'Accountmenu',
  apiReference: 'API-documentatie',
  cancel: 'Annuleren',
  close: 'Sluiten',
  closeMenu: 'Menu sluiten',
  copied: 'Gekopieerd',
  copy: 'Kopiëren',
  darkLook: 'Donkere weergave',
  doorTime: {
    here: (moments) => `Op jouw klok: ${moments}`,
    nowThere: (hour) => `Daar is het nu ${hour}.`,
    zone: (place) => `Tijd in ${place}`,
  },
  edit: 'Bewerken',
  justNow: 'zojuist',
  lightLook: 'Lichte weergave',
  loading: 'Laden',
  loadMore: 'Meer laden',
  menu: 'Menu',
  missing: (what) => `${what}: niet gevonden`,
  missingDetail: 'Dit is verwijderd, of er zit een typfout in het adres. Hier vind je de andere:',
  notFound: 'Deze pagina bestaat niet',
  notFoundDetail: 'Misschien zit er een typfout in het adres, of wat er stond, is weg.',
  offlineDetail:
    'Wat je ziet, is misschien verouderd. Wijzigingen kunnen pas worden verstuurd als de verbinding terug is; er wordt steeds opnieuw geprobeerd.',
  offlineTitle: 'Geen verbinding met de dienst',
  openMenu: 'Menu openen',
  passkeys: {
    openNamed: 'Deze pagina via de hostnaam openen',
    problems: {
      address:
        'Passkeys werken hier niet: browsers maken ze voor hostnamen, en deze pagina is met een IP-adres geopend.',
      insecure:
        'Passkeys werken hier niet: deze pagina is zonder HTTPS geopend. Vraag het de beheerder van deze dienst.',
      unsupported: 'Deze browser kent geen passkeys.',
    },
  },
  requestId: (id) => `Verzoek ${id}`,
  reset: 'Herstellen',
  rules: {
    length: ({ from, to }) => `${from} tot en met ${to} tekens`,
    range: ({ from, to }) => `Een getal van ${from} tot en met ${to}`,
    required: () => 'Vul een getal in',
  },
  save: 'Opslaan',
  signOut: 'Uitloggen',
  skipToContent: 'Naar de inhoud',
  somethingWrong: 'Er ging iets mis',
  stepUp: {
    lead: 'Wat je wilt doen, kan deuren openen of jou buitensluiten. Bevestig daarom dat jij het bent. Dat geldt dan tien minuten.',
    or: 'of',
    password: 'Je wachtwoord',
    submit: 'Verder met het wachtwoord',
    title: 'Ben jij het?',
    withPasskey: 'Verder met een passkey',
  },
  toStart: 'Naar de startpagina',
  tryAgain: 'Opnieuw proberen',
  unreachable: 'De dienst is niet bereikbaar',
  unreachableDetail: 'Controleer of de dienst draait en dit apparaat verbonden is, en probeer het opnieuw.',
}
