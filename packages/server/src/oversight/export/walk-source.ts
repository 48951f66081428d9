import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { ExportVersions } from '@holdfast/api/oversight/exports'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Messages } from '../../platform/messages/en/en.ts'
import { listAncestors } from '../../records/entries.ts'
import {
  findSourceRevision,
  listEntriesFrom,
  listRevisionsAfter,
  type SourceEntry,
  type SourceRevision,
} from './source-queries.ts'

const ENTRIES_AT_ONCE = 200
const REVISIONS_AT_ONCE = 200
const FOLDERS_KEPT = 2000

/** A folder, or a version of a file, and the path that it is to have. */
export interface SourceItem {
  entry: EntryId
  revision: SourceRevision | undefined
  path: string
  modified: Instant
}

interface Folder {
  path: string
  /** When it or a folder above it was deleted. */
  deletedAt: Instant | null
}

/**
 * What a root holds, by numbers, from after an item on: memory does not grow with it, and it can go on anywhere. With all
 * versions, earlier ones and deleted files have a time in their names.
 */
export async function* walkSource(
  db: Db,
  { rootId, versions, words }: { rootId: RootId; versions: ExportVersions; words: Messages['exported'] },
  after: { entry: EntryId | 0; revision: RevisionId | 0 },
): AsyncGenerator<SourceItem> {
  const folders = new Map<ParentId, Folder>()
  let { revision } = after
  for (let from = after.entry; ; ) {
    const entries = await listEntriesFrom(db, rootId, from, ENTRIES_AT_ONCE)
    for (const entry of entries) {
      yield* itemsOf(entry, entry.id === after.entry ? revision : 0)
      revision = 0
    }
    const last = entries.at(-1)
    if (!last || entries.length < ENTRIES_AT_ONCE) return
    from = (last.id + 1) as EntryId
  }

  async function* itemsOf(entry: SourceEntry, behind: RevisionId | 0): AsyncGenerator<SourceItem> {
    const folder = await folderOf(entry)
    const deletedAt = entry.deleted_at ?? folder.deletedAt
    if (versions === 'current' && deletedAt !== null) return
    const at = { entry: entry.id, modified: entry.modified_at }
    if (entry.kind === 'folder') {
      // One that is deleted is there as far as something is in it.
      if (deletedAt === null && entry.id !== after.entry)
        yield { ...at, revision: undefined, path: `${folder.path}${entry.name}/` }
      return
    }
    const name = deletedAt === null ? entry.name : marked(entry.name, words.deleted(stamp(deletedAt)))
    for await (const each of revisionsOf(entry, behind)) {
      const isHead = each.id === entry.revision_id
      const versionName = isHead ? name : marked(name, words.version(stamp(each.created_at)))
      yield { ...at, revision: each, path: folder.path + versionName, modified: each.modified_at }
    }
  }

  async function* revisionsOf(entry: SourceEntry, behind: RevisionId | 0): AsyncGenerator<SourceRevision> {
    if (versions === 'current') {
      const id = entry.revision_id
      const found = id !== null && id > behind ? await findSourceRevision(db, rootId, id) : undefined
      if (found) yield found
      return
    }
    for (let last = behind; ; ) {
      const some = await listRevisionsAfter(db, entry, last, REVISIONS_AT_ONCE)
      yield* some
      last = some.at(-1)?.id ?? last
      if (some.length < REVISIONS_AT_ONCE) return
    }
  }

  async function folderOf({ parent_id }: SourceEntry): Promise<Folder> {
    const known = folders.get(parent_id)
    if (known) return known
    const ancestors = await listAncestors(db, { root_id: rootId, parent_id })
    const folder = {
      path: ancestors.map(({ name }) => `${name}/`).join(''),
      deletedAt: ancestors.find(({ deleted_at }) => deleted_at !== null)?.deleted_at ?? null,
    }
    if (folders.size >= FOLDERS_KEPT) folders.clear()
    folders.set(parent_id, folder)
    return folder
  }
}

/** As names of files can have it. */
const stamp = (at: Instant): string => formatUtc(at).replace('T', ' ').replaceAll(':', '.')

/** Before the extension, so that programs still know what it is. */
export function marked(name: string, mark: string): string {
  const dot = name.lastIndexOf('.')
  const at = dot > 0 ? dot : name.length
  return `${name.slice(0, at)} (${mark})${name.slice(at)}`
}
