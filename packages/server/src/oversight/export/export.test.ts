import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { getOrganization } from '@holdfast/api/accounts/organizations'
import * as files from '@holdfast/api/files/files'
import { purgeFile } from '@holdfast/api/files/retention'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import * as api from '@holdfast/api/oversight/exports'
import { shareFile } from '@holdfast/api/sharing/links'
import { createShare, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import {
  downloadPart,
  exportOf,
  sha256,
  spoilChunk,
  stepOfExport,
  unpack,
} from '@holdfast/server/testkit/people/exports'
import { guard, WARDS } from '@holdfast/server/testkit/people/guarded'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until, untilFound } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { countReaders } from '../../platform/content/read-content.ts'
import { WHOLE_ROOT } from '../../platform/db/statements.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'
import { insertExportChunks } from './content-queries.ts'
import { type ExportRow, findExport } from './queries.ts'

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
      await ann.call(files.uploadToRoot, {
        root_id: share.id,
        file: { name: 'plan.txt', bytes: new Blob(['plan']) },
      })
      await ann.call(updateShareSubscribers, {
        ...{
          organization_id: id,
          root_id: share.id,
          external_subscribers: [[(await world.person()).email, 'VIEWER']],
        },
      })
      await boss.call(createGroup, { company_id: id, name: 'Crew', members: [ann.id] })
      const shown = await ann.upload('shown.txt', 'shown')
      const link = await ann.call(shareFile, {
        root_id: ann.rootId,
        file_id: shown.id,
        password: 'Opens-the-link-1',
      })

      const done = await exportOf(world, boss, id, { part_size: MIB })
      assert.equal(done.state, 'done')
      assert.equal(done.failed_total, 0)
      assert.ok(done.parts.length >= 3)
      await until(() => countReaders() === 0)
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
      assert.equal(
        done.bytes,
        Object.values(expected).reduce((sum, { length }) => sum + length, 0),
      )

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

    it('goes on where it was after a restart, and has nothing twice', async () => {
      const { id, boss, ann } = await office()
      const contents = Array.from({ length: 6 }, (_, n) => sampleBytes(700_000, `file ${n}`))
      for (const [n, bytes] of contents.entries()) await ann.upload(`file ${n}.bin`, bytes)
      const begun = await boss.call(api.beginExport, { organization_id: id, part_size: MIB })
      const seen = new Set<string>()
      for (let state = begun.state; state !== 'done'; ) {
        assert.notEqual(state, 'failed')
        // As a server does that takes over from one that is slow, not gone.
        await Promise.all([stepOfExport(world, begun.id), stepOfExport(world, begun.id)])
        // What a step writes before it is broken off counts for nothing.
        const row = (await findExport(world.service.ctx.db.read, begun.id)) ?? assert.fail()
        const { part, size } = JSON.parse(row.position)
        if (row.state === 'running') await litter(row, part, size)
        seen.add(row.position)
        if (seen.size === 3) await world.restart()
        state = row.state
      }
      const again = await world.signIn(boss.email)
      const done = await again.call(api.getExport, { export_id: begun.id })
      assert.ok(seen.size > 8)
      const { files: found, manifest } = await unpack(again, done)
      assert.equal(new Set(manifest.files.map(({ path }) => path)).size, manifest.files.length)
      const binaries = [...found].filter(([path]) => path.endsWith('.bin'))
      assert.deepEqual(
        binaries.map(([path, bytes]) => [path.at(-5), sha256(bytes)]).sort(),
        contents.map((bytes, n) => [String(n), sha256(bytes)]),
      )
      await check()
    })

    async function litter({ id }: ExportRow, part: number, size: number): Promise<void> {
      const row = { export_id: id, part, position: size, chunk_id: 1 as ChunkId, size: 7 }
      await world.service.ctx.db.write((tx) => insertExportChunks(tx, [row]))
    }

    it('names files that are damaged, and has all others', async () => {
      const { id, boss, ann } = await office()
      const [small, large] = [
        await ann.upload('small.txt', 'small'),
        await ann.upload('large.bin', sampleBytes(90_000, 'l')),
      ]
      await ann.upload('whole.txt', 'whole')
      await spoilChunk(world, ann.rootId, Buffer.from('small'))
      await spoilChunk(world, ann.rootId, sampleBytes(90_000, 'l'))
      assert.ok(small.id && large.id)
      const done = await exportOf(world, boss, id)
      assert.deepEqual([done.state, done.failed_total, done.files], ['done', 2, 1])
      assert.deepEqual(done.failed.map(({ path, reason }) => [path.split('/').at(-1), reason]).sort(), [
        ['large.bin', 'damaged'],
        ['small.txt', 'damaged'],
      ])
      const { files: found, manifest } = await unpack(boss, done)
      assert.deepEqual(manifest.failed, done.failed)
      assert.ok([...found.keys()].some((path) => path.endsWith('/whole.txt')))
      const failed = (await lettersTo(boss)).join('\n')
      assert.match(failed, /2 files could not be exported/)
    })

    const lettersTo = async ({ email }: Someone) => (await world.sent(email)).map(({ text }) => text)

    it('is not done while a byte of it cannot be read back', async () => {
      const { id, boss, ann } = await office()
      await ann.upload('a.txt', 'first')
      await ann.upload('b.bin', sampleBytes(100_000, 'b'))
      const { id: export_id } = await boss.call(api.beginExport, { organization_id: id })
      const ctx = world.service.ctx
      for (;;) {
        await stepOfExport(world, export_id)
        const row = (await findExport(ctx.db.read, export_id)) ?? assert.fail()
        if (row.state !== 'verifying') continue
        await spoilChunk(world, row.root_id, sampleBytes(100_000, 'b'))
        break
      }
      const failed = await untilFound(async () => {
        await world.runJobs()
        const now = await boss.call(api.getExport, { export_id })
        return now.finished === null ? undefined : now
      })
      assert.deepEqual([failed.state, failed.error, failed.parts], ['failed', 'damaged', []])
      assert.deepEqual(
        failed.failed.map(({ path }) => path.split('/').at(-1)),
        ['b.bin'],
      )
      assert.equal(await refusal(boss.open(api.downloadExportPart, { export_id, number: 1 })), 'not_found')
      assert.match(
        (await lettersTo(boss)).join('\n'),
        /The export of .* failed: at least one file was damaged/,
      )
    })

    it('is downloaded in ranges, and on record', async () => {
      const { id, boss, ann, name } = await office()
      await ann.upload('a.bin', sampleBytes(500_000, 'a'))
      const done = await exportOf(world, boss, id)
      const [part = assert.fail()] = done.parts
      const whole = await downloadPart(boss, done.id, 1)
      const get = (headers: Record<string, string>) =>
        fetch(`${world.url}/api/2/export/${done.id}/part/1`, { headers: { ...boss.bearer, ...headers } })
      const rest = await get({ range: 'bytes=123456-' })
      assert.equal(rest.status, 206)
      assert.equal(rest.headers.get('etag'), `"${part.sha256}"`)
      assert.match(rest.headers.get('content-disposition') ?? '', new RegExp(`filename="${name}-1\\.zip"`))
      assert.ok(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(123_456)))
      assert.equal((await get({ range: `bytes=${part.size}-` })).status, 416)
      assert.equal(
        await refusal(boss.open(api.downloadExportPart, { export_id: done.id, number: 2 })),
        'not_found',
      )
      const { results } = await boss.call(listOrganizationActivity, { organization_id: id })
      assert.deepEqual(
        results.map(({ activity_type_id }) => activity_type_id).filter((type) => type >= 124),
        [128, 125, 124],
      )
      assert.match((await lettersTo(boss)).join('\n'), /1 file\. Each file was read back and verified/)
    })

    it('is one at a time, can be canceled, and is removed in the end', async () => {
      const { id, boss, ann } = await office()
      await ann.upload('a.bin', sampleBytes(300_000, 'mine alone'))
      const begin = (given = {}) => boss.call(api.beginExport, { organization_id: id, ...given })
      const first = await begin()
      assert.equal((await begin()).id, first.id)
      assert.equal(await refusal(begin({ versions: 'all' })), 'ver_conflict')
      assert.equal((await boss.call(api.cancelExport, { export_id: first.id })).state, 'canceled')
      await world.runJobs()
      assert.equal((await boss.call(api.getExport, { export_id: first.id })).state, 'canceled')

      const done = await exportOf(world, boss, id)
      const listed = async () => (await boss.call(api.listExports, { organization_id: id })).results
      assert.deepEqual(
        (await listed()).map((one) => one.id),
        [done.id, first.id],
      )
      const { root_id } = (await findExport(world.service.ctx.db.read, done.id)) ?? assert.fail()
      const kept = () => countChunks(root_id)
      world.clock.advance({ days: 13 })
      await world.runJobs()
      assert.ok((await kept()) > 0)
      assert.equal((await downloadPart(boss, done.id, 1)).length, done.parts[0]?.size)
      world.clock.advance({ days: 1, hours: 2 })
      await world.runJobs()
      assert.deepEqual(await listed(), [])
      assert.equal(await refusal(boss.call(api.getExport, { export_id: done.id })), 'not_found')
      world.clock.advance({ days: 3, hours: 2 })
      await world.runJobs()
      assert.equal(await kept(), 0)
      await check()
    })

    const countChunks = async (rootId: RootId): Promise<number> => {
      const rows = await world.service.ctx.db.read
        .selectFrom('chunk')
        .select('id')
        .where('root_id', '=', rootId)
        .modifyEnd(WHOLE_ROOT)
        .execute()
      return rows.length
    }

    it('keeps its bytes when the files are permanently deleted', async () => {
      const { id, boss, ann } = await office()
      const bytes = sampleBytes(400_000, 'gone for good')
      const file = await ann.upload('a.bin', bytes)
      const done = await exportOf(world, boss, id)
      await ann.call(files.deleteFile, { root_id: ann.rootId, file_id: file.id })
      await boss.call(purgeFile, { root_id: ann.rootId, file_id: file.id })
      world.clock.advance({ days: 4 })
      await world.runJobs()
      const { files: found } = await unpack(boss, done)
      assert.ok([...found].some(([path, content]) => path.endsWith('/a.bin') && content.equals(bytes)))
    })

    describe('takes', () => {
      it('the right to view the files of every organization in it', async () => {
        for (const ward of WARDS) {
          const { outsider, boss, ann, organizationId: organization_id } = await guard(world, ward)
          const begin = (by: Someone) => by.call(api.beginExport, { organization_id })
          for (const by of [outsider, ann]) assert.equal(await refusal(begin(by)), 'forbidden', ward)
          if (ward === 'admin_browse_files') {
            assert.equal(await refusal(begin(boss)), 'forbidden')
            continue
          }
          const { id: export_id } = await exportOf(world, boss, organization_id)
          for (const by of [outsider, ann]) {
            assert.equal(await refusal(by.call(api.listExports, { organization_id })), 'forbidden')
            assert.equal(await refusal(by.call(api.getExport, { export_id })), 'forbidden')
            assert.equal(await refusal(by.call(api.cancelExport, { export_id })), 'forbidden')
            assert.equal(
              await refusal(by.open(api.downloadExportPart, { export_id, number: 1 })),
              'forbidden',
            )
          }
        }
      })

      it('child organizations along, but for those whose files are private by then', async () => {
        const { id, boss, name } = await office()
        const [open, shut] = [await world.organization({}, id), await world.organization({}, id)]
        await world.changeOrganization(shut, { privacy_mode: 1 })
        for (const organizationId of [open, shut])
          await (await world.person({ organizationId })).upload('theirs.txt', `of ${organizationId}`)
        const done = await exportOf(world, boss, id, { below: true })
        assert.deepEqual(
          done.left_out.map((one) => one.id),
          [shut],
        )
        const { files: found } = await unpack(boss, done)
        const theirs = [...found].filter(([path]) => path.endsWith('theirs.txt'))
        assert.deepEqual(
          theirs.map(([, bytes]) => String(bytes)),
          [`of ${open}`],
        )
        assert.ok(!theirs.some(([path]) => path.startsWith(`${name}/`)))
        await world.changeOrganization(open, { privacy_mode: 1 })
        const export_id = done.id
        assert.equal(await refusal(boss.call(api.getExport, { export_id })), 'forbidden')
        assert.equal(await refusal(boss.open(api.downloadExportPart, { export_id, number: 1 })), 'forbidden')
        assert.deepEqual((await boss.call(api.listExports, { organization_id: id })).results, [])
        assert.equal((await boss.call(api.cancelExport, { export_id })).state, 'canceled')
      })
    })
  })
