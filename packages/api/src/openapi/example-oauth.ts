/** What the service says of itself to clients that sign in. */
export const OAUTH_VALUES = {
  issuer: 'https://files.example.com',
  authorization_endpoint: 'https://files.example.com/oauth/authorize',
  token_endpoint: 'https://files.example.com/oauth/token',
  revocation_endpoint: 'https://files.example.com/oauth/revoke',
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'password', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  scopes_supported: ['full'],
  service_documentation: 'https://files.example.com/api/docs',
}
