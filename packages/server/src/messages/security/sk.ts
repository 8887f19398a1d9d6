import { securityMails } from './security-texts.ts'

export const security = securityMails('sk', {
  labels: { when: 'Kedy', from: 'Zo siete', device: 'Zariadenie', by: 'Kto' },
  notices: {
    newSignIn: () => [
      'Nové prihlásenie do vášho účtu',
      'niekto, pravdepodobne vy, sa prihlásil do vášho účtu zo siete, z ktorej sa doteraz nepoužíval.',
    ],
    newToken: ({ what }) => [
      'Bol vytvorený nový token API',
      `pre váš účet bol vytvorený nový token API: ${what}. Programy, ktoré ho majú, môžu váš účet používať v rozsahu jeho oprávnení.`,
    ],
    tokenWidened: ({ what }) => [
      'Token API dostal ďalšie oprávnenia',
      `token API vášho účtu teraz smie viac než predtým: ${what}.`,
    ],
    managementToken: ({ what }) => [
      'Bol vytvorený token na správu účtu',
      `token vášho účtu teraz smie spravovať účet: ${what}. Programy, ktoré ho majú, môžu robiť to, na čo je inak potrebné vaše heslo: zmeniť heslo a e-mailovú adresu, vypnúť jednorazové heslá, spravovať podúčty a vymazať účet.`,
    ],
    managementNetwork: ({ what }) => [
      'Token na správu účtu sa používa z novej siete',
      `token na správu vášho účtu bol použitý zo siete, z ktorej sa doteraz nepoužíval: ${what}. Ak sieť nepoznáte, token ihneď vymažte.`,
    ],
    appAllowed: ({ what }) => [
      'Aplikácia získala prístup',
      `jedna aplikácia teraz smie používať váš účet: ${what}.`,
    ],
    newWebhook: ({ what }) => [
      'Bol zaregistrovaný nový webhook',
      `od tejto chvíle sa udalosti vášho účtu posielajú aj na túto adresu: ${what}`,
    ],
    otpEnabled: () => [
      'Jednorazové heslá sú zapnuté',
      'od tejto chvíle potrebujete na prihlásenie aj jednorazové heslo zo svojej overovacej aplikácie.',
    ],
    otpDisabled: () => ['Jednorazové heslá sú vypnuté', 'na prihlásenie už nepotrebujete jednorazové heslo.'],
    passkeyAdded: ({ what }) => [
      'Bol pridaný prístupový kľúč',
      `do vášho účtu sa teraz dá prihlásiť novým prístupovým kľúčom: ${what}.`,
    ],
    passkeyRemoved: ({ what }) => [
      'Bol odobratý prístupový kľúč',
      `týmto prístupovým kľúčom sa už do vášho účtu prihlásiť nedá: ${what}.`,
    ],
    recoveryCodesMade: () => [
      'Boli vytvorené nové záchranné kódy',
      'váš účet má nové záchranné kódy. Predchádzajúce už neplatia.',
    ],
    recoveryCodeUsed: ({ left }) => [
      'Bol použitý záchranný kód',
      `namiesto jednorazového hesla bol použitý záchranný kód. Zostávajúce kódy: ${left}. Vytvorte si nové, kým sa neminú.`,
    ],
    deviceCredentialsReplaced: ({ what }) => [
      'Prihlasovacie údaje zámku boli nahradené',
      `zámok dostal nové prihlasovacie údaje: ${what}. Kto ich má, vystupuje ako tento zámok a dostáva jeho kódy.`,
    ],
  },
  held: (count, notice) => [
    `Ešte ${count}×: ${notice}`,
    `v priebehu jednej hodiny sa to stalo ešte ${count}×, preto vám o tom píšeme v jednej správe: „${notice}“. Toto sú prvé prípady:`,
  ],
  notYou:
    'Ak ste to neboli vy ani niekto, komu dôverujete, konajte hneď: zmeňte si heslo, čím sa skončia všetky relácie, a odoberte, čo nepoznáte. Prevádzkovateľ tejto služby vám môže pomôcť.',
  look: 'Tu vidíte a meníte, čo má prístup k vášmu účtu:',
})
