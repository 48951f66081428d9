import assert from 'node:assert/strict'
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { describe, it } from 'node:test'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { quickFolder } from '@holdfast/server/testkit/servers/quick-folder'
import { HostileUser, type Recorded, recordFolder } from '../../testkit/backup/hostile-tree.ts'
import { backUpToModel, clock, NEVER, useFolders } from '../../testkit/backup/model-backup.ts'
import { ModelPort } from '../../testkit/backup/model-port.ts'
import { Chance } from '../../testkit/sim/chance.ts'
import { BackupRunner } from './backup-runner.ts'

// One again, or more: BACKUP_SEED=7 npm test -- agent/src/backup
const SEED = Number(process.env.BACKUP_SEED ?? 1)
const SEEDS = process.env.BACKUP_SEED ? 1 : rounds(6, 200)
const LARGE = 'large '.repeat(400_000)
const NOBODY = 65534

const sorted = (recorded: Recorded) => [...recorded].sort(([one], [other]) => (one < other ? -1 : 1))

describe('a backup', () => {
  const newFolder = useFolders(quickFolder())

  it('gives back what there was at each run, whatever its names and whatever was done in between', async () => {
    for (let seed = SEED; seed < SEED + SEEDS; seed++) await liveThrough(seed)
  })

  async function liveThrough(seed: number): Promise<void> {
    const chance = new Chance(seed)
    const { top, server, runner, restore, loseState } = backUpToModel(newFolder)
    const user = new HostileUser(top, chance)
    const isShaky = chance.happens(0.5)
    const insist = async () => {
      for (;;) {
        const result = await runner.run(NEVER)
        if (result.state !== 'stopped') return result
      }
    }
    const runs: { seq: number; recorded: Recorded }[] = []
    let copy = server.model.copy()
    for (let run = 0; run < 4; run++) {
      user.act(25)
      if (chance.happens(0.2)) copy = server.model.copy()
      if (chance.happens(0.2)) {
        server.model.restoreFrom(copy)
        for (let last = runs.at(-1); last && last.seq > server.root.seq; last = runs.at(-1)) runs.pop()
      }
      if (chance.happens(0.2) && run > 0) loseState()
      server.around = () => {
        if (isShaky && chance.happens(0.1)) throw new Error('The line broke.')
      }
      const result = await insist()
      assert.deepEqual([result.state, result.why, result.problems], ['done', null, []], `seed ${seed}`)
      runs.push({ seq: result.seq, recorded: recordFolder(top) })
      server.around = () => {}
      if (chance.happens(0.2)) loseState()
      const again = await insist()
      assert.deepEqual([again.seq, again.sentFiles, again.sentBytes], [result.seq, 0, 0], `seed ${seed}`)
    }
    for (const { seq, recorded } of runs) {
      const { to, result } = await restore(seq)
      assert.deepEqual([result.state, result.problems, result.done], ['done', [], result.total])
      assert.deepEqual(sorted(recordFolder(to)), sorted(recorded), `seed ${seed}`)
    }
  }

  it('sends what is new or changed, and for a name nothing but the name', async () => {
    const { top, server, run } = backUpToModel(newFolder)
    mkdirSync(`${top}/a/b`, { recursive: true })
    writeFileSync(`${top}/a/b/large`, LARGE)
    for (let n = 0; n < 20; n++) writeFileSync(`${top}/a/b/${n}`, `content ${n}`)
    const first = await run()
    assert.deepEqual([first.sentFiles, first.heldFiles], [21, 21])
    const { sentBytes } = server
    renameSync(`${top}/a/b`, `${top}/c`)
    renameSync(`${top}/c/large`, `${top}/a/small`)
    rmSync(`${top}/c/7`)
    const second = await run()
    assert.deepEqual([second.sentFiles, second.heldFiles, server.sentBytes], [0, 20, sentBytes])
    const ops = server.root.log.slice(first.seq).map(({ op, entry }) => `${op} ${entry?.name}`)
    assert.deepEqual(ops.sort(), ['delete 7', 'move c', 'move small', 'rename a'])
    writeFileSync(`${top}/c/8`, 'other')
    assert.equal((await run()).sentFiles, 1)
    assert.equal(server.sentBytes, sentBytes + 5)
  })

  it('leaves everything as it is when the folder is missing or empty, and says so', async () => {
    const { top, server, run } = backUpToModel(newFolder)
    writeFileSync(`${top}/kept`, 'kept')
    const { seq } = await run()
    renameSync(top, `${top}.away`)
    const missing = await run()
    assert.match(`${missing.state} ${missing.why}`, /^failed .* is missing\. Is its disk mounted\?/)
    mkdirSync(top)
    const empty = await run()
    assert.match(`${empty.state} ${empty.why}`, /^failed .* is empty\. Is its disk mounted\?/)
    rmSync(top, { recursive: true })
    renameSync(`${top}.away`, top)
    const back = await run()
    assert.deepEqual([back.state, back.seq, server.root.seq], ['done', seq, seq])
  })

  it('stops before it deletes very much, until someone has confirmed it', async () => {
    const { top, runner, run } = backUpToModel(newFolder)
    for (let n = 0; n < 1101; n++) writeFileSync(`${top}/${n}`, '')
    assert.equal((await run()).heldFiles, 1101)
    for (let n = 0; n < 1100; n++) rmSync(`${top}/${n}`)
    writeFileSync(`${top}/new`, 'new')
    const braked = await run()
    assert.match(`${braked.state} ${braked.why}`, /^failed 1100 of 1102 files are gone/)
    assert.equal(braked.sentFiles, 1, 'what is new is kept all the same')
    const confirmed = await runner.run(NEVER, undefined, { mayDeleteMuch: true })
    assert.deepEqual([confirmed.state, confirmed.heldFiles], ['done', 2])
  })

  it('tells of a file that changes while it is read, and keeps it as it was', async () => {
    const { top, server, run, restore } = backUpToModel(newFolder)
    writeFileSync(`${top}/log`, LARGE)
    writeFileSync(`${top}/other`, 'other')
    const { seq } = await run()
    appendFileSync(`${top}/log`, 'x'.repeat(2_000_000))
    server.around = (method) => {
      if (method === 'findMissingChunks') appendFileSync(`${top}/log`, 'more')
    }
    const busy = await run()
    assert.deepEqual([busy.state, busy.problemCount], ['done', 1])
    assert.match(busy.problems[0]?.reason ?? '', /keeps changing/)
    assert.equal(server.root.entries.size, 2)
    let appended = 0
    server.around = (method) => {
      if (method === 'findMissingChunks' && appended++ === 0) appendFileSync(`${top}/log`, 'last')
    }
    const calm = await run()
    assert.deepEqual([calm.state, calm.problemCount, calm.sentFiles], ['done', 0, 1])
    server.around = () => {}
    const { to } = await restore(calm.seq)
    assert.deepEqual(sorted(recordFolder(to)), sorted(recordFolder(top)))
    assert.equal((await restore(seq)).result.state, 'done')
  })

  it('tells of what it may not read, and keeps what it had of that', async () => {
    const { top, home, server, run } = backUpToModel(newFolder)
    mkdirSync(`${top}/closed`, { mode: 0o700 })
    for (const name of ['secret', 'open', 'closed/inside'])
      writeFileSync(`${top}/${name}`, name, { mode: 0o600 })
    const { seq } = await run()
    const isRoot = process.geteuid?.() === 0
    if (!isRoot) assert.fail('This test needs someone who may not read everything: run it as root')
    for (const path of [top, home, ...readdirSync(home).map((name) => `${home}/${name}`), `${top}/open`])
      chownSync(path, NOBODY, NOBODY)
    writeFileSync(`${top}/secret`, 'changed')
    process.seteuid?.(NOBODY)
    const result = await run().finally(() => process.seteuid?.(0))
    assert.equal(result.why, null)
    assert.deepEqual(
      result.problems.map(({ path, reason }) => `${path.slice(top.length)} ${reason}`).sort(),
      ['/closed No permission to read it.', '/secret No permission to read it.'],
    )
    assert.deepEqual([result.state, result.heldFiles], ['done', 3])
    const changed = server.root.log.slice(seq).map(({ op, entry }) => `${op} ${entry?.name}`)
    assert.deepEqual(changed, ['rename open'])
  })

  it('leaves out devices, other file systems and what it is told to', async () => {
    const exclude = ['/dev/fd', '/dev/disk']
    const { server, run } = backUpToModel(newFolder, { exclude }, '/dev')
    const result = await run()
    assert.equal(result.state, 'done')
    assert.ok(
      result.skipped.some(({ path, reason }) => path === '/dev/null' && /not a file, folder/.test(reason)),
    )
    const held = [...server.root.entries.values()]
    const named = (name: string) => held.find((entry) => entry.name === name && entry.parentId === 0)
    assert.equal(named('null'), undefined)
    assert.equal(named('fd'), undefined)
    const other = named('shm') ?? assert.fail('the place of the other file system')
    assert.equal(held.filter(({ parentId }) => parentId === other.id).length, 0)
  })

  it('sends again what someone deleted from it, and nothing else', async () => {
    const { top, server, run } = backUpToModel(newFolder)
    for (const name of ['one', 'two']) writeFileSync(`${top}/${name}`, name)
    await run()
    const one = [...server.root.entries.values()].find(({ name }) => name === 'one') ?? assert.fail()
    const owner = { personId: 1 as never, machineId: null, name: 'owner' }
    server.root.change('delete', { ...one, deleted: true }, { by: owner, at: clock.now() })
    const result = await run()
    assert.deepEqual([result.state, result.sentFiles, result.heldFiles], ['done', 1, 2])
  })

  it('begins in another second than the one before, by which the service tells them apart', async () => {
    const { top, home, server } = backUpToModel(newFolder)
    let at = 1_700_000_000_200
    const own = {
      now: () => at as Instant,
      pause: async (ms: number) => {
        at += ms
      },
    }
    const runner = new BackupRunner({ server, path: top, stateFile: `${home}/twice`, clock: own })
    const began: string[] = []
    for (let run = 0; run < 3; run++) {
      at += 100
      began.push(formatUtc((await runner.run(NEVER)).startedAt))
    }
    assert.equal(new Set(began).size, 3, began.join())
  })

  it('says that there is no more room, and keeps what had room', async () => {
    const { top, home } = backUpToModel(newFolder)
    const server = new ModelPort(clock.now, 10)
    const runner = new BackupRunner({ server, path: top, stateFile: `${home}/full`, clock })
    writeFileSync(`${top}/small`, 'small')
    writeFileSync(`${top}/too large`, 'x'.repeat(11))
    const result = await runner.run(NEVER)
    assert.deepEqual(
      [result.state, result.why, result.sentFiles],
      ['failed', 'There is not enough space on the server.', 1],
    )
    rmSync(`${top}/too large`)
    assert.equal((await runner.run(NEVER)).state, 'done')
  })

  it('reads nothing that lies behind a link which took the place of a folder', async () => {
    const { top, server, run } = backUpToModel(newFolder)
    const outside = newFolder()
    mkdirSync(`${top}/sub`)
    for (const folder of [`${top}/sub`, outside]) writeFileSync(`${folder}/file`, 'a'.repeat(100_000))
    writeFileSync(`${top}/sub/a`, LARGE)
    writeFileSync(`${outside}/file`, 'secret'.repeat(20_000))
    let swapped = false
    server.around = (method) => {
      if (swapped || method !== 'findMissingChunks') return
      swapped = true
      renameSync(`${top}/sub`, `${top}/moved`)
      symlinkSync(outside, `${top}/sub`)
    }
    const busy = await run()
    assert.equal(busy.state, 'done')
    const held = [...server.root.entries.values()].map(({ name, size, kind }) => `${kind} ${name} ${size}`)
    assert.ok(swapped && !held.includes('file file 120000'), held.join())
    assert.equal((await run()).problemCount, 0)
  })

  it('does not read a second time what did not change, unless it changed only just now', async () => {
    const { top, server, run } = backUpToModel(newFolder)
    writeFileSync(`${top}/file`, LARGE)
    let reads = 0
    server.around = (method, isDone) => {
      if (method === 'findMissingChunks' && isDone) reads++
    }
    for (const [aheadMs, expected] of [
      [0, 1],
      [5000, 2],
      [5000, 2],
    ] as const) {
      clock.aheadMs = aheadMs
      await run()
      assert.equal(reads, expected)
    }
    clock.aheadMs = 0
  })
})
