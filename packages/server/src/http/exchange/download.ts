import { Readable } from 'node:stream'
import { inlineType } from '@holdfast/api/files/file-kinds'
import { formatHttpDate, type Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { OpenFile } from '../../files/reading/open-file.ts'
import type { OpenZip } from '../../files/reading/zip/open-zip.ts'
import { sendPieces } from './send-pieces.ts'
import type { Reply, Request } from './server.ts'

/** Stored bytes never run as ours: no scripts, no plugins, no forms, an origin of their own, in no other site's frame. */
export const SANDBOX =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox"

/** What an address gives for ever may be kept by the browser, for the sign-in that asked and no other. */
export const KEPT = { 'cache-control': 'private, max-age=86400, immutable', vary: 'Cookie, Authorization' }

/** Answers with a file's bytes: all of them, one range, or none (HEAD, 304). */
export async function sendFile(
  req: Request,
  reply: Reply,
  file: OpenFile,
  disposition: 'attachment' | 'inline',
  { kept = false, type: given }: { kept?: boolean; type?: string } = {},
): Promise<Reply> {
  const etag = `"${file.contentId}"`
  const modified = file.modified === undefined ? undefined : Math.floor(file.modified / 1000) * 1000
  const type = disposition === 'inline' ? inlineType(file.name) : undefined
  // The browser would save what it cannot show.
  if (file.onlyToShow && !type)
    fail('forbidden', 'Files of this type cannot be shown. Download the file instead.')
  reply.headers({
    etag,
    ...(modified !== undefined && { 'last-modified': formatHttpDate(modified) }),
    'accept-ranges': 'bytes',
    'content-security-policy': SANDBOX,
    'content-disposition': dispositionOf(type ? disposition : 'attachment', file.name),
    'content-type': given ?? type ?? 'application/octet-stream',
    ...(kept && KEPT),
  })
  if (matchesCached(req, etag, modified)) return reply.code(304).send()
  const range = rangeOf(req, file.size, etag, modified)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`)
    return fail('range_not_satisfiable', `The file has ${file.size} bytes.`)
  }
  const { start, end } = range ?? { start: 0, end: file.size }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.size}`)
  reply.header('content-length', end - start)
  // Fastify would state a length of 0 if there were nothing at all to send.
  if (req.method === 'HEAD') return reply.send(Readable.from([]))
  const pieces = file.read(start, end)
  // Read before anything is sent: bytes that are missing from the start are an error, not a broken answer.
  const { value: first = Buffer.alloc(0) } = await pieces.next()
  try {
    await file.begun({ start, ranged: range !== undefined })
  } catch (error) {
    await pieces.return(undefined)
    throw error
  }
  if (first.length === end - start) {
    await pieces.return(undefined)
    return reply.send(first)
  }
  return sendPieces(req, reply, first, pieces)
}

/** Answers with a zip, whose length nobody knows before its end. */
export async function sendZip(req: Request, reply: Reply, zip: OpenZip): Promise<Reply> {
  reply.headers({
    'content-security-policy': SANDBOX,
    'content-disposition': dispositionOf('attachment', zip.name),
    'content-type': 'application/zip',
  })
  if (req.method === 'HEAD') return reply.send(Readable.from([]))
  const pieces = zip.read()
  const { value: first = Buffer.alloc(0) } = await pieces.next()
  try {
    await zip.begun()
  } catch (error) {
    await pieces.return(undefined)
    throw error
  }
  return sendPieces(req, reply, first, pieces)
}

const listOfTags = (header: string): string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** RFC 9110, 13.2.2: the tag decides; the date only where no tag was sent. */
export function matchesCached(req: Request, etag: string, modified: Instant | undefined): boolean {
  const tags = req.headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || listOfTags(tags).includes(etag)
  const since = Date.parse(req.headers['if-modified-since'] ?? '')
  return modified !== undefined && !Number.isNaN(since) && modified <= since
}

interface Range {
  start: number
  end: number
}

/** One range is honoured; several, or what cannot be read as a range, give the whole file as RFC 9110 allows. */
function rangeOf(
  req: Request,
  size: number,
  etag: string,
  modified: Instant | undefined,
): Range | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(req.headers.range?.replace(/\s/g, '') ?? '')
  // Some clients always ask for a range. An empty file has none to give, so they get the whole of it.
  if (!found || (found[1] === '' && found[2] === '') || size === 0) return undefined
  const condition = req.headers['if-range']
  if (typeof condition === 'string' && condition !== etag && Date.parse(condition) !== modified)
    return undefined
  const [first, last] = [found[1] ?? '', found[2] ?? '']
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

// What a device cannot hold in a name, and marks that turn the direction of text and so disguise what it ends in.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069/\\:*?"<>|]/gu

/** RFC 6266: a plain name for old clients, the real one percent-encoded; nothing in it can end the header. */
export function dispositionOf(kind: 'attachment' | 'inline', name: string): string {
  const safe = name.toWellFormed().replace(UNSAFE, '_')
  const plain = safe.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
