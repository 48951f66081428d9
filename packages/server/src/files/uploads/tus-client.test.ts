import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listRevisionChunks } from '@holdfast/api/files/chunks'
import { type File, getRoot } from '@holdfast/api/files/files'
import { adminAccount } from '@holdfast/server/testkit/content/raw-transfer'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import type { TusAccount } from '@holdfast/server/testkit/content/tus'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { ServerProcess } from '@holdfast/server/testkit/servers/server-process'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { Upload, type UploadOptions } from 'tus-js-client'
import { openDatabase } from '../../service/opening/open-context.ts'

const MIB = 1024 * 1024

/** An upload by the client that most programs use. */
function begin(
  { url, bearer, rootId }: TusAccount,
  filename: string,
  bytes: Buffer,
  options: Partial<UploadOptions> = {},
): { upload: Upload; finished: Promise<void> } {
  let upload: Upload | undefined
  const finished = new Promise<void>((resolve, reject) => {
    upload = new Upload(bytes, {
      endpoint: `${url}/api/2/uploads`,
      headers: bearer,
      metadata: { filename, root_id: String(rootId), folder_id: '0' },
      retryDelays: [100, 1000, 3000, 5000, 5000],
      storeFingerprintForResuming: false,
      onSuccess: () => resolve(),
      onError: reject,
      ...options,
    })
    upload.start()
  })
  return { upload: upload as Upload, finished }
}

/** Breaks an upload off after so many bytes, and gives where it is. */
async function breakOff(account: TusAccount, name: string, bytes: Buffer, after: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const { upload, finished } = begin(account, name, bytes, {
      retryDelays: null as never,
      onProgress: (sent) => {
        if (sent < after) return
        const { pathname } = new URL(upload.url ?? '')
        upload.abort().then(() => resolve(pathname), reject)
      },
    })
    finished.then(() => reject(new Error('It was faster')), reject)
  })
}

const accountOf = (url: string, someone: Someone): TusAccount => ({
  url,
  bearer: someone.bearer,
  rootId: someone.rootId,
})

const filesOf = async (someone: Someone): Promise<Map<string, File>> => {
  const { children = [] } = await someone.call(getRoot, { root_id: someone.rootId })
  return new Map(children.map((item) => [item.name, item as File]))
}

for (const stack of STACKS)
  describe(`tus-js-client on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('sends a large file in pieces, which is stored as a plain upload is', async () => {
      const ann = await world.person()
      const bytes = sampleBytes(rounds(11, 16) * MIB, 'tus large')
      await begin(accountOf(world.url, ann), 'large.bin', bytes, { chunkSize: 5 * MIB }).finished
      const file = (await filesOf(ann)).get('large.bin') as File
      assert.ok((await ann.download(file.id)).equals(bytes))
      const plain = await ann.upload('plain.bin', bytes)
      const contents = [file, plain].map(({ id, revision_id }) =>
        ann.call(listRevisionChunks, { root_id: ann.rootId, file_id: id, revision_id: revision_id as never }),
      )
      assert.deepEqual(await contents[0], await contents[1])
    })

    it('sends several at once, with and without the first bytes, and of a length it learns late', async () => {
      const ann = await world.person()
      const account = accountOf(world.url, ann)
      const contents = [0, 1, 1000, 300_000, MIB, 3 * MIB + 1].map((size, n) =>
        sampleBytes(size, `at once ${n}`),
      )
      await Promise.all(
        contents.map(
          (bytes, n) =>
            begin(account, `${n}.bin`, bytes, {
              uploadDataDuringCreation: n % 2 === 0,
              uploadLengthDeferred: n === 5,
              ...(n === 5 && { chunkSize: MIB }),
            }).finished,
        ),
      )
      const files = await filesOf(ann)
      for (const [n, bytes] of contents.entries())
        assert.ok((await ann.download((files.get(`${n}.bin`) as File).id)).equals(bytes), `${n}`)
    })

    it('goes on where it was broken off, on another server', async () => {
      const ann = await world.person()
      const bytes = sampleBytes(rounds(8, 12) * MIB, 'broken off by the client')
      const path = await breakOff(accountOf(world.url, ann), 'broken.bin', bytes, 5 * MIB)
      await world.restart()
      const back = await world.signIn(ann.email)
      await begin(accountOf(world.url, back), 'broken.bin', bytes, { uploadUrl: world.url + path }).finished
      const file = (await filesOf(back)).get('broken.bin') as File
      assert.ok((await back.download(file.id)).equals(bytes))
      await checkInvariants(world.service.ctx.db.read)
    })

    it('goes on after the server was killed', async () => {
      const place = await stack.open()
      const bytes = sampleBytes(rounds(13, 24) * MIB, 'killed')
      let server = await ServerProcess.start(place)
      try {
        const { accessToken, rootId } = await adminAccount(server.url)
        const account = { bearer: { authorization: `Bearer ${accessToken}` }, rootId }
        const pathname = await new Promise<string>((resolve, reject) => {
          const { upload, finished } = begin({ ...account, url: server.url }, 'killed.bin', bytes, {
            retryDelays: null as never,
            onProgress: (sent) => {
              if (sent >= rounds(9, 17) * MIB) resolve(new URL(upload.url ?? '').pathname)
            },
          })
          finished.then(
            () => reject(new Error('It was faster')),
            () => {},
          )
        })
        await server.kill()
        server = await ServerProcess.start(place)
        const uploadUrl = server.url + pathname
        await begin({ ...account, url: server.url }, 'killed.bin', bytes, { uploadUrl }).finished
        const admin = new Someone(server.url, 'admin@localhost')
        await admin.signIn('admin@localhost', PASSWORD)
        const file = (await filesOf(admin)).get('killed.bin') as File
        assert.ok((await admin.download(file.id)).equals(bytes))
      } finally {
        await server.kill()
      }
      const db = await openDatabase(place.database, pino({ level: 'silent' }))
      await checkInvariants(db.read).finally(() => db.close())
      await place.dispose()
    })
  })
