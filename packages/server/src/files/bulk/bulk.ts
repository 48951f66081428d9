import type { BulkAction } from '@holdfast/api/files/file-bulk'
import type { OnTaken } from '@holdfast/api/files/file-tree'
import type { RootId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'

/** What is the same for all items. */
export interface Bulk {
  ctx: Ctx
  who: PersonPrincipal
  action: BulkAction
  rootId: RootId
  to: { rootId: RootId; folderId: ParentId }
  onTaken: OnTaken
  /** What several requests call the operation that they are parts of. */
  operation: string | undefined
  /** It is one of the requests that deal with everything in a folder. */
  isStep: boolean
}
