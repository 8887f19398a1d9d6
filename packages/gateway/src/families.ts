import type { FamilyMaker } from './family.ts'

/** Every lock family: one folder and one line. Loaded only where a hub of it is configured. */
export const FAMILIES: Readonly<Record<string, () => Promise<FamilyMaker>>> = {
  'nuki-hub': () => import('./families/nuki/hub-family.ts').then(({ nukiHubFamily }) => nukiHubFamily),
  'nuki-mqtt': () => import('./families/nuki/index.ts').then(({ nukiMqttFamily }) => nukiMqttFamily),
  'nuki-web': () => import('./families/nuki/web/web-family.ts').then(({ nukiWebFamily }) => nukiWebFamily),
  'zwave-js': () => import('./families/zwave/index.ts').then(({ zwaveFamily }) => zwaveFamily),
}
