import { type Change, listenToEvents } from '@holdfast/api/files/changes'
import type { RootId } from '@holdfast/api/ids'
import { now } from '../../platform/clock.ts'
import { Listeners } from '../../platform/listeners.ts'
import { Watched } from '../../platform/watched.ts'

/** What others do, as it happens. One tab of a browser listens, and tells the others: connections are few. */
export type LiveChange = Change & { root_id: RootId }
export type Line = { kind: 'live' } | { kind: 'reconnecting'; since: number } | { kind: 'offline' }

type Message = { kind: 'change'; change: LiveChange } | { kind: 'reset' } | { kind: 'line'; line: Line }

const LOCK = 'holdfast-events'
const channel = new BroadcastChannel('holdfast-events')
/** How it stands with the connection to the server. */
export const connection = new Watched<Line>({ kind: 'live' })
export const liveChanges = new Listeners<[LiveChange]>()
/** The server was restored from a backup, or too much happened: whatever was read may be wrong. */
export const resets = new Listeners()

/** However much others do, what shows it is read again at most so often. */
const PAUSE_MS = 1000

/** Tells, not too often, that something has changed which concerns the caller. */
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
  const stops = [liveChanges.add((change) => concerns(change) && tellSoon()), resets.add(tellSoon)]
  return () => {
    clearTimeout(waiting)
    for (const stop of stops) stop()
  }
}

/** For as long as the page is open. */
export function startLive(): void {
  channel.onmessage = ({ data }: MessageEvent<Message>) => take(data)
  addEventListener('offline', () => take({ kind: 'line', line: { kind: 'offline' } }))
  addEventListener('online', () => take({ kind: 'line', line: { kind: 'reconnecting', since: now() } }))
  // The tab that gets the lock listens until it is closed; then the next one does.
  void navigator.locks.request(LOCK, () => listenForever())
}

function tell(message: Message): void {
  channel.postMessage(message)
  take(message)
}

function take(message: Message): void {
  if (message.kind === 'change') liveChanges.tell(message.change)
  if (message.kind === 'reset') resets.tell()
  if (message.kind === 'line') connection.set(message.line)
}

async function listenForever(): Promise<never> {
  let position: string | undefined
  for (let tries = 0; ; tries++) {
    const outcome = await listenOnce(position, (id) => {
      position = id
      tries = 0
    })
    if (outcome === 'reset') {
      position = undefined
      tell({ kind: 'reset' })
    }
    const line = connection.get()
    const lost = line.kind === 'live' ? now() : line.kind === 'reconnecting' ? line.since : now()
    tell({
      kind: 'line',
      line: navigator.onLine ? { kind: 'reconnecting', since: lost } : { kind: 'offline' },
    })
    await new Promise((resolve) => setTimeout(resolve, Math.min(30_000, 1000 * 2 ** tries)))
  }
}

/** Until the stream ends, for whatever reason. */
function listenOnce(
  position: string | undefined,
  onPosition: (id: string) => void,
): Promise<'ended' | 'reset'> {
  const query = position === undefined ? '' : `?last_event_id=${encodeURIComponent(position)}`
  const source = new EventSource(listenToEvents.path + query)
  return new Promise((resolve) => {
    const end = (how: 'ended' | 'reset') => {
      source.close()
      resolve(how)
    }
    source.addEventListener('hello', (event) => {
      onPosition(event.lastEventId)
      tell({ kind: 'line', line: { kind: 'live' } })
    })
    source.addEventListener('change', (event) => {
      onPosition(event.lastEventId)
      tell({ kind: 'change', change: JSON.parse(event.data) as LiveChange })
    })
    source.addEventListener('activity', (event) => onPosition(event.lastEventId))
    source.addEventListener('end', (event) => {
      const { reason } = JSON.parse((event as MessageEvent).data) as { reason: string }
      end(reason === 'cursor_reset' ? 'reset' : 'ended')
    })
    // A refusal looks like an outage here: what it was is asked for only where there was a position to go on from.
    source.onerror = () => {
      if (position === undefined) return end('ended')
      fetch(listenToEvents.path + query, { headers: { accept: 'application/json' } }).then(
        (answer) => {
          void answer.body?.cancel()
          end(answer.status === 409 ? 'reset' : 'ended')
        },
        () => end('ended'),
      )
    }
  })
}
