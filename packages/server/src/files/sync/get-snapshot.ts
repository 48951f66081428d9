import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeContainer, authorizeRoot } from '../../access/authorize.ts'
import { fail, refuse } from '../../errors.ts'
import { parseJson } from '../../platform/basics/parse-json.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import { currentEpoch, type Epoch } from '../../platform/installation/epoch.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { RootRow } from '../../records/roots.ts'
import { logCursor } from '../changes/list-changes.ts'
import { resolvePoint } from '../history/point.ts'
import { listInFolder, listInRoot, listInRootThen, type Position, type SyncRow } from './queries.ts'
import { syncEntryView } from './view.ts'

interface Asked {
  rootId: RootId
  folderId: ParentId | undefined
  after: string | undefined
  /** Undefined: as it is now. */
  asOfSeq: number | undefined
  limit: number
}

/** How far a reader has come, and the number of the log that it had begun with. */
interface Progress extends Position {
  seq: number
}

/**
 * Pages are read at different moments, without a transaction around them. Each row is at least as new as the number taken
 * before the first of them; what changed since is in the log from there on, with a higher version.
 */
export async function getSnapshot(ctx: Ctx, who: PersonPrincipal, asked: Asked) {
  const db = ctx.db.read
  const { rootId, folderId, asOfSeq, limit } = asked
  if (asOfSeq !== undefined && folderId !== undefined)
    refuse('as_of_seq', 'cannot be combined with folder_id')
  const { root } =
    folderId === undefined
      ? await authorizeRoot(db, who, rootId, 'FILE_VIEW')
      : await authorizeContainer(db, who, { rootId, folderId }, 'FILE_VIEW')
  const epoch = await currentEpoch(ctx)
  const at = ctx.now()
  const from: Progress =
    asked.after === undefined
      ? { seq: await firstSeq(db, root, asOfSeq, at), name_key: '', id: 0 }
      : parse(epoch, asked, asked.after)
  const rows =
    folderId !== undefined
      ? await listInFolder(db, { rootId, folderId }, from, limit)
      : asOfSeq !== undefined
        ? await listInRootThen(db, rootId, from.seq, from.id, limit)
        : await listInRoot(db, rootId, from.id, limit)
  return {
    epoch: epoch.id,
    seq: from.seq,
    epoch_seq: root.epoch_seq,
    cursor: logCursor(epoch, rootId, from.seq),
    results: rows.map((row) => syncEntryView(row, at)),
    next: rows.length < limit ? null : format(epoch, asked, from.seq, rows.at(-1)),
  }
}

/** What is true now is at least as new as the root's number; what was true, was so at the end of an operation. */
const firstSeq = async (db: Db, root: RootRow, asOfSeq: number | undefined, now: Instant): Promise<number> =>
  asOfSeq === undefined ? root.seq : resolvePoint(db, root, String(asOfSeq), { parameter: 'as_of_seq', now })

/** Nothing in it is secret, and anyone who makes one up deceives nobody else: rights are asked for each page. */
const format = (
  epoch: Epoch,
  { rootId, folderId, asOfSeq }: Asked,
  seq: number,
  last: SyncRow | undefined,
): string =>
  Buffer.from(
    JSON.stringify([
      epoch.id,
      rootId,
      folderId ?? null,
      asOfSeq ?? null,
      seq,
      last?.id,
      folderId === undefined ? '' : last?.name_key,
    ]),
  ).toString('base64url')

function parse(epoch: Epoch, { rootId, folderId, asOfSeq }: Asked, text: string): Progress {
  const [of, root, folder, asOf, seq, id, name_key] = partsOf(text)
  const wellFormed = isCount(seq) && isCount(id) && typeof name_key === 'string' && typeof of === 'string'
  if (!wellFormed || root !== rootId || folder !== (folderId ?? null) || asOf !== (asOfSeq ?? null))
    return refuse('after', 'unknown value; send it back exactly as received')
  return of === epoch.id ? { seq, id: id as EntryId, name_key } : fail('cursor_reset')
}

function partsOf(text: string): unknown[] {
  try {
    const parts = parseJson(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
