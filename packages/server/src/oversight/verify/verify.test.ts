import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/files/files'
import * as revisions from '@holdfast/api/files/revisions'
import type { RootId } from '@holdfast/api/ids'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { runCommand } from '@holdfast/server/testkit/servers/command-line'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { type BlobKey, blobKey } from '../../platform/basics/blob-key.ts'
import { insertReservedChunks } from '../../platform/content/queries.ts'
import { verifyArguments } from '../../service/cli/verify.ts'
import { countOrphans, verifyBytes, verifyContents } from './content/verify-content.ts'
import { verifyRecords } from './verify-records.ts'

const BLOB = 70_000

for (const stack of STACKS)
  describe(`the command to verify on ${stack.name}`, () => {
    const world = useWorld(stack)
    const sqlite = stack.name.startsWith('sqlite')

    /** The real command, beside the running service. */
    function verify(...args: string[]) {
      const { dataDir, database, blobs } = world.place
      return runCommand(dataDir, ['verify', ...args], {
        HOLDFAST_DATA_DIR: dataDir,
        HOLDFAST_DATABASE_URL: database.kind === 'sqlite' ? `sqlite:${database.file}` : database.url,
        ...(blobs.kind === 's3' && {
          HOLDFAST_BLOBS_URL: `s3://${blobs.bucket}/${blobs.prefix}?endpoint=${blobs.endpoint}`,
          AWS_ACCESS_KEY_ID: environment('AWS_ACCESS_KEY_ID'),
          AWS_SECRET_ACCESS_KEY: environment('AWS_SECRET_ACCESS_KEY'),
        }),
      })
    }
    const change = (statement: string) => rawSql(world.service.ctx.db, statement)
    /** What the command finds, without starting a process for it. */
    async function problems({ rootId, content = false }: { rootId?: RootId; content?: boolean } = {}) {
      const { db, content: stored } = world.service.ctx
      const lines: string[] = []
      const report = (line: string) => lines.push(line)
      await verifyRecords(db.read, rootId, report)
      if (content) {
        await verifyBytes(stored, rootId, report)
        await verifyContents(db.read, rootId, report)
      }
      return lines
    }
    /** Makes something wrong, and gives what is found; then puts it right again. */
    async function afterDamage(damage: string, repair: string, where?: Parameters<typeof problems>[0]) {
      await change(damage)
      try {
        return await problems(where)
      } finally {
        await change(repair)
      }
    }
    async function furnish(who: Someone) {
      const folder = await who.call(api.createFolderInRoot, { root_id: who.rootId, name: 'Docs' })
      const file = await who.upload('plan.bin', sampleBytes(BLOB, `plan of ${who.email}`), folder.id)
      const small = await who.upload('small.txt', `small of ${who.email}`, folder.id)
      return { folder, file, small }
    }
    const blobOf = async (revisionId: number): Promise<BlobKey> => {
      const [row] = await rawSql<{ blob_key: string }>(
        world.service.ctx.db,
        `select blob_key from chunk where id = (select chunk_id from revision_chunk where revision_id = ${revisionId})`,
      )
      return blobKey(row?.blob_key ?? assert.fail('It has no blob'))
    }

    it('finds nothing where nothing is wrong, also beside people at work', async () => {
      const ann = await world.person()
      const { file } = await furnish(ann)
      const work = async (n: number) => {
        for (let round = 0; round < rounds(8, 15); round++) {
          const made = await ann.upload(`${n} ${round}.bin`, sampleBytes(BLOB, `${n} ${round}`))
          if (round % 2) await ann.call(api.deleteFile, { root_id: ann.rootId, file_id: made.id })
          if (n === 0)
            await ann.call(revisions.uploadRevision, {
              root_id: ann.rootId,
              file_id: file.id,
              file: { name: 'x', bytes: new Blob([`${round}`]) },
            })
        }
      }
      const [quick, whole] = await Promise.all([verify(), verify('--content'), work(0), work(1)])
      assert.match(quick.output, /^No problems found\. \d+ roots? checked\.$/)
      assert.match(
        whole.output,
        /^No problems found\. \d+ roots? checked, \d+ chunks? read, 0 unused blobs\.$/,
      )
      assert.deepEqual([quick.code, whole.code], [0, 0])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('names what contradicts itself, and where', async () => {
      const ann = await world.person()
      const { folder, file } = await furnish(ann)
      const root = `root ${ann.rootId} “`
      const counter = await afterDamage(
        `update root set live_size = live_size + 1 where id = ${ann.rootId}`,
        `update root set live_size = live_size - 1 where id = ${ann.rootId}`,
      )
      assert.equal(counter.length, 1)
      assert.match(counter[0] ?? '', /: violates “a root counts its files, revisions and bytes”$/)
      assert.ok(counter[0]?.includes(root), counter[0])
      const children = await afterDamage(
        `update entry set live_children = 7 where id = ${folder.id}`,
        `update entry set live_children = 2 where id = ${folder.id}`,
      )
      assert.ok(
        children[0]?.includes(`, /Docs (folder ${folder.id}): violates “a folder counts`),
        children[0],
      )
      for (const [wrong, again] of [
        ['tree_size = tree_size + 1', 'tree_size = tree_size - 1'],
        ['tree_seq = tree_seq - 1', 'tree_seq = tree_seq + 1'],
      ]) {
        const [tree = '', ...others] = await afterDamage(
          `update entry set ${wrong} where id = ${folder.id}`,
          `update entry set ${again} where id = ${folder.id}`,
        )
        assert.deepEqual(others, [])
        assert.ok(
          tree.includes(`, /Docs (folder ${folder.id}): violates “a folder knows how many bytes`),
          tree,
        )
      }
      const [row] = await rawSql<{ chunk_id: number; size: number; position: number }>(
        world.service.ctx.db,
        `select * from revision_chunk where revision_id = ${file.revision_id}`,
      )
      const missing = await afterDamage(
        `delete from revision_chunk where revision_id = ${file.revision_id}`,
        `insert into revision_chunk (root_id, revision_id, position, chunk_id, size)
         values (${ann.rootId}, ${file.revision_id}, 0, ${row?.chunk_id}, ${row?.size})`,
        { rootId: ann.rootId },
      )
      const place = `, /Docs/plan.bin (file ${file.id}, revision ${file.revision_id})`
      assert.ok(missing[0]?.includes(`${place}: violates “a revision has all of its bytes`), missing[0])
      const inRoot = (id: number) =>
        `update revision_chunk set root_id = ${id} where revision_id = ${file.revision_id}`
      const strayed = await afterDamage(inRoot(0), inRoot(ann.rootId), { rootId: ann.rootId })
      assert.ok(strayed[0]?.includes(`${place}: violates “a revision has all of its bytes`), strayed[0])
      const lost = await afterDamage(
        `update entry set parent_id = ${folder.id} where id = ${folder.id}`,
        `update entry set parent_id = 0 where id = ${folder.id}`,
      )
      assert.ok(lost.some((line) => line.includes('an item can be reached from the top level')))
      const organization = await afterDamage(
        'update organization set stored_size = stored_size + 1 where id = 1',
        'update organization set stored_size = stored_size - 1 where id = 1',
      )
      assert.equal(organization[0], 'Organization 1: violates “an organization counts what its roots store”')
      assert.deepEqual(await problems(), [])
    })

    it('reads all bytes, and names each file that has lost some', async () => {
      const ann = await world.person()
      const { file, small } = await furnish(ann)
      const copy = await ann.upload('copy.bin', sampleBytes(BLOB, `plan of ${ann.email}`))
      const { blobs } = world.service.ctx
      const key = await blobOf(file.revision_id)
      const bytes = await blobs.get(key)
      const all = { rootId: ann.rootId, content: true }

      await blobs.delete(key)
      const told = await verify('--content', '--root', String(ann.rootId))
      assert.deepEqual([told.code, told.errors], [1, ''], told.output)
      const gone = told.output.split('\n')
      assert.equal(gone.length, 3)
      for (const [n, [path, { id, revision_id }]] of Object.entries([
        ['/Docs/plan.bin', file],
        ['/copy.bin', copy],
      ] as const))
        assert.ok(
          gone[Number(n)]?.endsWith(
            `${path} (file ${id}, revision ${revision_id}): ${BLOB} bytes from position 0 are missing: blob ${key} does not exist.`,
          ),
          gone[Number(n)],
        )
      assert.equal(gone[2], '2 problems found. 1 root checked, 2 chunks read.')
      assert.deepEqual(await problems(), [], 'only reading finds it')

      const flipped = Buffer.from(bytes)
      flipped[12_345] = (flipped[12_345] ?? 0) ^ 1
      await blobs.put(key, [flipped])
      assert.ok((await problems(all))[0]?.endsWith(`are damaged in blob ${key}`))
      await blobs.delete(key)
      await blobs.put(key, [bytes.subarray(1)])
      assert.ok((await problems(all))[0]?.endsWith(`are incomplete in blob ${key}`))
      await blobs.delete(key)
      await blobs.put(key, [bytes])
      assert.deepEqual(await problems(all), [])

      const original = Buffer.from(`small of ${ann.email}`)
      const literal = (data: Buffer) =>
        sqlite ? `x'${data.toString('hex')}'` : `'\\x${data.toString('hex')}'`
      const inline = (data: Buffer) =>
        `update chunk set data = ${literal(data)}
         where id = (select chunk_id from revision_chunk where revision_id = ${small.revision_id})`
      const damaged = Buffer.from(original)
      damaged[0] = 0
      const [line] = await afterDamage(inline(damaged), inline(original), all)
      assert.ok(line?.includes(`/Docs/small.txt (file ${small.id},`), line)
      assert.ok(line?.endsWith('are damaged in the database'), line)

      const swap = (id: number) =>
        `update revision_chunk set chunk_id = (select chunk_id from revision_chunk where revision_id = ${id})
         where revision_id = ${copy.revision_id}`
      const other = await ann.upload('other.bin', sampleBytes(BLOB, 'other'))
      const swapped = await afterDamage(swap(other.revision_id), swap(file.revision_id), all)
      assert.ok(
        swapped.some((text) => /\/copy\.bin .+ its chunks are not the ones that were uploaded$/.test(text)),
        swapped.join('\n'),
      )
    })

    it('counts blobs that nothing needs, but not those on their way', async () => {
      const { ctx } = world.service
      const [unknown, reserved] = [ctx.content.randomKey(), ctx.content.randomKey()]
      const { rootId } = await world.person()
      await ctx.db.write((tx) => insertReservedChunks(tx, rootId, [reserved], ctx.now()))
      for (const key of [unknown, reserved]) await ctx.blobs.put(key, [Buffer.alloc(BLOB)])
      const at = (await ctx.blobs.putAt(reserved)) ?? 0
      assert.equal(await countOrphans(ctx.content, at + 1000), 0)
      assert.equal(await countOrphans(ctx.content, at + 73 * 3600_000), 2)
      for (const key of [unknown, reserved]) await ctx.blobs.delete(key)
      assert.equal(await countOrphans(ctx.content, at + 73 * 3600_000), 0)
    })

    it('counts anew what was counted wrong, and says so', async () => {
      const ann = await world.person()
      const { folder, file } = await furnish(ann)
      await change(
        `update root set live_size = 1, stored_size = 2, deleted_files = 3, live_children = 4 where id = ${ann.rootId}`,
      )
      await change(
        `update entry set deleted_children = 5, tree_size = 6, tree_seq = tree_seq + 1 where id = ${folder.id}`,
      )
      await change('update organization set stored_size = 6 where id = 1')
      await change(
        `update chunk set refs = 7 where id = (select chunk_id from revision_chunk where revision_id = ${file.revision_id})`,
      )
      assert.equal((await problems()).length, 6)
      const { code, output, errors } = await verify('--repair-counters')
      assert.deepEqual([code, errors], [0, ''], output)
      for (const said of [
        /live_size was 1, is now 70\d{3}\./,
        /stored_size was 2, is now 70\d{3}\./,
        /deleted_files was 3, is now 0\./,
        /live_children was 4, is now 1\./,
        /\/Docs \(folder \d+\): number of items recalculated\./,
        /\/Docs \(folder \d+\): size and newest change recalculated\./,
        /references to 1 chunk recalculated\./,
        /Organization 1: stored_size was 6, is now \d+\./,
      ])
        assert.match(output, said)
      await checkInvariants(world.service.ctx.db.read)
      assert.equal((await ann.download(file.id)).length, BLOB)
    })

    it('refuses arguments that make no sense, and a root that is not there', async () => {
      for (const args of [['--all'], ['--root'], ['--root', 'x'], ['--activity', '--content'], ['what']])
        assert.equal(verifyArguments(args), undefined, String(args))
      const { code, errors } = await verify('--root', '999999')
      assert.deepEqual([code, errors], [1, 'Root 999999 does not exist.'])
    })
  })
