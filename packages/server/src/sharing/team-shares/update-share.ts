import type { OrganizationId } from '@holdfast/api/ids'
import type { Share } from '@holdfast/api/sharing/shares'
import { authorizeShare, type SharePath } from '../../access/shares.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { checkedName } from '../../records/names.ts'
import { forgetNews } from '../../records/notices.ts'
import { holdRoot, type RootRow } from '../../records/roots.ts'
import { updateShareRow } from '../../records/shares.ts'
import { checkMove, moveShare, type ShareRecord } from './move-share.ts'
import { shareView } from './view.ts'

export interface ShareChange {
  organizationId: OrganizationId | undefined
  name: string | undefined
  /** Null takes it away. */
  description: string | null | undefined
  autoLock: boolean | undefined
  notify: boolean | undefined
}

/** What is not given, or no different, stays and is not put on record. */
export async function updateShare(
  ctx: Ctx,
  who: PersonPrincipal,
  path: SharePath,
  change: ShareChange,
): Promise<Share> {
  const known = await authorizeShare(ctx.db.read, who, path)
  const to = change.organizationId ?? path.organizationId
  const moves = to !== path.organizationId
  if (moves) await checkMove(ctx.db.read, who, known, to)
  const name = change.name === undefined ? undefined : checkedName(change.name, 'folder')
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    await holdRoot(tx, path.rootId)
    const before = await authorizeShare(tx, who, path)
    const columns = different(before, { ...change, name })
    const share = Object.keys(columns).length === 0 ? before : await updateShareRow(tx, before.id, columns)
    // Anyone who turns notices on wants to hear of what happens from then on.
    if (share.notify !== before.notify) await forgetNews(tx, share)
    const records: ShareRecord[] = []
    if (share !== before)
      records.push({
        kind: 'share_updated',
        root: share,
        ...(share.name !== before.name && { about: before.name }),
      })
    const moved = moves ? await moveShare(tx, who, share, to, at) : { share, records: [] }
    // The ends of two organizations' records may be held now: always in the same order.
    const ordered = [...records, ...moved.records].sort(
      (a, b) => a.root.organization_id - b.root.organization_id,
    )
    for (const { kind, ...on } of ordered) await recordActivity(tx, who, kind, on, at)
    return shareView(moved.share, at)
  })
}

type Columns = Pick<RootRow, 'name' | 'description' | 'auto_lock' | 'notify'>

function different(before: RootRow, { name, description, autoLock, notify }: ShareChange): Partial<Columns> {
  const flag = (on: boolean) => (on ? 1 : 0)
  const wanted: Partial<Columns> = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(autoLock !== undefined && { auto_lock: flag(autoLock) }),
    ...(notify !== undefined && { notify: flag(notify) }),
  }
  const changed = Object.entries(wanted).filter(([key, value]) => before[key as keyof Columns] !== value)
  return Object.fromEntries(changed)
}
