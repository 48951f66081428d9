import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { rootCertificates } from 'node:tls'
import { listOrganizationMachines } from '@holdfast/api/accounts/organizations'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { SERVICE_FEATURES } from '@holdfast/api/devices/agent-channel'
import { signOutMachine } from '@holdfast/api/devices/fleet'
import type { OrganizationId } from '@holdfast/api/ids'
import { HOUR_MS } from '@holdfast/api/time'
import { FormBrowser } from '@holdfast/server/testkit/browser/form-browser'
import { OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { makeTempDir, USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { ModelPort } from '../../testkit/backup/model-port.ts'
import { serverContract } from '../ports/server.contract.ts'
import { RootClient } from './root-client.ts'
import { fetchTrusting, ServiceLine } from './service-line.ts'
import { signInByBrowser, signInByPassword } from './sign-in.ts'
import { SignedOut, signInFile, Tokens } from './tokens.ts'
import { lookAtCertificate, pinCertificate, type Trust } from './trust.ts'

for (const stack of USUAL_STACKS)
  describe(`the way of an agent to a service on ${stack.name}`, () => {
    const world = useWorld(stack)
    let now = 0

    async function signing(trust: Trust = {}) {
      now = world.clock.now()
      const home = path.join(await makeTempDir(), 'home')
      return { home, url: world.url, trust, fetch: fetchTrusting(trust), now: () => now }
    }

    async function signedIn({ email }: Someone, trust?: Trust) {
      const how = await signing(trust)
      const { home } = how
      const held = await signInByPassword(how, { email, password: PASSWORD })
      return {
        ...how,
        held,
        line: new ServiceLine({ home, signedIn: held, now: how.now, rate: () => undefined }),
      }
    }

    it('begins with a password, and a code where one is needed', async () => {
      const ann = await world.person()
      const how = await signing()
      const by = { email: ann.email, password: PASSWORD }
      await assert.rejects(signInByPassword(how, { ...by, password: 'wrong' }), { code: 'invalid_grant' })
      const first = await signInByPassword(how, by)
      const code = await new OAuthFlow(world).addAuthenticator(ann)
      await assert.rejects(signInByPassword(how, by), { code: 'missing_totp' })
      const second = await signInByPassword(how, { ...by, code: code() })
      assert.equal(second.guid, first.guid, 'it is the same device')
      assert.notEqual(second.accessToken, first.accessToken)
      assert.deepEqual(await signInFile(how.home).read(), second)
      assert.equal(statSync(path.join(how.home, 'sign-in.json')).mode & 0o777, 0o600)
      assert.equal(statSync(how.home).mode & 0o777, 0o700)
    })

    it('begins with a browser', async () => {
      const ann = await world.person()
      const how = await signing()
      const browser = new FormBrowser()
      const allow = async (page: string) => {
        const form = await browser.submit(await browser.open(page), 'sign_in', {
          email: ann.email,
          password: PASSWORD,
        })
        const { location = '' } = await browser.submit(form, 'allow')
        const forged = new URL(location)
        forged.searchParams.set('state', 'made up')
        const refused = await fetch(forged, { headers: { 'accept-language': 'de-DE,en;q=0.5' } })
        assert.match(await refused.text(), /<html lang="de">.*Hier gibt es nichts\./)
        const taken = await fetch(location)
        assert.match(await taken.text(), /<html lang="en">.*This computer is now being signed in\./)
        return [refused.status, taken.status]
      }
      let done: Promise<number[]> | undefined
      const held = await signInByBrowser(how, {
        show(page) {
          done = allow(page)
        },
      })
      assert.deepEqual(await done, [404, 200])
      const line = new ServiceLine({ home: how.home, signedIn: held, now: how.now, rate: () => undefined })
      assert.equal((await line.calls.call(getOwnPerson, {})).id, ann.id)
      line.close()
    })

    it('survives answers that are lost while tokens are renewed, and the end of the process', async () => {
      const { home, held, fetch: send } = await signedIn(await world.person())
      let lose = true
      const losing: typeof fetch = async (input, init) => {
        const answer = await send(input, init)
        if (lose) throw new Error('The line broke.')
        return answer
      }
      const tokens = new Tokens(home, held, { fetch: losing, now: () => now })
      assert.equal(await tokens.accessToken(), held.accessToken)
      now += HOUR_MS - 1000
      for (let n = 0; n < 3; n++) await assert.rejects(tokens.accessToken(), /line broke/)
      lose = false
      const [one, other] = await Promise.all([tokens.accessToken(), tokens.accessToken()])
      assert.equal(one, other)
      const kept = await signInFile(home).read()
      assert.equal(kept?.accessToken, one)
      const line = new ServiceLine({ home, signedIn: kept ?? held, now: () => now, rate: () => undefined })
      await line.calls.call(getOwnPerson, {})
      const next = await line.tokens.accessToken(one)
      assert.notEqual(next, one, 'a token that was refused is replaced')
      line.close()
    })

    it('ends for good when the device is signed out, and says so', async () => {
      const ann = await world.person()
      const { line, held } = await signedIn(ann)
      await line.calls.call(getOwnPerson, {})
      const admin = await world.admin()
      const one = { organization_id: 1 as OrganizationId }
      const { results } = await admin.call(listOrganizationMachines, one)
      const machine = results.find(({ guid }) => guid === held.guid) ?? assert.fail('it is not listed')
      await ann.call(signOutMachine, { machine_id: machine.id })
      await assert.rejects(line.calls.call(getOwnPerson, {}), SignedOut)
      assert.equal(line.tokens.isSignedOut, true)
      line.close()
    })

    it('trusts one certificate where a person has confirmed it, and no other', async () => {
      const { fingerprint, pem } = await lookAtCertificate(world.url)
      const another = fingerprint.replace(/^../, (two) => (two === '00' ? '11' : '00'))
      await assert.rejects(pinCertificate(world.url, another), /another fingerprint/)
      assert.deepEqual(await pinCertificate(world.url, fingerprint.toLowerCase().replaceAll(':', '')), {
        pinned: pem,
      })
      const ann = await world.person()
      const { line } = await signedIn(ann, { pinned: pem })
      assert.equal((await line.calls.call(getOwnPerson, {})).id, ann.id)
      line.close()
      const [stranger = ''] = rootCertificates
      await assert.rejects(signedIn(ann, { pinned: stranger }), { code: /^(DEPTH_ZERO|UNABLE|SELF_SIGNED)/ })
    })

    describe('leads to roots, which', () => {
      const lines: ServiceLine[] = []
      after(() => {
        for (const line of lines) line.close()
      })
      const rootOf = async (ann: Someone) => {
        const { line } = await signedIn(ann)
        lines.push(line)
        line.noteFeatures(SERVICE_FEATURES)
        return { line, server: new RootClient(line, ann.rootId) }
      }

      serverContract(async () => (await rootOf(await world.person())).server)

      it('give contents and take chunks one by one where the service has not said that it can do many', async () => {
        const { line, server } = await rootOf(await world.person())
        line.noteFeatures([])
        assert.equal(await server.openContents([]), undefined)
        assert.equal(await server.putChunks([]), undefined)
      })

      it('tell when there is something new, and are for those who may see them', async () => {
        const ann = await world.person()
        const { line, server } = await rootOf(ann)
        const { cursor } = await server.getSnapshot({})
        const waited = server.waitForChanges(cursor)
        await ann.upload('a.txt', 'a')
        await waited
        const other = new RootClient(line, (await world.person()).rootId)
        await assert.rejects(other.getSnapshot({}), { code: 'forbidden' })
      })
    })
  })

describe('the model of the service', () => {
  serverContract(async () => new ModelPort(Date.now))
})
