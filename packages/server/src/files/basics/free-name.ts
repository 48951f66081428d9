import { MAX_NAME_BYTES } from '@holdfast/api/files/names'
import type { RootId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import { findByName } from '../../records/entries.ts'
import { nameKey } from '../../records/names.ts'
import { holdRoot } from '../../records/roots.ts'

const MOST_TRIES = 1000

/** A name like the one given that no live item of the folder has: `plan (2).txt`. The root's row must be held. */
export async function freeName(tx: Tx, rootId: RootId, parentId: ParentId, name: string): Promise<string> {
  const isFree = async (candidate: string) =>
    !(await findByName(tx, { rootId, parentId, nameKey: nameKey(candidate) }))
  for (let number = 1; number <= MOST_TRIES; number++) {
    const candidate = number === 1 ? name : numberedName(name, number)
    if (await isFree(candidate)) return candidate
  }
  // Each change has another number, so this one is free unless someone saw to the contrary.
  const { seq } = await holdRoot(tx, rootId)
  const unlikely = numberedName(name, MOST_TRIES + seq)
  return (await isFree(unlikely)) ? unlikely : fail('name_conflict')
}

/** The number stands before the extension; what is too long for both gives way in the middle. */
export function numberedName(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  const mark = ` (${number})`
  let stem = [...name.slice(0, name.length - extension.length)]
  while (Buffer.byteLength(stem.join('') + mark + extension) > MAX_NAME_BYTES && stem.length > 1)
    stem = stem.slice(0, -1)
  return (stem.join('').trimEnd() + mark + extension).normalize('NFC')
}
