import { exactly, has, NOTHING, rangeOf, type Selection, toggled } from '../list/selection.ts'

/** Whether all rows of a page are chosen, some, or none. */
export function pageIs(selection: Selection, ids: readonly number[]): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => has(selection, id)).length
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some'
}

/** All rows of a page besides what is chosen on others; or none of the page, if all of it was. */
export function pageToggled(selection: Selection, ids: readonly number[]): Selection {
  const wanted = pageIs(selection, ids) !== 'all'
  return ids.reduce((now, id, at) => (has(now, id) === wanted ? now : toggled(now, id, at)), selection)
}

/** Everything from the row where choosing began to this one, besides what is chosen on other pages. */
export function upTo(selection: Selection, ids: readonly number[], index: number): Selection {
  const [first, last] = rangeOf(selection, index)
  const range = new Set(ids.slice(first, last + 1))
  const onPage = new Set(ids)
  if (selection.kind === 'allBut') {
    const but = [...selection.ids].filter((id) => !range.has(id))
    return { ...selection, ids: new Set(but) }
  }
  const elsewhere = [...selection.ids].filter((id) => !onPage.has(id))
  return exactly([...elsewhere, ...range], selection.anchor)
}

/** How many are chosen; undefined where nobody has counted them. */
export const chosenOf = ({ kind, ids }: Selection, total: number | null): number | undefined =>
  kind === 'some' ? ids.size : total === null ? undefined : Math.max(0, total - ids.size)

export const isNothing = (selection: Selection): boolean =>
  selection.kind === 'some' && selection.ids.size === 0

/** What a request says of it. */
export const chosenParams = ({ kind, ids }: Selection): { ids?: number[]; except_ids?: number[] } =>
  kind === 'some' ? { ids: [...ids] } : ids.size > 0 ? { except_ids: [...ids] } : {}

export { NOTHING, type Selection }
