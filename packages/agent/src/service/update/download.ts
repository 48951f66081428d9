import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { UserError } from '../user-error.ts'
import type { ReleaseFile } from './release.ts'

/** No list of files is longer. */
const MAX_LIST_BYTES = 64 * 1024

/** Gets files of the agent from a server. What comes is compared before anybody uses it. */
export class Downloads {
  readonly #url: string
  readonly #fetch: typeof fetch

  constructor(url: string, fetch: typeof globalThis.fetch) {
    this.#url = url
    this.#fetch = fetch
  }

  async small(name: string): Promise<Buffer> {
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of await this.#open(name)) {
      size += piece.length
      if (size > MAX_LIST_BYTES) throw new UserError(`${this.#url}/agent/${name} is too large.`)
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }

  /** Writes it to a file, unpacked where that is asked for. Throws for anything but the whole of what was signed. */
  async large(
    name: string,
    { sha256, size }: ReleaseFile,
    to: { file: string; mode: number; through?: Transform },
  ) {
    const hash = createHash('sha256')
    let got = 0
    const checked = async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        got += piece.length
        if (got > size) throw new UserError(`${name} is longer than it should be. Nothing was changed.`)
        hash.update(piece)
        yield piece
      }
      if (got < size || hash.digest('hex') !== sha256)
        throw new UserError(
          got < size
            ? `The download of ${name} was cut off (${got} of ${size} bytes). Nothing was changed. Try again.`
            : `${name} is damaged, or was changed on its way. Nothing was changed. Try again.`,
        )
    }
    const source = await this.#open(name)
    const target = createWriteStream(to.file, { mode: to.mode, flush: true })
    if (to.through) await pipeline(source, checked, to.through, target)
    else await pipeline(source, checked, target)
  }

  async #open(name: string): Promise<AsyncIterable<Uint8Array>> {
    const answer = await this.#fetch(`${this.#url}/agent/${name}`).catch((error: Error) => {
      throw new UserError(`${this.#url} cannot be reached: ${error.message}`)
    })
    if (answer.status === 404) throw new UserError(`${this.#url} offers no signed agent to update from.`)
    if (!answer.ok || !answer.body)
      throw new UserError(`${this.#url}/agent/${name} answers with status ${answer.status}.`)
    return this.#telling(name, Readable.fromWeb(answer.body as ReadableStream))
  }

  /** A line that breaks is no fault of this program. */
  async *#telling(name: string, pieces: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* pieces
    } catch (error) {
      throw new UserError(
        `The download of ${name} was cut off (${(error as Error).message}). Nothing was changed. Try again.`,
      )
    }
  }
}
