import {
  AGENT_NAME,
  isAgentName,
  isTooLong,
  listedExtension,
  MAX_NAME_BYTES,
  storedName,
  whyInvalidName,
} from '@holdfast/api/files/names'
import { fail } from '../errors.ts'
import type { EntryKind } from '../platform/db/tables/files.ts'
import type { RootRow } from './roots.ts'

export { nameKey } from '@holdfast/api/files/names'

/** The name as it is stored. Throws `invalid_name` or, for a folder, `name_too_long`. */
export function checkedName(given: string, kind: EntryKind): string {
  const name = storedName(given)
  const reason = whyInvalidName(name)
  if (reason) fail('invalid_name', reason)
  if (isTooLong(name))
    fail(
      kind === 'folder' ? 'name_too_long' : 'invalid_name',
      `The name is too long. Names can have up to ${MAX_NAME_BYTES} bytes.`,
    )
  return name
}

/** The same for an item of a root. */
export function checkedItemName(given: string, kind: EntryKind, root: Pick<RootRow, 'root_type'>): string {
  const name = checkedName(given, kind)
  checkNotAgents(name, root)
  return name
}

/** A device could not tell such an item from its own files. A backup has what is on a device, whatever it is called. */
export function checkNotAgents(name: string, { root_type }: Pick<RootRow, 'root_type'>): void {
  if (root_type !== 'backup' && isAgentName(name))
    fail('invalid_name', `“${name}” is reserved for the sync app. Use a different name.`, {
      error_reason: AGENT_NAME,
    })
}

/** Senders put whole paths into the file name; only what follows the last slash of either kind counts. */
export const baseName = (filename: string): string =>
  filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1)

/** Throws `invalid_extension` when the organization refuses this kind of file, by its last or a compound extension. */
export function checkExtension(name: string, excluded: string): void {
  const extension = listedExtension(name, excluded)
  if (extension !== undefined)
    fail('invalid_extension', `The organization does not allow ${extension} files (excluded_extensions).`)
}
