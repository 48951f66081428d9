import type { OrganizationId } from '@holdfast/api/ids'
import { AGENT_CLIENT, BUILT_IN_CLIENT } from '@holdfast/api/sign-in/oauth'
import type { Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ApplicationRow, findApplicationByClientId } from '../../records/applications.ts'
import { findOrganization, type OrganizationRow } from '../../records/organizations.ts'
import { redirectUrisOf } from '../applications/view.ts'
import { grantTypesOf } from '../oauth/client.ts'
import { checkOrganizationUsable } from '../oauth/organization-usable.ts'
import type { Refusal, ReturnTo } from './return-address.ts'

type AskingApplication = Pick<ApplicationRow, 'client_id' | 'name' | 'description' | 'organization_id'> & {
  /** Comes with the service. */
  builtIn?: true
  mayReturnTo(uri: unknown): uri is string
}

/** RFC 8252, 7.3: a program on the person's own device listens where it finds a free port. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]):\d{1,5}\/[\w/-]*$/

const AGENT: AskingApplication = {
  client_id: AGENT_CLIENT,
  name: 'Holdfast on this device',
  description: 'Keeps folders of the device in sync and backs it up.',
  organization_id: 1 as OrganizationId,
  builtIn: true,
  mayReturnTo: (uri): uri is string => typeof uri === 'string' && LOOPBACK.test(uri),
}

/** What an application asks for, known to be one that may be answered where it wants to be. */
export interface AuthorizeRequest extends ReturnTo {
  application: AskingApplication
  /** The one that registered the application, or runs the service where it is part of that. */
  organization: OrganizationRow
  codeChallenge: string | null
  /** The same request again, as a query. */
  query: string
}

/** A mistake that the application is told about. Whatever is wrong before its address is known is shown instead. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly returnTo: ReturnTo
  readonly refusal: Refusal

  constructor(returnTo: ReturnTo, refusal: Refusal) {
    super(refusal.error_description)
    this.returnTo = returnTo
    this.refusal = refusal
  }
}

const PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'scope',
] as const
type Given = Partial<Record<(typeof PARAMETERS)[number], unknown>>

/** RFC 6749, 4.1.1. Throws an ApiError for what must not be answered by a redirect, and a RefusedRequest else. */
export async function readAuthorizeRequest(db: Db, given: Given, now: Instant): Promise<AuthorizeRequest> {
  const application = await getApplication(db, given.client_id)
  const redirectUri = checkRedirectUri(application, given.redirect_uri)
  const organization = (await findOrganization(db, application.organization_id)) ?? fail('forbidden')
  await checkOrganizationUsable(db, organization.id, now)
  // A repeated state is an error that goes back without one.
  const returnTo = { redirectUri, state: typeof given.state === 'string' ? given.state : undefined }
  const mistake = mistakeIn(given, application)
  if (mistake) throw new RefusedRequest(returnTo, mistake)
  const codeChallenge = textOf(given.code_challenge) ?? null
  return { application, organization, ...returnTo, codeChallenge, query: queryOf(given) }
}

async function getApplication(db: Db, clientId: unknown): Promise<AskingApplication> {
  if (clientId === AGENT_CLIENT) return AGENT
  // Anything longer or odder was not made here, and need not trouble the database.
  const known = typeof clientId === 'string' && /^[\w-]{1,64}$/.test(clientId)
  const application = known ? await findApplicationByClientId(db, clientId) : undefined
  if (!application && clientId !== BUILT_IN_CLIENT)
    return fail('invalid_client', 'The app that sent you here is not registered.')
  if (!application || !grantTypesOf(application).includes('authorization_code'))
    return fail('unauthorized_client', 'The app that sent you here is not allowed to ask people to sign in.')
  // RFC 9700, 4.1.3: equal in every byte. Anything looser lets codes end up elsewhere.
  const registered: readonly unknown[] = redirectUrisOf(application)
  return { ...application, mayReturnTo: (uri): uri is string => registered.includes(uri) }
}

function checkRedirectUri(application: AskingApplication, given: unknown): string {
  if (application.mayReturnTo(given)) return given
  const address = textOf(given)
  const mistake = address
    ? `wants to send you to an address that is not registered for it: ${shortened(address)}`
    : 'did not specify where to send you afterwards.'
  return fail('redirect_uri_mismatch', `${application.name} ${mistake}`)
}

function mistakeIn(given: Given, { builtIn }: AskingApplication): Refusal | undefined {
  const repeated = PARAMETERS.find((name) => Array.isArray(given[name]))
  if (repeated) return refused(repeated, 'sent more than once')
  const { response_type, code_challenge, code_challenge_method: method } = given
  if (!textOf(response_type)) return missing('response_type')
  if (response_type !== 'code')
    return {
      error: 'unsupported_response_type',
      error_description: 'Only the response type code is supported.',
    }
  // Without a secret, nothing else proves that the client that brings the code is the one that asked for it.
  if (!textOf(code_challenge)) return textOf(method) || builtIn ? missing('code_challenge') : undefined
  // RFC 7636, 4.3: without a method, plain is meant, which protects from nobody who can see the request.
  if (method !== 'S256') return refused('code_challenge_method', 'only S256 is supported')
  if (!/^[\w-]{43}$/.test(String(code_challenge))) return refused('code_challenge')
  return undefined
}

const missing = (parameter: string): Refusal => ({
  error: 'invalid_request',
  error_description: `Missing required parameter: ${parameter}`,
})

const refused = (parameter: string, error_reason?: string): Refusal => ({
  error: 'invalid_request',
  error_description: `Invalid value for parameter: ${parameter}`,
  ...(error_reason !== undefined && { error_reason }),
})

/** Empty parameters count as absent (RFC 6749, 3.1). */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

const queryOf = (given: Given): string =>
  PARAMETERS.flatMap((name) =>
    typeof given[name] === 'string' ? [`${name}=${encodeURIComponent(given[name])}`] : [],
  ).join('&')
