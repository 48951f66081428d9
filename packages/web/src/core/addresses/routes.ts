import type { SortKey } from '@holdfast/api/files/files'
import type { EntryId, PersonId, RevisionId, RootId, SharelinkId } from '@holdfast/api/ids'

/** A place among files, as its address says it: whatever someone would want to send to a colleague. */
export interface FilesPlace {
  root: RootId
  /** 0 is the top level. */
  folder: EntryId
  /** Open in the viewer. */
  file?: EntryId | undefined
  revision?: RevisionId | undefined
  sort: SortKey
  descending: boolean
  view: 'list' | 'grid' | undefined
  deleted: boolean
  asOf?: string | undefined
  selected: readonly number[]
  panel?: Panel | undefined
}

export const PANELS = ['details', 'versions', 'activity', 'access', 'links', 'safety'] as const
export type Panel = (typeof PANELS)[number]

export const SORT_KEYS: readonly SortKey[] = ['name', 'modified', 'size']
/** A selection beyond this is not kept: addresses have an end. */
const MOST_SELECTED = 50
export const TOP = 0 as EntryId

export const idIn = (text: string | undefined): number | undefined => {
  const id = text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined
  return id !== undefined && Number.isSafeInteger(id) ? id : undefined
}
export const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text)

/** Undefined where the address names no place. */
export function filesPlaceIn(path: string, query: string): FilesPlace | undefined {
  const [, first, rootText, folderText = '0', fileText, ...more] = path.replace(/\/$/, '').split('/')
  const root = idIn(rootText)
  const folder = idIn(folderText)
  const file = idIn(fileText)
  if (first !== 'files' || !root || folder === undefined || more.length > 0) return undefined
  if (fileText !== undefined && !file) return undefined
  const search = new URLSearchParams(query)
  const panel = oneOf(PANELS, search.get('panel'))
  const asOf = search.get('as_of') ?? undefined
  const revision = idIn(search.get('rev') ?? undefined)
  return {
    root: root as RootId,
    folder: folder as EntryId,
    ...(file && { file: file as EntryId }),
    ...(revision && { revision: revision as RevisionId }),
    sort: oneOf(SORT_KEYS, search.get('sort')) ?? 'name',
    descending: search.get('order') === 'desc',
    view: oneOf(['list', 'grid'] as const, search.get('view')),
    deleted: search.get('deleted') === '1',
    ...(asOf && { asOf }),
    selected: (search.get('sel') ?? '')
      .split(',')
      .flatMap((text) => idIn(text) ?? [])
      .slice(0, MOST_SELECTED),
    ...(panel && { panel }),
  }
}

export const placeAt = (root: RootId, folder: EntryId = TOP): FilesPlace => ({
  root,
  folder,
  sort: 'name',
  descending: false,
  view: undefined,
  deleted: false,
  selected: [],
})

export function addressOfPlace(place: FilesPlace): string {
  const query = new URLSearchParams()
  if (place.sort !== 'name') query.set('sort', place.sort)
  if (place.descending) query.set('order', 'desc')
  if (place.view) query.set('view', place.view)
  if (place.deleted) query.set('deleted', '1')
  if (place.asOf !== undefined) query.set('as_of', place.asOf)
  if (place.selected.length > 0 && place.selected.length <= MOST_SELECTED)
    query.set('sel', place.selected.join(','))
  if (place.panel) query.set('panel', place.panel)
  if (place.revision) query.set('rev', String(place.revision))
  const path = ['/files', place.root, place.folder, ...(place.file ? [place.file] : [])].join('/')
  // Commas stand for themselves in a query.
  const text = query.toString().replaceAll('%2C', ',')
  return text === '' ? path : `${path}?${text}`
}

/** Undefined where the address is not of links; without an id all of them are meant. */
export function linksIn(path: string): { id?: SharelinkId } | undefined {
  const [, first, text, ...more] = path.replace(/\/$/, '').split('/')
  const id = idIn(text)
  if (first !== 'links' || more.length > 0 || (text !== undefined && !id)) return undefined
  return id ? { id: id as SharelinkId } : {}
}
export const linkAddress = (id: SharelinkId): string => `/links/${id}`

/** What someone and another share with each other. */
export const sharedWithAddress = (person: PersonId): string => `/shared?with=${person}`
export const sharedWithIn = (query: string): PersonId | undefined =>
  idIn(new URLSearchParams(query).get('with') ?? undefined) as PersonId | undefined

/** An address that finds an item wherever it is by then, and opens it. */
export const openAddress = (root: RootId, id: EntryId): string => `/open/${root}/${id}`
/** The same, but shows it among what is beside it. */
export const showAddress = (root: RootId, id: EntryId): string => `${openAddress(root, id)}?show=1`

export function openIn(
  path: string,
  query = '',
): { root: RootId; entry: EntryId; beside: boolean } | undefined {
  const [, first, root, entry, ...more] = path.replace(/\/$/, '').split('/')
  const ids = [idIn(root), idIn(entry)]
  if (first !== 'open' || more.length > 0 || !ids[0] || !ids[1]) return undefined
  const beside = new URLSearchParams(query).get('show') === '1'
  return { root: ids[0] as RootId, entry: ids[1] as EntryId, beside }
}
