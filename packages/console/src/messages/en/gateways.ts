import type { FoundLockNote, GatewayState, HubState, SetupCheck, SetupResult } from '@latchwork/contract'

export const gateways = {
  add: 'Add a door',
  addLead: 'How is the lock connected?',
  adopt: 'Adopt',
  adoptAs: 'Name of the door',
  adoptedAs: 'Open its page',
  adopted: 'Locks adopted',
  claimAgain: 'New claim code',
  claimAgainDetail:
    'Whoever starts a gateway with the new code takes the place of this one: the codes of its locks go there, and the box that served them before is cut off.',
  claimAgainLead:
    'For a gateway that was never started, whose code is too old, or that moves to another box.',
  claimCode: 'Claim code',
  claimHelp: 'Start the gateway on a machine on site with this command. The code works once, for an hour.',
  cloud: {
    configHelp:
      'Put this into a file on a machine that reaches the internet, with an API token of your account in the place of the dots. You make the token in Nuki Web; Latchwork does not get to see it.',
    hubStates: {
      failed:
        'The address in the config file is none, or the gateway cannot wait for calls there. The address begins with https://.',
      ready: 'Connected. States and events come up to half a minute late.',
      refused: 'The service turns the gateway away. Check the API token in its config file.',
      unreachable: 'The service does not answer. It is asked again, less and less often.',
      wrongProtocol:
        'Something answers there, but not a service of this kind. Check the address in the config file.',
    } satisfies Partial<Record<HubState, string>>,
    lead: 'For locks that nothing nearer reaches. Everything comes late, and an order may run late: opening from afar is off until you allow it for the lock.',
    make: 'Connect through the cloud',
    title: 'Nuki locks, through the cloud of their maker',
  },
  command: 'Command',
  config: 'Config file gateway.json',
  configHelp:
    'Put this into a file there. The address is the socket of Z-Wave JS UI or of Home Assistant’s Z-Wave app.',
  connectedSince: 'Connected since',
  device: 'A device that speaks LDP/1 itself',
  deviceLead: 'Your own firmware: register it here and put these credentials into it.',
  deviceName: 'Name of the door',
  example: 'Try the login',
  first: {
    allow: 'Allow opening from afar',
    code: 'Give a first code',
    codeLead: 'It is shown as on the lock when the lock has proven it.',
    codeNone: 'This lock takes no codes: it can be locked and unlocked from here only.',
    codeTitle: 'First code',
    connected: 'The lock is connected.',
    connectedTitle: 'Connection',
    lead: 'See that the door does what you ask, and give somebody a first code.',
    move: 'Stand at the door, and have it move once.',
    moveTitle: 'First movement',
    seeGateway: 'See how its gateway is doing',
    title: (name: string) => `First steps: ${name}`,
    waiting: 'Waiting for the lock. Its gateway connects it within a minute.',
    waitingDevice: 'Waiting for the device to log in with its credentials.',
  },
  foreign: 'Codes of others',
  foreignLead:
    'They were on the lock before, or somebody typed them in there. Latchwork lists them, and never touches them.',
  foreignName: 'Name',
  foreignNone: 'There are none.',
  foreignSeen: 'First seen',
  foreignSlot: 'Place on the lock',
  found: 'Locks it found',
  foundNone: 'No locks yet. They appear here as soon as a hub has told of them.',
  gateway: 'Z-Wave locks, through a gateway',
  gatewayLead: 'A small program on site connects them. Nothing has to be opened in your router.',
  gatewayName: 'Name of the gateway',
  hubs: 'Hubs',
  hubsNone: 'It has not told of any hub yet.',
  hubStates: {
    connecting: 'Connecting …',
    failed: 'Something went wrong. Look at the log of the gateway, which says more.',
    notReady:
      'The hub answers, but its radio is not ready. Wait a minute; if it stays so, check the stick and its settings there.',
    ready: 'Connected',
    refused:
      'The hub turns the gateway away. Check whether it wants a login, and switch that off for the socket.',
    tooOld: 'The program of the hub is too old. Update Z-Wave JS UI or the Z-Wave app, and start it again.',
    unreachable:
      'Nobody answers at this address. Check host and port, and whether the socket is switched on there.',
    wrongProtocol:
      'Something answers there, but not the Z-Wave socket. That is mostly on port 3000; 8091 and 8123 are web pages.',
  } satisfies Record<HubState, string>,
  lastError: 'Last error',
  lastReport: 'Last heard of',
  list: 'Gateways',
  lost: 'The gateway does not find it any more.',
  make: 'Make a gateway',
  notes: {
    away: 'It does not answer. Check its battery, and whether it is in reach.',
    codesUnknown: 'Whether it takes codes is not known yet. Interview it again at the hub.',
    insecure: 'It joined without encryption. Exclude it and include it again, securely.',
    interviewUnfinished:
      'The hub has not finished asking it what it can do. Wake it at its keypad and wait, or interview it again at the hub.',
    lowBattery: 'Its battery is low.',
    noCodes: 'It takes no codes. Adopt it to lock and unlock it from here.',
  } satisfies Record<FoundLockNote, string>,
  nuki: {
    appHelp:
      'Then, in the Nuki app as an administrator of the lock: Features & Configuration, MQTT. Switch it on, enter these three, and leave “Allow locking” on. Where it asks for a version, choose 3.1.1.',
    appHost: 'Host name in the Nuki app',
    appPassword: 'Password in the Nuki app',
    appUser: 'User name in the Nuki app',
    configHelp:
      'Put this into a file on the machine in the network of the lock. For another lock add a line with its id and another password below “logins”.',
    host: 'Address of the machine of the gateway',
    hostHelp: 'Private and fixed, as 192.168.1.10. The lock connects to port 1883 there.',
    hostWrong:
      'A private address in numbers is needed: 192.168.…, 10.… or 172.16.… to 172.31.… A Nuki lock goes nowhere else.',
    hubStates: {
      failed:
        'The gateway cannot listen there. Check whether another broker has port 1883, and whether the address belongs to its machine.',
      ready: 'Ready. Locks that are not listed have not come yet: check what is entered in the Nuki app.',
      refused:
        'The broker turns the gateway away. Check user name and password in its config file, and that the user may read and write nuki/#.',
      tooOld: 'The broker does not speak MQTT 5. Update it: without it, orders could wait there for a lock.',
      unreachable: 'No broker answers at this address. Check host and port, and whether it is running.',
      wrongProtocol:
        'Something answers there, but no MQTT broker. It is mostly on port 1883, with TLS on 8883.',
    } satisfies Partial<Record<HubState, string>>,
    id: 'Id of the lock',
    idHelp: 'Eight digits and letters: on the device, and in the Nuki app.',
    idWrong: 'The id has eight digits and letters from A to F.',
    lead: 'Smart Lock 3.0 Pro, 4th generation and Ultra, without bridge and cloud: they connect to a gateway in the same network. There are no codes on this way.',
    make: 'Connect a Nuki lock',
    setup: {
      checks: {
        codeRights: 'Codes may be added, changed and deleted, and the security PIN is set.',
        codesHidden: 'The hub does not publish the codes themselves.',
        listRoom: 'Its list has room for all codes (Max keypad entries, Char buffer size).',
        noRetries: 'Number of retries if command failed: 0. Otherwise a latch may be pulled twice.',
        rights: 'Lock actions are allowed.',
        version: 'nuki_hub 9, whose messages are known here.',
      } satisfies Record<SetupCheck, string>,
      results: {
        ok: 'as it should be',
        unknown: 'look there yourself',
        wrong: 'to be changed',
      } satisfies Record<SetupResult, string>,
      title: 'Set-up of its hub',
    },
    title: 'Nuki locks, by MQTT',
    unfinished:
      'It has not said yet how it stands. If it stays so, switch MQTT off and on again in the Nuki app.',
  },
  promises: {
    late: (span: string) => `This lock may still carry out an unlock ${span} or more after it was given up.`,
    absence: (span: string) => `That it is gone may go unnoticed for up to ${span}.`,
    deniedUnseen: 'It does not tell of codes that did not open.',
    noHistory: 'What happens while its gateway is not connected is not told later.',
    noNames: 'This lock keeps no names: they are known here only.',
    shortNames: (length: number) => `It holds ${length} characters of a name; the whole name is known here.`,
    occupied: 'This lock cannot tell its codes. Latchwork knows that one is there, not which.',
    remoteOff: 'Opening from afar is off. You can allow it in the settings.',
    unread: 'This lock says nothing about its codes.',
    unproven: 'It does not tell whether it moved: an order that it took is shown as unknown.',
    whoUnseen: 'It does not tell whose code was used.',
    windowsByGateway:
      'It keeps no times. Its gateway puts codes on when their time begins, and takes them off when it ends; a code whose time ends while the lock is not reached opens until it is.',
    windowsByLock: (span: string) =>
      `Hours of access are kept by the clock of the lock. While nobody is there to look after it they may be off by up to ${span}.`,
    windowsByService:
      'It keeps no times. Latchwork puts codes on when their time begins, and takes them off when it ends; a code whose time ends while the lock is not reached opens until it is.',
    wire: 'Codes travel in clear text between gateway and hub.',
  },
  promisesTitle: 'What this lock promises',
  queue: 'Orders waiting',
  queueOldest: (count: string, span: string) => `${count}, the oldest for ${span}`,
  register: 'Register the device',
  remove: 'Delete this gateway',
  removeDetail: 'It can no longer connect. Locks that it serves have to be deleted first.',
  secret: 'Secret of the lock',
  shownOnce: 'Take these now: they are shown only this once.',
  simulated: 'A simulated lock',
  simulatedLead: 'To try things out without hardware. The sandbox has a building full of them.',
  simulatedOpen: 'Open the sandbox',
  since: (moment: string) => `since ${moment}`,
  started: 'Started',
  states: {
    away: 'Not heard of',
    connected: 'Connected',
    unclaimed: 'Waiting for its claim code',
  } satisfies Record<GatewayState, string>,
  username: 'User name',
  version: 'Version',
}
