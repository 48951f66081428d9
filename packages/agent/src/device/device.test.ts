import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import type { RefusalKind } from '@holdfast/api/devices/agent-channel'
import { MAX_LISTED } from '@holdfast/api/devices/device-fields'
import type { MachineRootId, RootId } from '@holdfast/api/ids'
import { MINUTE_MS } from '@holdfast/api/time'
import type { Problem, RootStatus } from '../engine/state/status.ts'
import { answerCommand } from './answer-command.ts'
import type { DeviceHere, RootHere } from './device.ts'
import { Gate } from './gate/gate.ts'
import { DEEDS } from './gate/rules.ts'
import { volumesIn } from './list-folders.ts'
import { Reporter } from './reporter.ts'

const SYNCED: RootStatus = {
  state: 'synced',
  reason: null,
  problems: [],
  notices: [],
  transfers: [],
  todo: { up: 0, down: 0 },
  files: 3,
  wouldGo: null,
}
const problem = (path: string): Problem => ({
  path,
  reason: 'locked',
  since: 0,
  detail: 'Ben',
})

describe('a device', () => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'holdfast-device-')))
  after(() => rmSync(home, { recursive: true }))
  const root = (n: number, status: Partial<RootStatus> = {}): RootHere => ({
    rsubId: n as MachineRootId,
    rootId: (n + 100) as RootId,
    folder: path.join(home, `root ${n}`),
    status: { ...SYNCED, ...status },
    why: null,
  })
  let roots: RootHere[] = []
  const resumed: unknown[] = []
  const device: DeviceHere = {
    version: '1.2.3',
    roots: () => roots,
    ownFolders: [path.join(home, 'agent')],
    gate: new Gate(() => ({
      ...{ base: null, home: null, secrets: [], own: [path.join(home, 'agent')] },
      allowed: [{ folder: home, deeds: DEEDS }],
    })),
    whyTaken: (folder) => (folder.endsWith('taken') ? 'Another root is there.' : null),
    resume: (rsubId, decision) => {
      resumed.push([rsubId, decision])
      return rsubId === 1
    },
    runBackup: (rootId) => rootId === 101,
    countNewer: async ({ asOfSeq }) => (asOfSeq === 0 ? null : asOfSeq),
  }
  const ask = (kind: string, args: Record<string, unknown> = {}) =>
    answerCommand(device, { kind, args, sealed: undefined })
  /** How it is refused, and in which words. */
  const refusal = (kind: RefusalKind, message: RegExp) => ({ name: 'CommandRefused', kind, message })

  it('says how its roots are, as much of it as one answer holds', async () => {
    roots = [root(1), root(2, { state: 'attention', problems: [problem('a/b.txt')] })]
    const transfer = { path: 'c.bin', direction: 'up' as const, size: 9, done: 4 }
    roots.push(root(3, { state: 'syncing', transfers: [transfer] }))
    assert.deepEqual(await ask('status'), {
      subscriptions: [
        { rsub_id: 1, synced: true, synced_folder: path.join(home, 'root 1'), excl_files: [] },
        {
          rsub_id: 2,
          synced: true,
          synced_folder: path.join(home, 'root 2'),
          excl_files: [
            {
              path: 'a/b.txt',
              reason: 'Someone else has locked it (Ben). It is uploaded as soon as the lock is removed.',
            },
          ],
        },
        { rsub_id: 3, synced: false, synced_folder: path.join(home, 'root 3'), excl_files: [] },
      ],
      synced: false,
      transfers: [{ root_id: 103, ...transfer }],
    })
    const many = Array.from({ length: 3000 }, (_, n) => problem(`${'ä'.repeat(500)} ${n}`))
    roots = Array.from({ length: 1500 }, (_, n) => root(n + 1, { problems: many }))
    const answer = JSON.stringify(await ask('status'))
    assert.ok(Buffer.byteLength(answer) < 1_000_000, `${answer.length}`)
    roots = [root(1, { problems: many })]
    const { subscriptions } = (await ask('status')) as { subscriptions: { excl_files: unknown[] }[] }
    assert.ok((subscriptions[0]?.excl_files.length ?? 0) > 400)
    assert.ok((subscriptions[0]?.excl_files.length ?? 0) <= MAX_LISTED)
  })

  it('goes on as its person decides where it stopped itself', async () => {
    await ask('resume', { rsub_id: 1, decision: 'confirm' })
    await assert.rejects(ask('resume', { rsub_id: 2, decision: 'bring_back' }), /no longer paused/)
    await assert.rejects(ask('resume', { rsub_id: 1, decision: 'delete' }), /does not understand/)
    assert.deepEqual(resumed, [
      [1, 'confirm'],
      [2, 'bring_back'],
    ])
  })

  it('starts runs of its own backups only', async () => {
    assert.equal(await ask('run_backup', { root_id: 101 }), null)
    await assert.rejects(ask('run_backup', { root_id: 102 }), /no such backup/)
    await assert.rejects(ask('run_backup'), /does not understand/)
  })

  it('lists folders and no files, and opens nothing of other computers', async () => {
    const folder = path.join(home, 'many')
    for (const name of ['b', 'a', 'Größe']) mkdirSync(path.join(folder, name), { recursive: true })
    mkdirSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff])]))
    writeFileSync(path.join(folder, 'file'), '')
    symlinkSync('/etc', path.join(folder, 'link'))
    assert.deepEqual(await ask('ls', { path: folder }), ['Größe', 'a', 'b'])
    const nope = path.join(folder, 'nope')
    await assert.rejects(ask('ls', { path: nope }), refusal('not_found', /The folder .*nope does not exist/))
    await assert.rejects(
      ask('ls', { path: path.join(folder, 'file') }),
      refusal('invalid', /is not a folder/),
    )
    for (const network of ['//host/share', '\\\\host\\share'])
      await assert.rejects(ask('ls', { path: network }), refusal('invalid', /other computers/))
    await assert.rejects(ask('ls', { path: 'C:\\Files' }), refusal('invalid', /start with a slash/))
    await assert.rejects(ask('ls', { path: path.join(folder, 'link') }), refusal('forbidden', /system/))
    await assert.rejects(ask('ls', { path: '/nowhere/at/all' }), refusal('forbidden', /allow \/nowhere/))
    const volumes = (await ask('ls')) as string[]
    assert.equal(volumes[0], '/')
    await assert.rejects(ask('dance'), /cannot do that/)
  })

  it('refuses commands whose arguments are none of theirs, and looks at nothing then', async () => {
    for (const [kind, args, place] of [
      ['ls', { path: 5 }, 'path'],
      ['ls', { path: ['/'] }, 'path'],
      ['ls', { path: null }, 'path'],
      ['ls', { path: '/\0' }, 'path'],
      ['ls', { path: '/a'.repeat(4000) }, 'path'],
      ['restore', { path: { toString: 1 } }, 'path'],
      ['restore', { path: path.join(home, 'x'), root_id: '12' }, 'root_id'],
    ] as const)
      await assert.rejects(ask(kind, args), new RegExp(`understand .*“${place}” is missing or wrong`))
    for (const kind of ['constructor', 'toString', '__proto__', 'hasOwnProperty', ''])
      await assert.rejects(ask(kind), /cannot do that/, kind)
    assert.equal(((await ask('ls', { path: '', later: 1 })) as string[])[0], '/')
  })

  it('knows disks from what a system mounts for itself', () => {
    const mounts = [
      'proc /proc proc rw 0 0',
      '/dev/sda1 / ext4 rw 0 0',
      '/dev/sda2 /boot ext4 rw 0 0',
      'tmpfs /run tmpfs rw 0 0',
      '/dev/sdb1 /media/ann/My\\040Disk exfat rw 0 0',
      '//nas/data /mnt/nas cifs rw 0 0',
      '/dev/loop1 /snap/core squashfs ro 0 0',
    ].join('\n')
    assert.deepEqual(volumesIn(mounts), ['/', '/media/ann/My Disk', '/mnt/nas'])
  })

  it('says whether a backup can be restored to a folder', async () => {
    const target = path.join(home, 'target')
    mkdirSync(target)
    mkdirSync(path.join(home, 'agent'))
    writeFileSync(path.join(home, 'file'), '')
    symlinkSync('/etc', path.join(home, 'to etc'))
    await ask('restore', { path: target })
    await ask('restore', { path: path.join(target, 'not', 'there', 'yet') })
    const plan = { root_id: 7, plan: { as_of_seq: 5 } }
    assert.deepEqual(await ask('restore', { path: target, ...plan }), { newer: 5 })
    const unknown = { root_id: 7, plan: { as_of_seq: 0 } }
    assert.deepEqual(await ask('restore', { path: target, ...unknown }), {})
    await assert.rejects(ask('restore', { path: '/etc', ...plan }), refusal('forbidden', /system/))
    for (const [folder, kind, why] of [
      ['/etc', 'forbidden', /belongs to the system/],
      ['/', 'forbidden', /whole disk/],
      [path.join(home, 'to etc', 'x'), 'forbidden', /belongs to the system/],
      [path.join(home, 'file'), 'invalid', /is not a folder/],
      [path.join(home, 'file', 'in it'), 'invalid', /is not a folder/],
      [path.join(home, 'agent', 'x'), 'forbidden', /contains data of the agent/],
      [path.join(home, '..', 'elsewhere'), 'forbidden', /holdfast-agent allow \S+elsewhere --restore$/],
      [`${home}/../${path.basename(home)}`, 'invalid', /not a valid path/],
      ['relative', 'invalid', /start with a slash/],
      ['//host/share', 'invalid', /other computers/],
    ] as const)
      await assert.rejects(ask('restore', { path: folder }), refusal(kind, why), folder)
    await assert.rejects(ask('restore'), /The folder is missing/)
    if (process.getuid?.() === 0) return
    chmodSync(target, 0o500)
    await assert.rejects(ask('restore', { path: target }), refusal('forbidden', /no permission/))
  })

  it('says whether a folder can be mapped or backed up: both have to be there', async () => {
    const folder = path.join(home, 'mapped')
    mkdirSync(path.join(folder, 'taken'), { recursive: true })
    for (const kind of ['map', 'backup']) {
      await ask(kind, { path: folder })
      const missing = path.join(folder, 'missing')
      await assert.rejects(ask(kind, { path: missing }), refusal('not_found', /does not exist/))
      await assert.rejects(ask(kind, { path: '/srv/x' }), refusal('forbidden', new RegExp(`--${kind}$`)))
      await assert.rejects(ask(kind, { path: 'D:\\x' }), refusal('invalid', /start with a slash/))
    }
    await assert.rejects(ask('map', { path: path.join(folder, 'taken') }), refusal('invalid', /Another root/))
  })

  it('tells of roots that it does not keep, and why', async () => {
    roots = [{ ...root(4, { state: 'failed' }), why: 'Nobody allowed it.' }]
    const { subscriptions, synced } = (await ask('status')) as {
      subscriptions: { synced: boolean; excl_files: unknown[] }[]
      synced: boolean
    }
    assert.deepEqual(
      [synced, subscriptions[0]?.synced, subscriptions[0]?.excl_files],
      [false, false, [{ path: '/', reason: 'Nobody allowed it.' }]],
    )
    const said: { health?: { problems: unknown[] } }[] = []
    const reporting = { device, now: () => 0, periodMinutes: () => 15 }
    await new Reporter({ ...reporting, say: (one) => said.push(one) > 0 }).tell()
    assert.deepEqual(said[0]?.health?.problems, [
      { path: path.join(home, 'root 4'), reason: 'Nobody allowed it.' },
    ])
  })

  it('reports roots when they change and its health now and then, all again on a new line', async () => {
    const said: { roots?: { rsub_id: number; state: string }[]; health?: { problems: unknown[] } }[] = []
    let isThere = true
    let now = 1_000_000
    let minutes: number | null = null
    const reporter = new Reporter({
      device,
      now: () => now,
      periodMinutes: () => minutes,
      say(report) {
        if (isThere) said.push(report)
        return isThere
      },
    })
    const told = async () => {
      said.length = 0
      await reporter.tell()
      return said.map(({ roots: some, health }) => [
        some?.map(({ rsub_id, state }) => [rsub_id, state]),
        health !== undefined,
      ])
    }
    mkdirSync(path.join(home, 'root 1'))
    roots = [root(1), root(2, { problems: [problem('x')] })]
    assert.deepEqual(await told(), [
      [
        [
          [1, 'synced'],
          [2, 'synced'],
        ],
        true,
      ],
    ])
    const [{ health } = {}] = said
    assert.deepEqual(health?.problems, [
      {
        path: path.join(home, 'root 2', 'x'),
        reason: 'Someone else has locked it (Ben). It is uploaded as soon as the lock is removed.',
      },
    ])
    assert.ok('free_space' in (health ?? {}))
    assert.deepEqual(await told(), [])
    roots = [root(1, { state: 'syncing' }), root(2)]
    isThere = false
    assert.deepEqual(await told(), [])
    isThere = true
    assert.deepEqual(await told(), [[[[1, 'syncing']], false]], 'what nobody heard is told again')
    now += 15 * MINUTE_MS
    minutes = 60
    assert.deepEqual(await told(), [[undefined, true]])
    now += 15 * MINUTE_MS
    assert.deepEqual(await told(), [])
    reporter.begin()
    assert.deepEqual(await told(), [
      [
        [
          [1, 'syncing'],
          [2, 'synced'],
        ],
        true,
      ],
    ])
  })
})
