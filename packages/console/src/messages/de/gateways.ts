import type { gateways as en } from '../en/gateways.ts'

export const gateways: typeof en = {
  add: 'Tür hinzufügen',
  addLead: 'Wie ist das Schloss verbunden?',
  adopt: 'Übernehmen',
  adoptAs: 'Name der Tür',
  adoptedAs: 'Seite öffnen',
  adopted: 'Übernommene Schlösser',
  claimAgain: 'Neuer Anmeldecode',
  claimAgainDetail:
    'Wer ein Gateway mit dem neuen Code startet, tritt an die Stelle dieses Gateways: Die Codes seiner Schlösser gehen dorthin, und das bisherige Gerät wird getrennt.',
  claimAgainLead:
    'Für ein Gateway, das nie gestartet wurde, dessen Code abgelaufen ist oder das auf ein anderes Gerät umzieht.',
  claimCode: 'Anmeldecode',
  claimHelp:
    'Starten Sie das Gateway auf einem Rechner vor Ort mit diesem Befehl. Der Code gilt einmal, eine Stunde lang.',
  cloud: {
    configHelp:
      'Legen Sie das in einer Datei auf einem Rechner mit Internetzugang ab, mit einem API-Token Ihres Kontos an der Stelle der Punkte. Das Token erstellen Sie in Nuki Web; Latchwork bekommt es nicht zu sehen.',
    hubStates: {
      failed:
        'Die Adresse in der Konfigurationsdatei ist keine, oder das Gateway kann dort nicht auf Anrufe warten. Die Adresse beginnt mit https://.',
      ready: 'Verbunden. Zustände und Ereignisse kommen bis zu einer halben Minute später.',
      refused: 'Der Dienst weist das Gateway ab. Prüfen Sie das API-Token in der Konfigurationsdatei.',
      unreachable: 'Der Dienst antwortet nicht. Er wird wieder gefragt, in immer größeren Abständen.',
      wrongProtocol:
        'Dort antwortet etwas, aber kein solcher Dienst. Prüfen Sie die Adresse in der Konfigurationsdatei.',
    },
    lead: 'Für Schlösser, die nichts Näheres erreicht. Alles kommt verspätet, und ein Befehl kann verspätet ausgeführt werden: Das Öffnen aus der Ferne ist aus, bis Sie es für das Schloss erlauben.',
    make: 'Über die Cloud verbinden',
    title: 'Nuki-Schlösser über die Cloud des Herstellers',
  },
  command: 'Befehl',
  config: 'Konfigurationsdatei gateway.json',
  configHelp:
    'Legen Sie das dort in einer Datei ab. Die Adresse ist der Socket von Z-Wave JS UI oder der Z-Wave-App von Home Assistant.',
  connectedSince: 'Verbunden seit',
  device: 'Ein Gerät, das selbst LDP/1 spricht',
  deviceLead: 'Ihre eigene Firmware: Melden Sie es hier an und tragen Sie diese Zugangsdaten dort ein.',
  deviceName: 'Name der Tür',
  example: 'Anmeldung ausprobieren',
  first: {
    allow: 'Öffnen aus der Ferne erlauben',
    code: 'Ersten Code vergeben',
    codeLead: 'Er wird als auf dem Schloss gezeigt, sobald das Schloss es bewiesen hat.',
    codeNone: 'Dieses Schloss nimmt keine Codes auf: Es lässt sich von hier nur auf- und zusperren.',
    codeTitle: 'Erster Code',
    connected: 'Das Schloss ist verbunden.',
    connectedTitle: 'Verbindung',
    lead: 'Sehen Sie nach, ob die Tür tut, was Sie verlangen, und vergeben Sie einen ersten Code.',
    move: 'Stellen Sie sich an die Tür und lassen Sie sie einmal auf- oder zusperren.',
    moveTitle: 'Erste Bewegung',
    seeGateway: 'Nachsehen, wie es dem Gateway geht',
    title: (name) => `Erste Schritte: ${name}`,
    waiting: 'Wartet auf das Schloss. Sein Gateway verbindet es innerhalb einer Minute.',
    waitingDevice: 'Wartet darauf, dass sich das Gerät mit seinen Zugangsdaten anmeldet.',
  },
  foreign: 'Codes anderer',
  foreignLead:
    'Sie waren schon vorher auf dem Schloss, oder jemand hat sie dort eingegeben. Latchwork zeigt sie und rührt sie nie an.',
  foreignName: 'Name',
  foreignNone: 'Es gibt keine.',
  foreignSeen: 'Zuerst gesehen',
  foreignSlot: 'Platz auf dem Schloss',
  found: 'Gefundene Schlösser',
  foundNone: 'Noch keine Schlösser. Sie erscheinen hier, sobald ein Hub von ihnen berichtet hat.',
  gateway: 'Z-Wave-Schlösser über ein Gateway',
  gatewayLead: 'Ein kleines Programm vor Ort verbindet sie. In Ihrem Router muss nichts geöffnet werden.',
  gatewayName: 'Name des Gateways',
  hubs: 'Hubs',
  hubsNone: 'Es hat noch von keinem Hub berichtet.',
  hubStates: {
    connecting: 'Verbindet …',
    failed: 'Etwas ging schief. Das Protokoll des Gateways sagt mehr.',
    notReady:
      'Der Hub antwortet, aber sein Funk ist nicht bereit. Warten Sie eine Minute; bleibt es so, prüfen Sie dort den Stick und die Einstellungen.',
    ready: 'Verbunden',
    refused:
      'Der Hub weist das Gateway ab. Prüfen Sie, ob er eine Anmeldung verlangt, und schalten Sie sie für den Socket aus.',
    tooOld:
      'Das Programm des Hubs ist zu alt. Aktualisieren Sie Z-Wave JS UI oder die Z-Wave-App, und starten Sie neu.',
    unreachable:
      'Unter dieser Adresse antwortet niemand. Prüfen Sie Rechner und Port, und ob der Socket dort eingeschaltet ist.',
    wrongProtocol:
      'Dort antwortet etwas, aber nicht der Z-Wave-Socket. Er liegt meist auf Port 3000; 8091 und 8123 sind Webseiten.',
  },
  lastError: 'Letzter Fehler',
  lastReport: 'Zuletzt gemeldet',
  list: 'Gateways',
  lost: 'Das Gateway findet es nicht mehr.',
  make: 'Gateway anlegen',
  notes: {
    away: 'Es antwortet nicht. Prüfen Sie seine Batterie, und ob es in Reichweite ist.',
    codesUnknown: 'Ob es Codes aufnimmt, ist noch nicht bekannt. Lassen Sie es vom Hub neu befragen.',
    insecure: 'Es wurde ohne Verschlüsselung angelernt. Lernen Sie es ab und sicher neu an.',
    interviewUnfinished:
      'Der Hub hat es noch nicht fertig befragt. Wecken Sie es an seinem Keypad und warten Sie, oder lassen Sie es neu befragen.',
    lowBattery: 'Seine Batterie ist schwach.',
    noCodes: 'Es nimmt keine Codes auf. Übernehmen Sie es, um es von hier auf- und zuzusperren.',
  },
  nuki: {
    appHelp:
      'Dann in der Nuki-App als Administrator des Schlosses: Funktionen & Konfiguration, MQTT. Schalten Sie es ein, tragen Sie diese drei Angaben ein, und lassen Sie „Sperren erlauben“ eingeschaltet. Wird nach einer Version gefragt, wählen Sie 3.1.1.',
    appHost: 'Hostname in der Nuki-App',
    appPassword: 'Passwort in der Nuki-App',
    appUser: 'Benutzername in der Nuki-App',
    configHelp:
      'Legen Sie das in einer Datei auf dem Rechner im Netz des Schlosses ab. Für ein weiteres Schloss fügen Sie unter „logins“ eine Zeile mit seiner ID und einem anderen Passwort hinzu.',
    host: 'Adresse des Rechners mit dem Gateway',
    hostHelp: 'Privat und fest, etwa 192.168.1.10. Dort verbindet sich das Schloss mit Port 1883.',
    hostWrong:
      'Nötig ist eine private Adresse in Zahlen: 192.168.…, 10.… oder 172.16.… bis 172.31.… Woandershin verbindet sich ein Nuki-Schloss nicht.',
    hubStates: {
      failed:
        'Das Gateway kann dort nicht warten. Prüfen Sie, ob ein anderer Broker Port 1883 belegt, und ob die Adresse zu seinem Rechner gehört.',
      ready:
        'Bereit. Schlösser, die nicht aufgeführt sind, haben sich noch nicht verbunden: Prüfen Sie die Angaben in der Nuki-App.',
      refused:
        'Der Broker weist das Gateway ab. Prüfen Sie Benutzername und Passwort in der Konfigurationsdatei, und ob der Benutzer nuki/# lesen und schreiben darf.',
      tooOld:
        'Der Broker spricht kein MQTT 5. Aktualisieren Sie ihn: Sonst könnten dort Befehle auf ein Schloss warten.',
      unreachable:
        'Unter dieser Adresse antwortet kein Broker. Prüfen Sie Rechner und Port, und ob er läuft.',
      wrongProtocol:
        'Dort antwortet etwas, aber kein MQTT-Broker. Er liegt meist auf Port 1883, mit TLS auf 8883.',
    },
    id: 'ID des Schlosses',
    idHelp: 'Acht Ziffern und Buchstaben: auf dem Gerät und in der Nuki-App.',
    idWrong: 'Die ID hat acht Ziffern und Buchstaben von A bis F.',
    lead: 'Smart Lock 3.0 Pro, 4. Generation und Ultra, ohne Bridge und Cloud: Sie verbinden sich mit einem Gateway im selben Netz. Codes gibt es auf diesem Weg nicht.',
    make: 'Nuki-Schloss verbinden',
    setup: {
      checks: {
        codeRights:
          'Codes dürfen hinzugefügt, geändert und gelöscht werden, und die Sicherheits-PIN ist eingetragen.',
        codesHidden: 'Der Hub veröffentlicht die Codes selbst nicht.',
        listRoom: 'Seine Liste hat Platz für alle Codes (Max keypad entries, Char buffer size).',
        noRetries:
          'Number of retries if command failed: 0. Sonst wird eine Falle vielleicht zweimal gezogen.',
        rights: 'Schlossaktionen sind erlaubt.',
        version: 'nuki_hub 9, dessen Meldungen hier bekannt sind.',
      },
      results: {
        ok: 'in Ordnung',
        unknown: 'bitte dort nachsehen',
        wrong: 'zu ändern',
      },
      title: 'Einrichtung des Hubs',
    },
    title: 'Nuki-Schlösser über MQTT',
    unfinished:
      'Es hat seinen Zustand noch nicht gemeldet. Bleibt es so, schalten Sie MQTT in der Nuki-App aus und wieder ein.',
  },
  promises: {
    late: (span) =>
      `Dieses Schloss kann ein Öffnen noch ${span} oder später ausführen, nachdem es aufgegeben wurde.`,
    absence: (span) => `Dass es weg ist, kann bis zu ${span} unbemerkt bleiben.`,
    deniedUnseen: 'Es meldet keine Codes, die nicht geöffnet haben.',
    noHistory: 'Was geschieht, während sein Gateway nicht verbunden ist, wird nicht nachgereicht.',
    noNames: 'Dieses Schloss behält keine Namen: Sie sind nur hier bekannt.',
    shortNames: (length) => `Es behält ${length} Zeichen eines Namens; der ganze Name ist hier bekannt.`,
    occupied:
      'Dieses Schloss kann seine Codes nicht nennen. Latchwork weiß, dass einer da ist, nicht welcher.',
    remoteOff: 'Öffnen aus der Ferne ist aus. Sie können es in den Einstellungen erlauben.',
    unread: 'Dieses Schloss sagt nichts über seine Codes.',
    unproven: 'Es meldet nicht, ob es sich bewegt hat: Ein angenommener Auftrag wird als unbekannt gezeigt.',
    whoUnseen: 'Es meldet nicht, wessen Code benutzt wurde.',
    windowsByGateway:
      'Es hält keine Zeiten ein. Sein Gateway setzt Codes, wenn ihre Zeit beginnt, und nimmt sie weg, wenn sie endet; ein Code, dessen Zeit endet, während das Schloss nicht erreichbar ist, öffnet bis dahin weiter.',
    windowsByLock: (span) =>
      `Zugangszeiten hält das Schloss nach seiner eigenen Uhr ein. Solange niemand nach ihr sieht, können sie um bis zu ${span} abweichen.`,
    windowsByService:
      'Es hält keine Zeiten ein. Latchwork setzt Codes, wenn ihre Zeit beginnt, und nimmt sie weg, wenn sie endet; ein Code, dessen Zeit endet, während das Schloss nicht erreichbar ist, öffnet bis dahin weiter.',
    wire: 'Codes gehen zwischen Gateway und Hub im Klartext über das Netz.',
  },
  promisesTitle: 'Was dieses Schloss verspricht',
  queue: 'Wartende Aufträge',
  queueOldest: (count, span) => `${count}, der älteste seit ${span}`,
  register: 'Gerät anmelden',
  remove: 'Dieses Gateway löschen',
  removeDetail:
    'Es kann sich nicht mehr verbinden. Schlösser, die es bedient, müssen vorher gelöscht werden.',
  secret: 'Geheimnis des Schlosses',
  shownOnce: 'Übernehmen Sie das jetzt: Es wird nur dieses eine Mal gezeigt.',
  simulated: 'Ein simuliertes Schloss',
  simulatedLead: 'Zum Ausprobieren ohne Hardware. Die Sandbox hat ein ganzes Haus davon.',
  simulatedOpen: 'Sandbox öffnen',
  since: (moment) => `seit ${moment}`,
  started: 'Gestartet',
  states: {
    away: 'Nicht erreichbar',
    connected: 'Verbunden',
    unclaimed: 'Wartet auf den Anmeldecode',
  },
  username: 'Benutzername',
  version: 'Version',
}
