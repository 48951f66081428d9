import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moveFolder } from '@holdfast/api/files/file-places'
import { restoreFolder } from '@holdfast/api/files/file-tree'
import {
  createFolderInFolder,
  createFolderInRoot,
  deleteFolder,
  type File,
  type Item,
} from '@holdfast/api/files/files'
import { listHistory, restoreState } from '@holdfast/api/files/history'
import { listModifiedSince, searchRoot } from '@holdfast/api/files/search'
import type { EntryId } from '@holdfast/api/ids'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { type Node, RandomTree } from '@holdfast/server/testkit/content/random-tree'
import { indexRows } from '@holdfast/server/testkit/database/index-rows'
import { checkNameIndex } from '@holdfast/server/testkit/database/name-index'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { fold } from '../../platform/db/gram-index/grams.ts'

const LETTERS = [...'aAbBcé-_ .東京か한ßøıΣ', 'ab', 'cab', 'e\u0301', '😀', 'Rapport', 'ﬁ']

interface Asked {
  limit?: number
  cursor?: string
}
type Page<T> = Promise<{ results: T[]; cursor?: string | null }>

/** All results, in pages of so many. */
async function byPages<T>(limit: number, ask: (page: Asked) => Page<T>): Promise<T[]> {
  const results: T[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Awaited<Page<T>> = await ask({ limit, ...(cursor && { cursor }) })
    assert.ok(page.results.length <= limit)
    assert.notEqual(page.cursor, undefined)
    results.push(...page.results)
    cursor = page.cursor
  }
  return results
}

const search = (who: Someone, q: string, page: Asked = {}) =>
  who.call(searchRoot, { root_id: who.rootId, q, ...page })
const names = async (who: Someone, q: string) => (await search(who, q)).results.map(({ name }) => name).sort()

for (const stack of STACKS)
  describe(`looking for files on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('finds what an oracle finds, whatever was done before', async () => {
      const pat = await world.person()
      const next = numbers(5)
      const tree = new RandomTree(world, pat, next, LETTERS)
      for (let n = 0; n < rounds(100, 1000); n++) await tree.change()
      await checkNameIndex(world.service.ctx.db.read)
      const words = Array.from({ length: 30 }, () => tree.text(2))
      for (const q of [...words, 'a b', 'Rapport 1', 'x', 'x1', '東京', 'rapport x', 'A', '-', '. _']) {
        const wanted = fold(q).split(/\s+/u).filter(Boolean)
        if (wanted.length === 0) continue
        const expected = tree.nodes
          .filter((node) => !tree.isDeleted(node))
          .filter(({ name }) => wanted.every((word) => fold(name).includes(word)))
          .map((node) => [node.id, node.kind, tree.pathOf(node), false])
          .sort(([a], [b]) => Number(a) - Number(b))
        const seen = (items: Item[]) => items.map((item) => [item.id, item.type, item.path, item.is_deleted])
        assert.deepEqual(seen((await search(pat, q)).results), expected, q)
        assert.deepEqual(seen(await byPages(4, (page) => search(pat, q, page))), expected, q)
      }
    })

    it('lists what an oracle says has changed', async () => {
      const pat = await world.person()
      const next = numbers(23)
      const tree = new RandomTree(world, pat, next, ['a', 'b', 'é'])
      for (let n = 0; n < rounds(100, 1000); n++) await tree.change()
      const allAlong = (since: Instant, node: Node | undefined): boolean =>
        node !== undefined &&
        ((node.deleted && (node.deletionAt ?? 0) < since) || allAlong(since, node.parent))
      const inChanged = (since: Instant, node: Node | undefined): boolean =>
        node !== undefined && ((node.deletionAt ?? 0) >= since || inChanged(since, node.parent))
      let below = 0
      for (let n = 0; n < rounds(8, 50); n++) {
        const since = Math.floor((tree.moments[next(tree.moments.length)] ?? 0) / 1000) * 1000
        const include_deleted = n % 3 > 0
        const changed = tree.nodes
          .filter(({ kind }) => kind === 'file')
          .filter((node) => include_deleted || !tree.isDeleted(node))
          .filter(
            (node) => node.changedAt >= since || (inChanged(since, node.parent) && !allAlong(since, node)),
          )
        below += changed.filter((node) => node.changedAt < since).length
        const ask = (page: Asked) =>
          pat.call(listModifiedSince, {
            root_id: pat.rootId,
            since: formatUtc(since),
            include_deleted,
            ...page,
          })
        const seen = (files: File[]) => files.map((file) => [file.id, file.path, file.is_deleted])
        const { results } = await ask({})
        assert.deepEqual(
          seen(results).sort(([a], [b]) => Number(a) - Number(b)),
          changed
            .sort((a, b) => a.id - b.id)
            .map((node) => [node.id, tree.pathOf(node), tree.isDeleted(node)]),
        )
        for (const limit of [1, 5])
          assert.deepEqual(seen(await byPages(limit, ask)), seen(results), `pages of ${limit}`)
      }
      assert.ok(below > 20, `${below} changed with a folder only`)
    })

    it('lists what was set back into a deleted folder or out of one, as it does what was deleted', async () => {
      const organizationId = await world.organization({ user_rollback: true })
      const pat = await world.person({ organizationId })
      const root_id = pat.rootId
      const since = () => {
        world.clock.advance({ seconds: 10 })
        return formatUtc(world.clock.now())
      }
      const changed = async (moment: string) =>
        (await pat.call(listModifiedSince, { root_id, since: moment })).results.map(
          ({ path, is_deleted }) => [path, is_deleted],
        )
      const newest = async () =>
        String((await pat.call(listHistory, { root_id, limit: 1 })).results[0]?.last_seq)
      const inner = await pat.call(createFolderInRoot, { root_id, name: 'inner' })
      await pat.upload('file.txt', 'x', inner.id)
      const asItWas = await newest()
      const outer = await pat.call(createFolderInRoot, { root_id, name: 'outer' })
      await pat.call(moveFolder, { root_id, folder_id: inner.id, to_folder_id: outer.id })
      await pat.call(deleteFolder, { root_id, folder_id: outer.id })
      const deleted = await newest()
      const beforeOut = since()
      await pat.call(restoreState, { root_id, as_of: asItWas, folder_id: inner.id })
      assert.deepEqual(await changed(beforeOut), [['/inner/file.txt', false]])
      const beforeIn = since()
      assert.deepEqual(await changed(beforeIn), [])
      await pat.call(restoreState, { root_id, as_of: deleted, folder_id: inner.id })
      assert.deepEqual(await changed(beforeIn), [['/outer/inner/file.txt', true]])
      assert.deepEqual(await changed(since()), [])
    })

    it('lists what was restored with a folder and has left that since', async () => {
      const organizationId = await world.organization({ user_rollback: true })
      const pat = await world.person({ organizationId })
      const root_id = pat.rootId
      const outer = await pat.call(createFolderInRoot, { root_id, name: 'outer' })
      const inner = await pat.call(createFolderInFolder, { root_id, folder_id: outer.id, name: 'inner' })
      const other = await pat.call(createFolderInFolder, { root_id, folder_id: outer.id, name: 'other' })
      await pat.upload('file.txt', 'x', inner.id)
      await pat.upload('more.txt', 'x', other.id)
      await pat.call(moveFolder, { root_id, folder_id: other.id })
      const apart = String((await pat.call(listHistory, { root_id, limit: 1 })).results[0]?.last_seq)
      await pat.call(moveFolder, { root_id, folder_id: other.id, to_folder_id: outer.id })
      await pat.call(deleteFolder, { root_id, folder_id: outer.id })
      world.clock.advance({ seconds: 10 })
      const since = formatUtc(world.clock.now())
      await pat.call(restoreFolder, { root_id, folder_id: outer.id })
      world.clock.advance({ seconds: 10 })
      await pat.call(moveFolder, { root_id, folder_id: inner.id })
      await pat.call(restoreState, { root_id, as_of: apart, folder_id: other.id })
      const paths = async (moment: string) =>
        (await pat.call(listModifiedSince, { root_id, since: moment })).results.map(({ path }) => path).sort()
      assert.deepEqual(await paths(since), ['/inner/file.txt', '/other/more.txt'])
      assert.deepEqual(await paths(formatUtc(world.clock.now())), [])
    })

    it('takes words as people write them, and nothing in them as more than that', async () => {
      const [pat, other] = [await world.person(), await world.person()]
      for (const name of [
        'Résumé final.pdf',
        'résumé_2024 (draft).txt',
        '東京都の地図.png',
        'サッカー.txt',
        '한국어 문서.txt',
        'Straße.doc',
        "100% it's_done -x- [a] {b}.txt",
        'ab.txt',
        'it´s.txt',
        '….txt',
      ])
        await pat.upload(name, 'x')
      await other.upload('Résumé of another.pdf', 'x')
      const expected: Record<string, string[]> = {
        resume: ['Résumé final.pdf', 'résumé_2024 (draft).txt'],
        'RÉSUMÉ  PDF': ['Résumé final.pdf'],
        'fin sum': ['Résumé final.pdf'],
        'sumé fin': ['Résumé final.pdf'],
        é_20: ['résumé_2024 (draft).txt'],
        '(draft)': ['résumé_2024 (draft).txt'],
        strasse: ['Straße.doc'],
        京都: ['東京都の地図.png'],
        '図 東': ['東京都の地図.png'],
        カー: ['サッカー.txt'],
        국어: ['한국어 문서.txt'],
        fi: ['Résumé final.pdf'],
        SÜ: ['Résumé final.pdf', 'résumé_2024 (draft).txt'],
        f: ['Résumé final.pdf', 'résumé_2024 (draft).txt'],
        'su f pd': ['Résumé final.pdf'],
        oe: [],
        'a %': ["100% it's_done -x- [a] {b}.txt"],
        '%': ["100% it's_done -x- [a] {b}.txt"],
        "- '": ["100% it's_done -x- [a] {b}.txt"],
        _: ["100% it's_done -x- [a] {b}.txt", 'résumé_2024 (draft).txt'],
        '.p': ['Résumé final.pdf', '東京都の地図.png'],
        '´': ['it´s.txt'],
        '…': ['….txt'],
        '*': [],
        ab: ['ab.txt'],
        "it's_d": ["100% it's_done -x- [a] {b}.txt"],
        'resume"': [],
        '"resume"': [],
        'resume*': [],
        'res%': [],
        res_m: [],
        'resume OR strasse': [],
        "x' or '1'='1": [],
        '100\\%': [],
        '{b}.txt 100': ["100% it's_done -x- [a] {b}.txt"],
        another: [],
      }
      for (const [q, found] of Object.entries(expected)) assert.deepEqual(await names(pat, q), found, q)
      const manyWords = Array.from({ length: 90 }, (_, n) => 'resumefinalpdf'.slice(n % 3, 3 + (n % 3)))
      assert.deepEqual(await names(pat, [...manyWords, 'nal'].join(' ')), ['Résumé final.pdf'])
    })

    it('says what is wrong with a request', async () => {
      const pat = await world.person()
      const get = (rest: string) =>
        world.request(`/api/2/files/${pat.rootId}/${rest}`, { headers: pat.bearer })
      for (const [rest, error, description] of [
        ['search', 'invalid_request', 'Missing required parameter: q'],
        ['search?q=', 'invalid_request', 'Missing required parameter: q'],
        ['search?q=%20%20', 'invalid_request', 'Invalid value for parameter: q'],
        [`search?q=${'a'.repeat(501)}`, 'invalid_request', 'Invalid value for parameter: q'],
        ['search?q=a%00', 'invalid_request', 'Invalid value for parameter: q'],
        ['search?q=a&limit=0', 'invalid_request', 'Invalid value for parameter: limit'],
        ['search?q=a&limit=1001', 'invalid_request', 'Invalid value for parameter: limit'],
        ['search?q=a&limit=2&cursor=own.1.2', 'invalid_request', 'Invalid value for parameter: cursor'],
        ['modified_since', 'invalid_request', 'Missing required parameter: since'],
        ['modified_since?since=2026-01-01', 'invalid_datetime_format', /./],
        ['modified_since?since=2026-01-01T00:00:00&cursor=1', 'invalid_request', /cursor/],
        ['modified_since?since=2026-01-01T00:00:00&cursor=own.1.2.3', 'invalid_request', /cursor/],
      ] as const) {
        const answer = await get(rest)
        assert.deepEqual([answer.status, answer.error], [400, error], rest)
        assert.match(String(answer.body.error_description), new RegExp(description), rest)
      }
    })

    it('streams long lists, stops when nobody reads on, and serves four to one person at once', async () => {
      const pat = await world.person()
      const folder = await pat.call(createFolderInRoot, { root_id: pat.rootId, name: 'many' })
      const count = 20_000
      await makeFiles(pat, folder.id, count)
      const address = `${world.url}/api/2/files/${pat.rootId}/search?q=stone`
      // None of these is read on: about 8 MB each, more than fits between server and client.
      const open = await Promise.all(
        Array.from({ length: 4 }, () => {
          const leave = new AbortController()
          return fetch(address, { headers: pat.bearer, signal: leave.signal }).then((response) => ({
            response,
            leave,
          }))
        }),
      )
      for (const { response } of open) assert.equal(response.status, 200)
      const refused = await world.request(`/api/2/files/${pat.rootId}/search?q=stone&limit=1`, {
        headers: pat.bearer,
      })
      assert.deepEqual([refused.status, refused.error], [503, 'temporarily_unavailable'])
      assert.equal(refused.headers.get('retry-after'), '5')
      const [first, ...others] = open
      for (const { leave } of others) leave.abort()
      const whole = (await first?.response.json()) as { results: Item[] }
      assert.equal(new Set(whole.results.map(({ id }) => id)).size, count)
      assert.equal(whole.results.at(-1)?.path, `/many/stone ${count}.txt`)
      await settles(async () => (await search(pat, 'stone', { limit: 1 })).results.length === 1)
      // Names are walked for what no gram tells, so many to a page.
      const rare = await pat.upload('%q.txt', 'x')
      for (const q of ['q', '%']) {
        const page = await search(pat, q, { limit: 9 })
        assert.deepEqual(page.results, [])
        assert.ok(page.cursor)
        const found = await byPages(9, (asked) => search(pat, q, asked))
        assert.deepEqual([found.map(({ id }) => id), (await search(pat, q)).results.length], [[rare.id], 1])
      }
      const head = await fetch(address, { method: 'HEAD', headers: pat.bearer })
      assert.equal(head.status, 200)
      assert.equal(await head.text(), '')
    })

    /** Rows as uploads leave them where it matters here: so many would take minutes. */
    async function makeFiles(owner: Someone, parent: EntryId, count: number): Promise<void> {
      await world.service.ctx.db.write(async (tx) => {
        const at = world.clock.now()
        for (let n = 1; n <= count; n += 500) {
          const rows = Array.from({ length: 500 }, (_, k) => `stone ${n + k}.txt`).map((name) => ({
            ...{ root_id: owner.rootId, parent_id: parent, kind: 'file' as const, name, name_key: name },
            ...{ revision_id: 1 as never, size: 1, created_at: at, modified_at: at, changed_at: at },
            ...{ ver: 1, seq: 1 },
          }))
          await indexRows(
            tx,
            await tx.insertInto('entry').values(rows).returning(['id', 'root_id', 'name']).execute(),
          )
        }
      })
    }
  })

const settles = (holds: () => Promise<boolean>): Promise<void> => until(() => holds().catch(() => false))
