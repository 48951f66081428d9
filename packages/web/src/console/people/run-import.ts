import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { PersonId } from '@holdfast/api/ids'
import { fatesOf } from '../../core/console/fates.ts'
import { type Columns, cellOf, type ListRow } from '../../core/console/people-list.ts'
import { nameIn, sentList } from '../../core/console/sent-list.ts'
import { sendList } from '../../data/console/people-import.ts'
import { refreshConsole } from '../../data/console/table.ts'
import { isBusy, isOutage, problemOf } from '../../data/service/errors.ts'
import { beginWork, changeWork, dropWork, endWork, getWork } from '../../files/work/works.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import { patiently } from '../parts/patiently.ts'
import { faultWords } from './fault-words.ts'

/** A row that nobody was created for. */
export interface Left {
  row: ListRow
  why: string
}

export interface Imported {
  created: readonly { id: PersonId; name: string; email: string }[]
  left: readonly Left[]
  /** Why it ended before its last row. */
  why?: string
}

/** So many are created at once: a second's work for the server. */
const STEP = 100
/** More can be followed, and stopped, from anywhere. */
export const LARGE = 500

/** Creates the people of these rows, some at a time. Whoever asked for it may leave the screen. */
export async function runImport(
  place: OrganizationMay,
  rows: readonly ListRow[],
  columns: Columns,
  saveLeft: (left: readonly Left[]) => void,
): Promise<Imported> {
  const words = consoleWords().peopleImport
  const isLarge = rows.length > LARGE
  const work = beginWork({
    words: words.importing(rows.length),
    total: rows.length,
    canStop: isLarge,
    isShown: isLarge,
  })
  const created: Imported['created'][number][] = []
  const left: Left[] = []
  let why: string | undefined
  let at = 0
  for (; at < rows.length && why === undefined; at += STEP) {
    const step = rows.slice(at, at + STEP)
    try {
      const fates = await patiently(work, (tries) => sendStep(place, step, columns, tries), canRepeat)
      for (const [index, row] of step.entries()) {
        const fate = fates[index]
        if (fate?.id)
          created.push({ id: fate.id, name: nameIn(row, columns), email: cellOf(row, columns, 'email') })
        else left.push({ row, why: fate?.why ?? '' })
      }
      changeWork(work, { done: Math.min(at + STEP, rows.length) })
      if (getWork(work)?.phase === 'stopping' && at + STEP < rows.length) why = words.canceled
    } catch (error) {
      why = problemOf(error).words
      at -= STEP
    }
  }
  const rest = why
  if (rest !== undefined) left.push(...rows.slice(at).map((row) => ({ row, why: rest })))
  await refreshConsole()
  const said = created.length > 0 ? words.created(created.length) : words.none
  if (left.length === 0 && !isLarge) {
    dropWork(work)
    toast(said)
  } else
    endWork(work, {
      words: said,
      ...(why !== undefined && { why }),
      isBad: left.length > 0,
      failed: left.map(({ row, why }) => ({
        item: { type: 'row', id: row.number, name: shownName(cellOf(row, columns, 'email')) },
        why,
      })),
      ...(left.length > 0 && { download: () => saveLeft(left) }),
    })
  return { created, left, ...(why !== undefined && { why }) }
}

/** Who was created by a step is not created by its repetition, so it can be sent again whenever its answer was lost. */
const canRepeat = (error: unknown): boolean => isBusy(error) || isOutage(error)

async function sendStep(
  place: OrganizationMay,
  rows: readonly ListRow[],
  columns: Columns,
  tries: number,
): Promise<readonly { id?: PersonId; why?: string }[]> {
  const words = consoleWords().peopleImport
  const results = await sendList(place.id, sentList(rows, columns), false)
  return fatesOf(rows, results, columns).map((fate, index) => {
    const id = results[index]?.person_id ?? undefined
    // What is there after a repetition was created by the try whose answer was lost.
    if (fate.is === 'create' || (fate.is === 'exists' && tries > 0)) return { ...(id && { id }) }
    return { why: fate.is === 'exists' ? words.fates.exists : faultWords(fate.fault) }
  })
}
