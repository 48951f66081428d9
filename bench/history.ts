import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OrganizationId, PersonId, SessionId } from '@holdfast/api/ids'
import { LongHistory } from '@holdfast/server/testkit/content/long-history'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { restoreState } from '../packages/server/src/files/history/restore/restore-state.ts'
import { readConfig } from '../packages/server/src/platform/config/config.ts'
import type { PersonPrincipal } from '../packages/server/src/platform/principal.ts'
import { openLog } from '../packages/server/src/service/cli/log.ts'
import { startService } from '../packages/server/src/service/service.ts'
import { ACCOUNT } from './holdfast.ts'
import type { Options } from './options.ts'
import { openGround } from './place.ts'
import { formatSpread, renderTable } from './table.ts'

const SIZE = {
  full: { files: 100_000, operations: 30_000, points: 50 },
  quick: { files: 10_000, operations: 3000, points: 10 },
}

/** Sets a large root back to states in no order. Each must be what was remembered, to the last item. */
export async function benchHistory(options: Options, signal: AbortSignal): Promise<string> {
  const { files, operations, points } = options.quick ? SIZE.quick : SIZE.full
  await using resources = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-'))
  resources.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const { place } = await openGround(options.stack, dir, resources)
  const settings = { HOLDFAST_PORT: '0', HOLDFAST_DATA_DIR: place.dataDir }
  const config = { ...readConfig(settings), database: place.database, blobs: place.blobs }
  const service = await startService(
    { ...config, adminPassword: ACCOUNT.password },
    { now: Date.now, log: openLog('warn') },
  )
  resources.defer(async () => {
    await service.close()
  })
  const { ctx } = service
  const root = await ctx.db.read.selectFrom('root').select(['id', 'person_id']).executeTakeFirstOrThrow()
  const who = administrator(root.person_id as PersonId)

  console.error(`… ${files} files`)
  const history = new LongHistory(ctx, who, root.id)
  await history.fill(files)
  console.error(`… ${operations} operations`)
  const lived = await secondsOf(() => history.live(operations))
  const random = numbers(99)
  const [seconds, items, rates]: [number[], number[], number[]] = [[], [], []]
  for (let n = 0; n < points && !signal.aborted; n++) {
    const point = random(operations)
    const wish = { root_id: root.id, as_of: String(history.seqs[point]), dry_run: false }
    let restored = 0
    const took = await secondsOf(async () => {
      restored = (await restoreState(ctx, who, wish)).restored
    })
    assert.deepEqual(await history.present(), await history.expected(point))
    console.error(`… back to operation ${point}: ${restored} items in ${took.toFixed(2)} s`)
    seconds.push(took)
    items.push(restored)
    rates.push(restored / took)
  }
  await checkInvariants(ctx.db.read)
  return renderTable(
    [`${files} files, ${operations} operations, ${points} states`, 'median (lowest–highest)'],
    [
      ['one operation, ms', formatSpread([(lived / operations) * 1000])],
      ['setting back, s', formatSpread(seconds)],
      ['items set back', formatSpread(items)],
      ['items a second', formatSpread(rates)],
    ],
  )
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** The administrator that the first start makes, who owns the one root there is. */
const administrator = (personId: PersonId): PersonPrincipal => ({
  kind: 'person',
  personId,
  organizationId: 1 as OrganizationId,
  machineId: null,
  sessionId: 0 as SessionId,
  name: 'Administrator',
  siteAdmin: true,
  systemAdmin: true,
  at: 0,
  mustFirst: undefined,
})
