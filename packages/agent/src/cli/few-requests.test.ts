import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { getSnapshot } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { chunkOf, commit, put } from '@holdfast/server/testkit/content/client-cut'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import { TestAgent } from '../../testkit/program/agent.ts'
import type { StatusView } from '../service/methods.ts'

const MIB = 1024 * 1024
const TOP = 0 as EntryId
const FILES = 130
const DOWNLOADED = 8

for (const stack of USUAL_STACKS)
  describe(`an agent that has much to do with a service on ${stack.name}`, () => {
    const world = useWorld(stack)
    // Not among the test data in memory: that belongs to the system, and is no place for files of people.
    const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-few-'))
    after(() => {
      TestAgent.killAll()
      rmSync(dir, { recursive: true, force: true })
    })
    const answers = (operation: string): number =>
      (world.service.ctx.figures.answers.get(operation)?.byClass ?? []).reduce((sum, count) => sum + count, 0)

    it('brings many small files by few requests, and each is a download on record', async () => {
      const organization_id = await world.organization()
      const ann = await world.person({ organizationId: organization_id })
      const admin = await world.admin()
      const sender = new BatchSender(ann, ann.rootId)
      const names = Array.from({ length: FILES }, (_, n) => `${n}.txt`).sort()
      await sender.send(
        names.map((name) => ({ op: 'put', folder_id: TOP, name, ...sender.content(`content of ${name}`) })),
      )
      const agent = new TestAgent(path.join(dir, 'home'))
      const folder = path.join(dir, 'folder')
      const signedIn = await agent.signIn(world.url, ann.email, PASSWORD, '--folder', folder)
      assert.equal(signedIn.code, 0, signedIn.errors)
      await agent.do('sync', '--once')
      const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
        (item) => item.isFile() && item.name.endsWith('.txt'),
      )
      assert.deepEqual(kept.map(({ name }) => name).sort(), names)
      for (const { parentPath, name } of kept)
        assert.equal(readFileSync(path.join(parentPath, name), 'utf8'), `content of ${name}`)
      assert.deepEqual([answers('get_contents'), answers('download_revision')], [2, 0])
      await world.service.ctx.downloads.flush()
      const downloads = new Set<string>()
      for (let offset = 0; offset < 2 * FILES; offset += 100) {
        const { results } = await admin.call(listOrganizationActivity, { organization_id, offset })
        for (const { activity_type_id, data_text } of results)
          if (activity_type_id === DOWNLOADED) downloads.add(data_text)
      }
      assert.deepEqual([...downloads].sort(), names.map((name) => `/${name}`).sort())
    })

    it('sends the chunks of large files by bundles', async () => {
      const ann = await world.person()
      const agent = new TestAgent(path.join(dir, 'sender'))
      const folder = path.join(dir, 'sent')
      assert.equal((await agent.signIn(world.url, ann.email, PASSWORD, '--folder', folder)).code, 0)
      await agent.do('sync', '--once')
      const [root = assert.fail('no folder of a root')] = (await agent.json<StatusView>('status')).roots
      const bytes = sampleBytes(20 * MIB, 'sent by bundles')
      writeFileSync(path.join(root.folder ?? assert.fail('it has no folder'), 'large.bin'), bytes)
      await agent.do('sync', '--once')
      const { results } = await ann.call(getSnapshot, { root_id: ann.rootId })
      const [file = assert.fail('nothing was sent')] = results
      assert.ok((await ann.download(file.entry_id)).equals(bytes))
      assert.ok(answers('put_chunks') >= 4, `${answers('put_chunks')} bundles`)
      assert.ok(answers('put_chunks') + answers('put_chunk') <= 10, `${answers('put_chunk')} chunks`)
    })

    it('brings a small file that another client has cut into pieces, among others', async () => {
      const ann = await world.person()
      const pieces = ['cut ', 'by ', 'another ', 'client'].map((text) => chunkOf(Buffer.from(text)))
      for (const piece of pieces) await put(ann, piece)
      await commit(ann, pieces, { name: 'pieces.txt' })
      await ann.upload('whole.txt', 'whole')
      const agent = new TestAgent(path.join(dir, 'reader'))
      const folder = path.join(dir, 'read')
      assert.equal((await agent.signIn(world.url, ann.email, PASSWORD, '--folder', folder)).code, 0)
      await agent.do('sync', '--once')
      const [root = assert.fail('no folder of a root')] = (await agent.json<StatusView>('status')).roots
      const read = (name: string) => readFileSync(path.join(root.folder ?? '', name), 'utf8')
      assert.deepEqual([read('pieces.txt'), read('whole.txt')], ['cut by another client', 'whole'])
      assert.deepEqual(root.problems, [])
    })
  })
