import type { gateways as en } from '../en/gateways.ts'
import { from } from './moments.ts'

export const gateways: typeof en = {
  add: 'Aggiungi porta',
  addLead: 'Come è collegata la serratura?',
  adopt: 'Aggiungi',
  adoptAs: 'Nome della porta',
  adoptedAs: 'Apri la sua pagina',
  adopted: 'Serrature aggiunte',
  claimAgain: 'Nuovo codice di attivazione',
  claimAgainDetail:
    'Chi avvia un gateway con il nuovo codice prende il posto di questo: i codici delle serrature vanno lì, e il dispositivo che le serviva prima viene escluso.',
  claimAgainLead:
    'Per un gateway mai avviato, con un codice troppo vecchio o che passa a un altro dispositivo.',
  claimCode: 'Codice di attivazione',
  claimHelp:
    'Avvia il gateway con questo comando su un computer del posto. Il codice vale una sola volta, per un’ora.',
  cloud: {
    configHelp:
      'Salva questo in un file su una macchina con accesso a internet, con un token API del tuo account al posto dei puntini. Il token si crea in Nuki Web; Latchwork non lo vede.',
    hubStates: {
      failed:
        'L’indirizzo nel file di configurazione non è valido, o il gateway non può attendere chiamate lì. L’indirizzo comincia con https://.',
      ready: 'Connesso. Stati ed eventi arrivano con un ritardo fino a mezzo minuto.',
      refused: 'Il servizio respinge il gateway. Controlla il token API nel file di configurazione.',
      unreachable: 'Il servizio non risponde. Viene interrogato di nuovo, sempre più di rado.',
      wrongProtocol:
        'Qualcosa risponde, ma non è un servizio di questo tipo. Controlla l’indirizzo nel file di configurazione.',
    },
    lead: 'Per serrature che nulla di più vicino raggiunge. Tutto arriva in ritardo, e un ordine può essere eseguito tardi: l’apertura a distanza è disattivata finché non la consenti per la serratura.',
    make: 'Collega tramite il cloud',
    title: 'Serrature Nuki, tramite il cloud del produttore',
  },
  command: 'Comando',
  config: 'File di configurazione gateway.json',
  configHelp:
    'Salvalo in un file sul posto. L’indirizzo è il socket di Z-Wave JS UI o dell’app Z-Wave di Home Assistant.',
  connectedSince: 'Collegato dal',
  device: 'Un dispositivo che parla LDP/1 da sé',
  deviceLead: 'Con un tuo firmware: registralo qui e inserisci queste credenziali nel dispositivo.',
  deviceName: 'Nome della porta',
  example: 'Prova il collegamento',
  first: {
    allow: 'Consenti l’apertura a distanza',
    code: 'Dai un primo codice',
    codeLead: 'Compare come «Nella serratura» quando la serratura lo ha dimostrato.',
    codeNone: 'Questa serratura non accetta codici: si sblocca e si chiude a chiave solo da qui.',
    codeTitle: 'Primo codice',
    connected: 'La serratura è collegata.',
    connectedTitle: 'Connessione',
    lead: 'Verifica che la porta faccia ciò che chiedi e dai a qualcuno un primo codice.',
    move: 'Vai alla porta e fai muovere la serratura una volta.',
    moveTitle: 'Primo movimento',
    seeGateway: 'Guarda come sta il gateway',
    title: (name) => `Primi passi: ${name}`,
    waiting: 'In attesa della serratura. Il gateway la collega entro un minuto.',
    waitingDevice: 'In attesa che il dispositivo si colleghi con le sue credenziali.',
  },
  foreign: 'Codici di altri',
  foreignLead:
    'C’erano già, o qualcuno li ha digitati sulla serratura. Latchwork li elenca e non li tocca mai.',
  foreignName: 'Nome',
  foreignNone: 'Non ce ne sono.',
  foreignSeen: 'Visto la prima volta',
  foreignSlot: 'Posto nella serratura',
  found: 'Serrature trovate',
  foundNone: 'Ancora nessuna serratura. Compaiono qui appena un hub le segnala.',
  gateway: 'Serrature Z-Wave, tramite un gateway',
  gatewayLead: 'Le collega un piccolo programma sul posto. Non serve aprire nulla nel router.',
  gatewayName: 'Nome del gateway',
  hubs: 'Hub',
  hubsNone: 'Non ha ancora segnalato alcun hub.',
  hubStates: {
    connecting: 'Connessione in corso…',
    failed: 'Qualcosa è andato storto. Il registro del gateway dice di più.',
    notReady:
      'L’hub risponde, ma la sua radio non è pronta. Attendi un minuto; se resta così, controlla la chiavetta e le sue impostazioni.',
    ready: 'Collegato',
    refused: 'L’hub respinge il gateway. Controlla se richiede un login e disattivalo per il socket.',
    tooOld: 'Il programma dell’hub è troppo vecchio. Aggiorna Z-Wave JS UI o l’app Z-Wave e riavvialo.',
    unreachable:
      'Nessuno risponde a questo indirizzo. Controlla host e porta di rete, e che il socket sia attivo.',
    wrongProtocol:
      'Qualcosa risponde, ma non è il socket Z-Wave. Di solito è sulla porta di rete 3000; 8091 e 8123 sono pagine web.',
  },
  lastError: 'Ultimo errore',
  lastReport: 'Ultimo contatto',
  list: 'Gateway',
  lost: 'Il gateway non la trova più.',
  make: 'Crea un gateway',
  notes: {
    away: 'Non risponde. Controlla la batteria e che sia a portata.',
    codesUnknown: 'Non si sa ancora se accetta codici. Ripeti l’intervista dall’hub.',
    insecure: 'È collegata senza cifratura. Escludila e includila di nuovo in modo sicuro.',
    interviewUnfinished:
      'L’hub non ha finito di chiederle che cosa sa fare. Svegliala dal tastierino e attendi, oppure ripeti l’intervista dall’hub.',
    lowBattery: 'La batteria è quasi scarica.',
    noCodes: 'Non accetta codici. Aggiungila per sbloccarla e chiuderla a chiave da qui.',
  },
  nuki: {
    appHelp:
      'Poi, nell’app Nuki, come amministratore della serratura: Funzioni e configurazione, MQTT. Attivalo, inserisci questi tre dati e lascia attivo «Consenti blocco». Se chiede una versione, scegli 3.1.1.',
    appHost: 'Nome host nell’app Nuki',
    appPassword: 'Password nell’app Nuki',
    appUser: 'Nome utente nell’app Nuki',
    configHelp:
      'Salvalo in un file sulla macchina nella rete della serratura. Per un’altra serratura aggiungi sotto «logins» una riga con il suo id e un’altra password.',
    host: 'Indirizzo della macchina del gateway',
    hostHelp: 'Privato e fisso, come 192.168.1.10. La serratura vi si collega alla porta di rete 1883.',
    hostWrong:
      'Serve un indirizzo privato in numeri: 192.168.…, 10.… o da 172.16.… a 172.31.… Una serratura Nuki non si collega altrove.',
    hubStates: {
      failed:
        'Il gateway non può restare in ascolto lì. Controlla se un altro broker occupa la porta di rete 1883 e se l’indirizzo è della sua macchina.',
      ready:
        'Pronto. Le serrature che non compaiono non si sono ancora collegate: controlla i dati inseriti nell’app Nuki.',
      refused:
        'Il broker respinge il gateway. Controlla nome utente e password nel file di configurazione, e che l’utente possa leggere e scrivere nuki/#.',
      tooOld:
        'Il broker non parla MQTT 5. Aggiornalo: altrimenti degli ordini potrebbero restarvi in attesa di una serratura.',
      unreachable:
        'Nessun broker risponde a questo indirizzo. Controlla host e porta di rete, e che sia in funzione.',
      wrongProtocol:
        'Qualcosa risponde, ma non è un broker MQTT. Di solito è sulla porta di rete 1883, con TLS sulla 8883.',
    },
    id: 'Id della serratura',
    idHelp: 'Otto cifre e lettere: sul dispositivo e nell’app Nuki.',
    idWrong: 'L’id ha otto cifre e lettere dalla A alla F.',
    lead: 'Smart Lock 3.0 Pro, 4ª generazione e Ultra, senza bridge e cloud: si collegano a un gateway nella stessa rete. Per questa via non ci sono codici.',
    make: 'Collega una serratura Nuki',
    setup: {
      checks: {
        codeRights:
          'I codici si possono aggiungere, modificare ed eliminare, e il PIN di sicurezza è impostato.',
        codesHidden: 'L’hub non pubblica i codici stessi.',
        listRoom: 'Il suo elenco ha posto per tutti i codici (Max keypad entries, Char buffer size).',
        noRetries:
          'Number of retries if command failed: 0. Altrimenti uno scrocco può essere tirato due volte.',
        rights: 'Le azioni della serratura sono consentite.',
        version: 'nuki_hub 9, i cui messaggi sono noti qui.',
      },
      results: {
        ok: 'a posto',
        unknown: 'da controllare lì',
        wrong: 'da cambiare',
      },
      title: 'Impostazioni del suo hub',
    },
    title: 'Serrature Nuki, tramite MQTT',
    unfinished: 'Non ha ancora detto in che stato è. Se resta così, disattiva e riattiva MQTT nell’app Nuki.',
  },
  promises: {
    late: (span) =>
      `Questa serratura può eseguire uno sblocco anche ${span} o più dopo che l’ordine è stato abbandonato.`,
    absence: (span) => `La sua assenza può passare inosservata fino a ${span}.`,
    deniedUnseen: 'Non segnala i codici che non hanno aperto.',
    noHistory: 'Ciò che succede mentre il gateway non è collegato non viene segnalato dopo.',
    noNames: 'Questa serratura non conserva nomi: sono noti solo qui.',
    shortNames: (length) =>
      `Conserva ${length} ${length === 1 ? 'carattere' : 'caratteri'} di un nome; il nome intero è noto qui.`,
    occupied: 'Questa serratura non sa dire i suoi codici. Latchwork sa che ce n’è uno, non quale.',
    remoteOff: 'L’apertura a distanza è disattivata. Si può consentire nelle impostazioni.',
    unread: 'Questa serratura non dice nulla dei suoi codici.',
    unproven: 'Non dice se si è mossa: un ordine ricevuto viene mostrato con esito sconosciuto.',
    whoUnseen: 'Non dice di chi era il codice usato.',
    windowsByGateway:
      'Non conosce orari. Il gateway inserisce i codici quando inizia il loro periodo e li toglie quando finisce; un codice il cui periodo finisce mentre la serratura non è raggiungibile apre finché non lo è di nuovo.',
    windowsByLock: (span) =>
      `La serratura rispetta gli orari secondo il proprio orologio. Finché nessuno lo controlla, lo scarto può arrivare a ${span}.`,
    windowsByService:
      'Non conosce orari. Latchwork inserisce i codici quando inizia il loro periodo e li toglie quando finisce; un codice il cui periodo finisce mentre la serratura non è raggiungibile apre finché non lo è di nuovo.',
    wire: 'Tra gateway e hub i codici viaggiano in chiaro.',
  },
  promisesTitle: 'Che cosa promette questa serratura',
  queue: 'Ordini in attesa',
  queueOldest: (count, span) => `${count}, il più vecchio da ${span}`,
  register: 'Registra il dispositivo',
  remove: 'Elimina il gateway',
  removeDetail: 'Non potrà più collegarsi. Le serrature che serve vanno eliminate prima.',
  secret: 'Segreto della serratura',
  shownOnce: 'Copiale ora: vengono mostrate solo questa volta.',
  simulated: 'Una serratura simulata',
  simulatedLead: 'Per provare senza hardware. La sandbox ne ha un edificio pieno.',
  simulatedOpen: 'Apri la sandbox',
  since: from,
  started: 'Avviato',
  states: {
    away: 'Nessun contatto',
    connected: 'Collegato',
    unclaimed: 'In attesa del codice di attivazione',
  },
  username: 'Nome utente',
  version: 'Versione',
}
