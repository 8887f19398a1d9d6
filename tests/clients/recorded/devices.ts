import type { RecordedClient } from './client.ts'

/** Hubs, phones, watches, scripts and bots. */
export const DEVICES: readonly RecordedClient[] = [
  {
    client: 'volski/smartthing-nuki',
    source: 'nukiWebApiHandler.groovy',
    token: 'smartlock smartlock.action',
    steps: [
      { call: 'GET /smartlock/{lock}', reads: { state: { state: 1, batteryCritical: true } } },
      { call: 'POST /smartlock/{lock}/action', body: { action: '1' }, status: 204 },
      { call: 'POST /smartlock/{lock}/action', body: { action: '2' }, status: 204 },
    ],
  },
  {
    client: 'avigrabinsky/Hubitat-Nuki-Lock',
    source: 'nuki-lock.groovy',
    token: 'smartlock smartlock.action',
    steps: [
      { call: 'GET /smartlock/', reads: [{ smartlockId: 1 }] },
      { call: 'POST /smartlock/{lock}/action/unlock', headers: { 'content-type': 'application/json' } },
      { call: 'POST /smartlock/{lock}/action/lock', headers: { 'content-type': 'application/json' } },
    ],
  },
  {
    client: 'project-alice-assistant/skill_Nuki',
    source: 'Nuki.py',
    token: 'account smartlock smartlock.action',
    steps: [
      { call: 'GET /account', status: 200 },
      { call: 'GET /smartlock', status: 200, reads: [{ smartlockId: 1, name: '', state: { state: 1 } }] },
      { call: 'POST /smartlock/{lock}/action/unlock', status: 204 },
    ],
  },
  {
    client: 'UniqueDroid/Nuki-Smartlock-ZeppOS',
    source: 'app-side/nuki-web-backend.js',
    token: 'smartlock smartlock.action',
    steps: [
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, name: '' }] },
      {
        call: 'GET /smartlock/{lock}',
        headers: { 'content-type': 'application/json' },
        reads: { smartlockId: 1, name: '', state: { state: 1, batteryCritical: true } },
      },
      { call: 'POST /smartlock/{lock}/action', body: { action: 2 } },
    ],
  },
  {
    client: 'luishmcmoreno/ulauncher-nuki',
    source: 'main.py',
    token: 'smartlock smartlock.action',
    steps: [
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, name: '' }] },
      { call: 'POST /smartlock/{lock}/action', body: { action: 3, option: 0 } },
    ],
  },
  {
    client: 'ubittner/SymconNukiWeb',
    source: 'Splitter/helper/NukiWebAPI.php',
    token: 'smartlock smartlock.action smartlock.config smartlock.log webhook.decentral',
    steps: [
      { call: 'GET /api/decentralWebhook', status: 200, reads: [] },
      {
        call: 'PUT /api/decentralWebhook',
        body: { webhookUrl: '{webhook}', webhookFeatures: ['DEVICE_STATUS', 'DEVICE_CONFIG', 'DEVICE_LOGS'] },
        status: 200,
        reads: { id: 1, secret: '', webhookUrl: '' },
        keeps: { webhookId: 'id', webhookSecret: 'secret' },
      },
      {
        call: 'GET /smartlock/{opener}',
        headers: { 'content-type': 'application/json' },
        status: 200,
        reads: {
          config: { ledEnabled: true, ledBrightness: 3 },
          openerAdvancedConfig: {
            disableRtoAfterRing: true,
            rtoTimeout: 1,
            doorbellSuppression: 0,
            soundRing: 1,
            soundOpen: 1,
            soundRto: 1,
            soundCm: 1,
            soundLevel: 1,
          },
          state: { mode: 2, state: 1, batteryCritical: true },
        },
        keeps: { openerConfig: 'openerAdvancedConfig' },
      },
      { call: 'POST /smartlock/{opener}/advanced/openerconfig', body: '{openerConfig}' },
      { call: 'POST /smartlock/{opener}/action', body: '{"action": 1,"option": 0}' },
      {
        call: 'POST /smartlock/{lock}/action',
        body: '{"action": 1,"option": 0}',
        hears: {
          DEVICE_STATUS: { smartlockId: 1, state: { state: 1 } },
          DEVICE_LOGS: { smartlockLog: { name: '' } },
        },
      },
      {
        call: 'GET /smartlock/{lock}/log?limit=10',
        status: 200,
        reads: [{ name: '', date: '', action: 1, trigger: 4 }],
      },
      { call: 'DELETE /api/decentralWebhook/{webhookId}', headers: { 'content-type': 'application/json' } },
    ],
  },
  {
    client: 'pehab/MeiHome',
    source: 'app/src/main/java/de/haberland/meihome/smarthome/NukiWebClient.kt',
    token: 'smartlock smartlock.action',
    steps: [
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, type: 4, name: '' }] },
      { call: 'GET /smartlock/{lock}', reads: { state: {} } },
      {
        call: 'POST /smartlock/{lock}/action',
        body: { action: 4 },
        headers: { 'content-type': 'application/json; charset=utf-8' },
        status: 204,
      },
    ],
  },
  {
    client: 'Robbe1974/VoorbeeldexamenMIOTAPPS',
    source: 'src/app/lock-operating-page/lock-operating-page.component.ts',
    token: 'smartlock smartlock.action',
    steps: [
      { call: 'GET /smartlock/', reads: [{ state: { state: 1 } }] },
      { call: 'POST /smartlock/{lock}/action/lock', status: 204 },
      { call: 'POST /smartlock/{lock}/action/unlock', status: 204 },
    ],
  },
  {
    client: 'ccarpiog/NukiAppsScriptHook',
    source: 'NukiApi.gs',
    token: 'smartlock smartlock.action',
    steps: [
      {
        call: 'GET /smartlock/{opener}',
        headers: { 'content-type': 'application/json' },
        reads: { smartlockId: 1, type: 2, name: '', state: { state: 1, mode: 2 } },
      },
      { call: 'POST /smartlock/{opener}/action', body: { action: 1 } },
      { call: 'POST /smartlock/{opener}/action', body: { action: 2 } },
      { call: 'POST /smartlock/{opener}/action', body: { action: 3 } },
    ],
  },
  {
    client: 'nicdobler/NukiBlinker',
    source: 'nukiblinker/nuki_web_client.py',
    token: 'smartlock.readOnly smartlock.log',
    steps: [
      {
        call: 'GET /discover/bridges',
        headers: { authorization: null },
        reads: { bridges: [{ bridgeId: 1, ip: '', port: 1 }] },
      },
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, name: '', type: 2 }] },
      {
        call: 'GET /smartlock/log?limit=20',
        reads: [{ smartlockId: 1, name: '', action: 1, state: 0, trigger: 4, source: 0, date: '' }],
      },
      { call: 'GET /smartlock/{lock}/log?limit=20', reads: [{ smartlockId: 1, name: '', date: '' }] },
    ],
  },
  {
    client: 'pfreguia/nuki.homey',
    source: 'lib/NukiDriver.js',
    steps: [
      { call: 'GET /discover/bridges', status: 200, reads: { bridges: [{ bridgeId: 1, ip: '', port: 1 }] } },
    ],
  },
  {
    client: 'nikolaus-consulting/as-nuki',
    source: 'services/nuki/nuki.js',
    steps: [{ call: 'GET /discover/bridges', reads: { bridges: [{ bridgeId: 1, ip: '' }] } }],
  },
  {
    client: 'smaragdschlange/ioBroker.nuki',
    source: 'main.js',
    steps: [{ call: 'GET /discover/bridges', reads: { bridges: [{ bridgeId: 1, ip: '', port: 1 }] } }],
  },
  {
    client: 'davedavedavenm/nuki-smart-lock-notification',
    source: 'scripts/nuki/api.py',
    token: 'smartlock smartlock.auth smartlock.log',
    steps: [
      {
        call: 'GET /smartlock',
        reads: [
          {
            smartlockId: 1,
            name: '',
            state: { state: 1, batteryCritical: true, batteryCharging: true, batteryCharge: 1 },
          },
        ],
      },
      {
        call: 'GET /smartlock/{lock}/log?limit=10',
        reads: [{ id: '', name: '', action: 1, trigger: 4, date: '' }],
      },
      { call: 'GET /smartlock/auth', reads: [{ id: '', name: '' }] },
    ],
  },
  {
    client: 'digipair/digipair',
    source: 'libs/skill-nuki/src/lib/skill-nuki.ts',
    token: 'smartlock smartlock.action',
    steps: [
      { call: 'POST /smartlock/{lock}/action/unlock', headers: { accept: null } },
      { call: 'POST /smartlock/{lock}/action/lock', headers: { accept: null } },
    ],
  },
  {
    client: 'mabunixda/node-red-contrib-nuki',
    source: 'nuki/nuki.js',
    token: 'smartlock.readOnly',
    steps: [
      {
        call: 'GET /smartlock/{lock}',
        reads: { smartlockId: 1, name: '', state: { state: 1, doorState: 2 } },
      },
    ],
  },
]
