import { TIME_ZONES } from '@latchwork/contract'
import type { settings as en } from '../en/settings.ts'

const lockButton = {
  0: 'nichts',
  1: 'intelligent',
  2: 'aufsperren',
  3: 'zusperren',
  4: 'Tür öffnen',
  5: 'Lock ’n’ Go',
  6: 'Zustand anzeigen',
}
const openerButton = {
  0: 'nichts',
  1: 'Ring to Open umschalten',
  2: 'Ring to Open an',
  3: 'Ring to Open aus',
  4: 'Dauermodus umschalten',
  5: 'Dauermodus an',
  6: 'Dauermodus aus',
  7: 'öffnen',
}
const battery = { 0: 'Alkali', 1: 'Akku', 2: 'Lithium', 3: 'fest eingebaut', 255: 'unbekannt' }
const sounds = { 0: 'keiner', 1: 'Ton 1', 2: 'Ton 2', 3: 'Ton 3' }

const timings = {
  lngTimeout: { label: 'Lock ’n’ Go: wieder zusperren nach', help: 'Sekunden.' },
  unlatchDuration: { label: 'Falle halten für', help: 'Sekunden.' },
  singleButtonPressAction: { label: 'Ein Druck auf den Knopf', values: lockButton },
  doubleButtonPressAction: { label: 'Zwei Drücke auf den Knopf', values: lockButton },
  automaticBatteryTypeDetection: { label: 'Batterietyp selbst erkennen' },
  autoLock: { label: 'Von selbst zusperren' },
  autoLockTimeout: { label: 'Von selbst zusperren nach', help: 'Sekunden.' },
}

const fobHelp =
  'Schlösser: 0 nichts, 1 aufsperren, 2 zusperren, 3 Lock ’n’ Go, 4 intelligent. Opener: 1 bis 3 Ring to Open, 7 öffnen, 8 klingeln.'

export const settings: typeof en = {
  config: {
    name: { label: 'Name auf dem Gerät', help: 'Höchstens 32 Zeichen.' },
    latitude: { label: 'Breitengrad' },
    longitude: { label: 'Längengrad' },
    autoUnlatch: { label: 'Beim Aufsperren die Falle ziehen', help: 'Für Türen mit Knauf außen.' },
    liftUpHandle: { label: 'Zum Zusperren muss der Griff gehoben werden' },
    pairingEnabled: { label: 'Koppeln per Knopf' },
    buttonEnabled: { label: 'Knopf funktioniert' },
    ledEnabled: { label: 'Licht zeigt den Zustand' },
    ledBrightness: { label: 'Helligkeit des Lichts', help: 'Von 0 bis 5.' },
    timezoneOffset: { label: 'Abstand zu UTC in Minuten' },
    daylightSavingMode: { label: 'Sommerzeit', values: { 0: 'aus', 1: 'europäisch' } },
    fobAction1: { label: 'Fernbedienung: ein Druck', help: fobHelp },
    fobAction2: { label: 'Fernbedienung: zwei Drücke', help: fobHelp },
    fobAction3: { label: 'Fernbedienung: drei Drücke', help: fobHelp },
    singleLock: { label: 'Beim Zusperren nur einmal drehen' },
    advertisingMode: {
      label: 'Wie oft es per Funk zu hören ist',
      help: 'Seltener spart Batterie.',
      values: { 0: 'automatisch', 1: 'normal', 2: 'langsam', 3: 'am langsamsten' },
    },
    timezoneId: { label: 'Zeitzone', values: Object.fromEntries(TIME_ZONES.entries()) },
  },
  advanced: {
    ...timings,
    detachedCylinder: { label: 'Innenknauf ist entkoppelt' },
    autoUpdateEnabled: { label: 'Firmware von selbst aktualisieren' },
    singleLockedPositionOffsetDegrees: { label: 'Versatz bei einmal zugesperrt', help: 'Grad.' },
    unlockedPositionOffsetDegrees: { label: 'Versatz bei aufgesperrt', help: 'Grad.' },
    lockedPositionOffsetDegrees: { label: 'Versatz bei zugesperrt', help: 'Grad.' },
    unlockedToLockedTransitionOffsetDegrees: { label: 'Wo aufgesperrt zu zugesperrt wird', help: 'Grad.' },
    batteryType: { label: 'Batterietyp', values: battery },
    motorSpeed: { label: 'Geschwindigkeit des Motors', values: { 0: 'normal', 1: 'schnell', 2: 'langsam' } },
    enableSlowSpeedDuringNightmode: { label: 'Im Nachtmodus langsam bewegen' },
  },
  opener: {
    intercomId: { label: 'Nummer der Gegensprechanlage', help: 'Wie sie im Katalog steht.' },
    shortCircuitDuration: { label: 'Kurzschluss', help: 'Millisekunden.' },
    electricStrikeDelay: { label: 'Vor dem Türöffner warten', help: 'Millisekunden.' },
    electricStrikeDuration: { label: 'Türöffner halten für', help: 'Millisekunden.' },
    randomElectricStrikeDelay: { label: 'Vor dem Türöffner zufällig lange warten' },
    disableRtoAfterRing: { label: 'Ring to Open endet nach einem Klingeln' },
    rtoTimeout: { label: 'Ring to Open endet nach', help: 'Minuten.' },
    doorbellSuppression: {
      label: 'Türklingel stumm halten',
      values: {
        0: 'nie',
        1: 'im Ruhezustand',
        2: 'bei Ring to Open',
        3: 'im Ruhezustand und bei Ring to Open',
        4: 'im Dauermodus',
        5: 'im Ruhezustand und im Dauermodus',
        6: 'bei Ring to Open und im Dauermodus',
        7: 'immer',
      },
    },
    doorbellSuppressionDuration: { label: 'Türklingel stumm halten für', help: 'Millisekunden.' },
    soundRing: { label: 'Ton beim Klingeln', values: sounds },
    soundOpen: { label: 'Ton beim Öffnen', values: sounds },
    soundRto: { label: 'Ton von Ring to Open', values: sounds },
    soundCm: { label: 'Ton des Dauermodus', values: sounds },
    soundConfirmation: { label: 'Bestätigungston', values: { 0: 'aus', 1: 'an' } },
    soundLevel: { label: 'Lautstärke', help: 'Von 0 bis 255.' },
    singleButtonPressAction: { label: 'Ein Druck auf den Knopf', values: openerButton },
    doubleButtonPressAction: { label: 'Zwei Drücke auf den Knopf', values: openerButton },
    batteryType: { label: 'Batterietyp', values: battery },
    automaticBatteryTypeDetection: { label: 'Batterietyp selbst erkennen' },
    autoUpdateEnabled: { label: 'Firmware von selbst aktualisieren' },
  },
  smartdoor: {
    ...timings,
    buzzerVolume: { label: 'Lautstärke des Summers', values: { 0: 'aus', 1: 'leise', 2: 'normal' } },
    batteryType: { label: 'Batterietyp', values: battery },
  },
  web: {
    batteryWarningPerMailEnabled: { label: 'Bei schwacher Batterie eine E-Mail schicken' },
  },
}
