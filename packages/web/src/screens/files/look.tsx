import { type File, getFile, type Permission, type RootRules } from '@holdfast/api/files/files'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type FilesPlace, filesPlaceIn } from '../../core/addresses/routes.ts'
import { PAGE_SIZE, type Pages } from '../../core/list/pages.ts'
import { only } from '../../core/list/selection.ts'
import { call } from '../../data/service/api.ts'
import type { ViewerOf } from '../../files/content/viewer-of.ts'
import type { ListItem } from '../../files/list/list-acts.ts'
import { openShare } from '../../files/sharing/open-share.ts'
import { goBack, returns } from '../../platform/returning.ts'
import { focusList } from '../../ui/list-focus.ts'
import type { Desk } from './use-desk.ts'

interface LookProps {
  place: FilesPlace
  pages: Pages<ListItem>
  desk: Desk
  permissions: readonly Permission[]
  rules: RootRules | undefined
  Viewer: ViewerOf
}

/** The viewer over the folder that a file is in; the files beside it are those of the list. */
export function Look({ place, pages, desk, permissions, rules, Viewer }: LookProps) {
  const { root, file: id } = place
  const listed = id && pages.find(id)
  const alone = useQuery({
    queryKey: ['item', root, id],
    queryFn: ({ signal }) =>
      call(getFile, { root_id: root, file_id: id as NonNullable<typeof id> }, { signal }),
    enabled: id !== undefined && !listed,
  })
  // Once the viewer is gone: behind it nothing can have the focus.
  useEffect(() => focusList, [])
  const file = listed?.item.type === 'file' ? listed.item : alone.data
  if (!file) return null
  // Of the past, the content of that time, to look at and to save.
  const revision = place.revision ?? (place.asOf === undefined ? undefined : file.revision_id)
  const beside = listed ? filesBeside(pages, listed.index) : { previous: undefined, next: undefined }
  const showList = (next: Partial<FilesPlace> | undefined, replace: boolean) => {
    const selected = desk.gone.has(file.id) ? [] : [file.id]
    desk.go({ file: undefined, revision: undefined, selected, ...next }, replace)
  }
  /** To where it was opened. If that was this list, it is on the row of the file that was shown last. */
  const leave = (next?: Partial<FilesPlace>) => {
    if (listed) desk.setFocus(listed.index)
    // Also while the list is being read again, and does not know it.
    desk.select(only(file.id, listed?.index ?? 0))
    if (!returns()) return showList(next, true)
    goBack(() => {
      const to = filesPlaceIn(location.pathname, location.search)
      const isHere = to?.root === root && to.folder === place.folder
      if (isHere || next) showList(next, isHere)
    })
  }
  const show = (next: { item: File; index: number } | undefined) =>
    next && {
      go: () => {
        desk.setFocus(next.index)
        desk.select(only(next.item.id, next.index))
        desk.go({ file: next.item.id, selected: [next.item.id] }, true)
      },
    }
  const [previous, next] = [show(beside.previous), show(beside.next)]
  return (
    <Viewer
      root={root}
      file={file}
      {...(revision && { revision })}
      position={listed && { index: listed.index, total: pages.total ?? 0 }}
      {...(previous && { onPrevious: previous.go })}
      {...(next && { onNext: next.go })}
      neighbours={[beside.next?.item, beside.previous?.item].filter((one) => one !== undefined)}
      onClose={() => leave()}
      onDetails={(panel) => leave({ panel: panel ?? place.panel ?? 'details' })}
      {...(permissions.includes('FILE_SHARE') &&
        place.asOf === undefined && {
          onShare: () =>
            void openShare({ type: 'file', root, id: file.id, name: file.name, path: file.path }),
        })}
      mayEdit={permissions.includes('FILE_WRITE') && rules?.edit === true && place.asOf === undefined}
      maySave={permissions.includes('FILE_READ')}
      mayRestore={permissions.includes('FILE_WRITE') && place.asOf === undefined}
    />
  )
}

/** The nearest files, as far as they are loaded. */
function filesBeside(pages: Pages<ListItem>, index: number) {
  const nearest = (step: 1 | -1) => {
    for (let at = index + step; Math.abs(at - index) <= PAGE_SIZE; at += step) {
      const item = pages.at(at)
      if (!item) return undefined
      if (item.type === 'file' && !item.is_deleted) return { item, index: at }
    }
    return undefined
  }
  return { previous: nearest(-1), next: nearest(1) }
}
