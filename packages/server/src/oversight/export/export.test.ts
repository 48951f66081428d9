import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOrganization } from '@holdfast/api/accounts/organizations'
import { createGroup } from '@holdfast/api/accounts/groups'
import * as files from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, OrganizationId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import * as api from '@holdfast/api/oversight/exports'
import { shareFile } from '@holdfast/api/sharing/links'
import { createShare, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { downloadPart, exportOf, sha256, unpack } from '@holdfast/server/testkit/people/exports'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const MIB = 1024 * 1024
/** As the world names people. */
const displayOf = ({ email }: Someone) => `Pat Doe ${/\d+/.exec(email)?.[0]}`

for (const stack of STACKS)
  describe(`an export of an organization on ${stack.name}`, () => {
    const world = useWorld(stack)
    const check = () => checkInvariants(world.service.ctx.db.read)

    /** Someone with files, and an administrator. */
    async function office() {
      const id = await world.organization({ num_orgs_maximum: null })
      const boss = await world.person({ organizationId: id, siteAdmin: true })
      const ann = await world.person({ organizationId: id })
      return { id, boss, ann, name: await nameOf(boss, id) }
    }
    const nameOf = async (by: Someone, id: OrganizationId) =>
      (await by.call(getOrganization, { organization_id: String(id) })).name
    const folder = (by: Someone, name: string, folder_id?: EntryId) =>
      folder_id === undefined
        ? by.call(files.createFolderInRoot, { root_id: by.rootId, name })
        : by.call(files.createFolderInFolder, { root_id: by.rootId, folder_id, name })

    it('has every file, in parts of a size, with checksums and lists', async () => {
      const { id, boss, ann, name } = await office()
      const big = sampleBytes(3 * MIB + 17, 'big')
      const middle = sampleBytes(200_000, 'middle')
      const docs = await folder(ann, 'Docs')
      await folder(ann, 'Empty', docs.id)
      await ann.upload('big.bin', big, docs.id)
      await ann.upload('same again.bin', big)
      await ann.upload('middle.bin', middle)
      await ann.upload('ünï – 日本.txt', 'short')
      await ann.upload('none', '')
      const gone = await ann.upload('gone.txt', 'gone')
      await ann.call(files.deleteFile, { root_id: ann.rootId, file_id: gone.id })
      const share = await ann.call(createShare, { organization_id: id, name: 'Plans' })
      await ann.call(files.uploadToRoot, { root_id: share.id, file: { name: 'plan.txt', bytes: new Blob(['plan']) } })
      await ann.call(updateShareSubscribers, {
        ...{ organization_id: id, root_id: share.id, external_subscribers: [[(await world.person()).email, 'VIEWER']] },
      })
      await boss.call(createGroup, { company_id: id, name: 'Crew', members: [ann.id] })
      const shown = await ann.upload('shown.txt', 'shown')
      const link = await ann.call(shareFile, { root_id: ann.rootId, file_id: shown.id, password: 'Opens-the-link-1' })

      const done = await exportOf(world, boss, id, { part_size: MIB })
      assert.equal(done.state, 'done')
      assert.equal(done.failed_total, 0)
      assert.ok(done.parts.length >= 3)
      const { files: found, folders, manifest, partOf } = await unpack(boss, done)
      const top = `${name}/People/${displayOf(ann)}`
      const expected = {
        [`${top}/Docs/big.bin`]: big,
        [`${top}/same again.bin`]: big,
        [`${top}/middle.bin`]: middle,
        [`${top}/ünï – 日本.txt`]: Buffer.from('short'),
        [`${top}/none`]: Buffer.alloc(0),
        [`${top}/shown.txt`]: Buffer.from('shown'),
        [`${name}/Team shares/Plans/plan.txt`]: Buffer.from('plan'),
      }
      const lists = ['people.csv', 'groups.csv', 'shares.csv', 'links.csv', 'activity.jsonl', 'manifest.json']
      assert.deepEqual([...found.keys()].sort(), [...Object.keys(expected), ...lists].sort())
      for (const [path, bytes] of Object.entries(expected)) assert.ok(found.get(path)?.equals(bytes), path)
      assert.ok(folders.includes(`${top}/Docs/Empty/`))
      assert.equal(done.files, Object.keys(expected).length)
      assert.equal(done.files_total, done.files)
      assert.equal(done.bytes, Object.values(expected).reduce((sum, { length }) => sum + length, 0))

      assert.deepEqual(manifest.failed, [])
      assert.deepEqual(
        manifest.files.map(({ path }) => path).sort(),
        [...found.keys()].filter((path) => path !== 'manifest.json').sort(),
      )
      for (const { path, size, sha256: hash, part } of manifest.files) {
        const bytes = found.get(path) ?? assert.fail(path)
        assert.deepEqual([bytes.length, sha256(bytes), partOf.get(path)], [size, hash, part], path)
      }
      for (const { number, size, sha256: hash } of done.parts) {
        const bytes = await downloadPart(boss, done.id, number)
        assert.deepEqual([bytes.length, sha256(bytes)], [size, hash])
      }
      const text = (path: string) => String(found.get(path))
      assert.match(text('people.csv'), new RegExp(`person,${ann.email},`))
      assert.match(text('groups.csv'), new RegExp(`Crew,${ann.email},person`))
      assert.match(text('shares.csv'), /Plans,person\d+@example\.test,external,VIEWER,invited/)
      assert.match(text('links.csv'), new RegExp(`shown\\.txt,file,${ann.email},.*,true,false`))
      assert.match(text('activity.jsonl'), /"action_text":"started an export of the organization"/)
      for (const list of lists) assert.ok(!text(list).includes(link.hash), list)
      assert.ok(!text('links.csv').includes('Opens-the-link-1'))
      await check()
    })

    it('has earlier versions and deleted files, where asked for', async () => {
      const { id, boss, ann, name } = await office()
      const file = await ann.upload('report.txt', 'first')
      world.clock.advance({ hours: 1 })
      const next = { name: 'report.txt', bytes: new Blob(['second']) }
      await ann.call(uploadRevision, { root_id: ann.rootId, file_id: file.id, file: next })
      const old = await folder(ann, 'Old')
      await ann.upload('inside.txt', 'inside', old.id)
      await ann.call(files.deleteFolder, { root_id: ann.rootId, folder_id: old.id })
      const current = await unpack(boss, await exportOf(world, boss, id))
      const ofAnn = (paths: Iterable<string>) =>
        [...paths].flatMap((path) => path.split(`${name}/People/${displayOf(ann)}/`)[1] ?? []).sort()
      assert.deepEqual(ofAnn(current.files.keys()), ['report.txt'])
      const all = await unpack(boss, await exportOf(world, boss, id, { versions: 'all' }))
      const paths = ofAnn(all.files.keys())
      assert.equal(paths.length, 3)
      assert.match(paths[0] ?? '', /^Old\/inside \(deleted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\)\.txt$/)
      assert.match(paths[1] ?? '', /^report \(version \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\)\.txt$/)
      const content = (path = '') => String(all.files.get(`${name}/People/${displayOf(ann)}/${path}`))
      assert.deepEqual(paths.map(content), ['inside', 'first', 'second'])
    })
  })
