import { setTimeout as latency } from 'node:timers/promises'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { contentIdOf } from '../../src/disk/cut.ts'
import type { Server } from '../../src/ports/server.ts'
import type { Caller } from '../model-service/entry.ts'
import { ModelServer } from '../model-service/model-server.ts'
import { refuse } from '../model-service/refuse.ts'
import { smallContents } from '../model-service/small-contents.ts'

const ROOT = 1 as RootId
const LATENCY_MS = 2

/** The model of the service with the bytes of its contents, for devices with real folders. */
export class ServiceWithBytes {
  readonly #model: ModelServer
  readonly #bytes = new Map<string, Uint8Array>()
  /** How likely a request, or its answer, is lost. */
  faults = 0

  constructor(devices: number) {
    this.#model = new ModelServer({ now: () => Date.now(), contentIdOf })
    this.#model.addRoot(
      ROOT,
      'Root',
      Array.from({ length: devices }, (_, n) => [(n + 1) as PersonId, 'edit']),
    )
  }

  get #root() {
    return this.#model.root(ROOT)
  }

  /** Of all revisions that there ever were. */
  contents = (): string[] =>
    [...this.#root.revisions.values()].map(({ content }) => this.#read(content.chunks).toString('latin1'))

  #read = (chunks: readonly ChunkRef[]): Buffer =>
    Buffer.concat(chunks.map(({ sha256 }) => this.#bytes.get(sha256) ?? refuse('not_found')))

  /** As one device reaches it. */
  server(device: number): Server {
    const model = this.#model
    const who: Caller = {
      personId: device as PersonId,
      machineId: device as MachineId,
      name: `Device ${device}`,
    }
    const root_id = ROOT
    const online = async <T>(request: () => T): Promise<T> => {
      await this.#line()
      const answer = request()
      await this.#line()
      return answer
    }
    return {
      listChanges: (cursor) => online(() => model.listChanges(who, { root_id, cursor, limit: 100 })),
      getSnapshot: ({ after, folderId: folder_id }) =>
        online(() => model.getSnapshot(who, { root_id, after, folder_id, limit: 100 })),
      applyBatch: (request, inline) =>
        online(() => {
          request.inline.forEach(({ sha256 }, n) => {
            const bytes = inline[n]
            if (bytes) this.#bytes.set(sha256, bytes)
          })
          return model.applyBatch(who, root_id, request)
        }),
      findMissingChunks: (chunks) => online(() => new Set(model.findMissingChunks(who, root_id, chunks))),
      putChunk: (sha256, bytes) =>
        online(() => {
          // Anyone who sent it uses its memory again.
          this.#bytes.set(sha256, new Uint8Array(bytes))
          return model.putChunk(who, root_id, { sha256, size: bytes.length })
        }),
      putChunks: (chunks) =>
        online(() => {
          for (const { sha256, bytes } of chunks) {
            this.#bytes.set(sha256, new Uint8Array(bytes))
            model.putChunk(who, root_id, { sha256, size: bytes.length })
          }
          return new Set<string>()
        }),
      findWriter: () => Promise.resolve({ isMe: true, name: '', at: 0 }),
      openContent: ({ revisionId }) =>
        online(() => {
          const revision = this.#root.revisions.get(revisionId ?? (0 as never)) ?? refuse('not_found')
          const { id: content, size, chunks } = revision.content
          const all = this.#read(chunks)
          return {
            content,
            size,
            modified: revision.modifiedAt,
            chunks: () => online(() => chunks),
            bytes: (from, to) => this.#stream(all.subarray(from, to)),
          }
        }),
      openContents: (rows) => online(() => smallContents(this.#root, rows, this.#read)),
    }
  }

  async *#stream(bytes: Buffer): AsyncIterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 65_536) {
      await this.#line()
      yield bytes.subarray(at, at + 65_536)
    }
  }

  async #line(): Promise<void> {
    await latency(LATENCY_MS)
    if (Math.random() < this.faults) throw new Error('The line broke.')
  }
}
