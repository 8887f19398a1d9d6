import type { gateways as en } from '../en/gateways.ts'

export const gateways: typeof en = {
  add: 'Deur toevoegen',
  addLead: 'Hoe is het slot verbonden?',
  adopt: 'Toevoegen',
  adoptAs: 'Naam van de deur',
  adoptedAs: 'Pagina openen',
  adopted: 'Toegevoegde sloten',
  claimAgain: 'Nieuwe activeringscode',
  claimAgainDetail:
    'Wie met de nieuwe code een gateway start, neemt de plaats van deze in: de codes van de sloten gaan daarheen, en het kastje dat ze tot nu toe bediende, wordt buitengesloten.',
  claimAgainLead:
    'Voor een gateway die nooit is gestart, waarvan de code te oud is, of die naar een ander kastje verhuist.',
  claimCode: 'Activeringscode',
  claimHelp:
    'Start met deze opdracht de gateway op een computer ter plaatse. De code werkt één keer, een uur lang.',
  cloud: {
    configHelp:
      'Zet dit in een bestand op een machine met toegang tot internet, met een API-token van je account op de plaats van de puntjes. Het token maak je in Nuki Web; Latchwork krijgt het niet te zien.',
    hubStates: {
      failed:
        'Het adres in het configuratiebestand is er geen, of de gateway kan daar niet op oproepen wachten. Het adres begint met https://.',
      ready: 'Verbonden. Toestanden en gebeurtenissen komen tot een halve minuut later.',
      refused: 'De dienst weigert de gateway. Controleer het API-token in het configuratiebestand.',
      unreachable: 'De dienst antwoordt niet. Hij wordt opnieuw gevraagd, steeds minder vaak.',
      wrongProtocol:
        'Daar antwoordt iets, maar geen dienst van deze soort. Controleer het adres in het configuratiebestand.',
    },
    lead: 'Voor sloten die niets dichterbij bereikt. Alles komt te laat, en een opdracht kan te laat worden uitgevoerd: openen op afstand is uit tot je het voor het slot toestaat.',
    make: 'Verbinden via de cloud',
    title: 'Nuki-sloten, via de cloud van de maker',
  },
  command: 'Opdracht',
  config: 'Configuratiebestand gateway.json',
  configHelp:
    'Zet dit daar in een bestand. Het adres is de socket van Z-Wave JS UI of van de Z-Wave-app van Home Assistant.',
  connectedSince: 'Verbonden sinds',
  device: 'Een apparaat dat zelf LDP/1 spreekt',
  deviceLead: 'Je eigen firmware: registreer het apparaat hier en zet deze inloggegevens erin.',
  deviceName: 'Naam van de deur',
  example: 'Inloggen uitproberen',
  first: {
    allow: 'Openen op afstand toestaan',
    code: 'Eerste code geven',
    codeLead: 'De code staat als ‘op het slot’ vermeld zodra het slot dat heeft bewezen.',
    codeNone: 'Dit slot kent geen codes: je kunt het alleen van hieruit op slot en van slot doen.',
    codeTitle: 'Eerste code',
    connected: 'Het slot is verbonden.',
    connectedTitle: 'Verbinding',
    lead: 'Kijk of de deur doet wat je vraagt, en geef iemand een eerste code.',
    move: 'Ga bij de deur staan en laat het slot één keer bewegen.',
    moveTitle: 'Eerste beweging',
    seeGateway: 'Kijk hoe het met de gateway gaat',
    title: (name) => `Eerste stappen: ${name}`,
    waiting: 'Wacht op het slot. De gateway verbindt het binnen een minuut.',
    waitingDevice: 'Wacht tot het apparaat met zijn gegevens inlogt.',
  },
  foreign: 'Codes van anderen',
  foreignLead:
    'Ze stonden al op het slot, of iemand heeft ze daar ingetoetst. Latchwork toont ze en blijft er altijd van af.',
  foreignName: 'Naam',
  foreignNone: 'Er zijn er geen.',
  foreignSeen: 'Voor het eerst gezien',
  foreignSlot: 'Plaats op het slot',
  found: 'Gevonden sloten',
  foundNone: 'Nog geen sloten. Ze verschijnen hier zodra een hub ze heeft gemeld.',
  gateway: 'Z-Wave-sloten, via een gateway',
  gatewayLead: 'Een klein programma ter plaatse verbindt ze. In je router hoeft niets open te staan.',
  gatewayName: 'Naam van de gateway',
  hubs: 'Hubs',
  hubsNone: 'Er is nog geen hub gemeld.',
  hubStates: {
    connecting: 'Verbinden …',
    failed: 'Er ging iets mis. In het logboek van de gateway staat meer.',
    notReady:
      'De hub antwoordt, maar de radio is nog niet klaar. Wacht een minuut; blijft het zo, controleer dan daar de stick en de instellingen.',
    ready: 'Verbonden',
    refused:
      'De hub weigert de gateway. Controleer of er een login wordt gevraagd en zet die uit voor de socket.',
    tooOld: 'Het programma van de hub is te oud. Werk Z-Wave JS UI of de Z-Wave-app bij en start opnieuw.',
    unreachable:
      'Op dit adres antwoordt niemand. Controleer host en poort, en of de socket daar is ingeschakeld.',
    wrongProtocol:
      'Daar antwoordt iets, maar niet de Z-Wave-socket. Die zit meestal op poort 3000; 8091 en 8123 zijn webpagina’s.',
  },
  lastError: 'Laatste fout',
  lastReport: 'Laatste contact',
  list: 'Gateways',
  lost: 'De gateway vindt dit slot niet meer.',
  make: 'Gateway maken',
  notes: {
    away: 'Het slot antwoordt niet. Controleer de batterij en of het binnen bereik is.',
    codesUnknown: 'Of het slot codes kent, is nog niet bekend. Start het interview op de hub opnieuw.',
    insecure:
      'Het slot is zonder versleuteling aangemeld. Verwijder het op de hub en voeg het beveiligd opnieuw toe.',
    interviewUnfinished:
      'De hub weet nog niet alles wat het slot kan. Maak het wakker via het toetsenpaneel en wacht, of start het interview op de hub opnieuw.',
    lowBattery: 'De batterij is bijna leeg.',
    noCodes: 'Dit slot kent geen codes. Voeg het toe om het van hieruit op slot en van slot te doen.',
  },
  nuki: {
    appHelp:
      'Daarna, in de Nuki-app als beheerder van het slot: Functies en configuratie, MQTT. Zet het aan, vul deze drie gegevens in en laat ‘Vergrendelen toestaan’ aan. Vraagt de app om een versie, kies dan 3.1.1.',
    appHost: 'Hostnaam in de Nuki-app',
    appPassword: 'Wachtwoord in de Nuki-app',
    appUser: 'Gebruikersnaam in de Nuki-app',
    configHelp:
      'Zet dit in een bestand op de machine in het netwerk van het slot. Voeg voor een ander slot onder ‘logins’ een regel toe met het id ervan en een ander wachtwoord.',
    host: 'Adres van de machine van de gateway',
    hostHelp: 'Privé en vast, zoals 192.168.1.10. Het slot verbindt daar met poort 1883.',
    hostWrong:
      'Er is een privéadres in cijfers nodig: 192.168.…, 10.… of 172.16.… tot 172.31.… Een Nuki-slot verbindt nergens anders mee.',
    hubStates: {
      failed:
        'De gateway kan daar niet wachten. Controleer of een andere broker poort 1883 gebruikt, en of het adres van die machine is.',
      ready:
        'Klaar. Sloten die niet in de lijst staan, zijn nog niet verbonden: controleer wat in de Nuki-app is ingevuld.',
      refused:
        'De broker weigert de gateway. Controleer gebruikersnaam en wachtwoord in het configuratiebestand, en of de gebruiker nuki/# mag lezen en schrijven.',
      tooOld:
        'De broker spreekt geen MQTT 5. Werk hem bij: anders kunnen opdrachten daar op een slot blijven wachten.',
      unreachable: 'Op dit adres antwoordt geen broker. Controleer host en poort, en of hij draait.',
      wrongProtocol:
        'Daar antwoordt iets, maar geen MQTT-broker. Die zit meestal op poort 1883, met TLS op 8883.',
    },
    id: 'Id van het slot',
    idHelp: 'Acht cijfers en letters: op het apparaat en in de Nuki-app.',
    idWrong: 'Het id heeft acht cijfers en letters van A tot F.',
    lead: 'Smart Lock 3.0 Pro, 4e generatie en Ultra, zonder bridge en cloud: ze verbinden met een gateway in hetzelfde netwerk. Langs deze weg zijn er geen codes.',
    make: 'Nuki-slot verbinden',
    setup: {
      checks: {
        codeRights:
          'Codes mogen worden toegevoegd, gewijzigd en verwijderd, en de beveiligingspincode is ingevuld.',
        codesHidden: 'De hub publiceert de codes zelf niet.',
        listRoom: 'De lijst heeft plaats voor alle codes (Max keypad entries, Char buffer size).',
        noRetries:
          'Number of retries if command failed: 0. Anders kan een dagschoot twee keer worden getrokken.',
        rights: 'Slotacties zijn toegestaan.',
        version: 'nuki_hub 9, waarvan de berichten hier bekend zijn.',
      },
      results: {
        ok: 'in orde',
        unknown: 'kijk daar zelf',
        wrong: 'te wijzigen',
      },
      title: 'Instellingen van de hub',
    },
    title: 'Nuki-sloten, via MQTT',
    unfinished:
      'Het heeft nog niet gemeld hoe het staat. Blijft het zo, zet MQTT in de Nuki-app dan uit en weer aan.',
  },
  promises: {
    late: (span) =>
      `Dit slot kan een opdracht ‘van slot’ nog uitvoeren ${span} of langer nadat Latchwork niet meer op antwoord wacht.`,
    absence: (span) => `Dat het slot weg is, kan tot ${span} onopgemerkt blijven.`,
    deniedUnseen: 'Het meldt geen codes waarmee de deur niet openging.',
    noHistory: 'Wat gebeurt terwijl de gateway niet verbonden is, wordt later niet gemeld.',
    noNames: 'Dit slot bewaart geen namen: die zijn alleen hier bekend.',
    shortNames: (length) => `Het bewaart ${length} tekens van een naam; de hele naam is hier bekend.`,
    occupied: 'Dit slot kan zijn codes niet tonen. Latchwork weet dat er een is, maar niet welke.',
    remoteOff: 'Op afstand openen staat uit. Je kunt het toestaan in de instellingen.',
    unread: 'Dit slot meldt niets over zijn codes.',
    unproven: 'Het meldt niet of het heeft bewogen: een aangenomen opdracht staat als onbekend vermeld.',
    whoUnseen: 'Het meldt niet wiens code is gebruikt.',
    windowsByGateway:
      'Het kent geen tijden. De gateway zet codes erop als hun tijd begint en haalt ze eraf als die eindigt; een code die afloopt terwijl het slot niet bereikbaar is, werkt tot het weer bereikbaar is.',
    windowsByLock: (span) =>
      `Het slot houdt toegangstijden aan volgens zijn eigen klok. Zolang niemand erop let, kunnen ze tot ${span} afwijken.`,
    windowsByService:
      'Het kent geen tijden. Latchwork zet codes erop als hun tijd begint en haalt ze eraf als die eindigt; een code die afloopt terwijl het slot niet bereikbaar is, werkt tot het weer bereikbaar is.',
    wire: 'Tussen gateway en hub gaan codes onversleuteld over de lijn.',
  },
  promisesTitle: 'Wat dit slot belooft',
  queue: 'Wachtende opdrachten',
  queueOldest: (count, span) => `${count}, de oudste al ${span}`,
  register: 'Apparaat registreren',
  remove: 'Deze gateway verwijderen',
  removeDetail:
    'De gateway kan geen verbinding meer maken. Sloten die hij bedient, moeten eerst worden verwijderd.',
  secret: 'Geheime sleutel van het slot',
  shownOnce: 'Neem deze nu over: je ziet ze alleen deze ene keer.',
  simulated: 'Een gesimuleerd slot',
  simulatedLead: 'Om dingen uit te proberen zonder hardware. De sandbox heeft er een heel gebouw vol van.',
  simulatedOpen: 'Sandbox openen',
  since: (moment) => `sinds ${moment}`,
  started: 'Gestart',
  states: {
    away: 'Geen contact',
    connected: 'Verbonden',
    unclaimed: 'Wacht op activeringscode',
  },
  username: 'Gebruikersnaam',
  version: 'Versie',
}
