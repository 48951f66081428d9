import type { RootId } from '@holdfast/api/ids'
import { BackupRunner } from '../../src/backup/backup-runner.ts'
import { restoreBackup } from '../../src/backup/restore/restore-backup.ts'
import { RootClient } from '../../src/net/root-client.ts'
import { ServiceLine } from '../../src/net/service-line.ts'
import { signInFile } from '../../src/net/tokens.ts'
import type { Server } from '../../src/ports/server.ts'

export interface ChildTask {
  readonly what: 'backup' | 'restore'
  /** Where the device is signed in. */
  readonly home: string
  readonly now: number
  readonly rootId: RootId
  readonly path: string
  readonly stateFile: string
  readonly asOfSeq: number | null
  /** It dies at this step of its requests: before one, when it was done, or when something of an answer has come. */
  readonly diesAt: number
}

/** A process of its own that backs up or restores, and dies where it is told to, as by `kill -9`. */
async function main(task: ChildTask): Promise<void> {
  const signedIn = (await signInFile(task.home).read()) ?? fail('Not signed in')
  const line = new ServiceLine({ home: task.home, signedIn, now: () => task.now, rate: () => undefined })
  const { signal } = new AbortController()
  const clock = { now: () => Date.now(), pause: async () => {} }
  const { path, stateFile, asOfSeq } = task
  const server = dying(new RootClient(line, task.rootId), task.diesAt)
  if (task.what === 'backup') await new BackupRunner({ server, path, stateFile, clock }).run(signal)
  else await restoreBackup({ server, path, stateFile, clock, asOfSeq, overwrite: false }, signal)
  line.close()
}

function fail(why: string): never {
  throw new Error(why)
}

function dying(server: Server, diesAt: number): Server {
  let step = 0
  const pass = () => {
    if (++step === diesAt) process.kill(process.pid, 'SIGKILL')
  }
  const around =
    <Args extends unknown[], Answer>(request: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      pass()
      const answer = await request(...args)
      pass()
      return answer
    }
  return {
    listChanges: around((cursor) => server.listChanges(cursor)),
    getSnapshot: around((ask) => server.getSnapshot(ask)),
    applyBatch: around((request, inline) => server.applyBatch(request, inline)),
    findMissingChunks: around((chunks) => server.findMissingChunks(chunks)),
    putChunk: around((sha256, bytes) => server.putChunk(sha256, bytes)),
    putChunks: around((chunks) => server.putChunks(chunks)),
    findWriter: () => Promise.resolve({ isMe: true, name: '', at: 0 }),
    openContents: around((rows) => server.openContents(rows)),
    openContent: async (row) => {
      const source = await server.openContent(row)
      return {
        ...source,
        bytes: async function* (from, to) {
          for await (const part of source.bytes(from, to)) {
            pass()
            yield part
          }
        },
      }
    },
  }
}

await main(JSON.parse(process.argv[2] ?? '') as ChildTask)
