import type { ensureFolders as operation } from '@holdfast/api/files/upload-checks'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { ResultOf } from '@holdfast/api/operation'
import type { Instant } from '@holdfast/api/time'
import { authorizeContainer, type ContainerAccess } from '../../access/authorize.ts'
import { ApiError, reasonOf, refuse } from '../../errors.ts'
import { inStep } from '../../platform/basics/asking.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findByName } from '../../records/entries.ts'
import { failTaken } from '../../records/name-taken.ts'
import { checkedItemName, nameKey } from '../../records/names.ts'
import { holdRoot, takeSeq } from '../../records/roots.ts'
import { tellFoldersTogether, type Way } from '../../records/touch-folders.ts'
import { authorizeLiveContainer, containerPath, foldersOf } from '../basics/authorize-change.ts'
import { checkDepth } from '../basics/check-depth.ts'
import { checkUnlocked } from '../basics/check-unlocked.ts'
import { makeFolder } from '../basics/make-folder.ts'
import { recordTogether } from '../basics/record-together.ts'
import { nameIn } from './create-folder.ts'

const MOST_FOLDERS = 5000
/** Of one transaction: who writes waits for its end, on SQLite in any root. */
const NAMES_TOGETHER = 200

type Result = ResultOf<typeof operation>

/**
 * Makes the folders of a tree that are not there yet. Many are made in steps, each of some paths and an operation of its own:
 * others may write in between, and anyone who is cut off asks again for all of it.
 */
export async function ensureFolders(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  paths: readonly string[],
): Promise<Result> {
  await authorizeContainer(ctx.db.read, who, path, 'FILE_ADD')
  if (paths.reduce((sum, one) => sum + namesOf(one).length, 0) > MOST_FOLDERS)
    refuse('paths', `expected: up to ${MOST_FOLDERS} names in total`)
  const results: Result['results'] = []
  let created = 0
  const steps = stepsOf(paths)
  for (const step of steps) {
    const make = () => ctx.db.write((tx) => ensureTogether(tx, who, path, step, ctx.now()))
    const made = await (steps.length === 1 ? make() : inStep(make)).catch((error) => {
      // What was made before stays, and is reported.
      if (results.length === 0) throw error
      return { results: step.map((one) => ({ path: one, id: null, ...refusal(error) })), created: 0 }
    })
    results.push(...made.results)
    created += made.created
  }
  return { results, created }
}

const namesOf = (path: string): string[] => path.split('/').filter(Boolean)

/** A path is there wholly, or what was there before, so none is divided. */
function stepsOf(paths: readonly string[]): string[][] {
  const steps: string[][] = [[]]
  let names = 0
  for (const path of paths) {
    if (names >= NAMES_TOGETHER) {
      steps.push([])
      names = 0
    }
    steps.at(-1)?.push(path)
    names += namesOf(path).length
  }
  return steps
}

async function ensureTogether(
  tx: Tx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  paths: readonly string[],
  at: Instant,
): Promise<Result> {
  await holdRoot(tx, path.rootId)
  const container = await authorizeLiveContainer(tx, who, path, 'FILE_ADD', at)
  recordTogether(tx, 'one operation')
  tellFoldersTogether(tx)
  const maker = new FolderMaker(tx, who, container, at)
  const results: Result['results'] = []
  for (const one of paths) {
    const made = await maker.make(namesOf(one)).catch(refusal)
    results.push({ path: one, id: null, ...made })
  }
  return { results, created: maker.created }
}

/** Nothing was written that a refusal would have to undo: what is in the way is looked for before. */
function refusal(error: unknown): Omit<Result['results'][number], 'path' | 'id'> {
  if (!(error instanceof ApiError)) throw error
  return { error: error.code, error_description: error.description, ...reasonOf(error) }
}

/** Where a path has come to: the folders, outermost first. */
interface Place {
  way: Way
  path: string
}
const idOf = ({ way }: Place): ParentId => way.at(-1)?.id ?? 0

/** Makes folders below one whose root is held. What several paths have in common is looked for once. */
class FolderMaker {
  created = 0
  readonly #tx: Tx
  readonly #who: Principal
  readonly #container: ContainerAccess
  readonly #at: Instant
  readonly #known = new Map<string, Place>()
  #firstSeq: number | undefined

  constructor(tx: Tx, who: Principal, container: ContainerAccess, at: Instant) {
    this.#tx = tx
    this.#who = who
    this.#container = container
    this.#at = at
  }

  async make(names: readonly string[]): Promise<{ id: EntryId }> {
    let place: Place = { way: foldersOf(this.#container), path: containerPath(this.#container) }
    // All of them before the first is made: a path is there wholly, or what was there before.
    const checked = names.map((name) => checkedItemName(name, 'folder', this.#container.root))
    if (checked.length === 0) refuse('paths', 'expected: at least one name')
    for (const name of checked) {
      const key = `${idOf(place)}/${nameKey(name)}`
      let next = this.#known.get(key) ?? (await this.#find(place, name))
      if (!next) {
        // What is in a folder that is new is new, too: with the last of them all fit.
        checkDepth(this.#container.root, foldersOf(this.#container).length + checked.length)
        next = await this.#add(place, name)
      }
      this.#known.set(key, next)
      place = next
    }
    return { id: idOf(place) as EntryId }
  }

  async #find(where: Place, name: string): Promise<Place | undefined> {
    const { root, permissions } = this.#container
    const { way, path } = where
    const place = { rootId: root.id, parentId: idOf(where), nameKey: nameKey(name) }
    const taken = await findByName(this.#tx, place)
    if (!taken) return undefined
    if (taken.kind === 'folder') {
      checkUnlocked(this.#who, { root, entry: taken }, this.#at)
      return { way: [...way, taken], path: `${path}/${taken.name}` }
    }
    return permissions.has('FILE_VIEW') ? failTaken(place, `${path}/${name} is a file.`) : undefined
  }

  async #add(where: Place, wanted: string): Promise<Place> {
    const [tx, who, at] = [this.#tx, this.#who, this.#at]
    const { way, path } = where
    const { root } = this.#container
    const name = await nameIn(tx, { ...this.#container, parentId: idOf(where) }, wanted)
    const seq = await takeSeq(tx, root.id)
    this.#firstSeq ??= seq
    const made = await makeFolder(tx, who, {
      ...{ root, way, name, seq, firstSeq: this.#firstSeq, at },
    })
    this.created++
    await recordActivity(tx, who, 'folder_created', { root, path: `${path}/${name}` }, at)
    return { way: [...way, made], path: `${path}/${name}` }
  }
}
