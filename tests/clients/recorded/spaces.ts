import type { RecordedClient } from './client.ts'

/** Gyms and studios that are booked by the hour. */
export const SPACES: readonly RecordedClient[] = [
  {
    client: 'Gauzoo/theranice-app',
    source: 'src/lib/nuki.ts',
    token: 'smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'Booking-abc123 Martin',
          type: 13,
          code: '{code}',
          remoteAllowed: true,
          enabled: true,
          allowedFromDate: '{day}T00:00:00.000Z',
          allowedUntilDate: '{day}T23:59:59.000Z',
          allowedFromTime: 450,
          allowedUntilTime: 750,
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth?types=13',
        reads: [{ id: '', code: 1, enabled: true }],
        finds: { code: '{code}' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}' },
    ],
  },
  {
    client: 'thijmeyer-rgb/msa',
    source: 'src/lib/nuki.ts',
    token: 'smartlock smartlock.auth',
    steps: [
      {
        call: 'GET /smartlock',
        headers: { 'content-type': 'application/json' },
        reads: [{ smartlockId: 1, name: '' }],
      },
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          smartlockIds: ['{lock}'],
          name: 'MSA testcode',
          type: 13,
          code: '{code}',
          allowedFromDate: '{day}T08:00:00.000Z',
          allowedUntilDate: '{day}T08:15:00.000Z',
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [{ id: '', type: 13, code: 1, allowedUntilDate: '' }],
        finds: { code: '{code}' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}', headers: { 'content-type': 'application/json' } },
    ],
  },
  {
    client: 'higherheelssanctuary/higher-heels-sanctuary',
    source: 'lib/nuki.ts',
    token: 'smartlock smartlock.auth',
    steps: [
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, name: '' }] },
      {
        call: 'PUT /smartlock/auth',
        body: {
          name: 'Studio {codeText}',
          type: 13,
          code: '{code}',
          smartlockIds: ['{lock}'],
          allowedFromDate: '{day}T18:00:00.000Z',
          allowedUntilDate: '{day}T20:00:00.000Z',
          allowedWeekDays: 127,
        },
      },
      {
        call: 'GET /smartlock/auth',
        reads: [{ id: '', smartlockId: 1, name: '', type: 13, code: 1 }],
        finds: { code: '{code}' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/auth', body: ['{auth}'] },
    ],
  },
  {
    client: 'Haus-des-Engagements/re-sharing',
    source: 're_sharing/resources/services_nuki.py',
    token: 'smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/auth',
        body: {
          name: 'B-4711',
          type: 13,
          code: '{code}',
          smartlockIds: ['{lockText}'],
          allowedFromDate: '{day}T17:00:00.000Z',
          allowedUntilDate: '{day}T21:00:00.000Z',
          allowedWeekDays: 127,
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        headers: { 'content-type': 'application/json' },
        reads: [{ id: '', type: 13, code: 1, name: '', allowedFromDate: '', allowedUntilDate: '' }],
        finds: { code: '{code}', allowedFromDate: '{day}T17:00:00.000Z' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/auth', body: ['{auth}'] },
    ],
  },
  {
    client: 'vova-araa/Uprising-app',
    source: 'supabase/functions/_shared/nuki.ts',
    token: 'smartlock.action smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/auth',
        body: {
          name: 'booking:1a2b3c4d',
          type: 13,
          code: '{code}',
          smartlockIds: ['{lock}', '{secondLock}'],
          allowedFromDate: '{day}T11:45:00.000Z',
          allowedUntilDate: '{day}T14:15:00.000Z',
        },
      },
      { call: 'POST /smartlock/{lock}/sync', headers: { 'content-type': 'application/json' } },
      {
        call: 'GET /smartlock/auth',
        headers: { 'content-type': 'application/json' },
        reads: [{ id: '', name: '', allowedUntilDate: '' }],
        finds: { name: 'booking:1a2b3c4d' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/auth', body: ['{auth}'] },
      { call: 'POST /smartlock/{lock}/action', body: { action: 3 } },
    ],
  },
  {
    client: 'lukaskourilcz/gym-plzen',
    source: 'src/lib/integrations/nuki.ts',
    token: 'smartlock.auth smartlock.log',
    steps: [
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'Rez. #1234 – Jan Novák',
          type: 13,
          code: '{code}',
          remoteAllowed: false,
          allowedFromDate: '{day}T16:00:00.000Z',
          allowedUntilDate: '{day}T18:00:00.000Z',
          allowedWeekDays: 127,
          allowedFromTime: 0,
          allowedUntilTime: 0,
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [
          {
            id: '',
            smartlockId: 1,
            type: 13,
            code: 1,
            enabled: true,
            allowedFromDate: '',
            allowedUntilDate: '',
          },
        ],
        finds: { code: '{code}', enabled: true },
        keeps: { auth: 'id' },
      },
      {
        call: 'GET /smartlock/{lock}/log?limit=50&fromDate={yesterday}T00%3A00%3A00.000Z',
        reads: [{ id: '', date: '' }],
        keeps: { entry: 'id' },
      },
      {
        call: 'GET /smartlock/{lock}/log?limit=50&fromDate={yesterday}T00%3A00%3A00.000Z&id={entry}',
        reads: [],
      },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}' },
    ],
  },
  {
    client: 'lin2mm/AccessX',
    source: 'nuki.js',
    token: 'account smartlock smartlock.action smartlock.auth smartlock.log',
    steps: [
      { call: 'GET /account', reads: { accountId: 1, email: '', name: '' } },
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, name: '' }] },
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'Member {codeText}',
          type: 13,
          code: '{code}',
          remoteAllowed: false,
          allowedWeekDays: 127,
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [{ id: '', code: 1 }],
        finds: { code: '{code}' },
        keeps: { auth: 'id' },
      },
      { call: 'POST /smartlock/{lock}/action/unlock' },
      { call: 'GET /smartlock/{lock}/log?limit=50', reads: [{ action: 1, trigger: 4, date: '' }] },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}' },
    ],
  },
  {
    client: 'DamienDrash/Twenty4Seven-Gym',
    source: 'nuki_client.py',
    token: 'smartlock smartlock.action smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/auth',
        body: {
          name: 'Studio 24/7 {codeText}',
          type: 13,
          code: '{code}',
          smartlockIds: ['{lock}'],
          allowedFromDate: '{day}T06:00:00Z',
          allowedUntilDate: '{day}T08:00:00Z',
        },
      },
      {
        call: 'GET /smartlock/{lock}',
        headers: { 'content-type': 'application/json' },
        reads: { updateDate: '', state: { state: 1, doorState: 2, batteryCharge: 1, batteryCritical: true } },
      },
      { call: 'POST /smartlock/{lock}/action', body: { action: 3 } },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [{ id: '' }],
        finds: { code: '{code}' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}', headers: { 'content-type': 'application/json' } },
    ],
  },
]
