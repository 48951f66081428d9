import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Brand } from '../mail/letter.ts'
import { findOrganization } from './queries.ts'

const COLOR = '#1f5fbf'

/** How an organization looks in its mails. */
export async function brandOf(
  { publicUrl }: Pick<Ctx, 'publicUrl'>,
  db: Db,
  id: OrganizationId,
): Promise<Brand> {
  const organization = await findOrganization(db, id)
  return {
    organization: organization?.name ?? 'Holdfast',
    color: COLOR,
    baseUrl: publicUrl,
  }
}
