/** How the bytes of a list were read. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const MARKS: readonly (readonly [encoding: Encoding, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * The text of a list, as programs for tables save it: with a mark at its beginning, as UTF-8 without one, or in the code page of
 * Western Europe, which nothing but that is not UTF-8 tells.
 */
export function decodeList(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
  if (marked) return { text: new TextDecoder(marked).decode(bytes), encoding: marked }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}
