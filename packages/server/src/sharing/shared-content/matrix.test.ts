import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGuest } from '@holdfast/api/accounts/guests'
import { updatePerson } from '@holdfast/api/accounts/people'
import { createFolderInFolder, createFolderInRoot, deleteFolder } from '@holdfast/api/files/files'
import type { OrganizationId } from '@holdfast/api/ids'
import type { AnyOperation } from '@holdfast/api/operation'
import * as api from '@holdfast/api/sharing/links'
import * as content from '@holdfast/api/sharing/shared-content'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { ACCESS_RULES, type Case } from '@holdfast/server/testkit/people/access-rules'
import { send } from '@holdfast/server/testkit/people/any-request'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld, type World } from '@holdfast/server/testkit/servers/world'

type Need = 'link' | 'read' | 'drop' | 'add' | 'write' | 'delete'
/** What each operation asks for; `link`: to see the link itself, `drop`: to add a file to the shared folder. */
const NEEDED: Record<string, Need> = {
  get_sharelink: 'link',
  open_sharelink: 'link',
  create_folder_in_shared_root: 'add',
  create_folder_in_shared_folder: 'add',
  upload_to_shared_root: 'drop',
  upload_to_shared_folder: 'add',
  upload_shared_revision: 'write',
  delete_shared_file: 'delete',
  delete_shared_folder: 'delete',
}
const OPERATIONS = [api.getSharelink, ...Object.values(content)] as AnyOperation[]
const needOf = ({ name }: AnyOperation): Need => NEEDED[name] ?? 'read'

const STATES = [
  'public',
  'public to edit',
  'for uploads only',
  'private',
  'expired',
  'used up',
  'creator disabled',
  'of something deleted',
] as const
type State = (typeof STATES)[number]
const WHO = [
  'creator',
  'administrator',
  'reader',
  'writer',
  'deleter',
  'guest',
  'other subscriber',
  'colleague',
  'anyone',
] as const
type Who = (typeof WHO)[number]
type By = 'id' | 'hash'

/** The second stack runs the same statements: it is asked for one thing in so many, in every state by ever other callers. */
const ONE_IN = rounds(16, 1)

const SUBSCRIBED: readonly Who[] = ['reader', 'writer', 'deleter', 'guest']
const RIGHTS: Partial<Record<Who, Need[]>> = { writer: ['drop', 'add', 'write'], deleter: ['delete'] }

/** The status that the rules promise. */
function expected(state: State, who: Who, by: By, need: Need): number {
  const open = by === 'hash' && state !== 'private'
  const manages = who === 'creator' || who === 'administrator'
  if (!open && !manages && !SUBSCRIBED.includes(who)) return who === 'anyone' ? 401 : 403
  if (state === 'creator disabled' && who === 'creator') return 401
  if (['creator disabled', 'expired', 'of something deleted'].includes(state))
    return need === 'link' && manages ? 200 : 404
  if (need === 'link') return 200
  if (state === 'used up' && !manages) return 403
  if (state === 'for uploads only' && !manages) return need === 'drop' ? 200 : 403
  // Those who look after the files of others read them; a link that is open to all is open to them.
  if (who === 'creator' || need === 'read') return 200
  if (RIGHTS[who]?.includes(need)) return 200
  const editable = state === 'public to edit' || state === 'for uploads only'
  return editable && by === 'hash' && (need === 'add' || need === 'drop') ? 200 : 403
}

/** A link to a folder in one state, and those who come to it. */
class Scene {
  readonly world: World
  readonly callers = new Map<Who, Record<string, string>>()
  readonly hashes = new Map<Who, string>()
  creator!: Someone
  link!: api.FolderSharelink
  #folder!: number
  #made = 0

  constructor(world: World) {
    this.world = world
  }

  async set(state: State): Promise<void> {
    const { world } = this
    const organizationId = await world.organization()
    const boss = await world.person({ organizationId, siteAdmin: true })
    this.creator = await world.person({ organizationId })
    const { creator } = this
    const root = { root_id: creator.rootId }
    const folder = await creator.call(createFolderInRoot, { ...root, name: 'Shared' })
    this.#folder = folder.id
    const share = { ...root, folder_id: folder.id }
    this.link = await creator.call(api.shareFolder, {
      ...share,
      login_required: state === 'private',
      ...(state === 'public to edit' && { anon_edit: true }),
      upload_only: state === 'for uploads only',
    })
    const other = await creator.call(api.shareFolder, share)
    this.callers.set('anyone', {})
    this.callers.set('creator', creator.bearer)
    this.callers.set('administrator', boss.bearer)
    this.callers.set('colleague', (await world.person({ organizationId })).bearer)
    for (const who of ['reader', 'writer', 'deleter', 'other subscriber'] as const) {
      const person = await world.person({ organizationId })
      this.callers.set(who, person.bearer)
      await creator.call(api.addSharelinkSubscriber, {
        sharelink_id: who === 'other subscriber' ? other.id : this.link.id,
        subscriber_type: 'person',
        subscriber_id: person.id,
        write_access: who === 'writer',
        delete_access: who === 'deleter',
      })
    }
    await this.#addGuest(boss, organizationId)
    await this.#enter(state, boss)
  }

  async #addGuest(boss: Someone, company_id: OrganizationId): Promise<void> {
    const guest = await boss.call(createGuest, {
      company_id,
      email: `guest-${company_id}@example.test`,
      first_name: 'A',
      last_name: 'Guest',
      password: PASSWORD,
    })
    await this.creator.call(api.addSharelinkSubscriber, {
      sharelink_id: this.link.id,
      subscriber_type: 'guest',
      subscriber_id: guest.id,
    })
    const { body } = await this.world.token({
      grant_type: 'password',
      username: guest.email,
      password: PASSWORD,
    })
    this.callers.set('guest', { authorization: `Bearer ${body.access_token}` })
  }

  async #enter(state: State, boss: Someone): Promise<void> {
    const { creator, link } = this
    // What anyone is refused needs something to be refused for.
    await this.items()
    const folder = { root_id: creator.rootId, folder_id: this.#folder as never }
    if (state === 'of something deleted') await creator.call(deleteFolder, folder)
    if (state === 'creator disabled') await boss.call(updatePerson, { person_id: creator.id, active: false })
    const change =
      state === 'expired'
        ? { expires: '2026-01-14' }
        : state === 'used up'
          ? { download_limit: 1, times_downloaded: 1 }
          : undefined
    if (change)
      await this.world.service.ctx.db.write((tx) =>
        tx.updateTable('share_link').set(change).where('id', '=', link.id).execute(),
      )
  }

  #items: { file_id: number; folder_id: number } | undefined
  /** A file and a folder in the shared one; new ones for what uses them up. */
  async items(fresh = false): Promise<{ file_id: number; folder_id: number }> {
    if (this.#items && !fresh) return this.#items
    const n = ++this.#made
    const place = { root_id: this.creator.rootId, folder_id: this.#folder as never }
    const { id: folder_id } = await this.creator.call(createFolderInFolder, { ...place, name: `folder ${n}` })
    const { id: file_id } = await this.creator.upload(`file ${n}.txt`, 'text', this.#folder as never)
    this.#items ??= { file_id, folder_id }
    return { file_id, folder_id }
  }
}

describe('the matrix of links', () => {
  it('has every operation through a link', () =>
    assert.deepEqual(
      Object.keys(NEEDED).filter((name) => !OPERATIONS.some((op) => op.name === name)),
      [],
    ))
})

for (const stack of STACKS)
  describe(`a link on ${stack.name}`, () => {
    const world = useWorld(stack)
    const oneIn = stack === STACKS[0] ? 1 : ONE_IN
    for (const [turn, state] of STATES.entries()) {
      const scene = new Scene(world)
      for (const by of ['id', 'hash'] as const)
        it(`that is ${state} lets in by its ${by} those who may, for what they may`, async () => {
          if (by === 'id') await scene.set(state)
          const faults: string[] = []
          for (const [n, op] of OPERATIONS.entries())
            for (const who of WHO.filter((_, at) => (turn + n + at) % oneIn === 0)) {
              const need = needOf(op)
              const right = expected(state, who, by, need)
              // A folder is not shown, no matter who asks and however much of the link is left.
              const comesIn = expected(state === 'used up' ? 'public' : state, who, by, need) === 200
              const isNone = op.name === 'view_sharelink' && comesIn
              // Nor is there a thumbnail of a text.
              const wanted = isNone || (op.name === 'get_shared_thumbnail' && right === 200) ? 404 : right
              const ids = {
                sharelink_id: by === 'id' ? scene.link.id : scene.link.hash,
                ...(await scene.items(need === 'delete' && wanted === 200)),
              }
              const rule = [ACCESS_RULES[op.name] ?? assert.fail(op.name)].flat()[0] as Case
              const path = Object.fromEntries(
                Object.entries(ids).filter(([name]) => op.path.includes(`{${name}}`)),
              )
              const response = await send(world, op, path, rule, scene.callers.get(who))
              await response.arrayBuffer()
              if (response.status !== wanted)
                faults.push(`${op.name} by ${who}: ${response.status} in place of ${wanted}`)
              // Wrong hashes are counted for a minute.
              if (wanted === 401 || wanted === 404) world.clock.advance({ seconds: 3 })
            }
          assert.deepEqual(faults, [])
        })
    }
    it('leaves everything in order, whatever it was used for', () =>
      checkInvariants(world.service.ctx.db.read))
  })
