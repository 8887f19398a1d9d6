import Type, { type Static } from 'typebox'
import { DateTime, DeviceName, HexId, SmartlockId, StringEnum } from './fields.ts'
import { Family, FoundLock, Key, text } from './found-lock.ts'
import { route } from './route.ts'
import { SmartlockTypeField } from './smartlock.ts'
import { mayManage, mayRead, mayRegister, mayReplaceCredentials } from './smartlock-access.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** How a gateway stands with one hub; people are told what to do by it. */
export const HUB_STATES = [
  'connecting',
  'ready',
  'unreachable',
  'wrongProtocol',
  'tooOld',
  'notReady',
  'refused',
  'failed',
] as const
export type HubState = (typeof HUB_STATES)[number]

export const GatewayHub = Type.Object({
  id: Key,
  family: Family,
  address: Type.Optional(text(255)),
  state: StringEnum(
    HUB_STATES,
    'unreachable: nobody answers; wrongProtocol: something else answers; tooOld: it is too old; notReady: its radio ' +
      'is not ready; refused: it turns us away; failed: see error',
  ),
  error: Type.Optional(text(200)),
  sinceDate: Type.Optional(DateTime),
})
export type GatewayHub = Static<typeof GatewayHub>

/** Locks of one gateway, and hubs. */
export const MAX_GATEWAY_LOCKS = 500
export const MAX_GATEWAY_HUBS = 16

const Queue = Type.Object({
  waiting: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'what waits for its turn at a hub' }),
  oldestSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
})

const version = text(32)

/** What a gateway says about itself. */
export const GatewayReport = Type.Object({
  version,
  startedDate: Type.Optional(DateTime),
  hubs: Type.Array(GatewayHub, { maxItems: MAX_GATEWAY_HUBS }),
  locks: Type.Optional(
    Type.Array(FoundLock, {
      maxItems: MAX_GATEWAY_LOCKS,
      description: 'all it found; left out when nothing changed since the last report',
    }),
  ),
  queue: Queue,
})
export type GatewayReport = Static<typeof GatewayReport>

/** `unclaimed`: nobody has come with its claim code yet. */
export const GATEWAY_STATES = ['unclaimed', 'connected', 'away'] as const
export type GatewayState = (typeof GATEWAY_STATES)[number]

const ListedGateway = Type.Object({
  gatewayId: HexId,
  name: Type.String(),
  state: StringEnum(GATEWAY_STATES, 'away: it has said nothing for a while'),
  connectedSinceDate: Type.Optional(DateTime),
  lastReportDate: Type.Optional(DateTime),
  version: Type.Optional(Type.String()),
  adopted: Type.Integer({ description: 'locks of the account that it serves' }),
  creationDate: DateTime,
})
export type ListedGateway = Static<typeof ListedGateway>

const ShownLock = Type.Object({
  ...FoundLock.properties,
  lost: Type.Boolean({ description: 'it was adopted, and the gateway does not find it any more' }),
  smartlockId: Type.Optional({ ...SmartlockId, description: 'once it is adopted' }),
})

export const Gateway = Type.Object({
  ...ListedGateway.properties,
  startedDate: Type.Optional(DateTime),
  claimUntilDate: Type.Optional({ ...DateTime, description: 'while a claim code waits to be used' }),
  hubs: Type.Array(GatewayHub),
  locks: Type.Array(ShownLock),
  queue: Type.Optional(Queue),
})
export type Gateway = Static<typeof Gateway>

/** What a person types at the gateway; shown once. */
export const GatewayClaim = Type.Object({
  claimCode: Type.String({ examples: ['7HK2M-3QX9A-B4TWV-ZC6R8'] }),
  claimUntilDate: DateTime,
})

const GatewayParams = Type.Object({ gatewayId: HexId })
const FoundLockParams = Type.Object({ gatewayId: HexId, key: Key })
const NewGateway = Type.Object({ name: DeviceName })

/** What people do with gateways. */
const managed = {
  list: route({
    method: 'GET',
    path: '/gateway',
    summary: 'List the gateways of the account',
    access: mayRead,
    returns: Type.Array(ListedGateway),
  }),
  get: route({
    method: 'GET',
    path: '/gateway/{gatewayId}',
    summary: 'Get one gateway: its hubs, the locks it found, what waits',
    access: mayRead,
    params: GatewayParams,
    returns: Gateway,
  }),
  create: route({
    method: 'PUT',
    path: '/gateway',
    summary: 'Make a gateway and get its claim code, shown once',
    access: mayRegister,
    lasting: true,
    body: NewGateway,
    returns: Type.Object({ gatewayId: HexId, name: Type.String(), ...GatewayClaim.properties }),
    errors: ['quota_exceeded'],
  }),
  rename: route({
    method: 'POST',
    path: '/gateway/{gatewayId}',
    summary: 'Change the name of a gateway',
    access: mayManage,
    params: GatewayParams,
    body: NewGateway,
  }),
  newClaim: route({
    method: 'POST',
    path: '/gateway/{gatewayId}/claim',
    summary: 'Get a new claim code; whoever comes with it takes the place of the gateway there was',
    access: mayReplaceCredentials,
    lasting: true,
    params: GatewayParams,
    body: Type.Object(stepUpFields),
    returns: GatewayClaim,
    errors: STEP_UP_ERRORS,
  }),
  remove: route({
    method: 'DELETE',
    path: '/gateway/{gatewayId}',
    summary: 'Delete a gateway that has no adopted locks',
    access: mayManage,
    params: GatewayParams,
    errors: ['gateway_in_use'],
  }),
  adopt: route({
    method: 'POST',
    path: '/gateway/{gatewayId}/lock/{key}/adopt',
    summary: 'Make a lock that a gateway found a smartlock of the account; deleting that ends it',
    access: mayRegister,
    lasting: true,
    params: FoundLockParams,
    body: Type.Object({
      name: DeviceName,
      smartlockId: Type.Optional({
        ...SmartlockId,
        description:
          'a smartlock that was brought over and is connected to nothing yet: it is this lock (D199); its codes then ' +
          'go to the gateway, so this needs what replacing credentials needs (D107)',
      }),
      ...stepUpFields,
    }),
    returns: Type.Object({ smartlockId: SmartlockId }),
    errors: ['lock_not_ready', 'quota_exceeded', ...STEP_UP_ERRORS],
  }),
}

/** A gateway makes its own token before it asks for anything, so that no crash can lose it. */
const GatewayToken = Type.String({ pattern: '^lwg_[A-Za-z0-9_-]{43}$', examples: [`lwg_${'a'.repeat(43)}`] })

/** Locks that people adopted. */
const Adoption = Type.Object({
  key: Key,
  smartlockId: SmartlockId,
  deviceId: Type.String({ pattern: '^[0-9A-F]{8}$' }),
  type: SmartlockTypeField,
  name: Type.String(),
})
export type Adoption = Static<typeof Adoption>

const Revision = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** What gateways themselves call; `self` is whose token it is. */
const ownCalls = {
  claim: route({
    method: 'POST',
    path: '/gateway/claim',
    summary: 'Become a gateway: exchange a claim code for the right to use a token of one’s own',
    access: 'public',
    body: Type.Object({ claimCode: Type.String({ maxLength: 64 }), token: GatewayToken, version }),
    returns: Type.Object({ gatewayId: HexId, name: Type.String() }),
    errors: ['claim_invalid'],
    guessable: true,
  }),
  report: route({
    method: 'POST',
    path: '/gateway/self/report',
    summary: 'Say how a gateway is and what it found',
    access: 'gateway',
    repeatable: true,
    body: GatewayReport,
    returns: Type.Object({
      reportSeconds: Type.Integer({ description: 'report again by then' }),
      adoptionRevision: Revision,
    }),
  }),
  adoptions: route({
    method: 'POST',
    path: '/gateway/self/adoptions',
    summary: 'List the adopted locks of a gateway; with a revision, as soon as it is another one',
    access: 'gateway',
    repeatable: true,
    waits: true,
    body: Type.Object({
      revision: Type.Optional(Revision),
      waitSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 25, default: 0 })),
    }),
    returns: Type.Object({
      revision: Revision,
      adoptions: Type.Array(Adoption),
      broker: Type.Object({ url: Type.String({ description: 'where the locks connect: mqtt or mqtts' }) }),
    }),
  }),
  credentials: route({
    method: 'POST',
    path: '/gateway/self/adoptions/{key}/credentials',
    summary: 'Get new credentials for an adopted lock; those before end at once',
    access: 'gateway',
    repeatable: true,
    params: Type.Object({ key: Key }),
    returns: Type.Object({
      smartlockId: SmartlockId,
      deviceId: Type.String(),
      username: Type.String(),
      secret: Type.String(),
    }),
  }),
}

export const gateways = { ...managed, ...ownCalls }
