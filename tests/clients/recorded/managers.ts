import type { RecordedClient } from './client.ts'

/** Programs of property managers: bookings, guests and stays of several houses. */
export const MANAGERS: readonly RecordedClient[] = [
  {
    client: 'intelligencecompany/nuki-api',
    source: 'index.js',
    token: 'account smartlock smartlock.auth smartlock.log',
    steps: [
      { call: 'PUT /account/user', body: { email: '{email}', name: 'Ada {codeText}' } },
      {
        call: 'GET /account/user',
        status: 200,
        reads: [{ accountUserId: 1, name: '' }],
        finds: { name: 'Ada {codeText}' },
        keeps: { user: 'accountUserId' },
      },
      { call: 'POST /account/user/{user}', body: { email: '{email}', name: 'Ada {codeText}' } },
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          accountUserId: '{user}',
          name: 'Ada {codeText}',
          remoteAllowed: true,
          allowedFromDate: '{day}T14:00:00.000Z',
          allowedUntilDate: '{lastDay}T10:00:00.000Z',
          allowedWeekDays: 127,
          allowedFromTime: 0,
          allowedUntilTime: 0,
        },
        status: 204,
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        status: 200,
        reads: [{ id: '', name: '' }],
        finds: { name: 'Ada {codeText}' },
        keeps: { auth: 'id' },
      },
      {
        call: 'DELETE /smartlock/{lock}/auth/{auth}',
        headers: { 'content-type': 'application/json' },
        status: 204,
      },
      { call: 'GET /smartlock/{lock}/log', status: 200, reads: [] },
      { call: 'DELETE /account/user/{user}', headers: { 'content-type': 'application/json' } },
    ],
  },
  {
    client: 'Jojo5192/trimosa-platform',
    source: 'lib/locks.ts',
    token: 'smartlock smartlock.auth',
    steps: [
      {
        call: 'GET /smartlock',
        headers: { 'content-type': 'application/json' },
        reads: [{ smartlockId: 1, name: '' }],
      },
      {
        call: 'PUT /smartlock/auth',
        body: {
          name: 'TRIMOSA a1b2c3',
          type: 13,
          code: '{code}',
          smartlockIds: ['{lock}', '{secondLock}'],
          allowedFromDate: '{day}T14:00:00.000Z',
          allowedUntilDate: '{lastDay}T09:00:00.000Z',
        },
      },
      {
        call: 'GET /smartlock/{secondLock}/auth',
        reads: [{ id: '', type: 13, name: '', allowedUntilDate: '' }],
        finds: { name: 'TRIMOSA a1b2c3' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/{secondLock}/auth/{auth}', headers: { 'content-type': 'application/json' } },
    ],
  },
  {
    client: 'nmaupu/nuki-logger',
    source: 'nukiapi/main.go',
    token: 'account smartlock smartlock.auth smartlock.log',
    steps: [
      {
        call: 'GET /smartlock/{lock}/log?limit=20&fromDate={yesterday}T00:00:00Z&toDate={lastDay}T00:00:00Z',
        headers: { 'content-type': 'application/json' },
        reads: [
          {
            id: '',
            smartlockId: 1,
            deviceType: 4,
            name: '',
            action: 1,
            trigger: 4,
            state: 0,
            autoUnlock: true,
            date: '',
          },
        ],
      },
      {
        call: 'GET /address/{address}/reservation',
        reads: [
          {
            id: '',
            addressId: 1,
            accountId: 1,
            email: '',
            name: '',
            guests: 2,
            guestsIssued: 0,
            keypadIssued: true,
            state: '',
            automation: 0,
            startDate: '',
            endDate: '',
            updateDate: '',
            isCurrentlyIssuingAuth: true,
            isCurrentlyRevokingAuth: true,
            hasCustomAccessTimes: true,
          },
        ],
        keeps: { reservation: 'id' },
      },
      {
        call: 'POST /address/{address}/reservation/{reservation}/update/accesstimes',
        body: { checkInTime: 840, checkOutTime: 660 },
      },
      {
        call: 'GET /smartlock/{lock}',
        reads: {
          smartlockId: 1,
          accountId: 1,
          type: 4,
          authId: 1,
          name: '',
          favorite: true,
          config: { keypadPaired: true, wifiEnabled: true },
          state: { mode: 2, state: 1, trigger: 0, lastAction: 1, batteryCritical: true, batteryCharge: 1 },
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [
          {
            id: '',
            smartlockId: 1,
            authId: 1,
            code: 1,
            type: 13,
            name: '',
            enabled: true,
            remoteAllowed: true,
            lockCount: 0,
          },
        ],
      },
    ],
  },
  {
    client: 'ai-slop-code/pms',
    source: 'backend/internal/nuki/client.go',
    token: 'smartlock.auth smartlock.log',
    steps: [
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'Booking-Ada Lovelace',
          allowedFromDate: '{day}T14:00:00Z',
          allowedUntilDate: '{lastDay}T10:00:00Z',
          allowedWeekDays: 127,
          allowedFromTime: 0,
          allowedUntilTime: 0,
          enabled: true,
          type: 13,
          remoteAllowed: false,
          smartActionsEnabled: false,
          code: '{codeText}',
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth?enabled=true',
        reads: [{ id: '', name: '', code: 1, allowedFromDate: '', allowedUntilDate: '', enabled: true }],
        finds: { name: 'Booking-Ada Lovelace' },
        keeps: { auth: 'id' },
      },
      { call: 'PUT /smartlock/{lock}/auth/{auth}', body: { enabled: false }, status: 405 },
      {
        call: 'POST /smartlock/{lock}/auth/{auth}',
        body: { enabled: false, name: 'Booking-Ada Lovelace', remoteAllowed: false, type: 13 },
      },
      { call: 'GET /smartlock/{lock}/log?limit=500', reads: [{ id: '', date: '', action: 1 }] },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}' },
    ],
  },
  {
    client: 'zaikin-maxim/EasyInn',
    source: 'Custom Code/EasyInn.WebAPI.DataAccess/Repositories/UserQueryRepository.cs',
    token: 'account smartlock smartlock.auth',
    steps: [
      {
        call: 'GET /smartlock',
        headers: { 'content-type': 'application/json' },
        reads: [{ smartlockId: 1, authId: 1, name: '' }],
      },
      { call: 'PUT /account/user', body: '{"email":"{email}","name":"Guest {codeText}"}' },
      {
        call: 'GET /account/user',
        reads: [{ accountUserId: 1, email: '', name: '' }],
        finds: { email: '{email}' },
        keeps: { user: 'accountUserId' },
      },
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: '{"accountUserId":"{user}","name": "testKey", "remoteAllowed": false,"smartActionsEnabled": false,"allowedUntilDate": "{lastDay}T15:16:44.023Z"}',
      },
    ],
  },
]
