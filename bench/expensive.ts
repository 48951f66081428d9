import { once } from 'node:events'
import { getCACertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { createOrganization } from '@holdfast/api/accounts/organizations'
import { createPerson, getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { createFolderInRoot, downloadFile, uploadToRoot } from '@holdfast/api/files/files'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { startAlone } from './alone.ts'
import { Sender } from './batches.ts'
import { SMALL } from './data.ts'
import type { MuchAsked } from './expensive-requests.ts'
import { ACCOUNT } from './holdfast.ts'
import type { Options } from './options.ts'
import { renderTable } from './table.ts'

const FILES = { full: 20_000, quick: 2000 }
const TIMES = { full: 300, quick: 60 }
/** What others may wait: so much longer than alone in the middle, and so many ms at worst. */
const MAY_BE = { slower: 2, longest: 1000 }
const { password } = ACCOUNT

/** How long others wait while one person asks for all that takes long, on a large root, at once. */
export async function benchExpensive(
  options: Options,
  signal: AbortSignal,
): Promise<{ report: string; failed: boolean }> {
  await using resources = new AsyncDisposableStack()
  const { server } = await startAlone(options, signal, resources)
  const admin = new Client({ baseUrl: server.url })
  await admin.signIn(ACCOUNT.email, password)
  const { company_id } = await admin.call(getOwnPerson, {})
  const [busy, other] = [
    await makePerson(admin, server.url, company_id as OrganizationId, 'busy'),
    await makePerson(admin, server.url, company_id as OrganizationId, 'other'),
  ]
  const files = options.quick ? FILES.quick : FILES.full
  console.error(`… ${files} files`)
  const folder = await busy.client.call(createFolderInRoot, { root_id: busy.rootId, name: 'folder' })
  await (await Sender.of(server.url, { email: busy.email, password })).send('round', files)
  const file = await other.client.call(uploadToRoot, {
    root_id: other.rootId,
    file: { name: 'a.dat', bytes: new Blob([new Uint8Array(SMALL)]) },
  })
  const times = options.quick ? TIMES.quick : TIMES.full
  const look = () => waitsOf(server.url, other, file.id, times)
  await look()
  const alone = await look()
  const asker = await startAsking({
    url: server.url,
    authorization: `Bearer ${busy.client.session?.accessToken}`,
    rootId: busy.rootId,
    folderId: folder.id,
    trusted: getCACertificates('default'),
  })
  const beside = await look()
  const answers = await asker.stop()
  const kinds = ['version', 'download'] as const
  const rows = kinds.map((kind) => [
    kind === 'version' ? 'version' : 'download of 4 KiB',
    inMs(alone[kind]),
    inMs(beside[kind]),
    `×${(at(beside[kind], 0.5) / at(alone[kind], 0.5)).toFixed(2)}`,
  ])
  const failed = kinds.some(
    (kind) =>
      at(beside[kind], 0.5) > MAY_BE.slower * at(alone[kind], 0.5) || at(beside[kind], 1) > MAY_BE.longest,
  )
  const head = ['ms: median (95 %, longest)', 'alone', 'beside 20 expensive requests', 'median']
  const told = Object.entries(answers).map(([what, count]) => `${count} × ${what}`)
  return { report: `${renderTable(head, rows)}\n\nMeanwhile: ${told.sort().join(', ')}.`, failed }
}

interface Someone {
  email: string
  client: Client
  rootId: RootId
}

async function makePerson(admin: Client, url: string, above: OrganizationId, name: string): Promise<Someone> {
  const email = `person@${name}.example`
  const organization = { organization_id: above, name, slug: name, email: `office@${name}.example` }
  const { id } = await admin.call(createOrganization, organization)
  const person = { company_id: id as OrganizationId, email, first_name: 'Person', last_name: name, password }
  await admin.call(createPerson, person)
  const client = new Client({ baseUrl: url })
  await client.signIn(email, password)
  return { email, client, rootId: (await client.call(getOwnPerson, {})).root_id as RootId }
}

interface Waits {
  version: number[]
  download: number[]
}

/** One after the other, as a person does. */
async function waitsOf(
  url: string,
  { client, rootId }: Someone,
  file_id: EntryId,
  times: number,
): Promise<Waits> {
  const waits: Waits = { version: [], download: [] }
  for (let n = 0; n < times; n++) {
    waits.version.push(await timed(() => fetch(`${url}/api/2/version`)))
    waits.download.push(await timed(() => client.open(downloadFile, { root_id: rootId, file_id })))
  }
  for (const list of [waits.version, waits.download]) list.sort((a, b) => a - b)
  return waits
}

async function timed(ask: () => Promise<Response>): Promise<number> {
  const began = performance.now()
  await (await ask()).arrayBuffer()
  return performance.now() - began
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const inMs = (sorted: readonly number[]): string =>
  `${at(sorted, 0.5).toFixed(1)} (${at(sorted, 0.95).toFixed(0)}, ${at(sorted, 1).toFixed(0)})`

/** In a thread of its own, so that anyone who waits does not wait for it here. */
async function startAsking(data: MuchAsked) {
  const worker = new Worker(new URL('./expensive-requests.ts', import.meta.url), { workerData: data })
  await once(worker, 'message')
  return {
    stop: async () => {
      const ended = once(worker, 'message')
      worker.postMessage('stop')
      const [answers] = await ended
      return answers as Record<string, number>
    },
  }
}
