import type { Actor } from '@holdfast/api/files/history-figures'
import type { RootId } from '@holdfast/api/ids'
import { authorizeRoot } from '../../../access/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Principal } from '../../../platform/principal.ts'
import { findActorNames } from '../../../records/actor-names.ts'
import { resolveStart } from '../point.ts'
import { countActors } from './count-actors.ts'

const MOST_READ = 10_000

/** Who did how much in a root, and on which machine. */
export async function listRootActors(
  ctx: Ctx,
  who: Principal,
  wish: { root_id: RootId; since?: string; cursor?: number; include_names: boolean },
): Promise<{ results: Actor[]; cursor: number | null }> {
  const db = ctx.db.read
  const { root } = await authorizeRoot(db, who, wish.root_id, 'FILE_VIEW')
  const start = { parameter: 'since', now: ctx.now() }
  const from = wish.since === undefined ? 1 : await resolveStart(db, root, wish.since, start)
  const to = Math.min(root.seq, wish.cursor ?? root.seq)
  const { actors, cursor } = await countActors(db, root, { from, to, limit: MOST_READ })
  return { results: await named(db, actors, wish.include_names), cursor }
}

export async function named(db: Db, actors: Actor[], withNames: boolean): Promise<Actor[]> {
  if (!withNames) return actors
  const namesOf = await findActorNames(db, actors)
  return actors.map((actor) => ({ ...actor, ...namesOf(actor) }))
}
