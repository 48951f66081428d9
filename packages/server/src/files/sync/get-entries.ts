import type { EntryId, RootId } from '@holdfast/api/ids'
import { authorizeRoot } from '../../access/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { currentEpoch } from '../../platform/installation/epoch.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listNamed } from './queries.ts'
import { syncEntryView } from './view.ts'

export async function getEntries(ctx: Ctx, who: PersonPrincipal, rootId: RootId, ids: readonly EntryId[]) {
  await authorizeRoot(ctx.db.read, who, rootId, 'FILE_VIEW')
  const epoch = await currentEpoch(ctx)
  const rows = await listNamed(ctx.db.read, rootId, [...new Set(ids)])
  const at = ctx.now()
  return { epoch: epoch.id, results: rows.map((row) => syncEntryView(row, at)) }
}
