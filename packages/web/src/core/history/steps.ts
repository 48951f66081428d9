import type { LoggedOperation } from '@holdfast/api/files/history'
import { formatUtc } from '@holdfast/api/time'

/** Points are numbers of changes, or times. */
export const isPoint = (text: string): boolean =>
  /^\d{1,15}$|^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(text)
export const isTime = (point: string): boolean => point.includes('-')

/** What changes how a folder looks. */
export const stepsOf = (operations: readonly LoggedOperation[]): LoggedOperation[] =>
  operations.filter(({ op }) => op !== 'lock' && op !== 'unlock')

/** After so many of the steps, oldest first. Before the first it is a time: the change before that is of another day. */
export function pointAfter(steps: readonly LoggedOperation[], done: number): string | undefined {
  const last = steps[done - 1]
  if (last) return String(last.last_seq)
  return steps[0] && formatUtc(Date.parse(`${steps[0].at}Z`) - 1000)
}

/** How many of the steps are done at a point; all of them now. */
export function stepAt(steps: readonly LoggedOperation[], point: string | undefined): number {
  if (point === undefined) return steps.length
  const isDone = isTime(point)
    ? ({ at }: LoggedOperation) => at <= point
    : ({ seq }: LoggedOperation) => seq <= Number(point)
  return steps.filter(isDone).length
}
