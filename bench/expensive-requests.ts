import { setDefaultCACertificates } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'

/** One person who asks for much, again and again, all at once, until told to stop; then this gives the result. */
export interface MuchAsked {
  url: string
  authorization: string
  rootId: number
  folderId: number
  /** Certificates that count. */
  trusted: string[]
}

const { url, authorization, rootId, folderId, trusted } = workerData as MuchAsked
setDefaultCACertificates(trusted)
const NOBODY = 999_999_999
const files = `/api/2/files/${rootId}`
const all = Array.from({ length: 490 }, (_, n) => `made/${n % 40}/${n}/a/b/c/d/e/f/g`)
/** Different ones, so that no answer helps another. */
const REQUESTS: readonly [path: string, body?: Record<string, string>][] = [
  [`${files}/history/diff`],
  [`${files}/history/diff?person_id=${NOBODY}`],
  [`${files}/history/diff?machine_id=${NOBODY}`],
  [`${files}/history/diff?folder_id=${folderId}`],
  [`${files}/history/diff?folder_id=${folderId}&person_id=${NOBODY}`],
  [`${files}/history?folder_id=${folderId}`],
  [`${files}/history?person_id=${NOBODY}`],
  [`${files}/history?machine_id=${NOBODY}&op=delete`],
  [`${files}/history?op=delete`],
  [`${files}/history/timeline?unit=hour`],
  [`${files}/history/timeline?unit=day&folder_id=${folderId}`],
  [`${files}/history/timeline?unit=month&person_id=${NOBODY}&machine_id=${NOBODY}`],
  [`${files}/history/actors`],
  [`${files}/snapshot`],
  [`${files}/search?q=zq`],
  [`${files}/search?q=round`],
  [`/api/2/search?q=z`],
  [`${files}/history/undo`, { from_seq: '1', dry_run: 'true' }],
  [`${files}/history/restore`, { as_of: '1', dry_run: 'true' }],
  [`${files}/folder/0/ensure_folders`, { paths: JSON.stringify(all) }],
]
let isOver = false
const answers: Record<string, number> = {}
parentPort?.once('message', () => {
  isOver = true
})
parentPort?.postMessage('ready')
await Promise.all(
  REQUESTS.map(async ([path, body]) => {
    while (!isOver) {
      const response = await fetch(url + path, {
        headers: { authorization },
        ...(body && { method: 'POST', body: new URLSearchParams(body) }),
      })
      await response.arrayBuffer()
      const key = `${response.status} ${path.split('?', 1)[0]?.replace(/\d+/g, '…')}`
      answers[key] = (answers[key] ?? 0) + 1
    }
  }),
)
parentPort?.postMessage(answers)
