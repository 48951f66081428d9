import { createFolderInFolder, getRoot } from '@holdfast/api/files/files'
import { checkNames, ensureFolders, MAX_NAMES } from '@holdfast/api/files/upload-checks'
import type { EntryId } from '@holdfast/api/ids'
import { findConflicts, refusedBy } from '../../core/upload/checks.ts'
import type { Batch, Command, Event, Item, Reason, Theirs } from '../../core/upload/machine-types.ts'
import { ApiClientError, call } from '../../data/service/api.ts'
import { codeOf } from '../../data/service/errors.ts'
import { outcomeOf, reasonIn } from './senders/outcomes.ts'
import { theirsOf } from './senders/simple.ts'

const reasonOf = (error: unknown): Reason => {
  const outcome = outcomeOf(error)
  return outcome.kind === 'failed' ? outcome.reason : { code: 'unknown' }
}

const LONGEST_WAIT_MS = 30_000

/** Waits out cut lines and busy servers, and repeats what may be repeated. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let wait = 1000; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome.kind !== 'offline' && outcome.kind !== 'busy') throw error
      const ms = outcome.kind === 'busy' ? outcome.afterMs : wait
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
}

/** All that can be known before the first byte. */
export async function checkBatch(batch: Batch, items: readonly Item[]): Promise<Event> {
  const { root, folder } = batch.target
  try {
    const { rules } = await patiently(() =>
      call(getRoot, { root_id: root, include_children: false, include_rules: true }),
    )
    const refused = rules ? refusedBy(items, rules) : []
    const isRefused = new Set(refused.map(({ id }) => id))
    const fine = items.filter(({ id }) => !isRefused.has(id))
    const conflicts = await findConflicts(fine, folder, (at, names) => takenIn(batch, at, names))
    return { type: 'checked', batch: batch.id, refused, conflicts }
  } catch (error) {
    const reason = reasonOf(error)
    const refused = items.map(({ id }) => ({ id, reason }))
    return { type: 'checked', batch: batch.id, refused, conflicts: [] }
  }
}

async function takenIn(
  batch: Batch,
  folder: EntryId,
  names: readonly string[],
): Promise<Map<string, Theirs>> {
  const found = new Map<string, Theirs>()
  for (let at = 0; at < names.length; at += MAX_NAMES) {
    const some = names.slice(at, at + MAX_NAMES)
    const params = { root_id: batch.target.root, folder_id: folder, names: some }
    const { taken } = await patiently(() => call(checkNames, params))
    for (const one of taken) {
      const theirs = theirsOf(one)
      if (theirs) found.set(one.name, theirs)
    }
  }
  return found
}

/** Beside the folder that has the name: `Album (2)`, or the first number that is free. */
export async function makeFresh(batch: Batch, path: string): Promise<Event> {
  for (let number = 2; ; number++)
    try {
      const name = `${path} (${number})`
      const params = { root_id: batch.target.root, folder_id: batch.target.folder, name }
      const { id } = await patiently(() => call(createFolderInFolder, params))
      return { type: 'foldersMade', batch: batch.id, folders: [[path, id]], refused: [] }
    } catch (error) {
      if (codeOf(error) === 'name_conflict') continue
      return { type: 'foldersMade', batch: batch.id, folders: [], refused: [[path, reasonOf(error)]] }
    }
}

export async function makeFolders(
  batch: Batch,
  { at, under, paths }: Extract<Command, { do: 'makeFolders' }>,
): Promise<Event> {
  const made = { type: 'foldersMade', batch: batch.id } as const
  try {
    const params = { root_id: batch.target.root, folder_id: at, paths: [...paths] }
    const { results } = await patiently(() => call(ensureFolders, params))
    return {
      ...made,
      folders: results.flatMap(({ path, id }) => (id === null ? [] : [[under + path, id] as const])),
      refused: results.flatMap((one) =>
        one.id === null ? [[under + one.path, reasonIn(one)] as const] : [],
      ),
    }
  } catch (error) {
    if (!(error instanceof ApiClientError)) throw error
    return { ...made, folders: [], refused: paths.map((path) => [under + path, reasonOf(error)] as const) }
  }
}
