import type { Safety } from '@holdfast/api/oversight/safety'
import { DAY_MS, formatUtc, type Instant } from '@holdfast/api/time'
import type { EntryAccess, RootAccess } from '../../access/read-entry.ts'
import { keptDays } from '../../files/retention/cutoffs.ts'
import type { Ctx } from '../../platform/context.ts'
import { findPause } from '../../platform/installation/rest.ts'
import { getPolicy } from '../../records/policy.ts'
import { countRevisions } from '../../records/revisions.ts'
import { findOldestRevision } from './queries.ts'

/** Which versions there are, and until when they and what is deleted are kept, by the rules that retention follows. */
export async function keptVersions(
  ctx: Ctx,
  { root, entry, deletedAt }: Pick<RootAccess, 'root'> & Partial<EntryAccess> & { deletedAt?: Instant },
): Promise<Safety['versions']> {
  const db = ctx.db.read
  const days = keptDays(await getPolicy(db, root.organization_id), root.root_type)
  const pause = await findPause(db, ctx.now())
  /** When something goes that was deleted or replaced, and no sooner than a pause ends. */
  const endOf = (since: Instant | null | undefined, kept: number | undefined): string | null =>
    since == null || kept === undefined ? null : formatUtc(Math.max(since + kept * DAY_MS, pause?.until ?? 0))
  const isFile = entry?.kind === 'file'
  const oldest = isFile ? await findOldestRevision(db, root.id, entry.id) : undefined
  return {
    count: isFile ? await countRevisions(db, root.id, [entry.id]) : null,
    oldest: oldest ? formatUtc(oldest.created_at) : null,
    replaced_days: days.replaced ?? null,
    next_removal: endOf(oldest?.replaced_at, days.replaced),
    deleted_days: days.deleted ?? null,
    removal: endOf(deletedAt, days.deleted),
    paused_until: pause ? formatUtc(pause.until) : null,
  }
}
