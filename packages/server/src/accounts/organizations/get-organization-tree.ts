import type { OrganizationTree } from '@holdfast/api/accounts/organization-tree'
import type { OrganizationId } from '@holdfast/api/ids'
import { MAX_TABLE_ROWS } from '@holdfast/api/table'
import { authorizeOrganization } from '../../access/administration.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { currentEpoch } from '../../platform/installation/epoch.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { openTurn, sealTurn } from '../../platform/table/cursor.ts'
import { readInMemory } from '../../platform/table/in-memory.ts'
import { readPage } from '../../platform/table/page.ts'
import {
  listPlacedBelow,
  listUpward,
  listWithin,
  type Placed,
  stateOf,
} from '../../records/organization-tree.ts'
import { nameKeyOf } from '../../records/people.ts'
import { hasWords, wordsIn } from '../../records/words.ts'

interface Wish {
  organization_id: OrganizationId
  parent_id?: OrganizationId | undefined
  q?: string | undefined
  cursor?: string | undefined
}

/** A part of the tree below an organization: those directly below one of them, or all whose names have such words. */
export async function getOrganizationTree(
  ctx: Ctx,
  who: PersonPrincipal,
  { organization_id: id, parent_id: parentId = id, q = '', cursor }: Wish,
): Promise<OrganizationTree> {
  const db = ctx.db.read
  await authorizeOrganization(db, who, id)
  const typed = wordsIn(q)
  const { listed, upwardOf } = q.trim() === '' ? await below(db, id, parentId) : await named(db, id, typed)
  const epoch = await currentEpoch(ctx)
  const list = JSON.stringify(['tree', id, parentId, q])
  const { rows, next } = await readPage(
    readInMemory(listed.map((row) => ({ row, place: { key: nameKeyOf(row.name), id: row.id } }))),
    {
      limit: MAX_TABLE_ROWS,
      descending: false,
      turn: cursor === undefined ? undefined : openTurn(epoch, list, cursor),
    },
  )
  return {
    type: 'organization_tree',
    results: rows.map((row) => {
      const upward = upwardOf(row)
      const top = upward.findIndex((each) => each.id === id)
      return {
        id: row.id,
        parent_id: row.parent_id,
        name: row.name,
        names_above: upward
          .slice(1, top + 1)
          .map(({ name }) => name)
          .reverse(),
        state: stateOf(upward, ctx.now()),
        children: row.children_count,
      }
    }),
    cursor: next ? sealTurn(epoch, list, next) : null,
  }
}

interface Part {
  listed: Placed[]
  /** A row and all above it. */
  upwardOf: (row: Placed) => Placed[]
}

async function below(db: Db, id: OrganizationId, parentId: OrganizationId): Promise<Part> {
  const upward = await listUpward(db, parentId)
  if (!upward.some((each) => each.id === id)) noSuch(`organization ${parentId} below organization ${id}`)
  return { listed: await listPlacedBelow(db, parentId), upwardOf: (row) => [row, ...upward] }
}

async function named(db: Db, id: OrganizationId, typed: readonly string[]): Promise<Part> {
  const [own, ...above] = await listUpward(db, id)
  if (!own) return { listed: [], upwardOf: (row) => [row] }
  const within = await listWithin(db, own.path)
  const byId = new Map(within.map((row) => [row.id, row]))
  const upwardOf = (row: Placed): Placed[] => {
    const parent = row.parent_id === null || row.id === id ? undefined : byId.get(row.parent_id)
    return parent ? [row, ...upwardOf(parent)] : [row, ...above]
  }
  const listed = within.filter(({ name }) => typed.length > 0 && hasWords(wordsIn(name), typed))
  return { listed, upwardOf }
}
