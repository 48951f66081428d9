import { parseArgs } from 'node:util'
import type { RootId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { verifyActivity } from '../../oversight/activity/verify-activity.ts'
import { noteFullCheck } from '../../oversight/damage/full-check.ts'
import { takeHealed } from '../../oversight/damage/take-healed.ts'
import { removeOrphans } from '../../oversight/verify/content/remove-orphans.ts'
import { countOrphans, verifyBytes, verifyContents } from '../../oversight/verify/content/verify-content.ts'
import { repairCounters } from '../../oversight/verify/repair/repair-counters.ts'
import { verifyRecords } from '../../oversight/verify/verify-records.ts'
import { ChunkChecks } from '../../platform/content/chunk-checks.ts'
import type { Ctx } from '../../platform/context.ts'
import { endTakeOverRest, findPause } from '../../platform/installation/rest.ts'
import { isRestingAfterTakeOver } from '../../platform/installation/rest-queries.ts'
import { DamageLog } from '../../records/damage.ts'
import { findRoot } from '../../records/roots.ts'
import { holdingSweep } from '../backup/hold-sweep.ts'
import { openPlaceAt, readPlace } from '../backup/place/open-place.ts'
import { repairFrom } from '../backup/repair-from.ts'
import { VERIFY, VERIFY_ACTIVITY } from '../words/verify.ts'
import { CommandError } from './command-error.ts'

export interface VerifyArguments {
  /** A place of backups. */
  repairFrom?: string | undefined
  removeOrphans?: boolean
  activity: boolean
  content: boolean
  repair: boolean
  root: RootId | undefined
}

/** Undefined for what makes no sense. */
export function verifyArguments(args: string[]): VerifyArguments | undefined {
  const flag = { type: 'boolean', default: false } as const
  const options = {
    activity: flag,
    content: flag,
    'repair-counters': flag,
    root: { type: 'string' },
    'repair-from': { type: 'string' },
    'remove-orphans': flag,
  } as const
  try {
    const { values } = parseArgs({ args, options })
    const { activity, content, root, 'repair-counters': repair } = values
    const { 'repair-from': repairFrom, 'remove-orphans': removeOrphans } = values
    if (activity && args.length > 1) return undefined
    if ((repairFrom !== undefined && !content) || (removeOrphans && root !== undefined)) return undefined
    if (root !== undefined && !/^[1-9]\d{0,14}$/.test(root)) return undefined
    return {
      activity,
      content,
      repair,
      repairFrom,
      removeOrphans,
      root: root === undefined ? undefined : (Number(root) as RootId),
    }
  } catch {
    return undefined
  }
}

/** Looks for what is wrong with the data of the service, also while it runs. 1 when anything is. */
export async function runVerify(ctx: Ctx, given: VerifyArguments): Promise<number> {
  return given.activity ? runVerifyActivity(ctx) : runVerifyFiles(ctx, given)
}

async function runVerifyFiles(ctx: Ctx, given: VerifyArguments): Promise<number> {
  const { content, repair, repairFrom: from, root } = given
  const db = ctx.db.read
  const begunAt = ctx.now()
  if (root !== undefined && !(await findRoot(db, root))) throw new CommandError(VERIFY.noRoot(root))
  let problems = 0
  const report = (problem: string) => {
    problems++
    console.log(`${problem}.`)
  }
  if (repair) await repairCounters(ctx, root, (change) => console.log(VERIFY.repaired(change)))
  const roots = await verifyRecords(db, root, report)
  const extent = [VERIFY.roots(roots)]
  if (content) {
    const store = { ...ctx.content, checks: quietChecks(ctx) }
    // What can be repaired is no problem any more: then those count that are left.
    const found = from === undefined ? report : (problem: string) => console.log(`${problem}.`)
    const chunks = await verifyBytes(store, root, found)
    if (from !== undefined) {
      await repairBytes(ctx, from, root)
      await verifyBytes(store, root, report, { damaged: true })
    }
    await verifyContents(db, root, report)
    const healed = await takeHealed(ctx)
    if (healed > 0) console.log(VERIFY.healed(healed))
    extent.push(VERIFY.chunks(chunks))
    if (root === undefined && !given.removeOrphans)
      extent.push(VERIFY.unused(await countOrphans(ctx.content, ctx.now())))
  }
  if (content && root === undefined && problems === 0) {
    await endTakeOverRest(ctx)
    await noteFullCheck(ctx, begunAt)
  }
  if (given.removeOrphans) extent.push(VERIFY.removed(await removeUnneeded(ctx)))
  console.log(VERIFY.result(problems, extent))
  return problems === 0 ? 0 : 1
}

async function repairBytes(ctx: Ctx, from: string, root: RootId | undefined): Promise<void> {
  const place = await openPlaceAt(readPlace(from), false)
  try {
    const repaired = await repairFrom(ctx, place, root, (text) => console.log(text))
    console.log(VERIFY.repairedFrom(repaired))
  } finally {
    await place.close()
  }
}

/** While nobody copies blobs, and the sweep rests. */
async function removeUnneeded(ctx: Ctx): Promise<number> {
  if (await isRestingAfterTakeOver(ctx.db.read, ctx.now())) throw new CommandError(VERIFY.takenOver)
  if (await findPause(ctx.db.read, ctx.now())) throw new CommandError(VERIFY.paused)
  return holdingSweep(ctx, () => removeOrphans(ctx.content, ctx.now()))
}

/** The report says it all; it is not to have lines of the log in it. */
const quietChecks = ({ blobs, db, log, now }: Ctx): ChunkChecks =>
  new ChunkChecks(blobs, new DamageLog(db, log.child({}, { level: 'fatal' }), now), now)

/** Checks the records of all organizations against their hashes. */
async function runVerifyActivity(ctx: Ctx): Promise<number> {
  const say = (id: number, text: string) => console.log(VERIFY_ACTIVITY.about(id, text))
  const { organizations, records, problems, anchoredAt } = await verifyActivity(ctx, {
    problem: say,
    note: say,
  })
  const anchored =
    anchoredAt === undefined ? VERIFY_ACTIVITY.notAnchored : VERIFY_ACTIVITY.anchored(formatUtc(anchoredAt))
  console.log(VERIFY_ACTIVITY.result(problems, { records, organizations, anchored }))
  return problems === 0 ? 0 : 1
}
