import assert from 'node:assert/strict'
import { open, writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { setTimeout as momentOf } from 'node:timers/promises'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { openSqlite } from '../../platform/db/sqlite.ts'

const PAGE = 4096
/** Longer than a thread or a process needs to load what it looks with. */
const LOADING_MS = 160
const [SMALL_STACK] = STACKS as [Stack]

describe('a SQLite file that was not closed', () => {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'fatal' }, { write: (line) => logged.push(JSON.parse(line)) })
  const world = useWorld(SMALL_STACK, { log })
  const file = () => (world.place.database as { file: string }).file

  /** Stops the service and overwrites a page of a table that nobody asks about; gives what puts it back. */
  async function damage(): Promise<() => Promise<unknown>> {
    const statement = `select rootpage from sqlite_master where name = 'usage_month'`
    const [{ rootpage } = { rootpage: 0 }] = await rawSql<{ rootpage: number }>(
      world.service.ctx.db,
      statement,
    )
    await world.service.close()
    const position = (rootpage - 1) * PAGE
    const before = await overwrite(position, Buffer.alloc(PAGE, 0xff))
    return () => overwrite(position, before)
  }
  async function overwrite(position: number, bytes: Buffer): Promise<Buffer> {
    await using handle = await open(file(), 'r+')
    const before = Buffer.alloc(bytes.length)
    await handle.read(before, 0, bytes.length, position)
    await handle.write(bytes, 0, bytes.length, position)
    return before
  }
  /** As a power cut leaves it: SQLite recovers nothing from a log that has not even a whole head. */
  const leaveOpen = () => writeFile(`${file()}-wal`, 'torn')

  it('is checked in the background; once damage is found nothing is written, and reading goes on', async () => {
    const ann = await world.person()
    await ann.upload('before.txt', 'before')
    const mend = await damage()
    await leaveOpen()
    await world.start()
    await until(() => logged.length > 0)
    const at = `/api/2/files/${ann.rootId}`
    const makeFolder = () => world.post(`${at}/create_folder`, { name: 'late' }, ann.bearer)
    const refused = await makeFolder()
    assert.deepEqual([refused.status, refused.body.error_reason], [503, 'database_damaged'])
    const list = await world.request(`${at}/folder/0/children`, { headers: ann.bearer })
    assert.equal(list.status, 200)
    // Once it is repaired, the next start finds it whole.
    await world.service.close()
    await mend()
    await world.start()
    assert.equal((await makeFolder()).status, 200)
    assert.equal(logged.length, 1)
  })

  it('is closed while it is looked at, at any moment, and the service goes on', async () => {
    await world.service.close()
    for (let pause = 0; pause < LOADING_MS; pause += rounds(40, 1)) {
      await leaveOpen()
      const db = await openSqlite(file(), () => assert.fail('There is no damage'))
      await momentOf(pause)
      await db.close()
    }
    await world.start()
    assert.equal(logged.length, 1)
  })
})
