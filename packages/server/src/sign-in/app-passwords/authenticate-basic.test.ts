import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGuest } from '@holdfast/api/accounts/guests'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { createAppPassword } from '@holdfast/api/sign-in/app-passwords'
import { endOtherSessions, endSession, listSessions } from '@holdfast/api/sign-in/sessions'
import { askAs } from '@holdfast/server/testkit/people/basic'
import { enableTwoStep } from '@holdfast/server/testkit/people/two-step'
import { passwordsChecked } from '@holdfast/server/testkit/runner/cheap-passwords'
import { useSecondServer } from '@holdfast/server/testkit/servers/second-server'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Ctx } from '../../platform/context.ts'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'

const OTHER = 'quite another horse'
let networks = 0

for (const stack of STACKS)
  describe(`names and passwords from programs on ${stack.name}`, () => {
    const world = useWorld(stack)
    const second = useSecondServer(world)
    /** A network that nobody was in before. */
    const anew = () => `198.51.${Math.floor(++networks / 250)}.${networks % 250}`
    const ask = (
      name: string,
      password: string,
      { ctx = world.service.ctx, ...from }: { network?: string; program?: string; ctx?: Ctx } = {},
    ) => askAs(ctx, name, password, from)
    const make = async (someone: Someone, name = 'Ann’s laptop') =>
      someone.call(createAppPassword, { person_id: someone.id, name, current_password: PASSWORD })
    /** What of it is answered, and how many passwords were checked for that. */
    const refused = async (...given: Parameters<typeof ask>) => {
      const before = passwordsChecked()
      const code = await ask(...given).then(
        () => 'let in',
        (error: { code: string }) => error.code,
      )
      return [code, passwordsChecked() - before]
    }
    const tenant = async (policy = {}) => {
      const organizationId = await world.organization(policy)
      const boss = await world.person({ organizationId, siteAdmin: true })
      return { organizationId, boss, ann: await world.person({ organizationId }) }
    }

    it('are those of an app password, or of the account', async () => {
      const ann = await world.person()
      const made = await make(ann)
      const by = await ask(ann.email, made.password)
      assert.deepEqual([by.personId, by.sessionId, by.machineId], [ann.id, made.id, made.machine_id])
      assert.deepEqual([by.web, by.proven, by.mustFirst], [false, false, undefined])
      assert.deepEqual(
        await ask(` ${ann.email} `, ` ${made.password.toUpperCase().replaceAll('-', ' ').replace(' ', '-')}`),
        by,
      )
      const own = await ask(`WORK\\${ann.email.toUpperCase()}`, PASSWORD)
      assert.deepEqual([own.personId, own.proven], [ann.id, false])
      assert.notEqual(own.sessionId, made.id)
      for (const program of ['rclone/v1.71', 'rclone/v1.60.1 (beta)'])
        assert.equal((await ask(ann.email, PASSWORD, { program })).sessionId, own.sessionId)
      const finder = await ask(ann.email, PASSWORD, { program: 'WebDAVFS/3.0.0 (03008000) Darwin/22.6.0' })
      const away = await ask(ann.email, PASSWORD, { network: anew() })
      assert.equal(new Set([own, finder, away].map(({ sessionId }) => sessionId)).size, 3)
      assert.equal(away.machineId, own.machineId, 'a device is one, wherever it is')
      const { results } = await ann.call(listSessions, {})
      const shown = results.flatMap(({ dns_name, os_type }) => (dns_name ? [[dns_name, os_type]] : []))
      assert.deepEqual(shown.sort(), [
        ['Ann’s laptop', null],
        ['Finder', 'macOS'],
        ['rclone', null],
        ['rclone', null],
      ])
    })

    it('say the same of all that is wrong, after the same work', async () => {
      const [ann, gone, strict] = [await world.person(), await world.person(), await world.person()]
      const [made, old] = [await make(ann), await make(gone)]
      await world.changePerson(gone.id, { active: 0 })
      await enableTwoStep(world, strict, 'authenticator')
      for (const [name, password] of [
        [ann.email, 'wrong'],
        ['nobody@example.test', PASSWORD],
        [gone.email, PASSWORD],
        [gone.email, 'wrong'],
        [strict.email, PASSWORD],
        [strict.email, 'wrong'],
        ['', ''],
      ] as const)
        assert.deepEqual(await refused(name, password), ['access_denied', 1], `${name} ${password}`)
      for (const [name, password] of [
        [ann.email, `${made.password.slice(0, -1)}${made.password.endsWith('0') ? 1 : 0}`],
        [ann.email, `${made.password}0`],
        [ann.email, 'hfap-'],
        [strict.email, made.password],
        ['nobody@example.test', made.password],
        [gone.email, old.password],
      ] as const)
        assert.deepEqual(await refused(name, password), ['access_denied', 0], `${name} ${password}`)
      assert.deepEqual(await refused(strict.email, (await make(strict)).password), ['let in', 0])
    })

    it('are not checked again while nothing changed, and at once when another server changed it', async () => {
      const ann = await world.person()
      const ctx = second.ctx
      assert.deepEqual(await refused(ann.email, PASSWORD), ['let in', 1])
      assert.deepEqual(await refused(ann.email, PASSWORD), ['let in', 0])
      assert.deepEqual(await refused(ann.email, PASSWORD, { program: 'gvfs/1.50' }), ['let in', 0])
      assert.deepEqual(await refused(ann.email, PASSWORD, { ctx }), ['let in', 1])
      world.clock.advance({ minutes: 4 })
      assert.deepEqual(await refused(ann.email, PASSWORD), ['let in', 0])
      world.clock.advance({ minutes: 2 })
      assert.deepEqual(await refused(ann.email, PASSWORD), ['let in', 1])
      assert.deepEqual(await refused(ann.email, PASSWORD, { ctx }), ['let in', 1])
      await ann.call(updatePerson, { person_id: ann.id, password: OTHER, current_password: PASSWORD })
      assert.deepEqual(await refused(ann.email, PASSWORD, { ctx }), ['access_denied', 1])
      assert.deepEqual(await refused(ann.email, PASSWORD, { ctx }), ['access_denied', 0])
      assert.deepEqual(await refused(ann.email, OTHER, { ctx }), ['let in', 1])
      world.clock.advance({ seconds: 1 })
      await ann.call(updatePerson, { person_id: ann.id, password: PASSWORD, current_password: OTHER })
      assert.deepEqual(await refused(ann.email, PASSWORD, { ctx }), ['let in', 1], 'was wrong before')
      await world.changePerson(ann.id, { active: 0 })
      assert.equal((await refused(ann.email, PASSWORD, { ctx }))[0], 'access_denied')
    })

    it('are one check and one sign-in for many requests at once', async () => {
      const ann = await world.person()
      const before = passwordsChecked()
      const all = await Promise.all(Array.from({ length: 8 }, () => ask(ann.email, PASSWORD)))
      assert.equal(new Set(all.map(({ sessionId }) => sessionId)).size, 1)
      assert.equal(passwordsChecked() - before, 1)
    })

    it('lock nobody out by being old, and do by being guessed', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const network = anew()
      for (let n = 0; n < 12; n++) {
        assert.equal((await refused(ann.email, 'last month’s', { network }))[0], 'access_denied')
        world.clock.advance({ minutes: 30 })
      }
      assert.equal((await refused(ann.email, PASSWORD, { network }))[0], 'let in')
      for (let n = 0; n < 12; n++) await refused(bob.email, `hfap-guess-${n}`, { network })
      for (let n = 0; n < 5; n++) await refused(bob.email, `guess ${n}`, { network })
      assert.deepEqual(await refused(bob.email, PASSWORD, { network }), ['account_locked', 0])
      assert.equal((await refused(bob.email, PASSWORD, { network: anew() }))[0], 'let in')
    })

    it('begin with hfap- in no other place than this', async () => {
      const ann = await world.person()
      const { password } = await make(ann)
      const before = passwordsChecked()
      const token = () => world.token({ grant_type: 'password', username: ann.email, password })
      for (let n = 0; n < 6; n++) assert.equal((await token()).error, 'invalid_grant')
      const session = await world.post('/api/2/session/create', { email: ann.email, password })
      assert.equal(session.error, 'invalid_grant')
      const current_password = password
      await assert.rejects(ann.call(updatePerson, { person_id: ann.id, password: OTHER, current_password }), {
        code: 'forbidden',
      })
      const enabling = { password, mode: 'authenticator' }
      assert.equal(
        (await world.post('/api/2/person/two_step/enable', enabling, ann.bearer)).error,
        'forbidden',
      )
      assert.equal(passwordsChecked(), before)
      const headers = { authorization: `Bearer ${password}` }
      assert.equal((await world.request('/api/2/person', { headers })).status, 401)
      await assert.rejects(
        ann.call(updatePerson, {
          person_id: ann.id,
          password: 'hfap-my-own-one',
          current_password: PASSWORD,
        }),
        { code: 'invalid_request' },
      )
    })

    it('wait when a network sends more wrong app passwords than anyone has', async () => {
      const ann = await world.person()
      const { password } = await make(ann)
      const network = anew()
      const codes = new Set<unknown>()
      for (let n = 0; n < 300; n++) codes.add((await refused(ann.email, `hfap-${n}`, { network }))[0])
      assert.deepEqual([...codes], ['access_denied'])
      assert.equal((await refused(ann.email, 'hfap-', { network }))[0], 'temporarily_unavailable')
      assert.equal((await refused(ann.email, password, { network }))[0], 'let in', 'who is right is let in')
      world.clock.advance({ hours: 1 })
      assert.equal((await refused(ann.email, 'hfap-', { network }))[0], 'access_denied')
    })

    it('follow the policies, and what is set for the person', async () => {
      const { organizationId: organization_id, boss, ann } = await tenant()
      const { password } = await make(ann)
      const both = async () => [
        (await refused(ann.email, password))[0],
        (await refused(ann.email, PASSWORD))[0],
      ]
      const admin = await world.admin()
      const policy = (change: object) => admin.call(updateOrganizationPolicy, { organization_id, ...change })
      const person = (change: object) => boss.call(updatePerson, { person_id: ann.id, ...change })
      assert.deepEqual(await both(), ['let in', 'let in'])
      await policy({ webdav_account_password: false })
      assert.deepEqual(await both(), ['let in', 'access_denied'])
      await policy({ webdav_account_password: true, require_two_step_auth: true })
      assert.deepEqual(await both(), ['let in', 'access_denied'])
      assert.equal((await ask(ann.email, password)).mustFirst, 'enable_two_step')
      await policy({ require_two_step_auth: false, webdav_enabled: false })
      assert.deepEqual(await both(), ['forbidden', 'forbidden'])
      assert.equal((await person({ first_name: 'Anna' })).webdav, false, 'as the policy says')
      await policy({ webdav_enabled: true })
      assert.deepEqual(await both(), ['let in', 'let in'])
      assert.equal((await person({ webdav: false })).webdav, false)
      assert.deepEqual(await both(), ['forbidden', 'forbidden'])
      await assert.rejects(make(ann), { code: 'forbidden' })
      assert.equal((await person({ webdav: true })).webdav, true)
      await world.changeOrganization(organization_id, { trial_until: world.clock.now() })
      assert.deepEqual(await both(), ['trial_expired', 'trial_expired'])
      await world.changeOrganization(organization_id, { trial_until: null, active: 0 })
      assert.deepEqual(await both(), ['forbidden', 'forbidden'])
    })

    it('open nothing for guests', async () => {
      const { organizationId: company_id, boss } = await tenant()
      const gus = { company_id, email: 'gus@example.test', first_name: 'Gus', last_name: 'Guest' }
      await boss.call(createGuest, { ...gus, password: PASSWORD })
      assert.equal((await refused(gus.email, PASSWORD))[0], 'forbidden')
      assert.equal((await refused(gus.email, PASSWORD))[0], 'forbidden')
    })

    it('end with their session, and begin another where it is the password of the account', async () => {
      const ann = await world.person()
      const { password } = await make(ann)
      const { sessionId: session_id } = await ask(ann.email, PASSWORD)
      await ann.call(endSession, { session_id })
      const next = await ask(ann.email, PASSWORD)
      assert.notEqual(next.sessionId, session_id)
      assert.equal((await ask(ann.email, password)).personId, ann.id)
      await ann.call(endOtherSessions, { browsers_only: true })
      assert.equal((await ask(ann.email, password)).personId, ann.id)
      await ann.call(endOtherSessions, {})
      assert.equal((await refused(ann.email, password))[0], 'access_denied')
    })

    it('are on record as a sign-in once a day, and as used once an hour', async () => {
      const ann = await world.person()
      const { password, id } = await make(ann)
      const signIns = async () =>
        (await ann.call(listPersonActivity, { person_id: ann.id })).results.filter(
          ({ activity_type_id }) => activity_type_id === ACTIVITY_TYPES.signed_in.id,
        ).length
      const used = async () =>
        (await ann.call(listSessions, {})).results.find((session) => session.id === id)?.last_used
      const before = await signIns()
      for (let n = 0; n < 3; n++) await ask(ann.email, password)
      assert.equal(await signIns(), before + 1)
      const first = await used()
      world.clock.advance({ minutes: 59 })
      await ask(ann.email, password)
      assert.equal(await used(), first)
      world.clock.advance({ minutes: 1 })
      await Promise.all([1, 2, 3].map(() => ask(ann.email, password)))
      assert.notEqual(await used(), first)
      world.clock.advance({ days: 1 })
      await ann.signIn(ann.email, PASSWORD)
      const again = await signIns()
      await Promise.all([1, 2, 3].map(() => ask(ann.email, password)))
      assert.equal(await signIns(), again + 1)
    })
  })
