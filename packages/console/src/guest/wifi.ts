import type { Wifi } from '@latchwork/contract'

/** What phones read: these characters mean something in it. */
const escaped = (text: string): string => text.replace(/[\\;,:"]/g, (character) => `\\${character}`)

export const wifiText = ({ ssid, password = '', security }: Wifi): string =>
  `WIFI:T:${security};S:${escaped(ssid)};${security === 'nopass' ? '' : `P:${escaped(password)};`};`
