import type { ReactNode } from 'react'

/** A column of a list: what it is called, how it is drawn, and by what it can be sorted. */
export interface Column<Row> {
  /** As the server calls it, where it sorts by it. */
  id: string
  /** As the server calls what it shows, for the CSV; without it, as it sorts by it. */
  fields?: readonly string[]
  label: string
  cell: (row: Row) => ReactNode
  /** Which end comes first when it is pressed; absent: it cannot be sorted by this. */
  sort?: 'up' | 'down'
  isNumber?: boolean
  /** Not shown until somebody wants it. */
  isExtra?: boolean
  /** The greater, the sooner it leaves where there is little room. The first stays anywhere. */
  rank: 1 | 2 | 3 | 4 | 5
  /** In rem, where what it shows needs more or less than others do. */
  width?: number
}

/** Of a number, of a state, and of anything else. */
export const widthOf = ({
  width,
  isNumber,
  rank,
}: Pick<Column<never>, 'width' | 'isNumber' | 'rank'>): number =>
  width ?? (isNumber ? 6 : rank === 1 ? 9 : 7.5)

export const idsOf = <Row>(columns: readonly Column<Row>[]): string[] => columns.map(({ id }) => id)
