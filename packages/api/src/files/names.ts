/** Rules for the names of files and folders, which devices and servers must share to the letter. */

export const MAX_NAME_BYTES = 255

/** Folders inside each other, from the top of a root down; roots of backups have no such limit. */
export const MAX_DEPTH = 128
/** The `error_reason` of `invalid_name` where a folder would be deeper. */
export const TOO_DEEP = 'too_deep'

// Every supported device must be able to hold every name, so the strictest file system's rules bind all.
// C0 and C1 controls, what Windows forbids, and the marks that turn the direction of text and so disguise names.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/u
const EVERY_FORBIDDEN = new RegExp(FORBIDDEN, 'gu')
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i

/** Most names are: they have one form, and normalizing takes far longer than looking. */
const isPlain = (name: string): boolean => !/[^ -~]/.test(name)

/** The name as a server stores it. */
export const storedName = (given: string): string => (isPlain(given) ? given : given.normalize('NFC'))

/** Two names with one key cannot live in one folder. */
export const nameKey = (name: string): string =>
  isPlain(name) ? name.toLowerCase() : storedName(storedName(name).toUpperCase().toLowerCase())

/** What agents call their own files, in each folder that they keep. Only backups hold items with these names. */
export const AGENT_MARKER = '.holdfast-root'
export const AGENT_STAGING = '.holdfast-tmp'
/** The `error_reason` of `invalid_name` where a name is one of these, in whatever case. */
export const AGENT_NAME = 'agent_name'
export const isAgentName = (name: string): boolean =>
  name.startsWith('.') && [AGENT_MARKER, AGENT_STAGING].includes(nameKey(name))

/** Why no item can have this name, as a sentence; undefined where it can. Longer ones than `MAX_NAME_BYTES` are another matter. */
export function whyInvalidName(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'A name cannot be empty or only dots.'
  if (!name.isWellFormed()) return 'The name is not valid Unicode.'
  const found = FORBIDDEN.exec(name)?.[0]
  if (found) return `A name cannot contain ${describe(found)}.`
  if (/[. ]$/.test(name)) return 'A name cannot end in a dot or a space.'
  if (DEVICE.test(name)) return 'This name is reserved by Windows. Choose another one.'
  return undefined
}

/** What is wrong with a name, for those who tell people in their own words. */
export type NameFault = 'empty' | 'unicode' | 'characters' | 'end' | 'reserved'

/** All that is wrong with a name at once; none where `whyInvalidName` finds nothing. */
export function faultsInName(name: string): NameFault[] {
  if (name === '' || name === '.' || name === '..') return ['empty']
  const faults: Record<NameFault, boolean> = {
    empty: false,
    unicode: !name.isWellFormed(),
    characters: FORBIDDEN.test(name),
    end: /[. ]$/.test(name),
    reserved: DEVICE.test(name),
  }
  return (Object.keys(faults) as NameFault[]).filter((fault) => faults[fault])
}

/** The characters of a name that none can have, each once, as people are told of them. */
export const forbiddenInName = (name: string): string[] => [
  ...new Set(Array.from(name.match(EVERY_FORBIDDEN) ?? [], describeShort)),
]

/** What is left of a text when each character that no name can have is a space. */
export const withoutForbidden = (text: string): string => text.toWellFormed().replace(EVERY_FORBIDDEN, ' ')

const encoder = new TextEncoder()
export const isTooLong = (name: string): boolean =>
  name.length * 3 > MAX_NAME_BYTES && encoder.encode(name).length > MAX_NAME_BYTES

const isVisible = (character: string): boolean => /^[\x21-\x7e]$/.test(character)
const describe = (character: string): string =>
  isVisible(character) ? character : `the character ${describeShort(character)}`
const describeShort = (character: string): string =>
  isVisible(character)
    ? character
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** The extension by which a list such as `excluded_extensions` names this file: its last or a compound one. */
export function listedExtension(name: string, list: string): string | undefined {
  const listed = parseExtensions(list)
  const lower = name.toLowerCase()
  for (let dot = lower.indexOf('.'); dot !== -1; dot = lower.indexOf('.', dot + 1))
    if (listed.has(lower.slice(dot))) return lower.slice(dot)
  return undefined
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
