import type { ParamsOf, ResultOf } from '@holdfast/api/operation'
import type { DamagedContent, listDamagedContent } from '@holdfast/api/oversight/system'
import { formatUtc } from '@holdfast/api/time'
import { authorizeSystem, mayBrowseFiles } from '../../access/administration.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findPathWith } from '../../records/damage.ts'
import { findOrganization } from '../../records/organizations.ts'
import { findRoot } from '../../records/roots.ts'
import { type DamagedChunk, listDamaged } from './queries.ts'

const POSITION = /^(\d{1,15})-(\d{1,15})$/

/** What is damaged, and where: for those who may see the files of its organization, also the name of one. */
export async function listDamagedOf(
  ctx: Ctx,
  who: PersonPrincipal,
  { limit, after = '0-0' }: ParamsOf<typeof listDamagedContent>,
): Promise<ResultOf<typeof listDamagedContent>> {
  const db = ctx.db.read
  await authorizeSystem(db, who)
  const [, rootId, id] = POSITION.exec(after) ?? refuse('after', 'send `next` of an answer as it is')
  const chunks = await listDamaged(db, { rootId: Number(rootId), id: Number(id) }, limit + 1)
  const results: DamagedContent[] = []
  for (const chunk of chunks.slice(0, limit)) {
    const found = await viewDamaged(ctx, who, chunk)
    if (found) results.push(found)
  }
  const last = chunks[limit - 1]
  return { results, next: chunks.length > limit && last ? `${last.root_id}-${last.id}` : null }
}

/** Undefined for what has gone with its organization. */
async function viewDamaged(
  ctx: Ctx,
  who: PersonPrincipal,
  chunk: DamagedChunk,
): Promise<DamagedContent | undefined> {
  const db = ctx.db.read
  const root = await findRoot(db, chunk.root_id)
  const organization = root && (await findOrganization(db, root.organization_id))
  if (!root || !organization || organization.deleted_at !== null) return undefined
  const isShown = await mayBrowseFiles(db, who, organization.id)
  return {
    type: 'damaged_content',
    id: chunk.id,
    found: formatUtc(chunk.damaged_at ?? ctx.now()),
    size: chunk.size,
    hidden: !isShown,
    organization: { id: organization.id, name: organization.name },
    root: isShown ? { id: root.id, name: root.name } : null,
    path: isShown ? ((await findPathWith(db, root.id, chunk.id)) ?? null) : null,
  }
}
