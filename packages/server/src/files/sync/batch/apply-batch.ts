import { performance } from 'node:perf_hooks'
import { type BatchOp, type BatchResult, MAX_BATCH_BYTES, type SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { ApiError, busy, fail, reasonOf } from '../../../errors.ts'
import type { IncomingBytes } from '../../../platform/content/incoming-bytes.ts'
import { deleteReservedChunks } from '../../../platform/content/queries.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { attempt } from '../../../platform/db/transaction.ts'
import { currentEpoch } from '../../../platform/installation/epoch.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { findByName } from '../../../records/entries.ts'
import { nameKey } from '../../../records/names.ts'
import { getFilePolicy } from '../../../records/policy.ts'
import { holdRoot } from '../../../records/roots.ts'
import { tellFoldersTogether } from '../../../records/touch-folders.ts'
import { countOps, type OpCounts, recordTogether } from '../../basics/record-together.ts'
import { authorizeChunks } from '../../chunks/authorize-chunks.ts'
import { chargeTogether } from '../../writing/quota.ts'
import { listNamed, listNamedChanges } from '../queries.ts'
import { syncEntryView } from '../view.ts'
import { applyOp, type BatchContext } from './apply-op.ts'
import { planPuts, putTogether } from './put-together.ts'
import { failTooLarge, readBatch } from './read-batch.ts'
import { stageInline } from './stage-inline.ts'

/** More would keep everyone else who writes to the root, or counts in its organization, waiting. */
const OPS_TOGETHER = 50
const MS_TOGETHER = 250
/** While others are served on SQLite, who wait for all of it. */
const OPS_IN_SHORT = 10
/** Of one organization, in this process: they meet at its rows. */
const AT_ONCE = 4

/**
 * Makes the changes of a batch in their order, each wholly or not at all, some of them in one transaction: its flush, the
 * charges and the records are shared. What was answered is durable; a batch that was cut off may be sent again.
 */
export async function applyBatch(
  ctx: Ctx,
  who: PersonPrincipal,
  rootId: RootId,
  incoming: IncomingBytes,
): Promise<{ epoch: string; results: BatchResult[] }> {
  const { root } = await authorizeChunks(ctx.db.read, who, rootId)
  const { announcedSize = MAX_BATCH_BYTES } = incoming
  if (announcedSize > MAX_BATCH_BYTES) failTooLarge()
  const release = ctx.content.whole.tryHold(who.personId, announcedSize)
  if (!release) return busy('Too many chunks are being sent at once. Try again shortly.', 1)
  try {
    const line = `organization ${root.organization_id}`
    const { epoch, ops, inline } = await readBatch(ctx.makeWay, line, incoming)
    await checkEpoch(ctx, epoch)
    const staged = await stageInline(ctx, rootId, inline)
    const policy = await getFilePolicy(ctx.db.read, root)
    const common = { ctx, who, policy, staged, ofBatch: countOps(ops) }
    const results: BatchResult[] = []
    while (results.length < ops.length) {
      const next = ops.slice(results.length, results.length + OPS_TOGETHER)
      const done = await inTurn(ctx, line, (most) => applySome(common, rootId, next.slice(0, most)))
      results.push(...done)
    }
    return { epoch, results }
  } finally {
    release()
  }
}

/**
 * On SQLite all is done by one thread, and other writers are answered after the transaction that is under way. On
 * PostgreSQL several are under way at once, unless somebody is served who would wait for the same cores and disk.
 */
function inTurn(
  { db, makeWay, atOnce: { batches } }: Ctx,
  line: string,
  apply: (most: number) => Promise<BatchResult[]>,
): Promise<BatchResult[]> {
  if (db.dialect === 'sqlite')
    return makeWay.slice(line, (isShort) => apply(isShort ? OPS_IN_SHORT : OPS_TOGETHER))
  const together = () => apply(OPS_TOGETHER)
  return batches.during(line, AT_ONCE, () =>
    makeWay.isNeeded() ? makeWay.slice(line, together) : together(),
  )
}

async function checkEpoch(ctx: Ctx, epoch: string): Promise<void> {
  if (epoch !== (await currentEpoch(ctx)).id) fail('cursor_reset')
}

type Common = Omit<BatchContext, 'root' | 'at'> & { ofBatch: OpCounts }

/** Makes as many of these changes as a transaction has time for. */
async function applySome(common: Common, rootId: RootId, ops: readonly BatchOp[]): Promise<BatchResult[]> {
  try {
    return await common.ctx.db.write((tx) => applyIn(tx, common, rootId, ops, true))
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'policy_error')) throw error
    // All together they are too much. Some of them may still have room, which only charging each of them tells.
    return common.ctx.db.write((tx) => applyIn(tx, common, rootId, ops, false))
  }
}

async function applyIn(
  tx: Tx,
  common: Common,
  rootId: RootId,
  ops: readonly BatchOp[],
  together: boolean,
): Promise<BatchResult[]> {
  const { ctx, who, staged } = common
  const until = performance.now() + MS_TOGETHER
  await holdRoot(tx, rootId)
  // Again: rights may have changed while the bytes arrived.
  const { root } = await authorizeChunks(tx, who, rootId)
  const batch: BatchContext = { ...common, root, at: ctx.now() }
  const known = await listNamedChanges(tx, rootId, who.personId, ops)
  const outcomes: Outcome[] = []
  recordTogether(tx, common.ofBatch)
  tellFoldersTogether(tx)
  if (together) chargeTogether(tx)
  const planFrom = async (from: number) => ({
    from,
    ...(await planPuts(batch, tx, together ? untilKnown(ops.slice(from), known) : [])),
  })
  let plan: Awaited<ReturnType<typeof planFrom>> | undefined
  while (outcomes.length < ops.length) {
    if (outcomes.length > 0 && performance.now() > until) break
    const done = outcomes.length
    plan ??= await planFrom(done)
    const end = plan.clear.indexOf(false, done - plan.from)
    const files = plan.files.slice(done - plan.from, end === -1 ? undefined : end)
    if (files.length > 1) {
      const clear = { ...plan, files }
      const ids = await attempt(tx, (own) => putTogether(batch, own, clear))
      outcomes.push(...ids.map((entryId, n) => ({ op: ops[done + n] as BatchOp, entryId })))
      plan = undefined
    } else {
      const outcome = await tryNext(batch, tx, ops[done] as BatchOp, known)
      outcomes.push(outcome)
      if (!outcome.error || outcomes.length >= plan.from + plan.files.length) plan = undefined
    }
  }
  await deleteReservedChunks(tx, rootId, staged.unused)
  return describe(tx, rootId, outcomes, batch.at)
}

interface Outcome {
  op: BatchOp
  entryId?: EntryId | undefined
  error?: ApiError
}

const untilKnown = (ops: readonly BatchOp[], known: ReadonlyMap<string, EntryId>): readonly BatchOp[] => {
  const end = ops.findIndex(({ op_id }) => known.has(op_id))
  return end === -1 ? ops : ops.slice(0, end)
}

async function tryNext(
  batch: BatchContext,
  tx: Tx,
  op: BatchOp,
  known: ReadonlyMap<string, EntryId>,
): Promise<Outcome> {
  const made = known.get(op.op_id)
  if (made !== undefined) return { op, entryId: made }
  try {
    return { op, entryId: await attempt(tx, (own) => applyOp(batch, own, op)) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { op, error, entryId: await inTheWay(tx, batch.root.id, op, error) }
  }
}

/** The item that a refusal is about. */
async function inTheWay(
  tx: Tx,
  rootId: RootId,
  op: BatchOp,
  { code }: ApiError,
): Promise<EntryId | undefined> {
  if (code === 'name_conflict' && 'folder_id' in op) {
    const place = { rootId, parentId: (op.folder_id ?? 0) as EntryId, nameKey: nameKey(op.name ?? '') }
    return (await findByName(tx, place))?.id
  }
  return 'entry_id' in op ? op.entry_id : undefined
}

/** With the items as the transaction leaves them. */
async function describe(
  tx: Tx,
  rootId: RootId,
  outcomes: readonly Outcome[],
  at: number,
): Promise<BatchResult[]> {
  const ids = new Set(outcomes.flatMap(({ entryId }) => entryId ?? []))
  const rows = ids.size === 0 ? [] : await listNamed(tx, rootId, [...ids])
  const entries = new Map<EntryId, SyncEntry>(rows.map((row) => [row.id, syncEntryView(row, at)]))
  return outcomes.map(({ op, entryId, error }) => {
    const entry = entryId === undefined ? undefined : entries.get(entryId)
    return {
      op_id: op.op_id,
      ...(entry && { entry }),
      ...(error && { error: error.code, error_description: error.message, ...reasonOf(error) }),
    }
  })
}
