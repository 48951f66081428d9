import { type RawBuilder, sql } from 'kysely'

/** Roots by their numbers. */
interface Range {
  from: number
  to: number
}

const between = ({ from, to }: Range) => sql`between ${from} and ${to}`

/**
 * What is in folders, however deep: `own` has it of what is directly in them, and `place` where each of them is. What is
 * told a second time by the same folder is not passed on, so that folders which are in themselves end it.
 */
const below = (sum: 'sum' | 'max', own: RawBuilder<unknown>, place: RawBuilder<unknown>) => sql`
  own (root_id, id, value) as materialized (${own}),
  place (root_id, id, parent_id) as materialized (${place}),
  below (root_id, origin, id, value) as (
    select root_id, id, id, value from own
    union
    select below.root_id, below.origin, place.parent_id, below.value from below
    join place on place.root_id = below.root_id and place.id = below.id where place.parent_id <> 0
  )
  select root_id, id, cast(${sql.raw(sum)}(value) as bigint) as value from below group by root_id, id`

/** How many bytes are in folders. One that is deleted is in no size but its own. */
const treeSizes = (range: Range) => sql`
  with recursive ${below(
    'sum',
    sql`
    select root_id, parent_id, sum(size) from entry
    where root_id ${between(range)} and kind = 'file' and deleted_at is null and parent_id <> 0
    group by root_id, parent_id`,
    sql`
    select root_id, id, parent_id from entry
    where root_id ${between(range)} and kind = 'folder' and deleted_at is null`,
  )}`

/**
 * The newest changes in folders by the log, but for purges: nobody looks at what those change. A change is one of the folder
 * that it puts an item into, and of the one that it takes it from. Whatever has left a folder did so by a change of that, so
 * what is in it now tells of all there ever was, together with what was purged.
 */
const treeSeqs = (range: Range) => sql`
  with recursive logged (root_id, seq, op, entry_id, kind, parent_id, parent_before) as materialized (
    select root_id, seq, op, entry_id, kind, parent_id,
      lag(parent_id) over (partition by root_id, entry_id order by seq)
    from change where root_id ${between(range)} and op <> 'purge' and entry_id <> 0
  ), ${below(
    'max',
    sql`
    select root_id, id, max(seq) from (
      select root_id, seq, parent_id as id from logged
      union all select root_id, seq, parent_before from logged
      union all select root_id, seq, entry_id from logged where op = 'create' and kind = 'folder'
    ) concerned where id <> 0 group by root_id, id`,
    sql`
    select c.root_id, c.entry_id, c.parent_id from change c
    join (
      select root_id, entry_id, max(seq) as seq from change
      where root_id ${between(range)} and kind = 'folder' group by root_id, entry_id
    ) last on last.root_id = c.root_id and last.seq = c.seq`,
  )}`

/** Items with what they are to know of what is below them; of files nothing. */
export const treesOf = (range: Range) => sql`
  select e.root_id, e.id, e.tree_seq, e.tree_size, coalesce(q.value, 0) as right_seq, coalesce(s.value, 0) as right_size
  from entry e
  left join (${treeSizes(range)}) s on s.root_id = e.root_id and s.id = e.id
  left join (${treeSeqs(range)}) q on q.root_id = e.root_id and q.id = e.id
  where e.root_id ${between(range)}`
