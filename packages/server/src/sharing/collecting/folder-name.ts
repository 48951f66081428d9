import {
  isAgentName,
  MAX_NAME_BYTES,
  storedName,
  whyInvalidName,
  withoutForbidden,
} from '@holdfast/api/files/names'
import type { RootId } from '@holdfast/api/ids'
import { freeName } from '../../files/basics/free-name.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import { findByName } from '../../records/entries.ts'
import { nameKey } from '../../records/names.ts'

/** Room for a number behind the name. */
const MOST_BYTES = MAX_NAME_BYTES - 8
const MOST_TRIES = 1000
/** For names of which nothing is left. Not translated: it is stored. */
const NAMELESS = 'Sender'

/** What a folder of someone is called: their name, as far as every device can hold it. */
export function folderNameFor(name: string): string {
  const plain = withoutForbidden(storedName(name))
  let letters = [...plain.replace(/\s+/gu, ' ').trim()]
  while (Buffer.byteLength(letters.join('')) > MOST_BYTES) letters = letters.slice(0, -1)
  // A leading dot would hide the folder on most devices.
  const isBare = (letter: string) => letter === '.' || letter === ' '
  const first = letters.findIndex((letter) => !isBare(letter))
  const last = letters.findLastIndex((letter) => !isBare(letter))
  const cut = letters.slice(Math.max(first, 0), last + 1).join('')
  const safe = whyInvalidName(cut) === undefined ? cut : `${NAMELESS} ${cut}`.trim()
  return isAgentName(safe) ? NAMELESS : safe
}

/** As `freeName`, with the number at the end: what follows a dot in a person's name is no extension. */
export async function freeFolderName(
  tx: Tx,
  rootId: RootId,
  parentId: ParentId,
  name: string,
): Promise<string> {
  for (let number = 1; number <= MOST_TRIES; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`
    if (!(await findByName(tx, { rootId, parentId, nameKey: nameKey(candidate) }))) return candidate
  }
  return freeName(tx, rootId, parentId, name)
}
