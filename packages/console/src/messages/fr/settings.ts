import { TIME_ZONES } from '@latchwork/contract'
import type { settings as en } from '../en/settings.ts'

const lockButton = {
  0: 'rien',
  1: 'intelligent',
  2: 'déverrouiller',
  3: 'verrouiller',
  4: 'ouvrir la porte',
  5: 'Lock ’n’ Go',
  6: 'afficher l’état',
}
const openerButton = {
  0: 'rien',
  1: 'basculer Ring to Open',
  2: 'activer Ring to Open',
  3: 'désactiver Ring to Open',
  4: 'basculer le mode continu',
  5: 'activer le mode continu',
  6: 'désactiver le mode continu',
  7: 'ouvrir',
}
const battery = { 0: 'alcaline', 1: 'rechargeable', 2: 'lithium', 3: 'intégrée', 255: 'inconnue' }
const sounds = { 0: 'aucun', 1: 'son 1', 2: 'son 2', 3: 'son 3' }

const timings = {
  lngTimeout: { label: 'Lock ’n’ Go : reverrouiller après', help: 'Secondes.' },
  unlatchDuration: { label: 'Retenir le pêne pendant', help: 'Secondes.' },
  singleButtonPressAction: { label: 'Un appui sur le bouton', values: lockButton },
  doubleButtonPressAction: { label: 'Deux appuis sur le bouton', values: lockButton },
  automaticBatteryTypeDetection: { label: 'Détecter automatiquement le type de batterie' },
  autoLock: { label: 'Verrouiller automatiquement' },
  autoLockTimeout: { label: 'Verrouiller automatiquement après', help: 'Secondes.' },
}

const fobHelp =
  'Serrures : 0 rien, 1 déverrouiller, 2 verrouiller, 3 Lock ’n’ Go, 4 intelligent. Openers : 1 à 3 Ring to Open, 7 ouvrir, 8 sonner.'

export const settings: typeof en = {
  config: {
    name: { label: 'Nom sur l’appareil', help: '32 caractères au plus.' },
    latitude: { label: 'Latitude' },
    longitude: { label: 'Longitude' },
    autoUnlatch: {
      label: 'Retirer le pêne au déverrouillage',
      help: 'Pour les portes avec un bouton fixe à l’extérieur.',
    },
    liftUpHandle: { label: 'Il faut relever la poignée pour verrouiller' },
    pairingEnabled: { label: 'Appairage par le bouton' },
    buttonEnabled: { label: 'Le bouton fonctionne' },
    ledEnabled: { label: 'Le voyant indique l’état' },
    ledBrightness: { label: 'Luminosité du voyant', help: 'De 0 à 5.' },
    timezoneOffset: { label: 'Décalage avec UTC en minutes' },
    daylightSavingMode: { label: 'Heure d’été', values: { 0: 'désactivée', 1: 'européenne' } },
    fobAction1: { label: 'Télécommande : un appui', help: fobHelp },
    fobAction2: { label: 'Télécommande : deux appuis', help: fobHelp },
    fobAction3: { label: 'Télécommande : trois appuis', help: fobHelp },
    singleLock: { label: 'Un seul tour pour verrouiller' },
    advertisingMode: {
      label: 'Fréquence de ses signaux radio',
      help: 'Moins souvent économise la batterie.',
      values: { 0: 'automatique', 1: 'normale', 2: 'lente', 3: 'très lente' },
    },
    timezoneId: { label: 'Fuseau horaire', values: Object.fromEntries(TIME_ZONES.entries()) },
  },
  advanced: {
    ...timings,
    detachedCylinder: { label: 'Le bouton intérieur est découplé' },
    autoUpdateEnabled: { label: 'Mettre à jour le firmware automatiquement' },
    singleLockedPositionOffsetDegrees: {
      label: 'Décalage en position verrouillée à un tour',
      help: 'Degrés.',
    },
    unlockedPositionOffsetDegrees: { label: 'Décalage en position déverrouillée', help: 'Degrés.' },
    lockedPositionOffsetDegrees: { label: 'Décalage en position verrouillée', help: 'Degrés.' },
    unlockedToLockedTransitionOffsetDegrees: {
      label: 'Passage de déverrouillée à verrouillée',
      help: 'Degrés.',
    },
    batteryType: { label: 'Type de batterie', values: battery },
    motorSpeed: { label: 'Vitesse du moteur', values: { 0: 'normale', 1: 'rapide', 2: 'lente' } },
    enableSlowSpeedDuringNightmode: { label: 'Bouger lentement en mode nuit' },
  },
  opener: {
    intercomId: { label: 'Numéro de l’interphone', help: 'Tel qu’il figure au catalogue des interphones.' },
    shortCircuitDuration: { label: 'Court-circuit', help: 'Millisecondes.' },
    electricStrikeDelay: { label: 'Attente avant la gâche', help: 'Millisecondes.' },
    electricStrikeDuration: { label: 'Maintenir la gâche pendant', help: 'Millisecondes.' },
    randomElectricStrikeDelay: { label: 'Attente aléatoire avant la gâche' },
    disableRtoAfterRing: { label: 'Ring to Open prend fin après une sonnerie' },
    rtoTimeout: { label: 'Ring to Open prend fin après', help: 'Minutes.' },
    doorbellSuppression: {
      label: 'Couper la sonnette',
      values: {
        0: 'jamais',
        1: 'au repos',
        2: 'pendant Ring to Open',
        3: 'au repos et pendant Ring to Open',
        4: 'en mode continu',
        5: 'au repos et en mode continu',
        6: 'pendant Ring to Open et en mode continu',
        7: 'toujours',
      },
    },
    doorbellSuppressionDuration: { label: 'Couper la sonnette pendant', help: 'Millisecondes.' },
    soundRing: { label: 'Son quand on sonne', values: sounds },
    soundOpen: { label: 'Son à l’ouverture', values: sounds },
    soundRto: { label: 'Son de Ring to Open', values: sounds },
    soundCm: { label: 'Son du mode continu', values: sounds },
    soundConfirmation: { label: 'Son de confirmation', values: { 0: 'désactivé', 1: 'activé' } },
    soundLevel: { label: 'Volume', help: 'De 0 à 255.' },
    singleButtonPressAction: { label: 'Un appui sur le bouton', values: openerButton },
    doubleButtonPressAction: { label: 'Deux appuis sur le bouton', values: openerButton },
    batteryType: { label: 'Type de batterie', values: battery },
    automaticBatteryTypeDetection: { label: 'Détecter automatiquement le type de batterie' },
    autoUpdateEnabled: { label: 'Mettre à jour le firmware automatiquement' },
  },
  smartdoor: {
    ...timings,
    buzzerVolume: { label: 'Volume du signal sonore', values: { 0: 'désactivé', 1: 'faible', 2: 'normal' } },
    batteryType: { label: 'Type de batterie', values: battery },
  },
  web: {
    batteryWarningPerMailEnabled: { label: 'M’envoyer un e-mail quand la batterie est faible' },
  },
}
