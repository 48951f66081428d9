import type { DragEvent } from 'react'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import { DRAG_TYPE, drag, getDragged } from '../../files/actions/clipboard.ts'
import { copies, mark } from '../../files/actions/drop-target.ts'
import type { ListActs } from '../../files/list/list-acts.ts'
import { dropFiles } from '../../files/upload/uploading.ts'
import type { Desk } from './use-desk.ts'

interface DragActsProps {
  desk: Desk
  place: FilesPlace
  /** Whether anything can be dropped here. */
  mayTake: boolean
  /** Files from outside are above the list, or not any more. */
  onOver: (over: boolean) => void
}

const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(DRAG_TYPE)
const isFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Items are dragged onto folders, files from outside onto all of the list. */
export function dragActs({ desk, place, mayTake, onOver }: DragActsProps) {
  const isFromHere = () => getDragged()?.root === place.root && getDragged()?.folder === place.folder
  const acts: Pick<ListActs, 'drag' | 'over' | 'left' | 'drop'> = {
    drag(item, event) {
      const { items, count } = desk.chosen()
      event.dataTransfer.setData(DRAG_TYPE, '')
      event.dataTransfer.effectAllowed = 'copyMove'
      const isChosen = items.some(({ id }) => id === item.id)
      drag({
        ...{ kind: 'cut', root: place.root, folder: place.folder, items: isChosen ? items : [item] },
        ...(isChosen && items.length < count && { all: desk.which }),
      })
    },
    over(item, event) {
      if (!mayTake || (!isOurs(event) && !isFiles(event))) return
      const isFolder = item?.type === 'folder'
      // Nothing goes into itself, nor to where it is.
      const isItself = getDragged()?.items.some(({ id }) => id === item?.id)
      if (isOurs(event) && (isFolder ? isItself : isFromHere())) return mark(undefined)
      event.preventDefault()
      event.stopPropagation()
      event.dataTransfer.dropEffect = isFiles(event) || copies(event) ? 'copy' : 'move'
      if (isFolder) mark(event.currentTarget, () => desk.open(item))
      else mark(undefined)
      onOver(isFiles(event))
    },
    left(event) {
      if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return
      mark(undefined)
      onOver(false)
    },
    drop(item, event) {
      event.preventDefault()
      event.stopPropagation()
      mark(undefined)
      onOver(false)
      const into = item?.type === 'folder' ? { folder: item.id, name: item.name } : undefined
      const dragged = getDragged()
      if (isFiles(event)) dropFiles({ ...desk.here, ...into }, event.dataTransfer)
      else if (dragged && (into || !isFromHere())) void desk.bring(dragged, into ?? desk.here, copies(event))
      drag(undefined)
    },
  }
  return acts
}
