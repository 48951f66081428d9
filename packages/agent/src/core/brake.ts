/** So many files may go or be replaced without anyone being asked, whatever the size of the root. */
export const BRAKE_FILES = 1000
export const BRAKE_SHARE = 0.25

export type Side = 'here' | 'there'
/** How many files are taken away or replaced on either side. */
export type WouldGo = Readonly<Record<Side, number>>

export function countGoing(sides: Iterable<Side>): WouldGo {
  const count = { here: 0, there: 0 }
  for (const side of sides) count[side]++
  return count
}

/** Whether so much is taken away from one side that a person should look first. */
export function isBraked({ here, there }: WouldGo, linkedFiles: number, least = BRAKE_FILES): boolean {
  const limit = Math.max(least, linkedFiles * BRAKE_SHARE)
  return here > limit || there > limit
}
