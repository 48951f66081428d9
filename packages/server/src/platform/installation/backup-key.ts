import type { KeyObject } from 'node:crypto'
import type { Ctx } from '../context.ts'
import { fingerprintOf, publicKeyOf, signingKey } from '../secrets/signature.ts'
import { listMasterKeys } from './queries.ts'

/** Signs backups. Made of the oldest version of the master key, so that it stays when the master key is replaced. */
export async function backupKey({ db }: Pick<Ctx, 'db'>): Promise<KeyObject> {
  const [oldest] = await listMasterKeys(db.read)
  if (!oldest) throw new Error('There is no installation in this database yet')
  return signingKey(db.keys, oldest.version)
}

/** What people keep on paper to know the backups of this installation from others. */
export const backupFingerprint = async (ctx: Pick<Ctx, 'db'>): Promise<string> =>
  fingerprintOf(publicKeyOf(await backupKey(ctx)))
