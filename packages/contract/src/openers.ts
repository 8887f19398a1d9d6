import Type, { type Static } from 'typebox'
import { DateTime, IntEnum, IntId } from './fields.ts'
import { route } from './route.ts'

/** An intercom brand (4.24). */
export const IntercomBrand = Type.Object({ brandId: IntId, brand: Type.String() })
export type IntercomBrand = Static<typeof IntercomBrand>

/** How sure it is that a model works with an opener. */
export const INTERCOM_VERIFIED = { verified: 1, maybeCompatible: 2, notCompatible: 3 } as const

/** A terminal of the intercom; empty where it is not known. */
const Terminal = (description: string) => Type.String({ description: `${description}; empty: not known` })

/** An intercom model (4.24). */
export const Intercom = Type.Object({
  intercomId: IntId,
  brandId: IntId,
  type: Type.Integer({ description: 'operating mode of an opener on this intercom (6.12)' }),
  model: Type.String(),
  verified: IntEnum([1, 2, 3], '1 verified, 2 maybe compatible, 3 not compatible'),
  conGndBus: Terminal('ground of the bus'),
  conBusAudio: Terminal('bus or audio line'),
  conAudioout: Terminal('audio output'),
  conDoorbellPlus: Terminal('doorbell, plus'),
  conDoorbellMinus: Terminal('doorbell, minus'),
  conOpendoor: Terminal('door release'),
  conGndAnalogue: Terminal('ground of an analogue intercom'),
  busModeSwitch: IntEnum([0, 1], '0 data, 1 analogue'),
  busModeSwitchShortCircuitDuration: Type.Integer({ description: 'milliseconds' }),
  creationDate: Type.Optional(DateTime),
  updateDate: Type.Optional(DateTime),
})
export type Intercom = Static<typeof Intercom>

/** Public reference data: no token is needed (D37). */
const access = 'public'

export const openers = {
  brands: route({
    number: 76,
    method: 'GET',
    path: '/opener/brand',
    summary: 'List the intercom brands',
    access,
    returns: Type.Array(IntercomBrand),
  }),
  brand: route({
    number: 77,
    method: 'GET',
    path: '/opener/brand/{brandId}',
    summary: 'Get an intercom brand',
    access,
    params: Type.Object({ brandId: IntId }),
    returns: IntercomBrand,
  }),
  intercoms: route({
    number: 78,
    method: 'GET',
    path: '/opener/intercom',
    summary: 'List the intercom models of a brand, or those that changed in the last 30 days, newest first',
    access,
    query: Type.Object({
      brandId: Type.Optional({ ...IntId, description: 'required unless recentlyChanged is true' }),
      ignoreVerified: Type.Optional(
        Type.Boolean({ default: false, description: 'true: also models that are not verified' }),
      ),
      recentlyChanged: Type.Optional(Type.Boolean({ default: false })),
    }),
    returns: Type.Array(Intercom),
  }),
  intercom: route({
    number: 79,
    method: 'GET',
    path: '/opener/intercom/{intercomId}',
    summary: 'Get an intercom model',
    access,
    params: Type.Object({ intercomId: IntId }),
    returns: Intercom,
  }),
}
