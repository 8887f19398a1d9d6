import type { welcome as en } from '../en/welcome.ts'

export const welcome: typeof en = {
  apiDetail:
    'Tutto ciò che fa questa console passa dall’API, e puoi usarla anche tu. Crea un token e copia una chiamata già pronta.',
  apiTitle: 'Chiama l’API',
  doorsAction: 'Vedi le porte',
  doorsDetail: (count) =>
    count === 0
      ? 'Non c’è ancora una serratura. Appena ne viene registrata una, qui si vede il suo stato e si può muovere.'
      : `${count} ${count === 1 ? 'serratura registrata' : 'serrature registrate'}. Segui lo stato in diretta, sblocca e chiudi a chiave.`,
  doorsTitle: 'Guarda le tue porte',
  lead: 'Il servizio è in funzione. Tre cose per cominciare.',
  listCall: 'Elenca le serrature',
  makeToken: 'Crea un token API',
  menu: 'Inizia qui',
  sandboxAction: 'Vai all’edificio',
  sandboxDetail:
    'Le serrature sono simulate, ma parlano il vero protocollo. Premi porte, digita codici, provoca guasti e sposta l’orologio.',
  sandboxTitle: 'Gioca con l’edificio',
  shownOnce: 'Copia il token ora: viene mostrato solo questa volta.',
  title: 'Ti diamo il benvenuto in Latchwork',
  token: 'Token API',
  tokenName: 'Creato nella pagina di benvenuto',
  tryIt: 'Incolla una di queste in un terminale:',
  unlockCall: (name) => `Sblocca: ${name}`,
}
