import { SCOPES } from '@latchwork/contract'

/** Where programs look for what this server offers (RFC 8414). */
export const METADATA_PATH = '/.well-known/oauth-authorization-server'

/** How a client may say who it is; public ones say only their id. */
const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'none']

/** What this server offers. `issuer` is where clients reach the API. */
export const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  service_documentation: `${issuer}/docs`,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
  revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
  code_challenge_methods_supported: ['S256'],
})
