import type { authorize as en } from '../en/authorize.ts'

export const authorize: typeof en = {
  again: 'Chiedi di nuovo',
  allow: 'Consenti',
  as: (name, email) => `Per l’account di ${name} (${email})`,
  asks: (application) => `${application} chiede l’accesso al tuo account e potrebbe:`,
  deny: 'Non consentire',
  endsAfterHour: 'Questo accesso finisce da solo dopo un’ora.',
  forOneHour: 'Solo per un’ora',
  hearsOfDoors: 'far sapere subito ai propri server che cosa succede alle tue porte e chi è stato',
  keeps: (application) =>
    `${application} mantiene questo accesso, anche in tua assenza, finché non lo togli: Integrazioni, Accesso.`,
  leaving: (host) => `Verso ${host}…`,
  onward: (host) => `Poi si va su ${host}.`,
  other: 'Usa un altro account',
  refused: 'Questa richiesta non funziona',
  refusedDetail:
    'L’applicazione da cui arriva la richiesta non è nota qui, vuole la risposta a un indirizzo che non ha mai registrato, oppure chiede in un modo che qui non è previsto. Non è stato consentito nulla. Torna all’applicazione; chi la sviluppa può correggere.',
  scopes: {
    account: 'gestire il tuo account, con persone, indirizzi e chiavi API',
    smartlock: 'vedere e gestire le tue serrature',
    'smartlock.readOnly': 'vedere le tue serrature',
    'smartlock.create': 'aggiungere serrature',
    'smartlock.action': 'sbloccare e chiudere a chiave le tue porte',
    'smartlock.auth': 'decidere chi può aprire le tue porte, e con quali codici',
    'smartlock.config': 'cambiare le impostazioni delle tue serrature',
    'smartlock.log': 'leggere nel registro chi è entrato e uscito',
    notification: 'gestire le tue notifiche',
    'webhook.central': 'sapere subito tutto ciò che questo elenco lascia vedere',
    'webhook.decentral': 'far sapere subito ai propri server tutto ciò che questo elenco lascia vedere',
  },
  signInFirst: (application) =>
    `${application} chiede l’accesso al tuo account. Accedi per vedere che cosa chiede.`,
  title: 'Consentire l’accesso?',
  toConsole: 'Alla console',
  tooOld: 'Questa domanda è troppo vecchia o ha già avuto risposta. Non è stato consentito altro.',
}
