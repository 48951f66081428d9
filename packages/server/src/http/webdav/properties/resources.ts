import { authorizeContainer } from '../../../access/authorize.ts'
import { getRootRules } from '../../../files/reading/get-root-rules.ts'
import { draftsIn } from '../../../files/webdav/drafts/list-drafts.ts'
import { contentIdOf } from '../../../files/webdav/listing/content-of.ts'
import { listFolder } from '../../../files/webdav/listing/list-folder.ts'
import type { ListedRow } from '../../../files/webdav/listing/queries.ts'
import type { ActiveLock } from '../../../files/webdav/locks/locks-on.ts'
import { type Draft, type Found, isFolder, type Shelf } from '../../../files/webdav/places/find-place.ts'
import { BACKUPS, type Location } from '../../../files/webdav/places/locations.ts'
import type { PropertyRow } from '../../../files/webdav/properties/queries.ts'
import { propertiesOf, propertiesOfMany } from '../../../files/webdav/properties/read-properties.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import { etagOfContent } from '../conditions/etags.ts'
import { hrefIn, hrefOf } from '../request/address.ts'
import type { DavCall } from '../request/call.ts'
import { LIVE, LOCKS, QUOTA } from './live.ts'
import type { Resource } from './resource.ts'
import type { Wanted } from './wanted.ts'

/** What has to be read for the properties that are wanted. */
export class Asked {
  readonly locks: boolean
  readonly quota: boolean
  readonly kept: boolean

  constructor(wanted: Wanted) {
    const names = wanted.kind === 'names' ? [] : wanted.names
    const isOpen = wanted.kind !== 'named'
    this.locks = isOpen || LOCKS.some((name) => names.includes(name))
    this.quota = wanted.kind === 'names' || QUOTA.some((name) => names.includes(name))
    this.kept = isOpen || names.some((name) => !LIVE.has(name))
  }
}

/** What is at a place, and with its items what is in it, a page at a time. */
export function resourcesAt(
  call: DavCall,
  place: Shelf | Found | Draft,
  asked: Asked,
  withItems: boolean,
): AsyncGenerator<Resource[]> {
  if (place.at === 'item') return inRoot(call, place, asked, withItems)
  return place.at === 'draft' ? ofDraft(call, place) : onShelf(call, place, asked, withItems)
}

const BARE = { size: 0, created: undefined, modified: undefined, etag: undefined, kept: [] } as const

/** The top level and the folder of backups; what is on them is as large as what one person takes part in. */
async function* onShelf(
  call: DavCall,
  { at, locations, hasBackups }: Shelf,
  asked: Asked,
  withItems: boolean,
): AsyncGenerator<Resource[]> {
  const href = hrefOf(call.names, true)
  const [own] = at === 'top' ? locations : []
  const quota = asked.quota && own ? await quotaOf(call, own) : undefined
  const shelf: Resource = {
    ...BARE,
    href,
    name: at === 'top' ? '' : BACKUPS,
    isFolder: true,
    locks: undefined,
    quota,
  }
  const tops: Resource[] = []
  if (withItems) {
    for (const location of locations)
      tops.push(await topOf(call, location, hrefIn(href, location.name, true), asked))
    if (hasBackups)
      tops.push({
        ...BARE,
        href: hrefIn(href, BACKUPS, true),
        name: BACKUPS,
        isFolder: true,
        locks: undefined,
        quota: undefined,
      })
  }
  yield [shelf, ...tops]
}

async function* inRoot(
  call: DavCall,
  place: Found,
  asked: Asked,
  withItems: boolean,
): AsyncGenerator<Resource[]> {
  const href = hrefOf(call.names, isFolder(place))
  const self = place.entry
    ? await itemAt(call, { ...place, entry: place.entry }, href, asked)
    : await topOf(call, place.location, href, asked)
  if (!withItems || !isFolder(place)) {
    yield [self]
    return
  }
  const { root } = place.location
  const folderId: ParentId = place.entry?.id ?? 0
  await authorizeContainer(call.ctx.db.read, call.who, { rootId: root.id, folderId }, 'FILE_VIEW')
  const locks = asked.locks ? await call.locksIn(root) : undefined
  const above = locks?.on(place).filter(({ deep }) => deep) ?? []
  let before: Resource[] = [self]
  for await (const rows of listFolder(call.ctx.db.read, root.id, folderId)) {
    const ids = rows.map(({ id }) => id)
    const kept = asked.kept ? await propertiesOfMany(call.ctx.db.read, root.id, ids) : undefined
    const items = rows.map((row) => {
      const own = locks?.own(row.id, row) ?? []
      const isInside = row.kind === 'folder'
      return listed(
        row,
        hrefIn(href, row.name, isInside),
        [...above, ...own],
        kept?.get(row.id) ?? [],
        self.quota,
      )
    })
    yield [...before, ...items]
    before = []
  }
  const drafts = await draftsIn(call.ctx.db.read, call.who, root.id, folderId)
  const shown = drafts.map((draft) => asResource(draft, hrefIn(href, draft.name, false)))
  if (before.length + shown.length > 0) yield [...before, ...shown]
}

async function* ofDraft(call: DavCall, { draft }: Draft): AsyncGenerator<Resource[]> {
  yield [asResource(draft, hrefOf(call.names, false))]
}

const asResource = (
  { name, size, content, created_at, modified_at }: Draft['draft'],
  href: string,
): Resource => ({
  ...{
    href,
    name,
    isFolder: false,
    size,
    etag: etagOfContent(content),
    locks: [],
    quota: undefined,
    kept: [],
  },
  created: created_at,
  modified: modified_at,
})

const listed = (
  row: ListedRow,
  href: string,
  locks: readonly ActiveLock[],
  kept: readonly PropertyRow[],
  quota: Resource['quota'],
): Resource => ({
  href,
  name: row.name,
  isFolder: row.kind === 'folder',
  size: row.size,
  created: row.created_at,
  modified: row.modified_at,
  etag: row.content === null ? undefined : etagOfContent(row.content),
  locks,
  quota: row.kind === 'folder' ? quota : undefined,
  kept,
})

async function itemAt(
  call: DavCall,
  place: Found & { entry: NonNullable<Found['entry']> },
  href: string,
  asked: Asked,
): Promise<Resource> {
  const db = call.ctx.db.read
  const { location, entry } = place
  const { id: rootId } = location.root
  const content = (await contentIdOf(db, entry)) ?? null
  const locks = asked.locks ? (await call.locksIn(location.root)).on(place) : []
  const kept = asked.kept ? await propertiesOf(db, { rootId, id: entry.id }) : []
  const quota = asked.quota && entry.kind === 'folder' ? await quotaOf(call, location) : undefined
  return listed({ ...entry, content }, href, locks, kept, quota)
}

async function topOf(call: DavCall, location: Location, href: string, asked: Asked): Promise<Resource> {
  const { root, name } = location
  const place: Found = { at: 'item', location, folders: [], entry: undefined }
  return {
    ...{ href, name, isFolder: true, size: 0, etag: undefined },
    created: root.created_at,
    modified: root.created_at,
    locks: asked.locks ? (await call.locksIn(root)).on(place) : [],
    quota: asked.quota ? await quotaOf(call, location) : undefined,
    kept: asked.kept ? await propertiesOf(call.ctx.db.read, { rootId: root.id, id: 0 }) : [],
  }
}

/** RFC 4331. Without a limit there is nothing to tell of what is left. */
async function quotaOf({ ctx, who }: DavCall, access: Location): Promise<Resource['quota']> {
  const { space_left } = await getRootRules(ctx.db.read, who, access)
  return { used: access.root.live_size, available: space_left ?? undefined }
}
