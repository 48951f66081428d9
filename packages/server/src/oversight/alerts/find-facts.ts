import type { MachineId, OrganizationId, RootId } from '@holdfast/api/ids'
import { RULE_KINDS, type RuleKind } from '@holdfast/api/oversight/alert-rules'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { countLateMails } from '../../platform/jobs/troubles.ts'
import { readCertificateEnd } from '../../platform/tls/certificate-end.ts'
import { listOpenBrakesBetween } from '../../records/brakes.ts'
import { findInstallationBackup } from '../../records/installation-backup.ts'
import { named } from '../../records/machines.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import { countLocked, listLateBackups } from './fact-queries.ts'
import type { Fact } from './facts.ts'
import { installationAlerts } from './installation-alerts.ts'
import {
  findLastOrganization,
  listOrganizationsOfNote,
  listUnreachableAfter,
  type Watched,
} from './queries.ts'
import { findLoosest } from './rule-queries.ts'

const STEP = 500
const AT_ONCE = 1000
const MOST_BRAKES = 5000
/** An account that was locked this long ago still counts; a lock lasts twenty minutes longer. */
const LOCKED_WITHIN_MS = 10 * MINUTE_MS
const LOCK_MS = 30 * MINUTE_MS
/** Before any end that there is. */
const NEVER = -1

type Loosest = Partial<Record<RuleKind, number | null>>

/** What the rules that are on may be about, in all organizations, but for links: by the thresholds that are met first. */
export async function findFacts(ctx: Ctx, now: Instant): Promise<Fact[]> {
  const loosest: Loosest = {}
  for (const kind of RULE_KINDS) {
    const found = await findLoosest(ctx.db.read, kind)
    if (found) loosest[kind] = found.threshold
  }
  const db = ctx.db.read
  return [
    ...(await ofOrganizations(db, loosest, now)),
    ...(await ofMachines(db, loosest.device_unreachable, now)),
    ...(await ofBackups(db, loosest.backup, now)),
    ...(loosest.backup == null ? [] : await ofInstallationBackup(ctx, now)),
    ...(await ofSignIns(db, loosest.sign_ins_blocked, now)),
    ...(loosest.unusual_activity === undefined ? [] : await ofBrakes(db)),
    ...(await ofCertificate(ctx, loosest.certificate_ending, now)),
    ...(await ofMails(db, loosest.mail_waiting, now)),
  ]
}

async function ofOrganizations(db: Db, loosest: Loosest, now: Instant): Promise<Fact[]> {
  const { space_quota, license_ending } = loosest
  if (space_quota == null && license_ending == null) return []
  const end = license_ending == null ? NEVER : now + license_ending * DAY_MS
  const facts: Fact[] = []
  const last = await findLastOrganization(db)
  for (let after = 0; after < last; after += STEP) {
    const rows = await listOrganizationsOfNote(db, {
      after: after as OrganizationId,
      step: STEP,
      full: space_quota == null ? Number.MAX_SAFE_INTEGER : space_quota / 100,
      trialBefore: end,
      licenseBefore: end,
    })
    for (const row of rows) facts.push(...ofOrganization(row, now))
  }
  return facts
}

function ofOrganization(row: Watched, now: Instant): Fact[] {
  const { id: organizationId, name, trial_until, license_until } = row
  const limit = parsePolicy(row.policy).space_quota
  const used = row.stored_size + row.pending_size
  const ends = Object.entries({ trial: trial_until, license: license_until }).flatMap(([what, at]): Fact[] =>
    at === null
      ? []
      : [
          {
            ...{ kind: 'license_ending', subject: `${what} ${organizationId}`, organizationId, name, at },
            value: (at - now) / DAY_MS,
          },
        ],
  )
  if (!limit) return ends
  const subject = `quota ${organizationId}`
  const value = (used / limit) * 100
  return [{ kind: 'space_quota', subject, organizationId, name, used, limit, value }, ...ends]
}

async function ofMachines(db: Db, hours: number | null | undefined, now: Instant): Promise<Fact[]> {
  if (hours == null) return []
  const facts: Fact[] = []
  for (let after: [OrganizationId | 0, MachineId | 0] | undefined = [0, 0]; after; ) {
    const some = await listUnreachableAfter(db, after, AT_ONCE)
    for (const machine of some) {
      const at = machine.last_disconnect_at ?? machine.alerted_at ?? now
      const subject = `machine ${machine.id}`
      const { name } = named(machine)
      const { organization_id: organizationId } = machine
      facts.push({
        kind: 'device_unreachable',
        subject,
        organizationId,
        name,
        at,
        value: (now - at) / HOUR_MS,
      })
    }
    const last = some.at(-1)
    after = last && [last.organization_id, last.id]
  }
  return facts
}

async function ofBackups(db: Db, days: number | null | undefined, now: Instant): Promise<Fact[]> {
  if (days == null) return []
  const facts: Fact[] = []
  for (let after: RootId | 0 | undefined = 0; after !== undefined; ) {
    const some: Awaited<ReturnType<typeof listLateBackups>> = await listLateBackups(
      db,
      now - days * DAY_MS,
      after,
      AT_ONCE,
    )
    for (const { root_id, organization_id: organizationId, person_id, path, ...row } of some) {
      if (isPaused(row.schedule)) continue
      const at = row.finished_at ?? row.created_at
      facts.push({
        ...{ kind: 'backup', subject: `backup ${root_id}`, organizationId, name: named(row).name },
        ...{ hidden: { folder: path, person_id }, at },
        value: (now - at) / DAY_MS,
      })
    }
    after = some.at(-1)?.root_id
  }
  return facts
}

const isPaused = (schedule: string | null): boolean =>
  schedule !== null && (JSON.parse(schedule) as { paused?: boolean }).paused === true

/** One that failed, or is overdue, is told of whatever the threshold. */
async function ofInstallationBackup(ctx: Ctx, now: Instant): Promise<Fact[]> {
  const trouble = (await installationAlerts(ctx, now)).some(
    ({ kind }) => kind === 'backup_failed' || kind === 'backup_overdue',
  )
  const newest = ctx.config.backup && (await findInstallationBackup(ctx.db.read))
  if (!newest) return []
  const at = newest.complete_at ?? newest.since
  const value = trouble ? Number.MAX_SAFE_INTEGER : (now - at) / DAY_MS
  const fact = { kind: 'backup', subject: 'installation', organizationId: ROOT_ORGANIZATION } as const
  return [{ ...fact, name: 'Holdfast', at, value, ...(trouble && { told: true }) }]
}

async function ofSignIns(db: Db, accounts: number | null | undefined, now: Instant): Promise<Fact[]> {
  if (accounts == null) return []
  const locked = await countLocked(db, now + LOCK_MS - LOCKED_WITHIN_MS, accounts)
  return locked.map(({ organization_id: organizationId, count }) => ({
    ...{ kind: 'sign_ins_blocked', subject: `sign-ins ${organizationId}`, organizationId, name: '' },
    ...{ used: count, value: count },
  }))
}

async function ofBrakes(db: Db): Promise<Fact[]> {
  const brakes = await listOpenBrakesBetween(db, '', ':', MOST_BRAKES)
  return brakes.map(({ id, organization_id: organizationId, root_name: name, created_at: at }) => ({
    ...{ kind: 'unusual_activity', subject: `brake ${id}`, organizationId, name, at, value: 1, told: true },
  }))
}

async function ofCertificate(ctx: Ctx, days: number | null | undefined, now: Instant): Promise<Fact[]> {
  const at = days == null ? undefined : await readCertificateEnd(ctx.config)
  if (at === undefined) return []
  const fact = {
    kind: 'certificate_ending',
    subject: 'certificate',
    organizationId: ROOT_ORGANIZATION,
  } as const
  return [{ ...fact, name: '', at, value: (at - now) / DAY_MS }]
}

/** The first organization is told of all of them, since it looks after the mail server. */
async function ofMails(db: Db, hours: number | null | undefined, now: Instant): Promise<Fact[]> {
  if (hours == null) return []
  const late = await countLateMails(db, now, hours * HOUR_MS)
  const lanes = late.filter(({ isTried }) => isTried)
  const all = lanes.length === 0 ? [] : [{ organizationId: ROOT_ORGANIZATION, ...sumOf(lanes) }]
  return [...all, ...lanes.filter(({ organizationId }) => organizationId !== ROOT_ORGANIZATION)].map(
    ({ organizationId, count, oldest: at }) => ({
      ...{ kind: 'mail_waiting', subject: `mail ${organizationId}`, organizationId, name: '', at },
      ...{ used: count, value: (now - at) / HOUR_MS },
    }),
  )
}

const sumOf = (lanes: readonly { count: number; oldest: Instant }[]) => ({
  count: lanes.reduce((sum, { count }) => sum + Number(count), 0),
  oldest: Math.min(...lanes.map(({ oldest }) => oldest)),
})
