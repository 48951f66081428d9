import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { ApiClientError, Client } from '@holdfast/api/client'
import { applyBatch, type BatchOp, encodeBatch, getSnapshot, MAX_BATCH_OPS } from '@holdfast/api/files/sync'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { startAlone } from './alone.ts'
import { SMALL } from './data.ts'
import { ACCOUNT } from './holdfast.ts'
import type { Options } from './options.ts'
import { cpuMs } from './process-cost.ts'
import { summarizeProfiles } from './profile.ts'
import { formatSpread, renderTable } from './table.ts'

const FILES = { full: 10_000, quick: 2000 }
/** As many as a device has under way. */
const AT_ONCE = 2

/** What it costs to take in many small files as devices send them. */
export async function benchBatches(options: Options, signal: AbortSignal): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const { server, pids } = await startAlone(options, signal, resources)
  const sender = await Sender.of(server.url)
  const files = options.quick ? FILES.quick : FILES.full
  console.error('… warming up')
  await sender.send('warming up', files / 2)
  const [own, all, perSecond]: [number[], number[], number[]] = [[], [], []]
  for (let round = 1; round <= options.rounds; round++) {
    console.error(`… round ${round}`)
    const batches = await sender.prepare(`round ${round}`, files)
    const before = { own: cpuMs([server.pid]), all: cpuMs([server.pid, ...pids]), at: performance.now() }
    await sender.sendAll(batches)
    own.push((cpuMs([server.pid]) - before.own) / files)
    all.push((cpuMs([server.pid, ...pids]) - before.all) / files)
    perSecond.push((files / (performance.now() - before.at)) * 1000)
  }
  const rows = [
    ['CPU time of the server for one file, ms', formatSpread(own)],
    ...(pids.length > 0 ? [['CPU time of the server and the database, ms', formatSpread(all)]] : []),
    ['files per second', formatSpread(perSecond)],
  ]
  await server.stop()
  const table = renderTable(
    [`${files.toLocaleString('en')} files of 4 KiB, ${MAX_BATCH_OPS} in a batch`, ''],
    rows,
  )
  return options.profileDir === undefined ? table : `${table}\n\n${summarizeProfiles(options.profileDir)}`
}

/** A device with many new files. */
export class Sender {
  readonly #client: Client
  readonly #rootId: RootId
  readonly #epoch: string

  private constructor(client: Client, rootId: RootId, epoch: string) {
    this.#client = client
    this.#rootId = rootId
    this.#epoch = epoch
  }

  static async of(url: string, { email, password }: typeof ACCOUNT = ACCOUNT): Promise<Sender> {
    const client = new Client({ baseUrl: url })
    await client.signIn(email, password)
    const { root_id } = await client.call(getOwnPerson, {})
    const { epoch } = await client.call(getSnapshot, { root_id: root_id as RootId, limit: 1 })
    return new Sender(client, root_id as RootId, epoch)
  }

  async send(name: string, files: number): Promise<void> {
    await this.sendAll(await this.prepare(name, files))
  }

  /** The bodies of batches that put so many files into a new folder. */
  async prepare(name: string, files: number): Promise<Uint8Array<ArrayBuffer>[]> {
    const mkdir: BatchOp = { op: 'mkdir', op_id: name, folder_id: 0 as EntryId, name }
    const [folder] = await this.#apply(encodeBatch({ epoch: this.#epoch, inline: [], ops: [mkdir] }, []))
    const folder_id = folder?.entry?.entry_id ?? (0 as EntryId)
    return Array.from({ length: Math.ceil(files / MAX_BATCH_OPS) }, (_, batch) => {
      const count = Math.min(MAX_BATCH_OPS, files - batch * MAX_BATCH_OPS)
      const contents = Array.from({ length: count }, () => randomBytes(SMALL))
      const inline = contents.map((bytes) => ({
        sha256: createHash('sha256').update(bytes).digest('hex'),
        size: bytes.length,
      }))
      const ops = inline.map((chunk, n): BatchOp => {
        const file = `file ${batch} ${n}.dat`
        return { op: 'put', op_id: `${name} ${file}`, folder_id, name: file, size: SMALL, chunks: [chunk] }
      })
      return encodeBatch({ epoch: this.#epoch, inline, ops }, contents)
    })
  }

  async sendAll(batches: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
    const left = batches.values()
    const sendOn = async () => {
      for (const body of left)
        for (const { op_id, error } of await this.#apply(body))
          if (error !== undefined) throw new Error(`${op_id}: ${error}`)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
  }

  async #apply(body: Uint8Array<ArrayBuffer>) {
    const asked = { root_id: this.#rootId, body: new Blob([body]) }
    for (;;)
      try {
        return (await this.#client.call(applyBatch, asked)).results
      } catch (error) {
        // As devices do: what is sent again is done once.
        if (!(error instanceof ApiClientError) || error.status !== 503) throw error
        await pause(Number(error.headers.get('retry-after') ?? 1) * 1000)
      }
  }
}
