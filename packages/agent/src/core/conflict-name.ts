import { isTooLong } from '@holdfast/api/files/names'

const MARK = /^(.*?) \(conflicted copy [^()]*\)(\.[^.]*)?$/u

/** Whether it may be one that we gave. */
export const isConflictName = (name: string): boolean => MARK.test(name)

export interface Conflict {
  readonly name: string
  /** What the device calls itself. */
  readonly machine: string
  /** YYYY-MM-DD */
  readonly date: string
  /** Null for folders. */
  readonly content: string | null
}

/**
 * The name of an item that gives way to another: it says where and when, and begins as before, so that it is listed beside it.
 * A copy of a copy does not grow. `number` tells apart what has the same name otherwise.
 */
export function conflictName({ name, machine, date, content }: Conflict, number: number): string {
  const [, marked, markedExtension] = MARK.exec(name) ?? []
  const dot = name.lastIndexOf('.')
  const extension =
    marked === undefined ? (dot > 0 && content !== null ? name.slice(dot) : '') : (markedExtension ?? '')
  const stem = [...(marked ?? name.slice(0, name.length - extension.length))]
  const by = [...machine.replace(/[^\p{L}\p{N} _-]/gu, '')].slice(0, 32).join('').trim() || 'device'
  const parts = [
    by,
    date,
    ...(content === null ? [] : [content.slice(0, 6)]),
    ...(number > 1 ? [number] : []),
  ]
  const whole = () =>
    `${stem.join('').trimEnd()} (conflicted copy ${parts.join(' ')})${extension}`.normalize('NFC')
  while (isTooLong(whole()) && stem.length > 1) stem.pop()
  return whole()
}
