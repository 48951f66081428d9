import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { getInstallationBackup } from '@holdfast/api/oversight/installation-backup'
import { getSharelink, shareFile } from '@holdfast/api/sharing/links'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { backUp, restoreTo } from '@holdfast/server/testkit/database/backups'
import {
  atInstallation,
  atPlace,
  configOf,
  contentsOf,
  keyFileOf,
  listProblems,
} from '@holdfast/server/testkit/database/installation'
import { makeBucket } from '@holdfast/server/testkit/servers/buckets'
import { runCommand, startCommand } from '@holdfast/server/testkit/servers/command-line'
import { ServerProcess, settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until, untilFound } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { blobKey } from '../../platform/basics/blob-key.ts'
import type { Config } from '../../platform/config/config.ts'
import { backupFingerprint, backupKey } from '../../platform/installation/backup-key.ts'
import { startService } from '../service.ts'
import { isUsed } from './fill-installation.ts'
import { listBackups, openManifest, sealManifest } from './form/manifest.ts'
import { openPlaceAt, readPlace } from './place/open-place.ts'
import { verifyBackups } from './verify-backup.ts'

const BLOB = 80_000

const s3Url = async (name: string) => {
  const { bucket, endpoint = '', region = '' } = await makeBucket(name)
  return `s3://${bucket}/kept?${new URLSearchParams({ endpoint, region })}`
}

const openPlace = (given: string) => openPlaceAt(readPlace(given), false)

STACKS.forEach((stack, n) => {
  const other = STACKS[1 - n] ?? assert.fail()
  describe(`a backup of ${stack.name}`, () => {
    const world = useWorld(stack)

    it('is made while people write, again with what is new only, and becomes the same elsewhere', async () => {
      const place = n === 0 ? path.join(await makeTempDir(), 'kept') : await s3Url(`backup-${process.pid}`)
      const ann = await world.person()
      for (let of = 0; of < 4; of++) await ann.upload(`large ${of}`, sampleBytes(BLOB, `large ${of}`))
      await ann.upload('small', 'a few bytes')
      const busy = writeUntil(ann)
      if (n === 0) {
        // As people do it. Reading SQLite here would keep the service waiting that is in this process.
        const { code, output, errors } = await runCommand(
          world.place.dataDir,
          ['backup', place],
          settingsOf(world.place),
        )
        assert.deepEqual({ code, errors }, { code: 0, errors: '' })
        assert.match(output, /is complete\. New: ([4-9]|\d\d+) of \1 blobs/)
      } else await backUp(world.service.ctx, place)
      assert.ok((await busy.stop()) > 0, 'somebody wrote meanwhile')
      await world.service.close()
      const { copied, manifest, fingerprint } = await atInstallation(world.place, (ctx) => backUp(ctx, place))
      assert.ok(manifest.blobs.count - copied.count >= 4)
      const { backups, problems, newest } = await verifyBackups(
        await openPlace(place),
        undefined,
        { fingerprint },
        assert.fail,
      )
      assert.deepEqual({ backups, problems, newest }, { backups: 2, problems: 0, newest: manifest.backup })

      const empty = await other.open()
      const config = { masterKeyFile: keyFileOf(world.place) }
      const { epoch } = await restoreTo(empty, place, { config })
      assert.match(epoch, /^[\w-]{11}$/)
      const kept = { epoch: false }
      assert.deepEqual(await contentsOf(empty.database, kept), await contentsOf(world.place.database, kept))
      assert.deepEqual(await atInstallation(empty, listProblems, config), [])
      await assert.rejects(
        restoreTo(empty, place, { config }),
        /^BackupError: The database is not empty\. Use/,
      )
      await empty.dispose()
    })
  })
})

describe('a place of backups', () => {
  const [small = assert.fail()] = STACKS
  const world = useWorld(small)
  let place: string
  let ann: Someone
  let config: Partial<Config>
  const opened: Place[] = []
  const run = (args: string[]) => runCommand(world.place.dataDir, args, settingsOf(world.place))
  const open = async () => {
    const empty = await small.open()
    opened.push(empty)
    return empty
  }
  const filesOf = async (shelf: string) =>
    (await readdir(path.join(place, shelf), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name !== 'installation')
      .map((entry) => path.join(entry.parentPath, entry.name))
  before(async () => {
    place = path.join(await makeTempDir(), 'kept')
    config = { masterKeyFile: keyFileOf(world.place) }
    ann = await world.person()
    for (let of = 0; of < 6; of++) await ann.upload(`large ${of}`, sampleBytes(BLOB, `large ${of}`))
  })
  after(async () => {
    for (const one of opened) await one.dispose()
  })

  it('has no backup of a call that was killed, and the next one goes on with its blobs', async () => {
    const child = startCommand(world.place.dataDir, ['backup', place], settingsOf(world.place))
    await child.saying(/Database copied/)
    child.process.kill('SIGKILL')
    await child.ended
    assert.deepEqual(await listBackups(await openPlace(place)), [])
    const { manifest } = await backUp(world.service.ctx, place)
    assert.equal(manifest.blobs.count, 6)
    const { code, output } = await run(['backup', place, '--list'])
    assert.equal(code, 0)
    assert.match(output, new RegExp(`^${manifest.backup}  \\d+ rows, 6 blobs .*$`))
    const manifests = await filesOf('backups')
    assert.equal(manifests.length, 1)
    for (const file of [...manifests, ...(await filesOf('pieces')), ...(await filesOf('blobs'))])
      assert.equal((await stat(file)).mode & 0o777, 0o600, file)
    assert.deepEqual(
      (await readdir(world.place.dataDir)).filter((name) => name.includes('copy')),
      [],
    )
  })

  it('is named piece by piece where a bit of it is not what it was', async () => {
    const opened = await openPlace(place)
    const fingerprint = await atInstallation(world.place, backupFingerprint)
    const some = (await filesOf('pieces')).filter((_, n) => n % 6 === 0)
    for (const file of [...some, ...(await filesOf('backups')), ...(await filesOf('blobs'))]) {
      const bytes = await readFile(file)
      const flipped = Buffer.from(bytes)
      const at = Math.floor(bytes.length / 2)
      flipped[at] = (flipped[at] ?? 0) ^ 4
      await writeFile(file, flipped)
      const told: string[] = []
      const report = (problem: string) => void told.push(problem)
      const { problems } = await verifyBackups(opened, undefined, { fingerprint }, report)
      assert.equal(problems, 1, file)
      assert.ok(told[0]?.includes(path.basename(file)), told[0])
      await writeFile(file, bytes)
    }
    const blob = (await filesOf('blobs'))[0] ?? assert.fail()
    const bytes = await readFile(blob)
    await writeFile(blob, Buffer.from(bytes).fill(0, 9, 10))
    const { code, output } = await run(['backup', 'verify', place])
    assert.equal(code, 1)
    assert.match(output, new RegExp(`^Blob ${path.basename(blob)} is damaged\\.$`, 'm'))
    const empty = await open()
    const { damaged } = await restoreTo(empty, place, { config })
    assert.deepEqual(damaged, [path.basename(blob)])
    assert.equal((await atInstallation(empty, listProblems, config)).length, 1)
    await writeFile(blob, bytes)
  })

  it('is not restored without its key, nor by a program of another form, nor over what is in use', async () => {
    const empty = await open()
    await assert.rejects(restoreTo(empty, place), /The master key of this installation is missing/)
    const wrong = path.join(empty.dataDir, 'other.key')
    await writeFile(wrong, `1 ${Buffer.alloc(32, 7).toString('base64url')}\n`)
    await assert.rejects(
      restoreTo(empty, place, { config: { masterKeyFile: wrong } }),
      /None of the backups at this location can be restored/,
    )
    const [name = assert.fail()] = await listBackups(await openPlace(place))
    const file = path.join(place, 'backups', name)
    const bytes = await readFile(file)
    const { manifest } = openManifest(name, bytes)
    const key = await atInstallation(world.place, backupKey)
    await writeFile(file, sealManifest({ ...manifest, migrations: ['0001-schema-of-old'] }, key))
    await assert.rejects(
      restoreTo(empty, place, { config }),
      /does not know this version of the database \(0001-schema-of-old\)/,
    )
    await writeFile(file, bytes)
    await assert.rejects(
      restoreTo({ ...empty, blobs: world.place.blobs }, place, { config }),
      /The store is not empty/,
    )
    assert.equal(await atPlace(empty, ({ db }) => isUsed(db)), false)

    const settings = { ...settingsOf(empty), HOLDFAST_MASTER_KEY_FILE: config.masterKeyFile }
    const child = startCommand(empty.dataDir, ['restore', place], settings)
    await until(() => existsSync(path.join(empty.dataDir, 'blobs/fi')), 1)
    child.process.kill('SIGKILL')
    await child.ended
    const { code, output, errors } = await runCommand(empty.dataDir, ['restore', place], settings)
    assert.deepEqual({ code, errors }, { code: 0, errors: '' })
    assert.match(output, /New epoch: [\w-]{11}\./)
    assert.deepEqual(await readdir(path.join(empty.dataDir, 'blobs/fi')), [])
    await contentsOf(empty.database)
  })

  it('keeps as many backups as it is told, and the blobs that they have, also by the service itself', async () => {
    const opened = await openPlace(place)
    await opened.put('blobs', blobKey('f'.repeat(32)), Buffer.from('of none'))
    const server = await ServerProcess.start(world.place, {
      HOLDFAST_BACKUP_URL: `file:${place}`,
      HOLDFAST_BACKUP_EVERY: '12h',
      HOLDFAST_BACKUP_KEEP: '1',
    })
    const admin = new Someone(server.url, 'admin@localhost')
    await admin.signIn('admin@localhost', PASSWORD)
    const newest = await untilFound(async () => {
      const backup = await admin.call(getInstallationBackup, {})
      return backup.ended === null ? undefined : backup
    })
    const { state, backup: name, blobs, bytes, error, every_hours, keep, overdue } = newest
    assert.ok(bytes > 0 && bytes < 100_000, `${bytes} bytes are new of an installation that has not changed`)
    assert.equal(newest.fingerprint, await atInstallation(world.place, backupFingerprint))
    assert.deepEqual(
      { state, blobs, error, every_hours, keep, overdue, place: newest.place },
      {
        state: 'complete',
        blobs: 0,
        error: null,
        every_hours: 12,
        keep: 1,
        overdue: false,
        place: `file:${place}`,
      },
    )
    await server.stop()
    assert.deepEqual(await listBackups(opened), [name])
    assert.equal((await filesOf('blobs')).length, 6)
    const drill = await run(['drill', place])
    assert.deepEqual({ code: drill.code, errors: drill.errors }, { code: 0, errors: '' }, drill.output)
    assert.match(
      drill.output,
      /^No problems found\. .*\nNo problems found in the activity log: .*\nThe backup can be restored\. No problems found\.$/m,
    )
    assert.deepEqual(
      (await readdir(world.place.dataDir)).filter((name) => name.startsWith('drill')),
      [],
    )
  })

  it('gives files, people and passwords back where the master key is lost, and says what it does not', async () => {
    const { id } = await ann.upload('plan', sampleBytes(BLOB, 'plan'))
    const link = await ann.call(shareFile, { root_id: ann.rootId, file_id: id })
    await atInstallation(world.place, (ctx) => backUp(ctx, place))
    const empty = await open()
    const fingerprint = await atInstallation(world.place, backupFingerprint)
    const origin = { kind: 'known', fingerprints: [fingerprint] } as const
    const { lost } = await restoreTo(empty, place, { withoutKey: true, origin })
    assert.equal(lost?.links, 1)
    assert.deepEqual(await atInstallation(empty, listProblems), [])
    const { tls } = world.config
    const { clock, service } = world
    const again = await startService(configOf(empty, { port: 0, tls }), {
      now: clock.now,
      log: service.ctx.log,
    })
    const someone = new Someone(again.url, ann.email)
    await someone.signIn(ann.email, PASSWORD)
    assert.ok((await someone.download(id)).equals(sampleBytes(BLOB, 'plan')))
    const { hash } = await someone.call(getSharelink, { sharelink_id: String(link.id) })
    assert.match(hash, /^\w{22}$/)
    assert.notEqual(hash, link.hash)
    await again.close()
  })
})

/** Uploads small and large files, one after the other. */
function writeUntil(who: Someone) {
  let going = true
  const writing = (async () => {
    let written = 0
    for (; going; written++)
      await who.upload(
        `meanwhile ${written}`,
        written % 4 === 0 ? sampleBytes(BLOB, `meanwhile ${written}`) : `${written}`,
      )
    return written
  })()
  return {
    stop: () => {
      going = false
      return writing
    },
  }
}
