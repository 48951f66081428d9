import type { ChildItem, SortKey } from '@holdfast/api/files/files'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { placeAt } from '../../core/addresses/routes.ts'
import type { HistoryPlace } from '../../core/addresses/time-routes.ts'
import { Pages } from '../../core/list/pages.ts'
import { loadChildren } from '../../data/files/folder.ts'
import { refreshOnReturn } from '../../data/service/live.ts'

export interface Order {
  sort: SortKey
  descending: boolean
}

const NOBODY = () => () => {}

/**
 * The list of a folder as it was. While another time is on its way, the one before stays to be seen: stepping through a
 * day does not flicker.
 */
export function usePast({ root, folder, at }: HistoryPlace, { sort, descending }: Order, read: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` counts up where the present has changed
  const wanted = useMemo(() => {
    const place = { ...placeAt(root, folder), sort, descending, ...(at !== undefined && { asOf: at }) }
    return new Pages<ChildItem>(loadChildren(place))
  }, [root, folder, at, sort, descending, read])
  const [shown, setShown] = useState<Pages<ChildItem>>()
  useEffect(() => {
    const take = () => setShown(wanted)
    const unsubscribe = wanted.subscribe(take)
    const unwatch = refreshOnReturn(wanted)
    wanted.want(0, 1)
    return () => {
      unwatch()
      unsubscribe()
      wanted.close()
    }
  }, [wanted])
  useSyncExternalStore(shown?.subscribe ?? NOBODY, () => shown?.getVersion())
  return shown
}
