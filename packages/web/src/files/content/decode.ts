/** The bytes of a file as text, and what has to be known to write them again as they were. */
export interface Decoded {
  text: string
  /** Only this one is written by the editor: others would come back as something else. */
  isUtf8: boolean
  hasBom: boolean
  /** What ends most of its lines. */
  lineEnd: '\n' | '\r\n'
}

/** How much is looked at to tell text from the rest. */
const TOLD_BY = 64 * 1024

/** `isCut`: more follows, so that the last character may be there in part. Undefined where it is no text. */
export function decode(bytes: Uint8Array, isCut: boolean): Decoded | undefined {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
  const wideOther = bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
  const encoding = wide ?? wideOther
  if (encoding) return decoded(new TextDecoder(encoding).decode(bytes), false, true)
  if (bytes.subarray(0, TOLD_BY).includes(0)) return undefined
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
    return decoded(text, true, hasBom)
  } catch {
    return decoded(new TextDecoder('windows-1252').decode(bytes), false, false)
  }
}

const decoded = (text: string, isUtf8: boolean, hasBom: boolean): Decoded => {
  const ends = text.split('\n').length - 1
  const dosEnds = text.split('\r\n').length - 1
  return { text, isUtf8, hasBom, lineEnd: dosEnds * 2 > ends ? '\r\n' : '\n' }
}

/** An editor ends all lines alike; the file gets back what it had. */
export const encode = (text: string, { hasBom, lineEnd }: Pick<Decoded, 'hasBom' | 'lineEnd'>): string =>
  (hasBom ? '\ufeff' : '') + text.replaceAll(/\r\n|\r|\n/g, lineEnd)
