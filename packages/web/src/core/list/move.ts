/** Where a key leads in a list of rows, or of tiles in rows. Undefined where it leads nowhere. */
export function placeAfter(
  key: string,
  at: number,
  { count, columns, screen }: { count: number; columns: number; screen: number },
): number | undefined {
  const by: Record<string, number | undefined> = {
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    ArrowRight: columns > 1 ? at + 1 : undefined,
    ArrowLeft: columns > 1 ? at - 1 : undefined,
    Home: 0,
    End: count - 1,
    PageDown: at + screen * columns,
    PageUp: at - screen * columns,
  }
  const to = by[key]
  if (to === undefined || count === 0) return undefined
  // A step over the edge of a grid stays where it is; a screen goes as far as there is something.
  if ((key === 'ArrowUp' || key === 'ArrowLeft') && to < 0) return at
  if (key === 'ArrowDown' && to >= count) return columns > 1 ? at : count - 1
  return Math.min(Math.max(0, to), count - 1)
}
