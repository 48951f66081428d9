import type { SystemServer, SystemStatus } from '@holdfast/api/oversight/system'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseUtc } from '@holdfast/api/time'

/** What of the installation needs somebody, and how urgently. Pure: `now` is given. */
export type Grade = 'good' | 'soft' | 'warn' | 'bad'

const GIB = 1024 ** 3
const LOW = { part: 0.1, bytes: 5 * GIB }
const FULL = { part: 0.02, bytes: GIB / 2 }
const SOON_MS = 14 * DAY_MS
/** After so long a mail should have left. */
const STUCK_MS = HOUR_MS
/** A server that told nothing for so long hangs, or cannot reach the database. */
const SILENT_MS = MINUTE_MS
const BUSY_PERCENT = 90
const LITTLE_MEMORY = 0.05

/** All times of the service are well formed. */
const timeOf = (text: string): number => parseUtc(text) ?? Number.NaN

export type Certificate = 'proxy' | 'expired' | 'soon' | 'selfSigned' | 'valid'
export type Mail = 'none' | 'givenUp' | 'stuck' | 'plain' | 'ok'
export type Check = 'damaged' | 'off' | 'first' | 'ok'
export type Verify = 'none' | 'waiting' | 'running' | 'failed' | 'problems' | 'ok'
export type Backup = 'off' | 'running' | 'waiting' | 'overdue' | 'failed' | 'none' | 'ok'
export type Disk = 'full' | 'low' | 'ok'
export type Server = 'silent' | 'busy' | 'memory' | 'ok'

export const GRADES: {
  certificate: Record<Certificate, Grade>
  mail: Record<Mail, Grade>
  check: Record<Check, Grade>
  verify: Record<Verify, Grade>
  backup: Record<Backup, Grade>
  disk: Record<Disk, Grade>
  server: Record<Server, Grade>
} = {
  certificate: { proxy: 'good', expired: 'bad', soon: 'warn', selfSigned: 'warn', valid: 'good' },
  mail: { none: 'warn', givenUp: 'bad', stuck: 'bad', plain: 'warn', ok: 'good' },
  check: { damaged: 'bad', off: 'warn', first: 'soft', ok: 'good' },
  verify: { none: 'soft', waiting: 'soft', running: 'soft', failed: 'bad', problems: 'bad', ok: 'good' },
  backup: {
    off: 'warn',
    running: 'soft',
    waiting: 'soft',
    overdue: 'bad',
    failed: 'bad',
    none: 'soft',
    ok: 'good',
  },
  disk: { full: 'bad', low: 'warn', ok: 'good' },
  server: { silent: 'bad', busy: 'warn', memory: 'warn', ok: 'good' },
}

export function certificateOf(certificate: SystemStatus['certificate'], now: number): Certificate {
  if (!certificate) return 'proxy'
  const left = timeOf(certificate.ends) - now
  if (left <= 0) return 'expired'
  if (left < SOON_MS) return 'soon'
  return certificate.self_signed ? 'selfSigned' : 'valid'
}

export function mailOf({ kind, given_up, oldest, encryption }: SystemStatus['mail'], now: number): Mail {
  if (kind === 'none') return 'none'
  if (given_up > 0) return 'givenUp'
  if (oldest !== null && now - timeOf(oldest) > STUCK_MS) return 'stuck'
  return encryption === 'if_offered' ? 'plain' : 'ok'
}

export function checkOf({ damaged, percent_per_day, last }: SystemStatus['scrub']): Check {
  if (damaged > 0) return 'damaged'
  if (percent_per_day === 0) return 'off'
  return last === null ? 'first' : 'ok'
}

export function verifyOf({ state, problems }: SystemStatus['verify']): Verify {
  if (state !== 'done') return state
  return problems ? 'problems' : 'ok'
}

export function backupOf({ place, state, overdue }: SystemStatus['backup']): Backup {
  if (place === null) return 'off'
  if (state === 'running' || state === 'waiting') return state
  if (overdue) return 'overdue'
  return state === 'complete' ? 'ok' : state
}

export function diskOf({ free, total }: SystemServer['disks'][number]): Disk {
  const isBelow = ({ part, bytes }: typeof LOW) => free < Math.min(total * part, bytes)
  return isBelow(FULL) ? 'full' : isBelow(LOW) ? 'low' : 'ok'
}

export function serverOf(server: SystemServer, now: number): Server {
  const { at, load_percent, free_memory, machine_memory } = server
  if (at !== null && now - timeOf(at) > SILENT_MS) return 'silent'
  if ((load_percent ?? 0) > BUSY_PERCENT) return 'busy'
  if (free_memory !== null && machine_memory !== null && free_memory < machine_memory * LITTLE_MEMORY)
    return 'memory'
  return 'ok'
}

/** Each disk of each machine once, as the newest figures of its processes have it. */
export function disksOf(servers: readonly SystemServer[]) {
  const disks = new Map<string, SystemServer['disks'][number] & { machine: string }>()
  for (const { name, disks: own } of servers)
    for (const disk of own) {
      const machine = machineOf(name)
      disks.set(`${machine} ${disk.place}`, { ...disk, machine })
    }
  return [...disks.values()]
}

/** A server is named after its machine and the number of its process. */
export const machineOf = (name: string): string => name.replace(/:\d+$/, '')

const WORST_FIRST = ['given_up', 'failing', 'running', 'waiting'] as const

/** The jobs that somebody comes for: those that fail, where there are any. */
export const firstJobsOf = (jobs: SystemStatus['jobs']): (typeof WORST_FIRST)[number] =>
  WORST_FIRST.find((state) => jobs[state] > 0) ?? 'waiting'
