import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import { quickFolder } from '@holdfast/server/testkit/servers/quick-folder'
import { recordFolder } from '../../../testkit/backup/hostile-tree.ts'
import { backUpToModel, clock, NEVER, useFolders } from '../../../testkit/backup/model-backup.ts'
import { OpenFolder } from '../../disk/open-folder.ts'
import { countNewer } from './count-newer.ts'
import { RestoreFailed, restoreBackup } from './restore-backup.ts'
import { problemsOf } from './restoring.ts'
import { asideNames } from './target.ts'

const today = () => new Date(clock.now()).toISOString().slice(0, 10)

describe('restoring a backup', () => {
  const newFolder = useFolders(quickFolder())

  it('fetches nothing that is there, puts older files aside and keeps newer ones unless told', async () => {
    const { top, server, run, restore } = backUpToModel(newFolder)
    mkdirSync(`${top}/sub`)
    for (const name of ['same', 'older', 'newer', 'sub/gone', 'sub/file or folder'])
      writeFileSync(`${top}/${name}`, `backed up ${name}`)
    symlinkSync('there', `${top}/link`)
    const { seq } = await run()
    const recorded = recordFolder(top)
    writeFileSync(`${top}/older`, 'older')
    utimesSync(`${top}/older`, 1, 1)
    writeFileSync(`${top}/newer`, 'newer')
    utimesSync(`${top}/newer`, 1, 4_000_000_000)
    rmSync(`${top}/link`)
    symlinkSync('elsewhere', `${top}/link`)
    rmSync(`${top}/sub`, { recursive: true })
    mkdirSync(`${top}/sub/file or folder`, { recursive: true })
    let opened = 0
    server.around = (method, isDone) => {
      if (method === 'openContent' && isDone) opened++
    }
    const { result } = await restore(seq, { to: top })
    assert.equal(opened, 4, 'three files and a link')
    assert.deepEqual(
      [result.state, result.done, result.total, result.written, result.aside, result.keptCount],
      ['done', 6, 6, 3, 2, 2],
      'the link that was made later is newer, too',
    )
    const aside = `(before restore ${today()})`
    assert.equal(readFileSync(`${top}/older ${aside}`, 'utf8'), 'older')
    assert.equal(readFileSync(`${top}/newer`, 'utf8'), 'newer')
    assert.equal(readlinkSync(`${top}/link`), 'elsewhere')
    assert.ok(lstatSync(`${top}/sub/file or folder ${aside}`).isDirectory())
    const second = (await restore(seq, { to: top, overwrite: true })).result
    assert.deepEqual([second.state, second.written, second.aside], ['done', 2, 2])
    assert.equal(readFileSync(`${top}/newer ${aside}`, 'utf8'), 'newer')
    assert.equal(readlinkSync(`${top}/link ${aside}`), 'elsewhere')
    const there = recordFolder(top)
    for (const [path, what] of recorded) assert.equal(there.get(path), what, path)
    const third = (await restore(seq, { to: top, overwrite: true })).result
    assert.deepEqual([third.written, third.aside, third.done], [0, 0, 6])
    assert.deepEqual(recordFolder(top), there)
  })

  it('counts what is newer in a folder, and looks at no content for it', async () => {
    const { top, server, run } = backUpToModel(newFolder)
    mkdirSync(`${top}/sub/deep`, { recursive: true })
    for (const name of ['same', 'older', 'newer', 'sub/deep/newer', 'sub/gone', 'sub/folder now'])
      writeFileSync(`${top}/${name}`, name)
    const { seq } = await run()
    const count = (to: string, isLate = false) =>
      countNewer(server, new OpenFolder(to), { asOfSeq: seq }, () => isLate)
    assert.equal(await count(top), 0)
    assert.equal(await count(newFolder()), 0)
    utimesSync(`${top}/older`, 1, 1)
    for (const name of ['newer', 'sub/deep/newer']) utimesSync(`${top}/${name}`, 1, 4_000_000_000)
    rmSync(`${top}/sub/folder now`)
    mkdirSync(`${top}/sub/folder now`)
    writeFileSync(`${top}/not in the backup`, '')
    assert.equal(await count(top), 2)
    assert.equal(await count(top, true), null)
  })

  it('restores one folder of it alone, and nothing where the backup has no such folder', async () => {
    const { top, server, run } = backUpToModel(newFolder)
    mkdirSync(`${top}/years/2026/deep`, { recursive: true })
    for (const name of ['other', 'years/2025', 'years/2026/a', 'years/2026/deep/b'])
      writeFileSync(`${top}/${name}`, `backed up ${name}`)
    const { seq } = await run()
    const entries = (await server.getSnapshot({ asOfSeq: seq })).results
    const idOf = (wanted: string) => entries.find(({ name }) => name === wanted)?.entry_id as EntryId
    const [to, home] = [newFolder(), newFolder()]
    const options = { server, path: to, asOfSeq: seq, overwrite: false, stateFile: `${home}/state`, clock }
    const folderId = idOf('2026')
    const result = await restoreBackup({ ...options, folderId }, NEVER)
    assert.deepEqual([result.state, result.total, result.written], ['done', 2, 2])
    assert.deepEqual(readdirSync(to).sort(), ['a', 'deep'])
    assert.equal(readFileSync(`${to}/deep/b`, 'utf8'), 'backed up years/2026/deep/b')
    utimesSync(`${to}/a`, 1, 4_000_000_000)
    const newer = (id: EntryId) =>
      countNewer(server, new OpenFolder(to), { asOfSeq: seq, folderId: id }, () => false)
    assert.deepEqual([await newer(folderId), await newer(idOf('years'))], [1, 0])
    for (const wrong of [idOf('other'), 999_999 as EntryId]) {
      const nothing = await restoreBackup({ ...options, folderId: wrong }, NEVER)
      assert.deepEqual(
        [nothing.state, nothing.why, nothing.written],
        ['failed', 'The folder is not in the backup at that time.', 0],
      )
    }
  })

  it('gives what it puts aside a name that ends as before', () => {
    const first = (name: string) => asideNames(name, Date.UTC(2027, 0, 31)).next().value
    assert.equal(first('a.txt'), 'a (before restore 2027-01-31).txt')
    assert.equal(first('.bashrc'), '.bashrc (before restore 2027-01-31)')
    assert.equal(first('notes'), 'notes (before restore 2027-01-31)')
    assert.equal(first('Mr. Smith and his friends'), 'Mr. Smith and his friends (before restore 2027-01-31)')
    const long = first(`${'x'.repeat(251)}.txt`) ?? ''
    assert.deepEqual([long.length, long.endsWith(' (before restore 2027-01-31).txt')], [255, true])
    const names = asideNames('a.txt', Date.UTC(2027, 0, 31))
    names.next()
    assert.equal(names.next().value, 'a (before restore 2027-01-31 2).txt')
  })

  it('leaves out what is never written, with the rights of others, and lists it', async () => {
    const { top, server, run } = backUpToModel(newFolder)
    mkdirSync(`${top}/.ssh`)
    mkdirSync(`${top}/.config/autostart`, { recursive: true })
    for (const name of ['.ssh/id', '.config/autostart/evil', '.config/fine', 'program', 'link instead'])
      writeFileSync(`${top}/${name}`, name)
    chmodSync(`${top}/program`, 0o6755)
    const { seq } = await run()
    const [to, home] = [newFolder(), newFolder()]
    const options = { server, path: to, asOfSeq: seq, overwrite: true, stateFile: `${home}/state`, clock }
    const never = ['.ssh', '.config/autostart']
    const isKeptOut = (path: string, isFolder: boolean) =>
      never.includes(path.slice(to.length + 1)) || (!isFolder && path.endsWith('/link instead'))
    const admit = () => {
      const folder = new OpenFolder(to)
      const close = () => folder[Symbol.dispose]()
      return { folder, real: to, owners: false, isKeptOut, [Symbol.dispose]: close }
    }
    const result = await restoreBackup({ ...options, admit }, NEVER)
    assert.deepEqual([result.state, result.written], ['done', 2])
    assert.deepEqual(result.leftOut.map(({ path }) => path.slice(to.length + 1)).sort(), [
      '.config/autostart',
      '.ssh',
      'link instead',
      'program',
    ])
    assert.deepEqual(readdirSync(to).sort(), ['.config', 'program'])
    assert.deepEqual(readdirSync(`${to}/.config`), ['fine'])
    assert.equal(lstatSync(`${to}/program`).mode & 0o7777, 0o755)
    assert.deepEqual(
      problemsOf(to, result).map(({ path }) => path),
      result.leftOut.map(({ path }) => path),
      'the service is told',
    )
    rmSync(to, { recursive: true })
    const refused = await restoreBackup(
      {
        ...options,
        admit: () => {
          throw new RestoreFailed('Nobody allowed it.')
        },
      },
      NEVER,
    )
    assert.deepEqual([refused.state, refused.why, existsSync(to)], ['failed', 'Nobody allowed it.', false])
  })

  it('never goes through a link that lies in the target, nor out of it', async () => {
    const { top, server, run, restore } = backUpToModel(newFolder)
    mkdirSync(`${top}/a/b`, { recursive: true })
    for (const name of ['a/b/file', 'a/x', 'plain']) writeFileSync(`${top}/${name}`, name)
    const { seq } = await run()
    const [to, outside] = [newFolder(), newFolder()]
    mkdirSync(`${outside}/b`)
    for (const name of ['b/file', 'x', 'plain']) writeFileSync(`${outside}/${name}`, 'outside')
    const before = recordFolder(outside)
    symlinkSync(outside, `${to}/a`)
    symlinkSync(`${outside}/plain`, `${to}/plain`)
    utimesSync(outside, 1, 1)
    const { result } = await restore(seq, { to, overwrite: true })
    assert.deepEqual([result.state, result.aside], ['done', 2])
    assert.deepEqual(recordFolder(outside), before)
    assert.equal(readFileSync(`${to}/a/b/file`, 'utf8'), 'a/b/file')
    assert.equal(readFileSync(`${to}/plain`, 'utf8'), 'plain')
    // A service that means ill can say what it likes.
    const hostile = [...server.root.entries.values()].find(({ name }) => name === 'plain') ?? assert.fail()
    const owner = { by: { personId: 1 as never, machineId: null, name: '' }, at: clock.now() }
    for (const raw of ['..', '../evil', 'a/evil', '.', '/tmp/evil', 'evil\0']) {
      const meta = { raw: Buffer.from(raw).toString('hex'), mode: 0o644, uid: 0, gid: 0, mtime: '0' }
      server.root.change('rename', { ...hostile, meta: JSON.stringify(meta) }, owner)
      const evil = (await restore(null, { to: newFolder() })).result
      assert.deepEqual([evil.state, evil.problemCount], ['failed', 1], raw)
      assert.match(evil.problems[0]?.reason ?? '', /name is not valid on this device/)
    }
  })

  it('reads back what it wrote, and says which files are no longer kept', async () => {
    const { top, server, run, restore } = backUpToModel(newFolder)
    for (const name of ['good', 'bad', 'trimmed']) writeFileSync(`${top}/${name}`, `some ${name} content`)
    const { seq } = await run()
    const named = (wanted: string) =>
      [...server.root.entries.values()].find(({ name }) => name === wanted) ?? assert.fail()
    server.damage('some bad content')
    server.root.revisions.delete(named('trimmed').revisionId ?? (0 as never))
    const { to, result } = await restore(seq)
    assert.deepEqual([result.state, result.done, result.total], ['failed', 1, 3])
    const reasons = result.problems.map(({ path, reason }) => `${path.slice(to.length)} ${reason}`).sort()
    assert.deepEqual(reasons, [
      '/bad The restored file differs from the backup.',
      '/trimmed Its content is no longer in the backup.',
    ])
    assert.deepEqual(readdirSync(to), ['good'], 'nothing half-done is left')
  })

  it('goes on where it ended, and leaves no rubbish', async () => {
    const { top, home, server, run } = backUpToModel(newFolder)
    mkdirSync(`${top}/sub`, { mode: 0o500 })
    for (let n = 0; n < 12; n++) writeFileSync(`${top}/${n % 2 ? 'sub/' : ''}${n}`, `content ${n}`.repeat(n))
    const { seq } = await run()
    const to = `${newFolder()}/made/by it`
    const options = { server, path: to, asOfSeq: seq, overwrite: false, stateFile: `${home}/restore`, clock }
    mkdirSync(to, { recursive: true })
    writeFileSync(`${to}/.holdfast-restore-0123456789abcdef01234567`, 'left by a crash')
    writeFileSync(`${to}/.holdfast-restore-mine`, 'not ours')
    let left = 9
    server.around = (method, isDone) => {
      if (method === 'bytes' && !isDone && left-- <= 0) throw new Error('The line broke.')
    }
    const first = await restoreBackup(options, NEVER)
    assert.deepEqual([first.state, first.why], ['stopped', 'The server cannot be reached.'])
    const ended = new AbortController()
    server.around = () => {
      ended.abort()
    }
    assert.equal((await restoreBackup(options, ended.signal)).state, 'stopped')
    server.around = () => {}
    const told: number[] = []
    const last = await restoreBackup(options, NEVER, ({ done }) => told.push(done))
    assert.deepEqual([last.state, last.done, last.total], ['done', 12, 12])
    assert.ok(last.written < 12, 'some were there')
    assert.equal(told.at(-1), 12)
    rmSync(`${to}/.holdfast-restore-mine`)
    assert.deepEqual(recordFolder(to), recordFolder(top))
    assert.ok(!existsSync(`${home}/restore`))
  })

  it('gives what never had attributes the usual ones', async () => {
    const { server, restore } = backUpToModel(newFolder)
    const { epoch } = await server.getSnapshot({})
    const [sha256, size] = ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 4]
    const chunks = [{ sha256, size }]
    const name = 'by hand'
    const modified = '2001-02-03T04:05:06'
    await server.applyBatch(
      {
        epoch,
        inline: chunks,
        ops: [{ op: 'put', op_id: '1', folder_id: 0 as EntryId, name, size, chunks, modified }],
      },
      [Buffer.from('test')],
    )
    const { to, result } = await restore(null)
    assert.equal(result.state, 'done')
    const { mode, mtimeMs } = statSync(`${to}/by hand`)
    assert.deepEqual([mode & 0o7777, mtimeMs], [0o644, Date.UTC(2001, 1, 3, 4, 5, 6)])
  })

  it('tells no more problems than the service takes, the reason for all first', async () => {
    const { top, server, run, restore } = backUpToModel(newFolder)
    for (let n = 0; n < 120; n++) writeFileSync(`${top}/${n}`, `content ${n}`)
    const { seq } = await run()
    for (let n = 0; n < 120; n++) server.damage(`content ${n}`)
    const { to, result } = await restore(seq)
    assert.deepEqual([result.state, result.problemCount], ['failed', 120])
    const told = problemsOf(to, result)
    assert.equal(told.length, 100)
    assert.match(told[0]?.reason ?? '', /^120 items could not be restored/)
    assert.match(told[1]?.reason ?? '', /differs from the backup/)
  })

  it('says when the target is no folder', async () => {
    const { top, run, restore } = backUpToModel(newFolder)
    writeFileSync(`${top}/file`, 'x')
    await run()
    const to = `${newFolder()}/file`
    writeFileSync(to, '')
    const { result } = await restore(null, { to })
    assert.match(`${result.state} ${result.why}`, /^failed Cannot write to/)
    renameSync(to, `${to}.away`)
  })
})
