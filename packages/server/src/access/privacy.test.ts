import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { updateGroupMembers } from '@holdfast/api/accounts/groups'
import {
  createOrganization,
  listOrganizationRoots,
  updateOrganization,
} from '@holdfast/api/accounts/organizations'
import * as people from '@holdfast/api/accounts/people'
import * as backups from '@holdfast/api/devices/backups'
import * as fleet from '@holdfast/api/devices/fleet'
import * as machine from '@holdfast/api/devices/machines'
import type { GroupId, MachineJobId, MappingId, OrganizationId, RootId, SharelinkId } from '@holdfast/api/ids'
import { getActivity, listOrganizationActivity, listPersonActivity } from '@holdfast/api/oversight/activity'
import { listOrganizationSharelinks } from '@holdfast/api/sharing/link-administration'
import * as links from '@holdfast/api/sharing/links'
import * as shares from '@holdfast/api/sharing/shares'
import { type Guarded, guard, SECRET_NAME, WARDS } from '@holdfast/server/testkit/people/guarded'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`administrators kept from files on ${stack.name}`, () => {
    const world = useWorld(stack)
    const places: Guarded[] = []
    before(async () => {
      for (const ward of WARDS) places.push(await guard(world, ward))
    })
    let made = 0
    const newcomer = (company_id: OrganizationId) => ({
      company_id,
      email: `puppet${++made}@example.test`,
      first_name: 'Puppet',
      last_name: 'Doe',
      password: PASSWORD,
    })

    it('let nobody into team shares or groups, and so not an account of theirs', async () => {
      for (const { outsider, ann, organizationId, shareId, groupId } of places) {
        const path = { organization_id: organizationId, root_id: shareId as RootId }
        const puppet = await outsider.call(people.createPerson, newcomer(organizationId))
        const elsewhere = await world.person()
        const tries = {
          create_with_share: () =>
            outsider.call(people.createPerson, {
              ...newcomer(organizationId),
              dept_shares: [shareId as RootId],
            }),
          create_with_group: () =>
            outsider.call(people.createPerson, {
              ...newcomer(organizationId),
              group_ids: [groupId as GroupId],
            }),
          update_with_share: () =>
            outsider.call(people.updatePerson, {
              person_id: puppet.id,
              dept_shares: [shareId as RootId],
            }),
          update_with_group: () =>
            outsider.call(people.updatePerson, {
              person_id: puppet.id,
              group_ids: [groupId as GroupId],
            }),
          members: () =>
            outsider.call(updateGroupMembers, { group_id: groupId as GroupId, members: [puppet.id] }),
          subscribe: () =>
            outsider.call(shares.updateShareSubscribers, {
              ...path,
              subscribers: [[puppet.id, 'all', 'VIEWER']],
            }),
          invite: () =>
            outsider.call(shares.updateShareSubscribers, {
              ...path,
              external_subscribers: [[elsewhere.email, 'VIEWER']],
            }),
        }
        for (const [name, trying] of Object.entries(tries))
          assert.equal(await refusal(trying()), 'forbidden', name)
        // Those who manage a share decide, and anyone who may look.
        await ann.call(shares.updateShareSubscribers, {
          ...path,
          subscribers: [[ann.id, 'all', 'CO_OWNER']],
        })
      }
    })

    it('make no further administrator above privacy mode, also when they have deleted all', async () => {
      const { outsider, organizationId: top } = places[0] as Guarded
      const { company_id } = await outsider.call(people.getOwnPerson, {})
      const { id } = await outsider.call(createOrganization, {
        organization_id: company_id,
        name: 'Fresh',
        slug: `fresh-${made}`,
        email: 'office@example.test',
        privacy_mode: true,
      })
      const first = await outsider.call(people.createPerson, { ...newcomer(id), site_admin: true })
      await outsider.call(people.deletePerson, { person_id: first.id })
      const again = outsider.call(people.createPerson, { ...newcomer(id), site_admin: true })
      assert.equal(await refusal(again), 'forbidden')
      const named = outsider.call(updateOrganization, { organization_id: top, hostname: 'trap.example' })
      assert.equal(await refusal(named), 'forbidden')
    })

    it('see that there are links, and can end or close them, but not open them', async () => {
      for (const { outsider, boss, ann, organizationId, ids, linkHash } of places) {
        const [id] = ids.sharelink_id as [SharelinkId]
        const lists = [
          await outsider.call(links.listPersonSharelinks, { person_id: ann.id }),
          await outsider.call(listOrganizationSharelinks, { organization_id: organizationId }),
          await outsider.call(links.listPersonReceivedSharelinks, { person_id: boss.id }),
        ].map(({ results }) => results)
        const guest = ids.guest_id?.[0] as never
        lists.push((await outsider.call(links.listGuestShares, { guest_id: guest })).results)
        const one = await outsider.call(links.getSharelink, { sharelink_id: String(id) })
        for (const link of [...lists.flat(), one]) {
          const item = link.type === 'file_sharelink' ? link.file : link.folder
          assert.deepEqual([link.hash, link.url, item.name, item.path], ['', '', '', ''])
          assert.ok(link.id && item.id && link.creator_id === ann.id)
          for (const { hash, url } of link.subscribers) assert.deepEqual([hash, url], ['', ''])
        }
        assert.deepEqual(
          lists.map(({ length }) => length),
          [2, 2, 2, 1],
        )
        const change = (given: object) => outsider.call(links.updateSharelink, { sharelink_id: id, ...given })
        for (const given of [
          { login_required: false, download_limit: 3 },
          { login_required: true, anon_edit: true },
          { password: 'open sesame' },
          { expires: '2040-01-01' },
        ])
          assert.equal(await refusal(change(given)), 'forbidden', JSON.stringify(given))
        const joining = outsider.call(links.addSharelinkSubscriber, {
          sharelink_id: id,
          email: outsider.email,
        })
        assert.equal(await refusal(joining), 'forbidden')
        const closed = await change({ login_required: true })
        assert.deepEqual([closed.login_required, closed.hash, closed.url], [true, '', ''])
        assert.equal(await refusal(change({ login_required: false })), 'forbidden')
        const seen = await ann.call(links.getSharelink, { sharelink_id: String(id) })
        assert.deepEqual([seen.login_required, seen.hash], [true, linkHash])
        await outsider.call(links.deleteSharelink, { sharelink_id: id })
      }
    })

    it('see devices with what they do, but no path on them, and start nothing there from above', async () => {
      for (const [n, { outsider, ann, organizationId, machines, ids }] of places.entries()) {
        const machine_id = machines.ann
        const root_id = ids.root_id?.[2] as RootId
        const job = { machine_id, job_id: ids.job_id?.[0] as MachineJobId }
        const pathsFor = async (who: typeof ann) => {
          const mapping = { machine_id, mapping_id: ids.mapping_id?.[0] as MappingId }
          const items = [
            ...(await who.call(machine.listMachineMappings, { machine_id })).results,
            await who.call(machine.getMachineMapping, mapping),
            ...(await who.call(fleet.exportMachineMappings, { machine_id })).mappings,
            ...(await who.call(backups.listMachineBackups, { machine_id })).results,
            await who.call(backups.getMachineBackup, { machine_id, root_id }),
            ...(await who.call(fleet.listMachineJobs, { machine_id })).results,
            await who.call(fleet.getMachineJob, job),
          ]
          assert.equal(items.length, 7)
          return items.map(({ path }) => path)
        }
        assert.deepEqual(new Set(await pathsFor(outsider)), new Set(['']))
        for (const path of await pathsFor(ann)) assert.ok(path?.includes(SECRET_NAME))
        const nameOf = (roots: readonly { id: number; name: string }[]) =>
          roots.find(({ id }) => id === root_id)?.name
        const all = await outsider.call(listOrganizationRoots, { organization_id: organizationId })
        assert.equal(nameOf(all.results), 'server')
        const own = await ann.call(people.getOwnPerson, {})
        assert.equal(nameOf(own.roots), `server home-${SECRET_NAME}`)
        // What is there already is not found out by guessing.
        const [guess] = (
          await outsider.call(fleet.importMachineMappings, {
            machine_id,
            mappings: [{ root_id: ids.root_id?.[1] as RootId, path: `/srv/${SECRET_NAME} team` }],
          })
        ).results
        assert.deepEqual([guess?.status, guess?.error], ['failed', 'forbidden'])
        const start = outsider.call(backups.createMachineBackup, { machine_id, path: '/etc' })
        if (WARDS[n] === 'privacy_mode') {
          assert.equal(await refusal(start), 'forbidden')
          const restore = { machine_id, root_id, path: '/etc' }
          assert.equal(await refusal(outsider.call(backups.restoreMachineBackup, restore)), 'forbidden')
        } else assert.equal((await start).path, '/etc', 'the one that they gave')
      }
    })

    it('read what happened without the names of files, also what they did themselves', async () => {
      for (const { outsider, ann, organizationId } of places) {
        const read = async (who: typeof ann) => [
          ...(await who.call(listPersonActivity, { person_id: ann.id })).results,
          ...(who === ann
            ? []
            : (await who.call(listOrganizationActivity, { organization_id: organizationId })).results),
        ]
        const records = await read(outsider)
        const deleted = records.find(({ activity_type_id }) => activity_type_id === 65)
        assert.ok(deleted && records.length > 20)
        records.push(await outsider.call(getActivity, { activity_id: deleted.id }))
        assert.ok(!JSON.stringify(records).includes(SECRET_NAME))
        assert.ok(records.some(({ data_text }) => data_text.includes('CO_OWNER')))
        assert.ok(JSON.stringify(await read(ann)).includes(`/${SECRET_NAME} 2.txt`))
      }
    })
  })
