import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  does: {
    choose: 'Elegir la fila, o dejarla',
    ends: 'Primera o última fila',
    help: 'Mostrar esta lista',
    inside: 'Recorrer lo que hay en la fila',
    open: 'Abrir aquello de lo que trata la fila',
    palette: 'Buscar puertas, personas, páginas y acciones',
    row: 'Fila de arriba o de abajo',
    search: 'Ir al campo de búsqueda de la página',
  },
  lead: 'Qué hacen las teclas en la consola. Mientras escribe no ocurre nada.',
  on: 'Las teclas sueltas funcionan en este dispositivo',
  onHelp: 'Sin ellas, las flechas, Tab e Intro siguen funcionando.',
  title: 'Teclas',
}
