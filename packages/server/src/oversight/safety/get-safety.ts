import type { EntryId, RootId } from '@holdfast/api/ids'
import { MOST_SHOWN, type Safety } from '@holdfast/api/oversight/safety'
import { formatUtc, HOUR_MS, type Instant } from '@holdfast/api/time'
import { administers } from '../../access/administration.ts'
import { authorizeEntry, authorizeRoot } from '../../access/authorize.ts'
import type { EntryAccess, RootAccess } from '../../access/read-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import type { EntryKind } from '../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findInstallationBackup, isOverdue } from '../../records/installation-backup.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { findRevision } from '../../records/revisions.ts'
import { getReach } from '../../sharing/reach/get-reach.ts'
import { findFullCheck } from '../damage/full-check.ts'
import { keptVersions } from './kept-versions.ts'
import { knownDamage } from './known-damage.ts'
import { ownCopies } from './own-copies.ts'
import { findLastChange } from './queries.ts'

type Path = { rootId: RootId; kind: 'root' } | { rootId: RootId; entryId: EntryId; kind: EntryKind }
type Found = RootAccess & Partial<EntryAccess>

/** What the service knows about how safe an item is. Each part is for those who may see it elsewhere, too. */
export async function getSafety(ctx: Ctx, who: PersonPrincipal, path: Path): Promise<Safety> {
  const db = ctx.db.read
  const found: Found =
    path.kind === 'root'
      ? await authorizeRoot(db, who, path.rootId, 'FILE_VIEW')
      : await authorizeEntry(db, who, path, 'FILE_VIEW')
  const { root, entry, deleted, permissions } = found
  const deletedAt = deletedSince(found)
  const changedAt = entry?.kind === 'file' ? entry.changed_at : await findLastChange(db, root.id)
  const { last, progress } = await findFullCheck(ctx)
  return {
    type: 'safety',
    versions: await keptVersions(ctx, { ...found, ...(deletedAt !== undefined && { deletedAt }) }),
    access: permissions.has('FILE_MANAGE') && !deleted ? await accessTo(ctx, who, path) : null,
    devices: deleted ? [] : await ownCopies(ctx, who.personId, root.id, changedAt ?? root.created_at),
    content_check: {
      percent_per_day: ctx.config.scrubPercentPerDay,
      last_started: last ? formatUtc(last.begunAt) : null,
      last_finished: last ? formatUtc(last.endedAt) : null,
      progress: progress ?? null,
    },
    damaged: await knownDamage(db, found),
    backup: (await seesBackups(ctx, who)) ? await backupOf(ctx, found) : null,
  }
}

/** An item goes with the first of the folders above it that is removed. */
function deletedSince({ entry, ancestors = [] }: Found): Instant | undefined {
  const times = [entry, ...ancestors].flatMap((one) => one?.deleted_at ?? [])
  return times.length > 0 ? Math.min(...times) : undefined
}

async function accessTo(ctx: Ctx, who: PersonPrincipal, path: Path): Promise<Safety['access']> {
  const { total, results } = await getReach(ctx, who, path, {
    page: 1,
    pageSize: MOST_SHOWN,
    personId: undefined,
  })
  return { total, results }
}

const seesBackups = async (ctx: Ctx, who: PersonPrincipal): Promise<boolean> =>
  ctx.config.showBackups || (await administers(ctx.db.read, who, ROOT_ORGANIZATION))

async function backupOf(ctx: Ctx, { root, entry }: Found): Promise<Safety['backup']> {
  const db = ctx.db.read
  const { backup: schedule } = ctx.config
  const row = await findInstallationBackup(db)
  const at = row?.complete_at ?? null
  const current = entry?.revision_id ? await findRevision(db, root.id, entry.revision_id) : undefined
  return {
    every_hours: schedule ? schedule.everyMs / HOUR_MS : null,
    newest_complete: at === null ? null : formatUtc(at),
    overdue: row !== undefined && schedule !== undefined && isOverdue(row, schedule.everyMs, ctx.now()),
    contains: at === null || !current ? null : current.created_at < at,
  }
}
