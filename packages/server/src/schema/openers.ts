/** The catalogue of intercoms. It belongs to no account: every caller reads the same. */
export interface OpenersTables {
  intercom: IntercomTable
  intercom_brand: IntercomBrandTable
}

export interface IntercomBrandTable {
  brand_id: number
  brand: string
  /** Lower case; unique. */
  brand_key: string
}

export interface IntercomTable {
  intercom_id: number
  brand_id: number
  /** Operating mode of an opener (6.12). */
  type: number
  model: string
  /** Lower case; unique within the brand. */
  model_key: string
  verified: number
  con_gnd_bus: string
  con_bus_audio: string
  con_audioout: string
  con_doorbell_plus: string
  con_doorbell_minus: string
  con_opendoor: string
  con_gnd_analogue: string
  bus_mode_switch: number
  short_circuit_duration: number
  /** Where it is written; never shown over the API. */
  source: string
  /** What the operator touched is the operator's: a new shipped file leaves it alone. */
  origin: 'shipped' | 'operator'
  created_at: number
  updated_at: number
}
