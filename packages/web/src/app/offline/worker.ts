/**
 * The app's service worker (ADR 0079). It shows the app where the server cannot be reached, and takes files that other apps
 * share. It never answers for the API, and what it has kept of the app comes second to what the server gives.
 */
import { now } from '../../platform/clock.ts'
import { forgetLists, INBOX, LISTS, SHELL_HEADER, UPLOAD_PATH } from '../../platform/kept.ts'

/** Filled in by the build. */
declare const WORKER: { build: string; files: readonly string[]; segments: readonly string[] }

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Waiting {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface Scope {
  addEventListener(name: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}
const scope = self as unknown as Scope

const SHELLS = 'holdfast-shell-'
const SHELL = SHELLS + WORKER.build
const LOOK = '/look.css'
/** Any address of the app shows the shell; this one is nobody's. */
const ANY_ADDRESS = '/shared'
const APP = new RegExp(`^/(${WORKER.segments.join('|')})?(/|$)`)
/** What a proxy says of a server that is gone. */
const GONE = [502, 503, 504]
/** A network that swallows everything says nothing at all. */
const PATIENCE_MS = 6000

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

async function install(): Promise<void> {
  const cache = await caches.open(SHELL)
  await cache.addAll(WORKER.files)
  await Promise.all([cache.add(LOOK), fetch(ANY_ADDRESS).then(keepShell)]).catch(() => {})
  // One that waited for all tabs to close would stay for weeks.
  await scope.skipWaiting()
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(SHELLS) && name !== SHELL)
  await Promise.all(old.map((name) => caches.delete(name)))
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

function answerTo(event: Fetching): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  const isPage = request.mode === 'navigate'
  if (origin !== location.origin) return undefined
  if (isPage && request.method === 'POST' && pathname === UPLOAD_PATH) return takeShared(request)
  if (request.method !== 'GET') return undefined
  if (isPage && APP.test(pathname)) return openApp(event)
  // Their names have the hash of what is in them.
  if (WORKER.files.includes(pathname)) return keptOr(pathname, () => fetch(request))
  if (pathname === LOOK) return fetch(request).then(keepLook, () => keptOr(LOOK, () => Response.error()))
  return undefined
}

async function openApp(event: Fetching): Promise<Response> {
  const asked = event.preloadResponse.then((begun) => begun ?? fetch(event.request))
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(() => keptOr('/', () => asked))
  const answer = await Promise.race([asked, late]).catch(() => keptOr('/', () => Response.error()))
  if (GONE.includes(answer.status)) return keptOr('/', () => answer)
  if (answer.headers.has(SHELL_HEADER)) event.waitUntil(keepShell(answer.clone()))
  // The page for signing in, or the way to it: nobody is signed in here any more.
  else if (answer.ok || answer.type === 'opaqueredirect') event.waitUntil(forgetLists())
  return answer
}

async function keptOr(path: string, otherwise: () => Promise<Response> | Response): Promise<Response> {
  return (await (await caches.open(SHELL)).match(path)) ?? otherwise()
}

/** That of another build would ask for files that are not here. */
async function keepShell(answer: Response): Promise<void> {
  if (answer.headers.get(SHELL_HEADER) === WORKER.build) await (await caches.open(SHELL)).put('/', answer)
}

async function keepLook(answer: Response): Promise<Response> {
  if (answer.ok) await (await caches.open(SHELL)).put(LOOK, answer.clone())
  return answer
}

/** Files that another app shares are kept until somebody who is signed in has said where to. */
async function takeShared(request: Request): Promise<Response> {
  try {
    await keepShared(request)
    return Response.redirect(UPLOAD_PATH, 303)
  } catch {
    return Response.redirect(`${UPLOAD_PATH}?failed=1`, 303)
  }
}

async function keepShared(request: Request): Promise<void> {
  const form = await request.formData()
  const files = form.getAll('files').filter((part) => part instanceof File)
  const inbox = await caches.open(INBOX)
  const whose = (await caches.keys()).find((name) => name.startsWith(LISTS)) ?? ''
  for (const [n, file] of files.entries()) {
    const headers = {
      ...{ 'x-name': encodeURIComponent(file.name), 'x-modified': String(file.lastModified) },
      ...{ 'x-for': whose, 'content-type': file.type || 'application/octet-stream' },
    }
    await inbox.put(`${UPLOAD_PATH}/${now()}-${n}`, new Response(file, { headers }))
  }
}
