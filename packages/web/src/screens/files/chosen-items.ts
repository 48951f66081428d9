import type { FilesPlace } from '../../app/routes.ts'
import type { Named } from '../../data/changes.ts'
import { listIds } from '../../data/folder.ts'
import type { ListItem } from '../../list/list-acts.ts'
import type { Pages } from '../../list/pages.ts'
import type { Selection } from '../../list/selection.ts'

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
