import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { startJobWorker } from '../../../platform/jobs/worker.ts'
import { generatePassword } from '../../../sign-in/credentials/passwords.ts'
import { JOB_HANDLERS } from '../../job-handlers.ts'
import type { OpenContext } from '../../opening/open-context.ts'
import type { OrganizationKey } from '../cast/cast.ts'
import type { MadeLink } from '../cast/links.ts'
import { Chance } from '../content/chance.ts'
import { contentOf, type Wanted } from '../content/content-of.ts'
import { Photos } from '../content/photo.ts'
import { Devices } from './devices.ts'
import { Letters } from './letters.ts'
import { People } from './people.ts'
import { Shares } from './shares.ts'
import type { StoryClock } from './story-clock.ts'

/** Where the story is played: an installation whose clock it moves, and all who are in it. */
export class Stage {
  readonly ctx: OpenContext
  readonly clock: StoryClock
  /** Everybody's. */
  readonly password: string
  /** Of the first account, until it has another one. */
  readonly firstPassword: string
  readonly chance = new Chance('harbor')
  readonly people: People
  readonly devices: Devices
  readonly shares: Shares
  readonly letters: Letters
  readonly links: MadeLink[] = []
  /** By device and folder. */
  readonly backups = new Map<string, { rootId: RootId; files: number }>()
  /** At the end of the story. */
  readonly year: number
  readonly #photos = new Photos()
  readonly #organizations = new Map<OrganizationKey, OrganizationId>()

  constructor(ctx: OpenContext, clock: StoryClock, firstPassword: string) {
    this.ctx = ctx
    this.clock = clock
    this.firstPassword = firstPassword
    this.password = generatePassword(ctx.random)
    this.year = Number(formatUtc(clock.end).slice(0, 4))
    this.people = new People(ctx)
    this.devices = new Devices(ctx, this.password)
    this.shares = new Shares(ctx)
    this.letters = new Letters(ctx)
  }

  addOrganization(key: OrganizationKey, id: OrganizationId): void {
    this.#organizations.set(key, id)
  }

  organization(key: OrganizationKey): OrganizationId {
    const id = this.#organizations.get(key)
    if (id === undefined) throw new Error(`There is no organization ${key} yet`)
    return id
  }

  contentOf(wanted: Omit<Wanted, 'at'>): Promise<Buffer> {
    return contentOf({ ...wanted, at: this.clock.now() }, { chance: this.chance, photos: this.#photos })
  }

  /** Does what the service does by itself: sends mails, counts, checks. */
  async runJobs(): Promise<void> {
    const worker = startJobWorker(this.ctx, JOB_HANDLERS)
    try {
      await worker.runDue()
    } finally {
      await worker.stop()
    }
  }
}
