import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup, deleteGroup } from '@holdfast/api/accounts/groups'
import { deletePerson, updatePerson } from '@holdfast/api/accounts/people'
import { uploadToRoot } from '@holdfast/api/files/files'
import type { OrganizationId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/sharing/shares'
import { atOnce } from '@holdfast/server/testkit/content/ways-in'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const ROUNDS = 4

for (const stack of STACKS)
  describe(`changes of a team share at once on ${stack.name}`, () => {
    const world = useWorld(stack)

    /** Anything but these is a mistake of ours. */
    const checkAnswers = (answers: Record<string, number>, allowed: readonly string[]) =>
      assert.deepEqual(
        Object.keys(answers).filter((answer) => answer !== 'done' && !allowed.includes(answer)),
        [],
      )

    it('subscribe nobody who is just leaving, from wherever', async () => {
      const [home, other] = [await world.organization(), await world.organization()]
      const boss = await world.person({ organizationId: home, siteAdmin: true })
      const otherBoss = await world.person({ organizationId: other, siteAdmin: true })
      for (let round = 0; round < ROUNDS; round++) {
        const leaver = await world.person({ organizationId: home })
        const outsider = await world.person({ organizationId: other })
        const name = `group ${round}`
        const group = await boss.call(createGroup, { company_id: home, name, members: [leaver.id] })
        const share = { organization_id: home, name: 'Plans' }
        const { id: root_id } = await boss.call(api.createShare, share)
        const put = (lists: object) => () =>
          boss.call(api.updateShareSubscribers, { organization_id: home, root_id, ...lists })
        const { answers } = await atOnce([
          put({ subscribers: [[leaver.id, 'all', 'VIEWER']] }),
          () => boss.call(deletePerson, { person_id: leaver.id }),
          () => boss.call(updatePerson, { person_id: leaver.id, dept_shares: [root_id] }),
          put({ group_subscribers: [[group.id, 'web', 'VIEWER']] }),
          () => boss.call(deleteGroup, { group_id: group.id }),
          put({ external_subscribers: [outsider.email] }),
          () => otherBoss.call(deletePerson, { person_id: outsider.id }),
        ])
        checkAnswers(answers, ['400 invalid_request', '404 not_found'])
        await checkInvariants(world.service.ctx.db.read)
      }
    })

    it('count everything where it is, and leave nobody of the old organization, when a share moves', async () => {
      const [home, other] = [await world.organization(), await world.organization()]
      const admin = await world.admin()
      const ann = await world.person({ organizationId: home })
      const eve = await world.person({ organizationId: other })
      const { id: root_id } = await admin.call(api.createShare, {
        organization_id: home,
        name: 'Plans',
        subscribers: [[ann.id, 'all', 'COLLABORATOR']],
        external_subscribers: [[eve.email, 'EDITOR']],
      })
      const place = async (): Promise<OrganizationId> =>
        (await admin.call(api.getShare, { organization_id: home, root_id }).catch(() => undefined))
          ? home
          : other
      for (let round = 0; round < ROUNDS; round++) {
        const from = await place()
        const to = from === home ? other : home
        const member = from === home ? ann : eve
        await admin.call(api.updateShareSubscribers, {
          organization_id: from,
          root_id,
          subscribers: [[member.id, 'all', 'COLLABORATOR']],
        })
        const upload = (n: number) => () =>
          member.call(uploadToRoot, {
            root_id,
            file: { name: `${round} ${n}.txt`, bytes: new Blob([`${round} ${n}`]) },
          })
        const { answers } = await atOnce([
          upload(1),
          () => admin.call(api.updateShare, { organization_id: from, root_id, company_id: to }),
          () => admin.call(api.updateShare, { organization_id: from, root_id, company_id: to }),
          upload(2),
          () =>
            admin.call(api.updateShareSubscribers, {
              organization_id: from,
              root_id,
              subscribers: [[member.id, 'web', 'EDITOR']],
            }),
          () => admin.call(updatePerson, { person_id: member.id, dept_shares: [root_id] }),
          () => eve.call(api.acceptInvitation, { person_id: eve.id, root_id }),
          upload(3),
        ])
        checkAnswers(answers, ['400 invalid_request', '403 forbidden', '404 not_found'])
        assert.equal(await place(), to)
        await checkInvariants(world.service.ctx.db.read)
      }
    })

    it('end with its deletion', async () => {
      const home = await world.organization()
      const boss = await world.person({ organizationId: home, siteAdmin: true })
      const ann = await world.person({ organizationId: home })
      const { id: root_id } = await boss.call(api.createShare, {
        organization_id: home,
        name: 'Plans',
        subscribers: [[ann.id, 'all', 'EDITOR']],
      })
      const at = { organization_id: home, root_id }
      const { answers } = await atOnce([
        () => boss.call(api.deleteShare, at),
        () => boss.call(api.deleteShare, at),
        () => boss.call(api.updateShare, { ...at, name: 'Other' }),
        () => boss.call(api.updateShareSubscribers, { ...at, subscribers: [] }),
        () => ann.call(uploadToRoot, { root_id, file: { name: 'a', bytes: new Blob(['a']) } }),
      ])
      checkAnswers(answers, ['403 forbidden', '410 root_deleted'])
      await assert.rejects(boss.call(api.getShare, at), { status: 410, code: 'root_deleted' })
      await world.runJobs()
      await checkInvariants(world.service.ctx.db.read)
    })
  })
