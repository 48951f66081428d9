import { createHash, randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ParamsOf } from '@holdfast/api/operation'
import { AGENT_CLIENT, authorize, type token } from '@holdfast/api/sign-in/oauth'
import type { Instant } from '@holdfast/api/time'
import { SIGN_IN } from '../words/network.ts'
import type { SecretFile } from './secret-file.ts'
import { type SignInWords, signInWords } from './sign-in-words.ts'
import { THIS_COMPUTER } from './this-computer.ts'
import { obtain, type SignedIn, signInFile, tokensOf } from './tokens.ts'
import type { Trust } from './trust.ts'

export interface SigningIn {
  readonly home: string
  readonly url: string
  readonly trust: Trust
  readonly fetch: typeof fetch
  readonly now: () => Instant
  /** What the device is called; the computer's name if it is left out. Two devices of one person need two. */
  readonly name?: string | undefined
  /** Where the sign-in is written down; as the one that counts if it is left out. */
  readonly file?: SecretFile<SignedIn> | undefined
}

/** Rejects with the code `missing_totp` where an authenticator has to be asked, too. */
export async function signInByPassword(
  signing: SigningIn,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
): Promise<SignedIn> {
  const grant = { grant_type: 'password', username: email, password, ...(code && { auth_code: code }) }
  return finish(signing, email, grant)
}

/**
 * Has a browser of this computer ask the person (RFC 8252): the service sends it back here with a code, which is of use only
 * to anyone who knows the verifier (RFC 7636). `show` is given the address of the page to open.
 */
export async function signInByBrowser(
  signing: SigningIn,
  { show, signal }: { show: (page: string) => void; signal?: AbortSignal },
): Promise<SignedIn> {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const back = await listenForCode(state, signal)
  try {
    const page = new URL(authorize.path, signing.url)
    page.search = new URLSearchParams({
      response_type: 'code',
      client_id: AGENT_CLIENT,
      redirect_uri: back.address,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    show(page.href)
    const code = await back.code
    const grant = { grant_type: 'authorization_code', code, redirect_uri: back.address }
    return await finish(signing, '', { ...grant, code_verifier: verifier })
  } finally {
    back.close()
  }
}

async function finish(
  { home, url, trust, fetch: send, now, name, file = signInFile(home) }: SigningIn,
  email: string,
  grant: Partial<ParamsOf<typeof token>>,
): Promise<SignedIn> {
  const before = await signInFile(home).read()
  // The same device as before, where it is the same service.
  const guid = before?.url === url ? { guid: before.guid } : {}
  const given = await obtain(url, send, {
    ...grant,
    ...THIS_COMPUTER,
    ...(name && { dns_name: name }),
    ...guid,
  })
  const signedIn = { url, email, trust, ...tokensOf(given, now()) }
  await file.write(signedIn)
  return signedIn
}

/** A page of our own that takes one code, and only with the state that belongs to it. */
async function listenForCode(state: string, signal: AbortSignal | undefined) {
  const { promise: code, resolve, reject } = Promise.withResolvers<string>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const say = (status: number, text: keyof SignInWords['words']) =>
      sendText(response, status, text, signInWords(request.headers['accept-language']))
    if (pathname !== '/' || searchParams.get('state') !== state) return say(404, 'nothing')
    const given = searchParams.get('code')
    if (given === null) {
      say(200, 'refused')
      reject(new Error(SIGN_IN.page.refusedWhy(searchParams.get('error') ?? 'no code')))
    } else {
      say(200, 'done')
      resolve(given)
    }
  })
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  // Nobody may wait for it any more when it is refused.
  code.catch(() => undefined)
  await new Promise<void>((ready, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', ready)
  })
  // One that cannot be accepted does not end the process.
  server.on('error', reject)
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    code,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function sendText(
  response: ServerResponse,
  status: number,
  text: keyof SignInWords['words'],
  { language, words }: SignInWords,
): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  }
  const page = `<!doctype html><html lang="${language}"><title>Holdfast</title><p>${words[text]}</p></html>`
  response.writeHead(status, headers).end(page)
}
