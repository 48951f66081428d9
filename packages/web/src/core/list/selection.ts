/** What is chosen: some, or all but some. Rows that nobody has seen yet can be chosen too. */
export interface Selection {
  readonly kind: 'some' | 'allBut'
  readonly ids: ReadonlySet<number>
  /** The row from which a range is drawn, by its place. */
  readonly anchor: number
}

export const NOTHING: Selection = { kind: 'some', ids: new Set(), anchor: 0 }

export const has = ({ kind, ids }: Selection, id: number): boolean => ids.has(id) === (kind === 'some')

export const countOf = ({ kind, ids }: Selection, total: number): number =>
  kind === 'some' ? ids.size : Math.max(0, total - ids.size)

export const only = (id: number, index: number): Selection => ({
  kind: 'some',
  ids: new Set([id]),
  anchor: index,
})

export const everything = ({ anchor }: Selection): Selection => ({ kind: 'allBut', ids: new Set(), anchor })

export function toggled(selection: Selection, id: number, index: number): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ...selection, ids, anchor: index }
}

/** The rows between the anchor and this one, whatever is drawn of them; the anchor stays. */
export const rangeOf = ({ anchor }: Selection, index: number): [first: number, last: number] => [
  Math.min(anchor, index),
  Math.max(anchor, index),
]

export const exactly = (ids: Iterable<number>, anchor: number): Selection => ({
  kind: 'some',
  ids: new Set(ids),
  anchor,
})

/** Without what is gone: an action must never be about something that nobody sees. */
export function without(selection: Selection, gone: Iterable<number>): Selection {
  const ids = new Set(selection.ids)
  for (const id of gone) ids.delete(id)
  return ids.size === selection.ids.size ? selection : { ...selection, ids }
}

/** Without all of another selection, of whichever kind both are. */
export function minus(selection: Selection, other: Selection): Selection {
  const { kind, ids } = selection
  if (other.kind === 'some') {
    const left = new Set(ids)
    for (const id of other.ids)
      if (kind === 'some') left.delete(id)
      else left.add(id)
    return left.size === ids.size ? selection : { ...selection, ids: left }
  }
  const from = kind === 'some' ? ids : other.ids
  const kept = [...from].filter((id) => (kind === 'some' ? other.ids.has(id) : !ids.has(id)))
  return { ...selection, kind: 'some', ids: new Set(kept) }
}
