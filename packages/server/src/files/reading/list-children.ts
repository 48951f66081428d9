import { MAX_PAGE_SIZE } from '@holdfast/api/envelopes'
import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer } from '../../access/authorize.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageHead, readPage } from '../../platform/db/page.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { visibleContainer } from '../basics/visible-part.ts'
import { listedIn, shownBelow } from './get-container.ts'
import { type InOrder, itemsInOrder, type Part } from './in-order.ts'
import { itemWriter } from './item-text.ts'
import { moreOf, writeMore } from './more-of-items.ts'
import { type ChildRow, type Container, listStretch } from './queries.ts'

export interface ChildrenOptions extends InOrder {
  include_lock_info: boolean
  include_permissions: boolean
  /** Who changed what, and of folders what is in them. */
  include_more?: boolean
  ids_only?: boolean
  page: number
  page_size: number
}

/** One page of what is directly in a folder, as JSON. */
export async function listChildren(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  options: ChildrenOptions,
) {
  checkPageSize(options)
  const db = ctx.db.read
  const container = visibleContainer(await authorizeContainer(db, who, path, 'FOLDER_VIEW'))
  const { place, total, parts } = await itemsInOrder(db, container, options)
  const { page, page_size } = options
  const head = pageHead(page, page_size, total)
  const rows: ChildRow[] = []
  let offset = (page - 1) * page_size
  for (const part of parts) {
    const left = page_size - rows.length
    if (left > 0 && offset < part.count) rows.push(...(await readPart(db, place, part, offset, left)))
    offset = Math.max(0, offset - part.count)
  }
  if (options.ids_only) return { head: { ...head, results: [] }, field: 'ids', items: writeIds(rows) }
  const shown = shownBelow(container, options, ctx.now())
  const write = itemWriter(listedIn(container), shown)
  const items = options.include_more
    ? writeMore(rows, await moreOf(db, container, rows, shown.at), listedIn(container), shown)
    : write(rows)
  return { head, field: 'results', items }
}

/** The specification has a hundred of them; ids alone are small. */
export function checkPageSize({
  page_size,
  ids_only,
}: Pick<ChildrenOptions, 'page_size' | 'ids_only'>): void {
  if (page_size > MAX_PAGE_SIZE && !ids_only)
    refuse('page_size', `expected: a whole number from 1 to ${MAX_PAGE_SIZE}`)
}

const writeIds = (rows: readonly ChildRow[]): Buffer =>
  Buffer.from(rows.map(({ kind, id }) => `{"type":"${kind}","id":${id}}`).join(','))

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

const readPart = (
  db: Db,
  place: Container,
  { count, ...part }: Part,
  offset: number,
  size: number,
): Promise<ChildRow[]> =>
  readPage(
    count,
    offset,
    ({ order, ...stretch }) =>
      listStretch(
        db,
        place,
        { ...part, order: order === 'asc' ? part.order : OPPOSITE[part.order] },
        stretch,
      ),
    size,
  )
