import { MAX_BULK } from '@holdfast/api/files/file-bulk'
import type { EntryId } from '@holdfast/api/ids'
import { MINUTE_MS } from '@holdfast/api/time'
import { canBeUndone, type Happened } from './groups.ts'

/** What one did as people see it: one deletion is one, in however many pieces it came. */
export interface Action {
  /** Newest first. */
  operations: readonly [Happened, ...Happened[]]
  /** How many items it is about. */
  items: number
  /** The folder that all of it is in; empty at the top of a root. */
  folder: string
}

/** Devices send one change after another. */
const NEXT_MS = MINUTE_MS
/** Two or three things that someone did are told one by one. */
const FEW = 3

const timeOf = ({ at }: Happened): number => Date.parse(`${at}Z`)
const goesOn = (newer: Happened, older: Happened): boolean =>
  newer.op === older.op && canBeUndone(newer) && timeOf(newer) - timeOf(older) <= NEXT_MS
/** A part of more than one request takes: the next one followed. */
const isPiece = (newer: Happened, older: Happened): boolean =>
  newer.op === older.op && older.changes >= MAX_BULK

/** Of operations of one person on one device, newest first. */
export function actionsOf(operations: readonly Happened[]): Action[] {
  const runs: [Happened, ...Happened[]][] = []
  for (const operation of operations) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && goesOn(last, operation)) run.push(operation)
    else runs.push([operation])
  }
  return runs.flatMap((run) => (isOne(run) ? [run] : run.map((one): typeof run => [one]))).map(actionOf)
}

const isOne = (run: readonly Happened[]): boolean =>
  run.length > FEW ||
  (run.length > 1 && run.every((older, n) => n === 0 || isPiece(run[n - 1] as Happened, older)))

function actionOf(operations: readonly [Happened, ...Happened[]]): Action {
  const single = new Set<EntryId | number>()
  let items = 0
  for (const { changes, item_id } of operations)
    if (changes > 1) items += changes
    else single.add(item_id)
  return { operations, items: items + single.size, folder: sharedFolder(operations) }
}

/** The names of the folders on the way to all of them, as far as they are the same. */
function sharedFolder(operations: readonly Happened[]): string {
  const ways = operations.map(({ path }) => (path ?? '').split('/').slice(1, -1))
  const [first = []] = ways
  const differs = first.findIndex((name, n) => ways.some((way) => way[n] !== name))
  return (differs < 0 ? first : first.slice(0, differs)).at(-1) ?? ''
}
