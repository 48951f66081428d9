import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BUILT_IN_CLIENT, getAuthorizationServer } from '@holdfast/api/sign-in/oauth'
import { answerIn, CALLBACK, OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import * as oauth from 'oauth4webapi'

for (const stack of USUAL_STACKS)
  describe(`an OAuth library that knows nothing of us, on ${stack.name}`, () => {
    const world = useWorld(stack)
    const flow = new OAuthFlow(world)

    const discover = async () => {
      const issuer = new URL(world.url)
      return oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2' }),
      )
    }

    for (const [name, authenticated] of [
      ['HTTP Basic', oauth.ClientSecretBasic],
      ['the form', oauth.ClientSecretPost],
    ] as const)
      it(`gets, uses, renews and revokes tokens by code and PKCE, with its secret in ${name}`, async () => {
        const server = await discover()
        const { client_id, client_secret } = await flow.application()
        const { email } = await world.person()
        const client = { client_id }
        const authentication = authenticated(client_secret)
        const verifier = oauth.generateRandomCodeVerifier()
        const state = oauth.generateRandomState()
        const { browser, shown } = await flow.signIn(email, {
          client_id,
          state,
          scope: 'full',
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        const { location = '' } = await browser.submit(shown, 'allow')

        const params = oauth.validateAuthResponse(server, client, new URL(location), state)
        const answer = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          params,
          CALLBACK,
          verifier,
        )
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer)
        const reach = async (token: string) => {
          const url = new URL(`${world.url}/api/2/person`)
          return (await oauth.protectedResourceRequest(token, 'GET', url)).status
        }
        assert.equal(tokens.scope, 'full')
        assert.equal(await reach(tokens.access_token), 200)

        const refresh = await oauth.refreshTokenGrantRequest(
          server,
          client,
          authentication,
          tokens.refresh_token ?? '',
        )
        const renewed = await oauth.processRefreshTokenResponse(server, client, refresh)
        assert.notEqual(renewed.access_token, tokens.access_token)
        assert.equal(await reach(renewed.access_token), 200)

        const token = renewed.refresh_token ?? ''
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(server, client, authentication, token),
        )
        await assert.rejects(reach(renewed.access_token), oauth.WWWAuthenticateChallengeError)
      })

    it('understands a refusal', async () => {
      const server = await discover()
      const { client_id } = await flow.application()
      const { email } = await world.person()
      const { browser, shown } = await flow.signIn(email, { client_id, state: 's' })
      const back = await browser.submit(shown, 'deny')
      assert.equal(answerIn(back).error, 'access_denied')
      const url = new URL(back.location ?? '')
      assert.throws(
        () => oauth.validateAuthResponse(server, { client_id }, url, 's'),
        oauth.AuthorizationResponseError,
      )
    })

    it('finds a document that names what is served', async () => {
      const document = await world.client().call(getAuthorizationServer, {})
      assert.equal(document.issuer, world.url)
      assert.deepEqual(document.code_challenge_methods_supported, ['S256'])
      const page = await fetch(`${document.authorization_endpoint}?client_id=${BUILT_IN_CLIENT}`)
      assert.equal(page.status, 400)
      const token = await fetch(document.token_endpoint, { method: 'POST' })
      assert.equal(token.status, 400)
      const revoke = await fetch(document.revocation_endpoint, { method: 'POST' })
      assert.equal(revoke.status, 400)
      assert.equal((await fetch(document.service_documentation)).status, 200)
    })
  })
