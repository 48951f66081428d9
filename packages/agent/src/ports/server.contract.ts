import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ApiClientError } from '@holdfast/api/client'
import { MAX_DEPTH, TOO_DEEP } from '@holdfast/api/files/names'
import type { SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { parseUtc } from '@holdfast/api/time'
import type { RemoteRow } from '../core/remote-tree.ts'
import { rowOfEntry } from '../engine/state/rows.ts'
import { MODIFIED, put, refOf, Sender, TOP } from './sender.contract.ts'
import type { Server } from './server.ts'

async function listAll(
  server: Server,
  ask: { folderId?: EntryId; asOfSeq?: number } = {},
): Promise<string[]> {
  const found: string[] = []
  for (let after: string | undefined; ; ) {
    const { results, next } = await server.getSnapshot({ ...ask, ...(after !== undefined && { after }) })
    found.push(...results.map(({ name }) => name))
    if (next === null) return found.sort()
    after = next
  }
}

async function readLog(server: Server, from: string) {
  const log = []
  for (let cursor = from; ; ) {
    const page = await server.listChanges(cursor)
    log.push(...page.results)
    if (!page.has_more) return { log, cursor: page.cursor }
    cursor = page.cursor
  }
}

/** What every way to a root must do. `open` gives one that is empty. */
export function serverContract(open: () => Promise<Server>) {
  const opened = async () => new Sender(await open())
  const refused = (code: string) => (error: unknown) => error instanceof ApiClientError && error.code === code

  it('tells of all changes in order, and lists what there is', async () => {
    const sender = await opened()
    const { server } = sender
    const { cursor, results, epoch } = await server.getSnapshot({})
    assert.deepEqual(results, [])
    const folder = await sender.change({ op: 'mkdir', folder_id: TOP, name: 'Folder' })
    const names = Array.from({ length: 12 }, (_, n) => `${n}.txt`)
    await sender.send(
      names.map((name) => put(name, Buffer.from('same'))),
      [Buffer.from('same')],
    )
    const { log, cursor: end } = await readLog(server, cursor)
    assert.deepEqual(
      log.map(({ name, op, seq }) => [name, op, seq]),
      ['Folder', ...names].map((name, n) => [name, 'create', n + 1]),
    )
    assert.deepEqual((await readLog(server, end)).log, [])
    assert.deepEqual(await listAll(server), ['Folder', ...names].sort())
    const moved = log.find(({ name }) => name === '3.txt') ?? assert.fail('3.txt')
    const place = { op: 'place' as const, entry_id: moved.entry_id, if_ver: moved.ver }
    await sender.change({ ...place, folder_id: folder.entry_id, name: 'moved.txt' })
    assert.deepEqual(await listAll(server, { folderId: folder.entry_id }), ['moved.txt'])
    assert.deepEqual(await listAll(server, { asOfSeq: 2 }), ['0.txt', 'Folder'])
    const page = await server.listChanges(end)
    assert.deepEqual([page.epoch, page.has_more, page.results[0]?.name], [epoch, false, 'moved.txt'])
  })

  it('makes a change once, however often it is sent', async () => {
    const sender = await opened()
    const { cursor } = await sender.server.getSnapshot({})
    const op = { ...put('a.txt', Buffer.from('a')), op_id: 'once' }
    const first = await sender.change(op, Buffer.from('a'))
    assert.deepEqual(await sender.change(op, Buffer.from('a')), first)
    const gone = { op: 'delete' as const, entry_id: first.entry_id, if_ver: first.ver, op_id: 'gone' }
    const [one, other] = [await sender.send([gone]), await sender.send([gone])]
    assert.deepEqual([one[0]?.error, other[0]?.error], [undefined, undefined])
    const { log } = await readLog(sender.server, cursor)
    assert.deepEqual(
      log.map(({ op: done, client_op }) => [done, client_op]),
      [
        ['create', 'once'],
        ['delete', 'gone'],
      ],
    )
  })

  it('changes a time alone, and says so as an update with the same revision', async () => {
    const sender = await opened()
    const file = await sender.change(put('a.txt', Buffer.from('a')), Buffer.from('a'))
    const { cursor } = await sender.server.getSnapshot({})
    const modified = '2022-02-02T02:02:02'
    await sender.change({ op: 'touch', op_id: 'touched', entry_id: file.entry_id, if_ver: 1, modified })
    const [line] = (await readLog(sender.server, cursor)).log
    assert.deepEqual(
      [line?.op, line?.client_op, line?.revision_id, line?.modified],
      ['update', 'touched', file.revision_id, modified],
    )
  })

  it('gives a file the name back that it has just left, by one operation whose last line has its name', async () => {
    const sender = await opened()
    const { entry_id } = await sender.change(put('a', Buffer.from('a')), Buffer.from('a'))
    const { cursor } = await sender.server.getSnapshot({})
    const retake = { ...put('a', Buffer.from('b')), op: 'retake' as const, entry_id }
    await sender.change({ op: 'place', entry_id, if_ver: 1, folder_id: TOP, name: 'a~' })
    await sender.change({ ...retake, if_ver: 2, op_id: 'saved' }, Buffer.from('b'))
    await sender.send([{ op: 'delete', entry_id, if_ver: 4 }])
    await sender.change({ ...retake, if_ver: 5, op_id: 'again' }, Buffer.from('b'))
    assert.deepEqual(await listAll(sender.server), ['a', 'a~'])
    const { log } = await readLog(sender.server, cursor)
    const named = (name: string | null) => (name?.startsWith('c ') ? undefined : (name ?? undefined))
    assert.deepEqual(
      log.map(({ op, name, client_op, seq, first_seq }) => [op, name, named(client_op), seq - first_seq]),
      [
        ['rename', 'a~', undefined, 0],
        ['rename', 'a', undefined, 0],
        ['create', 'a~', undefined, 1],
        ['update', 'a', 'saved', 2],
        ['delete', 'a', undefined, 0],
        ['restore', 'a', undefined, 0],
        ['update', 'a', 'again', 1],
      ],
    )
    const [late] = await sender.send([{ ...retake, if_ver: 7 }], [Buffer.from('b')])
    assert.equal(late?.error, 'ver_conflict', 'it has the name')
  })

  it('refuses what does not fit, and does the rest', async () => {
    const sender = await opened()
    const folder = await sender.change({ op: 'mkdir', folder_id: TOP, name: 'Folder' })
    const file = await sender.change(
      { ...put('a.txt', Buffer.from('a')), folder_id: folder.entry_id },
      Buffer.from('a'),
    )
    const results = await sender.send([
      { op: 'put', entry_id: file.entry_id, if_ver: file.ver + 1, size: 0, chunks: [] },
      { op: 'mkdir', folder_id: TOP, name: 'FOLDER' },
      { op: 'delete', entry_id: folder.entry_id, if_ver: folder.ver },
      { op: 'delete', entry_id: (file.entry_id + 1000) as EntryId, if_ver: 1 },
      put('b.txt', Buffer.from('never sent')),
      { op: 'mkdir', folder_id: TOP, name: 'a:b' },
      { op: 'mkdir', folder_id: TOP, name: 'Other' },
    ])
    assert.deepEqual(
      results.map(({ error }) => error),
      [
        'ver_conflict',
        'name_conflict',
        'not_empty',
        'not_found',
        'missing_chunks',
        'invalid_name',
        undefined,
      ],
    )
    assert.deepEqual(results[0]?.entry, file)
    const another = sender.send([{ op: 'mkdir', folder_id: TOP, name: 'x' }], [], 'another time')
    await assert.rejects(another, refused('cursor_reset'))
  })

  it('refuses a folder that would lie too deep, and one whose folders would', async () => {
    const sender = await opened()
    const dig = async (name: string, levels: number): Promise<[EntryId, SyncEntry]> => {
      const first = await sender.change({ op: 'mkdir', folder_id: TOP, name })
      let last = first
      for (let level = 2; level <= levels; level++)
        last = await sender.change({ op: 'mkdir', folder_id: last.entry_id, name })
      return [last.entry_id, first]
    }
    const [bottom] = await dig('deep', MAX_DEPTH - 1)
    const [, tall] = await dig('tall', 2)
    const place = { op: 'place' as const, entry_id: tall.entry_id, if_ver: tall.ver, name: 'tall' }
    const [refused] = await sender.send([{ ...place, folder_id: bottom }])
    assert.deepEqual([refused?.error, refused?.error_reason], ['invalid_name', TOO_DEEP])
    const last = await sender.change({ op: 'mkdir', folder_id: bottom, name: 'last' })
    const [deeper] = await sender.send([{ op: 'mkdir', folder_id: last.entry_id, name: 'deeper' }])
    assert.deepEqual([deeper?.error, deeper?.error_reason], ['invalid_name', TOO_DEEP])
  })

  it('takes chunks, and gives contents by parts', async () => {
    const sender = await opened()
    const { server } = sender
    const chunks = [1, 2, 3].map((n) => Buffer.alloc(70_000, `content ${n}`))
    const refs = chunks.map(refOf)
    assert.deepEqual(await server.findMissingChunks(refs), new Set(refs.map(({ sha256 }) => sha256)))
    for (const bytes of chunks.slice(1)) await server.putChunk(refOf(bytes).sha256, bytes)
    assert.deepEqual(await server.findMissingChunks(refs), new Set([refs[0]?.sha256]))
    const row = rowOfEntry(await sender.change(put('a.bin', ...chunks), ...chunks.slice(0, 1)))
    const content = await server.openContent(row)
    assert.deepEqual(
      [content.content, content.size, content.modified],
      [row.content, 210_000, parseUtc(MODIFIED)],
    )
    assert.deepEqual(await content.chunks(), refs)
    const whole = Buffer.concat(chunks)
    for (const [from, to] of [
      [0, 210_000],
      [69_999, 70_001],
      [5, 5],
    ] as const)
      assert.ok((await collect(content.bytes(from, to))).equals(whole.subarray(from, to)), `${from}-${to}`)
    const empty = await server.openContent(rowOfEntry(await sender.change(put('empty'))))
    assert.deepEqual(
      [empty.size, await empty.chunks(), await collect(empty.bytes(0, 0))],
      [0, [], Buffer.of()],
    )
    const gone: RemoteRow = { ...row, revisionId: ((row.revisionId ?? 0) + 1000) as RevisionId }
    const read = async () => collect((await server.openContent(gone)).bytes(0, 5))
    await assert.rejects(read(), refused('not_found'))
  })

  it('takes several chunks at once, and names those that are others than they are said to be', async () => {
    const sender = await opened()
    const { server } = sender
    const parts = [1, 2, 3].map((n) => Buffer.alloc(70_000 * n, `part ${n}`))
    const refs = parts.map(refOf)
    const sent = parts.map((bytes) => ({ sha256: refOf(bytes).sha256, bytes }))
    const forged = { sha256: refOf(Buffer.from('right')).sha256, bytes: Buffer.from('wrong') }
    assert.deepEqual(await server.putChunks([...sent, forged]), new Set([forged.sha256]))
    assert.deepEqual(await server.putChunks(sent), new Set())
    const asked = [...refs, { sha256: forged.sha256, size: 5 }]
    assert.deepEqual(await server.findMissingChunks(asked), new Set([forged.sha256]))
    const content = await server.openContent(rowOfEntry(await sender.change(put('a.bin', ...parts))))
    assert.ok((await collect(content.bytes(0, 420_000))).equals(Buffer.concat(parts)))
  })

  it('gives the contents of many small files at once, and says of the others why not', async () => {
    const sender = await opened()
    const { server } = sender
    const texts = ['', 'one', 'another', 'x'.repeat(60_000)]
    const rows: RemoteRow[] = []
    for (const [n, text] of texts.entries()) {
      const bytes = Buffer.from(text)
      const inline = bytes.length > 0 ? [bytes] : []
      rows.push(rowOfEntry(await sender.change(put(`${n}.txt`, ...inline), ...inline)))
    }
    const [first = assert.fail()] = rows
    const gone: RemoteRow = {
      ...first,
      id: (first.id + 1000) as EntryId,
      revisionId: ((first.revisionId ?? 0) + 1000) as RevisionId,
    }
    const given = (await server.openContents([...rows.toReversed(), gone])) ?? assert.fail('it has this call')
    assert.deepEqual([...given.keys()].sort(), [...rows, gone].map(({ id }) => id).sort())
    for (const [n, { id, content }] of rows.entries()) {
      const file = given.get(id)
      assert.ok(file && 'bytes' in file, `file ${n}`)
      assert.deepEqual([file.content, file.modified], [content, parseUtc(MODIFIED)])
      assert.equal(Buffer.from(file.bytes).toString(), texts[n])
    }
    assert.ok('leftOut' in (given.get(gone.id) ?? assert.fail()))
  })
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
