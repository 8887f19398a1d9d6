import type { gateways as en } from '../en/gateways.ts'

export const gateways: typeof en = {
  add: 'Añadir una puerta',
  addLead: '¿Cómo se conecta la cerradura?',
  adopt: 'Adoptar',
  adoptAs: 'Nombre de la puerta',
  adoptedAs: 'Abrir su página',
  adopted: 'Cerraduras adoptadas',
  claimAgain: 'Nuevo código de activación',
  claimAgainDetail:
    'Quien inicie un gateway con el nuevo código ocupa el lugar de este: los códigos de sus cerraduras van allí, y el equipo que las atendía queda desconectado.',
  claimAgainLead:
    'Para un gateway que nunca se inició, cuyo código ha caducado o que se traslada a otro equipo.',
  claimCode: 'Código de activación',
  claimHelp:
    'Inicie el gateway con este comando en un equipo del lugar. El código sirve una sola vez, durante una hora.',
  cloud: {
    configHelp:
      'Guarde esto en un archivo en un equipo con acceso a internet, con un token de API de su cuenta en lugar de los puntos. El token se crea en Nuki Web; Latchwork no llega a verlo.',
    hubStates: {
      failed:
        'La dirección del archivo de configuración no es válida, o el gateway no puede esperar llamadas allí. La dirección empieza por https://.',
      ready: 'Conectado. Los estados y los eventos llegan con hasta medio minuto de retraso.',
      refused: 'El servicio rechaza al gateway. Compruebe el token de API en el archivo de configuración.',
      unreachable: 'El servicio no responde. Se le vuelve a preguntar, cada vez con menos frecuencia.',
      wrongProtocol:
        'Algo responde allí, pero no es un servicio de este tipo. Compruebe la dirección en el archivo de configuración.',
    },
    lead: 'Para cerraduras a las que no llega nada más cercano. Todo llega con retraso, y una orden puede ejecutarse tarde: la apertura a distancia está desactivada hasta que usted la permita para la cerradura.',
    make: 'Conectar a través de la nube',
    title: 'Cerraduras Nuki, a través de la nube del fabricante',
  },
  command: 'Comando',
  config: 'Archivo de configuración gateway.json',
  configHelp:
    'Póngalo allí en un archivo. La dirección es el socket de Z-Wave JS UI o de la aplicación Z-Wave de Home Assistant.',
  connectedSince: 'Conectado desde',
  device: 'Un dispositivo que habla LDP/1',
  deviceLead: 'Su propio firmware: regístrelo aquí e introduzca en él estas credenciales.',
  deviceName: 'Nombre de la puerta',
  example: 'Probar la conexión',
  first: {
    allow: 'Permitir abrir a distancia',
    code: 'Dar un primer código',
    codeLead: 'Aparece «En la cerradura» cuando la cerradura lo ha demostrado.',
    codeNone: 'Esta cerradura no admite códigos: solo se puede cerrar con llave y desbloquear desde aquí.',
    codeTitle: 'Primer código',
    connected: 'La cerradura está conectada.',
    connectedTitle: 'Conexión',
    lead: 'Compruebe que la puerta hace lo que usted pide y dé a alguien un primer código.',
    move: 'Póngase delante de la puerta y haga que se mueva una vez.',
    moveTitle: 'Primer movimiento',
    seeGateway: 'Ver cómo va su gateway',
    title: (name) => `Primeros pasos: ${name}`,
    waiting: 'Esperando a la cerradura. Su gateway la conecta en menos de un minuto.',
    waitingDevice: 'Esperando a que el dispositivo se conecte con sus credenciales.',
  },
  foreign: 'Códigos ajenos',
  foreignLead:
    'Ya estaban en la cerradura o alguien los introdujo allí. Latchwork los muestra y nunca los toca.',
  foreignName: 'Nombre',
  foreignNone: 'No hay ninguno.',
  foreignSeen: 'Visto por primera vez',
  foreignSlot: 'Plaza en la cerradura',
  found: 'Cerraduras encontradas',
  foundNone: 'Todavía no hay cerraduras. Aparecen aquí en cuanto un hub las comunica.',
  gateway: 'Cerraduras Z-Wave, por un gateway',
  gatewayLead: 'Las conecta un pequeño programa en el lugar. No hay que abrir ningún puerto en el router.',
  gatewayName: 'Nombre del gateway',
  hubs: 'Hubs',
  hubsNone: 'Todavía no ha comunicado ningún hub.',
  hubStates: {
    connecting: 'Conectando…',
    failed: 'Algo ha fallado. El registro del gateway dice más.',
    notReady:
      'El hub responde, pero su radio no está lista. Espere un minuto; si sigue igual, compruebe allí el adaptador USB y sus ajustes.',
    ready: 'Conectado',
    refused: 'El hub rechaza al gateway. Compruebe si pide iniciar sesión y desactívelo para el socket.',
    tooOld:
      'El programa del hub es demasiado antiguo. Actualice Z-Wave JS UI o la aplicación Z-Wave y reinícielo.',
    unreachable:
      'Nadie responde en esta dirección. Compruebe el host y el puerto, y si el socket está activado allí.',
    wrongProtocol:
      'Algo responde allí, pero no es el socket de Z-Wave. Suele estar en el puerto 3000; 8091 y 8123 son páginas web.',
  },
  lastError: 'Último error',
  lastReport: 'Última señal',
  list: 'Gateways',
  lost: 'El gateway ya no la encuentra.',
  make: 'Crear un gateway',
  notes: {
    away: 'No responde. Compruebe su batería y si está al alcance.',
    codesUnknown: 'Todavía no se sabe si admite códigos. Vuelva a entrevistarla en el hub.',
    insecure: 'Se unió sin cifrado. Exclúyala y vuelva a incluirla de forma segura.',
    interviewUnfinished:
      'El hub no ha terminado de preguntarle qué sabe hacer. Despiértela en su teclado y espere, o vuelva a entrevistarla en el hub.',
    lowBattery: 'Su batería está baja.',
    noCodes: 'No admite códigos. Adóptela para cerrarla con llave y desbloquearla desde aquí.',
  },
  nuki: {
    appHelp:
      'Después, en la aplicación de Nuki, como administrador de la cerradura: Funciones y configuración, MQTT. Actívelo, introduzca estos tres datos y deje activado «Permitir bloqueo». Si pregunta por una versión, elija 3.1.1.',
    appHost: 'Nombre de host en la aplicación de Nuki',
    appPassword: 'Contraseña en la aplicación de Nuki',
    appUser: 'Nombre de usuario en la aplicación de Nuki',
    configHelp:
      'Póngalo en un archivo en el equipo de la red de la cerradura. Para otra cerradura añada bajo «logins» una línea con su id y otra contraseña.',
    host: 'Dirección del equipo del gateway',
    hostHelp: 'Privada y fija, como 192.168.1.10. La cerradura se conecta allí al puerto 1883.',
    hostWrong:
      'Hace falta una dirección privada en números: 192.168.…, 10.… o de 172.16.… a 172.31.… Una cerradura Nuki no se conecta a ninguna otra.',
    hubStates: {
      failed:
        'El gateway no puede esperar allí. Compruebe si otro broker ocupa el puerto 1883 y si la dirección es de su equipo.',
      ready:
        'Listo. Las cerraduras que no aparecen aún no se han conectado: compruebe lo introducido en la aplicación de Nuki.',
      refused:
        'El broker rechaza al gateway. Compruebe el usuario y la contraseña en el archivo de configuración, y que el usuario pueda leer y escribir nuki/#.',
      tooOld:
        'El broker no habla MQTT 5. Actualícelo: sin ello, allí podrían quedar órdenes esperando a una cerradura.',
      unreachable:
        'Ningún broker responde en esta dirección. Compruebe el host y el puerto, y si está en marcha.',
      wrongProtocol:
        'Algo responde allí, pero no es un broker MQTT. Suele estar en el puerto 1883, con TLS en el 8883.',
    },
    id: 'Id de la cerradura',
    idHelp: 'Ocho cifras y letras: en el dispositivo y en la aplicación de Nuki.',
    idWrong: 'El id tiene ocho cifras y letras de la A a la F.',
    lead: 'Smart Lock 3.0 Pro, 4.ª generación y Ultra, sin bridge ni nube: se conectan a un gateway de la misma red. Por esta vía no hay códigos.',
    make: 'Conectar una cerradura Nuki',
    setup: {
      checks: {
        codeRights: 'Se pueden añadir, cambiar y borrar códigos, y el PIN de seguridad está puesto.',
        codesHidden: 'El hub no publica los códigos mismos.',
        listRoom: 'En su lista caben todos los códigos (Max keypad entries, Char buffer size).',
        noRetries: 'Number of retries if command failed: 0. Si no, un pestillo podría abrirse dos veces.',
        rights: 'Las acciones de la cerradura están permitidas.',
        version: 'nuki_hub 9, cuyos mensajes se conocen aquí.',
      },
      results: {
        ok: 'correcto',
        unknown: 'compruébelo allí',
        wrong: 'hay que cambiarlo',
      },
      title: 'Configuración de su hub',
    },
    title: 'Cerraduras Nuki, por MQTT',
    unfinished: 'Aún no ha dicho cómo está. Si sigue así, desactive y active MQTT en la aplicación de Nuki.',
  },
  promises: {
    late: (span) =>
      `Esta cerradura puede ejecutar un desbloqueo incluso ${span} o más después de haberse dado por perdido.`,
    absence: (span) => `Puede tardarse hasta ${span} en notar que falta.`,
    deniedUnseen: 'No informa de los códigos que no han abierto.',
    noHistory: 'Lo que ocurre mientras su gateway no está conectado no se comunica después.',
    noNames: 'Esta cerradura no guarda nombres: solo se conocen aquí.',
    shortNames: (length) => `Guarda ${length} caracteres de un nombre; el nombre completo se conoce aquí.`,
    occupied: 'Esta cerradura no puede decir sus códigos. Latchwork sabe que hay uno, no cuál.',
    remoteOff: 'Abrir a distancia está desactivado. Puede permitirlo en los ajustes.',
    unread: 'Esta cerradura no dice nada sobre sus códigos.',
    unproven: 'No dice si se ha movido: una orden que ha aceptado aparece como desconocida.',
    whoUnseen: 'No dice de quién era el código usado.',
    windowsByGateway:
      'No guarda horarios. Su gateway pone los códigos cuando empieza su plazo y los quita cuando termina; un código cuyo plazo termina mientras no se puede contactar con la cerradura sigue abriendo hasta entonces.',
    windowsByLock: (span) =>
      `La cerradura respeta los horarios según su propio reloj. Mientras nadie lo vigile, pueden desviarse hasta ${span}.`,
    windowsByService:
      'No guarda horarios. Latchwork pone los códigos cuando empieza su plazo y los quita cuando termina; un código cuyo plazo termina mientras no se puede contactar con la cerradura sigue abriendo hasta entonces.',
    wire: 'Los códigos viajan sin cifrar entre el gateway y el hub.',
  },
  promisesTitle: 'Qué garantiza esta cerradura',
  queue: 'Órdenes en espera',
  queueOldest: (count, span) => `${count}, la más antigua desde hace ${span}`,
  register: 'Registrar el dispositivo',
  remove: 'Eliminar este gateway',
  removeDetail: 'Ya no podrá conectarse. Antes hay que eliminar las cerraduras que atiende.',
  secret: 'Secreto de la cerradura',
  shownOnce: 'Cópielas ahora: solo se muestran esta vez.',
  simulated: 'Una cerradura simulada',
  simulatedLead: 'Para probar sin hardware. El sandbox tiene un edificio lleno de ellas.',
  simulatedOpen: 'Abrir el sandbox',
  since: (moment) => `desde el ${moment}`,
  started: 'Iniciado',
  states: {
    away: 'Sin señal',
    connected: 'Conectado',
    unclaimed: 'Esperando su código de activación',
  },
  username: 'Nombre de usuario',
  version: 'Versión',
}
