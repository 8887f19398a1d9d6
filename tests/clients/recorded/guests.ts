import type { RecordedClient } from './client.ts'

/** Programs of single hosts. */
export const GUESTS: readonly RecordedClient[] = [
  {
    client: 'mazy06/clenzy',
    source: 'server/src/main/java/com/clenzy/integration/nuki/service/NukiApiService.java',
    token: 'smartlock smartlock.action smartlock.auth',
    steps: [
      {
        call: 'GET /smartlock',
        headers: { 'content-type': 'application/json' },
        reads: [{ smartlockId: 1, name: '' }],
      },
      { call: 'GET /smartlock/{lock}', reads: { name: '', state: { state: 1, batteryCharge: 1 } } },
      { call: 'POST /smartlock/{lock}/action', body: { action: 2 } },
    ],
  },
  {
    client: 'RafaelSundorf/NukiApi-Python',
    source: 'nuki.py',
    token: 'smartlock smartlock.auth',
    steps: [
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, name: '' }] },
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'pin {codeText}',
          type: 13,
          code: '{code}',
          allowedFromDate: '{day}T15:00:00.000Z',
          allowedUntilDate: '{lastDay}T11:00:00.000Z',
          allowedWeekDays: 127,
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [
          {
            id: '',
            smartlockId: 1,
            authId: 1,
            type: 13,
            name: '',
            enabled: true,
            remoteAllowed: true,
            lockCount: 0,
            creationDate: '',
            updateDate: '',
            code: 1,
          },
        ],
        finds: { name: 'pin {codeText}' },
        keeps: { auth: 'id' },
      },
      { call: 'POST /smartlock/{lock}/auth/{auth}', body: { name: 'pin 2' } },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}' },
    ],
  },
  {
    client: 'R3Va4n/PK-stuff',
    source: 'nuki.py',
    token: 'smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'visitor',
          allowedFromDate: '{day}T08:15:30.123456Z',
          allowedUntilDate: '{day}T10:15:30.123456Z',
          allowedWeekDays: 127,
          allowedFromTime: 0,
          allowedUntilTime: 0,
          accountUserId: 0,
          remoteAllowed: false,
          smartActionsEnabled: false,
          type: 13,
          code: '{codeText}',
        },
        status: 204,
      },
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'second visitor',
          accountUserId: 0,
          remoteAllowed: false,
          type: 13,
          code: '{codeText}',
        },
        status: 409,
        says: "'code' exists already",
      },
      {
        call: 'GET /smartlock/auth?types=13',
        headers: { 'content-type': 'application/json' },
        status: 200,
        reads: [{ id: '', name: '', allowedUntilDate: '' }],
        finds: { name: 'visitor' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/auth', body: ['{auth}'], status: 204 },
    ],
  },
  {
    client: 'tgudlek/nuki-sesame',
    source: 'src/models/smartlock_authorization_model.py',
    token: 'smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'NukiCLI -- {codeText}',
          allowedFromDate: '{day}T08:15:30.123456+00:00',
          allowedUntilDate: '{lastDay}T08:15:30.123456+00:00',
          allowedWeekDays: 127,
          remoteAllowed: true,
          smartActionsEnabled: false,
          type: 13,
          code: '{code}',
          smartlockIds: ['{lock}'],
        },
        status: 204,
      },
      {
        call: 'GET /smartlock/{lock}/auth?types=13',
        status: 200,
        reads: [{ id: '', name: '', type: 13, code: 1 }],
        finds: { code: '{code}' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}', status: 204 },
    ],
  },
  {
    client: 'geggya1/protop',
    source: 'functions/hospitality.js',
    token: 'smartlock smartlock.auth',
    steps: [
      {
        call: 'GET /smartlock',
        reads: [
          {
            smartlockId: 1,
            name: '',
            type: 4,
            state: { batteryCritical: true },
            config: { keypadPaired: true },
          },
        ],
      },
      {
        call: 'PUT /smartlock/auth',
        body: {
          name: 'Gjest Kari Nordmann 3f8a',
          smartlockIds: ['{lock}'],
          type: 13,
          code: '{code}',
          allowedFromDate: '{day}T14:00:00.000Z',
          allowedUntilDate: '{lastDay}T10:00:00.000Z',
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [{ id: '', code: 1, name: '' }],
        finds: { code: '{code}' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}' },
    ],
  },
]
