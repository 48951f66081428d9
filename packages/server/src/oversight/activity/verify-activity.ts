import type { OrganizationId } from '@holdfast/api/ids'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { findNextChain } from '../../records/activity/queries.ts'
import { type Anchor, findAnchor } from './anchors.ts'
import { verifyChain } from './verify-chain.ts'

export interface Totals {
  organizations: number
  records: number
  problems: number
  anchoredAt: Instant | undefined
}

export interface Reader {
  /** 0: of no organization. */
  problem(id: OrganizationId | 0, text: string): void
  /** What is as it should be, and worth knowing. */
  note(id: OrganizationId, text: string): void
}

/** Verifies every chain, one after the other, and tells of each problem as it is found. */
export async function verifyActivity(ctx: Pick<Ctx, 'db' | 'blobs'>, tell: Reader): Promise<Totals> {
  const { read: db, keys } = ctx.db
  const { anchor, spoilt } = await findAnchor({ blobs: ctx.blobs, keys })
  const totals = { organizations: 0, records: 0, problems: 0, anchoredAt: anchor?.at }
  const report = (id: OrganizationId | 0, text: string) => {
    totals.problems++
    tell.problem(id, text)
  }
  for (const key of spoilt) report(0, `the anchor ${key} in the store was changed`)
  for (const { organizationId, seq, at } of anchor?.setBacks ?? [])
    tell.note(organizationId, `restored to record ${seq} on ${formatUtc(at)}`)
  const anchored = [...(anchor?.ends.keys() ?? [])].sort((a, b) => a - b)
  const next = async (after: OrganizationId | 0): Promise<OrganizationId | undefined> => {
    const found = [await findNextChain(db, after), anchored.find((id) => id > after)].filter(
      (id) => id !== undefined,
    )
    return found.length > 0 ? (Math.min(...found) as OrganizationId) : undefined
  }
  for (let id = await next(0); id !== undefined; id = await next(id)) {
    const of = id
    totals.organizations++
    totals.records += await verifyChain(db, of, anchoredEnd(anchor, of), (problem) => report(of, problem))
  }
  return totals
}

export function anchoredEnd(anchor: Anchor | undefined, id: OrganizationId) {
  const end = anchor?.ends.get(id)
  return anchor && end && { ...end, at: formatUtc(anchor.at), version: anchor.version }
}
