import type { RootId } from '@holdfast/api/ids'
import { authorizeRoot, type Granted, type RootAccess } from '../../access/authorize.ts'
import { fail, noSuch } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'

/**
 * For making files from chunks. Anyone who may only add files must not find out by hashes what is there, nor get at it by
 * making it a file of the own: so this needs the right to read as well.
 */
export async function authorizeChunks(
  db: Db,
  who: Principal,
  rootId: RootId,
): Promise<Granted<RootAccess, 'FILE_WRITE'>> {
  const access = await authorizeRoot(db, who, rootId, 'FILE_WRITE')
  if (!access.permissions.has('FILE_READ')) fail('forbidden')
  return access
}

/** The hash that names a chunk. What is none names nothing. */
export const hashNamed = (sha256: string): Buffer =>
  /^[0-9a-f]{64}$/i.test(sha256) ? Buffer.from(sha256, 'hex') : noSuch('chunk with this hash')
