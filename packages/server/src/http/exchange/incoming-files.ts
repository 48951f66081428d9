import type { IncomingFile, Sink } from '../../files/writing/upload-file.ts'
import type { RawParams } from '../../platform/parameters.ts'
import { type Exchange, FieldCollector, parseMultipart } from './body.ts'

/** One file of a form, fed with its bytes by the code that reads the form. */
class FilePart implements IncomingFile {
  readonly filename: string
  /** What is sent is the whole form; nobody knows the size of one file. */
  readonly announcedSize = undefined
  readonly #wanted = Promise.withResolvers<void>()
  readonly #end = Promise.withResolvers<void>()
  #sink: Sink | undefined
  #taken: Promise<void> = Promise.resolve()

  constructor(filename: string) {
    this.filename = filename
    // Whether anybody waits for it is not known yet.
    this.#end.promise.catch(() => {})
  }

  async receive(accept: (filename: string) => Sink) {
    this.#sink = accept(this.filename)
    this.#wanted.resolve()
    await this.#end.promise
    return { onConflict: 'rename' as const }
  }

  begin(take: (file: FilePart) => Promise<void>): void {
    this.#taken = take(this)
    // A reader that does not want the bytes must not be waited for.
    this.#taken
      .finally(() => {
        this.#sink = undefined
      })
      .then(this.#wanted.resolve, this.#wanted.reject)
    this.#wanted.promise.catch(() => {})
  }

  /** What goes wrong with the bytes is reported to the reader; the rest of them is read and dropped. */
  async write(bytes: Buffer): Promise<void> {
    await this.#wanted.promise
    try {
      await this.#sink?.write(bytes)
    } catch (error) {
      this.#sink = undefined
      this.#end.reject(error)
    }
  }

  finish(): Promise<void> {
    this.#end.resolve()
    return this.#taken
  }

  /** Nothing more will come. */
  async giveUp(why: unknown): Promise<void> {
    this.#end.reject(why)
    await this.#taken.catch(() => {})
  }
}

/**
 * Hands the files of a form to `take`, one after the other, as they arrive. `take` is given the fields that came before
 * the file; if it throws, the rest is not read. A field for files that was left empty is none.
 */
export async function eachIncomingFile(
  exchange: Exchange,
  take: (file: IncomingFile & { filename: string }, fields: RawParams) => Promise<void>,
): Promise<void> {
  const fields = new FieldCollector()
  let part: FilePart | undefined
  let isField = false
  let current: FilePart | undefined
  // The parser tells of several parts at once; what that leads to is done in order.
  let done: Promise<void> = Promise.resolve()
  let stopped = false
  const then = (work: () => Promise<void> | void): Promise<void> => {
    done = done.then(() => (stopped ? undefined : work()))
    done.catch(() => {})
    return done
  }
  try {
    await parseMultipart(
      exchange,
      {
        part({ name, filename }) {
          isField = filename === undefined
          part = undefined
          if (isField) return fields.open(name)
          if (!filename) return
          const file = new FilePart(filename)
          part = file
          void then(() => {
            current = file
            file.begin((begun) => take(begun, fields.params))
          })
        },
        data(bytes) {
          if (isField) return fields.add(bytes)
          const file = part
          return file && then(() => file.write(bytes))
        },
        partEnd() {
          if (isField) fields.close()
          const file = part
          if (file) void then(() => file.finish())
        },
      },
      Infinity,
    )
    await done
  } catch (error) {
    stopped = true
    await current?.giveUp(error)
    await done.catch(() => {})
    throw error
  }
}
