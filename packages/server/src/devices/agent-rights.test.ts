import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import * as backups from '@holdfast/api/devices/backups'
import * as api from '@holdfast/api/devices/machines'
import { createFolderInRoot, deleteFile, downloadFile, uploadToRoot } from '@holdfast/api/files/files'
import type { EntryId, MachineId, RootId } from '@holdfast/api/ids'
import { shareFile } from '@holdfast/api/sharing/links'
import {
  acceptInvitation,
  createShare,
  type Role,
  updateShareSubscribers,
} from '@holdfast/api/sharing/shares'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { chunkOf, commit, put } from '@holdfast/server/testkit/content/client-cut'
import { TusCaller } from '@holdfast/server/testkit/content/tus'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { agentOf, connect, fileServer, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const top = 0 as EntryId
const FORBIDDEN = { code: 'forbidden' }

for (const stack of STACKS)
  describe(`the agent of a device, beside what its person may do, on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    let files = 0
    const add = (who: Someone, root_id: RootId, name = `${++files}.txt`) =>
      who.call(uploadToRoot, { root_id, file: { name, bytes: new Blob([name]) } })
    const map = (who: Someone, machine_id: MachineId, root_id: RootId) =>
      who.call(api.createMachineMapping, { machine_id, root_id, path: `/srv/${root_id}` })

    /** A file server of Ann's that the boss mapped to his own files, which Ann cannot reach. */
    const mapped = async () => {
      const { id, boss } = await company()
      const ann = await world.person({ organizationId: id })
      const machine_id = await fileServer(world, boss, ann, 'server')
      const mapping = await map(boss, machine_id, boss.rootId)
      const agent = await agentOf(world, ann, machine_id)
      return { id, boss, ann, machine_id, mapping, agent, root_id: boss.rootId }
    }

    it('edits what its machine maps, and no more than that', async () => {
      const { id, boss, ann, agent, machine_id, root_id } = await mapped()
      const file = await add(agent, root_id)
      const sender = new BatchSender(agent, root_id)
      const [sent] = await sender.send([
        { op: 'put', folder_id: top, name: 'batch.txt', ...sender.content('x') },
      ])
      assert.equal(sent?.error, undefined)
      const one = { root_id, file_id: file.id }
      assert.equal(await (await boss.open(downloadFile, one)).text(), file.name)
      await assert.rejects(agent.call(shareFile, one), FORBIDDEN)
      await agent.call(deleteFile, one)

      const script = await world.signIn(ann.email)
      const { guid } = await ann.call(api.getMachine, { machine_id })
      const { body } = await world.token({
        grant_type: 'password',
        username: ann.email,
        password: PASSWORD,
        guid,
      })
      assert.equal(body.guid, guid, 'a token of that machine')
      const headers = { authorization: `Bearer ${body.access_token}` }
      const asScript = await world.request(`/api/2/files/${root_id}`, { headers })
      assert.equal(asScript.error, 'forbidden', 'but not of its agent')
      const another = await fileServer(world, boss, ann, 'another')
      const bert = await world.person({ organizationId: id })
      for (const who of [
        script,
        ann,
        await agentOf(world, ann, another),
        await agentOf(world, bert, await fileServer(world, boss, bert, 'third')),
      ])
        await assert.rejects(add(who, root_id), FORBIDDEN)
      await assert.rejects(map(agent, another, root_id), FORBIDDEN, 'it passes nothing on')
      await assert.rejects(add(agent, bert.rootId), FORBIDDEN, 'another root')
    })

    it('edits it for as long as the mapping is kept in step', async () => {
      const { id, boss, ann, agent, machine_id, mapping, root_id } = await mapped()
      await boss.call(api.disableFileServer, { machine_id })
      await assert.rejects(add(agent, root_id), FORBIDDEN)
      await boss.call(api.enableFileServer, { machine_id })
      await add(agent, root_id)
      await boss.call(updateOrganizationPolicy, { organization_id: id, file_server_enabled: false })
      await assert.rejects(add(agent, root_id), FORBIDDEN)
      await boss.call(updateOrganizationPolicy, { organization_id: id, file_server_enabled: true })
      await add(agent, root_id)
      await world.service.ctx.db.write((tx) =>
        tx
          .updateTable('machine')
          .set({ deleted_at: world.clock.now() })
          .where('id', '=', machine_id)
          .execute(),
      )
      await assert.rejects(add(agent, root_id), FORBIDDEN)
      await world.service.ctx.db.write((tx) =>
        tx.updateTable('machine').set({ deleted_at: null }).where('id', '=', machine_id).execute(),
      )
      await ann.call(api.deleteMachineMapping, { machine_id, mapping_id: mapping.id })
      await assert.rejects(add(agent, root_id), FORBIDDEN)
    })

    it('of another organization edits it for as long as whoever mapped it may', async () => {
      const { boss: host, id } = await company()
      const { boss, id: home } = await company()
      const ann = await world.person({ organizationId: home })
      const machine_id = await fileServer(world, boss, ann, 'server')
      const invite = (external_subscribers: [string, Role][]) =>
        host.call(updateShareSubscribers, { organization_id: id, root_id: share.id, external_subscribers })
      const share = await host.call(createShare, { organization_id: id, name: 'Both' })
      await invite([[ann.email, 'EDITOR']])
      await ann.call(acceptInvitation, { person_id: ann.id, root_id: share.id })
      await map(ann, machine_id, share.id)
      const agent = await agentOf(world, ann, machine_id)
      await add(agent, share.id)
      await invite([[ann.email, 'VIEWER']])
      await assert.rejects(add(agent, share.id), FORBIDDEN)
      await invite([])
      await assert.rejects(agent.call(createFolderInRoot, { root_id: share.id, name: 'x' }), FORBIDDEN)

      const admin = await world.admin()
      const console = await fileServer(world, admin, admin, 'console')
      await map(admin, console, share.id)
      const above = await agentOf(world, admin, console)
      await add(above, share.id)
      await host.call(updateOrganizationPolicy, { organization_id: id, admin_browse_files: false })
      await assert.rejects(add(above, share.id), FORBIDDEN)
    })

    it('alone writes the backups of its machine, every kind of file', async () => {
      const { id, boss } = await company({ excluded_extensions: '.exe', max_file_size: 1 })
      const ann = await world.person({ organizationId: id })
      const machine_id = await machineOf(world, ann, 'laptop')
      const { id: root_id } = await ann.call(backups.createMachineBackup, { machine_id, path: '/home' })
      const agent = await agentOf(world, ann, machine_id)
      const others = [ann, boss, await agentOf(world, ann, await machineOf(world, ann, 'another'))]

      const sender = new BatchSender(agent, root_id)
      const [sent] = await sender.send([
        { op: 'put', folder_id: top, name: 'batch.exe', ...sender.content('x'), meta: 'mode 755' },
      ])
      assert.equal(sent?.entry?.name, 'batch.exe')
      const chunk = chunkOf(Buffer.from('some bytes'))
      await put(agent, chunk, root_id)
      await commit(agent, [chunk], { root_id, name: 'chunks.exe' })
      const file = await add(agent, root_id, 'whole.exe')
      const begin = (who: Someone) =>
        new TusCaller({ url: world.url, bearer: who.bearer, rootId: root_id }).begin(
          { filename: 'large.exe' },
          2 * 1024 * 1024,
        )
      await begin(agent)
      for (const who of others) {
        await assert.rejects(add(who, root_id), FORBIDDEN)
        await assert.rejects(new BatchSender(who, root_id).send([], 'any'), FORBIDDEN)
        await assert.rejects(commit(who, [chunk], { root_id, name: 'mine.exe' }), FORBIDDEN)
        await assert.rejects(begin(who), { message: /forbidden/ })
      }
      await agent.call(deleteFile, { root_id, file_id: file.id })
      await boss.call(updatePerson, { person_id: ann.id, space_quota: 1 })
      const [full] = await sender.send([
        { op: 'put', folder_id: top, name: 'more.exe', ...sender.content('more') },
      ])
      assert.equal(full?.error, 'policy_error', 'quotas hold')
    })

    it('reads a backup of someone else while it is to restore that', async () => {
      const { boss, id } = await company()
      const ann = await world.person({ organizationId: id })
      const from = await machineOf(world, ann, 'laptop')
      const { id: root_id } = await ann.call(backups.createMachineBackup, { machine_id: from, path: '/home' })
      const file = await add(await agentOf(world, ann, from), root_id)
      const bert = await world.person({ organizationId: id })
      const to_machine_id = await machineOf(world, bert, 'bert')
      const device = await connect(world, bert, to_machine_id)
      device.answers = () => ({ ok: true })
      const agent = await agentOf(world, bert, to_machine_id)
      const read = () => agent.open(downloadFile, { root_id, file_id: file.id })
      await assert.rejects(read(), FORBIDDEN)
      await boss.call(backups.restoreMachineBackup, {
        machine_id: from,
        root_id,
        path: '/back',
        to_machine_id,
      })
      assert.equal(await (await read()).text(), file.name)
      await assert.rejects(add(agent, root_id), FORBIDDEN)
      const finished = { finished_at: world.clock.now(), state: 'done' as const }
      await world.service.ctx.db.write((tx) => tx.updateTable('machine_job').set(finished).execute())
      await assert.rejects(read(), FORBIDDEN)
      device.cut()
    })
  })
