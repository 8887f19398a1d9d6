import type { Clock } from '@latchwork/ldp-device'
import { connectAsync, type MqttClient } from 'mqtt'
import { firmwareText } from '../device-spec.ts'
import type { Beginning, Face, LockCore } from './lock-core.ts'
import { speakPromptly, Wire } from './wire.ts'

/** Triggers of the maker's specification: the system itself (keypads too), the button, MQTT. */
const TRIGGER = { order: 172, keypad: 0, fingerprint: 0, button: 2 } as const
/** What the fifth number of an action event says of a keypad: a code, or a finger. */
const KEYPAD_SOURCE = { order: 0, keypad: 1, fingerprint: 2, button: 1 } as const
/** The action the topics `lock` and `unlock` stand for. */
const SIMPLE = { lock: 2, unlock: 1 } as const
/** Door sensor states: 1 is "deactivated", which a lock without a sensor does not even tell. */
const HAS_NO_SENSOR = 0

export interface OfficialFaceOptions {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly clock: Clock
  readonly keepaliveSeconds?: number
  /** Its setting "Allow locking". */
  readonly allowsLocking?: boolean
  /** Its setting "Home Assistant discovery". */
  readonly discovery?: boolean
  /** What it calls itself, where that is not its own id. */
  readonly topicId?: string
}

/**
 * A lock of the third generation (Pro) or later, as it speaks MQTT by itself: retained state topics, orders on
 * `lockAction`, its word on `commandResponse`. It keeps its session, which is the worst that a broker may find.
 */
export class OfficialFace implements Face {
  readonly #core: LockCore
  readonly #options: OfficialFaceOptions
  readonly #wire: Wire
  readonly #root: string
  readonly #told = new Map<string, string>()
  #client: MqttClient | undefined
  #orders = 0
  /** Orders that reached it, as they were. */
  readonly received: string[] = []

  private constructor(core: LockCore, options: OfficialFaceOptions, wire: Wire) {
    this.#core = core
    this.#options = options
    this.#wire = wire
    this.#root = `nuki/${options.topicId ?? core.id}`
    core.shownBy(this)
  }

  static async connect(core: LockCore, options: OfficialFaceOptions): Promise<OfficialFace> {
    const face = new OfficialFace(core, options, await Wire.to(options))
    await face.online()
    return face
  }

  get isConnected(): boolean {
    return this.#client?.connected ?? false
  }

  /** Comes back, with the session it had. */
  async online(): Promise<void> {
    this.#wire.flow()
    if (this.#client?.connected) return
    await this.#client?.endAsync(true)
    const { username, password, keepaliveSeconds = 30 } = this.#options
    const client = await connectAsync({
      host: '127.0.0.1',
      port: this.#wire.port,
      protocol: 'mqtt',
      protocolVersion: 4,
      clientId: `SL3P_${this.#core.id}`,
      clean: false,
      username,
      password,
      keepalive: keepaliveSeconds,
      reconnectPeriod: 200,
      connectTimeout: 5000,
      will: { topic: `${this.#root}/connected`, payload: Buffer.from('false'), qos: 0, retain: true },
    })
    this.#client = client
    client.on('message', (topic, payload) => this.#hear(topic, payload.toString()))
    client.on('connect', () => void this.#introduce())
    client.on('error', () => undefined)
    await this.#introduce()
  }

  /** Out of reach, and nobody is told: what is sent to it waits in the air. */
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

  /** Anything, as the lock would never say it. */
  async say(topic: string, payload: string | Buffer, retain = false): Promise<void> {
    await this.#client?.publishAsync(`${this.#root}/${topic}`, payload, { qos: 0, retain })
  }

  begins({ action, by, who }: Beginning): void {
    const authId = who?.authId ?? 0
    const codeId = by === 'keypad' || by === 'fingerprint' ? authId : 0
    const event = [action, TRIGGER[by], authId, codeId, KEYPAD_SOURCE[by]].join(',')
    this.#publish('lockActionEvent', event, { qos: 2, retain: false })
  }

  shows(): void {
    for (const [topic, value] of Object.entries(this.#state()))
      if (this.#told.get(topic) !== value) this.#tell(topic, value)
    this.#tell('timestamp', new Date(this.#options.clock.now()).toISOString().replace(/\.\d+Z$/, '+00:00'))
  }

  ends(_command: string, code: number): void {
    this.#publish('commandResponse', String(code), { qos: 2, retain: false })
  }

  async #introduce(): Promise<void> {
    speakPromptly(this.#client)
    this.#told.clear()
    const { allowsLocking = true, discovery = true } = this.#options
    if (allowsLocking)
      await this.#client
        ?.subscribeAsync(
          ['lockAction', 'lock', 'unlock'].map((topic) => `${this.#root}/${topic}`),
          { qos: 2 },
        )
        .catch(() => undefined)
    if (discovery) this.#discover()
    const { spec } = this.#core
    this.#tell('deviceType', String(spec.type === 5 ? 5 : 4))
    this.#tell('name', spec.name)
    this.#tell('firmware', firmwareText(spec.firmware))
    this.#tell('serverConnected', 'false')
    this.shows()
    this.#tell('connected', 'true')
  }

  /** What Home Assistant would find it by. */
  #discover(): void {
    const config = JSON.stringify({ base: this.#root, availability_topic: '~/connected', name: null })
    this.#client?.publish(`homeassistant/lock/${this.#core.id}/smartlock/config`, config, { retain: true })
  }

  #state(): Record<string, string> {
    const { state, battery, spec } = this.#core
    return {
      mode: String(state.mode),
      state: String(state.lock),
      batteryCritical: String(battery.critical),
      batteryChargeState: String(battery.pct),
      batteryCharging: String(battery.charging),
      ...(spec.config.keypadPaired && { keypadBatteryCritical: 'false' }),
      ...(state.door !== HAS_NO_SENSOR && {
        doorsensorState: String(state.door),
        doorsensorBatteryCritical: 'false',
      }),
    }
  }

  #tell(topic: string, value: string): void {
    this.#told.set(topic, value)
    this.#publish(topic, value, { qos: 0, retain: true })
  }

  #publish(topic: string, payload: string, how: { qos: 0 | 2; retain: boolean }): void {
    if (this.#client?.connected && !this.#core.faults.lacks.has(topic))
      this.#client.publish(`${this.#root}/${topic}`, payload, how, () => undefined)
  }

  #hear(topic: string, payload: string): void {
    const leaf = topic.slice(this.#root.length + 1)
    this.received.push(`${leaf} ${payload}`)
    this.#orders += 1
    const command = `mqtt-${this.#orders}`
    if (leaf === 'lockAction') this.#core.order(command, Number(payload))
    else if (payload === 'true' && (leaf === 'lock' || leaf === 'unlock'))
      this.#core.order(command, SIMPLE[leaf])
  }
}
