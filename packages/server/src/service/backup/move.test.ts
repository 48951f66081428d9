import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import {
  atInstallation,
  contentsOf,
  keyFileOf,
  listProblems,
} from '@holdfast/server/testkit/database/installation'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { runCommand, startCommand } from '@holdfast/server/testkit/servers/command-line'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { openBlobs } from '../opening/open-context.ts'
import { move } from './move.ts'

const [small = assert.fail(), large = assert.fail()] = STACKS

describe('moving an installation', () => {
  const world = useWorld(small)
  const opened: Place[] = []
  after(async () => {
    for (const place of opened) await place.dispose()
  })
  const argumentsFor = (place: Place) => {
    const { HOLDFAST_DATABASE_URL: database = '', HOLDFAST_BLOBS_URL: blobs = '' } = settingsOf(place)
    return ['move', '--database', database, '--blobs', blobs]
  }

  it('leaves nothing behind and changes nothing, there and back', async () => {
    const ann = await world.person()
    for (let n = 0; n < 4; n++) await ann.upload(`large ${n}`, sampleBytes(80_000, `large ${n}`))
    await ann.upload('small', 'a few bytes')
    const there = await large.open()
    const back = await small.open()
    opened.push(there, back)
    const masterKeyFile = keyFileOf(world.place)
    const run = (args: string[]) => runCommand(world.place.dataDir, args, settingsOf(world.place))
    assert.match((await run(argumentsFor(there))).errors, /^The database is in use\. Stop the service/)
    await world.service.close()
    const { code, output, errors } = await run(argumentsFor(there))
    assert.deepEqual({ code, errors }, { code: 0, errors: '' }, output)
    assert.match(output, /^Moved and verified: [\d,]+ rows, 4 blobs\.$/m)
    assert.match(output, /Now set HOLDFAST_DATABASE_URL to postgres:\/\/[^@]+ and HOLDFAST_BLOBS_URL to s3:/)
    assert.match((await run(argumentsFor(back))).errors, /This database was moved to postgres:[^@]* on 2/)
    const before = await contentsOf(world.place.database)
    assert.deepEqual(await contentsOf(there.database), before)
    assert.deepEqual(await atInstallation(there, listProblems, { masterKeyFile }), [])

    const child = startCommand(world.place.dataDir, argumentsFor(back), {
      ...settingsOf(there),
      HOLDFAST_MASTER_KEY_FILE: masterKeyFile,
    })
    await until(() => existsSync(path.join(back.dataDir, 'blobs/fi')), 1)
    child.process.kill('SIGKILL')
    await child.ended
    const target = { db: await openQuietly(back.database), blobs: await openBlobs(back.blobs) }
    const moved = await atInstallation(there, (ctx) => move(ctx, target, () => {}), { masterKeyFile })
    assert.deepEqual(moved.damaged, [])
    await target.blobs.close()
    await target.db.close()
    assert.deepEqual(await contentsOf(back.database), before)
    assert.deepEqual(await atInstallation(back, listProblems, { masterKeyFile }), [])
  })
})
