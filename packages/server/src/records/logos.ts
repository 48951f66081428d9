import { hash } from 'node:crypto'
import type { Logo } from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Db, Tx } from '../platform/db/database.ts'

const LOGO_PATH = '/logo'
const KEY = /^[0-9a-f]{32}-(\d+)x(\d+)$/

/** Where browsers find it: by its content, so that they can keep it for ever. It names nothing that is secret. */
export const logoAddress = (key: string): string => `${LOGO_PATH}/${key}.png`
export const LOGO_ADDRESS = `${LOGO_PATH}/:file`
export const LOGO_PATTERN = `${LOGO_PATH}/[^/]+`

/** The key in the last part of such an address. */
export function logoKeyIn(file: string): string | undefined {
  const key = file.replace(/\.png$/, '')
  return file.endsWith('.png') && KEY.test(key) ? key : undefined
}

/** Of a PNG that the service has made: its first part says how large it is. */
export function logoKeyOf(image: Buffer): string {
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)]
  return `${hash('sha256', image, 'hex').slice(0, 32)}-${width}x${height}`
}

export function logoView(key: string): Logo {
  const [, width, height] = KEY.exec(key) ?? []
  return { url: logoAddress(key), width: Number(width), height: Number(height) }
}

/** The picture of a key. Where several organizations have the same one, it is that of any. */
export async function findLogo(db: Db, key: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('organization as o')
    .innerJoin('organization_logo as l', 'l.organization_id', 'o.id')
    .select('l.image')
    .where('o.brand_logo', '=', key)
    .limit(1)
    .executeTakeFirst()
  return row?.image
}

export async function setLogo(
  tx: Tx,
  organization_id: OrganizationId,
  { key, image }: { key: string; image: Buffer },
): Promise<void> {
  await tx
    .insertInto('organization_logo')
    .values({ organization_id, image })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ image }))
    .execute()
  await tx.updateTable('organization').set({ brand_logo: key }).where('id', '=', organization_id).execute()
}

export async function removeLogo(tx: Tx, id: OrganizationId): Promise<void> {
  await tx.deleteFrom('organization_logo').where('organization_id', '=', id).execute()
  await tx.updateTable('organization').set({ brand_logo: null }).where('id', '=', id).execute()
}
