import assert from 'node:assert/strict'
import { once } from 'node:events'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { createProbeTable, probeNames } from '@holdfast/server/testkit/database/probe'
import { startChild } from '@holdfast/server/testkit/servers/children'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import Sqlite from 'better-sqlite3'

const PROCESSES = 4
const WRITERS = 8
const WRITES = 40
const PINGS = 300

const newLocation = async () => ({ kind: 'sqlite', file: path.join(await makeTempDir(), 'x.db') }) as const

describe('several processes with one SQLite file', () => {
  it('open and write it at once without one getting an error', async () => {
    const database = await newLocation()
    const children = Array.from({ length: PROCESSES }, (_, n) =>
      startChild({ kind: 'write', database, name: `process-${n}`, writers: WRITERS, writes: WRITES }),
    )
    for (const child of children) {
      assert.equal(await child.ended, 0, child.errors.join('\n'))
      assert.deepEqual(child.errors, [])
      assert.equal(child.lines.length, WRITERS * WRITES)
    }
    const db = await openQuietly(database)
    const names = await probeNames(db.read)
    await db.close()
    assert.equal(names.length, 2 * PROCESSES * WRITERS * WRITES)
    for (const line of children.flatMap((child) => child.lines)) assert.ok(names.includes(line), line)
  })

  it('wait for each other to have made it', async () => {
    const database = await newLocation()
    const holder = new Sqlite(database.file)
    holder.exec('BEGIN EXCLUSIVE; CREATE TABLE other (id)')
    let failed = false
    const opening = openQuietly(database)
    opening.catch(() => {
      failed = true
    })
    for (let n = 0; n < 50; n++) await turn()
    assert.equal(failed, false)
    holder.exec('COMMIT')
    const db = await opening
    await createProbeTable(db)
    assert.deepEqual(await probeNames(db.read), [])
    // A connection learns of the new mode by reading.
    holder.exec('SELECT * FROM other')
    assert.equal(holder.pragma('journal_mode', { simple: true }), 'wal')
    holder.close()
    await db.close()
  })

  it('go on with everything else while one waits for another’s long transaction', {
    timeout: 60_000,
  }, async (t) => {
    const database = await newLocation()
    const db = await openQuietly(database)
    await createProbeTable(db)
    const child = startChild({ kind: 'answer', database, name: 'waiting' })
    t.after(() => child.process.kill('SIGKILL'))
    const heard: unknown[] = []
    await once(child.process, 'message')
    child.process.on('message', (message) => heard.push(message))

    const holder = new Sqlite(database.file)
    t.after(() => holder.close())
    holder.exec('BEGIN IMMEDIATE')
    child.process.send('write')
    for (let n = 1; n <= PINGS; n++) {
      child.process.send('ping')
      await once(child.process, 'message')
    }
    assert.deepEqual(new Set(heard), new Set(['pong']))
    assert.deepEqual(await probeNames(db.read), [])
    holder.exec('COMMIT')

    await once(child.process, 'message')
    assert.equal(heard.at(-1), 'written')
    assert.deepEqual(await probeNames(db.read), ['waiting', 'waiting, twin'])
    child.process.send('stop')
    assert.equal(await child.ended, 0, child.errors.join('\n'))
    await db.close()
  })
})
