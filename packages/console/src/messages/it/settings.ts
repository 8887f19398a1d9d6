import { TIME_ZONES } from '@latchwork/contract'
import type { settings as en } from '../en/settings.ts'

const lockButton = {
  0: 'niente',
  1: 'intelligente',
  2: 'sblocca',
  3: 'chiudi a chiave',
  4: 'apri la porta',
  5: 'Lock ’n’ Go',
  6: 'mostra lo stato',
}
const openerButton = {
  0: 'niente',
  1: 'attiva o disattiva Ring to Open',
  2: 'attiva Ring to Open',
  3: 'disattiva Ring to Open',
  4: 'attiva o disattiva la modalità continua',
  5: 'attiva la modalità continua',
  6: 'disattiva la modalità continua',
  7: 'apri',
}
const battery = { 0: 'alcalina', 1: 'ricaricabile', 2: 'al litio', 3: 'integrata', 255: 'sconosciuta' }
const sounds = { 0: 'nessuno', 1: 'suono 1', 2: 'suono 2', 3: 'suono 3' }

const timings = {
  lngTimeout: { label: 'Lock ’n’ Go: richiudi a chiave dopo', help: 'Secondi.' },
  unlatchDuration: { label: 'Trattieni lo scrocco per', help: 'Secondi.' },
  singleButtonPressAction: { label: 'Una pressione del pulsante', values: lockButton },
  doubleButtonPressAction: { label: 'Due pressioni del pulsante', values: lockButton },
  automaticBatteryTypeDetection: { label: 'Riconosci il tipo di batteria in automatico' },
  autoLock: { label: 'Chiudi a chiave in automatico' },
  autoLockTimeout: { label: 'Chiudi a chiave in automatico dopo', help: 'Secondi.' },
}

const fobHelp =
  'Serrature: 0 niente, 1 sblocca, 2 chiudi a chiave, 3 Lock ’n’ Go, 4 intelligente. Opener: da 1 a 3 Ring to Open, 7 apri, 8 suona.'

export const settings: typeof en = {
  config: {
    name: { label: 'Nome sul dispositivo', help: 'Al massimo 32 caratteri.' },
    latitude: { label: 'Latitudine' },
    longitude: { label: 'Longitudine' },
    autoUnlatch: { label: 'Tira lo scrocco quando sblocca', help: 'Per porte con pomolo all’esterno.' },
    liftUpHandle: { label: 'Per chiudere a chiave va alzata la maniglia' },
    pairingEnabled: { label: 'Abbinamento con il pulsante' },
    buttonEnabled: { label: 'Il pulsante funziona' },
    ledEnabled: { label: 'La luce mostra lo stato' },
    ledBrightness: { label: 'Luminosità della luce', help: 'Da 0 a 5.' },
    timezoneOffset: { label: 'Differenza da UTC in minuti' },
    daylightSavingMode: { label: 'Ora legale', values: { 0: 'disattivata', 1: 'europea' } },
    fobAction1: { label: 'Telecomando: una pressione', help: fobHelp },
    fobAction2: { label: 'Telecomando: due pressioni', help: fobHelp },
    fobAction3: { label: 'Telecomando: tre pressioni', help: fobHelp },
    singleLock: { label: 'Una sola mandata quando chiude a chiave' },
    advertisingMode: {
      label: 'Quanto spesso trasmette via radio',
      help: 'Più di rado risparmia batteria.',
      values: { 0: 'automatico', 1: 'normale', 2: 'lento', 3: 'il più lento' },
    },
    timezoneId: { label: 'Fuso orario', values: Object.fromEntries(TIME_ZONES.entries()) },
  },
  advanced: {
    ...timings,
    detachedCylinder: { label: 'Il pomolo interno è scollegato' },
    autoUpdateEnabled: { label: 'Aggiorna il firmware in automatico' },
    singleLockedPositionOffsetDegrees: { label: 'Scostamento con una mandata', help: 'Gradi.' },
    unlockedPositionOffsetDegrees: { label: 'Scostamento da sbloccata', help: 'Gradi.' },
    lockedPositionOffsetDegrees: { label: 'Scostamento da chiusa a chiave', help: 'Gradi.' },
    unlockedToLockedTransitionOffsetDegrees: {
      label: 'Passaggio da sbloccata a chiusa a chiave',
      help: 'Gradi.',
    },
    batteryType: { label: 'Tipo di batteria', values: battery },
    motorSpeed: { label: 'Velocità del motore', values: { 0: 'standard', 1: 'veloce', 2: 'lenta' } },
    enableSlowSpeedDuringNightmode: { label: 'Movimento lento in modalità notte' },
  },
  opener: {
    intercomId: { label: 'Numero del citofono', help: 'Come nel catalogo dei citofoni.' },
    shortCircuitDuration: { label: 'Cortocircuito', help: 'Millisecondi.' },
    electricStrikeDelay: { label: 'Attesa prima dell’apriporta', help: 'Millisecondi.' },
    electricStrikeDuration: { label: 'Tieni attivo l’apriporta per', help: 'Millisecondi.' },
    randomElectricStrikeDelay: { label: 'Attesa casuale prima dell’apriporta' },
    disableRtoAfterRing: { label: 'Ring to Open finisce dopo una suonata' },
    rtoTimeout: { label: 'Ring to Open finisce dopo', help: 'Minuti.' },
    doorbellSuppression: {
      label: 'Silenzia il campanello',
      values: {
        0: 'mai',
        1: 'a riposo',
        2: 'durante Ring to Open',
        3: 'a riposo e durante Ring to Open',
        4: 'in modalità continua',
        5: 'a riposo e in modalità continua',
        6: 'durante Ring to Open e in modalità continua',
        7: 'sempre',
      },
    },
    doorbellSuppressionDuration: { label: 'Silenzia il campanello per', help: 'Millisecondi.' },
    soundRing: { label: 'Suono quando suonano', values: sounds },
    soundOpen: { label: 'Suono quando apre', values: sounds },
    soundRto: { label: 'Suono di Ring to Open', values: sounds },
    soundCm: { label: 'Suono della modalità continua', values: sounds },
    soundConfirmation: { label: 'Suono di conferma', values: { 0: 'disattivato', 1: 'attivo' } },
    soundLevel: { label: 'Volume', help: 'Da 0 a 255.' },
    singleButtonPressAction: { label: 'Una pressione del pulsante', values: openerButton },
    doubleButtonPressAction: { label: 'Due pressioni del pulsante', values: openerButton },
    batteryType: { label: 'Tipo di batteria', values: battery },
    automaticBatteryTypeDetection: { label: 'Riconosci il tipo di batteria in automatico' },
    autoUpdateEnabled: { label: 'Aggiorna il firmware in automatico' },
  },
  smartdoor: {
    ...timings,
    buzzerVolume: {
      label: 'Volume del segnale acustico',
      values: { 0: 'disattivato', 1: 'basso', 2: 'normale' },
    },
    batteryType: { label: 'Tipo di batteria', values: battery },
  },
  web: { batteryWarningPerMailEnabled: { label: 'Scrivimi un’e-mail quando la batteria è quasi scarica' } },
}
