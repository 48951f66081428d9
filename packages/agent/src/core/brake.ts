/** So many files may go or be replaced without anyone being asked, whatever the size of the root. */
export const BRAKE_FILES = 1000
export const BRAKE_SHARE = 0.25
/** So much of the root is removed at most before it is known how much is gone altogether. */
export const STEP_SHARE = 0.1

export type Side = 'here' | 'there'
/** How many files are taken away or replaced on either side. */
export type WouldGo = Readonly<Record<Side, number>>

export function countGoing(sides: Iterable<Side>): WouldGo {
  const count = { here: 0, there: 0 }
  for (const side of sides) count[side]++
  return count
}

/** The sides from which so much is taken away that a person should look first. */
export function brakedSides(count: WouldGo, linkedFiles: number, least = BRAKE_FILES): Side[] {
  const limit = Math.max(least, linkedFiles * BRAKE_SHARE)
  return (['here', 'there'] as const).filter((side) => count[side] > limit)
}

/** So many files may be removed on the other side while it is not known whether more follow. */
export const stepOf = (linkedFiles: number, least = BRAKE_FILES): number =>
  Math.max(least, Math.floor(linkedFiles * STEP_SHARE))
