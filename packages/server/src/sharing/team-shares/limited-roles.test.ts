import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { updatePerson } from '@holdfast/api/accounts/people'
import {
  createFolderInRoot,
  deleteFile,
  type File,
  getFolder,
  getRoot,
  listRootChildren,
  uploadToFolder,
  uploadToRoot,
} from '@holdfast/api/files/files'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import { createShare, type Role, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { webHeaders } from '@holdfast/server/testkit/browser/web-session'
import { TusCaller } from '@holdfast/server/testkit/content/tus'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const bytes = (text = 'text') => new Blob([text])

for (const stack of STACKS)
  describe(`someone with part of the rights in a share on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let keeper: Someone
    let someone: Someone
    before(async () => {
      home = await world.organization()
      keeper = await world.person({ organizationId: home })
      someone = await world.person({ organizationId: home })
    })

    async function shareFor(role: Role): Promise<RootId> {
      const subscribers: [Someone['id'], 'all', Role][] = [
        [keeper.id, 'all', 'CO_OWNER'],
        [someone.id, 'all', role],
      ]
      const { id } = await keeper.call(createShare, { organization_id: home, name: role, subscribers })
      return id
    }
    const add = (root_id: RootId, name: string, by = keeper): Promise<File> =>
      by.call(uploadToRoot, { root_id, file: { name, bytes: bytes() } })
    const folder = (root_id: RootId, name: string, by = keeper) =>
      by.call(createFolderInRoot, { root_id, name })

    it('is told what the policies of its root let it do there', async () => {
      const none = { max_file_size: 300, space_left: null, links_need_sign_in: false }
      const nothing = {
        ...{ may_roll_back: false, may_purge: false, may_trim: false, may_lock: false, may_link: false },
        ...{ preview: false, edit: false },
      }
      const rulesOf = async (who: Someone, root_id: RootId) => {
        const { rules } = await who.call(getRoot, { root_id, include_children: false, include_rules: true })
        const { excluded_extensions, ...rest } = rules ?? assert.fail()
        assert.match(excluded_extensions, /\.exe/)
        return rest
      }
      const space_left = DEFAULT_POLICY.space_quota
      const [viewer, editor, uploader] = [
        await shareFor('VIEWER'),
        await shareFor('EDITOR'),
        await shareFor('UPLOADER'),
      ]
      assert.deepEqual(await rulesOf(someone, viewer), { ...none, ...nothing, preview: true })
      assert.deepEqual(await rulesOf(someone, uploader), { ...none, ...nothing })
      const may = { ...none, ...nothing, preview: true, edit: true, space_left }
      assert.deepEqual(await rulesOf(someone, editor), may)
      assert.deepEqual(await rulesOf(keeper, editor), { ...may, may_lock: true, may_link: true })
      await add(editor, 'four bytes.txt')
      const policy = { ...DEFAULT_POLICY, web_preview_enabled: false, web_editor_enabled: false }
      const lenient = { user_rollback: true, user_purge_deleted: true, user_trim_revisions: true }
      await world.changeOrganization(home, {
        policy: JSON.stringify({ ...policy, ...lenient, user_lock_files: true, secure_shares: true }),
      })
      const changed = {
        ...may,
        space_left: space_left - 4,
        links_need_sign_in: true,
        preview: false,
        edit: false,
      }
      const working = { ...changed, may_lock: true, may_roll_back: true }
      assert.deepEqual(await rulesOf(someone, editor), working)
      assert.deepEqual(await rulesOf(keeper, editor), {
        ...{ ...working, may_link: true, may_purge: true, may_trim: true },
      })
      await world.changeOrganization(home, { policy: JSON.stringify(DEFAULT_POLICY) })
    })

    it('is told whom to ask: those who manage the share, by whatever way', async () => {
      const root_id = await shareFor('UPLOADER')
      const boss = await world.person({ organizationId: home, siteAdmin: true })
      const lead = await world.person({ organizationId: home })
      const gone = await world.person({ organizationId: home })
      const inner = await boss.call(createGroup, {
        ...{ company_id: home, name: 'Leads', members: [lead.id, gone.id] },
      })
      const outer = await boss.call(createGroup, {
        ...{ company_id: home, name: 'Offices', member_groups: [inner.id] },
      })
      await keeper.call(updateShareSubscribers, {
        ...{ organization_id: home, root_id },
        group_subscribers: [[outer.id, 'web', 'CO_OWNER']],
      })
      await boss.call(updatePerson, { person_id: gone.id, active: false })
      const asked = { root_id, include_children: false, include_managers: true }
      const managers = async () =>
        (await someone.call(getRoot, asked)).managers?.map(({ id }) => id).toSorted()
      assert.deepEqual(await managers(), [keeper.id, lead.id].toSorted())
      assert.ok(!('managers' in (await someone.call(getRoot, { root_id }))), 'only where it is asked for')
      const own = { ...asked, root_id: someone.rootId }
      assert.deepEqual((await someone.call(getRoot, own)).managers, [])
      const hidden = { ...DEFAULT_POLICY, user_find_people: false }
      await world.changeOrganization(home, { policy: JSON.stringify(hidden) })
      assert.deepEqual(await managers(), [], 'where people may not find each other')
      await world.changeOrganization(home, { policy: JSON.stringify(DEFAULT_POLICY) })
    })

    it('sees folders and nothing that tells of files, as an uploader', async () => {
      const root_id = await shareFor('UPLOADER')
      const { id: folder_id } = await folder(root_id, 'inbox')
      const look = async () => ({
        root: await someone.call(getRoot, { root_id, include_permissions: true }),
        folder: await someone.call(getFolder, { root_id, folder_id, include_ancestors: true }),
        pages: await Promise.all(
          (['name', 'modified', 'size'] as const).map((sort_by) =>
            someone.call(listRootChildren, { root_id, sort_by, page_size: 1, include_more: true }),
          ),
        ),
      })
      const empty = await look()
      assert.deepEqual(empty.root.permissions, ['FOLDER_VIEW', 'FILE_ADD'])
      assert.deepEqual(
        empty.root.children?.map(({ name }) => name),
        ['inbox'],
      )
      const { id: file_id } = await add(root_id, 'secret.txt')
      await keeper.call(uploadToFolder, { root_id, folder_id, file: { name: 'a.txt', bytes: bytes() } })
      // Hashes, totals, sizes and all else stay as they were.
      assert.deepEqual(await look(), empty)
      const { hash } = empty.root
      const again = await fetch(`${world.url}/api/2/files/${root_id}?hash=${hash}&include_permissions=true`, {
        headers: someone.bearer,
      })
      assert.equal(again.status, 304)
      await keeper.call(deleteFile, { root_id, file_id })
      assert.deepEqual(await look(), empty)
      await folder(root_id, 'more')
      const more = await look()
      assert.notEqual(more.root.hash, hash)
      assert.deepEqual(
        more.root.children?.map(({ name }) => name),
        ['inbox', 'more'],
      )
      assert.deepEqual([more.pages[0]?.total, more.pages[0]?.max_page], [2, 2])
    })

    it('adds files beside those it cannot see, and changes none of them, as an uploader', async () => {
      const root_id = await shareFor('UPLOADER')
      const hidden = await add(root_id, 'plan.txt')
      // Another name than it gave would tell that there is one of that name.
      const added = await add(root_id, 'plan.txt', someone)
      assert.deepEqual([added.name, added.path], ['plan.txt', '/plan.txt'])
      for (const on_conflict of ['error', 'rename', 'revision'] as const) {
        const made = await someone.call(uploadToRoot, {
          root_id,
          file: { name: 'PLAN.txt', bytes: bytes('mine') },
          on_conflict,
        })
        assert.notEqual(made.id, hidden.id)
        assert.equal(made.name, 'PLAN.txt')
      }
      assert.equal((await folder(root_id, 'plan.txt', someone)).name, 'plan (6).txt')
      const tus = new TusCaller({ url: world.url, bearer: someone.bearer, rootId: root_id })
      const path = await tus.begin({ filename: 'plan.txt' }, 4)
      assert.equal((await tus.patch(path, 0, Buffer.from('tus!'))).status, 204)
      // What it sees is in its way as everywhere.
      await folder(root_id, 'inbox', someone)
      const conflict = { status: 409, code: 'name_conflict' }
      await assert.rejects(folder(root_id, 'Inbox', someone), conflict)
      assert.equal((await add(root_id, 'inbox', someone)).name, 'inbox')
      const { children } = await keeper.call(getRoot, { root_id })
      const names = children?.map(({ name }) => name).toSorted()
      assert.equal(names?.length, 9)
      for (const name of ['plan (2).txt', 'plan (7).txt', 'inbox (2)']) assert.ok(names?.includes(name), name)
      const now = children?.find(({ id }) => id === hidden.id) as File | undefined
      assert.equal(now?.revision_id, hidden.revision_id)
    })

    it('looks at what a browser can show, and only there, as a previewer', async () => {
      const root_id = await shareFor('PREVIEWER')
      const [text, binary] = [await add(root_id, 'a.txt'), await add(root_id, 'a.bin')]
      const web = await webHeaders(world, someone.email)
      const ask = async (id: EntryId, how: string, headers: Record<string, string>) => {
        const response = await fetch(`${world.url}/api/2/files/${root_id}/${id}/${how}`, { headers })
        await response.arrayBuffer()
        return [response.status, response.headers.get('content-disposition')?.split(';')[0]]
      }
      assert.deepEqual(await ask(text.id, 'view', web), [200, 'inline'])
      assert.deepEqual((await ask(text.id, 'download', web))[0], 403)
      assert.deepEqual((await ask(text.id, 'view', someone.bearer))[0], 403)
      // A browser would save it.
      assert.deepEqual(await ask(binary.id, 'view', web), [403, undefined])
    })

    it('edits in the browser and looks on elsewhere, as a web editor', async () => {
      const root_id = await shareFor('WEB_EDITOR')
      const headers = await webHeaders(world, someone.email)
      const create = (by: Record<string, string>) =>
        world.post(`/api/2/files/${root_id}/create_folder`, { name: 'new' }, by)
      assert.equal((await create(someone.bearer)).status, 403)
      assert.equal((await create(headers)).status, 200)
      const { permissions } = await someone.call(getRoot, { root_id, include_permissions: true })
      assert.deepEqual(permissions, ['FILE_VIEW'])
    })
  })
