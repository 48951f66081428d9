import type { OrganizationClosing } from '@holdfast/api/accounts/organization-closing'
import type { OrganizationId } from '@holdfast/api/ids'
import { formatDate, formatUtc } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { closingAt, listDownward, listUpward } from '../../records/organization-tree.ts'
import { countDevicesLeft, findClosing } from './queries.ts'

/** That an organization is being closed, or one above it: the one that comes first. */
export async function getClosing(ctx: Ctx, who: Principal, id: OrganizationId): Promise<OrganizationClosing> {
  const db = ctx.db.read
  await authorizeOrganization(db, who, id)
  const upward = await listUpward(db, id)
  const closesAt = closingAt(upward)
  const closing = upward.find(({ closes_at }) => closes_at !== null && closes_at === closesAt)
  const row = closing && (await findClosing(db, closing.id))
  if (!closing || !row || closesAt === null) return noSuch(`closing of organization ${id}`)
  const below = (await listDownward(db, closing.id)).filter(({ machines_count }) => machines_count > 0)
  return {
    type: 'organization_closing',
    organization: { id: closing.id, name: closing.name },
    delete_on: formatDate(closesAt),
    remove_files: row.epoch !== null,
    requested: formatUtc(row.requested_at),
    devices_left: await countDevicesLeft(
      db,
      below.map((one) => one.id),
    ),
  }
}
