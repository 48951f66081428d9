import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A mail or text message as its receiver reads it. */
export interface Sent {
  to: string
  text: string
}

/** The files of an outbox, oldest first. */
export async function readFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => [])
  const written = names.filter((name) => /^[^.].*\.(eml|txt)$/.test(name))
  return Promise.all(written.sort().map((name) => readFile(path.join(dir, name), 'utf8')))
}

/** What a server without mail and SMS settings would have sent, oldest first. */
export const readOutbox = async (dir: string): Promise<Sent[]> => (await readFiles(dir)).map(parseSent)

export function parseSent(message: string): Sent {
  const to = /^To: (.*?)\r?$/m.exec(message)?.[1] ?? ''
  const [, boundary] = /boundary="(.+?)"/.exec(message) ?? []
  if (boundary === undefined) return { to, text: message.slice(message.indexOf('\n\n') + 2) }
  const part = message.split(`--${boundary}`).find((text) => /content-type: text\/plain/i.test(text)) ?? ''
  const text = part.slice(part.indexOf('\r\n\r\n') + 4)
  return { to, text: /quoted-printable/i.test(part) ? fromQuotedPrintable(text) : text }
}

const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
