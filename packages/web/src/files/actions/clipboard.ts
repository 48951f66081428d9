import type { RootId } from '@holdfast/api/ids'
import type { Named } from '../../data/files/changes.ts'

/** What was cut or copied in this tab, or is being dragged. */
export interface Carried {
  kind: 'cut' | 'copy'
  root: RootId
  /** Where from. */
  folder: number
  /** Those that are known. */
  items: readonly Named[]
  /** All of them, where more are chosen than were ever loaded. */
  all?: () => Promise<readonly Named[]>
}

export const itemsOf = async ({ items, all }: Carried): Promise<readonly Named[]> => all?.() ?? items

let carried: Carried | undefined
let dragged: Carried | undefined
const listeners = new Set<() => void>()

export const getCarried = (): Carried | undefined => carried
export function carry(next: Carried | undefined): void {
  carried = next
  for (const listener of listeners) listener()
}
export function watchCarried(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A drag within the page: what is dragged is not put into the browser's own transfer, which other pages could read. */
export const DRAG_TYPE = 'application/x-holdfast-items'
export const getDragged = (): Carried | undefined => dragged
export const drag = (next: Carried | undefined): void => {
  dragged = next
}
