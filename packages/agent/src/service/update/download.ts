import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { UPDATE } from '../../words/program.ts'
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
      if (size > MAX_LIST_BYTES) throw new UserError(UPDATE.tooLarge(`${this.#url}/agent/${name}`))
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
        if (got > size) throw new UserError(UPDATE.tooLong(name))
        hash.update(piece)
        yield piece
      }
      if (got < size || hash.digest('hex') !== sha256)
        throw new UserError(
          got < size ? UPDATE.cutOff(name, `${got} of ${size} bytes`) : UPDATE.damaged(name),
        )
    }
    const source = await this.#open(name)
    const target = createWriteStream(to.file, { mode: to.mode, flush: true })
    if (to.through) await pipeline(source, checked, to.through, target)
    else await pipeline(source, checked, target)
  }

  async #open(name: string): Promise<AsyncIterable<Uint8Array>> {
    const answer = await this.#fetch(`${this.#url}/agent/${name}`).catch((error: Error) => {
      throw new UserError(UPDATE.unreachable(this.#url, error.message))
    })
    if (answer.status === 404) throw new UserError(UPDATE.noneOffered(this.#url))
    if (!answer.ok || !answer.body)
      throw new UserError(UPDATE.badStatus(`${this.#url}/agent/${name}`, answer.status))
    return this.#telling(name, Readable.fromWeb(answer.body as ReadableStream))
  }

  /** A line that breaks is no fault of this program. */
  async *#telling(name: string, pieces: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* pieces
    } catch (error) {
      throw new UserError(UPDATE.cutOff(name, (error as Error).message))
    }
  }
}
