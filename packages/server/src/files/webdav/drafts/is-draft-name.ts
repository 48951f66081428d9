import { listedExtension } from '@holdfast/api/files/names'
import type { Db } from '../../../platform/db/database.ts'
import { getFilePolicy } from '../../../records/policy.ts'
import type { RootRow } from '../../../records/roots.ts'

/** Whether files of a root cannot have this name by the policy: many programs save to such a name first. */
export async function isDraftName(db: Db, root: RootRow, name: string): Promise<boolean> {
  return listedExtension(name, (await getFilePolicy(db, root)).excluded_extensions) !== undefined
}
