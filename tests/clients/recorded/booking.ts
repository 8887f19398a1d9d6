import type { RecordedClient } from './client.ts'

/** Rentals: guests of holiday homes, hotels and apartments get codes for their stay. */
export const BOOKING: readonly RecordedClient[] = [
  {
    client: 'joaobata1/Claude',
    source: 'lib/nuki.ts',
    token: 'smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'Reserva Maria Fernanda de Albuquerque (9f1c2d3e-4b5a-6789)',
          type: 13,
          code: '{codeText}',
          allowedFromDate: '{day}T16:00:00.000Z',
          allowedUntilDate: '{lastDay}T12:00:00.000Z',
        },
      },
    ],
  },
  {
    client: 'firmaxdigital-rgb/vila-de-fenals',
    source: 'lib/nuki.ts',
    token: 'smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'R-HM12345 Ada',
          allowedFromDate: '{day}T15:00:00Z',
          allowedUntilDate: '{lastDay}T11:00:00Z',
          allowedWeekDays: 127,
          type: 13,
          code: '{code}',
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [{ id: '', name: '' }],
        finds: { name: 'R-HM12345 Ada' },
        keeps: { auth: 'id' },
      },
      {
        call: 'POST /smartlock/{lock}/auth/{auth}',
        body: {
          name: 'R-HM12345 Ada',
          allowedFromDate: '{day}T14:00:00Z',
          allowedUntilDate: '{lastDay}T12:00:00Z',
          allowedWeekDays: 127,
          type: 13,
          code: '{code}',
        },
      },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}' },
    ],
  },
  {
    client: 'martinmuron/booking-management-dashboard',
    source: 'src/services/nuki-api.service.ts',
    token: 'smartlock smartlock.action smartlock.auth smartlock.log',
    steps: [
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, name: '', type: 4, serverState: 0 }] },
      { call: 'GET /smartlock/{lock}/auth', headers: { 'content-type': 'application/json' }, reads: [] },
      {
        call: 'PUT /smartlock/auth',
        body: {
          name: 'Ada Lovelace – MAIN_ENTRANCE 402',
          type: 13,
          smartlockIds: ['{lock}'],
          code: '{codeText}',
          allowedFromDate: '{day}T15:00:00+01:00',
          allowedUntilDate: '{lastDay}T22:00:00+01:00',
          allowedWeekDays: 127,
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [
          {
            id: '',
            name: '',
            type: 13,
            smartlockId: 1,
            allowedFromDate: '',
            allowedUntilDate: '',
            enabled: true,
          },
        ],
        finds: { code: '{code}' },
      },
      { call: 'POST /smartlock/{lock}/action/unlock', headers: { 'content-type': 'application/json' } },
      { call: 'GET /smartlock/{lock}/log', reads: [] },
    ],
  },
  {
    client: 'AlejandroGomezDeLara/wordpress-nuki-api',
    source: 'nuki-api.php',
    token: 'smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/auth',
        body: {
          name: 'CLIENTES - 19/11',
          type: 13,
          code: '{codeText}',
          allowedFromDate: '{day}T09:30:00.000Z',
          allowedUntilDate: '{lastDay}T09:30:00.000Z',
          allowedWeekDays: 127,
          smartlockIds: ['{lock}'],
        },
      },
      {
        call: 'GET /smartlock/auth',
        reads: [{ id: '', type: 13, name: '', code: 1, allowedFromDate: '', allowedUntilDate: '' }],
        finds: { name: 'CLIENTES - 19/11' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/auth', body: ['{auth}'] },
    ],
  },
  {
    client: 'sebastienserre/connect-your-nuki-smartlock',
    source: 'inc/class-api.php',
    token: 'smartlock smartlock.action smartlock.auth',
    steps: [
      { call: 'GET /smartlock', status: 200, reads: [{ smartlockId: 1, name: '' }] },
      { call: 'GET /smartlock/{lock}', status: 200, reads: { type: 4, state: { state: 1 } } },
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'Order 4711',
          allowedFromDate: '{day}T14:00:00+00:00',
          allowedUntilDate: '{lastDay}T10:00:00+00:00',
          allowedWeekDays: 127,
          allowedFromTime: 900,
          allowedUntilTime: 660,
          accountUserId: 0,
          type: 13,
          code: '{codeText}',
        },
      },
      {
        call: 'GET /smartlock/{lock}/auth?types=13',
        status: 200,
        reads: [{ id: '', allowedUntilDate: '' }],
        finds: { name: 'Order 4711' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/auth', body: ['{auth}'] },
      { call: 'POST /smartlock/{lock}/action/unlock' },
    ],
  },
  {
    client: 'romestylez/nuki-gaestecode-manager',
    source: 'main.py',
    token: 'smartlock.auth smartlock.action',
    steps: [
      {
        call: 'PUT /smartlock/auth',
        body: { name: 'Gäste', type: 13, code: '{code}', smartlockIds: ['{lock}'], allowedWeekDays: 127 },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [{ id: '', type: 13, name: '', updateDate: '' }],
        finds: { name: 'Gäste' },
        keeps: { auth: 'id' },
      },
      {
        call: 'POST /smartlock/{lock}/auth/{auth}',
        body: {
          allowedFromDate: '{day}T15:00:00.000Z',
          allowedUntilDate: '{lastDay}T10:00:00.000Z',
          allowedWeekDays: 127,
        },
      },
      { call: 'POST /smartlock/{lock}/auth/{auth}', body: { allowedFromDate: null, allowedUntilDate: null } },
      { call: 'POST /smartlock/{lock}/sync', headers: { 'content-type': 'application/json' } },
    ],
  },
  {
    client: 'leonardoRuglio/Nuki-Demo-Hope-Apartments',
    source: 'app/controllers/AuthorizationCodeController.php, app/controllers/ExtendDateController.php',
    token: 'smartlock.auth',
    steps: [
      { call: 'GET /smartlock/auth', reads: [{ smartlockId: 1, accountUserId: 1 }] },
      {
        call: 'PUT /smartlock/auth',
        body: {
          name: 'Ada Lovelace',
          allowedFromDate: '{day}T10:00:00+01:00',
          allowedUntilDate: '{lastDay}T10:00:00+01:00',
          allowedWeekDays: 127,
          allowedFromTime: 0,
          allowedUntilTime: 0,
          accountUserId: '{accountUser}',
          smartlockIds: ['{lock}'],
          remoteAllowed: true,
          smartActionsEnabled: true,
          type: 0,
        },
      },
      {
        call: 'GET /smartlock/auth',
        reads: [{ id: '', creationDate: '', allowedFromDate: '', allowedUntilDate: '' }],
        finds: { name: 'Ada Lovelace', smartlockId: '{lock}' },
        keeps: { auth: 'id' },
      },
      {
        call: 'POST /smartlock/auth',
        body: [
          {
            name: 'Ada Lovelace',
            allowedFromDate: '{day}T00:00:00Z',
            allowedUntilDate: '{lastDay}T00:00:00Z',
            allowedWeekDays: 127,
            allowedFromTime: 0,
            allowedUntilTime: 0,
            enabled: true,
            remoteAllowed: true,
            id: '{auth}',
          },
        ],
      },
    ],
  },
]
