import type { RootId } from '@holdfast/api/ids'
import type { Db } from '../../platform/db/database.ts'
import { locate } from './locate.ts'
import {
  findContradictions,
  findLastOrganization,
  listRootsToVerify,
  ORGANIZATION_RULES,
  type Range,
  ROOT_RULES,
  type RootToVerify,
} from './queries.ts'

const ROOTS_AT_ONCE = 500
/** Small roots are looked at together, up to so many files. */
const FILES_AT_ONCE = 20_000
const ORGANIZATIONS_AT_ONCE = 500
/** Of one rule in one piece, more are not reported. */
const MOST_TOLD = 1000

export type Report = (problem: string) => void

/** Checks the database for contradictions, piece by piece, and reports each one. Gives how many roots. */
export async function verifyRecords(db: Db, only: RootId | undefined, report: Report): Promise<number> {
  let roots = 0
  for await (const piece of piecesOf(db, only)) {
    roots += piece.roots
    await holdAgainst(db, ROOT_RULES, piece, report)
  }
  if (only !== undefined) return roots
  const last = await findLastOrganization(db)
  for (let from = 1; from <= last; from += ORGANIZATIONS_AT_ONCE)
    await holdAgainst(db, ORGANIZATION_RULES, { from, to: from + ORGANIZATIONS_AT_ONCE - 1 }, report)
  return roots
}

async function holdAgainst(db: Db, rules: typeof ROOT_RULES, range: Range, report: Report): Promise<void> {
  for (const [name, rule] of Object.entries(rules))
    for (const found of await findContradictions(db, rule, range, MOST_TOLD))
      report(`${await locate(db, found)}: violates “${name}”`)
}

/** All roots, page by page. */
export async function* eachRoot(db: Db, only: RootId | undefined): AsyncGenerator<RootToVerify> {
  let after: RootId | 0 = only === undefined ? 0 : ((only - 1) as RootId)
  for (;;) {
    const page = await listRootsToVerify(db, after, only === undefined ? ROOTS_AT_ONCE : 1)
    for (const root of page) if (only === undefined || root.id === only) yield root
    if (only !== undefined || page.length < ROOTS_AT_ONCE) return
    after = page.at(-1)?.id ?? after
  }
}

async function* piecesOf(db: Db, only: RootId | undefined): AsyncGenerator<Range & { roots: number }> {
  let piece: (Range & { roots: number; files: number }) | undefined
  for await (const { id, files } of eachRoot(db, only)) {
    if (piece && piece.files + files > FILES_AT_ONCE) {
      yield piece
      piece = undefined
    }
    piece = piece
      ? { from: piece.from, to: id, roots: piece.roots + 1, files: piece.files + files }
      : { from: id, to: id, roots: 1, files }
  }
  if (piece) yield piece
}
