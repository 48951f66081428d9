import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import * as places from '@holdfast/api/files/file-places'
import * as tree from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import { restoreState } from '@holdfast/api/files/history'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Db } from '../../src/platform/db/database.ts'
import type { Someone } from '../servers/world.ts'
import { InRoot } from './in-root.ts'
import type { Worker } from './killed-server.ts'
import { readTrees, type TopItem } from './trees.ts'

interface State {
  as_of: string
  live: Record<string, string>
}

/** Changes much below a folder in every way; gives what was before, and what is after. */
export async function twoStates(
  who: Someone,
  db: Db,
  root_id: RootId,
  folder_id: EntryId,
): Promise<[State, State]> {
  const state = async (): Promise<State> => {
    const { seq_before } = await who.call(restoreState, { root_id, as_of: '0', dry_run: true })
    return { as_of: String(seq_before), live: liveOf(await readTrees(db, root_id)) }
  }
  const before = await state()
  const { children = [] } = await who.call(api.getFolder, { root_id, folder_id })
  const [one, two, three, four] = children.map(({ id }) => id) as [EntryId, EntryId, EntryId, EntryId]
  await who.call(places.renameFolder, { root_id, folder_id: one, name: 'renamed' })
  await who.call(api.deleteFolder, { root_id, folder_id: two })
  await who.call(tree.copyFolder, { root_id, folder_id, name: 'another' })
  await who.call(places.moveFolder, { root_id, folder_id: three })
  const inside = await who.call(api.getFolder, { root_id, folder_id: four })
  for (const { id, type, name } of inside.children ?? [])
    if (type === 'file')
      await who.call(uploadRevision, {
        ...{ root_id, file_id: id, file: { name, bytes: new Blob([`another ${name}`]) } },
      })
  return [before, await state()]
}

const liveOf = (tops: readonly TopItem[]): State['live'] =>
  Object.fromEntries(
    tops
      .filter(({ deleted }) => !deleted)
      .flatMap(({ name, items }) => Object.entries(items).map(([path, what]) => [name + path, what])),
  )

/** Sets a root back to one of two states, and then to the other. */
export class SetBack extends InRoot implements Worker {
  readonly #states: [State, State]
  #present: 0 | 1 = 1

  constructor(states: [State, State], ...where: ConstructorParameters<typeof InRoot>) {
    super(...where)
    this.#states = states
  }

  get #other(): 0 | 1 {
    return this.#present === 0 ? 1 : 0
  }

  async turn(): Promise<void> {
    const { as_of } = this.#states[this.#other]
    const wish = { root_id: this.rootId, as_of }
    const { skipped, restored } = await this.server.ask('rollback', () => this.who.call(restoreState, wish))
    assert.ok(skipped === 0 && restored > 0)
    this.#present = this.#other
  }

  async check(): Promise<void> {
    const live = liveOf(await this.trees())
    if (isDeepStrictEqual(live, this.#states[this.#other].live)) this.#present = this.#other
    assert.deepEqual(live, this.#states[this.#present].live)
  }
}
