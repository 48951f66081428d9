import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before } from 'node:test'
import { downloadFile, type File, uploadToFolder, uploadToRoot } from '@holdfast/api/files'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { getOwnPerson } from '@holdfast/api/people'
import { DEFAULT_POLICY, type PolicySettings } from '@holdfast/api/policy'
import { pino } from 'pino'
import { THE_SERVICE } from '../src/activity/record-activity.ts'
import { type Config, readConfig } from '../src/config.ts'
import { insertOrganization } from '../src/organizations/queries.ts'
import { createPerson } from '../src/people/create-person.ts'
import { hashPassword } from '../src/people/passwords.ts'
import { type Service, startService } from '../src/service.ts'
import { CheckedClient } from './checked-client.ts'
import { Clock } from './clock.ts'
import { environment } from './environment.ts'
import type { Place, Stack } from './stacks.ts'

export const PASSWORD = 'correct horse battery'

/** Someone signed in, with shorthands for what most tests begin with. */
export class Someone extends CheckedClient {
  readonly email: string
  readonly rootId: RootId

  constructor(baseUrl: string, email: string, rootId: RootId) {
    super({ baseUrl })
    this.email = email
    this.rootId = rootId
  }

  upload(name: string, content: string | Uint8Array<ArrayBuffer>, folderId?: EntryId): Promise<File> {
    const file = { name, bytes: new Blob([content]) }
    return folderId === undefined
      ? this.call(uploadToRoot, { root_id: this.rootId, file })
      : this.call(uploadToFolder, { root_id: this.rootId, folder_id: folderId, file })
  }

  async download(fileId: EntryId): Promise<Buffer> {
    const response = await this.open(downloadFile, { root_id: this.rootId, file_id: fileId })
    return Buffer.from(await response.arrayBuffer())
  }
}

/** A real server on a free port over an empty database, with real clients and a clock that tests move. */
export class World {
  readonly clock = new Clock()
  readonly #stack: Stack
  #place: Place | undefined
  #service: Service | undefined
  #people = 0

  constructor(stack: Stack) {
    this.#stack = stack
  }

  async open(): Promise<void> {
    this.#place = await this.#stack.open()
    await this.start()
  }

  async start(): Promise<void> {
    const log = pino({ level: process.env.TESTKIT_LOG ?? 'silent' })
    this.#service = await startService(this.config, { now: this.clock.now, log })
  }

  /** Stops the server and starts it again on the same data. */
  async restart(): Promise<void> {
    await this.service.close()
    await this.start()
  }

  async close(): Promise<void> {
    await this.#service?.close()
    await this.#place?.dispose()
  }

  get config(): Config {
    const { dataDir, database, blobs } = this.place
    return {
      ...readConfig({ HOLDFAST_PORT: '0', HOLDFAST_DATA_DIR: dataDir }),
      database,
      blobs,
      tls: { certFile: environment('TESTKIT_TLS_CERT'), keyFile: environment('TESTKIT_TLS_KEY') },
      adminPassword: PASSWORD,
    }
  }

  get place(): Place {
    if (!this.#place) throw new Error('The world is not open')
    return this.#place
  }

  get service(): Service {
    if (!this.#service) throw new Error('The world is not open')
    return this.#service
  }

  get url(): string {
    return this.service.url
  }

  client(): CheckedClient {
    return new CheckedClient({ baseUrl: this.url })
  }

  /** The system administrator that the first start makes. */
  admin(): Promise<Someone> {
    return this.signIn('admin@localhost')
  }

  async signIn(email: string, password = PASSWORD): Promise<Someone> {
    const client = this.client()
    await client.signIn(email, password)
    const { root_id } = await client.call(getOwnPerson, {})
    const someone = new Someone(this.url, email, root_id as RootId)
    await someone.signIn(email, password)
    return someone
  }

  /** A new person with a sync root, of the root organization unless told otherwise, signed in. */
  async person(options: { organizationId?: OrganizationId; spaceQuota?: number } = {}): Promise<Someone> {
    const email = `person${++this.#people}@example.test`
    const passwordHash = await hashPassword(PASSWORD)
    const { organizationId = 1 as OrganizationId, spaceQuota = null } = options
    const person = {
      organizationId,
      email,
      firstName: 'Pat',
      lastName: `Doe ${this.#people}`,
      passwordHash,
      spaceQuota,
    }
    await this.service.ctx.db.write((tx) => createPerson(tx, THE_SERVICE, person, this.clock.now()))
    return this.signIn(email)
  }

  /** A new organization below the root organization, with the default policy but for what is given. */
  async organization(policy: Partial<PolicySettings> = {}): Promise<OrganizationId> {
    const name = `Organization ${++this.#people}`
    const row = await this.service.ctx.db.write((tx) =>
      insertOrganization(tx, {
        parent_id: 1 as OrganizationId,
        name,
        slug: name.toLowerCase().replaceAll(' ', '-'),
        email: 'office@example.test',
        active: 1,
        policy: { ...DEFAULT_POLICY, ...policy },
        created_at: this.clock.now(),
      }),
    )
    return row.id
  }

  /** Runs every job that is due at the world's time. */
  runJobs(): Promise<void> {
    return this.service.jobs.runDue()
  }

  /** The mails sent so far, oldest first, as they stand in the outbox. */
  async mails(): Promise<string[]> {
    const dir = path.join(this.place.dataDir, 'outbox')
    const names = await readdir(dir).catch(() => [])
    return Promise.all(names.sort().map((name) => readFile(path.join(dir, name), 'utf8')))
  }
}

/** A world for the tests of one `describe`. */
export function useWorld(stack: Stack): World {
  const world = new World(stack)
  before(() => world.open())
  after(() => world.close())
  return world
}
