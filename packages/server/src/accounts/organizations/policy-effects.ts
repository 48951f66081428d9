import { MOST_AFFECTED, type PolicyEffect, type PolicyEffectKind } from '@holdfast/api/accounts/policies'
import type { OrganizationId } from '@holdfast/api/ids'
import { DAY_MS, formatDate } from '@holdfast/api/time'
import { countDueIn } from '../../files/retention/count-due.ts'
import { keptDays } from '../../files/retention/cutoffs.ts'
import type { Ctx } from '../../platform/context.ts'
import { findOrganization } from '../../records/organizations.ts'
import type { RootRow } from '../../records/roots.ts'
import { changesOf, type Outcome } from './change-policy.ts'
import {
  countBackups,
  countDirectoryAccounts,
  countFileServers,
  countPasswords,
  countPublicLinks,
  countWithoutTwoStep,
} from './policy-queries.ts'
import type { Field } from './policy-rules.ts'

/** Counts in these organizations, up to one more than is of interest. */
type Count = (ctx: Ctx, ids: readonly OrganizationId[]) => Promise<number>
type Effect = (ctx: Ctx, own: Outcome, ids: readonly OrganizationId[]) => Promise<PolicyEffect | null>

const effect = (kind: PolicyEffectKind, found: number): PolicyEffect => ({
  kind,
  count: Math.min(found, MOST_AFFECTED),
  at_least: found > MOST_AFFECTED,
})

const turned =
  (field: Field, to: boolean, kind: PolicyEffectKind, count: Count): Effect =>
  async (ctx, { after }, ids) =>
    after[field] === to ? effect(kind, await count(ctx, ids)) : null

/** What is kept for a shorter time than before. */
const cleaned =
  (type: RootRow['root_type'], what: 'deleted' | 'replaced'): Effect =>
  async (ctx, { id, before, after }) => {
    const kept = keptDays(after, type)[what] ?? Infinity
    if (kept >= (keptDays(before, type)[what] ?? Infinity)) return null
    const { count, atLeast } = await countDueIn(ctx, id, type, what, kept)
    return { kind: what === 'deleted' ? 'deleted_items' : 'earlier_versions', count, at_least: atLeast }
  }

const aged: Effect = async (ctx, { id, before, after }) => {
  const [was, is] = [before, after].map((policy) => policy.change_password_frequency || Infinity)
  if (was === undefined || is === undefined || is >= was) return null
  const found = await countPasswords(ctx.db.read, id, {
    after: Math.max(ctx.now() - was * DAY_MS, 0),
    upTo: ctx.now() - is * DAY_MS,
    most: MOST_AFFECTED + 1,
  })
  return effect('old_passwords', found)
}

const filled: Effect = async (ctx, { id, before, after }) => {
  if (after.space_quota >= before.space_quota) return null
  const organization = await findOrganization(ctx.db.read, id)
  const { stored_size = 0, pending_size = 0 } = organization ?? {}
  const count = Math.max(0, stored_size + pending_size - after.space_quota)
  return { kind: 'bytes_over', count, at_least: false }
}

const EFFECTS: Partial<Record<Field, Effect>> = {
  secure_shares: turned('secure_shares', true, 'public_links', (ctx, ids) =>
    countPublicLinks(ctx.db.read, ids, formatDate(ctx.now()), MOST_AFFECTED + 1),
  ),
  require_two_step_auth: turned('require_two_step_auth', true, 'no_two_step', (ctx, ids) =>
    countWithoutTwoStep(ctx.db.read, ids, MOST_AFFECTED + 1),
  ),
  ad_enabled: turned('ad_enabled', false, 'directory_accounts', (ctx, ids) =>
    countDirectoryAccounts(ctx.db.read, ids, MOST_AFFECTED + 1),
  ),
  backups_enabled: turned('backups_enabled', false, 'backups', (ctx, ids) =>
    countBackups(ctx.db.read, ids, MOST_AFFECTED + 1),
  ),
  file_server_enabled: turned('file_server_enabled', false, 'file_servers', (ctx, ids) =>
    countFileServers(ctx.db.read, ids, MOST_AFFECTED + 1),
  ),
  change_password_frequency: aged,
  space_quota: filled,
  purge_deleted: cleaned('sync', 'deleted'),
  trim_revisions: cleaned('sync', 'replaced'),
  backups_purge_deleted: cleaned('backup', 'deleted'),
  backups_trim_revisions: cleaned('backup', 'replaced'),
}

/** Says for how long, where the other field says whether: what both do is told once. */
const FOR_HOW_LONG: Partial<Record<Field, Field>> = {
  purge_deleted_frequency: 'purge_deleted',
  trim_revisions_x: 'trim_revisions',
  backups_purge_deleted_frequency: 'backups_purge_deleted',
  backups_trim_revisions_frequency: 'backups_trim_revisions',
}

/** What a change of a field has an effect on at once, in these organizations; null where nothing can be counted. */
export async function effectOf(
  ctx: Ctx,
  field: Field,
  own: Outcome,
  ids: readonly OrganizationId[],
): Promise<PolicyEffect | null> {
  const whether = FOR_HOW_LONG[field]
  if (whether && whether in changesOf(own)) return null
  return (await EFFECTS[whether ?? field]?.(ctx, own, ids)) ?? null
}
