import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { rounds } from '@holdfast/server/testkit/rounds'
import { HostileUser, type Recorded, recordFolder } from '../../testkit/backup/hostile-tree.ts'
import { ModelPort } from '../../testkit/backup/model-port.ts'
import { Chance } from '../../testkit/sim/chance.ts'
import { BackupRunner } from './backup-runner.ts'
import { restoreBackup } from './restore/restore-backup.ts'

const NEVER = new AbortController().signal
const SEED = Number(process.env.BACKUP_SEED ?? 1)
const clock = { now: () => Date.now(), pause: async () => {} }

describe('a backup', () => {
  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-backup-'))
    folders.push(folder)
    return folder
  }
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  const begin = () => {
    const [top, home] = [newFolder(), newFolder()]
    const server = new ModelPort(clock.now)
    const runner = new BackupRunner({ server, path: top, stateFile: `${home}/state`, clock })
    const restore = async (asOfSeq: number | null, to = newFolder(), overwrite = false) => {
      const options = { server, path: to, asOfSeq, overwrite, stateFile: `${home}/restore`, clock }
      return { to, result: await restoreBackup(options, NEVER) }
    }
    return { top, home, server, runner, restore }
  }

  it('gives back what there was at each run, whatever its names and whatever was done in between', async (test) => {
    for (let seed = SEED; seed < SEED + rounds(4, 300); seed++) {
      test.diagnostic(`BACKUP_SEED=${seed}`)
      const { top, home, runner, restore } = begin()
      const user = new HostileUser(top, new Chance(seed))
      const runs: { seq: number; recorded: Recorded }[] = []
      for (let run = 0; run < 4; run++) {
        user.act(25)
        if (run === 2) rmSync(`${home}/state`)
        const result = await runner.run(NEVER)
        assert.deepEqual([result.state, result.why, result.problems], ['done', null, []])
        runs.push({ seq: result.seq, recorded: recordFolder(top) })
        const again = await runner.run(NEVER)
        assert.deepEqual([again.seq, again.sentFiles, again.sentBytes], [result.seq, 0, 0])
      }
      for (const { seq, recorded } of runs) {
        const { to, result } = await restore(seq)
        assert.deepEqual([result.state, result.problems, result.done], ['done', [], result.total])
        assert.deepEqual(sorted(recordFolder(to)), sorted(recorded), `seed ${seed}`)
      }
    }
  })
})

const sorted = (recorded: Recorded) => [...recorded].sort(([one], [other]) => (one < other ? -1 : 1))
