import type { RootRules } from '@holdfast/api/files/files'
import type { RootAccess } from '../../access/authorize.ts'
import { allows } from '../../access/permissions.ts'
import { rulesFor } from '../../access/root-rules.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { getFilePolicy } from '../../records/policy.ts'
import { spaceLeft } from '../writing/quota.ts'

/** What holds for files that someone adds to a root or works on there: by the policy of its owner, not one's own. */
export async function getRootRules(db: Db, who: Principal, access: RootAccess): Promise<RootRules> {
  const { root, permissions } = access
  const { max_file_size, excluded_extensions } = await getFilePolicy(db, root)
  // What is left tells how much there is, which is for those who see the files.
  const adds = permissions.has('FILE_VIEW') && allows(permissions, 'FILE_ADD')
  return {
    max_file_size: Number.isFinite(max_file_size) ? max_file_size : null,
    excluded_extensions,
    space_left: adds ? await spaceLeft(db, root) : null,
    ...(await rulesFor(db, who, access)),
  }
}
