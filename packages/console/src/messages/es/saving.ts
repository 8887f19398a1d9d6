import type { saving as en, settingGroups as enGroups } from '../en/saving.ts'

/** What becomes of a form. */
export const saving: typeof en = {
  leave: 'Salir sin guardar',
  leaveDetail: 'Lo que ha cambiado aquí no está guardado.',
  leaveTitle: 'Aún sin guardar',
  saved: 'Guardado',
  stay: 'Quedarse aquí',
  unsaved: 'Aún sin guardar',
}

/** Settings of a lock, as people look for them. */
export const settingGroups: typeof enGroups = {
  basics: { title: 'Nombre y lugar', help: 'Cómo se llama la cerradura y dónde está.' },
  movement: {
    title: 'Cerrar y desbloquear',
    help: 'Qué ocurre cuando alguien cierra con llave o desbloquea.',
  },
  buttons: { title: 'Botón y luz', help: 'Qué hace el botón de la cerradura y qué muestra su luz.' },
  fob: { title: 'Mando', help: 'Qué hace cada pulsación.' },
  clock: { title: 'Reloj', help: 'La hora que cuenta para los códigos y los horarios de esta puerta.' },
  power: { title: 'Batería y actualizaciones', help: 'Con qué funciona y cómo ahorra.' },
  ringing: { title: 'Timbre y Ring to Open', help: 'Qué hace el portero cuando alguien llama.' },
  sound: { title: 'Sonidos', help: 'Qué se oye y con qué volumen.' },
  fine: {
    title: 'Ajuste fino',
    help: 'Para quien monta la cerradura. Valores erróneos pueden impedir que la puerta cierre con llave.',
  },
}
