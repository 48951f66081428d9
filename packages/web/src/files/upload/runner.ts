import { emptyState, step } from '../../core/upload/machine.ts'
import { folderOf, isEnded } from '../../core/upload/machine-change.ts'
import { itemOf, itemsOf } from '../../core/upload/machine-items.ts'
import type { Command, Event, Item, State } from '../../core/upload/machine-types.ts'
import { Speed } from '../../core/upload/speed.ts'
import { noteAdded } from '../../data/files/added.ts'
import { signInAgain } from '../../data/service/signed-out.ts'
import { chance } from '../../platform/clock.ts'
import { Watched } from '../../platform/watched.ts'
import { senderFor } from './senders/choose.ts'
import { outcomeOf } from './senders/outcomes.ts'
import { discard } from './senders/tus.ts'
import { checkBatch, makeFolders, makeFresh, patiently } from './server.ts'
import { takeSlot } from './slots.ts'

/** The uploads of this tab: the state of their course, and whatever it asks for. */
let state = emptyState()
const files = new Map<number, File>()
const running = new Map<number, AbortController>()
const slots: (() => void)[] = []
const speed = new Speed()

export const stateNow = (): State => state
export const keepFile = (item: number, file: File): void => {
  files.set(item, file)
}

export function tell(event: Event): void {
  const before = state
  const next = step(state, event)
  state = next.state
  if (state.first !== before.first) for (const id of files.keys()) if (id < state.first) files.delete(id)
  for (const command of next.commands) run(command)
  changed()
}

function run(command: Command): void {
  switch (command.do) {
    case 'askSlot':
      void takeSlot().then((release) => {
        slots.push(release)
        tell({ type: 'slot' })
      })
      break
    case 'freeSlot':
      slots.pop()?.()
      break
    case 'send':
      void send(command.item)
      break
    case 'stop':
      running.get(command.item)?.abort()
      break
    case 'wake':
      // Not all tabs at once.
      setTimeout(() => tell({ type: 'woken', item: command.item }), command.afterMs * (1 + chance() / 4))
      break
    case 'discard':
      patiently(() => discard(command.url))
        .catch(() => {})
        .finally(() => tell({ type: 'discarded', item: command.item }))
      break
    case 'signIn':
      void signInAgain().then(() => tell({ type: 'signedIn' }))
      break
    default:
      void prepare(command).then(tell)
  }
}

async function prepare(
  command: Extract<Command, { do: 'check' | 'makeFresh' | 'makeFolders' }>,
): Promise<Event> {
  const batch = state.batches.get(command.batch)
  if (!batch) return { type: 'foldersMade', batch: command.batch, folders: [], refused: [] }
  if (command.do === 'makeFresh') return makeFresh(batch, command.path)
  if (command.do === 'makeFolders') return makeFolders(batch, command)
  const isMeant = (item: Item) => item.batch === batch.id && item.status === 'checking'
  return checkBatch(batch, [...itemsOf(state)].filter(isMeant))
}

async function send(id: number): Promise<void> {
  const item = itemOf(state, id)
  const batch = item && state.batches.get(item.batch)
  const folder = item && batch?.folders.get(folderOf(item))
  const file = files.get(id)
  const stop = new AbortController()
  running.set(id, stop)
  // What was stopped says nothing more, but for the place that it was given.
  const say = (event: Event) => {
    if (!stop.signal.aborted) tell(event)
  }
  try {
    if (!item || !batch || typeof folder !== 'number') return
    if (!file) throw new DOMException('The file could not be read.', 'NotReadableError')
    const entry = await senderFor(item)({
      item,
      batch,
      folder,
      file,
      signal: stop.signal,
      placed: (url) => tell({ type: 'placed', item: id, url }),
      progress: (sent) => {
        speed.count(sent - (itemOf(state, id)?.sent ?? 0))
        say({ type: 'progress', item: id, sent })
      },
    })
    say({ type: 'answered', item: id, entry })
    if (batch.target.unseen) noteAdded(batch.target.root, item)
  } catch (error) {
    say({ type: 'refused', item: id, outcome: outcomeOf(error) })
  } finally {
    if (running.get(id) === stop) running.delete(id)
    const after = itemOf(state, id)
    if (after && isEnded(after) && after.status !== 'failed') files.delete(id)
  }
}

addEventListener('online', () => tell({ type: 'online' }))
addEventListener('offline', () => tell({ type: 'offline' }))

/** What the screen gets, up to ten times a second. */
export interface Snapshot {
  state: State
  bytesPerSecond: number
}

const TELL_MS = 100
export const snapshots = new Watched<Snapshot>({ state, bytesPerSecond: 0 })
let isSoon = false

function changed(): void {
  if (isSoon) return
  isSoon = true
  setTimeout(() => {
    isSoon = false
    snapshots.set({ state, bytesPerSecond: speed.perSecond() })
  }, TELL_MS)
}
