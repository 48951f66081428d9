import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createMachineBackup, listBackupRuns } from '@holdfast/api/devices/backups'
import type { MachineId } from '@holdfast/api/ids'
import { listSessions } from '@holdfast/api/sign-in/sessions'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { quickFolder } from '@holdfast/server/testkit/servers/quick-folder'
import { STACKS, USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { ChildTask } from '../../testkit/backup/child.ts'
import { HostileUser, recordFolder } from '../../testkit/backup/hostile-tree.ts'
import { clock, NEVER, useFolders } from '../../testkit/backup/model-backup.ts'
import { Chance } from '../../testkit/sim/chance.ts'
import { RootClient } from '../net/root-client.ts'
import { fetchTrusting, ServiceLine } from '../net/service-line.ts'
import { signInByPassword } from '../net/sign-in.ts'
import { BackupRunner } from './backup-runner.ts'
import { restoreBackup } from './restore/restore-backup.ts'
import { tellRun } from './tell-run.ts'

const CHILD = fileURLToPath(new URL('../../testkit/backup/child.ts', import.meta.url))
const LARGE = 'large '.repeat(700_000)

for (const stack of USUAL_STACKS)
  describe(`a backup to a service on ${stack.name}`, () => {
    const world = useWorld(stack)
    const newFolder = useFolders(quickFolder())

    /** A device with a backup of one folder. */
    const device = async () => {
      const ann = await world.person()
      const [home, path] = [newFolder(), newFolder()]
      const signing = { home, url: world.url, trust: {}, fetch: fetchTrusting({}), now: world.clock.now }
      const signedIn = await signInByPassword(signing, { email: ann.email, password: PASSWORD })
      const { results } = await ann.call(listSessions, {})
      const machine_id = Math.max(...results.map((session) => session.machine_id ?? 0)) as MachineId
      const { id: rootId } = await ann.call(createMachineBackup, { machine_id, path })
      const line = new ServiceLine({ home, signedIn, now: world.clock.now, rate: () => undefined })
      const server = new RootClient(line, rootId)
      return { ann, machine_id, home, path, rootId, line, server, stateFile: `${home}/state` }
    }

    it('gives back every run, to the byte and to the nanosecond', async () => {
      const { ann, machine_id, rootId, path, server, stateFile, line, home } = await device()
      const runner = new BackupRunner({ server, path, stateFile, clock })
      const user = new HostileUser(path, new Chance(5))
      const runs: { seq: number; recorded: ReturnType<typeof recordFolder> }[] = []
      writeFileSync(`${path}/large`, LARGE)
      for (let run = 0; run < 2; run++) {
        user.act(40)
        writeFileSync(`${path}/large`, `${run}`, { flag: 'a' })
        const result = await runner.run(NEVER)
        assert.deepEqual([result.state, result.why, result.problems], ['done', null, []])
        assert.ok(run === 0 || result.sentBytes < 2_000_000, 'of a large file, what changed')
        runs.push({ seq: result.seq, recorded: recordFolder(path) })
        const backup = { machineId: machine_id, rootId }
        // Runs that begin in one second count as one.
        const told = { ...result, startedAt: result.startedAt + run * 1000 }
        await tellRun(line.calls, backup, told, { clock, signal: NEVER })
        await tellRun(
          line.calls,
          backup,
          { ...told, startedAt: 0, state: 'stopped' },
          { clock, signal: NEVER },
        )
      }
      const told = await ann.call(listBackupRuns, { machine_id, root_id: rootId })
      const seqs = runs.map(({ seq }) => seq)
      assert.deepEqual(
        told.results.map(({ seq }) => seq),
        seqs.reverse(),
      )
      rmSync(stateFile)
      const again = await runner.run(NEVER)
      assert.deepEqual([again.state, again.sentFiles, again.seq], ['done', 0, runs[1]?.seq])
      for (const { seq, recorded } of runs) {
        const to = newFolder()
        const options = { server, path: to, asOfSeq: seq, overwrite: false, stateFile: `${home}/r`, clock }
        const { state, problems } = await restoreBackup(options, NEVER)
        assert.deepEqual([state, problems], ['done', []])
        assert.deepEqual(sorted(recordFolder(to)), sorted(recorded))
      }
      line.close()
    })

    if (stack === STACKS[0])
      it('goes on by itself when its process is killed, at any point of a backup or a restore', async () => {
        const { path, line, ...rest } = await device()
        for (let n = 0; n < 40; n++) {
          mkdirSync(`${path}/${n % 4}/${n % 3}`, { recursive: true })
          writeFileSync(`${path}/${n % 4}/${n % 3}/${n}`, `${n} `.repeat(n))
        }
        writeFileSync(`${path}/large`, LARGE)
        const task = { ...rest, path, now: world.clock.now(), asOfSeq: null }
        const runner = new BackupRunner({ ...rest, path, clock })
        await killAtPoints({ ...task, what: 'backup' }, [9])
        const first = await runner.run(NEVER)
        assert.deepEqual([first.state, first.heldFiles, first.problems], ['done', 41, []])
        const recorded = recordFolder(path)
        renameSync(`${path}/1`, `${path}/2/moved`)
        rmSync(`${path}/3/1`, { recursive: true })
        writeFileSync(`${path}/0/0/0`, 'changed')
        await killAtPoints({ ...task, what: 'backup' }, [])
        assert.equal((await runner.run(NEVER)).state, 'done')
        for (const [asOfSeq, expected, points] of [
          [first.seq, recorded, [20]],
          [null, recordFolder(path), []],
        ] as const) {
          const options = { ...rest, path: newFolder(), stateFile: `${rest.home}/restore`, asOfSeq }
          await killAtPoints({ ...task, ...options, what: 'restore' }, points)
          const result = await restoreBackup({ ...options, overwrite: false, clock }, NEVER)
          assert.deepEqual([result.state, result.done, result.aside], ['done', result.total, 0])
          assert.deepEqual(sorted(recordFolder(options.path)), sorted(expected))
        }
        assert.deepEqual(readdirSync(rest.home).sort(), ['sign-in.json', 'state'])
        line.close()
      })

    /** In a soak, at every point. */
    async function killAtPoints(
      { home, now, rootId, path, stateFile, asOfSeq, what }: Omit<ChildTask, 'diesAt'>,
      points: readonly number[],
    ): Promise<void> {
      const all = Array.from({ length: rounds(0, 40) }, (_, n) => n + 1)
      for (const diesAt of all.length > 0 ? all : points)
        await inChild({ home, now, rootId, path, stateFile, asOfSeq, what, diesAt })
    }
  })

async function inChild(task: ChildTask): Promise<void> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(task)], { stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  assert.ok(signal === 'SIGKILL' || (rounds(0, 1) === 1 && code === 0), `${code} ${signal}`)
}

const sorted = (recorded: ReturnType<typeof recordFolder>) =>
  [...recorded].sort(([one], [other]) => (one < other ? -1 : 1))
