import type { RecordedClient, RecordedStep } from './client.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Client id and secret travel in the body, as most apps do it. */
const redeems: RecordedStep = {
  call: 'POST /oauth/token',
  headers: { ...FORM, authorization: null },
  body: 'grant_type=authorization_code&code={oauthCode}&redirect_uri={redirectUri}&client_id={clientId}&client_secret={clientSecret}',
  status: 200,
  reads: { access_token: '', refresh_token: '', token_type: '', expires_in: 1 },
  keeps: { access: 'access_token', refresh: 'refresh_token' },
}

const refreshes: RecordedStep = {
  call: 'POST /oauth/token',
  headers: { ...FORM, authorization: null },
  body: 'grant_type=refresh_token&refresh_token={refresh}&client_id={clientId}&client_secret={clientSecret}',
  status: 200,
  reads: { access_token: '', expires_in: 1 },
  keeps: { access: 'access_token' },
}

const EVERYTHING =
  'account notification smartlock smartlock.readOnly smartlock.action smartlock.auth smartlock.config smartlock.log'

/** Apps that are allowed with OAuth 2. */
export const APPS: readonly RecordedClient[] = [
  {
    client: 'athombv/io.nuki-example (the Homey app of Athom)',
    source: 'lib/NukiOAuth2Client.js',
    oauth: 'account notification smartlock smartlock.action webhook.decentral',
    steps: [
      redeems,
      refreshes,
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, name: '', type: 4, state: { state: 1 } }] },
      { call: 'GET /api/decentralWebhook', reads: [] },
      {
        call: 'PUT /api/decentralWebhook',
        body: { webhookUrl: '{webhook}', webhookFeatures: ['DEVICE_STATUS', 'DEVICE_LOGS'] },
        reads: { id: 1, webhookUrl: '' },
        keeps: { webhookId: 'id', webhookSecret: 'secret' },
      },
      {
        call: 'GET /smartlock/{lock}',
        reads: { serverState: 0, state: { state: 1, doorState: 2, batteryCritical: true } },
      },
      {
        call: 'POST /smartlock/{lock}/action',
        body: { action: 1, config: 0 },
        hears: {
          DEVICE_STATUS: { smartlockId: 1, serverState: 0, state: { state: 1 } },
          DEVICE_LOGS: { smartlockLog: { smartlockId: 1, name: '', action: 1, trigger: 4 } },
        },
      },
      { call: 'POST /smartlock/{lock}/sync' },
      { call: 'DELETE /api/decentralWebhook/{webhookId}' },
    ],
  },
  {
    client: 'Elev8-OS/nuki-monitor',
    source: 'src/oauth.js, src/webhook.js',
    oauth: 'smartlock smartlock.auth account webhook.decentral',
    steps: [
      {
        call: 'POST /oauth/token',
        headers: { 'content-type': `${FORM['content-type']};charset=UTF-8`, authorization: 'Basic {basic}' },
        body: 'grant_type=authorization_code&code={oauthCode}&redirect_uri={redirectUri}&scope=smartlock+smartlock.auth+account+webhook.decentral',
        reads: { access_token: '' },
        keeps: { access: 'access_token' },
      },
      {
        call: 'PUT /api/decentralWebhook',
        body: {
          webhookUrl: '{webhook}',
          webhookFeatures: ['DEVICE_STATUS', 'DEVICE_MASTERDATA', 'DEVICE_LOGS'],
        },
        reads: { id: 1, secret: '', webhookUrl: '' },
        keeps: { webhookId: 'id', webhookSecret: 'secret' },
      },
      {
        call: 'GET /smartlock',
        reads: [
          {
            smartlockId: 1,
            name: '',
            type: 4,
            firmwareVersion: 1,
            hardwareVersion: 1,
            serverState: 0,
            state: { state: 1, batteryCharge: 1, batteryCritical: true, batteryCharging: true },
          },
        ],
      },
      {
        call: 'POST /smartlock/{lock}',
        body: { favorite: true },
        hears: {
          DEVICE_MASTERDATA: {
            smartlockId: 1,
            name: '',
            firmwareVersion: 1,
            hardwareVersion: 1,
            adminPinState: 0,
          },
        },
      },
    ],
  },
  {
    client: 'titiviking/nuki_events',
    source: 'custom_components/nuki_events/api.py',
    oauth:
      'account notification smartlock.readOnly smartlock.log smartlock.auth webhook.decentral offline_access',
    steps: [
      redeems,
      refreshes,
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, name: '' }] },
      { call: 'GET /smartlock/{lock}/log?limit=1', reads: [{ name: '', action: 1, trigger: 4, date: '' }] },
      { call: 'GET /smartlock/{lock}/auth', reads: [{ id: '', name: '' }] },
      {
        call: 'PUT /api/decentralWebhook',
        body: { webhookUrl: '{webhook}', webhookFeatures: ['DEVICE_STATUS', 'DEVICE_LOGS', 'DEVICE_AUTHS'] },
        reads: { id: 1, secret: '' },
        keeps: { webhookId: 'id', webhookSecret: 'secret' },
      },
      {
        call: 'GET /api/decentralWebhook',
        reads: [{ id: 1, webhookUrl: '', webhookFeatures: [''] }],
        finds: { id: '{webhookId}' },
      },
      { call: 'DELETE /api/decentralWebhook/{webhookId}' },
    ],
  },
  {
    client: 'seuzella-app/SeuZella_app',
    source: 'the provider of its locks',
    oauth: 'account notification smartlock smartlock.action smartlock.auth',
    steps: [
      redeems,
      refreshes,
      {
        call: 'GET /smartlock',
        reads: [{ smartlockId: 1, name: '', state: { state: 1, batteryCharge: 1 } }],
      },
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: {
          name: 'Hóspede Ada Lovelace',
          type: 13,
          authId: 0,
          enabled: true,
          remoteAllowed: true,
          validFrom: '{day}T15:00:00.000Z',
          validUntil: '{lastDay}T11:00:00.000Z',
          code: '{code}',
        },
      },
      { call: 'POST /smartlock/{lock}/action/unlock', body: {} },
    ],
  },
  {
    client: 'Anoratorius/SERVANTANA',
    source: 'src/lib/smart-home/nuki.ts',
    oauth: EVERYTHING,
    steps: [
      redeems,
      { call: 'GET /account', reads: { email: '' } },
      refreshes,
      {
        call: 'GET /smartlock',
        reads: [
          {
            smartlockId: 1,
            accountId: 1,
            authId: 1,
            name: '',
            serverState: 0,
            updateDate: '',
            state: { state: 1 },
          },
        ],
      },
      { call: 'POST /smartlock/{lock}/action/unlock' },
      { call: 'POST /smartlock/{lock}/action/lock' },
    ],
  },
  {
    client: 'Kuama-IT/kerbero',
    source: 'KerberoWebApi/Clients/Nuki/NukiClient.cs',
    oauth: EVERYTHING,
    steps: [
      redeems,
      refreshes,
      { call: 'GET /account', status: 200, reads: { accountId: 1, email: '', name: '' } },
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, state: { state: 1, lastAction: 1 } }] },
      { call: 'POST /smartlock/{lock}/action/unlock' },
      { call: 'POST /smartlock/{lock}/action/lock' },
    ],
  },
]
