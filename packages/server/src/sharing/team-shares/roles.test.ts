import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import * as locks from '@holdfast/api/files/file-locks'
import { restoreFile } from '@holdfast/api/files/file-tree'
import * as files from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { GroupId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { AnyOperation } from '@holdfast/api/operation'
import {
  acceptInvitation,
  createShare,
  getShareSubscribers,
  ROLES,
  type Role,
} from '@holdfast/api/sharing/shares'
import { webHeaders } from '@holdfast/server/testkit/browser/web-session'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { ACCESS_RULES } from '@holdfast/server/testkit/people/access-rules'
import { send } from '@holdfast/server/testkit/people/any-request'
import { chunkNamed, type Ids } from '@holdfast/server/testkit/people/cast'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { OPERATIONS } from '../../http/app.ts'

/** What someone can be able to do in a share. */
const ABILITIES = [
  'folders',
  'see',
  'preview',
  'read',
  'add',
  'write',
  'delete',
  'lock',
  'share',
  'manage',
] as const
type Ability = (typeof ABILITIES)[number]

const EDITING: Ability[] = ['folders', 'see', 'preview', 'read', 'add', 'write', 'delete', 'lock']
/** The same wherever someone works, or first with a token and then in a browser. */
const ABLE: Record<Role, Ability[] | [Ability[], Ability[]]> = {
  CO_OWNER: [...ABILITIES],
  COLLABORATOR: [...EDITING, 'share'],
  EDITOR: EDITING,
  WEB_EDITOR: [['folders', 'see'], EDITING],
  VIEWER: ['folders', 'see', 'preview', 'read'],
  PREVIEWER: [
    ['folders', 'see'],
    ['folders', 'see', 'preview'],
  ],
  UPLOADER: ['folders', 'add'],
}
const isPair = (able: Ability[] | [Ability[], Ability[]]): able is [Ability[], Ability[]] =>
  Array.isArray(able[0])
const abilitiesOf = (role: Role, web: boolean): Ability[] => {
  const able = ABLE[role]
  return isPair(able) ? able[web ? 1 : 0] : able
}

const all = (needed: Ability[], ...names: string[]) => names.map((name) => [name, needed] as const)
/** What each operation on files asks for. */
const NEEDED: Record<string, Ability[]> = Object.fromEntries([
  ...all(['folders'], 'get_root', 'list_root_children', 'get_folder', 'list_folder_children'),
  ...all(['folders'], 'find_position'),
  ...all(['see'], 'get_file', 'list_file_revisions', 'get_revision', 'list_changes', 'list_history'),
  ...all(['see'], 'list_deleted', 'get_timeline', 'list_root_actors', 'get_file_safety', 'get_folder_safety'),
  ...all(['see'], 'compare_states', 'search_root', 'list_modified_since', 'get_snapshot', 'get_entries'),
  ...all(['preview'], 'view_file', 'get_thumbnail'),
  ...all(['read'], 'download_file', 'download_root', 'download_folder', 'download_revision', 'view_revision'),
  ...all(['read'], 'get_chunk', 'list_revision_chunks', 'order_zip', 'get_contents'),
  ...all(['add'], 'upload_to_root', 'upload_to_folder', 'create_folder_in_root', 'create_folder_in_folder'),
  ...all(['add'], 'check_names', 'ensure_folders'),
  ...all(['write'], 'rename_file', 'rename_folder', 'move_file', 'move_folder', 'upload_revision'),
  ...all(['write'], 'restore_file', 'restore_folder', 'restore_revision'),
  ...all(['read', 'write'], 'copy_file', 'copy_folder', 'find_missing_chunks', 'put_chunk', 'commit_chunks'),
  ...all(['read', 'write'], 'apply_batch', 'put_chunks'),
  ...all(['delete'], 'delete_file', 'delete_folder', 'apply_bulk'),
  ...all(['write', 'delete'], 'restore_state', 'undo_changes'),
  ...all(['lock'], 'lock_file', 'unlock_file', 'lock_folder', 'unlock_folder', 'lock_root', 'unlock_root'),
  ...all(['share'], 'share_file', 'share_folder'),
  ...all(['manage'], 'list_file_sharelinks', 'list_folder_sharelinks'),
  ...all(['manage'], 'get_root_reach', 'get_file_reach', 'get_folder_reach'),
  ...all(['manage'], 'purge_file', 'purge_folder', 'trim_revisions', 'delete_revision'),
])

const WAYS = ['directly', 'through groups', 'from outside', 'while only invited'] as const
type Way = (typeof WAYS)[number]

interface Member {
  way: Way
  role: Role
  someone: Someone
}

const ON_FILES = OPERATIONS.filter(({ path }) => path.startsWith('/api/2/files/'))
const CONTENT = chunkNamed(undefined)
/** The second stack runs the same statements: each member asks it for one operation in so many, so that someone of every role asks for each. */
const ONE_IN = rounds(16, 1)

describe('the roles of team shares', () => {
  it('are known for every operation on files', () =>
    assert.deepEqual(
      ON_FILES.map(({ name }) => name).filter((name) => !(name in NEEDED)),
      [],
    ))
})

for (const stack of STACKS)
  describe(`a team share on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let keeper: Someone
    let share: RootId
    let common: Ids
    const members: Member[] = []
    let made = 0

    /** A file in the share, with an earlier revision where one is of interest. */
    async function newFile(revised: boolean): Promise<Ids> {
      const name = `file ${++made}.txt`
      const file = { name, bytes: new Blob([CONTENT]) }
      const { id, revision_id } = await keeper.call(files.uploadToRoot, { root_id: share, file })
      if (!revised) return { file_id: id, revision_id }
      const later = { name, bytes: new Blob([name]) }
      await keeper.call(uploadRevision, { root_id: share, file_id: id, file: later })
      return { file_id: id, revision_id }
    }

    async function newFolder(): Promise<Ids> {
      const name = `folder ${++made}`
      return { folder_id: (await keeper.call(files.createFolderInRoot, { root_id: share, name })).id }
    }

    /** What a change may use up is made for it; what is only read is there for all. */
    async function itemsFor({ name, method, path }: AnyOperation): Promise<Ids> {
      if (method === 'GET') return common
      const ids: Ids = {
        ...common,
        ...(path.includes('{file_id}') && (await newFile(path.includes('/revision')))),
        ...(path.includes('{folder_id}') && (await newFolder())),
      }
      const root_id = share
      if (name === 'purge_file')
        await keeper.call(files.deleteFile, { root_id, file_id: ids.file_id as never })
      if (name === 'purge_folder')
        await keeper.call(files.deleteFolder, { root_id, folder_id: ids.folder_id as never })
      return ids
    }

    /** Others are to meet no locks, and the first file, which is the one that many are done with. */
    async function putRight({ name }: AnyOperation, ids: Ids): Promise<void> {
      const named = { root_id: share, file_id: ids.file_id as never, folder_id: ids.folder_id as never }
      if (name === 'apply_bulk') await keeper.call(restoreFile, named)
      if (name === 'lock_root') await keeper.call(locks.unlockRoot, named)
      if (name === 'lock_file') await keeper.call(locks.unlockFile, named)
      if (name === 'lock_folder') await keeper.call(locks.unlockFolder, named)
    }

    async function join(way: Way, role: Role, elsewhere: OrganizationId): Promise<Member> {
      const inside = way === 'directly' || way === 'through groups'
      return { way, role, someone: await world.person({ organizationId: inside ? home : elsewhere }) }
    }

    async function nestedGroup(boss: Someone, id: PersonId): Promise<GroupId> {
      const group = async (lists: object) =>
        (await boss.call(createGroup, { company_id: home, name: `group ${++made}`, ...lists })).id
      const inner = await group({ members: [id] })
      return group({ member_groups: [await group({ member_groups: [inner] })] })
    }

    before(async () => {
      home = await world.organization({
        user_purge_deleted: true,
        user_trim_revisions: true,
        user_lock_files: true,
      })
      const elsewhere = await world.organization()
      const boss = await world.person({ organizationId: home, siteAdmin: true })
      keeper = await world.person({ organizationId: home })
      for (const way of WAYS) for (const role of ROLES) members.push(await join(way, role, elsewhere))
      const of = (way: Way) => members.filter((member) => member.way === way)
      const groups = []
      for (const { role, someone } of of('through groups'))
        groups.push([await nestedGroup(boss, someone.id), 'web', role] as [GroupId, 'web', Role])
      const { id } = await boss.call(createShare, {
        organization_id: home,
        name: 'Plans',
        subscribers: [
          [keeper.id, 'all', 'CO_OWNER'],
          ...of('directly').map(({ role, someone }) => [someone.id, 'web', role] as [PersonId, 'web', Role]),
        ],
        group_subscribers: groups,
        external_subscribers: [...of('from outside'), ...of('while only invited')].map(
          ({ role, someone }) => [someone.email, role] as [string, Role],
        ),
      })
      share = id
      for (const { someone } of of('from outside'))
        await someone.call(acceptInvitation, { person_id: someone.id, root_id: share })
      const sha256 = createHash('sha256').update(CONTENT).digest('hex')
      common = { root_id: share, sha256, ...(await newFile(true)), ...(await newFolder()) }
    })

    async function outcomeOf(op: AnyOperation, ids: Ids, headers: Record<string, string>): Promise<number> {
      const [rule] = [ACCESS_RULES[op.name] ?? []].flat()
      // To set back all is for the policy to allow; the file that is there for all was made by the first change.
      const named = (name: string) =>
        op.path.includes(`{${name}}`) || (op.name === 'restore_state' && name === 'file_id')
      const sent = Object.fromEntries(Object.entries(ids).filter(([name]) => named(name)))
      const response = await send(world, op, sent, rule ?? {}, headers)
      await response.arrayBuffer()
      return response.status
    }

    async function faultsOf(member: Member, able: Ability[], web: boolean): Promise<string[]> {
      const { role, someone } = member
      const oneIn = stack === STACKS[0] ? 1 : ONE_IN
      const first = members.indexOf(member)
      const headers = web ? await webHeaders(world, someone.email) : someone.bearer
      const faults: string[] = []
      for (const op of ON_FILES.filter((_, n) => (n + first) % oneIn === 0)) {
        const may = NEEDED[op.name]?.every((ability) => able.includes(ability)) ?? false
        const ids = may ? await itemsFor(op) : common
        const status = await outcomeOf(op, ids, headers)
        const [rule] = [ACCESS_RULES[op.name] ?? []].flat()
        if (status !== (may ? (rule?.success ?? 200) : 403)) faults.push(`${op.name} by ${role}: ${status}`)
        if (may) await putRight(op, ids)
      }
      return faults
    }

    for (const way of WAYS)
      it(`lets those who take part ${way} do what their roles say`, async () => {
        const faults: string[] = []
        for (const member of members.filter((one) => one.way === way)) {
          const able = way === 'while only invited' ? [] : abilitiesOf(member.role, false)
          faults.push(...(await faultsOf(member, able, false)))
        }
        assert.deepEqual(faults, [])
      })

    it('lets those who work in a browser do what their roles say', async () => {
      const faults: string[] = []
      for (const member of members.filter(({ way }) => way === 'directly'))
        faults.push(...(await faultsOf(member, abilitiesOf(member.role, true), true)))
      assert.deepEqual(faults, [])
    })

    it('can be managed by co-owners, from outside too, and by no other role', async () => {
      const faults: string[] = []
      for (const { way, role, someone } of members) {
        const asked = someone.call(getShareSubscribers, { organization_id: home, root_id: share })
        const outcome = await asked.then(
          () => 200,
          (error) => error.status,
        )
        const may = role === 'CO_OWNER' && way !== 'while only invited'
        if (outcome !== (may ? 200 : 403)) faults.push(`${role} ${way}: ${outcome}`)
      }
      assert.deepEqual(faults, [])
    })

    it('leaves all counters right', () => checkInvariants(world.service.ctx.db.read))
  })
