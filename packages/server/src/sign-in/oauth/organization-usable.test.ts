import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deleteOrganization } from '@holdfast/api/accounts/organizations'
import { uploadToRoot } from '@holdfast/api/files/files'
import type { OrganizationId } from '@holdfast/api/ids'
import { shareFile } from '@holdfast/api/sharing/links'
import { acceptInvitation, createShare } from '@holdfast/api/sharing/shares'
import { createApplication } from '@holdfast/api/sign-in/applications'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Answer, PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`accounts that cannot be used on ${stack.name}`, () => {
    const world = useWorld(stack)

    const signIn = ({ email }: Someone) =>
      world.token({ grant_type: 'password', username: email, password: PASSWORD })
    const webSignIn = ({ email }: Someone) =>
      world.post('/api/2/session/create', { email, password: PASSWORD })

    /** Someone with a token and a browser session, and everything they can try. */
    async function member(organizationId?: OrganizationId) {
      const someone = await world.person(organizationId === undefined ? {} : { organizationId })
      const cookie = (await webSignIn(someone)).headers.get('set-cookie')?.split(';')[0] ?? ''
      const refresh_token = someone.session?.refreshToken ?? ''
      const reach: Record<string, () => Promise<Answer>> = {
        token: () => world.request('/api/2/person', { headers: someone.bearer }),
        cookie: () => world.request('/api/2/person', { headers: { cookie } }),
        'sign-in': () => signIn(someone),
        'web sign-in': () => webSignIn(someone),
      }
      const refresh = () => world.token({ grant_type: 'refresh_token', refresh_token })
      return { someone, reach, refresh }
    }
    type Member = Awaited<ReturnType<typeof member>>

    async function assertAll({ reach, refresh }: Member, status: number, error?: string): Promise<void> {
      for (const [way, ask] of Object.entries(reach)) {
        const answer = await ask()
        assert.deepEqual([answer.status, answer.error], [status, error], way)
      }
      if (status === 200) return
      const refreshed = await refresh()
      assert.deepEqual([refreshed.status, refreshed.error], [status, error], 'refresh')
    }

    it('are refused as if they did not exist when the person is disabled', async () => {
      const { someone, reach, refresh } = await member()
      await world.changePerson(someone.id, { active: 0 })
      for (const way of ['token', 'cookie']) assert.equal((await reach[way]?.())?.error, 'access_denied', way)
      for (const way of ['sign-in', 'web sign-in'])
        assert.deepEqual((await reach[way]?.())?.body, {
          error: 'invalid_grant',
          error_description: 'Invalid credentials given.',
        })
      assert.equal((await refresh()).error, 'invalid_grant')
      await world.changePerson(someone.id, { active: 1 })
      assert.equal((await reach.token?.())?.status, 200)
    })

    it('are refused everywhere and at once when their organization is disabled', async () => {
      const organizationId = await world.organization()
      const ann = await member(organizationId)
      const neighbour = await member(await world.organization())
      await assertAll(ann, 200)
      await world.changeOrganization(organizationId, { active: 0 })
      await assertAll(ann, 403, 'forbidden')
      const { body } = await signIn(ann.someone)
      assert.equal(body.error_description, 'The organization is disabled.')
      const wrong = { grant_type: 'password', username: ann.someone.email, password: 'wrong' }
      assert.equal((await world.token(wrong)).error, 'invalid_grant', 'only who knows the password is told')
      await assertAll(neighbour, 200)
      await world.changeOrganization(organizationId, { active: 1 })
      await assertAll(ann, 200)
      assert.equal((await ann.refresh()).status, 200, 'a refusal does not use a refresh token up')
    })

    it('are refused from the moment the trial ends', async () => {
      const organizationId = await world.organization()
      const ann = await member(organizationId)
      await world.changeOrganization(organizationId, { trial_until: world.clock.now() + 60_000 })
      world.clock.advance({ seconds: 59 })
      await assertAll(ann, 200)
      world.clock.advance({ seconds: 1 })
      await assertAll(ann, 403, 'trial_expired')
      await world.changeOrganization(organizationId, { trial_until: null })
      await assertAll(ann, 200)
    })

    it('share the fate of every organization above, and of none below', async () => {
      const top = await world.organization()
      const middle = await world.organization({}, top)
      const bottom = await world.organization({}, middle)
      const [atTop, atBottom] = [await member(top), await member(bottom)]
      await assertAll(atBottom, 200)

      await world.changeOrganization(top, { active: 0 })
      await assertAll(atBottom, 403, 'forbidden')
      await world.changeOrganization(top, { active: 1, trial_until: world.clock.now() })
      await assertAll(atBottom, 403, 'trial_expired')
      await world.changeOrganization(bottom, { trial_until: world.clock.now() + 86_400_000 })
      await assertAll(atBottom, 403, 'trial_expired')
      await world.changeOrganization(middle, { active: 0 })
      await assertAll(atBottom, 403, 'forbidden')

      await world.changeOrganization(top, { trial_until: null })
      await assertAll(atTop, 200)
      await world.changeOrganization(middle, { active: 1 })
      await assertAll(atBottom, 200)
    })

    it('are not reached through an application whose organization cannot be used', async () => {
      const top = await world.organization()
      const organization_id = await world.organization({}, top)
      const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
      const { client_id, client_secret } = await boss.call(createApplication, {
        organization_id,
        name: 'Reports',
        grant_types: ['password', 'refresh_token'],
      })
      const ann = await world.person()
      const ask = (grant: Record<string, string>) => world.token({ client_id, client_secret, ...grant })
      const password = () => ask({ grant_type: 'password', username: ann.email, password: PASSWORD })
      const { body } = await password()
      const refresh_token = String(body.refresh_token)
      const headers = { authorization: `Bearer ${body.access_token}` }
      const refused = async (error: string) => {
        assert.equal((await password()).error, error)
        assert.equal((await ask({ grant_type: 'refresh_token', refresh_token })).error, error)
        const { error: code } = await world.request('/api/2/person', { headers })
        assert.equal(code, error === 'invalid_client' ? 'access_denied' : error)
        assert.equal((await world.request('/api/2/person', { headers: ann.bearer })).status, 200)
      }
      await world.changeOrganization(organization_id, { active: 0 })
      await refused('forbidden')
      await world.changeOrganization(organization_id, { active: 1, trial_until: world.clock.now() })
      await refused('trial_expired')
      await world.changeOrganization(organization_id, { trial_until: null })
      await world.changeOrganization(top, { active: 0 })
      await refused('forbidden')
      await world.changeOrganization(top, { active: 1 })
      assert.equal((await world.request('/api/2/person', { headers })).status, 200)
      await (await world.admin()).call(deleteOrganization, { organization_id })
      await refused('invalid_client')
      await world.runJobs()
      await refused('invalid_client')
    })

    it('cannot be opened by a mailed link either', async () => {
      const organizationId = await world.organization()
      const ann = await world.person({ organizationId })
      await world.post('/api/2/reset_password', { email: ann.email, destination: `${world.url}/{token}` })
      const token = /\/([\w-]{43})\s/.exec((await world.sent(ann.email)).at(-1)?.text ?? '')?.[1] ?? ''
      const confirm = () => world.post('/api/2/reset_password/confirm', { token })
      await world.changeOrganization(organizationId, { active: 0 })
      assert.equal((await confirm()).error, 'forbidden')
      await world.changeOrganization(organizationId, { active: 1 })
      assert.equal((await confirm()).status, 200)
    })

    it('show nothing of their team shares to those of others who take part in them', async () => {
      const top = await world.organization()
      const organization_id = await world.organization({}, top)
      const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
      const eve = await world.person({ organizationId: await world.organization() })
      const external_subscribers: [string, 'COLLABORATOR'][] = [[eve.email, 'COLLABORATOR']]
      const created = await boss.call(createShare, { organization_id, name: 'Plans', external_subscribers })
      const root_id = created.id
      await eve.call(acceptInvitation, { person_id: eve.id, root_id })
      const plan = { name: 'plan.txt', bytes: new Blob(['the plan']) }
      const { id: file_id } = await eve.call(uploadToRoot, { root_id, file: plan })
      const { hash } = await eve.call(shareFile, { root_id, file_id })
      const asked: Record<string, string> = {
        file: `files/${root_id}/${file_id}/download`,
        root: `files/${root_id}`,
        changes: `files/${root_id}/changes`,
        search: `files/${root_id}/search?q=plan`,
        link: `sharelinks/${hash}`,
      }
      const answers = async () => {
        const statuses: Record<string, number> = {}
        for (const [what, path] of Object.entries(asked)) {
          const headers = what === 'link' ? undefined : eve.bearer
          statuses[what] = (await fetch(`${world.url}/api/2/${path}`, headers ? { headers } : {})).status
        }
        return statuses
      }
      const open = await answers()
      const closed = { file: 403, root: 403, changes: 403, search: 403, link: 404 }
      for (const id of [organization_id, top]) {
        await world.changeOrganization(id, { active: 0 })
        assert.deepEqual(await answers(), closed)
        await world.changeOrganization(id, { active: 1, trial_until: world.clock.now() + 1000 })
        assert.deepEqual(await answers(), open)
        world.clock.advance({ seconds: 1 })
        assert.deepEqual(await answers(), closed)
        await world.changeOrganization(id, { trial_until: null })
      }
      assert.deepEqual(await answers(), open)
      assert.deepEqual(open, { file: 200, root: 200, changes: 200, search: 200, link: 200 })
    })
  })
