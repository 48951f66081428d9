import type { RootId } from '@holdfast/api/ids'
import type { Which } from '../../data/files/bulk.ts'
import type { Named } from '../../data/files/changes.ts'
import { Watched } from '../../platform/watched.ts'

/** What was cut or copied in this tab, or is being dragged. */
export interface Carried {
  kind: 'cut' | 'copy'
  root: RootId
  /** Where from. */
  folder: number
  /** Those that are known. */
  items: readonly Named[]
  /** All of them, where more are chosen than were ever loaded. */
  all?: () => Promise<Which>
}

export const whichOf = async ({ items, all }: Carried): Promise<Which> => all?.() ?? { items }

/** What was cut or copied. */
export const clipboard = new Watched<Carried | undefined>(undefined)

let dragged: Carried | undefined
/** A drag within the page: what is dragged is not put into the browser's own transfer, which other pages could read. */
export const DRAG_TYPE = 'application/x-holdfast-items'
export const getDragged = (): Carried | undefined => dragged
export const drag = (next: Carried | undefined): void => {
  dragged = next
}
