import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { deleteFile } from '@holdfast/api/files/files'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { backUp } from '@holdfast/server/testkit/database/backups'
import { atInstallation } from '@holdfast/server/testkit/database/installation'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { makeTempDir, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Ctx } from '../../platform/context.ts'
import { chooseBackup, originByKey } from './choose-backup.ts'
import { blobsOf } from './copy-blobs.ts'
import { expectedBy } from './expected.ts'
import { type Manifest, openManifest, sealManifest } from './form/manifest.ts'
import { readTree } from './form/tree.ts'
import { BackupError } from './place/backup-error.ts'
import { type BackupName, isBackupName, MARK } from './place/names.ts'
import { openPlaceAt, readPlace } from './place/open-place.ts'
import type { BackupPlace } from './place/place.ts'
import { verifyBackups } from './verify-backup.ts'

const CHANGES = Number(process.env.CHANGES ?? rounds(12, 2000))
const [small = assert.fail()] = STACKS

/** Everything that a restore of it would write, in one hash. */
async function digestOf(place: BackupPlace, manifest: Manifest): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([manifest.ids, manifest.migrations]))
  for (const { name, columns, rows } of manifest.tables) {
    hash.update(JSON.stringify([name, columns]))
    for await (const some of readTree(place, rows)) hash.update(JSON.stringify(some))
  }
  for await (const blobs of blobsOf(place, manifest.blobs)) hash.update(JSON.stringify(blobs))
  return hash.digest('hex')
}

describe('a place of backups in which somebody changes something', () => {
  const world = useWorld(small)
  let kept: string
  /** Of the backups that are there, and of one that was removed. */
  const digests = new Map<BackupName, string>()
  let removed: { name: string; bytes: Buffer }

  before(async () => {
    const ann = await world.person()
    kept = path.join(await makeTempDir(), 'kept')
    for (let of = 0; of < 4; of++) {
      for (let n = 0; n < 3; n++) await ann.upload(`${of} ${n}`, sampleBytes(n * 40_000, `${of} ${n}`))
      const gone = await ann.upload(`gone ${of}`, 'soon')
      await ann.call(deleteFile, { root_id: ann.rootId, file_id: gone.id })
      await atInstallation(world.place, async (ctx) => {
        const { manifest } = await backUp(ctx, kept, { keep: { last: 3 } })
        const place = await openPlaceAt(readPlace(kept), false)
        digests.set(manifest.backup, await digestOf(place, manifest))
        if (of > 0) return
        removed = {
          name: manifest.backup,
          bytes: await readFile(path.join(kept, 'backups', manifest.backup)),
        }
      })
    }
    await world.service.close()
  })

  it(`is never restored as what it was not, and verifying names each change (${CHANGES})`, async () => {
    const draw = numbers(41)
    const work = path.join(await makeTempDir(), 'kept')
    await atInstallation(world.place, async (ctx) => {
      for (let round = 0; round < CHANGES; round++) {
        await cp(kept, work, { recursive: true })
        const what = await change(work, draw)
        const place = await openPlaceAt(readPlace(work), false)
        assert.ok((await countProblems(ctx, place, kept)) > 0, `${round}: ${what} is not named`)
        await checkRestored(ctx, place, `${round}: ${what}`)
        await rm(work, { recursive: true })
      }
      const place = await openPlaceAt(readPlace(kept), false)
      assert.equal(await countProblems(ctx, place, kept), 0, 'nothing is named where nothing was changed')
    })
  })

  async function checkRestored(ctx: Ctx, place: BackupPlace, what: string): Promise<void> {
    try {
      const manifest = await chooseBackup(place, undefined, await originByKey(ctx), () => {})
      assert.equal(await digestOf(place, manifest), digests.get(manifest.backup), what)
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
    }
  }

  type Draw = (below: number) => number

  async function change(dir: string, draw: Draw): Promise<string> {
    const found = await readdir(dir, { recursive: true, withFileTypes: true })
    const files = found
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    const manifests = files.filter((file) => isBackupName(path.basename(file))).sort()
    // Half of all changes are to manifests, of which there are few.
    const pick = (of = draw(2) === 0 ? manifests : files) => of[draw(of.length)] ?? assert.fail()
    const file = pick()
    const bytes = await readFile(file)
    const name = path.relative(dir, file)
    switch (draw(9)) {
      case 0:
      case 1:
      case 2: {
        const at = draw(bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 + draw(255))
        await writeFile(file, bytes)
        return `byte ${at} of ${name}`
      }
      case 3:
        await writeFile(file, bytes.subarray(0, draw(bytes.length)))
        return `the end of ${name}`
      case 4:
        await writeFile(file, Buffer.concat([bytes, Buffer.from('more')]))
        return `more than ${name}`
      case 5:
        await rm(file)
        return `no ${name}`
      case 6: {
        const other = pick(files.filter((each) => each !== file))
        await writeFile(file, await readFile(other))
        return `${path.relative(dir, other)} as ${name}`
      }
      case 7: {
        const renamed = file.replace(/.$/, (end) => (end === '0' ? '1' : '0'))
        await rename(file, renamed)
        return `${name} by another name`
      }
      default: {
        const deeds = [putBack, () => forge(pick(manifests)), disown]
        return deeds[draw(deeds.length)]?.(dir) ?? assert.fail()
      }
    }
  }

  async function putBack(dir: string): Promise<string> {
    await writeFile(path.join(dir, 'backups', removed.name), removed.bytes)
    return `${removed.name} put back`
  }

  /** And takes the newest away, which only its owner would miss. */
  async function disown(dir: string): Promise<string> {
    const mark = path.join(dir, 'backups', MARK)
    await writeFile(mark, (await readFile(mark, 'utf8')).replace(/ .*/, ' 3k_another-'))
    const [newest = assert.fail()] = [...digests.keys()].sort().slice(-1)
    await rm(path.join(dir, 'backups', newest))
    return `${newest} of another owner, and gone`
  }

  async function forge(file: string): Promise<string> {
    const name = path.basename(file) as BackupName
    const { manifest } = openManifest(name, await readFile(file))
    await writeFile(file, sealManifest({ ...manifest, ids: {} }, generateKeyPairSync('ed25519').privateKey))
    return `${name} signed by another`
  }
})

/** The copy is looked at as if it were the place itself. */
async function countProblems(ctx: Ctx, place: BackupPlace, as: string): Promise<number> {
  try {
    const expected = await expectedBy(ctx, place, readPlace(as))
    return (await verifyBackups(place, undefined, expected, () => {})).problems
  } catch (error) {
    if (error instanceof BackupError) return 1
    throw error
  }
}
