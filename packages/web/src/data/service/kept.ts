import type { CurrentSession } from '@holdfast/api/sign-in/sessions'
import { now } from '../../platform/clock.ts'
import { forgetInbox, forgetLists, LISTS } from '../../platform/kept.ts'
import { Watched } from '../../platform/watched.ts'

/** The lists that were opened last, to look at when the server cannot be reached (ADR 0079). */
const SESSION = '/api/2/session'
/** Who one is, facts of folders and roots, their lists, recent and starred items: names, and never content. */
const KEPT = /^\/api\/2\/(person|recent|person\/\d+\/starred|files\/\d+(\/folder\/\d+(\/children)?)?)(\?|$)/
/** The past, and what nobody reaches who only looks. */
const NOT_KEPT = /ids_only|as_of|[?&]page=\d\d/
const LIST = /\/children\?|\/recent/
/** Read on other screens too, which are not about it. */
const STARRED = '/starred'
/** Of lists and facts; those that were read longest ago go first. */
const MOST = 100
/** As long as a sign-in lasts that nobody uses. */
const MAX_AGE_MS = 14 * 24 * 60 * 60_000

let shelf: Promise<Cache> | undefined
/** When what is shown was read, if all that is shown is what was kept. */
export const keptAt = new Watched<number | undefined>(undefined)
/** Nothing can be changed then, and what was never opened is not there. */
export const isKept = (): boolean => keptAt.get() !== undefined
export const offline = (): Error => new TypeError('The server cannot be reached')

export const keptNameOf = ({ who_type, person, guest }: CurrentSession): string =>
  `${LISTS}${who_type}-${person?.id ?? guest?.id}`

/** Of this account from now on, and of no other. */
export async function keepFor(session: CurrentSession): Promise<void> {
  if (!('caches' in globalThis)) return
  const name = keptNameOf(session)
  shelf = forgetLists(name).then(() => caches.open(name))
  await put(SESSION, JSON.stringify({ ...session, csrf_token: '' }))
}

/** After a new sign-in on the same page; where the app's worker is not wanted, nobody would show what is kept. */
export async function keepAgain(session: CurrentSession): Promise<void> {
  if (isKept() || !(await navigator.serviceWorker?.getRegistration())) return
  await keepFor(session)
}

/** Nobody is signed in: what was kept for someone is deleted, and nothing more is kept. */
export async function forgetKept(everything = false): Promise<void> {
  shelf = undefined
  await forgetLists()
  if (everything) await forgetInbox()
}

/** Whoever was signed in last, if that is not too long ago. From then on everything is answered by what was kept. */
export async function openKept(): Promise<CurrentSession | undefined> {
  if (!('caches' in globalThis)) return undefined
  const name = (await caches.keys()).find((one) => one.startsWith(LISTS))
  if (name === undefined) return undefined
  const opened = await caches.open(name)
  const found = await opened.match(SESSION)
  if (!found || timeOf(found) < now() - MAX_AGE_MS) {
    await forgetLists()
    return undefined
  }
  shelf = Promise.resolve(opened)
  keptAt.set(timeOf(found))
  return (await found.json()) as CurrentSession
}

/** A request of the app: what is answered is kept where it is a list, and what was kept answers where nothing else does. */
export async function keptFetch(address: string, init: RequestInit): Promise<Response> {
  if (isKept()) return answerKept(address, init.method)
  const answer = await fetch(address, init)
  if (shelf && answer.ok && init.method === 'GET' && KEPT.test(address) && !NOT_KEPT.test(address))
    void put(address, answer.clone().body)
  return answer
}

async function answerKept(address: string, method: string | undefined): Promise<Response> {
  const found = method === 'GET' ? await (await shelf)?.match(address) : undefined
  if (!found) throw offline()
  if (LIST.test(address) || (address.includes(STARRED) && location.pathname === STARRED))
    keptAt.set(timeOf(found))
  return found
}

async function put(address: string, body: BodyInit | null): Promise<void> {
  try {
    const cache = await shelf
    if (!cache) return
    const headers = { 'content-type': 'application/json', 'x-at': String(now()) }
    await cache.put(address, new Response(body, { headers }))
    const all = (await cache.keys()).filter(({ url }) => !url.endsWith(SESSION))
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((old) => cache.delete(old)))
  } catch {
    // A browser that has no room for it, or forbids it, works as well without.
  }
}

const timeOf = (kept: Response): number => Number(kept.headers.get('x-at'))
