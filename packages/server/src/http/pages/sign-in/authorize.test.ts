import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { FormBrowser, formWith, type Shown } from '@holdfast/server/testkit/browser/form-browser'
import { answerIn, CALLBACK, OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
const INVALID = 'Invalid value for parameter: '
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

for (const stack of USUAL_STACKS)
  describe(`authorization page on ${stack.name}`, () => {
    const world = useWorld(stack)

    const flow = new OAuthFlow(world)

    const withoutRedirect = (shown: Shown, code: string) => {
      assert.equal(shown.status, 400)
      assert.equal(shown.location, undefined)
      assert.match(shown.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(shown.text, new RegExp(`<code>${code}</code>`))
    }

    describe('a request that must not be answered by a redirect', () => {
      it('is shown when the client is unknown, missing, or not one at all', async () => {
        for (const client_id of ['nobody', '', 'a\0b', 'x'.repeat(5000), ['a', 'b']])
          withoutRedirect(await new FormBrowser().request(flow.address({ client_id })), 'invalid_client')
      })

      it('is shown when the redirect URI differs in any byte', async () => {
        const { client_id } = await flow.application()
        const wrong = [
          '',
          `${CALLBACK}/`,
          `${CALLBACK}?x=1`,
          `${CALLBACK}#x`,
          CALLBACK.replace('https', 'http'),
          CALLBACK.replace('printer', 'Printer'),
          CALLBACK.replace('/callback', '//callback'),
          CALLBACK.replace('.test/', '.test:443/'),
          CALLBACK.replace('printer', 'user@printer'),
          `${CALLBACK}%00`,
        ]
        for (const redirect_uri of wrong)
          withoutRedirect(
            await new FormBrowser().request(flow.address({ client_id, redirect_uri })),
            'redirect_uri_mismatch',
          )
        const twice = flow.address({ client_id, redirect_uri: [CALLBACK, CALLBACK] })
        withoutRedirect(await new FormBrowser().request(twice), 'redirect_uri_mismatch')
      })

      it('is shown when the client may not use codes', async () => {
        const { client_id } = await flow.application({ grant_types: ['password'] })
        for (const id of [client_id, 'anchor'])
          withoutRedirect(
            await new FormBrowser().request(flow.address({ client_id: id })),
            'unauthorized_client',
          )
      })

      it('is shown when it is no text', async () => {
        const { client_id } = await flow.application()
        const url = `${flow.address({ client_id })}&state=%ff`
        withoutRedirect(await new FormBrowser().request(url), 'invalid_request')
      })
    })

    it('tells the application about its other mistakes, by 303', async () => {
      const { client_id } = await flow.application()
      const mistakes: [Record<string, string | string[]>, string, string][] = [
        [
          { response_type: 'token' },
          'unsupported_response_type',
          'Only the response type code is supported.',
        ],
        [{ response_type: '' }, 'invalid_request', 'Missing required parameter: response_type'],
        [{ code_challenge: CHALLENGE }, 'invalid_request', `${INVALID}code_challenge_method`],
        [{ ...PKCE, code_challenge_method: 'plain' }, 'invalid_request', `${INVALID}code_challenge_method`],
        [{ ...PKCE, code_challenge: 'short' }, 'invalid_request', `${INVALID}code_challenge`],
        [{ code_challenge_method: 'S256' }, 'invalid_request', 'Missing required parameter: code_challenge'],
        [{ scope: ['full', 'full'] }, 'invalid_request', `${INVALID}scope`],
      ]
      for (const [params, error, description] of mistakes) {
        const shown = await new FormBrowser().request(flow.address({ client_id, state: 'a b', ...params }))
        assert.equal(shown.status, 303)
        const { error_reason, ...answer } = answerIn(shown)
        const said = { error, error_description: description }
        assert.deepEqual(answer, { ...said, state: 'a b', iss: world.url })
      }
    })

    it('leads from the sign-in over consent to a code for these tokens and no others', async () => {
      const app = await flow.application()
      const { email } = await world.person()
      const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
      const { browser, shown } = await flow.signIn(email, { client_id: app.client_id, state: 's', ...pkce })
      assert.equal(shown.status, 200)
      const back = await browser.submit(shown, 'allow')
      assert.equal(back.status, 303)
      assert.ok(back.location?.startsWith(`${CALLBACK}?`))
      const { code = '', ...answer } = answerIn(back)
      assert.deepEqual(answer, { state: 's', iss: world.url })
      assert.match(code, /^[\w-]{43}$/)

      assert.equal((await flow.exchange(app, { code })).status, 400, 'the verifier is missing')
      const other = await flow.application()
      assert.equal((await flow.exchange(other, { code, code_verifier: VERIFIER })).status, 400)
      const { client_id } = app
      const grant = { grant_type: 'authorization_code', client_id, code, code_verifier: VERIFIER }
      assert.equal((await world.token(grant)).error, 'invalid_client', 'the secret is missing')
      const elsewhere = { code, code_verifier: VERIFIER, redirect_uri: `${CALLBACK}2` }
      assert.equal((await flow.exchange(app, elsewhere)).status, 400)
      const tokens = await flow.exchange(app, { code, code_verifier: VERIFIER, redirect_uri: CALLBACK })
      assert.equal(tokens.status, 200)
      const headers = { authorization: `Bearer ${tokens.body.access_token}` }
      const me = await fetch(`${world.url}/api/2/person`, { headers })
      assert.equal(((await me.json()) as { email: string }).email, email)
    })

    it('puts consent on record, with the name of the application', async () => {
      const app = await flow.application({ name: 'Label Maker' })
      const person = await world.person()
      const { browser, shown } = await flow.signIn(person.email, { client_id: app.client_id })
      await browser.submit(shown, 'allow')
      const { results } = await person.call(listPersonActivity, { person_id: person.id })
      const { action_text, acted_on_text, data_text, actor_person_id } = results[0] ?? {}
      assert.deepEqual(
        { action_text, acted_on_text, data_text, actor_person_id },
        {
          action_text: 'authorized an application for the account',
          acted_on_text: person.email,
          data_text: 'Label Maker',
          actor_person_id: person.id,
        },
      )
    })

    it('gives codes that end after a minute', async () => {
      const app = await flow.application()
      const { email } = await world.person()
      const { browser, shown } = await flow.signIn(email, { client_id: app.client_id })
      const { code = '' } = answerIn(await browser.submit(shown, 'allow'))
      world.clock.advance({ seconds: 60 })
      assert.equal((await flow.exchange(app, { code })).status, 400)
    })

    it('gives codes that work once, and end what they gave when they come again', async () => {
      const app = await flow.application()
      const { email } = await world.person()
      const { browser, shown } = await flow.signIn(email, { client_id: app.client_id })
      const { code = '' } = answerIn(await browser.submit(shown, 'allow'))
      const { status, body } = await flow.exchange(app, { code })
      const headers = { authorization: `Bearer ${body.access_token}` }
      const reach = async () => (await world.request('/api/2/person', { headers })).status
      assert.deepEqual([status, await reach()], [200, 200])
      const again = await flow.exchange(app, { code })
      assert.deepEqual([again.status, again.body.error, await reach()], [400, 'invalid_grant', 401])
    })

    it('returns the state as it was and keeps the query of the redirect URI', async () => {
      const redirect_uri = `${CALLBACK}?tenant=a%20b&x=`
      const app = await flow.application({ redirect_uris: [redirect_uri, 'com.example.printer:/done'] })
      const { email } = await world.person()
      const state = `"><script>&=#?%20+ ä\u202e🗝\n`
      const { browser, shown } = await flow.signIn(email, { client_id: app.client_id, redirect_uri, state })
      const back = await browser.submit(shown, 'allow')
      assert.ok(back.location?.startsWith(`${redirect_uri}&code=`))
      assert.equal(answerIn(back).state, state)
      assert.equal(answerIn(back).tenant, 'a b')
      const scheme = { client_id: app.client_id, redirect_uri: 'com.example.printer:/done' }
      const again = await browser.open(flow.address(scheme))
      assert.match(
        (await browser.submit(again, 'allow')).location ?? '',
        /^com\.example\.printer:\/done\?code=/,
      )
    })

    it('returns access_denied when the person refuses, and asks again every time', async () => {
      const app = await flow.application()
      const { email } = await world.person()
      const { browser, shown } = await flow.signIn(email, { client_id: app.client_id, state: 's' })
      const back = await browser.submit(shown, 'deny')
      assert.equal(back.status, 303)
      const { error, state, iss, code } = answerIn(back)
      assert.deepEqual([error, state, iss, code], ['access_denied', 's', world.url, undefined])
      await browser.submit(shown, 'allow')
      const again = await browser.open(flow.address({ client_id: app.client_id }))
      assert.ok(formWith(again, 'allow'))
    })

    it('shows who asks, for whom, for what, and where it leads', async () => {
      const organization_id = await world.organization()
      const app = await flow.application({ organization_id })
      const { email } = await world.person()
      const { shown } = await flow.signIn(email, { client_id: app.client_id })
      for (const text of [
        'Photo Printer',
        'Prints what you have.',
        `Organization `,
        'belongs to another organization',
        'Pat Doe',
        email,
        'All your files, files shared with you, and your account',
        'printer.example.test',
        'Not you? Sign out',
      ])
        assert.ok(shown.text.includes(text), text)
    })

    it('shows names as text and nothing else', async () => {
      const name = `<script>alert("1")</script> 'Q' \u202egnp.exe\u2066`
      const app = await flow.application({ name, description: '<b onclick=x>\u200f&amp;' })
      const { email } = await world.person()
      const { browser, shown } = await flow.signIn(email, { client_id: app.client_id, state: '"><script>' })
      const first = await new FormBrowser().open(flow.address({ client_id: app.client_id }))
      const mistake = await browser.request(
        flow.address({ client_id: app.client_id, redirect_uri: '"><script>' }),
      )
      for (const { text } of [shown, first, mistake]) {
        assert.doesNotMatch(text, /<b /)
        assert.doesNotMatch(text, /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
        assert.ok(text.includes('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#39;Q&#39; gnp.exe'))
      }
      const scripts = [shown, first, mistake].map(({ text }) => text.split('<script').length - 1)
      assert.deepEqual(scripts, [0, 1, 0], 'the own one of the sign-in form, and no other')
      assert.ok(shown.text.includes('&#60;b onclick=x&#62;&#38;amp;'))
    })

    it('cannot be framed, cached, scripted, or told on by a referrer', async () => {
      const app = await flow.application()
      const { email } = await world.person()
      const { browser, shown } = await flow.signIn(email, { client_id: app.client_id })
      const pages = [
        shown,
        await new FormBrowser().open(flow.address({ client_id: app.client_id })),
        await new FormBrowser().open(flow.address({ client_id: 'nobody' })),
        await browser.submit(shown, 'deny'),
      ]
      for (const { headers } of pages) {
        const policy = headers.get('content-security-policy') ?? ''
        assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
        assert.doesNotMatch(policy, /unsafe/)
        assert.equal(headers.get('x-frame-options'), 'DENY')
        assert.match(headers.get('cache-control') ?? '', /no-store/)
        assert.equal(headers.get('referrer-policy'), 'no-referrer')
      }
      const policies = pages.map(({ headers }) => headers.get('content-security-policy') ?? '')
      const scripted = policies.map((policy) => /script-src [^;]*/.exec(policy)?.[0])
      const [, showsPassword = ''] = scripted
      assert.match(showsPassword, /^script-src 'sha256-[\w+/]{43}='$/, 'one script, by its text')
      assert.deepEqual(scripted, [undefined, showsPassword, undefined, undefined])
      assert.match(shown.headers.get('content-security-policy') ?? '', /form-action 'self' https:;/)
      assert.match(pages[1]?.headers.get('content-security-policy') ?? '', /form-action 'self';/)
    })

    describe('forms', () => {
      it('are refused without the token of this browser', async () => {
        const app = await flow.application()
        const { email } = await world.person()
        const url = flow.address({ client_id: app.client_id })
        const own = new FormBrowser()
        const { action, fields } = formWith(await own.open(url), 'sign_in')
        const credentials = { step: 'sign_in', email, password: PASSWORD }
        const post = (browser: FormBrowser, body: Record<string, string>) =>
          browser.request(action, { method: 'POST', body: new URLSearchParams(body) })
        const attempts: [FormBrowser, Record<string, string>][] = [
          [own, credentials],
          [own, { ...credentials, csrf: 'x'.repeat(43) }],
          [own, { ...fields, ...credentials, step: 'magic' }],
          [new FormBrowser(), { ...fields, ...credentials }],
        ]
        for (const [browser, body] of attempts) {
          const shown = await post(browser, body)
          assert.equal(shown.status, 403)
          assert.match(shown.text, /<h1>This page has expired/)
          assert.equal(browser.cookies.has('__Host-holdfast'), false)
        }
        assert.equal((await post(own, { ...fields, ...credentials })).status, 303)
        // The token from before the sign-in is none for what comes after it.
        const late = await post(own, { ...fields, step: 'allow' })
        assert.deepEqual([late.status, late.location], [403, undefined])
      })

      it('of another person’s session are refused', async () => {
        const app = await flow.application()
        const [ann, bob] = [await world.person(), await world.person()]
        const { shown } = await flow.signIn(ann.email, { client_id: app.client_id })
        const { browser } = await flow.signIn(bob.email, { client_id: app.client_id })
        const { status, location } = await browser.submit(shown, 'allow')
        assert.deepEqual([status, location], [403, undefined])
      })

      it('lead back to the sign-in when the session has ended', async () => {
        const app = await flow.application()
        const { email } = await world.person()
        const { browser, shown } = await flow.signIn(email, { client_id: app.client_id })
        world.clock.advance({ days: 15 })
        const again = await browser.submit(shown, 'allow')
        assert.ok(formWith(again, 'sign_in'))
      })

      it('set cookies that no script and no other site can use', async () => {
        const app = await flow.application()
        const { email } = await world.person()
        const browser = new FormBrowser()
        const shown = await browser.request(flow.address({ client_id: app.client_id }))
        const { action, fields } = formWith(shown, 'sign_in')
        const body = new URLSearchParams({ ...fields, step: 'sign_in', email, password: PASSWORD })
        const answer = await browser.request(action, { method: 'POST', body })
        const set = [...shown.headers.getSetCookie(), ...answer.headers.getSetCookie()]
        assert.equal(set.length, 3)
        for (const line of set)
          assert.match(line, /^__Host-[^;]+; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax$/)
      })
    })
  })
