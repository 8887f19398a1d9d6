import type { Clock } from '@latchwork/ldp-device'
import { connectAsync, type MqttClient } from 'mqtt'
import { firmwareText } from '../device-spec.ts'
import type { LogEntry } from '../machine-step.ts'
import { HubAuthorizations } from './hub-authorizations.ts'
import { type HubKeypad, lockTime } from './hub-keypad.ts'
import { HubSettings } from './hub-settings.ts'
import { COMPLETIONS, DOORS, type HubKind, logLine, WORDS } from './hub-words.ts'
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
  /** So long after a ring it says that it is over. */
  readonly ringMs?: number
  readonly keepaliveSeconds?: number
}

const CONTINUOUS = 3
const OWN_WORDS = new Set(['ack', 'denied', 'unknown_action', 'error', '--'])
/** nuki_hub: an ESP32 beside the lock that brings it from Bluetooth to MQTT, with its codes and its log. */
export class HubFace implements Face {
  readonly #core: LockCore
  readonly #keypad: HubKeypad
  readonly #options: HubFaceOptions
  readonly #wire: Wire
  /** Whether the owner lets it be told to move. */
  mayAct = true
  readonly settings = new HubSettings()
  readonly authorizations = new HubAuthorizations()
  /** What it was told, as it was. */
  readonly received: string[] = []
  readonly #kind: HubKind
  #client: MqttClient | undefined
  #connectedAt = 0
  #orders = 0
  #logIndex = 0

  private constructor(core: LockCore, keypad: HubKeypad, options: HubFaceOptions, wire: Wire) {
    this.#core = core
    this.#keypad = keypad
    this.#options = options
    this.#wire = wire
    this.#kind = core.spec.type === 2 ? 'opener' : 'lock'
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
    const word = WORDS[this.#kind].states[state.lock] ?? 'undefined'
    const flag = (isOn: boolean) => (isOn ? '1' : '0')
    const basic = { critical: flag(battery.critical), keypadCritical: '0' }
    const json = { lock_state: word, currentTime: lockTime(this.#options.clock.now()), timeZoneOffset: 60 }
    this.#tell('state', word)
    if (this.#kind === 'opener') {
      this.#tell('continuousMode', state.mode === CONTINUOUS ? 'on' : 'off')
      this.#tell('battery/basicJson', JSON.stringify(basic))
    } else {
      this.#tell('binaryState', state.lock === 1 ? 'locked' : 'unlocked')
      this.#tell('doorSensorState', DOORS[state.door] ?? 'doorStateUnknown')
      this.#tell('battery/basicJson', JSON.stringify({ ...basic, charging: '0', level: String(battery.pct) }))
    }
    this.#tell('json', JSON.stringify(json))
  }

  logs(entry: LogEntry): void {
    this.#logIndex += 1
    if (entry.kind === 'ring') this.#tellRing(entry)
    else this.#tellLine(entry)
  }

  #tellLine(entry: LogEntry): void {
    const { authId: authorizationId = 0, name: authorizationName = '' } = entry
    const line = { index: this.#logIndex, authorizationId, authorizationName, ...logLine(this.#kind, entry) }
    this.#tell('rollingLog', JSON.stringify(line))
  }

  /** Told twice, as by the state and by the log, and then taken back. */
  #tellRing({ opener }: LogEntry): void {
    const word = opener?.cm || opener?.rto ? 'ring' : 'ringlocked'
    this.#tell('ring', word)
    this.#tell('ring', word)
    this.#options.clock.after(this.#options.ringMs ?? 2000, () => this.#tell('ring', 'standby'))
  }

  ends(command: string, code: number): void {
    if (!command.startsWith('hub-')) return
    this.#say('commandResult', code === 0 || code === 0x42 ? 'success' : 'failed')
    this.#tell('completionStatus', COMPLETIONS[code] ?? 'otherError')
  }

  /** The list of codes, as it would be told after the lock was read again. */
  tellCodes(): void {
    if (!this.#keypad.manners.withholds) this.#tell('keypad/json', JSON.stringify(this.#keypad.list()))
  }

  tellAuthorizations(): void {
    if (this.authorizations.manners.isPublished)
      this.#tell('authorization/json', JSON.stringify(this.authorizations.list()))
  }

  async #introduce(): Promise<void> {
    speakPromptly(this.#client)
    const { root, clock, version = '9.15' } = this.#options
    this.#connectedAt = clock.now()
    const topics = [
      'action',
      'keypad/actionJson',
      'authorization/action',
      'query/keypad',
      'query/config',
      'query/lockstate',
      'configuration/action',
    ]
    await this.#client
      ?.subscribeAsync(
        topics.map((topic) => `${root}/${this.#kind}/${topic}`),
        { qos: 1 },
      )
      .catch(() => undefined)
    this.#publish('info/nukiHubVersion', version, true)
    this.#tellSettings()
    this.#tell('keypad/actionJson', '--')
    this.shows()
    this.tellCodes()
    this.tellAuthorizations()
    this.#tell('availability', 'online')
    this.#publish('maintenance/mqttConnectionState', 'online', true)
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
    this.#tell('configuration/basicJson', JSON.stringify(config))
  }

  #set(text: string): void {
    if (this.#core.faults.mute) return
    this.#tell('configuration/commandResult', this.settings.command(text))
    this.#options.clock.after(this.#options.rereadMs ?? 300, () => this.#tellSettings())
  }

  #hear(topic: string, payload: string): void {
    if (OWN_WORDS.has(payload) || payload === '0') return
    const age = this.#options.clock.now() - this.#connectedAt
    const deafMs = this.#options.deafMs ?? 2000
    this.received.push(`${topic} ${payload}`)
    const leaf = topic.slice(this.#kind.length + 1)
    if (age < deafMs || (leaf === 'action' && age < deafMs * 3)) return
    if (leaf === 'action') this.#act(payload)
    if (leaf === 'keypad/actionJson') this.#changeCodes(payload)
    if (leaf === 'authorization/action') this.#changeAuthorizations(payload)
    if (leaf === 'configuration/action') this.#set(payload)
    if (leaf === 'query/keypad') this.#reread()
    if (leaf === 'query/config') this.#later(() => this.tellAuthorizations())
    if (leaf === 'query/lockstate') this.shows()
  }

  #act(word: string): void {
    const action = WORDS[this.#kind].actions.indexOf(word) + 1
    const refusal = action === 0 ? 'unknown_action' : this.mayAct ? undefined : 'denied'
    this.#say('action', refusal ?? 'ack')
    if (refusal) return
    this.#orders += 1
    this.#core.order(`hub-${this.#orders}`, action)
  }

  #changeCodes(text: string): void {
    if (this.#core.faults.mute) return
    const word = this.#keypad.command(text)
    this.#tell('keypad/actionJson', '--')
    this.#say('keypad/commandResultJson', word)
    if (word === 'success') this.#reread()
  }

  #changeAuthorizations(text: string): void {
    const word = this.#core.faults.mute ? undefined : this.authorizations.command(text)
    if (word === undefined) return
    this.#tell('authorization/action', '--')
    this.#tell('authorization/commandResult', word)
    if (word === 'success') this.#later(() => this.tellAuthorizations())
  }

  #reread(): void {
    this.#later(() => this.tellCodes())
  }

  #later(tell: () => void): void {
    this.#options.clock.after(this.#options.rereadMs ?? 5000, tell)
  }

  #tell(topic: string, payload: string): void {
    this.#publish(`${this.#kind}/${topic}`, payload, true)
  }

  #say(topic: string, payload: string): void {
    this.#publish(`${this.#kind}/${topic}`, payload, false)
  }

  #publish(topic: string, payload: string, retain: boolean): void {
    if (this.#client?.connected && !this.#core.faults.lacks.has(topic))
      this.#client.publish(`${this.#options.root}/${topic}`, payload, { qos: 1, retain }, () => undefined)
  }
}
