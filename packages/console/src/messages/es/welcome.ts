import type { welcome as en } from '../en/welcome.ts'

export const welcome: typeof en = {
  apiDetail:
    'Todo lo que hace esta consola pasa por la API, y usted también puede usarla. Cree un token y copie una llamada que funciona tal cual.',
  apiTitle: 'Llame a la API',
  doorsAction: 'Ver las puertas',
  doorsDetail: (count) =>
    count === 0
      ? 'Todavía no hay ninguna cerradura. En cuanto se registre una, verá aquí su estado y podrá moverla.'
      : count === 1
        ? 'Hay 1 cerradura registrada. Vea cómo cambia su estado y ciérrela con llave o desbloquéela.'
        : `Hay ${count} cerraduras registradas. Vea cómo cambia su estado y ciérrelas con llave o desbloquéelas.`,
  doorsTitle: 'Mire sus puertas',
  lead: 'El servicio está en marcha. Tres cosas para empezar.',
  listCall: 'Listar las cerraduras',
  makeToken: 'Crear un token de API',
  menu: 'Empiece aquí',
  sandboxAction: 'Ir al edificio',
  sandboxDetail:
    'Las cerraduras son simuladas, pero hablan el protocolo real. Pulse puertas, teclee códigos, provoque fallos y adelante el reloj.',
  sandboxTitle: 'Juegue con el edificio',
  shownOnce: 'Copie el token ahora: solo se muestra esta vez.',
  title: 'Le damos la bienvenida a Latchwork',
  token: 'Token de API',
  tokenName: 'Creado en la página de bienvenida',
  tryIt: 'Pegue una de estas en un terminal:',
  unlockCall: (name) => `Desbloquear: ${name}`,
}
