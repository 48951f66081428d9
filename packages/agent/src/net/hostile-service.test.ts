import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { until } from '@holdfast/server/testkit/servers/until'
import { recordFolder } from '../../testkit/backup/hostile-tree.ts'
import { TestAgent } from '../../testkit/program/agent.ts'
import { DrawnFrames } from '../../testkit/program/drawn-frames.ts'
import { HostileService } from '../../testkit/program/hostile-service.ts'
import { Chance } from '../../testkit/sim/chance.ts'

const SEED = Number(process.env.HOSTILE_SEED ?? 20261118)
const FRAMES = rounds(300, 10_000)
const AT_ONCE = 25
const MAX_MEMORY_KIB = 400 * 1024

describe('a hostile service', { timeout: rounds(180_000, 3_600_000) }, () => {
  const dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'holdfast-hostile-')))
  const at = (...names: string[]) => path.join(dir, ...names)
  const paths = [
    'agent',
    'agent/roots',
    'allowed',
    'allowed/sub',
    'allowed/way-out',
    'outside',
    'outside/x',
    'base',
  ]
  const service = new HostileService(
    new DrawnFrames(
      new Chance(SEED),
      paths.map((one) => at(one)),
    ),
  )
  const agent = new TestAgent(at('agent'))

  before(async () => {
    for (const folder of ['agent', 'allowed/sub', 'outside', 'base'])
      mkdirSync(at(folder), { recursive: true })
    writeFileSync(at('outside/secret.txt'), 'secret')
    writeFileSync(at('allowed/sub/file.txt'), 'file')
    symlinkSync(at('outside'), at('allowed/way-out'))
    const url = await service.listen()
    const trust = { pinned: readFileSync(environment('TESTKIT_TLS_CERT'), 'utf8') }
    const signedIn = { url, email: 'ann@example.com', trust, guid: 'g', accessToken: 'a', refreshToken: 'r' }
    writeFileSync(at('agent/sign-in.json'), JSON.stringify({ ...signedIn, expiresAt: Date.now() + 36e5 }))
    const allowed = [{ folder: at('allowed'), deeds: ['map', 'browse', 'backup', 'restore'] }]
    const settings = { base: at('base'), paused: false, roots: [], allowed, homeAllowed: true }
    writeFileSync(at('agent/settings.json'), JSON.stringify(settings))
  })
  after(async () => {
    TestAgent.killAll()
    await service.close()
    rmSync(dir, { recursive: true, force: true })
  })

  /** What an honest service could say: a mapping, a backup and a restore where they are allowed. */
  const sensible = () => {
    const wish = { sealed: null, asked_by: { person_id: 1, name: 'Ann', own: true } }
    return {
      ...{ t: 'config', ver: 'last', machine_id: 7, epoch: 'e1', roots: [], leaving: [], throttle: [] },
      mappings: [
        {
          ...wish,
          rsub_id: 21,
          root_id: 31,
          mapping_id: 1,
          name: 'M',
          path: at('allowed/sub'),
          auto_lock: false,
        },
      ],
      backups: [{ ...wish, rsub_id: 22, root_id: 32, name: 'B', path: at('allowed'), schedule: null }],
      restores: [
        { ...wish, job_id: 41, root_id: 32, path: at('allowed/back'), as_of_seq: null, overwrite: true },
      ],
      policy: {
        ...{ backups_enabled: true, excluded_extensions: '', locked_extensions: '', max_file_size: 300 },
        ...{ require_mobile_lock: false, user_lock_files: true, user_overwrite_collisions: false },
      },
      settings: { manual_collisions: false, health_report_period_minutes: 15 },
    }
  }

  it(`never gets an agent out of what is allowed, to grow, or to stop, by ${FRAMES} drawn frames`, async () => {
    const outside = recordFolder(at('outside'))
    const running = await agent.serve()
    let ended: unknown
    void running.ended.then((code) => {
      ended = code
    })
    const isAlive = () => assert.equal(ended, undefined, `seed ${SEED}: ${running.errors.join('\n')}`)
    for (let said = 0; said < FRAMES; said += AT_ONCE) {
      await Promise.race([service.say(AT_ONCE), running.ended])
      isAlive()
    }
    // Left in peace with what it was told last, it asks for more, and gets that drawn as well.
    const { requests } = service
    await service.speak(JSON.stringify(sensible()))
    await until(() => service.requests > requests + 5 || ended !== undefined)
    isAlive()
    await service.flood(rounds(5, 60))
    isAlive()
    // Longer than any frame may be: the line ends, and there is another.
    const { lines } = service
    await service.speak(JSON.stringify({ t: 'x'.repeat(5 * 1024 * 1024) }))
    await until(() => service.lines > lines)
    isAlive()
    assert.deepEqual(recordFolder(at('outside')), outside, `seed ${SEED}`)
    const { allowed, base, homeAllowed } = JSON.parse(readFileSync(at('agent/settings.json'), 'utf8'))
    assert.deepEqual(
      [allowed.map(({ folder }: { folder: string }) => folder), base, homeAllowed],
      [[at('allowed')], at('base'), true],
    )
    const memory = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${running.process.pid}/status`, 'utf8'))
    assert.ok(Number(memory?.[1]) < MAX_MEMORY_KIB, `${memory?.[1]} KiB`)
    const told = [...service.answers.values()].flatMap(({ ok, data }) =>
      ok && Array.isArray(data) ? data : [],
    )
    assert.ok(!told.includes('secret.txt') && !told.includes('roots'))
    assert.ok(service.requests > 0 && service.answers.size > FRAMES / 10, 'it was listened to')
    assert.notEqual(await agent.ask('status', {}), undefined, 'it answers whoever works on the device')
    running.process.kill('SIGTERM')
    assert.equal(await running.ended, 0, 'it ends when it is told to')
  })
})
