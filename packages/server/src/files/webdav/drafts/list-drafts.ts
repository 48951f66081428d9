import type { RootId } from '@holdfast/api/ids'
import type { Db } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import type { DraftRow } from '../places/queries.ts'
import { listDrafts, MAX_DRAFTS } from './queries.ts'

/** What a sign-in has put into a folder under names that files cannot have. */
export const draftsIn = (
  db: Db,
  { sessionId }: PersonPrincipal,
  rootId: RootId,
  parentId: ParentId,
): Promise<DraftRow[]> => listDrafts(db, { sessionId, rootId, parentId, limit: MAX_DRAFTS })
