import type { CallParams } from '@holdfast/api/client'
import type { OrganizationId } from '@holdfast/api/ids'
import type { ResultOf } from '@holdfast/api/operation'
import { createApplication } from '@holdfast/api/sign-in/applications'
import { enableTwoStep } from '@holdfast/api/sign-in/two-step'
import { totpCode, totpStep } from '../../src/sign-in/credentials/totp.ts'
import { PASSWORD, type Someone, type World } from '../servers/world.ts'
import { FormBrowser, type Shown } from './form-browser.ts'

export const CALLBACK = 'https://printer.example.test/callback'

type Application = ResultOf<typeof createApplication>

/** An application and its people on the authorization page of a world. */
export class OAuthFlow {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  async application(settings: CallParams<typeof createApplication> = {}): Promise<Application> {
    const admin = await this.#world.admin()
    return admin.call(createApplication, {
      organization_id: 1 as OrganizationId,
      name: 'Photo Printer',
      description: 'Prints what you have.',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [CALLBACK],
      ...settings,
    })
  }

  /** The address of the page; a list gives a parameter more than once. */
  address(params: Record<string, string | string[]>): string {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ response_type: 'code', redirect_uri: CALLBACK, ...params }))
      for (const one of [value].flat()) query.append(name, one)
    return `${this.#world.url}/oauth/authorize?${query}`
  }

  /** A new browser after the sign-in form was sent. */
  async signIn(email: string, params: Record<string, string>, password = PASSWORD) {
    const browser = new FormBrowser()
    const shown = await browser.open(this.address(params))
    return { browser, shown: await browser.submit(shown, 'sign_in', { email, password }) }
  }

  /** The tokens of an application that someone lets in. */
  async letIn(email: string, application: Application): Promise<Record<string, unknown>> {
    const { browser, shown } = await this.signIn(email, { client_id: application.client_id })
    const { code = '' } = answerIn(await browser.submit(shown, 'allow'))
    return (await this.exchange(application, { code })).body
  }

  async exchange({ client_id, client_secret }: Application, params: Record<string, string>) {
    const grant = { grant_type: 'authorization_code', client_id, client_secret, ...params }
    const body = new URLSearchParams(grant)
    const response = await fetch(`${this.#world.url}/oauth/token`, { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  /** Turns two-step on; gives a function that tells the code of the moment, as the device would. */
  async addAuthenticator(someone: Someone): Promise<() => string> {
    const begin = { password: PASSWORD, mode: 'authenticator' as const }
    const { key = '' } = await someone.call(enableTwoStep, begin)
    const code = () => totpCode(key, totpStep(this.#world.clock.now()))
    await someone.call(enableTwoStep, { ...begin, auth_code: code() })
    // No code works twice: the next one has to come.
    this.#world.clock.advance({ seconds: 30 })
    return code
  }
}

/** What an application is told by a redirect. */
export const answerIn = ({ location = '' }: Shown): Record<string, string> =>
  Object.fromEntries(new URL(location).searchParams)
