import { securityMails } from './security-texts.ts'

export const security = securityMails('it', {
  labels: { when: 'Quando', from: 'Dalla rete', device: 'Dispositivo', by: 'Da' },
  notices: {
    newSignIn: () => [
      'Nuovo accesso al tuo account',
      "qualcuno, probabilmente tu, ha effettuato l'accesso al tuo account da una rete mai usata prima.",
    ],
    newToken: ({ what }) => [
      'È stato creato un nuovo token API',
      `è stato creato un nuovo token API per il tuo account: ${what}. I programmi che lo possiedono possono usare il tuo account nei limiti dei suoi permessi.`,
    ],
    tokenWidened: ({ what }) => [
      'Un token API ha ricevuto altri permessi',
      `un token API del tuo account ora può fare più di prima: ${what}.`,
    ],
    managementToken: ({ what }) => [
      'È stato creato un token di gestione dell’account',
      `un token del suo account è ora un token di gestione dell’account: ${what}. I programmi che lo hanno possono fare ciò che altrimenti richiede la sua password: cambiare la password e l’indirizzo e-mail, disattivare le password monouso, gestire i sottoaccount ed eliminare l’account.`,
    ],
    managementNetwork: ({ what }) => [
      'Un token di gestione dell’account viene usato da una nuova rete',
      `un token di gestione del suo account è stato usato da una rete da cui non era mai stato usato: ${what}. Se non conosce la rete, elimini subito il token.`,
    ],
    appAllowed: ({ what }) => [
      "È stato dato accesso a un'applicazione",
      `un'applicazione è stata autorizzata a usare il tuo account: ${what}.`,
    ],
    newWebhook: ({ what }) => [
      'È stato registrato un nuovo webhook',
      `d'ora in poi gli eventi del tuo account vengono inviati anche a questo indirizzo: ${what}`,
    ],
    otpEnabled: () => [
      'Password monouso attivate',
      "d'ora in poi per accedere al tuo account serve anche una password monouso della tua app di autenticazione.",
    ],
    otpDisabled: () => [
      'Password monouso disattivate',
      'per accedere al tuo account non serve più una password monouso.',
    ],
    passkeyAdded: ({ what }) => [
      'È stata aggiunta una passkey',
      `ora si può accedere al tuo account con una nuova passkey: ${what}.`,
    ],
    passkeyRemoved: ({ what }) => [
      'È stata rimossa una passkey',
      `questa passkey non permette più di accedere al tuo account: ${what}.`,
    ],
    recoveryCodesMade: () => [
      'Sono stati creati nuovi codici di recupero',
      'il tuo account ha nuovi codici di recupero. Quelli precedenti non valgono più.',
    ],
    recoveryCodeUsed: ({ left }) => [
      'È stato usato un codice di recupero',
      `è stato usato un codice di recupero al posto di una password monouso. Codici rimasti: ${left}. Creane di nuovi prima che finiscano.`,
    ],
    deviceCredentialsReplaced: ({ what }) => [
      'Le credenziali di una serratura sono state sostituite',
      `una serratura ha ricevuto nuove credenziali: ${what}. Chi le possiede agisce come quella serratura e ne riceve i codici.`,
    ],
  },
  held: (count, notice) => [
    `Altre ${count} volte: ${notice}`,
    `è successo altre ${count} volte in un'ora, perciò te lo diciamo in un solo messaggio: «${notice}». Queste sono le prime:`,
  ],
  notYou:
    'Se non sei stato tu né qualcuno di cui ti fidi, agisci subito: cambia la password, cosa che chiude tutte le sessioni, e rimuovi ciò che non conosci. Chi gestisce questo servizio può aiutarti.',
  look: 'Qui vedi e cambi che cosa ha accesso al tuo account:',
})
