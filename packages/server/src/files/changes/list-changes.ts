import type { Change } from '@holdfast/api/files/changes'
import type { RootId } from '@holdfast/api/ids'
import { authorizeRoot } from '../../access/authorize.ts'
import { fail, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { currentEpoch, type Epoch } from '../../platform/installation/epoch.ts'
import { findActorNames } from '../../records/actor-names.ts'
import { listLog } from './queries.ts'
import { seal, unseal } from './sealed.ts'
import { changeView } from './view.ts'
import { waitForNews } from './wait-for-news.ts'
import type { WaitingCaller } from './waiting-caller.ts'

const CURSOR = 'cursor'

export interface ChangePage {
  epoch: string
  cursor: string
  has_more: boolean
  results: Change[]
}

/** The changes of a root behind a cursor; with `wait` put off until there are some, as long as the caller may know. */
export async function listChanges(
  ctx: Ctx,
  caller: WaitingCaller,
  {
    rootId,
    cursor,
    limit,
    wait,
    include_names,
  }: {
    rootId: RootId
    cursor?: string | undefined
    limit: number
    wait: number
    include_names?: boolean
  },
): Promise<ChangePage> {
  let { root } = await authorizeRoot(ctx.db.read, caller.who, rootId, 'FILE_VIEW')
  const epoch = await currentEpoch(ctx)
  const after = cursor === undefined ? 0 : numberIn(epoch, rootId, cursor)
  // Numbers are never taken back, unless the database is.
  if (after > root.seq) fail('cursor_reset')
  if (wait > 0 && root.seq === after)
    root = await waitForNews(
      ctx,
      caller,
      { topic: `r${rootId}`, ms: wait * 1000 },
      // The row that rights are read from has the newest number too: the log is read only when there is something.
      async (who) => (await authorizeRoot(ctx.db.read, who, rootId, 'FILE_VIEW')).root,
      ({ seq }) => seq > after,
    )
  // What was committed since the row was read may be in the middle: its number is the end of a transaction.
  const upTo = root.seq
  const rows = upTo === after ? [] : await listLog(ctx.db.read, { rootId, after, upTo, limit })
  const last = rows.at(-1)?.seq ?? after
  const namesOf = include_names ? await findActorNames(ctx.db.read, rows) : undefined
  return {
    epoch: epoch.id,
    cursor: logCursor(epoch, rootId, last),
    has_more: last < upTo,
    results: rows.map((row) => ({ ...changeView(row), ...namesOf?.(row) })),
  }
}

/** Points behind a change of a root: the next page of its log begins there. */
export const logCursor = (epoch: Epoch, rootId: RootId, seq: number): string =>
  seal(epoch, CURSOR, [rootId, seq])

function numberIn(epoch: Epoch, rootId: RootId, cursor: string): number {
  const [root, seq = 0, ...more] = unseal(epoch, CURSOR, cursor)
  return root === rootId && more.length === 0 ? seq : refuse(CURSOR, 'belongs to another root')
}
