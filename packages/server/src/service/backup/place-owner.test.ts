import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DAY_MS } from '@holdfast/api/time'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { backUp, restoreTo } from '@holdfast/server/testkit/database/backups'
import { atInstallation, keyFileOf } from '@holdfast/server/testkit/database/installation'
import { makeBucket } from '@holdfast/server/testkit/servers/buckets'
import { runCommandHere } from '@holdfast/server/testkit/servers/command-here'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { listAlerts } from '../../oversight/alerts/list-alerts.ts'
import { blobKey } from '../../platform/basics/blob-key.ts'
import type { BlobsLocation } from '../../platform/config/config.ts'
import { backupFingerprint } from '../../platform/installation/backup-key.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findInstallationBackup } from '../../records/installation-backup.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { listBackups, readManifest } from './form/manifest.ts'
import { sha256Of } from './form/pieces.ts'
import { type BackupName, MARK, type Names, type Shelf } from './place/names.ts'
import { openPlaceAt } from './place/open-place.ts'
import type { BackupPlace } from './place/place.ts'
import { findMark, writeMark } from './place-owner.ts'
import { repairFrom } from './repair-from.ts'
import { ScheduledBackups } from './scheduled-backups.ts'
import { verifyBackups } from './verify-backup.ts'

const ANOTHER = /Another installation \(epoch [\w-]{11}\) uses this location for its backups/
const TAKEN = /has taken over this location/
const MANIFEST = /^\d{6}-/
const ANOTHERS = blobKey('f'.repeat(32))
const tell = () => {}
const ADMINISTRATOR = {
  kind: 'person',
  organizationId: ROOT_ORGANIZATION,
  systemAdmin: true,
} as PersonPrincipal

let buckets = 0
const FOLDER = {
  kind: 'folder',
  make: async (): Promise<BlobsLocation> => ({ kind: 'disk', dir: path.join(await makeTempDir(), 'kept') }),
}
const BUCKET = {
  kind: 'bucket',
  make: (): Promise<BlobsLocation> => makeBucket(`place-owner-${process.pid}-${++buckets}`),
}

/** All there is, by name. */
async function contentsOf(place: BackupPlace): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const shelf of ['blobs', 'pieces', 'backups'] as const)
    for await (const names of place.list(shelf))
      for (const { name } of names)
        found[`${shelf}/${name}`] = sha256Of((await place.get(shelf, name as Names[Shelf])) ?? Buffer.of())
  return found
}

/** The same place, where something happens once, just before a thing of such a name is put there; and what is put from then on. */
function meanwhile(place: BackupPlace, when: RegExp, act: () => Promise<unknown>) {
  const since: string[] = []
  const put = async <S extends Shelf>(shelf: S, name: Names[S], bytes: Buffer) => {
    if (since.length > 0 || when.test(name)) since.push(name)
    if (since.length === 1) await act()
    await place.put(shelf, name, bytes)
  }
  return { since, place: { ...place, put } }
}

STACKS.forEach((stack, n) => {
  describe(`a place of backups of ${stack.name}`, () => {
    const { kind, make } = n === 0 ? BUCKET : FOLDER
    const world = useWorld(stack)
    let copy: Place
    let settings: { masterKeyFile: string }
    let location: BlobsLocation
    const bySomeone =
      (of: () => Place) =>
      (place: BackupPlace, last?: number, takeOver = false, newPlace = false) =>
        atInstallation(
          of(),
          (ctx) => backUp(ctx, location, { place, ...(last && { keep: { last } }), takeOver, newPlace }),
          settings,
        )
    const openAt = async (given: BlobsLocation) => {
      location = given
      return openPlaceAt(given, true)
    }
    const fingerprint = () => atInstallation(world.place, backupFingerprint)
    const verify = async (place: BackupPlace) =>
      (await verifyBackups(place, undefined, { fingerprint: await fingerprint() }, tell)).problems
    const byOriginal = bySomeone(() => world.place)
    const byCopy = bySomeone(() => copy)
    before(async () => {
      const ann = await world.person()
      await ann.upload('large', sampleBytes(80_000, 'large'))
      await ann.upload('small', 'a few bytes')
      await world.service.close()
      settings = { masterKeyFile: keyFileOf(world.place) }
      copy = await stack.open()
      await byOriginal(await openAt(await FOLDER.make()))
      await restoreTo(copy, location, { config: settings })
    })
    after(() => copy.dispose())

    it(`in a ${kind} takes those of one installation, until a copy of it takes over`, async (test) => {
      const place = await openAt(await make())
      test.after(() => place.close())
      await byOriginal(place)
      const held = await contentsOf(place)
      await assert.rejects(byCopy(place, 1), ANOTHER)
      assert.deepEqual(await contentsOf(place), held)
      // Anyone who only reads is not asked.
      assert.equal(await verify(place), 0)
      assert.equal(await atInstallation(copy, (ctx) => repairFrom(ctx, place, undefined, tell), settings), 0)
      await byOriginal(place)

      // A mark that is gone or damaged is not made again by itself: the place may be half there.
      const mark = (await place.get('backups', MARK)) ?? assert.fail()
      await place.delete('backups', MARK)
      for (const by of [byCopy, byOriginal])
        await assert.rejects(by(place), /the file “backups\/installation” is missing/)
      for (const changed of [Buffer.of(), Buffer.from(mark).fill(0, 3, 4)]) {
        await place.put('backups', MARK, changed)
        await assert.rejects(
          byOriginal(place),
          /The file “backups\/installation” at this location is damaged/,
        )
      }
      await byOriginal(place, undefined, true)
      assert.ok(await place.get('backups', MARK))

      await byCopy(place, undefined, true)
      await byCopy(place)
      const taken = await contentsOf(place)
      await assert.rejects(byOriginal(place, 1), ANOTHER)
      assert.deepEqual(await contentsOf(place), taken)
      assert.equal((await listBackups(place)).length, 5)
      const { manifest } = await byOriginal(place, 1, true)
      assert.deepEqual(await listBackups(place), [manifest.backup])
      assert.equal(await verify(place), 0)
    })

    it(`in a ${kind} that is taken over keeps nothing that was being made there, and loses nothing of the new`, async (test) => {
      const place = await openAt(await make())
      test.after(() => place.close())
      const takeOver = () => byCopy(place, 1, true)
      for (const moment of [/^[0-9a-f]{64}$/, MANIFEST]) {
        await byOriginal(place, 1, true)
        const watched = meanwhile(place, moment, takeOver)
        await assert.rejects(byOriginal(watched.place), TAKEN)
        // It is not even there for a while, where it can be known before.
        assert.equal(
          watched.since.some((name) => MANIFEST.test(name)),
          moment === MANIFEST,
        )
        const [only, ...more] = await listBackups(place)
        assert.deepEqual(more, [])
        const { manifest } = await readManifest(place, only as BackupName)
        const mark = await findMark(place)
        assert.ok(mark && mark !== 'damaged')
        assert.equal(mark.epoch, manifest.epoch)
        assert.equal(await verify(place), 0)
      }
      // While old ones are removed: nothing names the blobs yet that the new one copies.
      await byOriginal(place, undefined, true)
      let lists = 0
      const listing: BackupPlace = {
        ...place,
        async *list(shelf) {
          if (shelf === 'blobs' && ++lists === 2) {
            const mark = await findMark(place)
            assert.ok(mark && mark !== 'damaged')
            await writeMark(place, { ...mark, epoch: 'of-another-' })
            await place.put('blobs', ANOTHERS, Buffer.from('of another'))
          }
          yield* place.list(shelf)
        },
      }
      await assert.rejects(byOriginal(listing, 1), TAKEN)
      assert.equal((await place.get('blobs', ANOTHERS))?.toString(), 'of another')
    })

    it('refuses a copy in one sentence, and what its service makes by itself fails as others do', async (test) => {
      const place = await openAt(await (n === 0 ? FOLDER : BUCKET).make())
      test.after(() => place.close())
      await byOriginal(place)
      const given = settingsOf({ ...copy, blobs: location }).HOLDFAST_BLOBS_URL ?? assert.fail()
      const run = (...more: string[]) =>
        runCommandHere(['backup', given, ...more], {
          ...settingsOf(copy),
          HOLDFAST_MASTER_KEY_FILE: settings.masterKeyFile,
        })
      const schedule = { place: location, everyMs: DAY_MS, keep: { last: 1 } }
      const byItself = () =>
        atInstallation(
          copy,
          async (opened) => {
            const ctx = { ...opened, config: { ...opened.config, backup: schedule } }
            const backups = new ScheduledBackups(ctx)
            await backups.look()
            await backups.close()
            const { results } = await listAlerts(ctx, ADMINISTRATOR, ROOT_ORGANIZATION)
            return { row: await findInstallationBackup(ctx.db.read), alerts: results.map(({ kind }) => kind) }
          },
          settings,
        )
      const held = await contentsOf(place)
      const { code, errors } = await run()
      assert.equal(code, 1)
      assert.match(errors, ANOTHER)
      assert.match(
        errors,
        /^[^\n]*“holdfast backup <location> --take-over”\. It can then no longer use this location\.$/,
      )
      const failed = await byItself()
      assert.match(failed.row?.error ?? '', ANOTHER)
      assert.notEqual(failed.row?.told_at, null)
      assert.deepEqual(failed.alerts, ['backup_failed', 'retention_paused', 'setup_open'])
      assert.deepEqual(await contentsOf(place), held)
      const taken = await run('--take-over')
      assert.deepEqual({ code: taken.code, errors: taken.errors }, { code: 0, errors: '' })
      await assert.rejects(byOriginal(place), ANOTHER)
    })
  })
})
