import { type Change, listenToEvents, type NewsOfLists } from '@holdfast/api/files/changes'
import type { RootId } from '@holdfast/api/ids'
import { getVersion } from '@holdfast/api/sign-in/general'
import { now } from '../../platform/clock.ts'
import { connection, doubts, returns } from '../../platform/connection.ts'
import { Listeners } from '../../platform/listeners.ts'
import { addressOf } from './api.ts'
import { type Ending, Listening, type News, type OpenStream } from './listening.ts'

/** What others do, as it happens. One tab of a browser listens, and tells the others: connections are few. */
export type LiveChange = Change & { root_id: RootId }

type Message =
  | News
  | { kind: 'list'; news: NewsOfLists }
  | { kind: 'change'; change: LiveChange }
  | { kind: 'doubt' }

const LOCK = 'holdfast-events'
const channel = new BroadcastChannel('holdfast-events')
export const liveChanges = new Listeners<[LiveChange]>()
/** Of lists of administrators. */
export const listNews = new Listeners<[NewsOfLists]>()
/** The server was restored from a backup, or too much happened: whatever was read may be wrong. */
export const resets = new Listeners()

/** However much others do, what shows it is read again at most so often. */
const PAUSE_MS = 1000

/** Tells, not too often, that something has changed which concerns the caller, or may have while the server was away. */
export function watchCalmly(
  refresh: () => void,
  concerns: (change: LiveChange) => boolean = () => true,
): () => void {
  let last = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  const tellNow = () => {
    waiting = undefined
    last = now()
    refresh()
  }
  const tellSoon = () => {
    waiting ??= setTimeout(tellNow, Math.max(0, last + PAUSE_MS - now()))
  }
  const stops = [
    liveChanges.add((change) => concerns(change) && tellSoon()),
    ...[resets, returns].map((one) => one.add(tellSoon)),
  ]
  return () => {
    clearTimeout(waiting)
    for (const stop of stops) stop()
  }
}

/** A list of which something did not come while the server was away gets it when that is back. Gives the way to stop. */
export const refreshOnReturn = (list: { error: unknown; refresh: () => void }): (() => void) =>
  returns.add(() => list.error !== undefined && list.refresh())

/** For as long as the page is open. Guests hear of no changes, only of a server that does not answer; administrators also of lists. */
export function startLive(hears: { changes: boolean; lists: boolean }): void {
  channel.onmessage = ({ data }: MessageEvent<Message>) => take(data)
  doubts.add(() => send({ kind: 'doubt' }))
  // The tab that gets the lock listens until it is closed; then the next one does.
  void navigator.locks.request(LOCK, () => {
    listening = new Listening(hears.changes ? openEvents(hears.lists) : openNothing(), send)
    for (const event of ['online', 'offline']) addEventListener(event, () => listening?.doubt())
    return new Promise(() => {})
  })
}

/** Only in the tab that listens. */
let listening: Listening | undefined

function send(message: Message): void {
  channel.postMessage(message)
  take(message)
}

function take(message: Message): void {
  if (message.kind === 'change') liveChanges.tell(message.change)
  if (message.kind === 'list') listNews.tell(message.news)
  if (message.kind === 'reset') resets.tell()
  if (message.kind === 'doubt') listening?.doubt()
  if (message.kind !== 'line') return
  const wasAway = connection.get().kind !== 'live'
  connection.set(message.line)
  if (wasAway && message.line.kind === 'live') returns.tell()
}

const openEvents =
  (lists: boolean): OpenStream =>
  (position, heard) => {
    const address = addressOf(listenToEvents, {
      ...(position !== undefined && { last_event_id: position }),
      ...(lists && { include_lists: true }),
    })
    const source = new EventSource(address)
    source.addEventListener('hello', (event) => {
      heard.position(event.lastEventId)
      heard.hello()
      // What was read before the first stream stood may have changed in between.
      if (position === undefined) returns.tell()
    })
    source.addEventListener('change', (event) => {
      heard.position(event.lastEventId)
      send({ kind: 'change', change: JSON.parse(event.data) as LiveChange })
    })
    source.addEventListener('list', ({ data }) =>
      send({ kind: 'list', news: JSON.parse(data) as NewsOfLists }),
    )
    source.addEventListener('activity', (event) => heard.position(event.lastEventId))
    source.addEventListener('end', (event) => {
      const { reason } = JSON.parse((event as MessageEvent).data) as { reason: string }
      heard.end(reason === 'cursor_reset' ? 'reset' : 'ended')
    })
    source.onerror = () => {
      // It tries again by itself, which would be once too often.
      source.close()
      void whyRefused(address).then(heard.end)
    }
    return () => source.close()
  }

/** A refusal looks like an outage to a stream. */
async function whyRefused(address: string): Promise<Ending> {
  try {
    const { status, body } = await fetch(address, { headers: { accept: 'application/json' } })
    void body?.cancel()
    return status === 409 ? 'reset' : status === 401 || status === 403 ? 'refused' : 'ended'
  } catch {
    return 'ended'
  }
}

/** Stands until it is doubted; then the server is asked whether it is there. */
function openNothing(): OpenStream {
  let wasOpen = false
  return (_, { hello, end }) => {
    const asks = new AbortController()
    if (wasOpen)
      fetch(getVersion.path, { signal: asks.signal }).then(
        ({ ok }) => (ok ? hello() : end('ended')),
        () => end('ended'),
      )
    else queueMicrotask(hello)
    wasOpen = true
    return () => asks.abort()
  }
}
