import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { createFolderInRoot, type File, getFolder } from '@holdfast/api/files/files'
import { ensureFolders } from '@holdfast/api/files/upload-checks'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { createAppPassword } from '@holdfast/api/sign-in/app-passwords'
import { ACCOUNT, type Holdfast } from './holdfast.ts'
import type { LoadClient } from './load.ts'
import type { Nginx } from './nginx.ts'

export const SMALL = 4 * 1024
export const MANY = 1000
/** Uploads are spread, so that no folder grows beyond what people have. */
const UPLOAD_FOLDERS = 16
const DEPTH = 8
/** How often large transfers are measured. */
export const LARGE_ROUNDS = 3

/** What the operations are measured on, as the API names it. */
export interface HoldfastData {
  authorization: string
  /** Of a program that speaks WebDAV. */
  program: string
  rootId: RootId
  /** Holds `MANY` files of `SMALL` bytes. */
  many: { id: EntryId; hash: string; files: File[] }
  uploadFolders: EntryId[]
  /** As many, each in seven others. */
  deepFolders: EntryId[]
  largeFolder: EntryId
  /** Was read since the server started. */
  largeFile: EntryId
  /** As large, one for each round: none was read. */
  unreadFiles: EntryId[]
}

export async function prepareHoldfast(
  server: Holdfast,
  load: LoadClient,
  largeSize: number,
): Promise<HoldfastData> {
  const client = new Client({ baseUrl: server.url })
  await client.signIn(ACCOUNT.email, ACCOUNT.password)
  const { id: person_id, root_id: own } = await client.call(getOwnPerson, {})
  const root_id = own as RootId
  const authorization = `Authorization: Bearer ${client.session?.accessToken}`
  const makeFolder = async (name: string) => (await client.call(createFolderInRoot, { root_id, name })).id
  const upload = (folder: EntryId, count: number, size: number) =>
    load.run(
      { port: server.port, connections: Math.min(count, 16), requests: count, first: 0 },
      {
        ...uploadRequest(root_id, [folder], size),
        headers: [authorization],
      },
    )

  const many = await makeFolder('Many')
  await upload(many, MANY, SMALL)
  const listed = await client.call(getFolder, { root_id, folder_id: many })
  const largeFolder = await makeFolder('Large')
  await upload(largeFolder, 1 + LARGE_ROUNDS, largeSize)
  const { children = [] } = await client.call(getFolder, { root_id, folder_id: largeFolder })
  const [largeFile, ...unreadFiles] = children.map(({ id }) => id) as [EntryId, ...EntryId[]]
  await load.run(
    { port: server.port, connections: 1, requests: 1, first: 0 },
    { paths: [`/api/2/files/${root_id}/${largeFile}/download`], headers: [authorization], status: 200 },
  )
  const uploadFolders: EntryId[] = []
  for (let n = 0; n < UPLOAD_FOLDERS; n++) uploadFolders.push(await makeFolder(`Uploads ${n}`))
  const deepPaths = uploadFolders.map((_, n) => `${'deep/'.repeat(DEPTH - 1)}Uploads ${n}`)
  const top = { root_id, folder_id: 0 as EntryId }
  const { results: deep } = await client.call(ensureFolders, { ...top, paths: deepPaths })
  const { username, password } = await client.call(createAppPassword, { person_id, name: 'bench' })
  return {
    authorization,
    program: `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    rootId: root_id,
    many: { id: many, hash: listed.hash ?? '', files: (listed.children ?? []) as File[] },
    uploadFolders,
    deepFolders: deep.flatMap(({ id }) => id ?? []),
    largeFolder,
    largeFile,
    unreadFiles,
  }
}

export const uploadRequest = (rootId: RootId, folders: readonly EntryId[], size: number) => ({
  method: 'POST',
  paths: folders.map((id) => `/api/2/files/${rootId}/folder/${id}/upload`),
  body: { size, formName: 'file-{n}.dat' },
  status: 200,
})

export interface NginxData {
  uploadFolders: string[]
  /** Of the first file's metadata. */
  etag: string
}

/** The same for nginx: the same number of files of the same size, and our own answers about them as files. */
export async function prepareNginx(
  { root, port }: Nginx,
  { many }: HoldfastData,
  largeSize: number,
): Promise<NginxData> {
  const uploadFolders = Array.from({ length: UPLOAD_FOLDERS }, (_, n) => `uploads-${n}`)
  for (const folder of ['many', 'meta', 'large', ...uploadFolders])
    await mkdir(path.join(root, folder), { recursive: true })
  for (const [n, file] of many.files.entries()) {
    await writeFile(path.join(root, 'many', file.name), randomBytes(SMALL))
    await writeFile(path.join(root, 'meta', `${n}.json`), JSON.stringify(file))
  }
  await writeFile(path.join(root, 'large', 'file'), randomBlocks(largeSize))
  const response = await fetch(`https://localhost:${port}/meta/0.json`)
  return { uploadFolders, etag: response.headers.get('etag') ?? '' }
}

function* randomBlocks(size: number): Generator<Buffer> {
  const block = 1024 * 1024
  for (let at = 0; at < size; at += block) yield randomBytes(Math.min(block, size - at))
}
