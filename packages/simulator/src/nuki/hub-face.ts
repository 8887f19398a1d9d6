import type { Clock } from '@latchwork/ldp-device'
import { connectAsync, type MqttClient } from 'mqtt'
import { firmwareText } from '../device-spec.ts'
import type { LogEntry } from '../machine-step.ts'
import { type HubKeypad, lockTime } from './hub-keypad.ts'
import { HubSettings } from './hub-settings.ts'
import type { Face, LockCore } from './lock-core.ts'
import { speakPromptly, Wire } from './wire.ts'

export interface HubFaceOptions {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  /** The first part of its topics. */
  readonly root: string
  readonly clock: Clock
  /** After it connected it takes nothing for so long, and no action for three times as long. */
  readonly deafMs?: number
  /** So long after a change it reads the codes of the lock again. */
  readonly rereadMs?: number
  readonly version?: string
  readonly keepaliveSeconds?: number
}

const STATES: Readonly<Record<number, string>> = {
  0: 'uncalibrated',
  1: 'locked',
  2: 'unlocking',
  3: 'unlocked',
  4: 'locking',
  5: 'unlatched',
  6: 'unlockedLnga',
  7: 'unlatching',
  254: 'motorBlocked',
  255: 'undefined',
}
const DOORS: Readonly<Record<number, string>> = { 0: 'unavailable', 2: 'doorClosed', 3: 'doorOpened' }
const ACTIONS = ['unlock', 'lock', 'unlatch', 'lockNgo', 'lockNgoUnlatch', 'fullLock']
const LOG_ACTIONS = ['Unlock', 'Lock', 'Unlatch', 'LockNgo', 'LockNgoUnlatch', 'FullLock']
const COMPLETIONS: Readonly<Record<number, string>> = { 0: 'success', 66: 'motorBlocked', 69: 'busy' }
const LOG_TRIGGERS: Readonly<Record<number, string>> = {
  1: 'manual',
  2: 'button',
  3: 'automatic',
  6: 'autoLock',
}
const OWN_WORDS = new Set(['ack', 'denied', 'unknown_action', 'error', '--'])
const CODE_SOURCE = 1
const DOOR_OPENED = 240

/** nuki_hub: an ESP32 beside the lock that brings it from Bluetooth to MQTT, with its codes and its log. */
export class HubFace implements Face {
  readonly #core: LockCore
  readonly #keypad: HubKeypad
  readonly #options: HubFaceOptions
  readonly #wire: Wire
  /** Whether the owner lets it be told to move. */
  mayAct = true
  readonly settings = new HubSettings()
  /** What it was told, as it was. */
  readonly received: string[] = []
  #client: MqttClient | undefined
  #connectedAt = 0
  #orders = 0
  #logIndex = 0

  private constructor(core: LockCore, keypad: HubKeypad, options: HubFaceOptions, wire: Wire) {
    this.#core = core
    this.#keypad = keypad
    this.#options = options
    this.#wire = wire
    core.shownBy(this)
  }

  static async connect(core: LockCore, keypad: HubKeypad, options: HubFaceOptions): Promise<HubFace> {
    const face = new HubFace(core, keypad, options, await Wire.to(options))
    await face.online()
    return face
  }

  async online(): Promise<void> {
    this.#wire.flow()
    if (this.#client?.connected) return
    await this.#client?.endAsync(true)
    const { username, password, root, keepaliveSeconds = 60 } = this.#options
    const client = await connectAsync({
      host: '127.0.0.1',
      port: this.#wire.port,
      protocol: 'mqtt',
      protocolVersion: 4,
      clientId: root,
      clean: false,
      username,
      password,
      keepalive: keepaliveSeconds,
      reconnectPeriod: 200,
      connectTimeout: 5000,
      will: {
        topic: `${root}/maintenance/mqttConnectionState`,
        payload: Buffer.from('offline'),
        qos: 1,
        retain: true,
      },
    })
    this.#client = client
    client.on('message', (topic, payload) => this.#hear(topic.slice(root.length + 1), payload.toString()))
    client.on('connect', () => void this.#introduce())
    client.on('error', () => undefined)
    await this.#introduce()
  }

  silent(): void {
    this.#wire.stall()
  }

  cut(): void {
    this.#wire.cut()
  }

  async stop(): Promise<void> {
    this.#core.stop()
    await this.#client?.endAsync(true)
    this.#wire.close()
  }

  async say(topic: string, payload: string | Buffer, retain = false): Promise<void> {
    await this.#client?.publishAsync(`${this.#options.root}/${topic}`, payload, { qos: 1, retain })
  }

  shows(): void {
    const { state, battery } = this.#core
    this.#tell('lock/state', STATES[state.lock] ?? 'undefined')
    this.#tell('lock/binaryState', state.lock === 1 ? 'locked' : 'unlocked')
    this.#tell('lock/doorSensorState', DOORS[state.door] ?? 'doorStateUnknown')
    const flag = (isOn: boolean) => (isOn ? '1' : '0')
    const basic = {
      critical: flag(battery.critical),
      charging: '0',
      level: String(battery.pct),
      keypadCritical: '0',
    }
    this.#tell('lock/battery/basicJson', JSON.stringify(basic))
    const json = {
      lock_state: STATES[state.lock],
      currentTime: lockTime(this.#options.clock.now()),
      timeZoneOffset: 60,
    }
    this.#tell('lock/json', JSON.stringify(json))
  }

  logs(entry: LogEntry): void {
    this.#logIndex += 1
    const about =
      entry.kind === 'door'
        ? doorLine(entry)
        : entry.source === undefined
          ? lockLine(entry)
          : keypadLine(entry)
    const { authId: authorizationId = 0, name: authorizationName = '' } = entry
    const line = { index: this.#logIndex, authorizationId, authorizationName, ...about }
    this.#tell('lock/rollingLog', JSON.stringify(line))
  }

  ends(command: string, code: number): void {
    if (!command.startsWith('hub-')) return
    this.#say('lock/commandResult', code === 0 || code === 0x42 ? 'success' : 'failed')
    this.#tell('lock/completionStatus', COMPLETIONS[code] ?? 'otherError')
  }

  /** The list of codes, as it would be told after the lock was read again. */
  tellCodes(): void {
    if (!this.#keypad.manners.withholds) this.#tell('lock/keypad/json', JSON.stringify(this.#keypad.list()))
  }

  async #introduce(): Promise<void> {
    speakPromptly(this.#client)
    const { root, clock, version = '9.15' } = this.#options
    this.#connectedAt = clock.now()
    const topics = [
      'lock/action',
      'lock/keypad/actionJson',
      'lock/query/keypad',
      'lock/query/lockstate',
      'lock/configuration/action',
    ]
    await this.#client
      ?.subscribeAsync(
        topics.map((topic) => `${root}/${topic}`),
        { qos: 1 },
      )
      .catch(() => undefined)
    this.#tell('info/nukiHubVersion', version)
    this.#tellSettings()
    this.#tell('lock/keypad/actionJson', '--')
    this.shows()
    this.tellCodes()
    this.#tell('lock/availability', 'online')
    this.#tell('maintenance/mqttConnectionState', 'online')
  }

  #tellSettings(): void {
    const { spec, id } = this.#core
    const config = {
      nukiID: Number.parseInt(id, 16).toString(16),
      name: spec.name,
      hasKeypad: 1,
      firmwareVersion: firmwareText(spec.firmware),
      deviceType: spec.type,
      ...this.settings.values,
    }
    this.#tell('lock/configuration/basicJson', JSON.stringify(config))
  }

  #set(text: string): void {
    if (this.#core.faults.mute) return
    this.#tell('lock/configuration/commandResult', this.settings.command(text))
    this.#options.clock.after(this.#options.rereadMs ?? 300, () => this.#tellSettings())
  }

  #hear(topic: string, payload: string): void {
    if (OWN_WORDS.has(payload) || payload === '0') return
    const age = this.#options.clock.now() - this.#connectedAt
    const deafMs = this.#options.deafMs ?? 2000
    this.received.push(`${topic} ${payload}`)
    if (age < deafMs || (topic === 'lock/action' && age < deafMs * 3)) return
    if (topic === 'lock/action') this.#act(payload)
    if (topic === 'lock/keypad/actionJson') this.#changeCodes(payload)
    if (topic === 'lock/configuration/action') this.#set(payload)
    if (topic === 'lock/query/keypad') this.#reread()
    if (topic === 'lock/query/lockstate') this.shows()
  }

  #act(word: string): void {
    const action = ACTIONS.indexOf(word) + 1
    const refusal = action === 0 ? 'unknown_action' : this.mayAct ? undefined : 'denied'
    this.#say('lock/action', refusal ?? 'ack')
    if (refusal) return
    this.#orders += 1
    this.#core.order(`hub-${this.#orders}`, action)
  }

  #changeCodes(text: string): void {
    if (this.#core.faults.mute) return
    const word = this.#keypad.command(text)
    this.#tell('lock/keypad/actionJson', '--')
    this.#say('lock/keypad/commandResultJson', word)
    if (word === 'success') this.#reread()
  }

  #reread(): void {
    this.#options.clock.after(this.#options.rereadMs ?? 5000, () => this.tellCodes())
  }

  #tell(topic: string, payload: string): void {
    this.#publish(topic, payload, true)
  }

  #say(topic: string, payload: string): void {
    this.#publish(topic, payload, false)
  }

  #publish(topic: string, payload: string, retain: boolean): void {
    if (this.#client?.connected && !this.#core.faults.lacks.has(topic))
      this.#client.publish(`${this.#options.root}/${topic}`, payload, { qos: 1, retain }, () => undefined)
  }
}

const doorLine = ({ action }: LogEntry) => ({
  type: 'DoorSensor',
  action: action === DOOR_OPENED ? 'DoorOpened' : 'DoorClosed',
  trigger: 'system',
  completionStatus: 'success',
})

const lockLine = ({ action, trigger, kind }: LogEntry) => ({
  type: 'LockAction',
  action: LOG_ACTIONS[action - 1],
  trigger: LOG_TRIGGERS[trigger] ?? 'system',
  completionStatus: kind === 'denied' ? 'failure' : 'success',
})

/** Here, and only here, wrong attempts can be seen. */
const keypadLine = ({ action, source, kind, authId }: LogEntry) => ({
  type: 'KeypadAction',
  action: LOG_ACTIONS[action - 1],
  trigger: source === CODE_SOURCE ? 'code' : 'fingerprint',
  completionStatus: kind !== 'denied' ? 'success' : authId === undefined ? 'invalidCode' : 'notAuthorized',
  codeId: authId ?? 0,
})
