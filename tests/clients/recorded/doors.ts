import type { RecordedClient } from './client.ts'

/** Rooms and doors of clubs, towns and companies. */
export const DOORS: readonly RecordedClient[] = [
  {
    client: 'wakemaster88/emp-access',
    source: 'src/lib/nuki.ts',
    token: 'smartlock smartlock.action notification',
    steps: [
      {
        call: 'GET /smartlock',
        reads: [{ smartlockId: 1, accountId: 1, authId: 1, name: '', type: 4, serverState: 0 }],
      },
      { call: 'POST /smartlock/{lock}/action', body: { action: 1, option: 0 } },
      { call: 'GET /notification', reads: [] },
    ],
  },
  {
    client: 'ultimatecook/zas_nuki_backend',
    source: 'nuki_backend-main/db/nuki_locks.js',
    token: 'smartlock smartlock.action',
    steps: [
      {
        call: 'GET /smartlock/{lock}',
        reads: {
          state: {
            state: 1,
            mode: 2,
            trigger: 0,
            lastAction: 1,
            batteryCritical: true,
            batteryCharge: 1,
            keypadBatteryCritical: true,
            doorsensorBatteryCritical: true,
            doorState: 2,
            ringToOpenTimer: 0,
            nightMode: true,
          },
        },
      },
      {
        call: 'POST /smartlock/{lock}/action/lock',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      { call: 'POST /smartlock/{lock}/action', body: { action: '3' } },
    ],
  },
  {
    client: 'ECCdigital/smart-city-booking-backend',
    source: 'src/commons/services/access/clients/nuki-api-client.js',
    token: 'smartlock smartlock.action smartlock.auth',
    steps: [
      {
        call: 'GET /smartlock',
        reads: [
          {
            smartlockId: 1,
            accountId: 1,
            name: '',
            type: 4,
            config: { keypadPaired: true, latitude: 1, longitude: 1 },
          },
        ],
      },
      {
        call: 'GET /smartlock/{lock}',
        reads: { serverState: 0, state: { state: 1, doorState: 2, batteryCharging: true } },
      },
      { call: 'POST /smartlock/{lock}/action', body: { action: 1 } },
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'Booking BK-2026-000123 Sports hall north entrance',
          type: 13,
          remoteAllowed: true,
          code: '{code}',
          allowedFromDate: '{day}T16:00:00.000Z',
          allowedUntilDate: '{day}T18:00:00.000Z',
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [{ id: '', name: '', type: 13, code: 1, creationDate: '' }],
        finds: { name: 'Booking BK-2026-000123 Sports hall north entrance' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}' },
    ],
  },
  {
    client: 'ski7777/nuki-cron',
    source: 'internal/nuki/client.go',
    token: 'smartlock.auth',
    steps: [
      {
        call: 'GET /smartlock/auth',
        reads: [{ id: '', name: '' }],
        finds: { authId: '{authNumber}' },
        keeps: { auth: 'id', authName: 'name' },
      },
      {
        call: 'POST /smartlock/auth',
        headers: { 'content-type': null },
        body: [
          {
            id: '{auth}',
            name: '{authName}',
            allowedFromDate: '{day}T00:00:00Z',
            allowedUntilDate: '{lastDay}T00:00:00Z',
            allowedFromTime: 0,
            allowedUntilTime: 0,
            allowedWeekDays: 127,
            enabled: true,
          },
        ],
      },
    ],
  },
  {
    client: 'madaliniosu/gym-rental2',
    source: 'lib/nuki.ts',
    token: 'smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'Rental {codeText}',
          type: 13,
          allowedFromDate: '{day}T16:00:00.000Z',
          allowedUntilDate: '{day}T18:00:00.000Z',
          allowedWeekDays: 127,
        },
      },
    ],
  },
]
