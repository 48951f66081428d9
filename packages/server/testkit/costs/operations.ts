import { createFolderInFolder, getFolder, uploadToFolder } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { encodeRequest, type RawRequest } from '../content/raw-http.ts'
import type { Someone } from '../servers/world.ts'

/** A request as its bytes, another one each time where two equal ones would not do the same. */
export interface CountedOperation {
  status: number
  next(): Uint8Array
}

const FILES = 20
/** Names of one length, which have as many parts to be found by. */
const FIRST = 1000
const BYTES = Buffer.alloc(4096, 'x')
const BOUNDARY = 'boundary-of-the-parts'

/** What people and devices ask for most, of someone with twenty files in a folder and one three folders deep. */
export async function countedOperations(who: Someone): Promise<Record<string, CountedOperation>> {
  const { rootId: root_id } = who
  const makeFolder = async (name: string, folder_id: EntryId) =>
    (await who.call(createFolderInFolder, { root_id, folder_id, name })).id
  const outer = await makeFolder('Outer', 0 as EntryId)
  const inner = await makeFolder('Inner', await makeFolder('Middle', outer))
  const many = await makeFolder('Many', 0 as EntryId)
  const target = await makeFolder('Target', 0 as EntryId)
  const upload = async (folder_id: EntryId, name: string) =>
    (await who.call(uploadToFolder, { root_id, folder_id, file: { name, bytes: new Blob([BYTES]) } })).id
  for (let n = 0; n < FILES; n++) await upload(many, `file ${n}.txt`)
  const near = await upload(many, 'near.txt')
  const deep = await upload(inner, 'deep.txt')
  const moved = await upload(many, 'moved 1000.txt')
  const { hash } = await who.call(getFolder, { root_id, folder_id: many })

  const files = `/api/2/files/${root_id}`
  const bytes = (request: RawRequest) =>
    encodeRequest({ ...request, headers: { ...who.bearer, ...request.headers } })
  const same = (path: string, status = 200): CountedOperation => {
    const request = bytes({ path })
    return { status, next: () => request }
  }
  const post = (path: string, parameters: (n: number) => Record<string, string>): CountedOperation => {
    let n = FIRST
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return {
      status: 200,
      next: () =>
        bytes({ method: 'POST', path, headers, body: new URLSearchParams(parameters(++n)).toString() }),
    }
  }
  return {
    version: { status: 200, next: once(encodeRequest({ path: '/api/2/version' })) },
    'metadata of a file': same(`${files}/${near}`),
    'metadata of a file three folders deep': same(`${files}/${deep}`),
    'folder of 20': same(`${files}/folder/${many}`),
    'folder of 20, unchanged': same(`${files}/folder/${many}?hash=${hash}`, 304),
    'changes since the last one': same(`${files}/changes?cursor=`),
    'download of 4 KiB': same(`${files}/${near}/download`),
    'upload of 4 KiB': uploads(`${files}/folder/${target}/upload`, bytes),
    'new folder': post(`${files}/folder/${target}/create_folder`, (n) => ({ name: `folder ${n}` })),
    'new name of a file': post(`${files}/${moved}/rename`, (n) => ({ name: `moved ${n}.txt` })),
  }
}

const once = (request: Uint8Array) => () => request

function uploads(path: string, bytes: (request: RawRequest) => Uint8Array): CountedOperation {
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
  let n = FIRST
  return {
    status: 200,
    next() {
      // Another content each time: what is known already costs less.
      BYTES.writeInt32BE(++n)
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="new ${n}.txt"\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), BYTES, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
      return bytes({ method: 'POST', path, headers, body })
    },
  }
}
