import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import * as locks from '@holdfast/api/files/file-locks'
import * as api from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { ACCESS_RULES } from '@holdfast/server/testkit/people/access-rules'
import { send } from '@holdfast/server/testkit/people/any-request'
import { chunkNamed } from '@holdfast/server/testkit/people/cast'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { OPERATIONS } from '../../http/app.ts'

/** What an item can have become; the requested file and folder are in another folder. */
const STATES = [
  'live',
  'deleted',
  'in a deleted folder',
  'locked by another',
  'in a folder locked by another',
  'in a root locked by another',
  'in a backup',
  'in a deleted root',
] as const
type State = (typeof STATES)[number]
/** The code of a refusal, or that it is done. */
type Outcome = string
type Outcomes = Record<State, Outcome>

const DONE = 'done'
/** The bytes that a chunk is sent with, whose hash nobody knows. */
const CONTENT = chunkNamed(undefined)
const SHA256 = createHash('sha256').update(CONTENT).digest('hex')
const everywhere = (outcome: Outcome): Outcomes => ({
  ...(Object.fromEntries(STATES.map((state) => [state, outcome])) as Outcomes),
  'in a deleted root': 'root_deleted',
})
const whenDeleted = (outcome: Outcome) => ({ deleted: outcome, 'in a deleted folder': outcome })
const whenLocked = {
  'locked by another': 'resource_locked',
  'in a folder locked by another': 'resource_locked',
  'in a root locked by another': 'resource_locked',
}
const READS = everywhere(DONE)
const REMOVES = { ...READS, ...whenLocked }
const LOCKS = { ...REMOVES, ...whenDeleted('not_found') }
const CHANGES = { ...LOCKS, 'in a backup': 'forbidden' }
const ADDS_TO_ROOT = {
  ...READS,
  'in a root locked by another': 'resource_locked',
  'in a backup': 'forbidden',
}

const PURGES = { ...everywhere('invalid_request'), ...whenDeleted(DONE) }

/** Of what comes before a file and belongs to none. */
const WRITES = { ...READS, 'in a backup': 'forbidden' }

/** Of what is not deleted there is nothing to restore. */
const RESTORES = { ...READS, 'in a backup': 'forbidden' }
/** To the top level of the root; what is copied is only read. */
const COPIES = { ...ADDS_TO_ROOT, ...whenDeleted('not_found') }

/** A lock keeps nobody from sharing, who only lets others look. What is deleted leads nobody there. */
const SHARES = { ...READS, ...whenDeleted('not_found') }

/** A whole root, to its first change. */
const REVERTS = { ...READS, ...whenLocked, 'in a backup': 'forbidden' }

/** What becomes of each operation on files, asked for by the owner of the root. */
const OUTCOMES: Record<string, Outcomes> = {
  get_root: READS,
  list_root_children: READS,
  upload_to_root: ADDS_TO_ROOT,
  create_folder_in_root: ADDS_TO_ROOT,
  lock_root: { ...READS, ...whenLocked },
  unlock_root: READS,
  list_changes: READS,
  list_deleted: READS,
  get_snapshot: READS,
  get_entries: READS,
  // Of a file that is not there, which is said of it alone.
  get_contents: READS,
  // Sent for an epoch that never was; what its changes come to is tested one by one.
  apply_batch: { ...everywhere('cursor_reset'), 'in a backup': 'forbidden' },
  // Of an item that is not there, which is said of it alone.
  apply_bulk: READS,
  download_root: READS,
  download_folder: READS,
  order_zip: READS,
  get_folder: READS,
  list_folder_children: READS,
  find_position: READS,
  upload_to_folder: CHANGES,
  check_names: CHANGES,
  ensure_folders: CHANGES,
  create_folder_in_folder: CHANGES,
  delete_folder: REMOVES,
  rename_folder: CHANGES,
  move_folder: CHANGES,
  lock_folder: LOCKS,
  unlock_folder: READS,
  get_file: READS,
  download_file: READS,
  view_file: READS,
  // The file is no picture.
  get_thumbnail: everywhere('not_found'),
  delete_file: REMOVES,
  rename_file: CHANGES,
  move_file: CHANGES,
  lock_file: LOCKS,
  unlock_file: READS,
  list_file_revisions: READS,
  get_revision: READS,
  download_revision: READS,
  view_revision: READS,
  upload_revision: CHANGES,
  restore_revision: CHANGES,
  share_file: SHARES,
  share_folder: SHARES,
  get_file_safety: READS,
  get_folder_safety: READS,
  get_root_reach: READS,
  get_folder_reach: SHARES,
  get_file_reach: SHARES,
  list_file_sharelinks: SHARES,
  list_folder_sharelinks: SHARES,
  search_root: READS,
  list_modified_since: READS,
  list_history: READS,
  compare_states: READS,
  get_timeline: READS,
  list_root_actors: READS,
  restore_state: REVERTS,
  // The first change made a folder with something newer in it.
  undo_changes: RESTORES,
  find_missing_chunks: WRITES,
  put_chunk: WRITES,
  put_chunks: WRITES,
  commit_chunks: ADDS_TO_ROOT,
  get_chunk: READS,
  list_revision_chunks: READS,
  restore_file: RESTORES,
  restore_folder: RESTORES,
  copy_file: COPIES,
  copy_folder: COPIES,
  purge_file: PURGES,
  purge_folder: PURGES,
  trim_revisions: REMOVES,
  // The newest one cannot be removed.
  delete_revision: { ...everywhere('invalid_request'), ...whenLocked },
}

const ON_FILES = OPERATIONS.filter(({ path }) => path.startsWith('/api/2/files/'))

/** What changes the whole root comes when all others have met it as it was. */
const OF_ALL = ['restore_state', 'unlock_root']
const IN_ORDER = ON_FILES.toSorted((a, b) => OF_ALL.indexOf(a.name) - OF_ALL.indexOf(b.name))

/** The second stack runs the same statements: it is asked for one operation in so many, in each state for others. */
const ONE_IN = rounds(4, 1)

describe('the states of items', () => {
  it('have an outcome for every operation on files', () =>
    assert.deepEqual(
      ON_FILES.map(({ name }) => name).filter((name) => !(name in OUTCOMES)),
      [],
    ))
})

for (const stack of STACKS)
  describe(`items in every state on ${stack.name}`, () => {
    const world = useWorld(stack)

    /** Items of their own for each operation that changes what others would meet. */
    async function make(other: Someone, state: State, n: number) {
      const root_id = other.rootId
      const outer = await other.call(api.createFolderInRoot, { root_id, name: `outer ${n}` })
      const inner = await other.call(api.createFolderInFolder, {
        root_id,
        folder_id: outer.id,
        name: 'inner',
      })
      const file = await other.upload('file.txt', CONTENT, outer.id)
      const [file_id, folder_id] = [file.id, inner.id]
      await bring(other, state, { root_id, outer: outer.id, file_id, folder_id })
      return { root_id, file_id, folder_id, revision_id: file.revision_id, sha256: SHA256 }
    }

    async function bring(
      other: Someone,
      state: State,
      {
        root_id,
        outer,
        file_id,
        folder_id,
      }: { root_id: RootId; outer: EntryId; file_id: EntryId; folder_id: EntryId },
    ): Promise<void> {
      switch (state) {
        case 'deleted':
          await other.call(api.deleteFile, { root_id, file_id })
          await other.call(api.deleteFolder, { root_id, folder_id })
          break
        case 'in a deleted folder':
          await other.call(api.deleteFolder, { root_id, folder_id: outer })
          break
        case 'locked by another':
          await other.call(locks.lockFile, { root_id, file_id })
          await other.call(locks.lockFolder, { root_id, folder_id })
          break
        case 'in a folder locked by another':
          await other.call(locks.lockFolder, { root_id, folder_id: outer })
          break
        case 'in a root locked by another':
          await other.call(locks.lockRoot, { root_id })
      }
    }

    const oneIn = stack === STACKS[0] ? 1 : ONE_IN

    for (const [turn, state] of STATES.entries())
      it(`${state} let through what they may`, async () => {
        const [owner, other] = [await world.person(), await world.person()]
        const untouched = await make(other, state, -1)
        const items = []
        for (const op of IN_ORDER.filter((_, n) => (n + turn) % oneIn === 0)) {
          const changes = op.method !== 'GET' && OUTCOMES[op.name]?.[state] === DONE
          items.push({ op, ids: changes ? await make(other, state, items.length) : untouched })
        }
        await world.changeRoot(other.rootId, {
          person_id: owner.id,
          ...(state === 'in a backup' && { root_type: 'backup' }),
          ...(state === 'in a deleted root' && { deleted_at: world.clock.now() }),
        })
        const faults: string[] = []
        for (const { op, ids } of items) {
          const [rule] = [ACCESS_RULES[op.name] ?? []].flat()
          const inPath = Object.fromEntries(
            Object.entries(ids).filter(([name]) => op.path.includes(`{${name}}`)),
          )
          const response = await send(world, op, inPath, rule ?? {}, owner.bearer)
          const outcome = response.status < 400 ? DONE : ((await response.json()) as { error: string }).error
          if (!response.bodyUsed) await response.body?.cancel()
          const right = OUTCOMES[op.name]?.[state]
          if (outcome !== right) faults.push(`${op.name}: ${outcome} in place of ${right}`)
        }
        assert.deepEqual(faults, [])
      })
  })
