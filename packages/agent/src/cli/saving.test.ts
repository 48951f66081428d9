import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Client } from '@holdfast/api/client'
import { listFileRevisions } from '@holdfast/api/files/revisions'
import { getSnapshot } from '@holdfast/api/files/sync'
import type { EntryId, RootId, SharelinkId } from '@holdfast/api/ids'
import { getSharelink, shareFile } from '@holdfast/api/sharing/links'
import { type Serving, startServing } from '@holdfast/server/testkit/servers/command-line'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { treeOf } from '../../testkit/chaos/folder-user.ts'
import { TestAgent } from '../../testkit/program/agent.ts'

const EMAIL = 'admin@localhost'
const PASSWORD = 'correct horse battery'
const THEN = Date.UTC(2022, 1, 2)
const LATER = Date.UTC(2023, 1, 2)

/** What programs do with the file `f.doc` of a folder to save it, in steps. */
const PROGRAMS: Record<string, (folder: string, text: string) => (() => void)[]> = {
  Emacs: (folder, text) => [() => rename(folder, 'f.doc', 'f.doc~'), () => write(folder, 'f.doc', text)],
  vim: (folder, text) => [
    () => rename(folder, 'f.doc', 'f.doc~'),
    () => write(folder, 'f.doc', text),
    () => rmSync(path.join(folder, 'f.doc~')),
  ],
  Word: (folder, text) => [
    () => write(folder, '~WRD.tmp', text),
    () => rename(folder, 'f.doc', '~WRL.tmp'),
    () => rename(folder, '~WRD.tmp', 'f.doc'),
    () => rmSync(path.join(folder, '~WRL.tmp')),
  ],
  LibreOffice: (folder, text) => [
    () => write(folder, 'lu1234.tmp', text),
    () => rename(folder, 'lu1234.tmp', 'f.doc'),
  ],
  gedit: (folder, text) => [
    () => write(folder, '.goutputstream-ABC', text),
    () => rename(folder, '.goutputstream-ABC', 'f.doc'),
  ],
  'delete and write': (folder, text) => [
    () => rmSync(path.join(folder, 'f.doc')),
    () => write(folder, 'f.doc', text),
  ],
}

/** Their folder may have been moved by then. */
const whereNow = (folder: string): string =>
  existsSync(folder) ? folder : folder.replace('/slow/', '/slower/')
const write = (folder: string, name: string, text: string): void =>
  writeFileSync(path.join(folder, name), text)
const rename = (folder: string, from: string, to: string): void =>
  renameSync(path.join(folder, from), path.join(folder, to))

/** A computer of the person, with the folder that its agent keeps. */
interface Computer {
  readonly agent: TestAgent
  readonly folder: string
}

describe('two computers of one person', { timeout: 600_000 }, () => {
  let dir: string
  let serving: Serving
  let person: Client
  let one: Computer
  let other: Computer
  let rootId: RootId

  before(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'holdfast-saving-'))
    serving = await startServing(await makeTempDir(), {
      HOLDFAST_PORT: String(await freePort()),
      HOLDFAST_ADMIN_EMAIL: EMAIL,
      HOLDFAST_ADMIN_PASSWORD: PASSWORD,
    })
    person = new Client({ baseUrl: serving.url })
    await person.signIn(EMAIL, PASSWORD)
    one = await startComputer('one')
    other = await startComputer('other')
  })

  after(async () => {
    TestAgent.killAll()
    await serving.stop('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  })

  async function startComputer(name: string): Promise<Computer> {
    const agent = new TestAgent(path.join(dir, name))
    const base = path.join(dir, `files of ${name}`)
    const signedIn = await agent.signIn(serving.url, EMAIL, PASSWORD, '--folder', base, '--name', name)
    assert.equal(signedIn.code, 0, signedIn.errors)
    await agent.serve()
    const ownRoot = async () => (await agent.ask('status', {}))?.roots.find(({ kind }) => kind === 'own')
    await until(async () => (await ownRoot())?.state === 'synced')
    const root = (await ownRoot()) ?? assert.fail('It keeps nothing')
    rootId = root.rootId
    return { agent, folder: root.folder ?? assert.fail('It is nowhere') }
  }

  it('have the same times of files, also where a time alone was changed', async () => {
    const [here, there] = [path.join(one.folder, 'f.txt'), path.join(other.folder, 'f.txt')]
    const timeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs
    writeFileSync(here, 'text')
    await until(() => timeOf(there) !== undefined)
    const { ino } = statSync(there)
    utimesSync(here, THEN / 1000, THEN / 1000)
    await until(() => timeOf(there) === THEN)
    utimesSync(there, LATER / 1000, LATER / 1000)
    await until(() => timeOf(here) === LATER)
    // It is the file that was there, with its content.
    assert.deepEqual([statSync(there).ino, readFileSync(there, 'utf8')], [ino, 'text'])
  })

  /** What both computers have, and the service: by path, the id and the number of versions of each file. */
  async function known(): Promise<Map<string, { id: EntryId; versions: number }>> {
    const { results } = await person.call(getSnapshot, { root_id: rootId })
    const rows = new Map(results.map((row) => [row.entry_id, row]))
    const pathOf = (id: EntryId): string => {
      const row = rows.get(id)
      return row ? path.join(pathOf(row.parent_id), row.name) : ''
    }
    const files = results.filter(({ kind }) => kind === 'file')
    const found = files.map(async ({ entry_id: id }) => {
      const { total } = await person.call(listFileRevisions, { root_id: rootId, file_id: id })
      return [pathOf(id), { id, versions: total }] as const
    })
    return new Map(await Promise.all(found))
  }

  const treesAreEqual = () =>
    isDeepStrictEqual(treeOf({ folders: [one.folder] }), treeOf({ folders: [other.folder] }))
  const syncBoth = async () => {
    await one.agent.ask('sync', {})
    await other.agent.ask('sync', {})
  }

  for (const [way, areLooks] of [
    ['between two looks', false],
    ['with looks of the agent between all steps', true],
  ] as const)
    it(`keep the id, the versions and the link of a file that programs save ${way}`, async () => {
      const top = areLooks ? 'slow' : 'fast'
      const folderOf = (program: string) => path.join(one.folder, top, program)
      for (const program of Object.keys(PROGRAMS)) {
        mkdirSync(folderOf(program), { recursive: true })
        writeFileSync(path.join(folderOf(program), 'f.doc'), `${program} 1`)
      }
      await syncBoth()
      const before = await known()
      const pathIn = (program: string) => path.join(top, program, 'f.doc')
      const links = new Map<string, SharelinkId>()
      for (const program of Object.keys(PROGRAMS)) {
        const file_id = before.get(pathIn(program))?.id ?? assert.fail(program)
        links.set(program, (await person.call(shareFile, { root_id: rootId, file_id })).id)
      }
      if (!areLooks) await one.agent.ask('pause', {})
      for (let step = 0; step < 4; step++) {
        for (const [program, save] of Object.entries(PROGRAMS))
          save(whereNow(folderOf(program)), `${program} 2`)[step]?.()
        if (areLooks) await syncBoth()
        // Somebody moves the folders while files in them are saved.
        if (areLooks && step === 0)
          renameSync(path.join(other.folder, top), path.join(other.folder, `${top}er`))
        if (areLooks && step === 0) await other.agent.ask('sync', {})
        if (areLooks && step === 0) await one.agent.ask('sync', {})
      }
      if (!areLooks) await one.agent.ask('resume', { confirm: false, bringBack: false })
      await until(async () => {
        await syncBoth()
        return treesAreEqual()
      })
      const after = await known()
      for (const program of Object.keys(PROGRAMS)) {
        const now = pathIn(program).replace(top, areLooks ? `${top}er` : top)
        const id = before.get(pathIn(program))?.id
        assert.deepEqual(after.get(now), { id, versions: 2 }, program)
        assert.equal(readFileSync(path.join(other.folder, now), 'utf8'), `${program} 2`)
        const sharelink_id = links.get(program)?.toString() ?? assert.fail(program)
        const link = await person.call(getSharelink, { sharelink_id })
        assert.ok(link.type === 'file_sharelink')
        const { file } = link
        assert.deepEqual([file.id, file.size, file.is_deleted], [id, `${program} 2`.length, false], program)
      }
      const backups = [...after.keys()].filter((file) => file.startsWith(top) && !file.endsWith('f.doc'))
      assert.deepEqual(
        backups.map((file) => path.basename(file)),
        ['f.doc~'],
      )
    })
})
