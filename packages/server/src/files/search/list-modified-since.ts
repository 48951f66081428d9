import { setImmediate } from 'node:timers/promises'
import type { File } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { type Instant, parseUtc } from '@holdfast/api/time'
import { authorizeRoot } from '../../access/authorize.ts'
import { fail, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { RootRow } from '../../records/roots.ts'
import { fileView } from '../basics/view.ts'
import { filesBelow, type Scope } from './files-below.ts'
import type { Looked } from './pages.ts'
import { placesAmong } from './places.ts'
import { listChangedFiles, listDeletionChanges, type Moment, readWithFolders } from './queries.ts'

const AT_ONCE = 512

/**
 * How far a caller has come: among files by their own changes; or among folders by when they were deleted or restored,
 * behind an entry below the last one or, where none is named, behind all of that.
 */
type Progress = { phase: 'own'; after: Moment } | { phase: 'below'; folder: Moment; entry?: EntryId }

/**
 * Files that have changed since a moment: first those whose own rows have, by when; then those in folders that were
 * deleted or restored, whose rows have not. No file comes twice, unless it changes in between.
 */
export async function listModifiedSince(
  ctx: Ctx,
  who: PersonPrincipal,
  rootId: RootId,
  options: { since: string; include_deleted: boolean; cursor?: string | undefined },
): Promise<AsyncGenerator<Looked<File>[]>> {
  const { root } = await authorizeRoot(ctx.db.read, who, rootId, 'FILE_VIEW')
  const since = parseUtc(options.since) ?? fail('invalid_datetime_format')
  const from: Progress =
    options.cursor === undefined ? { phase: 'own', after: { at: since, id: 0 } } : parseCursor(options.cursor)
  return modified(ctx, { root, since, includeDeleted: options.include_deleted }, from)
}

function parseCursor(cursor: string): Progress {
  const [, own, at, id, entry] =
    /^(?:(own)|below)\.(\d{1,15})\.(\d{1,15})(?:\.(\d{1,15}))?$/.exec(cursor) ?? []
  const moment = { at: Number(at), id: Number(id) as EntryId }
  if (at === undefined || (own && entry)) return refuse('cursor')
  if (own) return { phase: 'own', after: moment }
  return { phase: 'below', folder: moment, ...(entry && { entry: Number(entry) as EntryId }) }
}

async function* modified(ctx: Ctx, scope: Scope, from: Progress): AsyncGenerator<Looked<File>[]> {
  const start: Moment = { at: scope.since, id: 0 }
  if (from.phase === 'own') yield* changedThemselves(ctx, scope, later(from.after, start))
  else if (from.entry !== undefined && from.folder.at >= scope.since)
    yield* below(ctx, scope, from.folder, from.entry)
  yield* inFolders(ctx, scope, from.phase === 'own' ? start : later(from.folder, start))
}

/** Whatever a cursor says, nothing from before the moment is given. */
const later = (one: Moment, other: Moment): Moment => (one.at < other.at ? other : one)

async function* changedThemselves(ctx: Ctx, scope: Scope, from: Moment): AsyncGenerator<Looked<File>[]> {
  for (let after = from; ; ) {
    const found = await listChangedFiles(ctx.db.read, scope.root.id, after, AT_ONCE)
    const last = found.at(-1)
    if (!last) return
    yield await viewsOf(ctx, scope, found)
    await setImmediate()
    after = last
  }
}

async function viewsOf(
  ctx: Ctx,
  { root, includeDeleted }: { root: RootRow; includeDeleted: boolean },
  found: readonly { id: EntryId; at: Instant }[],
): Promise<Looked<File>[]> {
  const rows = await readWithFolders(
    ctx.db.read,
    root.id,
    found.map(({ id }) => id),
  )
  const placeOf = placesAmong(root, rows, ctx.now())
  return found.map(({ id, at }) => {
    const cursor = `own.${at}.${id}`
    const row = rows.get(id)
    if (!row) return { cursor, item: undefined }
    const place = placeOf(row.parent_id)
    const deleted = place.deleted || row.deleted_at !== null
    const item = deleted && !includeDeleted ? undefined : fileView(row, place.path, deleted, place.shown)
    return { cursor, item }
  })
}

/** Folder by folder; folders in them that were deleted or restored too have their own turn. */
async function* inFolders(ctx: Ctx, scope: Scope, from: Moment): AsyncGenerator<Looked<File>[]> {
  for (let after = from; ; ) {
    const folders = await listDeletionChanges(ctx.db.read, scope.root.id, after, AT_ONCE)
    const last = folders.at(-1)
    if (!last) return
    for (const folder of folders) yield* below(ctx, scope, folder)
    after = last
  }
}

async function* below(
  ctx: Ctx,
  scope: Scope,
  { at, id }: Moment,
  after?: EntryId,
): AsyncGenerator<Looked<File>[]> {
  for await (const batch of filesBelow(ctx, scope, id as EntryId, after)) {
    yield batch.map(({ id: entry, item }) => ({ cursor: `below.${at}.${id}.${entry}`, item }))
    await setImmediate()
  }
  // Also where nothing is below it: many such folders are work, too.
  yield [{ cursor: `below.${at}.${id}`, item: undefined }]
}
