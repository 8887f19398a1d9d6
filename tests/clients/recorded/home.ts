import type { RecordedClient } from './client.ts'

/** Home automation. */
export const HOME: readonly RecordedClient[] = [
  {
    client: 'kvj/hass_nuki_ng',
    source: 'custom_components/nuki_ng/nuki.py',
    token: 'smartlock smartlock.action smartlock.config smartlock.auth smartlock.log',
    steps: [
      { call: 'GET /discover/bridges', headers: { authorization: null }, reads: { bridges: [] } },
      {
        call: 'GET /smartlock',
        reads: [
          {
            smartlockId: 1,
            type: 4,
            name: '',
            firmwareVersion: 1,
            updateDate: '',
            config: { buttonEnabled: true },
            advancedConfig: { autoLock: true },
            state: {
              mode: 2,
              state: 1,
              batteryCritical: true,
              batteryCharging: true,
              batteryCharge: 1,
              keypadBatteryCritical: true,
              doorState: 2,
            },
          },
        ],
      },
      { call: 'POST /smartlock/{lock}/action', body: { action: 3 } },
      { call: 'POST /smartlock/{opener}/action', body: { action: 6 } },
      { call: 'POST /smartlock/{opener}/action', body: { action: 7 } },
      { call: 'GET /smartlock/{lock}/log', reads: [{ name: '', action: 3, date: '', deviceType: 4 }] },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [{ id: '', name: '', type: 13, enabled: true, remoteAllowed: true, lockCount: 0 }],
        finds: { authId: '{authNumber}' },
        keeps: { auth: 'id' },
      },
      { call: 'POST /smartlock/{lock}/auth/{auth}', body: { enabled: false } },
      { call: 'POST /smartlock/{lock}/auth/{auth}', body: { enabled: true } },
      {
        call: 'GET /smartlock/{lock}',
        reads: { config: { name: '' }, advancedConfig: {} },
        keeps: { config: 'config', advancedConfig: 'advancedConfig' },
      },
      { call: 'POST /smartlock/{lock}/config', body: '{config}' },
      { call: 'POST /smartlock/{lock}/advanced/config', body: '{advancedConfig}' },
    ],
  },
  {
    client: 'ArnyminerZ/ha-nuki-web',
    source: 'custom_components/nuki_web/api.py',
    token: 'smartlock smartlock.action',
    steps: [
      {
        call: 'GET /smartlock',
        headers: { 'content-type': 'application/json' },
        status: 200,
        reads: [
          {
            smartlockId: 1,
            name: '',
            type: 4,
            firmwareVersion: 1,
            state: { state: 1, batteryCritical: true, batteryCharge: 1, doorState: 2 },
          },
        ],
      },
      { call: 'POST /smartlock/{lock}/action', body: { action: 1, option: 0 }, status: 204 },
    ],
  },
  {
    client: 'Jo-Con-El/nuki_webapi',
    source: 'api.py',
    token: 'smartlock smartlock.action',
    steps: [
      { call: 'GET /smartlock', reads: [{ smartlockId: 1, name: '' }] },
      {
        call: 'GET /smartlock/{lock}',
        reads: { name: '', state: { state: 1, batteryCritical: true, batteryCharging: true } },
      },
      {
        call: 'POST /smartlock/{lock}/action/unlock',
        headers: { 'content-type': 'application/json' },
        status: 204,
      },
      {
        call: 'POST /smartlock/{lock}/action/lock',
        headers: { 'content-type': 'application/json' },
        status: 204,
      },
      {
        call: 'POST /smartlock/{lock}/action/unlatch',
        headers: { 'content-type': 'application/json' },
        status: 204,
      },
      { call: 'POST /smartlock/{lock}/action', body: { action: 4 }, status: 204 },
    ],
  },
  {
    client: 'joshburkard/NUKI-HA',
    source: 'custom_components/nuki/lock.py',
    token: 'smartlock smartlock.action smartlock.config smartlock.log',
    steps: [
      {
        call: 'GET /smartlock',
        reads: [
          {
            smartlockId: 1,
            name: '',
            serverState: 0,
            config: { keypadPaired: true, autoUnlatch: true, wifiEnabled: true, ledBrightness: 3 },
            advancedConfig: { autoLock: true, autoLockTimeout: 1, unlatchDuration: 3 },
            state: { state: 1, doorState: 2, keypadBatteryCritical: true, nightMode: true },
          },
        ],
      },
      { call: 'POST /smartlock/{lock}/action', body: { action: 2 } },
      {
        call: 'GET /smartlock/{lock}/log?limit=10',
        reads: [{ name: '', action: 2, trigger: 4, state: 0, date: '', source: 0 }],
      },
      {
        call: 'POST /smartlock/{lock}/config',
        body: {
          name: 'Front door',
          latitude: 52.52,
          longitude: 13.4,
          autoUnlatch: false,
          liftUpHandle: false,
          pairingEnabled: true,
          buttonEnabled: true,
          ledEnabled: true,
          ledBrightness: 4,
          timezoneOffset: 60,
          daylightSavingMode: 1,
          singleLock: false,
          advertisingMode: 0,
          timezoneId: 37,
        },
      },
      {
        call: 'POST /smartlock/{lock}/advanced/config',
        body: {
          lngTimeout: 20,
          singleButtonPressAction: 1,
          doubleButtonPressAction: 4,
          automaticBatteryTypeDetection: true,
          unlatchDuration: 5,
          singleLockedPositionOffsetDegrees: 0,
          unlockedToLockedTransitionOffsetDegrees: 0,
          unlockedPositionOffsetDegrees: 0,
          lockedPositionOffsetDegrees: 0,
          detachedCylinder: false,
          batteryType: 0,
          autoLock: false,
          autoLockTimeout: 300,
          autoUpdateEnabled: true,
          motorSpeed: 0,
          enableSlowSpeedDuringNightmode: true,
        },
      },
    ],
  },
  {
    client: 'pickeld/nuki_integration',
    source: 'custom_components/nuki_otp/helpers.py',
    token: 'smartlock smartlock.auth smartlock.log',
    steps: [
      {
        call: 'GET /smartlock',
        reads: [{ smartlockId: 1, name: '' }],
        finds: { name: 'Front door' },
        keeps: { found: 'smartlockId' },
      },
      {
        call: 'PUT /smartlock/auth',
        body: {
          name: 'OTP_code',
          allowedFromDate: '{day}T08:00:00.123Z',
          allowedUntilDate: '{day}T20:00:00.123Z',
          allowedWeekDays: 127,
          allowedFromTime: 0,
          allowedUntilTime: 0,
          smartlockIds: ['{found}'],
          remoteAllowed: true,
          smartActionsEnabled: false,
          type: 13,
          code: '{code}',
        },
      },
      {
        call: 'GET /smartlock/auth?types=13',
        reads: [{ id: '', name: '', creationDate: '' }],
        finds: { name: 'OTP_code' },
        keeps: { auth: 'id' },
      },
      { call: 'GET /smartlock/{lock}/log?action=1&authId={auth}', reads: [] },
      { call: 'DELETE /smartlock/auth', body: ['{auth}'] },
    ],
  },
  {
    client: 'jesstedder/nuki_keypad_manager',
    source: 'app/main.py',
    token: 'smartlock smartlock.auth smartlock.log',
    steps: [
      { call: 'GET /smartlock', status: 200, reads: [{ smartlockId: 1, name: '' }] },
      { call: 'GET /smartlock/{lock}/auth', status: 200, reads: [{ id: '', type: 13, name: '', code: 1 }] },
      {
        call: 'GET /smartlock/{lock}/log?limit=5',
        status: 200,
        reads: [{ action: 1, trigger: 4, name: '', date: '' }],
      },
    ],
  },
  {
    client: 'Hamico400/hass-nuki-access-manager',
    source: 'custom_components/nuki_access_manager/manager.py',
    token: 'smartlock.auth',
    steps: [
      {
        call: 'PUT /smartlock/{lock}/auth',
        body: { name: 'Cleaning', type: 13, code: '{code}', enabled: true, remoteAllowed: true },
      },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [{ id: '', name: '', enabled: true }],
        finds: { name: 'Cleaning' },
        keeps: { auth: 'id' },
      },
      { call: 'POST /smartlock/{lock}/auth/{auth}', body: { enabled: false, allowedWeekDays: 124 } },
      {
        call: 'GET /smartlock/{lock}/auth',
        reads: [{ allowedWeekDays: 124 }],
        finds: { id: '{auth}', enabled: false, allowedWeekDays: 124 },
      },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}' },
    ],
  },
  {
    client: 'Mike594701/nuki_smartlock',
    source: 'core/class/nukiSmartLock.class.php',
    token: 'smartlock smartlock.auth smartlock.log',
    steps: [
      { call: 'GET /smartlock/log', reads: [{ name: '', trigger: 4, smartlockId: 1 }] },
      { call: 'GET /smartlock/{lock}/log', reads: [{ name: '', trigger: 4 }] },
      { call: 'PUT /smartlock/{lock}/auth', body: { name: 'Invité', type: 13, code: '{code}' } },
      {
        call: 'GET /smartlock/auth',
        reads: [{ id: '', name: '', smartlockId: 1 }],
        finds: { name: 'Invité' },
        keeps: { auth: 'id' },
      },
      { call: 'DELETE /smartlock/{lock}/auth/{auth}' },
    ],
  },
  {
    client: 'helfi9999/ioBroker.nuki-local',
    source: 'build/main.js',
    token: 'smartlock.readOnly smartlock.auth smartlock.log',
    steps: [
      {
        call: 'GET /smartlock',
        reads: [
          {
            smartlockId: 1,
            name: '',
            type: 4,
            serverState: 0,
            state: { state: 1, doorState: 2, batteryCharge: 1, batteryCritical: true },
          },
        ],
      },
      {
        call: 'GET /smartlock/auth',
        reads: [
          { id: '', smartlockId: 1, authId: 1, type: 13, name: '', enabled: true, remoteAllowed: true },
        ],
      },
      { call: 'GET /smartlock/{lock}/log?limit=20', reads: [{ action: 1, name: '', date: '' }] },
    ],
  },
]
