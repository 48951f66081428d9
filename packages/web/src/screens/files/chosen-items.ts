import type { EntryId, RootId } from '@holdfast/api/ids'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import type { Pages } from '../../core/list/pages.ts'
import { countOf, type Selection } from '../../core/list/selection.ts'
import type { Shareable } from '../../core/sharing/item.ts'
import { MOST_EXCEPT, type Which } from '../../data/files/bulk.ts'
import type { Named } from '../../data/files/changes.ts'
import { listIds, type OpenFolder } from '../../data/files/folder.ts'
import type { ListItem } from '../../files/list/list-acts.ts'

/** Those of the chosen that are known here; a selection can be of more than was ever loaded. */
export function knownOf(pages: Pages<ListItem>, selection: Selection): ListItem[] {
  if (selection.kind === 'some') return [...selection.ids].flatMap((id) => pages.find(id)?.item ?? [])
  const known = []
  for (let index = 0; index < Math.min(pages.total ?? 0, 500); index++) {
    const item = pages.at(index)
    if (item && !selection.ids.has(item.id)) known.push(item)
  }
  return known
}

/** All of the chosen, by type and id, however many they are. */
export async function allOf(
  place: FilesPlace,
  pages: Pages<ListItem>,
  selection: Selection,
): Promise<Named[]> {
  const known = knownOf(pages, selection)
  if (selection.kind === 'some' && known.length === selection.ids.size) return known
  const names = new Map(known.map((item) => [item.id, item.name]))
  const all: Named[] = []
  for await (const ids of listIds(place))
    for (const { type, id } of ids) {
      const name = names.get(id)
      if (selection.ids.has(id) === (selection.kind === 'some'))
        all.push({ type, id, ...(name !== undefined && { name }) })
    }
  return all
}

/** Fewer are told by their names. */
const FEW = 100

/** What is chosen, for the server: everything in the folder needs no list. */
export async function whichOf(
  place: FilesPlace,
  pages: Pages<ListItem>,
  selection: Selection,
): Promise<Which> {
  const { kind, ids } = selection
  const count = countOf(selection, pages.total ?? 0)
  if (kind === 'allBut' && count > FEW && ids.size <= MOST_EXCEPT)
    return { allIn: place.folder, except: [...ids] as EntryId[], count }
  return { items: await allOf(place, pages, selection) }
}

/** Where the first of them stands, as far as that is known. */
export function firstOf(pages: Pages<ListItem>, { kind, ids, anchor }: Selection): number {
  if (kind === 'allBut') return 0
  return [...ids].reduce((first, id) => Math.min(first, pages.find(id)?.index ?? first), anchor)
}

/** What is to be shared: the item that is chosen, or else the folder itself, or the whole team share. */
export function shareableIn(
  chosen: ListItem | undefined,
  folder: OpenFolder | undefined,
  { root, name }: { root: RootId; name: string },
): Shareable {
  const item = chosen ?? folder?.item
  return item
    ? { type: item.type, root, id: item.id, name: item.name, path: item.path }
    : { type: 'team', root, name }
}
