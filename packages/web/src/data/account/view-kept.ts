import type { RootId } from '@holdfast/api/ids'
import { type FilesPlace, PANELS, type Panel, SORT_KEYS } from '../../core/addresses/routes.ts'
import { keep, useKept } from '../../platform/folds.ts'
import { read, write } from '../../platform/preferences.ts'

/** What an address leaves open about a place among files, as this browser was left. */
type Order = Pick<FilesPlace, 'sort' | 'descending'>

/** How the files of a root are sorted. */
export function orderRemembered(root: RootId): Order | undefined {
  const [sort, order] = (read(`order:${root}`) ?? '').split(' ')
  const key = SORT_KEYS.find((one) => one === sort)
  return key && { sort: key, descending: order === 'desc' }
}
export const rememberOrder = (root: RootId, { sort, descending }: Order): void =>
  write(`order:${root}`, descending ? `${sort} desc` : sort)

/** The panel beside the list; where it would cover the list it is opened by hand alone. */
export function usePanelKept(): Panel | undefined {
  const kept = useKept('panel')
  return matchMedia('(min-width: 64rem)').matches ? PANELS.find((panel) => panel === kept) : undefined
}
export const keepPanel = (panel: Panel | undefined): void => keep('panel', panel ?? '')
