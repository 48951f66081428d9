import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SystemServer, SystemStatus } from '@holdfast/api/oversight/system'
import { DAY_MS, formatUtc, HOUR_MS, MINUTE_MS } from '@holdfast/api/time'
import {
  backupOf,
  certificateOf,
  checkOf,
  diskOf,
  disksOf,
  firstJobsOf,
  mailOf,
  serverOf,
  verifyOf,
} from './system-health.ts'

const NOW = Date.UTC(2026, 10, 19, 12)
const GIB = 1024 ** 3
const at = (ms: number) => formatUtc(NOW + ms)

const MAIL: SystemStatus['mail'] = {
  kind: 'smtp',
  host: 'smtp.example.com',
  port: 587,
  encryption: 'starttls',
  signs_in: true,
  from: 'files@example.com',
  waiting: 0,
  given_up: 0,
  oldest: null,
}
const BACKUP: SystemStatus['backup'] = {
  place: 'file:/backups',
  every_hours: 24,
  state: 'complete',
  begun: at(-HOUR_MS),
  ended: at(-HOUR_MS),
  newest_complete: at(-HOUR_MS),
  next: at(HOUR_MS),
  bytes: 1,
  error: null,
  overdue: false,
}
const VERIFY: SystemStatus['verify'] = {
  state: 'done',
  asked: at(-HOUR_MS),
  begun: at(-HOUR_MS),
  ended: at(-MINUTE_MS),
  roots: 3,
  chunks: 9,
  problems: 0,
  error: null,
}
const SERVER: SystemServer = {
  id: 'a',
  name: 'files-1:812',
  version: '0.1.0',
  this: true,
  at: at(-1000),
  started: at(-HOUR_MS),
  cpu_percent: 3,
  memory: GIB / 8,
  connections: 4,
  devices: 2,
  load_percent: 20,
  cores: 2,
  machine_memory: 4 * GIB,
  free_memory: GIB,
  disks: [{ place: '/data', uses: ['data', 'files'], free: 50 * GIB, total: 100 * GIB }],
}

describe('the health of the installation', () => {
  it('knows when a certificate ends', () => {
    const ends = (ms: number, self_signed = false) => certificateOf({ ends: at(ms), self_signed }, NOW)
    assert.equal(certificateOf(null, NOW), 'proxy')
    assert.equal(ends(-1000), 'expired')
    assert.equal(ends(13 * DAY_MS, true), 'soon')
    assert.equal(ends(90 * DAY_MS, true), 'selfSigned')
    assert.equal(ends(90 * DAY_MS), 'valid')
  })

  it('knows whether emails leave', () => {
    assert.equal(mailOf({ ...MAIL, kind: 'none', given_up: 3 }, NOW), 'none')
    assert.equal(mailOf({ ...MAIL, given_up: 1 }, NOW), 'givenUp')
    assert.equal(mailOf({ ...MAIL, waiting: 1, oldest: at(-2 * HOUR_MS) }, NOW), 'stuck')
    assert.equal(mailOf({ ...MAIL, waiting: 1, oldest: at(-MINUTE_MS) }, NOW), 'ok')
    assert.equal(mailOf({ ...MAIL, encryption: 'if_offered' }, NOW), 'plain')
  })

  it('puts damage before all else', () => {
    const scrub = { percent_per_day: 1, last: at(-DAY_MS), progress: 3, damaged: 0 }
    assert.equal(checkOf(scrub), 'ok')
    assert.equal(checkOf({ ...scrub, last: null }), 'first')
    assert.equal(checkOf({ ...scrub, percent_per_day: 0 }), 'off')
    assert.equal(checkOf({ ...scrub, percent_per_day: 0, damaged: 1 }), 'damaged')
  })

  it('tells problems that were found from a check that failed', () => {
    assert.equal(verifyOf(VERIFY), 'ok')
    assert.equal(verifyOf({ ...VERIFY, problems: 2 }), 'problems')
    assert.equal(verifyOf({ ...VERIFY, state: 'failed', problems: null }), 'failed')
    assert.equal(verifyOf({ ...VERIFY, state: 'running', problems: 2 }), 'running')
  })

  it('says that a backup is missing, but not while it is being made', () => {
    assert.equal(backupOf(BACKUP), 'ok')
    assert.equal(backupOf({ ...BACKUP, place: null }), 'off')
    assert.equal(backupOf({ ...BACKUP, overdue: true }), 'overdue')
    assert.equal(backupOf({ ...BACKUP, state: 'failed' }), 'failed')
    assert.equal(backupOf({ ...BACKUP, state: 'running', overdue: true }), 'running')
  })

  it('warns of a disk before it is full, however large it is', () => {
    const disk = (free: number, total = 100 * GIB) => diskOf({ place: '/', uses: ['data'], free, total })
    assert.equal(disk(50 * GIB), 'ok')
    assert.equal(disk(4 * GIB), 'low')
    assert.equal(disk(GIB / 4), 'full')
    assert.equal(disk(6 * GIB, 1000 * GIB), 'ok')
    assert.equal(disk(3 * GIB, 20 * GIB), 'ok')
  })

  it('tells a server that is busy from one that is silent', () => {
    assert.equal(serverOf(SERVER, NOW), 'ok')
    assert.equal(serverOf({ ...SERVER, load_percent: 180 }, NOW), 'busy')
    assert.equal(serverOf({ ...SERVER, free_memory: GIB / 10 }, NOW), 'memory')
    assert.equal(serverOf({ ...SERVER, load_percent: 180, at: at(-5 * MINUTE_MS) }, NOW), 'silent')
  })

  it('names each disk of a machine once', () => {
    const servers = [SERVER, { ...SERVER, name: 'files-1:813' }, { ...SERVER, name: 'files-2:7' }]
    assert.deepEqual(
      disksOf(servers).map(({ machine, place }) => `${machine} ${place}`),
      ['files-1 /data', 'files-2 /data'],
    )
  })

  it('leads to the jobs that fail first', () => {
    const none = { waiting: 0, running: 0, failing: 0, given_up: 0 }
    assert.equal(firstJobsOf(none), 'waiting')
    assert.equal(firstJobsOf({ ...none, waiting: 4, failing: 1 }), 'failing')
    assert.equal(firstJobsOf({ ...none, failing: 1, given_up: 1 }), 'given_up')
  })
})
