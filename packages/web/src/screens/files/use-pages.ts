import type { ChildItem } from '@holdfast/api/files/files'
import { useEffect, useMemo } from 'react'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import { Pages } from '../../core/list/pages.ts'
import { loadChildren } from '../../data/files/folder.ts'
import { refreshOnReturn, watchCalmly } from '../../data/service/live.ts'

/** The list of a folder, which changes as others work in it. */
export function useFolderPages(place: FilesPlace): Pages<ChildItem> {
  const { root, folder, sort, descending, deleted, asOf } = place
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all of the place that a list depends on
  const pages = useMemo(() => new Pages(loadChildren(place)), [root, folder, sort, descending, deleted, asOf])
  useEffect(() => () => pages.close(), [pages])
  useEffect(() => refreshOnReturn(pages), [pages])
  useEffect(() => {
    if (asOf !== undefined) return
    return watchCalmly(
      () => pages.refresh(),
      ({ root_id, parent_id, entry_id }) =>
        root_id === root &&
        (parent_id === folder || entry_id === folder || pages.find(entry_id) !== undefined),
    )
  }, [pages, root, folder, asOf])
  return pages
}
