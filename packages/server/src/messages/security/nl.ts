import { securityMails } from './security-texts.ts'

export const security = securityMails('nl', {
  labels: { when: 'Wanneer', from: 'Vanuit het netwerk', device: 'Apparaat', by: 'Door' },
  notices: {
    newSignIn: () => [
      'Nieuwe login op uw account',
      'Iemand, waarschijnlijk uzelf, heeft zich bij uw account aangemeld vanuit een netwerk dat daarvoor nog niet was gebruikt.',
    ],
    newToken: ({ what }) => [
      'Er is een nieuw API-token gemaakt',
      `Voor uw account is een nieuw API-token gemaakt: ${what}. Programma's die het hebben, kunnen uw account binnen de rechten ervan gebruiken.`,
    ],
    tokenWidened: ({ what }) => [
      'Een API-token heeft meer rechten gekregen',
      `Een API-token van uw account mag nu meer dan voorheen: ${what}.`,
    ],
    managementToken: ({ what }) => [
      'Er is een token voor accountbeheer gemaakt',
      `een token van uw account mag nu het account beheren: ${what}. Programma’s die het hebben, kunnen doen waarvoor anders uw wachtwoord nodig is: wachtwoord en e-mailadres wijzigen, eenmalige wachtwoorden uitschakelen, subaccounts beheren en het account verwijderen.`,
    ],
    managementNetwork: ({ what }) => [
      'Een token voor accountbeheer wordt vanuit een nieuw netwerk gebruikt',
      `een token voor beheer van uw account is gebruikt vanuit een netwerk waaruit het eerder niet werd gebruikt: ${what}. Kent u het netwerk niet, verwijder het token dan meteen.`,
    ],
    appAllowed: ({ what }) => [
      'Een toepassing heeft toegang gekregen',
      `Een toepassing mag nu uw account gebruiken: ${what}.`,
    ],
    newWebhook: ({ what }) => [
      'Er is een nieuwe webhook geregistreerd',
      `Vanaf nu worden gebeurtenissen van uw account ook naar dit adres gestuurd: ${what}`,
    ],
    otpEnabled: () => [
      'Eenmalige wachtwoorden staan aan',
      'Vanaf nu hebt u bij het inloggen ook een eenmalig wachtwoord uit uw authenticatie-app nodig.',
    ],
    otpDisabled: () => [
      'Eenmalige wachtwoorden staan uit',
      'Voor het inloggen hebt u geen eenmalig wachtwoord meer nodig.',
    ],
    passkeyAdded: ({ what }) => [
      'Er is een passkey toegevoegd',
      `Op uw account kan nu worden ingelogd met een nieuwe passkey: ${what}.`,
    ],
    passkeyRemoved: ({ what }) => [
      'Er is een passkey verwijderd',
      `Met deze passkey kan niet meer op uw account worden ingelogd: ${what}.`,
    ],
    recoveryCodesMade: () => [
      'Er zijn nieuwe herstelcodes gemaakt',
      'Uw account heeft nieuwe herstelcodes. De vorige gelden niet meer.',
    ],
    recoveryCodeUsed: ({ left }) => [
      'Er is een herstelcode gebruikt',
      `In plaats van een eenmalig wachtwoord is een herstelcode gebruikt. Resterende codes: ${left}. Maak nieuwe aan voordat ze op zijn.`,
    ],
    deviceCredentialsReplaced: ({ what }) => [
      'De inloggegevens van een slot zijn vervangen',
      `Een slot heeft nieuwe inloggegevens gekregen: ${what}. Wie ze heeft, doet zich voor als dit slot en krijgt de codes ervan.`,
    ],
  },
  held: (count, notice) => [
    `Nog ${count} keer: ${notice}`,
    `Dit is binnen een uur nog ${count} keer gebeurd; daarom vertellen we het in één bericht: ‘${notice}’. Dit zijn de eerste keren:`,
  ],
  notYou:
    'Was u dit niet, en ook niemand die u vertrouwt, doe dan meteen iets: wijzig uw wachtwoord, wat alle sessies beëindigt, en verwijder wat u niet kent. De beheerder van deze dienst kan u helpen.',
  look: 'Hier ziet en wijzigt u wat toegang tot uw account heeft:',
})
