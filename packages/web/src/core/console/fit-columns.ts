interface Fitted {
  rank: number
}

/** Names are read before anything else: they keep so much, in rem. */
const NAME = 12

/**
 * The columns that there is room for beside names, in their order: of those with the highest rank the last leaves first, and
 * those of the first rank never.
 */
export function fitColumns<Column extends Fitted>(
  columns: readonly Column[],
  room: number,
  widthOf: (column: Column) => number,
): Column[] {
  let left = [...columns]
  const taken = () => left.reduce((sum, column) => sum + widthOf(column), NAME)
  while (taken() > room) {
    const worst = Math.max(...left.map(({ rank }) => rank))
    if (worst <= 1 || left.length === 0) break
    const at = left.findLastIndex(({ rank }) => rank === worst)
    left = left.filter((_, index) => index !== at)
  }
  return left
}
