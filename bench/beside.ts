import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { getCACertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { createOrganization } from '@holdfast/api/accounts/organizations'
import { createPerson, getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { uploadToRoot } from '@holdfast/api/files/files'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { startAlone } from './alone.ts'
import type { DevicesAtWork } from './beside-devices.ts'
import { SMALL } from './data.ts'
import { ACCOUNT } from './holdfast.ts'
import type { Options } from './options.ts'
import { renderTable } from './table.ts'

const DEVICES = 20
const TIMES = { full: 60, quick: 15 }
const { password } = ACCOUNT

/** How long people wait for an upload and a sign-in while many devices send batches, in their organization and in another. */
export async function benchBeside(options: Options, signal: AbortSignal): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const { server } = await startAlone(options, signal, resources)
  const admin = new Client({ baseUrl: server.url })
  await admin.signIn(ACCOUNT.email, password)
  const { company_id } = await admin.call(getOwnPerson, {})
  const busy = await makeOrganization(admin, company_id as OrganizationId, 'busy', DEVICES + 1)
  const other = await makeOrganization(admin, company_id as OrganizationId, 'other', 1)
  const people = [
    { whose: 'the same organization', person: await Person.of(server.url, busy[0] ?? '') },
    { whose: 'another organization', person: await Person.of(server.url, other[0] ?? '') },
  ]
  const times = options.quick ? TIMES.quick : TIMES.full
  const look = async () => {
    const waits: Waits[] = []
    for (const { person } of people) waits.push(await person.wait(times))
    return waits
  }
  await look()
  const alone = await look()
  const devices = await startDevices(server.url, busy.slice(1))
  resources.defer(async () => void (await devices.stop()))
  const beside = await look()
  const sent = await devices.stop()
  const rows = people.flatMap(({ whose }, n) =>
    (['upload', 'signIn'] as const).map((what) => {
      const [before, now] = [alone[n]?.[what] ?? [], beside[n]?.[what] ?? []]
      const slower = at(now, 0.5) / at(before, 0.5)
      return [
        `${what === 'upload' ? 'upload of 4 KiB' : 'sign-in'}, ${whose}`,
        inMs(before),
        inMs(now),
        `×${slower.toFixed(2)}`,
      ]
    }),
  )
  const head = [`ms: median (95 %, longest)`, 'alone', `beside ${DEVICES} devices`, 'median']
  return `${renderTable(head, rows)}\n\nMeanwhile the devices sent ${sent.toLocaleString('en')} files.`
}

interface Waits {
  upload: number[]
  signIn: number[]
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const inMs = (sorted: readonly number[]): string =>
  `${at(sorted, 0.5).toFixed(1)} (${at(sorted, 0.95).toFixed(0)}, ${at(sorted, 1).toFixed(0)})`

/** Gives the addresses of its people. */
async function makeOrganization(
  admin: Client,
  above: OrganizationId,
  name: string,
  people: number,
): Promise<string[]> {
  const email = `office@${name}.example`
  const { id } = await admin.call(createOrganization, { organization_id: above, name, slug: name, email })
  const addresses = Array.from({ length: people }, (_, n) => `person${n}@${name}.example`)
  for (const [n, address] of addresses.entries())
    await admin.call(createPerson, {
      company_id: id as OrganizationId,
      email: address,
      first_name: 'Person',
      last_name: String(n),
      password,
    })
  return addresses
}

class Person {
  readonly #url: string
  readonly #email: string
  readonly #client: Client
  readonly #rootId: RootId
  #files = 0

  private constructor(url: string, email: string, client: Client, rootId: RootId) {
    this.#url = url
    this.#email = email
    this.#client = client
    this.#rootId = rootId
  }

  static async of(url: string, email: string): Promise<Person> {
    const client = new Client({ baseUrl: url })
    await client.signIn(email, password)
    const { root_id } = await client.call(getOwnPerson, {})
    return new Person(url, email, client, root_id as RootId)
  }

  /** One after the other, as a person does. */
  async wait(times: number): Promise<Waits> {
    const waits: Waits = { upload: [], signIn: [] }
    for (let n = 0; n < times; n++) {
      waits.upload.push(await timed(() => this.#upload()))
      waits.signIn.push(await timed(() => new Client({ baseUrl: this.#url }).signIn(this.#email, password)))
    }
    for (const list of [waits.upload, waits.signIn]) list.sort((a, b) => a - b)
    return waits
  }

  #upload(): Promise<unknown> {
    const file = { name: `file ${++this.#files}.dat`, bytes: new Blob([randomBytes(SMALL)]) }
    return this.#client.call(uploadToRoot, { root_id: this.#rootId, file })
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** They work in a thread of their own, so that anyone who waits does not wait for them here. */
async function startDevices(url: string, emails: readonly string[]) {
  const data: DevicesAtWork = { url, emails, password, trusted: getCACertificates('default') }
  const worker = new Worker(new URL('./beside-devices.ts', import.meta.url), { workerData: data })
  await once(worker, 'message')
  let sent: Promise<number> | undefined
  return {
    stop: () => {
      sent ??= once(worker, 'message').then(([files]) => files as number)
      worker.postMessage('stop')
      return sent
    },
  }
}
