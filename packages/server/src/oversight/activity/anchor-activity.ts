import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ChainEnd, findHashAt, listChainEnds } from '../../records/activity/queries.ts'
import { type Anchor, findAnchor, keepAnchor, type SetBack } from './anchors.ts'

const PAGE = 1000

/**
 * Keeps where each chain ends in the blob store and in the log, so that anyone who can write to the database alone cannot
 * shorten or rewrite one unnoticed. A chain that does not go on from where it was anchored stays anchored there, for
 * `verify` to tell of.
 */
export async function anchorActivity(ctx: Ctx): Promise<void> {
  const db = ctx.db.read
  const { anchor: before } = await findAnchor(storeOf(ctx))
  const ends = new Map(before?.ends)
  let moved = before?.version !== ctx.db.keys.version
  for await (const { organization_id: id, seq, hash } of chainEnds(db)) {
    const known = before?.ends.get(id)
    if (known?.hash.equals(hash) && known.seq === seq) continue
    if (known && !(await goesOn(db, id, known, seq)))
      ctx.log.error(
        { organization: id, record: known.seq },
        'the activity does not go on from where it was anchored',
      )
    else {
      ends.set(id, { seq, hash })
      moved = true
    }
  }
  if (moved) await keep(ctx, before, ends, [])
}

/** After a restore of the database: what it has is what counts, and what it lacks of what was anchored is noted. */
export async function anchorRestored(ctx: Ctx): Promise<void> {
  const { anchor: before } = await findAnchor(storeOf(ctx))
  const ends = new Map<OrganizationId, ChainEnd>()
  for await (const { organization_id: id, seq, hash } of chainEnds(ctx.db.read)) ends.set(id, { seq, hash })
  const setBacks: SetBack[] = []
  for (const [organizationId, known] of before?.ends ?? []) {
    const { seq } = ends.get(organizationId) ?? { seq: 0 }
    if (!(await goesOn(ctx.db.read, organizationId, known, seq)))
      setBacks.push({ organizationId, seq, at: ctx.now() })
  }
  await keep(ctx, before, ends, setBacks)
}

const storeOf = ({ blobs, db }: Ctx) => ({ blobs, keys: db.keys })

async function* chainEnds(db: Db) {
  let page = await listChainEnds(db, 0, PAGE)
  while (page.length > 0) {
    yield* page
    page = await listChainEnds(db, page.at(-1)?.organization_id ?? 0, PAGE)
  }
}

/** Whether a chain that ends with the number `seq` still has the record that was its last. */
const goesOn = async (db: Db, id: OrganizationId, known: ChainEnd, seq: number): Promise<boolean> =>
  known.seq === 0 || (known.seq <= seq && (await findHashAt(db, id, known.seq))?.equals(known.hash) === true)

async function keep(
  ctx: Ctx,
  before: Anchor | undefined,
  ends: Anchor['ends'],
  setBacks: readonly SetBack[],
): Promise<void> {
  const anchor = await keepAnchor(storeOf(ctx), ctx.random, {
    // The newest is found by its time, also where clocks do not agree.
    at: Math.max(ctx.now(), (before?.at ?? 0) + 1),
    ends,
    setBacks: [...(before?.setBacks ?? []), ...setBacks],
  })
  let records = 0
  for (const { seq } of ends.values()) records += seq
  ctx.log.info({ anchor, organizations: ends.size, records }, 'activity anchored')
}
