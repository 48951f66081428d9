import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import { setTimeout as restOfUser } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { until } from '@holdfast/server/testkit/servers/until'
import { Chance } from '../sim/chance.ts'
import { FolderUser } from './folder-user.ts'
import { KeptFolder } from './kept-folder.ts'
import { openRealDisk } from './real-disk.ts'
import { ServiceWithBytes } from './service.ts'

/** What happens depends on time as well, so that a seed does not tell all. */
const RUNS = rounds(1, 200)
const DEEDS = 60

describe('two folders of a computer that engines keep equal', () => {
  for (let seed = 1; seed <= RUNS; seed++)
    it(`become equal, and lose nothing, with seed ${seed}`, async () => {
      const chance = new Chance(seed)
      const service = new ServiceWithBytes(2)
      const kept = new Set<string>()
      await using resources = new AsyncDisposableStack()
      const folders: KeptFolder[] = []
      const users: FolderUser[] = []
      for (const number of [1, 2]) {
        const real = await openRealDisk(tmpdir())
        resources.defer(() => real.close())
        const folder = new KeptFolder(real, service, number, chance)
        folder.start()
        resources.defer(() => folder.stop())
        folders.push(folder)
        users.push(new FolderUser(real.folder, chance, kept))
      }
      service.faults = 0.02
      for (let n = 0; n < DEEDS; n++) {
        chance.pick(users).act()
        await restOfUser(chance.below(50))
        if (chance.happens(0.05)) await chance.pick(folders).restart()
      }
      for (const user of users) user.end()
      service.faults = 0
      await untilEqual(folders)
      const found = new Set([
        ...folders.flatMap((folder) => [...Object.values(folder.tree()), ...folder.binned()]),
        ...service.contents(),
      ])
      assert.ok(kept.size > 1)
      assert.deepEqual(
        [...kept].filter((content) => !found.has(content)),
        [],
      )
    })
})

/** Each has looked at everything and found nothing to do, and both have the same. */
async function untilEqual(folders: readonly KeptFolder[]): Promise<void> {
  try {
    await until(async () => {
      const ends = []
      for (const folder of folders) ends.push(await folder.syncOnce())
      const [one, other] = folders.map((folder) => folder.tree())
      return ends.every((end) => end === 'synced') && isDeepStrictEqual(one, other)
    })
  } catch (cause) {
    assert.deepEqual(folders[0]?.tree(), folders[1]?.tree())
    throw new Error(`not quiet: ${JSON.stringify(folders.map(({ status }) => status))}`, { cause })
  }
}
