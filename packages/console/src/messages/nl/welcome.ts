import type { welcome as en } from '../en/welcome.ts'

export const welcome: typeof en = {
  apiDetail:
    'Alles wat deze console doet, gaat via de API, en dat kun jij ook. Maak een token en kopieer een aanroep die meteen werkt.',
  apiTitle: 'Roep de API aan',
  doorsAction: 'Deuren bekijken',
  doorsDetail: (count) =>
    count === 0
      ? 'Er is nog geen slot. Zodra er een is geregistreerd, zie je hier de toestand en kun je het bedienen.'
      : `Er ${count === 1 ? 'is 1 slot' : `zijn ${count} sloten`} geregistreerd. Zie de toestand live en doe deuren op slot of van slot.`,
  doorsTitle: 'Bekijk je deuren',
  lead: 'De dienst draait. Drie dingen om mee te beginnen.',
  listCall: 'Sloten opvragen',
  makeToken: 'API-token maken',
  menu: 'Begin hier',
  sandboxAction: 'Naar het gebouw',
  sandboxDetail:
    'De sloten zijn gesimuleerd, maar spreken het echte protocol. Klik op deuren, toets codes in, maak dingen stuk en verzet de klok.',
  sandboxTitle: 'Speel met het gebouw',
  shownOnce: 'Kopieer het token nu: je ziet het alleen deze ene keer.',
  title: 'Welkom bij Latchwork',
  token: 'API-token',
  tokenName: 'Gemaakt op de welkomstpagina',
  tryIt: 'Plak een van deze in een terminal:',
  unlockCall: (name) => `Van slot doen: ${name}`,
}
