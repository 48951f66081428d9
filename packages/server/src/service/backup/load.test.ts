import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { startCommand } from '@holdfast/server/testkit/servers/command-line'
import { ServerProcess, settingsOf } from '@holdfast/server/testkit/servers/server-process'
import type { Place } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, Someone } from '@holdfast/server/testkit/servers/world'

const GIB = 1024 ** 3
/** How much is copied meanwhile. */
const SIZE = Number(process.env.BACKUP_LOAD_GB ?? rounds(0, 20)) * 1e9
const FILE = 128 * 1024 * 1024
const WRITERS = 8
const ENOUGH = 85

describe('a backup of much', { skip: SIZE === 0 && 'for npm run soak' }, () => {
  it(`leaves people at least ${ENOUGH} writes a second`, async (t) => {
    // On a disk: what the tests use otherwise may be memory.
    const dataDir = await mkdtemp(path.join(process.env.BACKUP_LOAD_DIR ?? '/var/tmp', 'holdfast-load-'))
    const { bavail, bsize } = await statfs(dataDir)
    assert.ok(bavail * bsize > 2 * SIZE + 5 * GIB, `${dataDir} has no room for twice ${SIZE} bytes`)
    const place: Place = {
      dataDir,
      database: { kind: 'sqlite', file: path.join(dataDir, 'holdfast.db') },
      blobs: { kind: 'disk', dir: path.join(dataDir, 'blobs') },
      dispose: () => rm(dataDir, { recursive: true, force: true }),
    }
    const server = await ServerProcess.start(place)
    try {
      const ann = new Someone(server.url, 'admin@localhost')
      await ann.signIn('admin@localhost', PASSWORD)
      for (let n = 0; n * FILE < SIZE; n++) await ann.upload(`large ${n}`, randomBytes(FILE))
      const child = startCommand(dataDir, ['backup', path.join(dataDir, 'kept')], settingsOf(place))
      const begun = performance.now()
      let going = true
      let written = 0
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; going; n++) {
          await ann.upload(`${writer} ${n}`, `${writer} ${n}`)
          if (going) written++
        }
      })
      const code = await child.ended
      going = false
      const seconds = (performance.now() - begun) / 1000
      await Promise.all(writers)
      assert.equal(code, 0, child.errors.join('\n'))
      const rate = written / seconds
      t.diagnostic(
        `${(SIZE / 1e9).toFixed(1)} GB in ${seconds.toFixed(0)} s, ${rate.toFixed(0)} writes a second meanwhile`,
      )
      assert.ok(rate >= ENOUGH, `${rate.toFixed(1)} writes a second`)
    } finally {
      await server.stop()
      await place.dispose()
    }
  })
})
