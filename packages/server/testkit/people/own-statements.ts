import type { MachineId, OrganizationId, PersonId, RootId, SessionId, SharelinkId } from '@holdfast/api/ids'
import * as backups from '../../src/devices/backups/queries.ts'
import * as channel from '../../src/devices/channel/queries.ts'
import * as reachability from '../../src/devices/reachability/queries.ts'
import * as roots from '../../src/devices/roots/queries.ts'
import * as bulk from '../../src/files/bulk/queries.ts'
import * as changes from '../../src/files/changes/queries.ts'
import * as chunks from '../../src/files/chunks/queries.ts'
import * as log from '../../src/files/history/log-queries.ts'
import * as plan from '../../src/files/history/plan/queries.ts'
import * as history from '../../src/files/history/queries.ts'
import * as reading from '../../src/files/reading/queries.ts'
import * as zip from '../../src/files/reading/zip/queries.ts'
import * as retention from '../../src/files/retention/queries.ts'
import * as sync from '../../src/files/sync/queries.ts'
import * as tree from '../../src/files/tree/queries.ts'
import * as uploads from '../../src/files/uploads/queries.ts'
import * as drafts from '../../src/files/webdav/drafts/queries.ts'
import * as listing from '../../src/files/webdav/listing/queries.ts'
import * as locks from '../../src/files/webdav/locks/queries.ts'
import * as places from '../../src/files/webdav/places/queries.ts'
import * as properties from '../../src/files/webdav/properties/queries.ts'
import * as saving from '../../src/files/webdav/saving/queries.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { UploadId } from '../../src/platform/db/tables/uploads.ts'
import type { EntryRow } from '../../src/records/entries.ts'
import { listSharesWithTargets } from '../../src/records/program-shares.ts'
import * as notices from '../../src/sharing/notices/queries.ts'
import * as shared from '../../src/sharing/shared-content/queries.ts'
import * as shareTable from '../../src/sharing/table/queries.ts'
import type { Ids } from './cast.ts'

const PAGE = 100
const EARLY = 0
const LATE = 4_000_000_000_000

/**
 * What no single request asks for by itself: it runs in transactions, in jobs, over lines to devices, in uploads that resume, or
 * for choices that few make. Each is called here as its room calls it, with what there is most of.
 */
export async function askByThemselves(db: Db, own: Ids, share: RootId): Promise<void> {
  const rootId = own.root_id as RootId
  const [machine, backup] = [own.machine_id as MachineId, own.backup_root_id as RootId]
  const [person, organization] = [own.person_id as PersonId, own.organization_id as OrganizationId]
  const { seq } = await db.selectFrom('root').select('seq').where('id', '=', rootId).executeTakeFirstOrThrow()
  const folder = { id: own.folder_id, root_id: rootId } as EntryRow
  const file = { id: own.file_id, root_id: rootId, revision_id: own.revision_id } as EntryRow
  const files = [file.id]
  const newest = { from: Math.max(1, seq - PAGE), to: seq }
  const top = { rootId, parentId: 0 as const }
  const then = { seq, includeDeleted: false }
  const page = { sortBy: 'name', sortOrder: 'asc', foldersFirst: true, limit: PAGE, offset: 0 } as const
  const remains = { after: 0, limit: PAGE } as const

  await devices()
  await filesThere()
  await manyAtOnce()
  await overTime()
  await sharing()
  await programs()

  /** What programs ask by WebDAV, beside what all others ask. */
  async function programs(): Promise<void> {
    const sessionId = own.session_id as SessionId
    const inFolder = { rootId, folderId: folder.id }
    const asked = { ...inFolder, nameKey: 'plan.txt', sessionId, since: EARLY }
    await listSharesWithTargets(db, person, machine)
    await places.findDraft(db, { sessionId, rootId, parentId: folder.id, nameKey: 'plan.txt' })
    await drafts.listDrafts(db, { sessionId, rootId, parentId: folder.id, limit: PAGE })
    await drafts.countDrafts(db, sessionId)
    await drafts.listHeldChunks(db, rootId, [Buffer.alloc(32)])
    await listing.listStretch(db, { ...inFolder, after: '', limit: PAGE })
    await listing.listChangedSince(db, { ...inFolder, seq: newest.from, limit: PAGE })
    await locks.listDavLocks(db, { rootId, at: EARLY })
    await locks.countLocksOf(db, person, rootId)
    await properties.listProperties(db, { rootId, id: file.id })
    await properties.listPropertiesOf(db, rootId, files)
    await saving.findJustDeleted(db, asked)
    await saving.findJustMoved(db, asked)
    await saving.findLastChange(db, { rootId, seq })
    await saving.findOnlyEarlier(db, rootId, file)
  }

  async function devices(): Promise<void> {
    await backups.countBackups(db, machine)
    await backups.findFirstRun(db, backup)
    await backups.findLastRun(db, backup)
    await channel.findAnswer(db, 'none')
    await channel.findConnection(db, machine, EARLY)
    await channel.hasCommands(db, 'none')
    await channel.hasEndedServers(db, LATE)
    await channel.listLines(db, 'none')
    await reachability.listBack(db, EARLY, PAGE)
    await reachability.listToCheck(db, LATE, PAGE)
    await roots.listOpenJobs(db, [machine])
    await roots.listPersons(db, [person])
  }

  async function filesThere(): Promise<void> {
    await reading.countFolders(db, top, false)
    await reading.listMore(db, rootId, [...files, folder.id], '2026-01-01')
    await zip.listNamedChildren(db, rootId, 0, files)
    await sync.listInFolder(db, { rootId, folderId: 0 }, { name_key: '', id: 0 }, PAGE)
    await sync.listInRootThen(db, rootId, seq, 0, PAGE)
    await sync.listNamedChanges(db, rootId, person, [{ op_id: 'none' }])
    await chunks.findNamedChange(db, rootId, person, 'none')
    await chunks.listLapsed(db, LATE, PAGE)
    await uploads.countUnfinished(db, person, EARLY)
    await uploads.listUnfinished(db, person, EARLY)
    await uploads.findUpload(db, 'none')
    await uploads.findTail(db, 0 as UploadId)
    await uploads.listUploadChunks(db, 0 as UploadId)
  }

  async function manyAtOnce(): Promise<void> {
    await bulk.findBegun(db, rootId, 'none')
    for (const deleted of [false, true])
      await bulk.listChildrenAfter(db, { rootId, folderId: 0, deleted }, { nameKey: '', id: 0 }, PAGE)
    await bulk.listOfOperation(db, rootId, 1, [{ seq }])
    await tree.countTree(db, folder, PAGE)
    await tree.hasChangedBelow(db, folder, newest.from)
    await tree.listHeads(db, rootId, [file])
  }

  async function overTime(): Promise<void> {
    await changes.findNewestRecord(db)
    await changes.listNewestOf(db, organization, PAGE)
    await changes.findNewestActivity(db, organization)
    await changes.listOfOrganizationAfter(db, organization, 0, PAGE)
    await log.findOtherOperation(db, rootId, { from: 1, to: seq }, 1)
    await plan.listCandidates(db, rootId, newest, {
      entryId: undefined,
      limit: PAGE,
      by: { personId: undefined, machineId: undefined },
    })
    await history.countChildrenThen(db, rootId, folder.id, then)
    await history.listChildrenThen(db, rootId, folder.id, { ...then, ...page })
    await retention.listDeletedBy(db, rootId, LATE, PAGE)
    await retention.listDeletedBy(db, rootId, LATE, 1, files)
    const cutoffs = { deleted: LATE, replaced: LATE }
    await retention.listRootsWithRemains(db, organization, ['sync', 'share'], cutoffs, remains)
    for (const what of ['deleted', 'replaced'] as const)
      await retention.countRemainsIn(db, [rootId], what, LATE, PAGE)
  }

  async function sharing(): Promise<void> {
    await shareTable.listFigures(db, [0, 0], PAGE)
    await notices.countByAuthor(db, rootId, newest)
    await notices.listSharesToTell(db, { quietSince: LATE, longSince: LATE }, PAGE)
    for (const source of await notices.listSources(db, share, ['VIEWER']))
      await notices.listMembersOf(db, share, source, ['VIEWER'], { after: 0, limit: PAGE })
    const begun = { link_id: own.sharelink_id as SharelinkId, client: 'none', content: 'none' }
    await shared.findBegun(db, begun, EARLY)
  }
}
