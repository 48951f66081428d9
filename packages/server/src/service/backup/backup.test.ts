import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { getSharelink, shareFile } from '@holdfast/api/links'
import { makeBucket } from '@holdfast/server/testkit/buckets'
import { runCommand, startCommand } from '@holdfast/server/testkit/command-line'
import { checkInvariants } from '@holdfast/server/testkit/invariants'
import { openQuietly } from '@holdfast/server/testkit/open-quietly'
import { sampleBytes } from '@holdfast/server/testkit/sample-bytes'
import { ServerProcess, settingsOf } from '@holdfast/server/testkit/server-process'
import { makeTempDir, type Place, STACKS } from '@holdfast/server/testkit/stacks'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/world'
import type { DatabaseLocation } from '../../platform/config.ts'
import { listWholeTables } from '../../platform/db/whole/tables.ts'
import { isUsed } from './fill-installation.ts'
import { openPlace } from './open-place.ts'
import { sha256Of } from './pieces.ts'
import { verifyBackups } from './verify-backup.ts'

const BLOB = 80_000

/** Every row of every table that a backup has, but for what tells the epoch. */
async function dump(location: DatabaseLocation): Promise<Record<string, string[]>> {
  const db = await openQuietly(location)
  try {
    return await db.snapshot(async (moment) => {
      const all: Record<string, string[]> = {}
      for (const { name, columns } of await listWholeTables(moment.db)) {
        const lines: string[] = []
        const kept = columns.filter((column) => column !== 'epoch_seq')
        for await (const rows of moment.rows(name, kept))
          lines.push(...rows.map((row) => JSON.stringify(row)))
        all[name] = lines.filter((line) => name !== 'installation' || !line.includes('"epoch"')).sort()
      }
      return all
    })
  } finally {
    await db.close()
  }
}

async function checkWhole(place: Place): Promise<void> {
  const db = await openQuietly(place.database)
  await checkInvariants(db.read)
  await db.close()
}

const s3Url = async (name: string) => {
  const { bucket, endpoint = '', region = '' } = await makeBucket(name)
  return `s3://${bucket}/kept?${new URLSearchParams({ endpoint, region })}`
}

STACKS.forEach((stack, n) => {
  const other = STACKS[1 - n] ?? assert.fail()
  describe(`a backup of ${stack.name}`, () => {
    const world = useWorld(stack)
    let place: string
    let keyFile: string
    const opened: Place[] = []
    const run = (args: string[], settings: NodeJS.ProcessEnv = settingsOf(world.place)) =>
      runCommand(world.place.dataDir, args, settings)
    const done = async (args: string[], settings?: NodeJS.ProcessEnv) => {
      const { code, output, errors } = await run(args, settings)
      assert.deepEqual({ code, errors }, { code: 0, errors: '' }, output)
      return output
    }
    const target = async () => {
      const empty = await other.open()
      opened.push(empty)
      return { empty, settings: { ...settingsOf(empty), HOLDFAST_MASTER_KEY_FILE: keyFile } }
    }
    before(async () => {
      place = n === 0 ? path.join(await makeTempDir(), 'kept') : await s3Url(`backup-${process.pid}`)
      keyFile = path.join(world.place.dataDir, 'master.key')
    })
    after(async () => {
      for (const one of opened) await one.dispose()
    })

    it('is made while people write, again with what is new only, and becomes the same elsewhere', async () => {
      const ann = await world.person()
      for (let of = 0; of < 4; of++) await ann.upload(`large ${of}`, sampleBytes(BLOB, `large ${of}`))
      await ann.upload('small', 'a few bytes')
      const busy = writeUntil(ann)
      assert.match(await done(['backup', place]), /is complete: ([4-9]|\d\d+) of \1 blobs were new/)
      const written = await busy.stop()
      assert.ok(written > 0, 'somebody wrote meanwhile')
      await world.service.close()
      const again = await done(['backup', place])
      const [, fresh, all] = /is complete: (\d+) of (\d+) blobs were new/.exec(again) ?? []
      assert.ok(Number(all) - Number(fresh) >= 4, again)
      if (n === 0) assert.equal((await done(['backup', place, '--list'])).split('\n').length, 2)
      assert.match(await done(['backup', 'verify', place]), /^The backups are whole: 2 backups/)

      const { empty, settings } = await target()
      assert.match(await done(['restore', place], settings), /A new epoch begins: [\w-]{11}\./)
      assert.deepEqual(await dump(empty.database), await dump(world.place.database))
      assert.match(await done(['verify', '--content'], settings), /^The files are whole/)
      assert.match(await done(['verify', '--activity'], settings), /^The activity is whole/)
      await checkWhole(empty)
      const refused = await run(['restore', place], settings)
      assert.match(refused.errors, /^The database is in use: it must be new or empty/)
    })
  })
})

describe('a place of backups', () => {
  const [small = assert.fail()] = STACKS
  const world = useWorld(small)
  let place: string
  const run = (args: string[], settings: NodeJS.ProcessEnv = settingsOf(world.place)) =>
    runCommand(world.place.dataDir, args, settings)
  const keyFile = () => path.join(world.place.dataDir, 'master.key')
  const filesOf = async (shelf: string) =>
    (await readdir(path.join(place, shelf), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
  before(async () => {
    place = path.join(await makeTempDir(), 'kept')
    const ann = await world.person()
    for (let of = 0; of < 6; of++) await ann.upload(`large ${of}`, sampleBytes(BLOB, `large ${of}`))
  })

  it('has no backup of a call that was killed, and the next one goes on with its blobs', async () => {
    const child = startCommand(world.place.dataDir, ['backup', place], settingsOf(world.place))
    await child.saying(/The database is copied/)
    child.process.kill('SIGKILL')
    await child.ended
    assert.equal((await run(['backup', place, '--list'])).output, '')
    const { code, output, errors } = await run(['backup', place])
    assert.deepEqual({ code, errors }, { code: 0, errors: '' })
    assert.match(output, /of 6 blobs were new/)
    const parts = await filesOf('backups')
    assert.equal(new Set(parts.map((file) => path.basename(file).split('.')[0])).size, 1)
    for (const file of [...parts, ...(await filesOf('blobs'))])
      assert.equal((await stat(file)).mode & 0o777, 0o600, file)
    assert.deepEqual(
      (await readdir(world.place.dataDir)).filter((name) => name.includes('copy')),
      [],
    )
  })

  it('is named piece by piece where a bit of it is not what it was', async () => {
    const opened = await openPlace(place, false)
    const pieces = await filesOf('backups')
    const some = pieces.filter((file, n) => n % 6 === 0 || /manifest|\.blobs-/.test(file))
    for (const file of [...some, ...(await filesOf('blobs'))]) {
      const bytes = await readFile(file)
      const flipped = Buffer.from(bytes)
      const at = Math.floor(bytes.length / 2)
      flipped[at] = (flipped[at] ?? 0) ^ 4
      await writeFile(file, flipped)
      const told: string[] = []
      const { problems } = await verifyBackups(opened, undefined, (problem) => told.push(problem))
      assert.equal(problems, 1, file)
      assert.ok(told[0]?.includes(path.basename(file)), told[0])
      await writeFile(file, bytes)
    }
    const blob = (await filesOf('blobs'))[0] ?? assert.fail()
    const bytes = await readFile(blob)
    await writeFile(blob, Buffer.from(bytes).fill(0, 9, 10))
    const { code, output } = await run(['backup', 'verify', place])
    assert.equal(code, 1)
    assert.match(output, new RegExp(`^The blob ${path.basename(blob)} is damaged\\.$`, 'm'))
    const empty = await small.open()
    const settings = { ...settingsOf(empty), HOLDFAST_MASTER_KEY_FILE: keyFile() }
    const restored = await run(['restore', place], settings)
    assert.deepEqual({ code: restored.code, errors: restored.errors }, { code: 1, errors: '' })
    assert.match(restored.output, new RegExp(`The blob ${path.basename(blob)} is damaged or missing`))
    assert.match((await run(['verify', '--content'], settings)).output, /^1 problems in/m)
    await writeFile(blob, bytes)
    await empty.dispose()
  })

  it('is not restored without its key, nor by a program of another form, nor over what is in use', async () => {
    const empty = await small.open()
    const into = (settings: NodeJS.ProcessEnv) =>
      run(['restore', place], { ...settingsOf(empty), ...settings })
    assert.match((await into({})).errors, /^The master key of this installation is missing/)
    const wrong = path.join(empty.dataDir, 'other.key')
    await writeFile(wrong, `1 ${Buffer.alloc(32, 7).toString('base64url')}\n`)
    assert.match(
      (await into({ HOLDFAST_MASTER_KEY_FILE: wrong })).errors,
      /other\.key does not hold the master key of this backup \(version 1, id [0-9a-f]{16}\)/,
    )
    const right = { HOLDFAST_MASTER_KEY_FILE: keyFile() }
    const manifest = (await filesOf('backups')).find((file) => file.endsWith('.json')) ?? assert.fail()
    const text = await readFile(manifest, 'utf8')
    const other = text.replace(/0001-schema-\w+/, '0001-schema-of-old')
    await writeFile(manifest, other)
    await writeFile(manifest.replace('.json', '.sha256'), sha256Of(Buffer.from(other)))
    assert.match((await into(right)).errors, /0001-schema-of-old\) is none that this program knows/)
    await writeFile(manifest, text)
    await writeFile(manifest.replace('.json', '.sha256'), sha256Of(Buffer.from(text)))
    const used = { HOLDFAST_BLOBS_URL: settingsOf(world.place).HOLDFAST_BLOBS_URL }
    assert.match((await into({ ...right, ...used })).errors, /^The store of blobs is in use/)
    assert.equal(await hasOrganizations(empty.database), false)

    const child = startCommand(empty.dataDir, ['restore', place], { ...settingsOf(empty), ...right })
    await seeFile(path.join(empty.dataDir, 'blobs/fi'))
    child.process.kill('SIGKILL')
    await child.ended
    const { code, errors } = await into(right)
    assert.deepEqual({ code, errors }, { code: 0, errors: '' })
    assert.deepEqual(await readdir(path.join(empty.dataDir, 'blobs/fi')), [])
    await checkWhole(empty)
    await empty.dispose()
  })

  it('keeps as many backups as it is told, and the blobs that they have', async () => {
    const opened = await openPlace(place, false)
    await opened.put('blobs', 'ffff', Buffer.from('of none'))
    const { output, code } = await run(['backup', place, '--keep', '1'])
    assert.equal(code, 0)
    assert.match(output, /Removed 1 older ones, and 1 blobs/)
    assert.equal((await filesOf('blobs')).length, 6)
    const drill = await run(['drill', place])
    assert.deepEqual({ code: drill.code, errors: drill.errors }, { code: 0, errors: '' }, drill.output)
    assert.match(drill.output, /^The files are whole: .*\nThe activity is whole: .*\nThe drill went well\.$/m)
    assert.deepEqual(
      (await readdir(world.place.dataDir)).filter((name) => name.startsWith('drill')),
      [],
    )
  })
})

describe('a backup whose master key is lost', () => {
  const [small = assert.fail()] = STACKS
  const world = useWorld(small)

  it('gives files, people and passwords back, and says what it does not', async () => {
    const ann = await world.person()
    const { id } = await ann.upload('plan', sampleBytes(BLOB, 'plan'))
    const link = await ann.call(shareFile, { root_id: ann.rootId, file_id: id })
    const place = path.join(await makeTempDir(), 'kept')
    assert.equal((await runCommand(world.place.dataDir, ['backup', place], settingsOf(world.place))).code, 0)
    const empty = await small.open()
    const settings = settingsOf(empty)
    const restored = await runCommand(empty.dataDir, ['restore', place, '--without-key'], settings)
    assert.deepEqual({ code: restored.code, errors: restored.errors }, { code: 0, errors: '' })
    assert.match(restored.output, /the addresses of 1 share links/)
    assert.match(
      (await runCommand(empty.dataDir, ['verify', '--content'], settings)).output,
      /^The files are whole/,
    )
    assert.match(
      (await runCommand(empty.dataDir, ['verify', '--activity'], settings)).output,
      /^The activity is whole/,
    )
    const server = await ServerProcess.start(empty)
    const again = new Someone(server.url, ann.email)
    await again.signIn(ann.email, PASSWORD)
    assert.ok((await again.download(id)).equals(sampleBytes(BLOB, 'plan')))
    const { hash } = await again.call(getSharelink, { sharelink_id: String(link.id) })
    assert.match(hash, /^\w{22}$/)
    assert.notEqual(hash, link.hash)
    await server.stop()
    await empty.dispose()
  })
})

async function hasOrganizations(location: DatabaseLocation): Promise<boolean> {
  const db = await openQuietly(location)
  return isUsed(db).finally(() => db.close())
}

async function seeFile(file: string): Promise<void> {
  while (!existsSync(file)) await delay(1)
}

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
