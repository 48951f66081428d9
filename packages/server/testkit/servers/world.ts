import { fail } from 'node:assert/strict'
import path from 'node:path'
import { after, before } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { downloadFile, type File, uploadToFolder, uploadToRoot } from '@holdfast/api/files/files'
import type { EntryId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { DEFAULT_POLICY, type PolicySettings } from '@holdfast/api/policy'
import { BUILT_IN_CLIENT } from '@holdfast/api/sign-in/oauth'
import type { Updateable } from 'kysely'
import { type Logger, pino } from 'pino'
import { issueLicense } from '../../src/accounts/organizations/licenses.ts'
import { createPerson, giveSyncRoot } from '../../src/accounts/people/create-person.ts'
import { type Config, readConfig } from '../../src/platform/config/config.ts'
import type { Schema } from '../../src/platform/db/schema.ts'
import { RecentLines } from '../../src/platform/log/recent-lines.ts'
import { THE_SERVICE } from '../../src/platform/principal.ts'
import { insertOrganization } from '../../src/records/organizations.ts'
import { type Service, startService } from '../../src/service/service.ts'
import { hashPassword } from '../../src/sign-in/credentials/passwords.ts'
import { CheckedClient } from './checked-client.ts'
import { Clock } from './clock.ts'
import { environment } from './environment.ts'
import { continueIdsFrom } from './large-ids.ts'
import { readFiles, readOutbox, type Sent } from './outbox.ts'
import type { Place, Stack } from './stacks.ts'

export const PASSWORD = 'correct horse battery'

export interface Answer {
  status: number
  /** The code of an error. */
  error: unknown
  body: Record<string, unknown>
  headers: Headers
}

type Account = { id: PersonId; root_id: RootId | null }

/** Someone signed in, with shorthands for what most tests begin with. */
export class Someone extends CheckedClient {
  readonly email: string
  #account: Account | undefined

  /** Asks who it is when it signs in, unless that is known. */
  constructor(baseUrl: string, email: string, send: typeof fetch = fetch, account?: Account) {
    super({ baseUrl, fetch: send })
    this.email = email
    this.#account = account
  }

  override async signIn(email: string, password: string): Promise<void> {
    await super.signIn(email, password)
    this.#account ??= await this.call(getOwnPerson, {})
  }

  get id(): PersonId {
    return this.#account?.id ?? (0 as PersonId)
  }

  get rootId(): RootId {
    return this.#account?.root_id ?? (0 as RootId)
  }

  /** What stands for this person in a request made by hand. */
  get bearer(): { authorization: string } {
    return { authorization: `Bearer ${this.session?.accessToken}` }
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

export interface WorldOptions {
  /** Settings that differ from those of every world. */
  config?: Partial<Config>
  /** Where the log goes; nowhere unless specified, or TESTKIT_LOG names a level. */
  log?: Logger
  /** One that stands still unless specified. */
  clock?: Clock
  /** Where ids go on from once the service is set up. TESTKIT_FIRST_ID is for all worlds that do not say. */
  firstId?: number
}

/** Kept as a server does; shown where TESTKIT_LOG asks for it. */
const written = (recent: RecentLines) => ({
  write(line: string) {
    recent.add(line)
    if (process.env.TESTKIT_LOG) process.stdout.write(line)
  },
})

/** A real server on a free port over an empty database, with real clients and a clock that tests move. */
export class World {
  readonly clock: Clock
  /** Those that tests made, by their addresses. */
  readonly people = new Map<string, Someone>()
  /** Follows the name of each person: tests of what is shown want names that are hard to show. */
  surname = ''
  readonly #stack: Stack
  readonly #options: WorldOptions
  #place: Place | undefined
  #service: Service | undefined
  #people = 0
  readonly #others: Pick<Service, 'close'>[] = []

  constructor(stack: Stack, options: WorldOptions = {}) {
    this.#stack = stack
    this.#options = options
    this.clock = options.clock ?? new Clock()
  }

  async open(): Promise<void> {
    this.#place = await this.#stack.open('migrated')
    await this.start()
    const { firstId = Number(process.env.TESTKIT_FIRST_ID ?? 0) } = this.#options
    if (firstId > 0) await continueIdsFrom(this.service.ctx.db, firstId)
  }

  async start(): Promise<void> {
    const recentLog = new RecentLines()
    const log = this.#options.log ?? pino({ level: process.env.TESTKIT_LOG ?? 'silent' }, written(recentLog))
    this.#service = await startService(this.config, { now: this.clock.now, log, recentLog })
  }

  /** Stops the server and starts it again on the same data. */
  async restart(): Promise<void> {
    await this.service.close()
    await this.start()
  }

  /** Whatever else works on its data is closed before it. */
  closesFirst(other: Pick<Service, 'close'>): void {
    this.#others.push(other)
  }

  async close(): Promise<void> {
    for (const other of this.#others.splice(0)) await other.close()
    await this.#service?.close()
    // The tests of it stay in memory to the end of the process, and it with them.
    this.#service = undefined
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
      ...this.#options.config,
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

  /** A request as any client could send it, and what came back. */
  async request(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(this.url + path, init)
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, error: body.error, body, headers: response.headers }
  }

  post(path: string, params: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request(path, { method: 'POST', body: new URLSearchParams(params), headers })
  }

  /** The token endpoint, for the built-in client unless specified otherwise. */
  token(params: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post('/oauth/token', { client_id: BUILT_IN_CLIENT, ...params }, headers)
  }

  client(): CheckedClient {
    return new CheckedClient({ baseUrl: this.url })
  }

  /** The system administrator that the first start makes. */
  admin(): Promise<Someone> {
    return this.signIn('admin@localhost')
  }

  async signIn(email: string, password = PASSWORD): Promise<Someone> {
    const someone = new Someone(this.url, email)
    await someone.signIn(email, password)
    return someone
  }

  /** A new person with a sync root, of the root organization unless specified otherwise, who has confirmed its address, signed in. */
  async person(
    options: { organizationId?: OrganizationId; spaceQuota?: number; siteAdmin?: boolean } = {},
  ): Promise<Someone> {
    const email = `person${++this.#people}@example.test`
    const { organizationId = 1 as OrganizationId, spaceQuota = null, siteAdmin = false } = options
    const person = {
      organization_id: organizationId,
      email,
      email_verified_at: this.clock.now(),
      first_name: 'Pat',
      last_name: `Doe ${this.#people}${this.surname}`,
      password_hash: await hashPassword(PASSWORD),
      space_quota: spaceQuota,
      site_admin: siteAdmin ? (1 as const) : (0 as const),
    }
    const account = await this.service.ctx.db.write(async (tx) => {
      const now = this.clock.now()
      const row = await createPerson(tx, THE_SERVICE, person, now, { withRoot: false })
      return { id: row.id, root_id: (await giveSyncRoot(tx, row, now)).id }
    })
    const someone = new Someone(this.url, email, fetch, account)
    await someone.signIn(email, PASSWORD)
    this.people.set(email, someone)
    return someone
  }

  /** A new organization with the default policy but for what is given, below the root organization or `parentId`. */
  async organization(
    policy: Partial<PolicySettings> = {},
    parentId = 1 as OrganizationId,
  ): Promise<OrganizationId> {
    const name = `Organization ${++this.#people}`
    const row = await this.service.ctx.db.write((tx) =>
      insertOrganization(tx, {
        parent_id: parentId,
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

  /** States that come about in ways which the API has no method for yet. */
  async changeOrganization(
    id: OrganizationId,
    change: Pick<
      Updateable<Schema['organization']>,
      'active' | 'trial_until' | 'closes_at' | 'policy' | 'hostname' | 'privacy_mode' | 'brand_color'
    >,
  ): Promise<void> {
    await this.service.ctx.db.write((tx) =>
      tx.updateTable('organization').set(change).where('id', '=', id).execute(),
    )
  }

  async changePerson(
    id: PersonId,
    change: Pick<
      Updateable<Schema['person']>,
      'active' | 'email_verified_at' | 'pw_force_reset' | 'pw_expires_at'
    >,
  ): Promise<void> {
    await this.service.ctx.db.write((tx) =>
      tx.updateTable('person').set(change).where('id', '=', id).execute(),
    )
  }

  /** Hands a root over to someone, or makes it one of another kind. */
  async changeRoot(
    id: RootId,
    change: Pick<Updateable<Schema['root']>, 'person_id' | 'root_type' | 'deleted_at'>,
  ): Promise<void> {
    await this.service.ctx.db.write((tx) => tx.updateTable('root').set(change).where('id', '=', id).execute())
  }

  /** A signed licence key that is good until the end of a day. */
  issueLicense(lastDay: string): Promise<string> {
    return issueLicense(this.service.ctx, lastDay)
  }

  /** Runs every job that is due at the world's time. */
  runJobs(): Promise<void> {
    return this.service.jobs.runDue()
  }

  /** Every mail and text message that is due by now, oldest first; only those to one address if given. */
  async sent(to?: string): Promise<Sent[]> {
    await this.runJobs()
    const messages = await readOutbox(path.join(this.place.dataDir, 'outbox'))
    return to === undefined ? messages : messages.filter((message) => message.to === to)
  }

  /** The mails and text messages sent so far, oldest first, as they stand in the outbox. */
  mails(): Promise<string[]> {
    return readFiles(path.join(this.place.dataDir, 'outbox'))
  }

  /** The newest code that was sent to an address or number. Letters about other things may come later than it. */
  async latestCode(to: string): Promise<string> {
    const codes = (await this.sent(to)).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])
    return codes.at(-1) ?? fail(`No message to ${to} has a code in it`)
  }
}

/** A world for the tests of one `describe`. */
export function useWorld(stack: Stack, options: WorldOptions = {}): World {
  const world = new World(stack, options)
  before(() => world.open())
  after(() => world.close())
  return world
}
