import type { EntryId, RevisionId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import type { Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import { type Growth, NO_GROWTH, sumOf } from '../../platform/content/growth.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { type EntryRow, insertChanges, insertEntries } from '../../records/entries.ts'
import { checkExtension, checkNotAgents, nameKey } from '../../records/names.ts'
import { copyChunks, shareChunks } from '../../records/revisions.ts'
import { addSizes, type RootRow, takeSeqs } from '../../records/roots.ts'
import { touchContainer, type Way } from '../../records/touch-folders.ts'
import { authorOf, loggedAuthorOf } from '../basics/record-change.ts'
import { insertFirstRevisions, listHeads } from './queries.ts'

const MIB = 1024 * 1024

/** What all parts of one copy have in common. */
export interface Copying {
  who: Principal
  at: Instant
  /** Where to. */
  root: RootRow
  /** The folders that the copy is to be in, outermost first. */
  to: Way
  policy: PolicySettings
  /** Below a top that is marked deleted, so that nobody sees it half done. */
  hidden: boolean
}

/** Part of a copy: items of one root, to be made in one folder. */
export interface Part {
  /** That folder, and those that it is in before it. */
  way: Way
  /** What they are copies of; the name may be another. */
  sources: readonly EntryRow[]
  /** The first number of the operation; undefined when these are its first changes. */
  firstSeq: number | undefined
  /** The one item is the top of the copy, and hidden with a mark of its own. */
  marked?: boolean
}

/** Makes copies of items in one folder. Gives them in the order of their sources, and how many bytes are newly stored. */
export async function copyRows(
  tx: Tx,
  { who, at, root, policy, hidden }: Omit<Copying, 'to'>,
  { way, sources, firstSeq, marked = false }: Part,
): Promise<{ copies: EntryRow[]; growth: Growth }> {
  for (const source of sources) checkAllowed(source, root, policy)
  const seq = await takeSeqs(tx, root.id, sources.length)
  const inserted = await insertEntries(
    tx,
    sources.map((source, n) => ({
      root_id: root.id,
      parent_id: way.at(-1)?.id ?? 0,
      kind: source.kind,
      name: source.name,
      name_key: nameKey(source.name),
      size: source.size,
      created_at: source.created_at,
      modified_at: source.modified_at,
      changed_at: at,
      ver: 1,
      seq: seq + n,
      tree_seq: source.kind === 'folder' ? seq + n : 0,
      ...(marked && { deleted_at: at, deletion_at: at }),
    })),
  )
  const { heads, growth } = await copyContents(tx, { who, at, root }, sources, inserted)
  const copies = inserted.map((copy) => ({ ...copy, revision_id: heads.get(copy.id) ?? null }))
  await countCopies(tx, root, copies, hidden, growth)
  const touch = marked ? ({ live: 0, deleted: 1, seen: 0 } as const) : { live: copies.length, deleted: 0 }
  const size = copies.reduce((sum, copy) => sum + copy.size, 0)
  await touchContainer(tx, root.id, { way, ...touch, seq: seq + copies.length - 1, size })
  await insertChanges(
    tx,
    copies.map(({ id, root_id, kind, parent_id, name, ver, seq: number, revision_id, size, deleted_at }) => ({
      ...{ root_id, seq: number, op: 'create' as const, entry_id: id, kind, parent_id, name, ver },
      ...{
        revision_id,
        size,
        deleted_at,
        ...loggedAuthorOf(who),
        client_op: null,
        first_seq: firstSeq ?? seq,
        at,
      },
    })),
  )
  return { copies, growth }
}

/** A copy is a new file to the organization that it comes to. */
function checkAllowed({ kind, name, size }: EntryRow, root: RootRow, policy: PolicySettings): void {
  checkNotAgents(name, root)
  if (kind === 'folder') return
  checkExtension(name, policy.excluded_extensions)
  if (size > policy.max_file_size * MIB)
    fail('policy_error', `Files can be up to ${policy.max_file_size} MB here (max_file_size): ${name}`)
}

/** Gives new files the newest contents of their sources, without a byte being read. */
async function copyContents(
  tx: Tx,
  { who, at, root }: Pick<Copying, 'who' | 'at' | 'root'>,
  sources: readonly EntryRow[],
  copies: readonly EntryRow[],
): Promise<{ heads: Map<EntryId, RevisionId>; growth: Growth }> {
  const from = sources[0]?.root_id ?? root.id
  const contents = await listHeads(tx, from, sources)
  const pairs = copies.flatMap((copy, n) => {
    const source = sources[n] as EntryRow
    const head = contents.get(source.revision_id as RevisionId)
    return head ? [{ copy, head }] : []
  })
  const heads = await insertFirstRevisions(
    tx,
    root.id,
    pairs.map(({ copy, head }) => ({
      entry_id: copy.id,
      root_id: root.id,
      content: head.content,
      size: head.size,
      full_size: head.size,
      delta_size: 0,
      created_at: at,
      modified_at: copy.modified_at,
      ...authorOf(who),
    })),
  )
  let growth = NO_GROWTH
  for (const { copy, head } of pairs) {
    const to = { rootId: root.id, id: heads.get(copy.id) as RevisionId }
    if (from === root.id) await copyChunks(tx, head.id, to)
    else growth = sumOf(growth, await shareChunks(tx, { rootId: from, id: head.id }, to, at))
  }
  return { heads, growth }
}

async function countCopies(
  tx: Tx,
  root: RootRow,
  copies: readonly EntryRow[],
  hidden: boolean,
  growth: Growth,
): Promise<void> {
  const files = copies.filter(({ kind }) => kind === 'file')
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const counts = hidden
    ? { deleted_files: files.length, deleted_revisions: files.length, deleted_revision_size: size }
    : {
        live_size: size,
        live_files: files.length,
        live_revisions: files.length,
        live_revision_size: size,
      }
  await addSizes(tx, root.id, { ...counts, ...growth })
}
