import { existsSync, readFileSync } from 'node:fs'
import { fetchTrusting } from '../../net/service-line.ts'
import { signInFile } from '../../net/tokens.ts'
import { UPDATE } from '../../words/program.ts'
import type { Home } from '../home.ts'
import { isPackaged, Place } from '../place.ts'
import { UserError } from '../user-error.ts'
import { Downloads } from './download.ts'
import { checkSignature, compareReleases, parseRelease, type Release } from './release.ts'
import { askProgram, restartAgent, startAgent } from './restart-agent.ts'
import { readList, removeOldVersions, type SignedList, unpackVersion } from './unpack-version.ts'

/** What came of it; `from` and `to` are versions. */
export interface Updated {
  readonly outcome: 'current' | 'updated' | 'went_back'
  readonly from: string
  readonly to: string
  /** Whether an agent ran, and runs again. */
  readonly isRunning: boolean
}

/** Takes the agent that the own server offers, if it is newer and signed by the key that was kept when this one was installed. */
export async function updateProgram(
  home: Home,
  { allowOlder, tell }: { allowOlder: boolean; tell: (words: string) => void },
): Promise<Updated> {
  const place = ownPlace()
  const signedIn = await signInFile(home.folder).read()
  if (!signedIn) throw new UserError(UPDATE.notSignedIn)
  const downloads = new Downloads(signedIn.url, fetchTrusting(signedIn.trust))
  const list = { text: await downloads.small('release'), signature: await downloads.small('release.sig') }
  checkSignature(list.text, list.signature, readFileSync(place.keyFile, 'utf8'))
  const offered = parseRelease(list.text.toString())
  const before = place.currentVersion
  const { text } = readList(place, before)
  const own = parseRelease(text.toString())
  if (text.equals(list.text))
    return { outcome: 'current', from: own.version, to: own.version, isRunning: false }
  checkAge(own, offered, allowOlder)
  tell(UPDATE.downloading(offered.version, signedIn.url))
  return change(home, place, { before, own, offered, list, downloads })
}

function ownPlace(): Place {
  if (isPackaged()) throw new UserError(UPDATE.packaged)
  const place = Place.find()
  if (!place || !existsSync(place.keyFile)) throw new UserError(UPDATE.noKey)
  return place
}

function checkAge(own: Release, offered: Release, allowOlder: boolean): void {
  if (compareReleases(offered, own) >= 0 || allowOlder) return
  throw new UserError(UPDATE.older(inWords(offered), inWords(own)))
}

const inWords = ({ version, built }: Release): string => `${version}, build ${built}`

interface Change {
  readonly before: string
  readonly own: Release
  readonly offered: Release
  readonly list: SignedList
  readonly downloads: Downloads
}

/** The version before stays until the new one has come up. */
async function change(home: Home, place: Place, wish: Change): Promise<Updated> {
  const { before, own, offered, list, downloads } = wish
  const id = await unpackVersion(place, downloads, offered, list).catch(asRefusal)
  const running = await askProgram(home)
  place.makeCurrent(id)
  const done = { from: own.version, to: offered.version, isRunning: running !== undefined }
  if (running && !(await restartAgent(home, running, id))) {
    place.makeCurrent(before)
    const { isSupervised } = running
    const isRunning = await startAgent(home, place, { version: before, isSupervised })
    return { ...done, outcome: 'went_back', isRunning }
  }
  removeOldVersions(place, [id, before])
  return { ...done, outcome: 'updated' }
}

function asRefusal(error: NodeJS.ErrnoException): never {
  if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EPERM')
    throw new UserError(UPDATE.noPermission(error.path ?? 'the program'))
  throw error
}
