import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { DAY_MS } from '@holdfast/api/time'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { atInstallation, keyFileOf, listProblems } from '@holdfast/server/testkit/database/installation'
import { listBlobs } from '@holdfast/server/testkit/database/stored-blobs'
import { runCommandHere } from '@holdfast/server/testkit/servers/command-here'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { isSweepHeld } from '../../platform/content/garbage-queries.ts'
import { currentEpoch, endEpoch } from '../../platform/installation/epoch.ts'
import { endTakeOverRest } from '../../platform/installation/rest.ts'
import { holdAfterTakeOver, isRestingAfterTakeOver } from '../../platform/installation/rest-queries.ts'
import { realNow } from '../opening/open-context.ts'
import { startService } from '../service.ts'

const log = pino({ level: 'silent' })
const DATABASE_MOVED =
  /This database was moved to (postgres:\/\/[^@/]+\/\w+|sqlite:\S+) on 2\d{3}-\d\d-\d\dT[\d:]+ UTC\./
const BLOBS_MOVED = /The blobs in \S+ were moved to (s3:\/\/\S+ at \S+|file:\S+) on 2\d{3}-/

STACKS.forEach((from, n) => {
  const to = STACKS[1 - n] ?? assert.fail()
  describe(`what was moved from ${from.name} to ${to.name}`, () => {
    const world = useWorld(from)
    const opened: Place[] = []
    after(async () => {
      for (const place of opened) await place.dispose()
    })
    const open = async (stack = from) => {
      const place = await stack.open()
      opened.push(place)
      return place
    }
    /** With the store of the world, unless specified. */
    const withDatabase = ({ database }: Place, { blobs } = world.place): Place => ({
      ...world.place,
      database,
      blobs,
    })
    const run = (place: Place, ...args: string[]) =>
      runCommandHere(args, {
        ...settingsOf(place),
        HOLDFAST_MASTER_KEY_FILE: keyFileOf(world.place),
      })
    const done = async (place: Place, ...args: string[]) => {
      const { code, output, errors } = await run(place, ...args)
      assert.deepEqual({ code, errors }, { code: 0, errors: '' }, output)
      return output
    }
    const moveDatabase = (place: Place, target: Place) =>
      done(place, 'move', '--database', settingsOf(target).HOLDFAST_DATABASE_URL ?? '')
    const moveBlobs = (place: Place, target: Place) =>
      done(place, 'move', '--blobs', settingsOf(target).HOLDFAST_BLOBS_URL ?? '')
    const start = (place: Place) =>
      startService(
        { ...world.config, database: place.database, blobs: place.blobs },
        { now: world.clock.now, log },
      )
    const isRefused = (place: Place, why: RegExp) => assert.rejects(start(place), why)
    const isRefusedToCommands = async (place: Place, why: RegExp, ...commands: string[][]) => {
      for (const args of commands) {
        const { code, errors } = await run(place, ...args)
        assert.equal(code, 1)
        assert.match(errors, why, args.join(' '))
      }
    }
    const starts = async (place: Place) => (await start(place)).close()

    it('is not used any more, also where the store stays, until somebody says so; then the other is refused', async () => {
      const ann = await world.person()
      const file = await ann.upload('large', sampleBytes(80_000, 'large'))
      await world.service.ctx.db.write((tx) => holdAfterTakeOver(tx, world.clock.now()))
      await world.service.close()
      const there = withDatabase(await open(to))
      assert.match(await done(world.place, 'moved'), /^Neither the database nor the store was moved\.$/)
      assert.match((await run(world.place, 'moved', '--back')).errors, /nothing to undo/)
      await moveDatabase(world.place, there)
      await isRefused(world.place, DATABASE_MOVED)
      await isRefusedToCommands(
        world.place,
        DATABASE_MOVED,
        ['verify'],
        ['backup', '/nowhere'],
        ['move', '--blobs', 'file:/nowhere'],
        ['restored'],
        ['migrate'],
      )
      // A store that is taken over rests for the new database as it did for the old one.
      const resting = (place: Place) =>
        atInstallation(place, ({ db }) => isRestingAfterTakeOver(db.read, world.clock.now()))
      assert.equal(await resting(there), true)

      // Back, once with nothing changed and once into a new one.
      await moveDatabase(there, world.place)
      await isRefused(there, DATABASE_MOVED)
      await starts(world.place)
      const again = withDatabase(await open(to))
      await moveDatabase(world.place, again)
      const service = await start(again)
      const someone = new Someone(service.url, ann.email)
      await someone.signIn(ann.email, PASSWORD)
      const later = await someone.upload('later', sampleBytes(80_000, 'later'))
      await service.close()
      const taken = await run(
        again,
        'move',
        '--database',
        settingsOf(world.place).HOLDFAST_DATABASE_URL ?? '',
      )
      assert.match(taken.errors, /^The database is not empty\. Use a new or empty one/)
      const back = withDatabase(await open())
      await moveDatabase(again, back)
      await isRefused(again, DATABASE_MOVED)
      assert.deepEqual(await atInstallation(back, listProblems), [])

      // The one of before the last upload.
      const stored = await listBlobs(world.place.blobs)
      await atInstallation(world.place, async (ctx) => {
        await endTakeOverRest(ctx)
        // As far as a call comes that is cut off.
        await ctx.db.write((tx) => endEpoch(tx, ctx))
      })
      assert.match(
        await done(world.place, 'moved'),
        /^The database was moved to .*\n.* Both use the same store/,
      )
      assert.match(await done(world.place, 'moved', '--back'), /Both use the same store\. .*\nNew epoch: /)
      assert.match((await run(world.place, 'moved', '--back')).errors, /nothing to undo/)
      await assert.rejects(start(back), /belong to another installation/)
      const old = await start(world.place)
      assert.equal(await isSweepHeld(old.ctx.db.read, realNow() + 40 * DAY_MS), true)
      const asBefore = new Someone(old.url, ann.email)
      await asBefore.signIn(ann.email, PASSWORD)
      assert.deepEqual(await asBefore.download(file.id), sampleBytes(80_000, 'large'))
      await assert.rejects(asBefore.download(later.id))
      assert.deepEqual(await listBlobs(world.place.blobs), stored)
      await old.close()
    })

    it('is a store that is not used any more, until somebody says so', async () => {
      const target = await open(to)
      const epochOf = (place: Place) => atInstallation(place, async (ctx) => (await currentEpoch(ctx)).id)
      const epoch = await epochOf(world.place)
      await moveBlobs(world.place, target)
      await isRefused(world.place, BLOBS_MOVED)
      await isRefusedToCommands(world.place, BLOBS_MOVED, ['verify'])
      await starts(withDatabase(world.place, target))
      assert.match(await done(world.place, 'moved'), /^The blobs were moved to /)
      assert.match(await done(world.place, 'moved', '--back'), /are missing here/)
      await starts(world.place)
      assert.equal(await epochOf(world.place), epoch)
    })

    // It is a disk that can be made so here.
    if (from.name !== 'sqlite+disk') return
    it('is moved though it cannot be marked, which is told', async (test) => {
      const { blobs } = world.place
      const mark = path.join(blobs.kind === 'disk' ? blobs.dir : '', 'in/installation')
      const frozen = (sign: string) =>
        execFileSync('chattr', [`${sign}i`, mark, path.dirname(mark)], { stdio: 'ignore' })
      try {
        frozen('+')
      } catch {
        return test.skip('only root can forbid it, and not on every file system')
      }
      using _thawed = { [Symbol.dispose]: () => frozen('-') }
      const target = await open(to)
      const { HOLDFAST_BLOBS_URL = '' } = settingsOf(target)
      const { code, output, errors } = await run(world.place, 'move', '--blobs', HOLDFAST_BLOBS_URL)
      assert.equal(code, 1)
      assert.match(
        output,
        /^Moved and verified: [\d,]+ rows, \d+ blobs?\.\nNow set HOLDFAST_BLOBS_URL to \S+ at \S+ on all servers/m,
      )
      assert.match(
        errors,
        /^Everything was moved, but .+ could not be marked as moved\. Make sure .+ EPERM.+installation/,
      )
      await starts(withDatabase(world.place, target))
    })
  })
})
