import type { CommandClass } from '@zwave-js/cc'
import {
  DoorLockMode,
  UserCredentialCredentialReportType,
  UserCredentialModifierType,
  UserCredentialType,
  UserIDStatus,
} from '@zwave-js/cc'
import {
  DoorLockCCOperationGet,
  DoorLockCCOperationReport,
  DoorLockCCOperationSet,
} from '@zwave-js/cc/DoorLockCC'
import { NotificationCCReport } from '@zwave-js/cc/NotificationCC'
import {
  ScheduleEntryLockCCDailyRepeatingScheduleSet,
  ScheduleEntryLockCCWeekDayScheduleSet,
  ScheduleEntryLockCCYearDayScheduleSet,
} from '@zwave-js/cc/ScheduleEntryLockCC'
import { TimeCCDateGet, TimeCCDateReport, TimeCCTimeGet, TimeCCTimeReport } from '@zwave-js/cc/TimeCC'
import {
  UserCodeCCExtendedUserCodeSet,
  UserCodeCCGet,
  UserCodeCCReport,
  UserCodeCCSet,
} from '@zwave-js/cc/UserCodeCC'
import {
  UserCredentialCCCredentialGet,
  UserCredentialCCCredentialReport,
  UserCredentialCCCredentialSet,
} from '@zwave-js/cc/UserCredentialCC'
import { CommandClasses } from '@zwave-js/core'
import {
  createMockZWaveRequestFrame,
  type MockController,
  MockNode,
  type MockNodeOptions,
  type MockNodeResponse,
} from '@zwave-js/testing'
import { createDefaultMockNodeBehaviors } from 'zwave-js/Testing'

const MODE = 'DoorLock_currentMode'
const ACCESS_CONTROL = 6
const JAMMED = 11
const DUPLICATE_TOLD_AFTER_MS = 300

/** How an imitated lock misbehaves. All of these were seen with real ones. */
export interface Faults {
  /** It acknowledges the radio frame and says nothing. */
  isMute: boolean
  /** It refuses to move. */
  refuses: boolean
  /** It says yes to a code and forgets it. */
  dropsWrites: boolean
  /** It shows asterisks instead of its codes. */
  masks: boolean
  /** It takes codes and never answers what is in a slot. */
  withholds: boolean
  /** It says yes to a schedule and keeps none; or forgets those of a user who gets a code. */
  dropsSchedules: boolean
  forgetsSchedules: boolean
  /** It answers this much later. */
  slowMs: number
}

const HEALTHY: Faults = {
  isMute: false,
  refuses: false,
  dropsWrites: false,
  masks: false,
  withholds: false,
  dropsSchedules: false,
  forgetsSchedules: false,
  slowMs: 0,
}

/** Hands on one lock of the vendor's imitated network: what it holds, what reached it, and what it does next. */
export class PartnerLock {
  readonly nodeId: number
  /** How many codes fit in. */
  readonly places: number
  readonly #node: MockNode
  readonly #controller: MockController
  readonly faults: Faults = { ...HEALTHY }
  /** Orders to move that reached it, and by how much later than now they did. */
  readonly orders: number[] = []
  codeWrites = 0
  codeReads = 0
  stateReads = 0
  scheduleWrites = 0
  clockReads = 0
  /** What its clock shows, as if it were UTC. */
  shown = () => Date.now()
  /** Called with every command that is a write, before it is carried out. */
  onWrite: (cc: CommandClass) => void = () => undefined
  readonly #frames: MockNode['onControllerFrame']

  static async create(
    controller: MockController,
    nodeId: number,
    capabilities: NonNullable<MockNodeOptions['capabilities']>,
  ): Promise<PartnerLock> {
    const node = await MockNode.create({ id: nodeId, controller, capabilities })
    node.defineBehavior(...createDefaultMockNodeBehaviors())
    controller.addNode(node)
    return new PartnerLock(controller, node)
  }

  private constructor(controller: MockController, node: MockNode) {
    this.#controller = controller
    this.#node = node
    this.nodeId = node.id
    this.places = placesOf(node)
    this.#frames = node.onControllerFrame.bind(node)
    node.state.set(MODE, DoorLockMode.Secured)
    node.defineBehavior({ handleCC: (_, __, cc) => this.#handle(cc) })
  }

  get isLocked(): boolean {
    return this.#node.state.get(MODE) === DoorLockMode.Secured
  }

  /** As if somebody had put it so while nobody listened. */
  stand(isLocked: boolean): void {
    this.#node.state.delete('DoorLock_transition')
    this.#node.state.set(MODE, isLocked ? DoorLockMode.Secured : DoorLockMode.Unsecured)
  }

  heal(): void {
    Object.assign(this.faults, HEALTHY)
    this.back()
    this.orders.length = 0
    this.codeWrites = 0
    this.codeReads = 0
    this.stateReads = 0
    this.scheduleWrites = 0
    this.clockReads = 0
    this.onWrite = () => undefined
  }

  /** All schedules, by user. */
  get schedules(): Map<number, unknown[]> {
    const all = new Map<number, unknown[]>()
    for (const [key, value] of this.#node.state) {
      const user = Number(SCHEDULE.exec(key)?.[1])
      if (user && value !== undefined) all.set(user, [...(all.get(user) ?? []), value])
    }
    return all
  }

  /** A schedule that somebody made who is not the gateway: 1 are dates, 2 every week. */
  setSchedule(user: number, place: number, kind: 1 | 2, schedule: object): void {
    this.#node.state.set(`ScheduleEntryLock_schedule_${user}_${place}_${kind}`, schedule)
  }

  clearSchedules(user: number): void {
    for (const key of [...this.#node.state.keys()])
      if (Number(SCHEDULE.exec(key)?.[1]) === user) this.#node.state.delete(key)
  }

  /** Out of reach of the radio. */
  away(): void {
    this.#node.onControllerFrame = () => Promise.resolve()
  }

  back(): void {
    this.#node.onControllerFrame = this.#frames
  }

  /** What is in its slots, by whichever way it keeps them. */
  get held(): Map<number, string> {
    const codes = new Map<number, string>()
    for (const [key, value] of this.#node.state) {
      const slot = Number(key.slice(key.lastIndexOf('_') + 1))
      if (key.startsWith('UserCode_userCode_') && value !== undefined) codes.set(slot, String(value))
      const credential = /^UserCredential_cred_(\d+)_(\d+)$/.exec(key)
      if (credential) codes.set(Number(credential[2]), textOf(value))
    }
    return codes
  }

  /** A code that somebody made who is not the gateway. */
  setCode(slot: number, digits: string): void {
    const { state } = this.#node
    if (this.#node.implementedCCs.has(CommandClasses['User Credential'])) {
      state.set(`UserCredential_user_${slot}`, FOREIGN_USER)
      state.set(`UserCredential_cred_${UserCredentialType.PINCode}_${slot}`, {
        userId: slot,
        credentialData: Buffer.from(digits),
        modifierType: 2,
        modifierNodeId: 0,
      })
      return
    }
    state.set(`UserCode_userIdStatus_${slot}`, UserIDStatus.Enabled)
    state.set(`UserCode_userCode_${slot}`, digits)
  }

  clearCode(slot: number): void {
    const { state } = this.#node
    state.delete(`UserCredential_user_${slot}`)
    state.delete(`UserCredential_cred_${UserCredentialType.PINCode}_${slot}`)
    if (state.has(`UserCode_userIdStatus_${slot}`))
      state.set(`UserCode_userIdStatus_${slot}`, UserIDStatus.Available)
    state.delete(`UserCode_userCode_${slot}`)
  }

  /** Somebody enters a code. */
  async keypad(slot: number | 'wrong'): Promise<void> {
    if (slot === 'wrong') return this.notify(19)
    this.stand(false)
    await this.notify(6, { userId: slot })
  }

  /** Somebody turns the knob. */
  async manual(isLocked: boolean): Promise<void> {
    this.stand(isLocked)
    await this.notify(isLocked ? 1 : 2)
  }

  async notify(notificationEvent: number, eventParameters?: Record<string, number>): Promise<void> {
    const report = new NotificationCCReport({
      nodeId: this.#controller.ownNodeId,
      notificationType: ACCESS_CONTROL,
      notificationEvent,
      ...(eventParameters ? { eventParameters: Uint8Array.of(...Object.values(eventParameters)) } : {}),
    })
    await this.#node.sendToController(createMockZWaveRequestFrame(report, { ackRequested: false }))
  }

  /** Tells how it stands without having been asked, as locks do that were moved by hand. */
  async report(): Promise<void> {
    const mode = this.isLocked ? DoorLockMode.Secured : DoorLockMode.Unsecured
    const report = new DoorLockCCOperationReport({
      nodeId: this.#controller.ownNodeId,
      currentMode: mode,
      outsideHandlesCanOpenDoor: [true, true, true, true],
      insideHandlesCanOpenDoor: [true, true, true, true],
    })
    await this.#node.sendToController(createMockZWaveRequestFrame(report, { ackRequested: false }))
  }

  async #handle(cc: CommandClass): Promise<MockNodeResponse | undefined> {
    this.#count(cc)
    if (this.faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, this.faults.slowMs))
    if (this.faults.isMute) return { action: 'stop' }
    if (cc instanceof DoorLockCCOperationSet && this.faults.refuses) return this.#refuse()
    if (isScheduleWrite(cc) || isCodeWrite(cc)) this.onWrite(cc)
    if (isScheduleWrite(cc)) return this.faults.dropsSchedules ? { action: 'ok' } : undefined
    if (cc instanceof TimeCCTimeGet || cc instanceof TimeCCDateGet) return this.#tellTime(cc)
    if (isCodeWrite(cc)) return this.#write(cc)
    return isCodeRead(cc) ? this.#read(cc) : undefined
  }

  #count(cc: CommandClass): void {
    if (cc instanceof DoorLockCCOperationSet) this.orders.push(Date.now())
    if (cc instanceof DoorLockCCOperationGet) this.stateReads++
    if (isCodeWrite(cc)) this.codeWrites++
    if (isCodeRead(cc)) this.codeReads++
    if (isScheduleWrite(cc)) this.scheduleWrites++
    if (cc instanceof TimeCCTimeGet) this.clockReads++
  }

  #tellTime(cc: TimeCCTimeGet | TimeCCDateGet): MockNodeResponse {
    const shown = new Date(this.shown())
    const nodeId = this.#controller.ownNodeId
    const [hour, minute, second] = [shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds()]
    if (cc instanceof TimeCCTimeGet)
      return { action: 'sendCC', cc: new TimeCCTimeReport({ nodeId, hour, minute, second }) }
    const [year, month, day] = [shown.getUTCFullYear(), shown.getUTCMonth() + 1, shown.getUTCDate()]
    return { action: 'sendCC', cc: new TimeCCDateReport({ nodeId, year, month, day }) }
  }

  /** A lock without supervision has no answer to an order; of a bolt that is stuck it tells by itself. */
  async #refuse(): Promise<MockNodeResponse> {
    if (!this.#node.implementedCCs.has(CommandClasses.Supervision)) await this.notify(JAMMED)
    return { action: 'fail' }
  }

  #write(cc: CodeWrite): MockNodeResponse | undefined {
    if (this.faults.dropsWrites) return { action: 'ok' }
    const wanted = cc instanceof UserCodeCCExtendedUserCodeSet ? cc.userCodes : [cc]
    if (this.faults.forgetsSchedules) for (const { userId } of wanted) this.clearSchedules(userId)
    const isDuplicate = wanted.some((one) => 'userCode' in one && this.#hasElsewhere(one))
    if (!isDuplicate) return undefined
    setTimeout(() => void this.notify(15), DUPLICATE_TOLD_AFTER_MS)
    return { action: 'fail' }
  }

  #hasElsewhere(one: object): boolean {
    const { userId, userCode } = one as { userId: number; userCode?: string | Uint8Array }
    if (!userCode || userCode.length === 0) return false
    return [...this.held].some(([slot, held]) => slot !== userId && held === String(userCode))
  }

  #read(cc: CodeRead): MockNodeResponse | undefined {
    if (this.faults.withholds) return { action: 'stop' }
    const slot = cc instanceof UserCodeCCGet ? cc.userId : cc.credentialSlot
    const held = this.held.get(slot)
    if (!this.faults.masks || held === undefined) return undefined
    const nodeId = this.#controller.ownNodeId
    if (cc instanceof UserCodeCCGet)
      return {
        action: 'sendCC',
        cc: new UserCodeCCReport({
          nodeId,
          userId: slot,
          userIdStatus: UserIDStatus.Enabled,
          userCode: '*'.repeat(held.length),
        }),
      }
    return {
      action: 'sendCC',
      cc: new UserCredentialCCCredentialReport({
        nodeId,
        reportType: UserCredentialCredentialReportType.ResponseToGet,
        userId: slot,
        credentialType: UserCredentialType.PINCode,
        credentialSlot: slot,
        credentialReadBack: false,
        modifierType: UserCredentialModifierType.ZWave,
        modifierNodeId: nodeId,
        nextCredentialType: UserCredentialType.None,
        nextCredentialSlot: 0,
      }),
    }
  }
}

type CodeWrite = UserCodeCCSet | UserCodeCCExtendedUserCodeSet | UserCredentialCCCredentialSet
type CodeRead = UserCodeCCGet | UserCredentialCCCredentialGet

const isCodeWrite = (cc: CommandClass): cc is CodeWrite =>
  cc instanceof UserCodeCCSet ||
  cc instanceof UserCodeCCExtendedUserCodeSet ||
  cc instanceof UserCredentialCCCredentialSet

const SCHEDULE = /^ScheduleEntryLock_schedule_(\d+)_\d+_\d+$/

const isScheduleWrite = (cc: CommandClass): boolean =>
  cc instanceof ScheduleEntryLockCCWeekDayScheduleSet ||
  cc instanceof ScheduleEntryLockCCYearDayScheduleSet ||
  cc instanceof ScheduleEntryLockCCDailyRepeatingScheduleSet

const isCodeRead = (cc: CommandClass): cc is CodeRead =>
  cc instanceof UserCodeCCGet || cc instanceof UserCredentialCCCredentialGet

const FOREIGN_USER = {
  userType: 0,
  active: true,
  credentialRule: 1,
  expiringTimeoutMinutes: 0,
  nameEncoding: 0,
  userName: 'Owner',
  modifierType: 2,
  modifierNodeId: 0,
}

const textOf = (credential: unknown) =>
  Buffer.from((credential as { credentialData: Uint8Array }).credentialData).toString('latin1')

function placesOf(node: MockNode): number {
  const ofUsers = (id: CommandClasses) =>
    node.getCCCapabilities(id) as { numUsers?: number; numberOfSupportedUsers?: number } | undefined
  return (
    ofUsers(CommandClasses['User Code'])?.numUsers ??
    ofUsers(CommandClasses['User Credential'])?.numberOfSupportedUsers ??
    0
  )
}
