import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { before, beforeEach, describe, it } from 'node:test'
import { DAY_MS } from '@holdfast/api/time'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { backUp, restoreTo } from '@holdfast/server/testkit/database/backups'
import { atInstallation, keyFileOf } from '@holdfast/server/testkit/database/installation'
import { runCommandHere } from '@holdfast/server/testkit/servers/command-here'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Ctx } from '../../platform/context.ts'
import { realNow } from '../opening/open-context.ts'
import { chooseBackup, originByKey } from './choose-backup.ts'
import { listBackups, type Manifest, openManifest, sealManifest } from './form/manifest.ts'
import { pack, sha256Of } from './form/pieces.ts'
import { writeTree } from './form/tree.ts'
import { type BackupName, MARK } from './place/names.ts'
import { openPlaceAt, readPlace } from './place/open-place.ts'
import { Recheck } from './recheck.ts'

const [small = assert.fail()] = STACKS
const WRONG = '00000-00000-00000-00000-00000-00000'

describe('backups at a place that somebody else can write to, or that a disk forgets', () => {
  const world = useWorld(small)
  let place: string
  let manifest: Manifest
  let fingerprint: string
  const run = (...args: string[]) => runCommandHere(args, settingsOf(world.place))
  const make = (more: Parameters<typeof backUp>[2] = {}, ctx: Partial<Ctx> = {}) =>
    atInstallation(world.place, (opened) => backUp({ ...opened, ...ctx }, place, more))
  const open = () => openPlaceAt(readPlace(place), false)
  const fileOf = (name: BackupName) => path.join(place, 'backups', name)
  const filesOf = async (shelf: string) =>
    (await readdir(path.join(place, shelf), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))

  /** Signs a manifest as somebody does who does not have the master key. */
  const forge = async (name: BackupName, change: (manifest: Manifest) => Manifest): Promise<void> => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const known = openManifest(name, await readFile(fileOf(name))).manifest
    await writeFile(fileOf(name), sealManifest(change(known), privateKey))
  }
  const flip = async (file: string): Promise<void> => {
    const bytes = await readFile(file)
    const at = Math.floor(bytes.length / 2)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(file, bytes)
  }
  const restoredFrom = async (): Promise<BackupName> =>
    atInstallation(
      world.place,
      async (ctx) => (await chooseBackup(await open(), undefined, await originByKey(ctx), () => {})).backup,
    )

  before(async () => {
    const ann = await world.person()
    for (let of = 0; of < 4; of++) await ann.upload(`large ${of}`, sampleBytes(80_000, `large ${of}`))
    await ann.upload('small', 'a few bytes')
    await world.service.close()
  })
  beforeEach(async () => {
    place = path.join(await makeTempDir(), 'kept')
    const made = await make()
    manifest = made.manifest
    fingerprint = made.fingerprint
  })

  it('are known by a fingerprint, which is told with each and is all that verifying needs', async () => {
    const { output } = await run('backup', place)
    assert.match(output, new RegExp(`Fingerprint: ${fingerprint}$`))
    assert.equal((await run('backup', 'verify', place)).code, 0)
    // Somewhere without the installation.
    const elsewhere = { HOLDFAST_DATA_DIR: await makeTempDir() }
    const verify = (...more: string[]) => runCommandHere(['backup', 'verify', place, ...more], elsewhere)
    const typed = fingerprint.replaceAll('-', ' ').toUpperCase()
    const checked = await verify('--fingerprint', typed)
    assert.equal(checked.code, 0, checked.errors)
    assert.match(checked.output, /^No problems found\. 2 backups.* Newest intact backup: 000002-/)
    const unchecked = await verify()
    assert.equal(unchecked.code, 3)
    assert.match(unchecked.output, /^No problems found\. .* Origin not checked: /)
    const wrong = await verify('--fingerprint', WRONG)
    assert.equal(wrong.code, 1)
    assert.match(
      wrong.output,
      new RegExp(`was not made by this installation: its fingerprint is ${fingerprint}`),
    )
    assert.match((await verify('--fingerprint', 'xyz')).errors, /^“xyz” is not a fingerprint/)
    assert.deepEqual(await readdir(elsewhere.HOLDFAST_DATA_DIR), [])
  })

  it('are not restored where another has signed them, nor used by a drill or for a repair', async () => {
    await forge(manifest.backup, (known) => ({ ...known, version: '0.1.0-forged' }))
    const empty = await small.open()
    const config = { masterKeyFile: keyFileOf(world.place) }
    await assert.rejects(
      restoreTo(empty, place, { config }),
      /None of the backups at this location can be restored/,
    )
    for (const command of [
      ['drill', place],
      ['restore', place, '--backup', manifest.backup],
    ]) {
      const { code, output, errors } = await run(...command)
      assert.equal(code, 1, output)
      assert.match(output + errors, /was not made by this installation/)
    }
    const blobs = path.join(world.place.dataDir, 'blobs')
    const lost =
      (await readdir(blobs, { recursive: true })).find((name) => /^..\/[\w-]{32}$/.test(name)) ?? ''
    await rename(path.join(blobs, lost), path.join(blobs, 'aside'))
    const { code, output } = await run('verify', '--content', '--repair-from', place)
    await rename(path.join(blobs, 'aside'), path.join(blobs, lost))
    assert.equal(code, 1)
    assert.match(output, /can be used only in part: it was not made by this installation/)
    assert.equal((await run('verify', '--content')).code, 0)
    const verified = await run('backup', 'verify', place)
    assert.equal(verified.code, 1)
    assert.match(verified.output, /was not made by this installation/)
    await empty.dispose()
  })

  it('write nothing outside of the store, whatever they name', async () => {
    const opened = await open()
    const store = async (cut: { bytes: Buffer }) => {
      const content = sha256Of(cut.bytes)
      const { name, bytes } = await pack(Buffer.from(cut.bytes))
      await opened.put('pieces', name, bytes)
      return { name, size: bytes.length, content }
    }
    const sha256 = Buffer.from(sha256Of(Buffer.from('evil')), 'hex')
    const rows = (async function* () {
      yield [['aa/../../../../planted', 4, sha256]]
    })()
    const list = await writeTree(rows, store)
    await forge(manifest.backup, (known) => ({ ...known, blobs: { count: 1, bytes: 4, list } }))
    const empty = await small.open()
    const origin = { kind: 'unproven', backup: manifest.backup } as const
    await assert.rejects(
      restoreTo(empty, place, { withoutKey: true, origin }),
      /^BackupError: The list of blobs has an invalid name: "aa\/\.\.\/\.\.\/\.\.\/\.\.\/planted"/,
    )
    for (const name of ['../x', 'a/b', '', '..', 'installation/../x'])
      for (const shelf of ['blobs', 'pieces', 'backups'] as const) {
        // What only the types keep from happening elsewhere.
        const forged = name as never
        await assert.rejects(opened.get(shelf, forged), /is not a name of/)
        await assert.rejects(opened.put(shelf, forged, Buffer.of()), /is not a name of/)
        await assert.rejects(opened.delete(shelf, forged), /is not a name of/)
      }
    assert.ok(!existsSync(path.join(path.dirname(empty.dataDir), 'planted')))
    await empty.dispose()
  })

  it('are restored without the key by their fingerprint, or by their name once somebody was warned', async () => {
    const empty = await small.open()
    const restore = (...more: string[]) =>
      runCommandHere(['restore', place, '--without-key', ...more], settingsOf(empty))
    const asked = await restore()
    assert.equal(asked.code, 1)
    assert.match(asked.errors, /Add it with --fingerprint.*could sign in as an administrator/)
    assert.ok(asked.errors.includes(`--unproven ${manifest.backup}`))
    const wrong = await restore('--fingerprint', WRONG)
    assert.equal(wrong.code, 1)
    assert.match(wrong.output, /was not made by this installation/)
    assert.equal((await restore('--fingerprint', fingerprint, '--unproven', manifest.backup)).code, 1)
    await forge(manifest.backup, (known) => known)
    const right = await restore('--fingerprint', fingerprint)
    assert.equal(right.code, 1)
    const unproven = await restore('--unproven', manifest.backup)
    assert.equal(unproven.code, 0, unproven.errors)
    assert.match(unproven.output, /Lost with the master key/)
    await empty.dispose()
  })

  it('stand in the order in which they were made, wherever the clock jumps', async () => {
    const told: string[] = []
    const tell = (text: string) => void told.push(text)
    const ahead = await make({ tell }, { now: () => realNow() + 1095 * DAY_MS })
    assert.deepEqual(
      told.filter((text) => /clock/.test(text)),
      [],
    )
    const back = await make({ tell, keep: { last: 1 } })
    assert.match(told.join('\n'), /dated later than the clock of this machine/)
    assert.deepEqual(await listBackups(await open()), [back.manifest.backup])
    assert.equal(await restoredFrom(), back.manifest.backup)
    const past = await make({ keep: { last: 2 } }, { now: () => realNow() - 9000 * DAY_MS })
    assert.deepEqual(await listBackups(await open()), [back.manifest.backup, past.manifest.backup])
    assert.equal(past.manifest.previous?.backup, back.manifest.backup)
    assert.deepEqual(
      [manifest, ahead.manifest, back.manifest, past.manifest].map(({ backup }) =>
        Number(backup.split('-')[0]),
      ),
      [1, 2, 3, 4],
    )
    assert.equal((await run('backup', 'verify', place)).code, 0)
  })

  it('are refused where their place is missing, empty or another one', async () => {
    const aside = `${place}-aside`
    await rename(place, aside)
    const gone = await run('backup', place)
    assert.equal(gone.code, 1)
    assert.match(gone.errors, /The folder .* does not exist\. Is its disk mounted\?/)
    assert.ok(!existsSync(place))
    await mkdir(place)
    for (const command of [
      ['backup', place],
      ['backup', 'verify', place],
    ]) {
      const { code, errors } = await run(...command)
      assert.equal(code, 1)
      assert.match(errors, /has made backups at .* before, but nothing is there now\. Is its disk mounted\?/)
    }
    assert.deepEqual(await readdir(place), [])
    const fresh = await run('backup', place, '--new-place')
    assert.equal(fresh.code, 0, fresh.errors)
    // The old one is known by its mark, wherever it is.
    assert.equal((await run('backup', aside)).code, 0)
    await rm(place, { recursive: true })
    await rename(aside, place)
    const other = await run('backup', place)
    assert.equal(other.code, 1)
    assert.match(other.errors, /is not the location that this installation used before/)
    assert.equal((await run('backup', place, '--new-place')).code, 0)
    const empty = await runCommandHere(['backup', 'verify', await makeTempDir()], {
      HOLDFAST_DATA_DIR: await makeTempDir(),
    })
    assert.equal(empty.code, 1)
    assert.match(empty.output, /^There are no backups at this location\.$/m)
  })

  it('are healed: by the next one where a size is wrong, by a look at all else', async () => {
    const [short = '', gone = '', bent = ''] = await filesOf('blobs')
    await truncate(short, 100)
    await rm(gone)
    const told: string[] = []
    await make({ tell: (text) => void told.push(text) })
    assert.match(told.join('\n'), /^1 file was damaged at the backup location and copied again\.$/m)
    for (const file of [short, gone]) assert.equal((await stat(file)).size, 80_000)
    await flip(bent)
    const pieces = await filesOf('pieces')
    const sizes = await Promise.all(pieces.map(async (file) => (await stat(file)).size))
    // The largest have tables that do not change by making backups.
    const largest = pieces[sizes.indexOf(Math.max(...sizes))] ?? assert.fail()
    await flip(largest)
    const found = await run('backup', 'verify', place)
    assert.equal(found.code, 1)
    assert.match(found.output, new RegExp(`^Blob ${path.basename(bent)} is damaged\\.$`, 'm'))
    assert.match(found.output, new RegExp(`^Piece ${path.basename(largest)} is damaged\\.$`, 'm'))
    const healed = await run('backup', 'verify', place, '--repair')
    assert.match(healed.output, /^2 damaged or missing files copied again from the service\.$/m)
    assert.equal(healed.code, 0)
    assert.equal((await run('backup', 'verify', place)).code, 0)
    const due = Array.from({ length: 30 }, (_, n) => new Recheck(n + 1).isDue('some name', 10))
    assert.equal(due.filter(Boolean).length, 1, 'each file is read again once in thirty backups')
  })

  it('do not spoil each other: one that is damaged hides neither older nor newer ones', async () => {
    const second = await make()
    const third = await make()
    await flip(fileOf(third.manifest.backup))
    assert.equal(await restoredFrom(), second.manifest.backup)
    const listed = await run('backup', place, '--list')
    assert.equal(listed.code, 1)
    assert.match(listed.output, new RegExp(`^${second.manifest.backup}  [\\d,]+ rows`, 'm'))
    assert.match(listed.output, new RegExp(`^${third.manifest.backup}  cannot be read: .*damaged`, 'm'))
    const fourth = await run('backup', place, '--keep', '3')
    assert.equal(fourth.code, 0, fourth.errors)
    assert.match(fourth.output, /cannot be read: .* It may need old files, so none are removed/)
    assert.match(await restoredFrom(), /^000004-/)
    const removed = await run('backup', place, '--remove', third.manifest.backup)
    assert.equal(removed.code, 0, removed.errors)
    const fifth = await run('backup', place, '--keep', '3')
    assert.doesNotMatch(fifth.output, /cannot be read/)
    assert.equal((await run('backup', 'verify', place)).code, 0)
  })

  it('are missed where the newest was taken away, and noticed where an old one was put back', async () => {
    const first = await readFile(fileOf(manifest.backup))
    const second = await make({ keep: { last: 1 } })
    await writeFile(fileOf(manifest.backup), first)
    const put = await run('backup', 'verify', place)
    assert.equal(put.code, 1)
    assert.match(put.output, new RegExp(`^Backup ${manifest.backup} was removed by this installation`, 'm'))
    await rm(fileOf(second.manifest.backup))
    const taken = await run('backup', 'verify', place)
    assert.match(taken.output, new RegExp(`^Backup ${second.manifest.backup} is missing\\.$`, 'm'))
    // Whoever can do that can write there that the place is another's, too.
    const mark = path.join(place, 'backups', MARK)
    const own = await readFile(mark, 'utf8')
    await writeFile(mark, own.replace(/ .*/, ' 3k_another-'))
    const disowned = await run('backup', 'verify', place)
    assert.equal(disowned.code, 1, disowned.output)
    assert.match(disowned.errors, /another installation \(epoch 3k_another-\) uses this location now/)
    await writeFile(mark, own)
    // What was put back does not count as one of those that stay, and numbers go on.
    const third = await make({ keep: { last: 1 } })
    assert.match(third.manifest.backup, /^000003-/)
    await writeFile(fileOf(third.manifest.backup), first)
    const renamed = await run('backup', 'verify', place)
    assert.match(renamed.output, new RegExp(`damaged: it belongs to backup ${manifest.backup}`))
  })

  it('of a form from before the first release are refused in a sentence', async () => {
    await writeFile(path.join(place, 'backups', '20260501T123000000Z.manifest.json'), '{}')
    for (const command of [
      ['backup', place],
      ['backup', 'verify', place],
      ['restore', place],
    ]) {
      const { code, errors } = await run(...command)
      assert.equal(code, 1)
      assert.match(errors, /^These backups were made by a version from before the first release/)
    }
  })
})
