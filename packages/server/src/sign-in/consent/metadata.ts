import { type AuthorizationServer, GRANT_TYPES } from '@holdfast/api/sign-in/oauth'

/** How clients find everything else (RFC 8414). */
export function authorizationServer(issuer: string): AuthorizationServer {
  // The built-in client has no secret.
  const authentication = ['client_secret_basic', 'client_secret_post', 'none']
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...GRANT_TYPES],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ['full'],
    service_documentation: `${issuer}/api/docs`,
  }
}
