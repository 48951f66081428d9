import type { Ctx } from '../../platform/context.ts'
import { listOrganizationsAfter } from '../../records/organizations.ts'
import { listSharesOf } from '../../records/roots.ts'
import type { DemoFigures } from '../words/demo.ts'

const MOST = 100

export async function countDemonstration({ db }: Pick<Ctx, 'db'>): Promise<DemoFigures> {
  const organizations = await listOrganizationsAfter(db.read, 0, MOST)
  const figures = {
    organizations: organizations.length,
    people: 0,
    guests: 0,
    devices: 0,
    shares: 0,
    files: 0,
  }
  for (const { id, persons_count, guests_count, machines_count } of organizations) {
    figures.people += persons_count
    figures.guests += guests_count
    figures.devices += machines_count
    const shares = await listSharesOf(db.read, id, { order: 'asc', skip: 0, limit: MOST })
    figures.shares += shares.length
    for (const { live_files } of shares) figures.files += live_files
  }
  return figures
}
