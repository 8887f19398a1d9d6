import { TIME_ZONES } from '@latchwork/contract'
import type { settings as en } from '../en/settings.ts'

const lockButton = {
  0: 'nada',
  1: 'inteligente',
  2: 'desbloquear',
  3: 'cerrar con llave',
  4: 'abrir la puerta',
  5: 'Lock ’n’ Go',
  6: 'mostrar el estado',
}
const openerButton = {
  0: 'nada',
  1: 'activar o desactivar Ring to Open',
  2: 'activar Ring to Open',
  3: 'desactivar Ring to Open',
  4: 'activar o desactivar el modo continuo',
  5: 'activar el modo continuo',
  6: 'desactivar el modo continuo',
  7: 'abrir',
}
const battery = { 0: 'alcalina', 1: 'recargable', 2: 'litio', 3: 'integrada', 255: 'desconocida' }
const sounds = { 0: 'ninguno', 1: 'sonido 1', 2: 'sonido 2', 3: 'sonido 3' }

const timings = {
  lngTimeout: { label: 'Lock ’n’ Go: volver a cerrar con llave tras', help: 'Segundos.' },
  unlatchDuration: { label: 'Mantener el pestillo abierto', help: 'Segundos.' },
  singleButtonPressAction: { label: 'Una pulsación del botón', values: lockButton },
  doubleButtonPressAction: { label: 'Dos pulsaciones del botón', values: lockButton },
  automaticBatteryTypeDetection: { label: 'Detectar el tipo de batería automáticamente' },
  autoLock: { label: 'Cerrar con llave automáticamente' },
  autoLockTimeout: { label: 'Cerrar con llave automáticamente tras', help: 'Segundos.' },
}

const fobHelp =
  'Cerraduras: 0 nada, 1 desbloquear, 2 cerrar con llave, 3 Lock ’n’ Go, 4 inteligente. Porteros: de 1 a 3 Ring to Open, 7 abrir, 8 llamar al timbre.'

export const settings: typeof en = {
  config: {
    name: { label: 'Nombre en el dispositivo', help: '32 caracteres como máximo.' },
    latitude: { label: 'Latitud' },
    longitude: { label: 'Longitud' },
    autoUnlatch: { label: 'Abrir el pestillo al desbloquear', help: 'Para puertas con pomo por fuera.' },
    liftUpHandle: { label: 'Hay que levantar la manilla para cerrar con llave' },
    pairingEnabled: { label: 'Emparejar con el botón' },
    buttonEnabled: { label: 'El botón funciona' },
    ledEnabled: { label: 'La luz muestra el estado' },
    ledBrightness: { label: 'Brillo de la luz', help: 'De 0 a 5.' },
    timezoneOffset: { label: 'Diferencia con UTC en minutos' },
    daylightSavingMode: { label: 'Horario de verano', values: { 0: 'desactivado', 1: 'europeo' } },
    fobAction1: { label: 'Mando: una pulsación', help: fobHelp },
    fobAction2: { label: 'Mando: dos pulsaciones', help: fobHelp },
    fobAction3: { label: 'Mando: tres pulsaciones', help: fobHelp },
    singleLock: { label: 'Una sola vuelta al cerrar con llave' },
    advertisingMode: {
      label: 'Con qué frecuencia emite por radio',
      help: 'Con menos frecuencia se ahorra batería.',
      values: { 0: 'automática', 1: 'normal', 2: 'lenta', 3: 'la más lenta' },
    },
    timezoneId: { label: 'Zona horaria', values: Object.fromEntries(TIME_ZONES.entries()) },
  },
  advanced: {
    ...timings,
    detachedCylinder: { label: 'El pomo interior está desacoplado' },
    autoUpdateEnabled: { label: 'Actualizar el firmware automáticamente' },
    singleLockedPositionOffsetDegrees: { label: 'Desviación: una vuelta de llave', help: 'Grados.' },
    unlockedPositionOffsetDegrees: { label: 'Desviación: desbloqueada', help: 'Grados.' },
    lockedPositionOffsetDegrees: { label: 'Desviación: cerrada con llave', help: 'Grados.' },
    unlockedToLockedTransitionOffsetDegrees: {
      label: 'Dónde pasa de desbloqueada a cerrada con llave',
      help: 'Grados.',
    },
    batteryType: { label: 'Tipo de batería', values: battery },
    motorSpeed: { label: 'Velocidad del motor', values: { 0: 'estándar', 1: 'rápida', 2: 'lenta' } },
    enableSlowSpeedDuringNightmode: { label: 'Moverse despacio en modo nocturno' },
  },
  opener: {
    intercomId: { label: 'Número del interfono', help: 'Tal como figura en el catálogo de interfonos.' },
    shortCircuitDuration: { label: 'Cortocircuito', help: 'Milisegundos.' },
    electricStrikeDelay: { label: 'Espera antes del abrepuertas', help: 'Milisegundos.' },
    electricStrikeDuration: { label: 'Mantener el abrepuertas activado', help: 'Milisegundos.' },
    randomElectricStrikeDelay: { label: 'Esperar un tiempo aleatorio antes del abrepuertas' },
    disableRtoAfterRing: { label: 'Ring to Open termina tras una llamada' },
    rtoTimeout: { label: 'Ring to Open termina tras', help: 'Minutos.' },
    doorbellSuppression: {
      label: 'Silenciar el timbre',
      values: {
        0: 'nunca',
        1: 'en reposo',
        2: 'durante Ring to Open',
        3: 'en reposo y durante Ring to Open',
        4: 'en modo continuo',
        5: 'en reposo y en modo continuo',
        6: 'durante Ring to Open y en modo continuo',
        7: 'siempre',
      },
    },
    doorbellSuppressionDuration: { label: 'Silenciar el timbre durante', help: 'Milisegundos.' },
    soundRing: { label: 'Sonido del timbre', values: sounds },
    soundOpen: { label: 'Sonido al abrir', values: sounds },
    soundRto: { label: 'Sonido de Ring to Open', values: sounds },
    soundCm: { label: 'Sonido del modo continuo', values: sounds },
    soundConfirmation: { label: 'Sonido de confirmación', values: { 0: 'desactivado', 1: 'activado' } },
    soundLevel: { label: 'Volumen', help: 'De 0 a 255.' },
    singleButtonPressAction: { label: 'Una pulsación del botón', values: openerButton },
    doubleButtonPressAction: { label: 'Dos pulsaciones del botón', values: openerButton },
    batteryType: { label: 'Tipo de batería', values: battery },
    automaticBatteryTypeDetection: { label: 'Detectar el tipo de batería automáticamente' },
    autoUpdateEnabled: { label: 'Actualizar el firmware automáticamente' },
  },
  smartdoor: {
    ...timings,
    buzzerVolume: { label: 'Volumen del zumbador', values: { 0: 'desactivado', 1: 'bajo', 2: 'normal' } },
    batteryType: { label: 'Tipo de batería', values: battery },
  },
  web: {
    batteryWarningPerMailEnabled: { label: 'Enviarme un correo cuando la batería esté baja' },
  },
}
