import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/auth-sources'
import { getPerson, updatePerson } from '@holdfast/api/accounts/people'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import {
  connectionTo,
  PEOPLE,
  passwordOf,
  personDn,
  personLdif,
  useSlapd,
} from '@holdfast/server/testkit/servers/slapd'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const ODD = `o'br,ien+"x"\\<y>#;=*)(uid=*`
const UIDS = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gus', 'old']
const mailOf = (uid: string) => `${uid}@directory.test`

for (const stack of STACKS)
  describe(`sign-in by a directory on ${stack.name}`, () => {
    const world = useWorld(stack)
    const slapd = useSlapd(
      ...UIDS.map((uid) => personLdif({ uid })),
      personLdif({ uid: ODD, first: 'O\\2a*', last: 'Brien)(x=*', mail: 'odd@directory.test' }),
    )
    let imported: Awaited<ReturnType<typeof importAll>> | undefined

    async function importAll() {
      const organization_id = await world.organization()
      const admin = await world.admin()
      const { certificate: ca_certificate, tlsPort: port } = slapd()
      const source = { ...connectionTo(slapd()), ssl: true, port, ca_certificate }
      const { id } = await admin.call(api.createAuthSource, { organization_id, ...source })
      const path = { organization_id, auth_source_id: id }
      const { persons } = await admin.call(api.importAuthSource, { ...path, preview: false })
      assert.equal(persons.created, UIDS.length + 1, JSON.stringify(persons))
      return { admin, path, organization_id }
    }
    const directory = async () => {
      imported ??= await importAll()
      return imported
    }
    const token = (uid: string, password = passwordOf(uid)) =>
      world.token({ grant_type: 'password', username: uid.includes('@') ? uid : mailOf(uid), password })

    it('takes the password that the directory takes, and no other', async () => {
      await directory()
      const ann = await world.signIn(mailOf('ann'), passwordOf('ann'))
      assert.ok(ann.rootId > 0, 'with a sync root')
      const wrong = await token('ann', 'wrong')
      assert.deepEqual([wrong.status, wrong.error], [400, 'invalid_grant'])
      assert.equal(wrong.body.error_description, 'Invalid credentials given.')
      assert.equal((await token('ann', '*')).error, 'invalid_grant')
      assert.equal((await token('ann', passwordOf('ben'))).error, 'invalid_grant')
    })

    it('refuses an empty password at every door, though the directory would take it for a visit', async () => {
      await directory()
      assert.notEqual((await token('ben', '')).status, 200)
      const web = await world.post('/api/2/session/create', { email: mailOf('ben'), password: '' })
      assert.notEqual(web.status, 200)
      const json = await world.request('/oauth/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_id: 'anchor',
          grant_type: 'password',
          username: mailOf('ben'),
          password: '',
        }),
      })
      assert.notEqual(json.status, 200)
      assert.notEqual((await token('ben', ' ')).status, 200)
    })

    it('takes names with any letters in them for what they are', async () => {
      await directory()
      const odd = await world.signIn('odd@directory.test', passwordOf(ODD))
      const person = await odd.call(getPerson, { person_id: String(odd.id) })
      assert.deepEqual([person.first_name, person.last_name], ['O\\2a*', 'Brien)(x=*'])
      assert.equal((await token('odd@directory.test', 'wrong')).error, 'invalid_grant')
      for (const username of ['*@directory.test', 'ann@directory.test)(mail=*', '*'])
        assert.equal(
          (await token(username.includes('@') ? username : `${username}@x`, passwordOf('ann'))).error,
          'invalid_grant',
        )
    })

    it('opens web sessions and two-step calls by the same password', async () => {
      await directory()
      const web = await world.post('/api/2/session/create', {
        email: mailOf('cat'),
        password: passwordOf('cat'),
      })
      assert.equal(web.status, 200)
      const cat = await world.signIn(mailOf('cat'), passwordOf('cat'))
      const enable = (password: string) =>
        world.post('/api/2/person/two_step/enable', { password, mode: 'email' }, cat.bearer)
      assert.equal((await enable('wrong')).status, 403)
      assert.equal((await enable(passwordOf('cat'))).status, 200)
    })

    it('counts failures as elsewhere, and locks', async () => {
      await directory()
      for (let n = 0; n < 5; n++) assert.equal((await token('dan', 'wrong')).error, 'invalid_grant')
      assert.equal((await token('dan')).error, 'account_locked')
      world.clock.advance({ minutes: 31 })
      assert.equal((await token('dan')).status, 200)
    })

    it('keeps passwords where they are: none is set or mailed here, none grows old', async () => {
      const { admin } = await directory()
      const eve = await world.signIn(mailOf('eve'), passwordOf('eve'))
      for (const who of [eve, admin])
        for (const change of [{ password: 'quite another phrase' }, { generate_password: true }])
          if (who === admin || 'password' in change)
            await assert.rejects(who.call(updatePerson, { person_id: eve.id, ...change }), {
              status: 409,
              code: 'policy_error',
            })
      const destination = `${world.url}/set-password/{token}`
      const asked = await world.post('/api/2/reset_password', { email: eve.email, destination })
      assert.equal(asked.status, 200)
      assert.deepEqual(await world.sent(eve.email), [])
      await world.changePerson(eve.id, { pw_force_reset: 1, pw_expires_at: world.clock.now() - 1 })
      const again = await world.signIn(mailOf('eve'), passwordOf('eve'))
      assert.equal(
        (await world.request(`/api/2/files/${again.rootId}`, { headers: again.bearer })).status,
        200,
      )
    })

    it('follows an entry that is called otherwise now, and not another that took its name', async () => {
      await directory()
      await slapd().modify(
        [`dn: ${personDn('old')}`, 'changetype: modrdn', 'newrdn: uid=new', 'deleteoldrdn: 1', ''].join('\n'),
      )
      await slapd().modify(
        personLdif({ uid: 'old', mail: 'another@directory.test' }).replace(
          /userPassword.*/,
          'userPassword: of another',
        ),
      )
      assert.equal((await token('old', 'of another')).error, 'invalid_grant')
      assert.equal((await token('old')).status, 200)
      await slapd().modify([`dn: uid=new,${PEOPLE}`, 'changetype: delete', ''].join('\n'))
      assert.equal((await token('old')).error, 'invalid_grant', 'gone before the next import')
    })

    it('says when the directory cannot be asked, and does not take that for a failure', async () => {
      const { admin, path } = await directory()
      const fay = await world.signIn(mailOf('fay'), passwordOf('fay'))
      await slapd().stop()
      try {
        for (let n = 0; n < 7; n++) {
          const { status, error } = await token('fay')
          assert.deepEqual([status, error], [503, 'temporarily_unavailable'])
        }
        assert.equal((await world.request('/api/2/person', { headers: fay.bearer })).status, 200)
        await assert.rejects(admin.call(api.importAuthSource, { ...path, preview: false }), { status: 503 })
        const { last_import } = await admin.call(api.getAuthSource, path)
        assert.equal(last_import?.status, 'failed')
        assert.match(last_import?.error ?? '', /connection/)
      } finally {
        await slapd().start()
      }
      assert.equal((await token('fay')).status, 200)
    })

    it('asks for the second step after it', async () => {
      await directory()
      const gus = await world.signIn(mailOf('gus'), passwordOf('gus'))
      const begun = await world.post(
        '/api/2/person/two_step/enable',
        { password: passwordOf('gus'), mode: 'email' },
        gus.bearer,
      )
      assert.equal(begun.status, 200)
      const auth_code = await world.latestCode(mailOf('gus'))
      const done = await world.post(
        '/api/2/person/two_step/enable',
        { password: passwordOf('gus'), mode: 'email', auth_code },
        gus.bearer,
      )
      assert.equal(done.status, 200)
      assert.equal((await token('gus')).error, 'missing_totp')
      assert.equal((await token('gus', 'wrong')).error, 'invalid_grant')
    })

    it('is refused while the policy does not allow directories, and when the directory is disconnected', async () => {
      const { organization_id, admin, path } = await directory()
      const policy = (ad_enabled: boolean) =>
        world.changeOrganization(organization_id, {
          policy: JSON.stringify({ ...DEFAULT_POLICY, ad_enabled }),
        })
      await policy(false)
      assert.equal((await token('ann')).error, 'invalid_grant')
      await policy(true)
      const ann = await world.signIn(mailOf('ann'), passwordOf('ann'))
      await admin.call(api.deleteAuthSource, path)
      assert.equal((await token('ann')).error, 'invalid_grant')
      assert.equal((await world.request('/api/2/person', { headers: ann.bearer })).status, 200)
      await admin.call(updatePerson, { person_id: ann.id, password: 'quite another phrase' })
      assert.equal((await token('ann', 'quite another phrase')).status, 200)
    })
  })
