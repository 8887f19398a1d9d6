import { TIME_ZONES } from '@latchwork/contract'
import type { settings as en } from '../en/settings.ts'

const lockButton = {
  0: 'niets',
  1: 'intelligent',
  2: 'van slot doen',
  3: 'op slot doen',
  4: 'deur openen',
  5: 'Lock ’n’ Go',
  6: 'toestand tonen',
}
const openerButton = {
  0: 'niets',
  1: 'Ring to Open omschakelen',
  2: 'Ring to Open aan',
  3: 'Ring to Open uit',
  4: 'continumodus omschakelen',
  5: 'continumodus aan',
  6: 'continumodus uit',
  7: 'openen',
}
const battery = { 0: 'alkaline', 1: 'oplaadbaar', 2: 'lithium', 3: 'ingebouwd', 255: 'onbekend' }
const sounds = { 0: 'geen', 1: 'geluid 1', 2: 'geluid 2', 3: 'geluid 3' }

const timings = {
  lngTimeout: { label: 'Lock ’n’ Go: weer op slot na', help: 'Seconden.' },
  unlatchDuration: { label: 'Schoot ingetrokken houden', help: 'Seconden.' },
  singleButtonPressAction: { label: 'Eén keer op de knop drukken', values: lockButton },
  doubleButtonPressAction: { label: 'Twee keer op de knop drukken', values: lockButton },
  automaticBatteryTypeDetection: { label: 'Batterijtype automatisch herkennen' },
  autoLock: { label: 'Automatisch op slot' },
  autoLockTimeout: { label: 'Automatisch op slot na', help: 'Seconden.' },
}

const fobHelp =
  'Sloten: 0 niets, 1 van slot doen, 2 op slot doen, 3 Lock ’n’ Go, 4 intelligent. Openers: 1 t/m 3 Ring to Open, 7 openen, 8 aanbellen.'

export const settings: typeof en = {
  config: {
    name: { label: 'Naam op het apparaat', help: 'Hoogstens 32 tekens.' },
    latitude: { label: 'Breedtegraad' },
    longitude: { label: 'Lengtegraad' },
    autoUnlatch: {
      label: 'Bij van slot doen ook de schoot intrekken',
      help: 'Voor deuren met een vaste knop aan de buitenkant.',
    },
    liftUpHandle: { label: 'Deurkruk moet omhoog om op slot te doen' },
    pairingEnabled: { label: 'Koppelen met de knop' },
    buttonEnabled: { label: 'Knop werkt' },
    ledEnabled: { label: 'Lampje toont de toestand' },
    ledBrightness: { label: 'Helderheid van het lampje', help: 'Van 0 tot en met 5.' },
    timezoneOffset: { label: 'Verschil met UTC in minuten' },
    daylightSavingMode: { label: 'Zomertijd', values: { 0: 'uit', 1: 'Europees' } },
    fobAction1: { label: 'Fob: één keer drukken', help: fobHelp },
    fobAction2: { label: 'Fob: twee keer drukken', help: fobHelp },
    fobAction3: { label: 'Fob: drie keer drukken', help: fobHelp },
    singleLock: { label: 'Bij op slot doen maar één keer draaien' },
    advertisingMode: {
      label: 'Hoe vaak het slot via radio te horen is',
      help: 'Minder vaak spaart de batterij.',
      values: { 0: 'automatisch', 1: 'normaal', 2: 'langzaam', 3: 'langzaamst' },
    },
    timezoneId: { label: 'Tijdzone', values: Object.fromEntries(TIME_ZONES.entries()) },
  },
  advanced: {
    ...timings,
    detachedCylinder: { label: 'Binnenknop is ontkoppeld' },
    autoUpdateEnabled: { label: 'Firmware automatisch bijwerken' },
    singleLockedPositionOffsetDegrees: { label: 'Afwijking bij één slag op slot', help: 'Graden.' },
    unlockedPositionOffsetDegrees: { label: 'Afwijking bij ‘van slot’', help: 'Graden.' },
    lockedPositionOffsetDegrees: { label: 'Afwijking bij ‘op slot’', help: 'Graden.' },
    unlockedToLockedTransitionOffsetDegrees: {
      label: 'Waar ‘van slot’ overgaat in ‘op slot’',
      help: 'Graden.',
    },
    batteryType: { label: 'Batterijtype', values: battery },
    motorSpeed: { label: 'Snelheid van de motor', values: { 0: 'standaard', 1: 'snel', 2: 'langzaam' } },
    enableSlowSpeedDuringNightmode: { label: 'Langzaam bewegen in nachtmodus' },
  },
  opener: {
    intercomId: { label: 'Nummer van de intercom', help: 'Zoals die in de intercomcatalogus staat.' },
    shortCircuitDuration: { label: 'Kortsluiting', help: 'Milliseconden.' },
    electricStrikeDelay: { label: 'Wachttijd vóór de sluitplaat opengaat', help: 'Milliseconden.' },
    electricStrikeDuration: { label: 'Sluitplaat open houden', help: 'Milliseconden.' },
    randomElectricStrikeDelay: { label: 'Willekeurige wachttijd vóór de sluitplaat opengaat' },
    disableRtoAfterRing: { label: 'Ring to Open eindigt na één keer aanbellen' },
    rtoTimeout: { label: 'Ring to Open eindigt na', help: 'Minuten.' },
    doorbellSuppression: {
      label: 'Deurbel stil houden',
      values: {
        0: 'nooit',
        1: 'in rust',
        2: 'tijdens Ring to Open',
        3: 'in rust en tijdens Ring to Open',
        4: 'in continumodus',
        5: 'in rust en in continumodus',
        6: 'tijdens Ring to Open en in continumodus',
        7: 'altijd',
      },
    },
    doorbellSuppressionDuration: { label: 'Hoelang de deurbel stil blijft', help: 'Milliseconden.' },
    soundRing: { label: 'Geluid bij aanbellen', values: sounds },
    soundOpen: { label: 'Geluid bij openen', values: sounds },
    soundRto: { label: 'Geluid van Ring to Open', values: sounds },
    soundCm: { label: 'Geluid van continumodus', values: sounds },
    soundConfirmation: { label: 'Bevestigingsgeluid', values: { 0: 'uit', 1: 'aan' } },
    soundLevel: { label: 'Volume', help: 'Van 0 tot en met 255.' },
    singleButtonPressAction: { label: 'Eén keer op de knop drukken', values: openerButton },
    doubleButtonPressAction: { label: 'Twee keer op de knop drukken', values: openerButton },
    batteryType: { label: 'Batterijtype', values: battery },
    automaticBatteryTypeDetection: { label: 'Batterijtype automatisch herkennen' },
    autoUpdateEnabled: { label: 'Firmware automatisch bijwerken' },
  },
  smartdoor: {
    ...timings,
    buzzerVolume: { label: 'Volume van de zoemer', values: { 0: 'uit', 1: 'zacht', 2: 'normaal' } },
    batteryType: { label: 'Batterijtype', values: battery },
  },
  web: {
    batteryWarningPerMailEnabled: { label: 'E-mail sturen als de batterij bijna leeg is' },
  },
}
