import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from '@holdfast/api/client'
import { type File, getRoot } from '@holdfast/api/files'
import type { EntryId } from '@holdfast/api/ids'
import { checkInvariants } from '@holdfast/server/testkit/invariants'
import { type Account, adminAccount, RawUpload, rawDownload } from '@holdfast/server/testkit/raw-transfer'
import { rounds } from '@holdfast/server/testkit/rounds'
import { digestOf, sampleBytes } from '@holdfast/server/testkit/sample-bytes'
import { ServerProcess } from '@holdfast/server/testkit/server-process'
import { type Place, STACKS } from '@holdfast/server/testkit/stacks'
import { PASSWORD } from '@holdfast/server/testkit/world'
import { pino } from 'pino'
import { openDatabase } from '../../service/open-context.ts'

const TIMES = rounds(40, 200)
const MIB = 1024 * 1024
/** Rows and blobs, one chunk and several. */
const SIZES = [1, 3000, 65_535, 65_536, 200_000, 262_145, 700_000, MIB, 2 * MIB + 1, 3 * MIB]

describe('a server that is killed', { concurrency: true }, () => {
  for (const stack of STACKS)
    it(`has kept what it acknowledged, ${TIMES} times in a row, on ${stack.name}`, async () => {
      const place = await stack.open()
      const history = new History()
      let server = await ServerProcess.start(place)
      const account = await adminAccount(server.url)
      try {
        for (let n = 0; n < TIMES; n++) {
          const here = { ...account, url: server.url }
          const breakingOff = n % 2 === 0 ? await beginAnother(here, n) : undefined
          const file = await history.upload(here, n)
          breakingOff?.()
          await server.kill()
          server = await ServerProcess.start(place)
          await history.check({ ...account, url: server.url }, file)
        }
        await checkAll({ ...account, url: server.url }, history)
      } finally {
        await server.kill()
      }
      await checkDatabase(place)
      await place.dispose()
    })
})

const nameOf = (n: number): string => `acknowledged ${n}.bin`
const bytesOf = (name: string, size: number): Buffer => sampleBytes(size, name)

/** What was acknowledged so far. */
class History {
  readonly files: File[] = []

  async upload(account: Account, n: number): Promise<File> {
    const bytes = bytesOf(nameOf(n), SIZES[n % SIZES.length] as number)
    const upload = new RawUpload(account, nameOf(n))
    await upload.write(bytes)
    const file = await upload.finish()
    assert.equal(file.size, bytes.length)
    this.files.push(file)
    return file
  }

  async check(account: Account, { id, name, size }: File): Promise<void> {
    assert.equal(digestOf(await download(account, id)), digestOf(bytesOf(name, size)), name)
  }
}

const ANOTHER_SIZE = 3 * MIB

/** Begins an upload that the kill will hit: in the middle of its bytes, or, by what is returned, at its very end. */
async function beginAnother(account: Account, n: number): Promise<() => void> {
  const name = `unanswered ${n}.bin`
  const upload = new RawUpload(account, name)
  const bytes = bytesOf(name, ANOTHER_SIZE)
  if (n % 4 === 0) {
    await upload.write(bytes.subarray(0, 2 * MIB))
    return () => {}
  }
  await upload.write(bytes)
  return () => {
    upload.finish().catch(() => {})
  }
}

async function download(account: Account, id: EntryId): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of rawDownload(account, id)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The listing holds all that was acknowledged, and of the rest nothing that is not whole. */
async function checkAll(account: Account, history: History): Promise<void> {
  const client = new Client({ baseUrl: account.url })
  await client.signIn('admin@localhost', PASSWORD)
  const root = await client.call(getRoot, { root_id: account.rootId })
  const listed = (root.children ?? []) as File[]
  const names = new Set(listed.map(({ name }) => name))
  assert.deepEqual(
    history.files.filter(({ name }) => !names.has(name)),
    [],
  )
  for (const file of listed) {
    if (!file.name.startsWith('acknowledged')) assert.equal(file.size, ANOTHER_SIZE)
    await history.check(account, file)
  }
  const size = listed.reduce((sum, file) => sum + file.size, 0)
  // Files of a byte or two meet others of the same bytes, which are stored once.
  const distinct = new Map(listed.map(({ name, size }) => [digestOf(bytesOf(name, size)), size]))
  const stored = [...distinct.values()].reduce((sum, bytes) => sum + bytes, 0)
  assert.deepEqual([root.space_used, root.revision_space_used], [size, stored])
}

async function checkDatabase(place: Place): Promise<void> {
  const db = await openDatabase(place.database, pino({ level: 'silent' }))
  await checkInvariants(db.read).finally(() => db.close())
}
