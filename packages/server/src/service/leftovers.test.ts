import assert from 'node:assert/strict'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '@holdfast/api/time'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { startRemovingLeftovers } from './leftovers.ts'

const [SMALL_STACK] = STACKS as [Stack]

describe('files that a killed process left', () => {
  const world = useWorld(SMALL_STACK)

  async function leave(folder: string, name: string, minutesAgo: number): Promise<void> {
    const dir = path.join(world.place.dataDir, folder)
    await mkdir(dir, { recursive: true })
    await writeFile(path.join(dir, name), 'left')
    const at = new Date(world.clock.now() - minutesAgo * MINUTE_MS)
    await utimes(path.join(dir, name), at, at)
  }
  async function names(): Promise<string[]> {
    const [temp = [], outbox = []] = await Promise.all(
      ['tmp', 'outbox'].map((folder) => readdir(path.join(world.place.dataDir, folder))),
    )
    return [...temp, ...outbox].sort()
  }
  async function leaveAll(): Promise<void> {
    await leave('tmp', '1-old', 31)
    await leave('tmp', '2-fresh', 29)
    await leave('outbox', '.old.eml.tmp', 31)
    await leave('outbox', '.fresh.eml.tmp', 29)
    await leave('outbox', 'mail.eml', 600)
    await leave('outbox', '.gitignore', 600)
  }
  const KEPT = ['.fresh.eml.tmp', '.gitignore', '2-fresh', 'mail.eml']

  const untilGone = (name: string) => until(async () => !(await names()).includes(name), 2)

  it('are removed while the server runs, and nothing else is', async () => {
    const stop = startRemovingLeftovers(world.service.ctx, 5)
    try {
      await leaveAll()
      await untilGone('1-old')
      await untilGone('.old.eml.tmp')
      assert.deepEqual(await names(), KEPT)
      world.clock.advance({ minutes: 2 })
      await untilGone('2-fresh')
      await untilGone('.fresh.eml.tmp')
      assert.deepEqual(await names(), ['.gitignore', 'mail.eml'])
    } finally {
      stop()
    }
  })

  it('are removed by a service as it starts', async () => {
    await leaveAll()
    await world.restart()
    await untilGone('.old.eml.tmp')
    assert.deepEqual(await names(), KEPT)
  })
})
