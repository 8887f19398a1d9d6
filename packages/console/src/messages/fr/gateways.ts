import type { gateways as en } from '../en/gateways.ts'

export const gateways: typeof en = {
  add: 'Ajouter une porte',
  addLead: 'Comment la serrure est-elle connectée ?',
  adopt: 'Adopter',
  adoptAs: 'Nom de la porte',
  adoptedAs: 'Ouvrir sa page',
  adopted: 'Serrures adoptées',
  claimAgain: 'Nouveau code',
  claimAgainDetail:
    'Quiconque démarre une passerelle avec le nouveau code prend la place de celle-ci : les codes de ses serrures y sont envoyés, et le boîtier qui les servait jusque-là est déconnecté.',
  claimAgainLead:
    'Pour une passerelle qui n’a jamais démarré, dont le code est trop ancien ou qui passe sur un autre boîtier.',
  claimCode: 'Code de rattachement',
  claimHelp:
    'Démarrez la passerelle sur une machine sur place avec cette commande. Le code sert une seule fois, pendant une heure.',
  cloud: {
    configHelp:
      'Enregistrez ceci dans un fichier sur une machine qui a accès à internet, avec un jeton d’API de votre compte à la place des points. Vous créez le jeton dans Nuki Web ; Latchwork ne le voit pas.',
    hubStates: {
      failed:
        'L’adresse du fichier de configuration n’en est pas une, ou la passerelle ne peut pas y attendre les appels. L’adresse commence par https://.',
      ready: 'Connecté. Les états et les événements arrivent avec jusqu’à une demi-minute de retard.',
      refused: 'Le service refuse la passerelle. Vérifiez le jeton d’API dans le fichier de configuration.',
      unreachable: 'Le service ne répond pas. Il est interrogé de nouveau, de moins en moins souvent.',
      wrongProtocol:
        'Quelque chose répond, mais ce n’est pas un tel service. Vérifiez l’adresse dans le fichier de configuration.',
    },
    lead: 'Pour les serrures que rien de plus proche n’atteint. Tout arrive en retard, et un ordre peut être exécuté tard : l’ouverture à distance est désactivée tant que vous ne l’autorisez pas pour la serrure.',
    make: 'Connecter par le cloud',
    title: 'Serrures Nuki, par le cloud de leur fabricant',
  },
  command: 'Commande',
  config: 'Fichier de configuration gateway.json',
  configHelp:
    'Placez ceci dans un fichier sur cette machine. L’adresse est le socket de Z-Wave JS UI ou de l’application Z-Wave de Home Assistant.',
  connectedSince: 'Connectée depuis',
  device: 'Un appareil qui parle lui-même LDP/1',
  deviceLead: 'Votre propre firmware : enregistrez l’appareil ici et saisissez-y ces identifiants.',
  deviceName: 'Nom de la porte',
  example: 'Essayer la connexion',
  first: {
    allow: 'Autoriser l’ouverture à distance',
    code: 'Donner un premier code',
    codeLead: 'Il est indiqué comme étant dans la serrure dès qu’elle l’a prouvé.',
    codeNone:
      'Cette serrure n’accepte pas de codes : elle peut seulement être verrouillée et déverrouillée d’ici.',
    codeTitle: 'Premier code',
    connected: 'La serrure est connectée.',
    connectedTitle: 'Connexion',
    lead: 'Vérifiez que la porte fait ce que vous demandez, et donnez un premier code à quelqu’un.',
    move: 'Placez-vous devant la porte et faites-la bouger une fois.',
    moveTitle: 'Premier mouvement',
    seeGateway: 'Voir l’état de sa passerelle',
    title: (name) => `Premiers pas : ${name}`,
    waiting: 'En attente de la serrure. Sa passerelle la connecte en moins d’une minute.',
    waitingDevice: 'En attente de la connexion de l’appareil avec ses identifiants.',
  },
  foreign: 'Autres codes',
  foreignLead:
    'Ils étaient déjà dans la serrure, ou quelqu’un les y a saisis. Latchwork les affiche et n’y touche jamais.',
  foreignName: 'Nom',
  foreignNone: 'Il n’y en a pas.',
  foreignSeen: 'Vu pour la première fois',
  foreignSlot: 'Emplacement dans la serrure',
  found: 'Serrures trouvées',
  foundNone: 'Pas encore de serrures. Elles apparaissent ici dès qu’un hub les signale.',
  gateway: 'Serrures Z-Wave, par une passerelle',
  gatewayLead: 'Un petit programme sur place les connecte. Rien n’est à ouvrir dans votre routeur.',
  gatewayName: 'Nom de la passerelle',
  hubs: 'Hubs',
  hubsNone: 'Elle n’a encore signalé aucun hub.',
  hubStates: {
    connecting: 'Connexion…',
    failed: 'Un problème est survenu. Le journal de la passerelle en dit plus.',
    notReady:
      'Le hub répond, mais sa radio n’est pas prête. Attendez une minute ; si rien ne change, vérifiez-y la clé USB et ses réglages.',
    ready: 'Connecté',
    refused:
      'Le hub refuse la passerelle. Vérifiez s’il demande une authentification, et désactivez-la pour le socket.',
    tooOld:
      'Le programme du hub est trop ancien. Mettez à jour Z-Wave JS UI ou l’application Z-Wave, puis redémarrez.',
    unreachable:
      'Personne ne répond à cette adresse. Vérifiez l’hôte et le port, et si le socket y est activé.',
    wrongProtocol:
      'Quelque chose répond, mais ce n’est pas le socket Z-Wave. Il est en général sur le port 3000 ; 8091 et 8123 sont des pages web.',
  },
  lastError: 'Dernière erreur',
  lastReport: 'Dernier signe',
  list: 'Passerelles',
  lost: 'La passerelle ne la trouve plus.',
  make: 'Créer une passerelle',
  notes: {
    away: 'Elle ne répond pas. Vérifiez sa batterie et si elle est à portée.',
    codesUnknown:
      'On ne sait pas encore si elle accepte des codes. Faites-la interroger à nouveau par le hub.',
    insecure: 'Elle a été incluse sans chiffrement. Excluez-la, puis incluez-la de nouveau, avec sécurité.',
    interviewUnfinished:
      'Le hub n’a pas fini de l’interroger sur ses capacités. Réveillez-la à son clavier et attendez, ou faites-la interroger à nouveau par le hub.',
    lowBattery: 'Sa batterie est faible.',
    noCodes: 'Elle n’accepte pas de codes. Adoptez-la pour la verrouiller et la déverrouiller d’ici.',
  },
  nuki: {
    appHelp:
      'Ensuite, dans l’application Nuki, en tant qu’administrateur de la serrure : Fonctions et configuration, MQTT. Activez-le, saisissez ces trois indications et laissez « Autoriser le verrouillage » activé. Si une version est demandée, choisissez 3.1.1.',
    appHost: 'Nom d’hôte dans l’application Nuki',
    appPassword: 'Mot de passe dans l’application Nuki',
    appUser: 'Nom d’utilisateur dans l’application Nuki',
    configHelp:
      'Placez ceci dans un fichier sur la machine du réseau de la serrure. Pour une autre serrure, ajoutez sous « logins » une ligne avec son identifiant et un autre mot de passe.',
    host: 'Adresse de la machine de la passerelle',
    hostHelp: 'Privée et fixe, comme 192.168.1.10. La serrure s’y connecte au port 1883.',
    hostWrong:
      'Il faut une adresse privée en chiffres : 192.168.…, 10.… ou 172.16.… à 172.31.… Une serrure Nuki ne se connecte nulle part ailleurs.',
    hubStates: {
      failed:
        'La passerelle ne peut pas attendre à cette adresse. Vérifiez si un autre broker occupe le port 1883, et si l’adresse est celle de sa machine.',
      ready:
        'Prêt. Les serrures absentes de la liste ne se sont pas encore connectées : vérifiez ce qui est saisi dans l’application Nuki.',
      refused:
        'Le broker refuse la passerelle. Vérifiez le nom d’utilisateur et le mot de passe dans le fichier de configuration, et que l’utilisateur peut lire et écrire nuki/#.',
      tooOld:
        'Le broker ne parle pas MQTT 5. Mettez-le à jour : sans cela, des ordres pourraient y attendre une serrure.',
      unreachable: 'Aucun broker ne répond à cette adresse. Vérifiez l’hôte et le port, et s’il est démarré.',
      wrongProtocol:
        'Quelque chose répond, mais ce n’est pas un broker MQTT. Il est en général sur le port 1883, avec TLS sur le 8883.',
    },
    id: 'Identifiant de la serrure',
    idHelp: 'Huit chiffres et lettres : sur l’appareil et dans l’application Nuki.',
    idWrong: 'L’identifiant a huit chiffres et lettres de A à F.',
    lead: 'Smart Lock 3.0 Pro, 4e génération et Ultra, sans bridge ni cloud : elles se connectent à une passerelle du même réseau. Il n’y a pas de codes par cette voie.',
    make: 'Connecter une serrure Nuki',
    setup: {
      checks: {
        codeRights:
          'Les codes peuvent être ajoutés, modifiés et supprimés, et le code PIN de sécurité est renseigné.',
        codesHidden: 'Le hub ne publie pas les codes eux-mêmes.',
        listRoom: 'Sa liste a de la place pour tous les codes (Max keypad entries, Char buffer size).',
        noRetries: 'Number of retries if command failed : 0. Sinon, un pêne pourrait être tiré deux fois.',
        rights: 'Les actions de la serrure sont autorisées.',
        version: 'nuki_hub 9, dont les messages sont connus ici.',
      },
      results: {
        ok: 'en ordre',
        unknown: 'à vérifier sur place',
        wrong: 'à modifier',
      },
      title: 'Réglages de son hub',
    },
    title: 'Serrures Nuki, par MQTT',
    unfinished:
      'Elle n’a pas encore indiqué son état. Si rien ne change, désactivez puis réactivez MQTT dans l’application Nuki.',
  },
  promises: {
    late: (span) => `Cette serrure peut encore exécuter un déverrouillage ${span} ou plus après son abandon.`,
    absence: (span) => `Son absence peut passer inaperçue pendant ${span} au plus.`,
    deniedUnseen: 'Elle ne signale pas les codes qui n’ont pas ouvert.',
    noHistory: 'Ce qui se passe quand sa passerelle n’est pas connectée n’est pas signalé après coup.',
    noNames: 'Cette serrure ne garde pas les noms : ils ne sont connus qu’ici.',
    shortNames: (length) => `Elle garde ${length} caractères d’un nom ; le nom entier est connu ici.`,
    occupied: 'Cette serrure ne peut pas dire ses codes. Latchwork sait qu’il y en a un, mais pas lequel.',
    remoteOff: 'L’ouverture à distance est désactivée. Vous pouvez l’autoriser dans les réglages.',
    unread: 'Cette serrure ne dit rien de ses codes.',
    unproven: 'Elle ne dit pas si elle a bougé : un ordre qu’elle a pris est indiqué comme inconnu.',
    whoUnseen: 'Elle ne dit pas à qui est le code utilisé.',
    windowsByGateway:
      'Elle ne gère pas les horaires. Sa passerelle place les codes quand leur période commence et les retire quand elle se termine ; un code dont la période se termine alors que la serrure est injoignable ouvre encore tant qu’elle l’est.',
    windowsByLock: (span) =>
      `La serrure respecte les horaires d’après sa propre horloge. Tant que personne ne la surveille, l’écart peut atteindre ${span}.`,
    windowsByService:
      'Elle ne gère pas les horaires. Latchwork place les codes quand leur période commence et les retire quand elle se termine ; un code dont la période se termine alors que la serrure est injoignable ouvre encore tant qu’elle l’est.',
    wire: 'Les codes circulent en clair entre la passerelle et le hub.',
  },
  promisesTitle: 'Ce que cette serrure garantit',
  queue: 'Ordres en attente',
  queueOldest: (count, span) => `${count}, le plus ancien depuis ${span}`,
  register: 'Enregistrer l’appareil',
  remove: 'Supprimer cette passerelle',
  removeDetail: 'Elle ne peut plus se connecter. Les serrures qu’elle sert doivent d’abord être supprimées.',
  secret: 'Secret de la serrure',
  shownOnce: 'Notez-les maintenant : ils ne sont affichés qu’une fois.',
  simulated: 'Une serrure simulée',
  simulatedLead: 'Pour essayer sans matériel. Le bac à sable en a tout un immeuble.',
  simulatedOpen: 'Ouvrir le bac à sable',
  since: (moment) => `depuis le ${moment}`,
  started: 'Démarrée',
  states: {
    away: 'Aucun signe',
    connected: 'Connectée',
    unclaimed: 'En attente de son code',
  },
  username: 'Nom d’utilisateur',
  version: 'Version',
}
