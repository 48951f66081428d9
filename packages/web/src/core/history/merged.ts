/** Several logs as one, newest first. Each is read in pieces, and only as far as needed. */
export interface Feed<Item> {
  items: readonly Item[]
  /** Where its next piece begins; null at its end, undefined before its first. */
  cursor: string | number | null | undefined
}

type TimeOf<Item> = (item: Item) => string

/** What is known already: nothing older than where a log that goes on was read to. */
export function toldOf<Item>(feeds: readonly Feed<Item>[], timeOf: TimeOf<Item>): Item[] {
  const edge = edgeOf(feeds, timeOf)
  return feeds
    .flatMap(({ items }) => items)
    .filter((item) => timeOf(item) >= edge)
    .sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0))
}

/** Those that must be read on before more can be known. */
export function behindOf<Item>(feeds: readonly Feed<Item>[], timeOf: TimeOf<Item>): number[] {
  const edge = edgeOf(feeds, timeOf)
  return feeds.flatMap((feed, n) => (goesOn(feed) && readTo(feed, timeOf) >= edge ? [n] : []))
}

const goesOn = <Item>({ cursor }: Feed<Item>): boolean => cursor !== null
/** A log of which nothing is read yet can begin at any time. */
const readTo = <Item>({ items }: Feed<Item>, timeOf: TimeOf<Item>): string => {
  const last = items.at(-1)
  return last === undefined ? '9' : timeOf(last)
}
const edgeOf = <Item>(feeds: readonly Feed<Item>[], timeOf: TimeOf<Item>): string =>
  feeds
    .filter(goesOn)
    .map((feed) => readTo(feed, timeOf))
    .reduce((latest, time) => (time > latest ? time : latest), '')
