/**
 * The name of an item as a disk has it: any bytes but a slash and a zero, one character for each, so that nothing is lost
 * and names compare as bytes do.
 */
export type RawName = string

/** What a backup keeps of an item beside its content, and gives back. */
export interface KeptAttributes {
  /** Undefined where the item's name on the service, in UTF-8, is its name. */
  readonly raw?: RawName | undefined
  /** The lowest twelve bits: rights, and the three that stand before them. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** In nanoseconds since 1970. */
  readonly mtime: bigint
  /** A symbolic link: its content is where it leads to. */
  readonly link: boolean
}

/** Always the same text for the same attributes, so that texts can be compared. */
export function encodeAttributes({ raw, mode, uid, gid, mtime, link }: KeptAttributes): string {
  return JSON.stringify({
    ...(raw !== undefined && { raw: hexOf(raw) }),
    mode,
    uid,
    gid,
    mtime: String(mtime),
    ...(link && { link }),
  })
}

/** Undefined for what no backup wrote. */
export function decodeAttributes(text: string | null): KeptAttributes | undefined {
  if (text === null) return undefined
  try {
    const { raw, mode, uid, gid, mtime, link } = JSON.parse(text) as Record<string, unknown>
    if (!isCount(mode) || mode > 0o7777 || !isCount(uid) || !isCount(gid)) return undefined
    if (typeof mtime !== 'string' || !/^-?\d{1,19}$/.test(mtime)) return undefined
    const name = typeof raw === 'string' ? rawOf(raw) : undefined
    if (raw !== undefined && name === undefined) return undefined
    return { raw: name, mode, uid, gid, mtime: BigInt(mtime), link: link === true }
  } catch {
    return undefined
  }
}

/** Whether a folder can have an item of this name, and only it: what leads elsewhere is none. */
export const isItemName = (raw: RawName): boolean =>
  raw !== '' && raw !== '.' && raw !== '..' && !raw.includes('/') && !raw.includes('\0')

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function hexOf(raw: RawName): string {
  let hex = ''
  for (let n = 0; n < raw.length; n++) hex += raw.charCodeAt(n).toString(16).padStart(2, '0')
  return hex
}

function rawOf(hex: string): RawName | undefined {
  if (!/^([0-9a-f]{2})+$/.test(hex)) return undefined
  let raw = ''
  for (let n = 0; n < hex.length; n += 2) raw += String.fromCharCode(Number.parseInt(hex.slice(n, n + 2), 16))
  return raw
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lossy = new TextDecoder('utf-8', { ignoreBOM: true })

const bytesOf = (raw: RawName): Uint8Array => Uint8Array.from(raw, (character) => character.charCodeAt(0))

/** The name as text; undefined where it is none. */
export function textOf(raw: RawName): string | undefined {
  try {
    return decoder.decode(bytesOf(raw))
  } catch {
    return undefined
  }
}

/** To be read by people. */
export const shownName = (raw: RawName): string => lossy.decode(bytesOf(raw))

const encoder = new TextEncoder()
/** The bytes that a text has on a disk. */
export const rawOfText = (text: string): RawName => String.fromCharCode(...encoder.encode(text))
