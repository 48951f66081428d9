import type { ChildItem } from '@holdfast/api/files'
import { useEffect, useMemo } from 'react'
import type { FilesPlace } from '../../app/routes.ts'
import { now } from '../../data/clock.ts'
import { loadChildren } from '../../data/folder.ts'
import { watchChanges, watchResets } from '../../data/live.ts'
import { Pages } from '../../list/pages.ts'

/** However much others do, a list is read again at most so often. */
const PAUSE_MS = 1000

/** The list of a folder, which changes as others work in it. */
export function useFolderPages(place: FilesPlace): Pages<ChildItem> {
  const { root, folder, sort, descending, deleted, asOf } = place
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all of the place that a list depends on
  const pages = useMemo(() => new Pages(loadChildren(place)), [root, folder, sort, descending, deleted, asOf])
  useEffect(() => () => pages.close(), [pages])
  useEffect(() => {
    if (asOf !== undefined) return
    let last = 0
    let waiting: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      waiting = undefined
      last = now()
      pages.refresh()
    }
    const soon = () => {
      waiting ??= setTimeout(refresh, Math.max(0, last + PAUSE_MS - now()))
    }
    const stops = [
      watchChanges((change) => {
        const concerns =
          change.root_id === root &&
          (change.parent_id === folder ||
            change.entry_id === folder ||
            pages.find(change.entry_id) !== undefined)
        if (concerns) soon()
      }),
      watchResets(soon),
    ]
    return () => {
      clearTimeout(waiting)
      for (const stop of stops) stop()
    }
  }, [pages, root, folder, asOf])
  return pages
}
