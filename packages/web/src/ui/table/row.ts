/** Whatever a table is about. Its element has the id `item-` with this number, and the attribute `data-item`. */
export interface Row {
  id: number
}
