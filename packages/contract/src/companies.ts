import Type from 'typebox'
import { route } from './route.ts'

/** A company (4.24). */
const Company = Type.Object({ name: Type.String(), email: Type.Optional(Type.String()) })

export const companies = {
  list: route({
    method: 'GET',
    path: '/company',
    summary: 'List companies; always empty here',
    access: 'token',
    roles: 'own',
    returns: Type.Array(Company),
  }),
}
