import { fsync } from 'node:fs'
import { promisify } from 'node:util'
import { type OpenFolder, openAgain } from './open-folder.ts'

const sync = promisify(fsync)

/** Makes names durable. Anyone who asks while a folder is being flushed is served by the next time, together with all others. */
export class Flusher {
  readonly #running = new Map<string, Promise<void>>()
  readonly #next = new Map<string, Promise<void>>()

  async flush(folder: OpenFolder): Promise<void> {
    const { identity } = folder
    const running = this.#running.get(identity)
    if (!running) return await this.#run(folder)
    let next = this.#next.get(identity)
    if (!next) {
      const again = openAgain(folder)
      next = running
        .catch(() => {})
        .then(async () => {
          this.#next.delete(identity)
          using opened = again
          await this.#run(opened)
        })
      this.#next.set(identity, next)
    }
    await next
  }

  async #run({ fd, identity }: OpenFolder): Promise<void> {
    const running = sync(fd)
    this.#running.set(identity, running)
    try {
      await running
    } finally {
      if (this.#running.get(identity) === running) this.#running.delete(identity)
    }
  }
}
