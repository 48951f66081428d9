import path from 'node:path'
import { ApiClientError, Client, type TokenSource } from '@holdfast/api/client'
import type { ParamsOf, ResultOf } from '@holdfast/api/operation'
import { AGENT_CLIENT, revoke, token } from '@holdfast/api/sign-in/oauth'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { CONNECTION } from '../words/network.ts'
import { SecretFile } from './secret-file.ts'
import type { Trust } from './trust.ts'

/** What a sign-in gave, as it is kept. */
export interface SignedIn {
  /** The service, without a slash at its end. */
  readonly url: string
  readonly email: string
  readonly trust: Trust
  /** Names this device for the service, for good. */
  readonly guid: string
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresAt: Instant
}

/** The service does not take this device any more. The files stay; a person has to sign in again. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

/** So long before it ends, a token is replaced. */
const EARLY_MS = 5 * MINUTE_MS

export const signInFile = (home: string): SecretFile<SignedIn> =>
  new SecretFile(path.join(home, 'sign-in.json'))
/** A sign-in that has succeeded and is to take the place of the one that counts. */
export const newSignInFile = (home: string): SecretFile<SignedIn> =>
  new SecretFile(path.join(home, 'new-sign-in.json'))

/** The tokens of a device that is signed in: they outlive the process, and are renewed before they end. */
export class Tokens implements TokenSource {
  readonly #file: SecretFile<SignedIn>
  readonly #fetch: typeof fetch
  readonly #now: () => Instant
  #held: SignedIn
  #renewing: Promise<string> | undefined
  #writing: Promise<void> = Promise.resolve()
  #isSignedOut = false
  #barred: string | undefined

  constructor(home: string, held: SignedIn, options: { fetch: typeof fetch; now: () => Instant }) {
    this.#file = signInFile(home)
    this.#held = held
    this.#fetch = options.fetch
    this.#now = options.now
  }

  get isSignedOut(): boolean {
    return this.#isSignedOut
  }

  /** Why the service gives no token at the moment, in its words, such as a disabled account: the sign-in counts again later. */
  get barred(): string | undefined {
    return this.#barred
  }

  /** When the newest access token should be replaced. */
  get renewAt(): Instant {
    return this.#held.expiresAt - EARLY_MS
  }

  /** One that holds for minutes, and is not the one that was refused. Rejects with `SignedOut` where there is none any more. */
  async accessToken(refused?: string): Promise<string> {
    if (this.#isSignedOut) throw new SignedOut(CONNECTION.signedOut)
    const { accessToken } = this.#held
    if (accessToken !== refused && this.#now() < this.renewAt) return accessToken
    // Anyone who asks while a renewal is under way shares it.
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** It answers what only those hear who are let in. */
  noteLetIn(): void {
    this.#barred = undefined
  }

  /** The service has said so by other ways. */
  noteSignedOut(): void {
    this.#isSignedOut = true
  }

  /** From here on no token is used, renewed or written down. */
  async retire(): Promise<void> {
    this.#isSignedOut = true
    await this.#writing.catch(() => undefined)
  }

  /** Tells the service, if it can be reached, and forgets the tokens; the device's name stays. */
  async signOut(): Promise<void> {
    await this.giveBack()
    await this.#file.write({ ...this.#held, accessToken: '', refreshToken: '', expiresAt: 0 })
  }

  /** Tells the service, if it can be reached. What is written down stays. */
  async giveBack(): Promise<void> {
    await this.retire()
    const client = new Client({ baseUrl: this.#held.url, fetch: this.#fetch })
    await client
      .call(revoke, { client_id: AGENT_CLIENT, token: this.#held.refreshToken })
      .catch(() => undefined)
  }

  /**
   * A token that was replaced works until its successor was used: so the new one is on the disk before, and a renewal whose
   * answer was lost is done again with the old one.
   */
  async #renew(): Promise<string> {
    const { refreshToken, guid, url } = this.#held
    const asked = { grant_type: 'refresh_token', refresh_token: refreshToken, guid }
    try {
      const given = await obtain(url, this.#fetch, asked)
      const next = { ...this.#held, ...tokensOf(given, this.#now()) }
      if (this.#isSignedOut) throw new SignedOut(CONNECTION.signedOutMeanwhile)
      this.#writing = this.#file.write(next)
      await this.#writing
      this.#held = next
      this.#barred = undefined
      return given.access_token
    } catch (error) {
      if (error instanceof ApiClientError && error.status === 403)
        this.#barred = String(error.body.error_description ?? error.message)
      if (!(error instanceof ApiClientError) || error.code !== 'invalid_grant') throw error
      this.#isSignedOut = true
      throw new SignedOut(CONNECTION.signedOut, { cause: error })
    }
  }
}

export const obtain = (
  url: string,
  send: typeof fetch,
  params: Partial<ParamsOf<typeof token>>,
): Promise<ResultOf<typeof token>> =>
  new Client({ baseUrl: url, fetch: send }).call(token, { client_id: AGENT_CLIENT, ...params })

export const tokensOf = (
  { access_token, refresh_token, guid, expires_in }: ResultOf<typeof token>,
  now: Instant,
): Pick<SignedIn, 'accessToken' | 'refreshToken' | 'guid' | 'expiresAt'> => ({
  accessToken: access_token,
  refreshToken: refresh_token,
  guid,
  expiresAt: now + expires_in * 1000,
})
