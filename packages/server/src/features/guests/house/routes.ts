import type { Api, HouseInfo } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as house from './service.ts'

const present = ({ note, rules, wifi, opening, pictures }: house.House): HouseInfo => ({
  ...(note !== null && { note }),
  ...(rules !== null && { rules }),
  ...(wifi !== null && { wifi }),
  opening,
  pictures,
})

export const houseHandlers: Handlers<Api['house']> = {
  get: async (ctx, { params }) => present(await house.get(ctx, params.addressId)),
  update: {
    current: async (ctx, { params }) => present(await house.get(ctx, params.addressId)),
    apply: async (ctx, { params, body }) => present(await house.update(ctx, params.addressId, body)),
  },
  addPicture: (ctx, { params, body }) => house.addPicture(ctx, params.addressId, body.data),
  picture: (ctx, { params }) => house.picture(ctx, params.addressId, params.pictureId),
  removePicture: (ctx, { params }) => house.removePicture(ctx, params.addressId, params.pictureId),
}
