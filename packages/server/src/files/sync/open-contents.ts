import {
  type ContentAsked,
  type ContentGiven,
  MAX_CONTENTS_BYTES,
  MAX_SMALL_CONTENT,
} from '@holdfast/api/files/contents'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import { authorizeEntries, type EntryAccess } from '../../access/authorize.ts'
import { ApiError, busy, fail, noSuch, reasonOf, refuse } from '../../errors.ts'
import type { StoredChunk } from '../../platform/content/chunk-checks.ts'
import { ContentPurgedError, readChunk } from '../../platform/content/read-content.ts'
import { findFirstChunks } from '../../platform/content/revision-queries.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { checkedRevision, findRevisions, type RevisionRow } from '../../records/revisions.ts'
import { type OpenEntry, openContent } from '../reading/open-file.ts'

/** A store that takes its time for each answer gives several at once as well. */
const READ_AT_ONCE = 8

/** What many files hold, in memory that is counted until this is closed. */
export interface OpenContents {
  /** In the order that they were asked for. */
  files: ContentGiven[]
  /** Those of all files that are not left out, one after the other. */
  bytes: Buffer[]
  close(): void
}

/** Of each file what downloading it alone would give, or the reason why that would be refused. */
export async function openContents(
  ctx: Ctx,
  who: PersonPrincipal,
  rootId: RootId,
  asked: readonly ContentAsked[],
): Promise<OpenContents> {
  const db = ctx.db.read
  const entryIds = [...new Set(asked.map(({ id }) => id))]
  const found = await authorizeEntries(db, who, { rootId, entryIds, kind: 'file' }, 'FILE_READ')
  const revisions = await findRevisions(db, rootId, [...new Set(asked.map(({ revision }) => revision))])
  const opened = asked.map((one) =>
    unlessRefused(() => openSmall(ctx, who, one, found.get(one.id), revisions)),
  )
  const size = opened.reduce((sum, file) => sum + (file instanceof ApiError ? 0 : file.size), 0)
  if (size > MAX_CONTENTS_BYTES)
    refuse('files', `the files have more than ${MAX_CONTENTS_BYTES} bytes in total`)
  const release = ctx.content.whole.tryHold(who.personId, size)
  if (!release) return busy('Too many files are being read at once. Try again shortly.', 1)
  try {
    return { ...(await readAll(ctx, rootId, asked, opened)), close: release }
  } catch (error) {
    release()
    throw error
  }
}

const unlessRefused = <T>(open: () => T): T | ApiError => {
  try {
    return open()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function openSmall(
  ctx: Ctx,
  who: PersonPrincipal,
  { id, revision: revisionId }: ContentAsked,
  access: EntryAccess | undefined,
  revisions: ReadonlyMap<RevisionId, RevisionRow>,
): OpenEntry {
  if (!access) return noSuch(`file ${id} in this root`)
  const revision = checkedRevision(access.entry, revisionId, revisions.get(revisionId))
  if (revision.size > MAX_SMALL_CONTENT)
    fail('invalid_request', `The file has more than ${MAX_SMALL_CONTENT} bytes. Download it separately.`)
  return openContent(ctx, who, { ...access, revision }, 'download')
}

async function readAll(
  ctx: Ctx,
  rootId: RootId,
  asked: readonly ContentAsked[],
  opened: readonly (OpenEntry | ApiError)[],
): Promise<Pick<OpenContents, 'files' | 'bytes'>> {
  const ids = opened.flatMap((file) => (file instanceof ApiError ? [] : file.revisionId))
  const chunks = await findFirstChunks(ctx.db.read, rootId, [...new Set(ids)])
  const files: ContentGiven[] = []
  const bytes: Buffer[] = []
  for (let from = 0; from < asked.length; from += READ_AT_ONCE) {
    const some = opened.slice(from, from + READ_AT_ONCE)
    const read = await Promise.all(some.map((file) => readOne(ctx, file, chunks)))
    for (const [n, content] of read.entries()) {
      const { id, revision } = asked[from + n] as ContentAsked
      if (content instanceof ApiError) files.push({ id, revision, ...refusalView(content) })
      else {
        files.push({ id, revision, size: content.reduce((sum, { length }) => sum + length, 0) })
        bytes.push(...content)
      }
    }
    // Bytes that are in the database are hashed without a pause: others are heard meanwhile.
    await new Promise((resume) => setImmediate(resume))
  }
  return { files, bytes }
}

async function readOne(
  ctx: Ctx,
  file: OpenEntry | ApiError,
  chunks: ReadonlyMap<RevisionId, StoredChunk>,
): Promise<Buffer[] | ApiError> {
  if (file instanceof ApiError) return file
  const { size, revisionId } = file
  const chunk = chunks.get(revisionId)
  const isAll = chunk?.size === size
  try {
    const content: Buffer[] = []
    // What the file reads by itself is good until its next piece only.
    for await (const piece of isAll ? readChunk(ctx.content, chunk, 0, size) : file.read(0, size))
      content.push(isAll ? piece : Buffer.from(piece))
    await file.begun({ start: 0, ranged: false })
    return content
  } catch (error) {
    if (error instanceof ContentPurgedError) return new ApiError('not_found')
    if (error instanceof ApiError) return error
    throw error
  }
}

const refusalView = (error: ApiError) => ({
  error: error.code,
  error_description: error.message,
  ...reasonOf(error),
})
