import { useRef } from 'react'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import { isMostlyPictures } from '../../core/list/mostly-pictures.ts'
import { PAGE_SIZE, type Pages } from '../../core/list/pages.ts'
import type { ListItem } from '../../files/list/list-acts.ts'

/** As one chose, else tiles for a folder of pictures. What stands first in it decides once: a list does not change under one's hands. */
export function useView(place: FilesPlace, pages: Pages<ListItem>, hasThumbnails: boolean): 'list' | 'grid' {
  const decided = useRef<{ pages: Pages<ListItem>; isGrid: boolean }>(undefined)
  if (decided.current?.pages !== pages && pages.total !== undefined) {
    const first = Array.from({ length: Math.min(pages.total, PAGE_SIZE) }, (_, index) => pages.at(index))
    decided.current = { pages, isGrid: isMostlyPictures(first.filter((item) => item !== undefined)) }
  }
  if (place.view) return place.view
  return hasThumbnails && decided.current?.pages === pages && decided.current.isGrid ? 'grid' : 'list'
}
