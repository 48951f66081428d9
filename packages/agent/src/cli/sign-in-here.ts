import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ApiClientError } from '@holdfast/api/client'
import { failureInWords } from '../net/failure-words.ts'
import { fetchTrusting } from '../net/service-line.ts'
import { type SigningIn, signInByBrowser, signInByPassword } from '../net/sign-in.ts'
import { newSignInFile } from '../net/tokens.ts'
import { lookAtCertificate, pinCertificate, type Trust } from '../net/trust.ts'
import { CLOCK } from '../service/clock.ts'
import { UserError } from '../service/user-error.ts'
import { SIGN_IN } from '../words/network.ts'
import { type Call, isSet, say, textOption } from './command.ts'
import { lineOfInput, prompt, promptSecret } from './prompt.ts'

const UNKNOWN_CERTIFICATES = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]

export async function signInHere(call: Call): Promise<number> {
  const [address, ...rest] = call.args
  if (address === undefined || rest.length > 0) return call.misused()
  const url = addressOf(address)
  const trust = await trustIn(call, url)
  const name = textOption(call, 'name') ?? call.home.deviceName
  const fetch = fetchTrusting(trust)
  const file = newSignInFile(call.home.folder)
  const signing = { home: call.home.folder, url, trust, fetch, now: CLOCK.now, name, file }
  const { email } = isSet(call, 'browser') ? await byBrowser(signing) : await byPassword(call, signing)
  if (textOption(call, 'name') !== undefined) call.home.keepName(name)
  // Only now: whatever failed before this has changed nothing.
  await call.ask('takeSignIn', {})
  say(SIGN_IN.done(email))
  return place(call)
}

function addressOf(given: string): string {
  try {
    const url = new URL(given.includes('://') ? given : `https://${given}`)
    if (url.protocol !== 'https:') throw new UserError(SIGN_IN.httpsOnly)
    return url.origin
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(SIGN_IN.notAnAddress(given))
  }
}

/** Certificates that the system trusts, those of a file, or one that a person has compared. */
async function trustIn(call: Call, url: string): Promise<Trust> {
  const file = textOption(call, 'ca')
  const fingerprint = textOption(call, 'fingerprint')
  if (file !== undefined) return { ca: readAuthorities(file) }
  if (fingerprint !== undefined) return pinCertificate(url, fingerprint).catch((error) => inWords(error, url))
  try {
    await (await fetchTrusting({})(`${url}/api/2/version`)).body?.cancel()
    return {}
  } catch (error) {
    if (!UNKNOWN_CERTIFICATES.includes(String((error as NodeJS.ErrnoException).code)))
      return inWords(error, url)
    return askAboutCertificate(url)
  }
}

function readAuthorities(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UserError(SIGN_IN.unreadable(file, (error as Error).message))
  }
}

async function askAboutCertificate(url: string): Promise<Trust> {
  const { pem, fingerprint } = await lookAtCertificate(url).catch((error) => inWords(error, url))
  say(SIGN_IN.unknownCertificate(url, fingerprint))
  if (!process.stdin.isTTY) throw new UserError(SIGN_IN.giveFingerprint(fingerprint))
  const answer = await prompt(SIGN_IN.isItTheSame)
  if (answer.toLowerCase() !== 'yes') throw new UserError(SIGN_IN.no)
  return { pinned: pem }
}

async function byPassword(call: Call, signing: SigningIn) {
  const email = textOption(call, 'email') ?? (await prompt(SIGN_IN.email))
  let password = isSet(call, 'password-stdin') ? await lineOfInput() : await promptSecret(SIGN_IN.password)
  let code = textOption(call, 'code')
  for (let tries = 1; ; ) {
    try {
      return await signInByPassword(signing, { email, password, code })
    } catch (error) {
      const refused = error instanceof ApiClientError ? error.code : undefined
      const mayAsk = process.stdin.isTTY && !isSet(call, 'password-stdin') && tries < PASSWORD_TRIES
      if (refused === 'missing_totp' && code === undefined) code = await prompt(SIGN_IN.code)
      else if (refused === 'invalid_totp' && mayAsk) {
        tries++
        say(SIGN_IN.wrongCode)
        code = await prompt(SIGN_IN.code)
      } else if (refused === 'invalid_grant' && mayAsk) {
        tries++
        say(SIGN_IN.wrongPassword)
        password = await promptSecret(SIGN_IN.passwordFor(email))
      } else if (refused === 'invalid_grant') throw new UserError(SIGN_IN.wrongPassword)
      else return inWords(error, signing.url)
    }
  }
}

/** The service locks accounts whose passwords are guessed. */
const PASSWORD_TRIES = 3

const byBrowser = (signing: SigningIn) =>
  signInByBrowser(signing, {
    show: (page) => say(SIGN_IN.openPage(page)),
  }).catch((error) => inWords(error, signing.url))

/** Where the files are to be: asked once, if there is somebody to ask. */
async function place(call: Call): Promise<number> {
  const given = textOption(call, 'folder')
  const usual = path.join(os.homedir(), 'Holdfast')
  const folder = given ?? (process.stdin.isTTY ? await prompt(SIGN_IN.whichFolder, usual) : undefined)
  if (folder === undefined) {
    say(SIGN_IN.noFolder)
    return 0
  }
  const { roots } = await call.ask('setBase', { folder: path.resolve(folder) })
  for (const { name, folder: at, state, reason } of roots)
    say(state === 'failed' ? SIGN_IN.notSynced(name, reason) : SIGN_IN.synced(name, at))
  say(SIGN_IN.next)
  return 0
}

function inWords(error: unknown, url: string): never {
  if (error instanceof ApiClientError)
    throw new UserError(String(error.body.error_description ?? error.message))
  throw new UserError(failureInWords(error, url))
}
