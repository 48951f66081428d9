import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as momentOf } from 'node:timers/promises'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { runCommand, startCommand } from '@holdfast/server/testkit/servers/command-line'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const TIMES = Number(process.env.KILLS ?? rounds(0, 50))
const skip = TIMES === 0 && 'for npm run soak'
const LONGEST_MS = 1200

describe('backups, restores and moves that are killed', { skip }, () => {
  const [small = assert.fail()] = STACKS
  const world = useWorld(small)
  const next = numbers(53)

  const settings = (place: Place) => ({
    ...settingsOf(place),
    HOLDFAST_MASTER_KEY_FILE: path.join(world.place.dataDir, 'master.key'),
  })

  /** Kills a command at some point of it, then lets it come to its end. */
  async function killedOnce(place: Place, args: string[]): Promise<void> {
    const child = startCommand(place.dataDir, args, settings(place))
    await Promise.race([momentOf(next(LONGEST_MS)), child.ended])
    child.process.kill('SIGKILL')
    await child.ended
    const { code, errors } = await runCommand(place.dataDir, args, settings(place))
    // It may have been over before it was killed.
    if (
      !/^(The (database|store) is not empty|The database is in use|This database was moved to)/m.test(errors)
    )
      assert.deepEqual({ code, errors }, { code: 0, errors: '' })
  }

  async function isWhole(place: Place): Promise<void> {
    const { output, errors } = await runCommand(place.dataDir, ['verify', '--content'], settings(place))
    assert.match(output, /^No problems found/, errors)
  }

  it('end well when they are called again', async () => {
    const ann = await world.person()
    for (let n = 0; n < 12; n++) await ann.upload(`${n}`, sampleBytes(80_000, `${n}`))
    await world.service.close()
    for (let round = 0; round < TIMES; round++) {
      const kept = path.join(await makeTempDir(), 'kept')
      await killedOnce(world.place, ['backup', kept])
      const [restored, moved] = [await small.open(), await small.open()]
      await killedOnce(restored, ['restore', kept])
      await isWhole(restored)
      const { HOLDFAST_DATABASE_URL = '', HOLDFAST_BLOBS_URL = '' } = settingsOf(moved)
      await killedOnce(restored, ['move', '--database', HOLDFAST_DATABASE_URL, '--blobs', HOLDFAST_BLOBS_URL])
      await isWhole(moved)
      const db = await openQuietly(moved.database)
      await checkInvariants(db.read)
      assert.equal((await db.read.selectFrom('person').select('id').execute()).length, 2)
      await db.close()
      for (const place of [restored, moved]) await place.dispose()
      await rm(path.dirname(kept), { recursive: true })
    }
  })
})
