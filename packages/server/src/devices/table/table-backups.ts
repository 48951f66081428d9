import type { Action } from '@holdfast/api/accounts/organization-may'
import type { RootId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import {
  type BackupState,
  type BackupTableRow,
  type tableBackups as contract,
  LATE_DAYS,
} from '@holdfast/api/oversight/backup-table'
import { DAY_MS, formatUtc, type Instant } from '@holdfast/api/time'
import { authorizeScope, wishOf } from '../../accounts/tables/open-table.ts'
import { openPlaces } from '../../accounts/tables/places.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Filter } from '../../platform/db/table/listed.ts'
import { BACKUPS } from '../../platform/db/table/lists.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listNamed, type Table } from '../../platform/table/read-table.ts'
import { named } from '../../records/machines.ts'
import { displayName } from '../../records/people.ts'
import { wordsIn } from '../../records/words.ts'
import { scheduleOf } from '../backups/update-backup.ts'
import * as rows from './backup-queries.ts'
import { listConnected } from './queries.ts'

type Params = ParamsOf<typeof contract>

const SORTS = { run: 'shown_change', created: 'id' }
const MAY = [
  'devices.change',
  'devices.browse',
  'backups.create',
  'backups.restore',
  'files.browse',
] as const satisfies readonly Action[]

/** The backups of the devices of an organization, or of it and all below, for its administrators. */
export async function openBackupTable(
  ctx: Ctx,
  who: PersonPrincipal,
  params: Params,
): Promise<Table<BackupTableRow>> {
  const scope = await authorizeScope(ctx, who, params)
  return {
    list: listNamed('backups', params),
    wish: wishOf(BACKUPS, scope, SORTS, { sort: params.sort, filters: filtersOf(params, ctx.now()) }),
    startKey: undefined,
    rowsOf: (ids) => rowsOf(ctx, who, ids as RootId[]),
  }
}

const lateBefore = (now: Instant): Instant => now - LATE_DAYS * DAY_MS

function filtersOf({ q = '', view, machine, person }: Params, now: Instant): Filter[] {
  const views: Record<NonNullable<Params['view']>, Filter> = {
    late: rows.lateSince(lateBefore(now)),
    failing: rows.failing,
    unread: rows.unread,
    paused: rows.paused,
  }
  const words = wordsIn(q)
  return [
    ...(machine === undefined ? [] : [rows.ofMachine(machine)]),
    ...(person === undefined ? [] : [rows.ofPerson(person)]),
    ...(view === undefined ? [] : [views[view]]),
    ...(words.length === 0 ? [] : [rows.called(words)]),
  ]
}

async function rowsOf(ctx: Ctx, who: PersonPrincipal, ids: RootId[]): Promise<BackupTableRow[]> {
  const db = ctx.db.read
  const now = ctx.now()
  const backups = new Map((await rows.listShown(db, ids)).map((backup) => [backup.id, backup]))
  const listed = ids.flatMap((id) => backups.get(id) ?? [])
  const places = await openPlaces(db, who, listed)
  const machines = [...new Set(listed.map(({ machine_id }) => machine_id))]
  const connected = new Set((await listConnected(db, machines, now)).map(({ machine_id }) => machine_id))
  return listed.map((backup) => {
    const { person_id, first_name, last_name, email } = backup
    const { every_minutes, window_start, window_end, paused } = scheduleOf(backup)
    const here = places.mayAt(backup, MAY)
    const hidden =
      person_id !== who.personId && !(here.includes('files.browse') && here.includes('devices.browse'))
    return {
      id: backup.id,
      name: named(backup).name,
      organization: places.organizationOf(backup),
      machine: { id: backup.machine_id, name: named(backup).name },
      connected: connected.has(backup.machine_id),
      owner:
        person_id === null || first_name === null || last_name === null || email === null
          ? null
          : { id: person_id, name: displayName({ first_name, last_name, email }) },
      path: hidden ? '' : backup.path,
      state: stateOf(backup, paused, now),
      last_run: backup.shown_change > 0 ? formatUtc(backup.shown_change) : null,
      files: Number(backup.files),
      unread: backup.unread,
      stored: backup.stored_size,
      every_minutes,
      window_start,
      window_end,
      paused,
      created: formatUtc(backup.created_at),
      hidden,
      // Nobody below a system administrator touches the devices of one.
      may: backup.system_admin && !who.systemAdmin ? [] : here,
    }
  })
}

function stateOf(backup: rows.ShownBackup, paused: boolean, now: Instant): BackupState {
  const { state, shown_change, created_at, unread } = backup
  const before = lateBefore(now)
  if (paused) return 'paused'
  if (state === 'failed') return 'failing'
  if (shown_change < before && created_at < before) return shown_change === 0 ? 'never' : 'late'
  if (shown_change === 0) return 'never'
  return unread > 0 ? 'unread' : 'fine'
}
