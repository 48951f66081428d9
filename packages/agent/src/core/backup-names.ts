import { isTooLong, MAX_NAME_BYTES, nameKey, storedName, whyInvalidName } from '@holdfast/api/files/names'
import { type RawName, shownName, textOf } from './backup-meta.ts'

/** SHA-256 of the bytes of a name, in hexadecimal. */
export type HashName = (raw: RawName) => string

/**
 * What the service calls an item of a disk: its own name, where the service can hold that and no other item of the folder
 * has its key; else something like it with the beginning of the hash of its bytes, so that it is the same every time.
 */
export function backupName(raw: RawName, isTaken: (key: string) => boolean, hashOf: HashName): string {
  const text = textOf(raw)
  if (text !== undefined && isPlain(text) && !isTaken(nameKey(text))) return text
  const hash = hashOf(raw)
  for (let digits = 8; digits < hash.length; digits += 8) {
    const name = safeName(raw, hash.slice(0, digits))
    if (!isTaken(nameKey(name))) return name
  }
  return safeName(raw, hash)
}

/** Whether the service gives a name back as it was. */
const isPlain = (text: string): boolean =>
  storedName(text) === text && whyInvalidName(text) === undefined && !isTooLong(text)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const REFUSED = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069/\\:*?"<>|\ufffd]/gu
/** Longer ones are no extensions. */
const EXTENSION = /^.+(\.[a-z0-9]{1,10})$/i

function safeName(raw: RawName, hash: string): string {
  const shown = storedName(shownName(raw)).replace(REFUSED, '_')
  const extension = EXTENSION.exec(shown)?.[1] ?? ''
  const end = `~${hash}${extension}`
  let begin = shown.slice(0, shown.length - extension.length)
  // Windows looks at what stands before the first dot.
  if (whyInvalidName(begin + end) !== undefined) begin = `_${begin}`
  while (encodedLength(begin + end) > MAX_NAME_BYTES) begin = [...begin].slice(0, -1).join('')
  return begin + end
}

const encoder = new TextEncoder()
const encodedLength = (text: string): number => encoder.encode(text).length
