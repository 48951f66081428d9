import { createHash } from 'node:crypto'
import { createGroup } from '@holdfast/api/accounts/groups'
import { createGuest } from '@holdfast/api/accounts/guests'
import { createMachineBackup } from '@holdfast/api/devices/backups'
import { createMachineMapping } from '@holdfast/api/devices/machines'
import { createFolderInRoot, deleteFile, uploadToRoot } from '@holdfast/api/files/files'
import type { MachineId, OrganizationId, RootId } from '@holdfast/api/ids'
import type { Upload } from '@holdfast/api/operation'
import { shareFile, shareFolder } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { PASSWORD, type Someone, type World } from '../servers/world.ts'
import { fileServer } from './devices.ts'
import { finishExport } from './exports.ts'

/** Stands in every name of a file or folder, also of those on devices, and nowhere else. */
export const SECRET_NAME = 'Quillfeather'
/** Stands in every file. */
export const SECRET_BYTES = 'marzipanism'

/** What keeps administrators from files. */
export const WARDS = ['privacy_mode', 'admin_browse_files'] as const
export type Ward = (typeof WARDS)[number]

/** An organization whose files are not for an administrator, and all that the latter could name in it. */
export interface Guarded {
  organizationId: OrganizationId
  /** Administers it, and is not to see anything. */
  outsider: Someone
  boss: Someone
  ann: Someone
  /** Of Ann and of the outsider. */
  machines: Record<'ann' | 'outsider', MachineId>
  shareId: number
  groupId: number
  linkHash: string
  ids: Record<string, (number | string)[]>
}

/**
 * By privacy mode the outsider stands above it; by the policy, which the organization above forbids to change, it is its
 * own administrator.
 */
export async function guard(world: World, ward: Ward): Promise<Guarded> {
  const policy =
    ward === 'admin_browse_files' ? { admin_browse_files: false, admin_browse_remote: false } : {}
  const above = await world.organization(policy)
  const organizationId = await world.organization(policy, above)
  if (ward === 'privacy_mode') await world.changeOrganization(organizationId, { privacy_mode: 1 })
  const outsider = await world.person({
    organizationId: ward === 'privacy_mode' ? above : organizationId,
    siteAdmin: true,
  })
  const boss = await world.person({ organizationId, siteAdmin: true })
  const ann = await world.person({ organizationId })
  const named = (n: number, ext = '.txt') => `${SECRET_NAME} ${n}${ext}`
  const bytes = new Blob([`${SECRET_BYTES} and more`])
  const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: named(1, '') })
  const file = await ann.upload(named(2), `${SECRET_BYTES} of her own`)
  const inner = await ann.upload(named(3), SECRET_BYTES, folder.id)
  const gone = await ann.upload(named(4), SECRET_BYTES)
  await ann.call(deleteFile, { root_id: ann.rootId, file_id: gone.id })
  const share = await ann.call(createShare, { organization_id: organizationId, name: 'Team' })
  const shared = await ann.call(uploadToRoot, { root_id: share.id, file: { name: named(5), bytes } })
  const guest = await boss.call(createGuest, {
    company_id: organizationId,
    email: `guest-of-${ann.email}`,
    first_name: 'Guest',
    last_name: 'Doe',
    password: PASSWORD,
  })
  const group = await boss.call(createGroup, { company_id: organizationId, name: 'Colleagues' })
  const link = await ann.call(shareFile, {
    root_id: ann.rootId,
    file_id: file.id,
    subscribers: [boss.email, 'visitor@example.test'],
  })
  const wide = await ann.call(shareFolder, {
    root_id: ann.rootId,
    folder_id: folder.id,
    login_required: true,
    subscribers: [guest.email, boss.email],
  })
  const machine_id = await fileServer(world, boss, ann, 'server')
  const mapping = await ann.call(createMachineMapping, {
    machine_id,
    root_id: share.id,
    path: `/srv/${SECRET_NAME} team`,
  })
  const backup = await backupOf(world, ann, machine_id, { name: named(6), bytes })
  const outside = await fileServer(world, await world.admin(), outsider, 'outside')
  return {
    organizationId,
    outsider,
    boss,
    ann,
    machines: { ann: machine_id, outsider: outside },
    shareId: share.id,
    groupId: group.id,
    linkHash: link.hash,
    ids: {
      organization_id: [organizationId],
      company_id: [organizationId],
      person_id: [ann.id, boss.id],
      guest_id: [guest.id],
      group_id: [group.id],
      root_id: [ann.rootId, share.id, backup],
      job_id: [await reportedJob(world, ann, machine_id, backup)],
      machine_id: [machine_id, outside],
      mapping_id: [mapping.id],
      file_id: [file.id, inner.id, gone.id, shared.id],
      folder_id: [folder.id, 0],
      revision_id: [file.revision_id, inner.revision_id, shared.revision_id],
      sharelink_id: [link.id, wide.id],
      sha256: [createHash('sha256').update(SECRET_BYTES).digest('hex')],
      // Of the files that it has, it names none that may be seen by the outsider.
      export_id: ward === 'privacy_mode' ? [await finishExport(world, boss, organizationId)] : [],
      subscriber_id: [...link.subscribers, ...wide.subscribers].map(({ id }) => id),
    },
  }
}

/** A job, and a run of a backup, that a device had trouble with, and said so. */
async function reportedJob(
  world: World,
  { id: created_by }: Someone,
  machine_id: MachineId,
  root_id: RootId,
): Promise<number> {
  const problems = [{ path: `/${SECRET_NAME} 7.txt`, reason: 'It is open.' }]
  return world.service.ctx.db.write(async (tx) => {
    const health = JSON.stringify({ problems })
    await tx.updateTable('machine').set({ health, health_at: 0 }).where('id', '=', machine_id).execute()
    const run = { root_id, started_at: 0, finished_at: 0, seq: 1, files: 1, bytes: 1, problem_count: 1 }
    await tx
      .insertInto('backup_run')
      .values({ ...run, problems: JSON.stringify(problems) })
      .execute()
    const job = {
      machine_id,
      root_id,
      kind: 'restore' as const,
      path: `/back/${SECRET_NAME}`,
      overwrite: 0 as const,
    }
    const said = { state: 'running' as const, problems: JSON.stringify(problems), created_by, created_at: 0 }
    const { id } = await tx
      .insertInto('machine_job')
      .values({ ...job, ...said })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** A backup with a file in it, which people cannot put there. */
async function backupOf(world: World, owner: Someone, machine_id: MachineId, file: Upload): Promise<RootId> {
  const { id } = await owner.call(createMachineBackup, { machine_id, path: `/home/${SECRET_NAME}` })
  await world.changeRoot(id, { root_type: 'sync' })
  await owner.call(uploadToRoot, { root_id: id, file })
  await world.changeRoot(id, { root_type: 'backup' })
  return id
}
