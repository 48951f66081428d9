import type { PersonId, RootId } from '@holdfast/api/ids'
import { ApiError } from '../../../errors.ts'
import { comingFrom } from '../../../platform/basics/asking.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AccountPrincipal, GuestPrincipal, PersonPrincipal } from '../../../platform/principal.ts'
import { findPerson } from '../../../records/people.ts'
import { totpCode, totpStep } from '../../../sign-in/credentials/totp.ts'
import { authenticateBrowser } from '../../../sign-in/oauth/authenticate.ts'
import { startWebSession } from '../../../sign-in/sessions/open-web-session.ts'
import type { GuestKey, PersonKey } from '../cast/cast.ts'

export type Key = PersonKey | GuestKey

/** The addresses of examples (RFC 5737). */
const NETWORK = '203.0.113.'
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_6) AppleWebKit/605.1 Version/19.0 Safari/605.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36 Edg/149.0',
]

interface Account {
  id: PersonId
  rootId: RootId | null
  place: number
  cookie?: string
  /** Of the authenticator app. */
  secret?: string
}

/** The people of the demonstration, each with a browser of its own. */
export class People {
  readonly #ctx: Ctx
  readonly #accounts = new Map<Key, Account>()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  add(key: Key, { id, root_id }: { id: number; root_id?: RootId | null }): void {
    const place = this.#accounts.size
    this.#accounts.set(key, { id: id as PersonId, rootId: root_id ?? null, place })
  }

  keepSecret(key: Key, secret: string): void {
    this.#get(key).secret = secret
  }

  /** What the authenticator app shows now; nothing without one. */
  codeOf(key: Key): string | undefined {
    const { secret } = this.#get(key)
    return secret === undefined ? undefined : totpCode(secret, totpStep(this.#ctx.now()))
  }

  idOf(key: Key): PersonId {
    return this.#get(key).id
  }

  rootOf(key: PersonKey): RootId {
    const { rootId } = this.#get(key)
    if (rootId === null) throw new Error(`${key} has no files`)
    return rootId
  }

  addressOf(key: Key): string {
    return `${NETWORK}${10 + this.#get(key).place}`
  }

  /** Someone as the service knows them now, signed in again where the browser has forgotten them. */
  async person(key: PersonKey): Promise<PersonPrincipal> {
    const who = await this.#signedIn(key)
    if (who.kind !== 'person') throw new Error(`${key} is a guest`)
    return who
  }

  async guest(key: GuestKey): Promise<GuestPrincipal> {
    const who = await this.#signedIn(key)
    if (who.kind !== 'guest') throw new Error(`${key} is no guest`)
    return who
  }

  /** Does something as the browser of someone. */
  inBrowser<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const userAgent = BROWSERS[this.#get(key).place % BROWSERS.length]
    return from({ address: this.addressOf(key), userAgent }, work)
  }

  async #signedIn(key: Key): Promise<AccountPrincipal> {
    const account = this.#get(key)
    try {
      return await authenticateBrowser(this.#ctx, asking(account.cookie ?? ''))
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'access_denied')) throw error
    }
    const row = await findPerson(this.#ctx.db.read, account.id)
    if (!row) throw new Error(`${key} has no account`)
    account.cookie = await this.inBrowser(key, () => startWebSession(this.#ctx, row))
    return authenticateBrowser(this.#ctx, asking(account.cookie))
  }

  #get(key: Key): Account {
    const account = this.#accounts.get(key)
    if (!account) throw new Error(`${key} has not come yet`)
    return account
  }
}

const asking = (cookie: string) => ({ cookie, changes: false, csrfToken: undefined, foreign: false })

/** Does something as a request from an address would. */
export const from = <T>(
  request: { address: string; userAgent: string | undefined },
  work: () => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => comingFrom(request, () => void work().then(resolve, reject)))
