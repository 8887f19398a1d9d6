import type { Intercom, IntercomBrand } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { BrandRow, IntercomRow } from './store.ts'

export const presentBrand = ({ brand_id, brand }: BrandRow): IntercomBrand => ({ brandId: brand_id, brand })

export const presentIntercom = (row: IntercomRow): Intercom => ({
  intercomId: row.intercom_id,
  brandId: row.brand_id,
  type: row.type,
  model: row.model,
  verified: row.verified as Intercom['verified'],
  conGndBus: row.con_gnd_bus,
  conBusAudio: row.con_bus_audio,
  conAudioout: row.con_audioout,
  conDoorbellPlus: row.con_doorbell_plus,
  conDoorbellMinus: row.con_doorbell_minus,
  conOpendoor: row.con_opendoor,
  conGndAnalogue: row.con_gnd_analogue,
  busModeSwitch: row.bus_mode_switch as Intercom['busModeSwitch'],
  busModeSwitchShortCircuitDuration: row.short_circuit_duration,
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
})
