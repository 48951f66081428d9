import { fail } from '../errors.ts'
import type { EntryKind } from '../platform/db/tables/files.ts'

export const MAX_NAME_BYTES = 255

// Every supported device must be able to hold every name, so the strictest file system's rules bind all.
// C0 and C1 controls, what Windows forbids, and the marks that turn the direction of text and so disguise names.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/u
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i

/** The name as it is stored. Throws `invalid_name` or, for a folder, `name_too_long`. */
export function checkedName(given: string, kind: EntryKind): string {
  const name = given.normalize('NFC')
  const reason = whyInvalid(name)
  if (reason) fail('invalid_name', reason)
  if (Buffer.byteLength(name) > MAX_NAME_BYTES)
    fail(
      kind === 'folder' ? 'name_too_long' : 'invalid_name',
      `A name can have at most ${MAX_NAME_BYTES} bytes.`,
    )
  return name
}

function whyInvalid(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'A name must be something other than dots.'
  if (!name.isWellFormed()) return 'The name is not valid Unicode.'
  const found = FORBIDDEN.exec(name)?.[0]
  if (found) return `A name cannot contain ${describe(found)}.`
  if (/[. ]$/.test(name)) return 'A name cannot end in a dot or a space.'
  if (DEVICE.test(name)) return 'Windows reserves this name for a device.'
  return undefined
}

const describe = (character: string): string =>
  /^[\x21-\x7e]$/.test(character)
    ? character
    : `the character U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Two names with one key cannot live in one folder. */
export const nameKey = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/** Senders put whole paths into the file name; only what follows the last slash of either kind counts. */
export const baseName = (filename: string): string =>
  filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1)

/** Throws `invalid_extension` when the organization refuses this kind of file, by its last or a compound extension. */
export function checkExtension(name: string, excluded: string): void {
  const refused = parseExtensions(excluded)
  const lower = name.toLowerCase()
  for (let dot = lower.indexOf('.'); dot !== -1; dot = lower.indexOf('.', dot + 1)) {
    const extension = lower.slice(dot)
    if (refused.has(extension))
      fail('invalid_extension', `The organization does not allow ${extension} files (excluded_extensions).`)
  }
}

const parsed = new Map<string, ReadonlySet<string>>()

function parseExtensions(list: string): ReadonlySet<string> {
  let set = parsed.get(list)
  if (!set) {
    set = new Set(
      list
        .split(',')
        .map((extension) => extension.trim().toLowerCase())
        .filter(Boolean),
    )
    if (parsed.size > 1000) parsed.clear()
    parsed.set(list, set)
  }
  return set
}
