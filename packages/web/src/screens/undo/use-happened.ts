import { listHistory } from '@holdfast/api/files/history'
import type { RootId } from '@holdfast/api/ids'
import { formatUtc, MINUTE_MS, parseDate } from '@holdfast/api/time'
import type { UndoPlace } from '../../core/addresses/time-routes.ts'
import type { Happened } from '../../core/history/groups.ts'
import type { TakeBack } from '../../data/history/history.ts'
import { orNothing, useMerged } from '../../data/history/merged.ts'
import { call } from '../../data/service/api.ts'
import { utcOffsetAt } from '../../messages/format.ts'

const AT_ONCE = 100

/** What is wanted of the log of a root. */
export function wanted({ who, machine, since, deletesOnly }: UndoPlace) {
  const day = since === undefined ? undefined : parseDate(since)
  return {
    ...(who !== undefined && { person_id: who }),
    ...(machine !== undefined && { machine_id: machine }),
    ...(day !== undefined && { from: formatUtc(day - utcOffsetAt(day) * MINUTE_MS) }),
    ...(deletesOnly && { op: 'delete' as const }),
  }
}

/** What was done in these roots, newest first. */
export const useHappened = (roots: readonly RootId[], place: UndoPlace) =>
  useMerged({
    queryKey: ['happened', { ...place, root: undefined }],
    of: roots,
    timeOf: ({ at }: Happened) => at,
    read: (root, cursor, signal) =>
      call(
        listHistory,
        {
          root_id: root,
          ...wanted(place),
          ...{ limit: AT_ONCE, include_names: true },
          ...(typeof cursor === 'number' && { cursor }),
        },
        { signal },
      )
        .then((answer) => ({
          ...answer,
          results: answer.results.map((operation): Happened => ({ ...operation, root })),
        }))
        .catch((error: unknown) => orNothing<Happened>(error)),
  })

/** All that those did whom the filters name, root by root, however much of it was shown. */
export async function allOfThese(roots: readonly RootId[], place: UndoPlace): Promise<TakeBack[]> {
  const { person_id, machine_id, from } = wanted(place)
  const by = {
    ...(person_id !== undefined && { person_id }),
    ...(machine_id !== undefined && { machine_id }),
  }
  const edge = async (root: RootId, order: 'asc' | 'desc') => {
    const params = { root_id: root, ...by, ...(from !== undefined && { from }), order, limit: 1 }
    const { results } = await call(listHistory, params).catch((error: unknown) => orNothing<Happened>(error))
    return results[0]
  }
  const wishes: TakeBack[] = []
  for (const root of roots) {
    const [first, last] = [await edge(root, 'asc'), await edge(root, 'desc')]
    if (first && last) wishes.push({ root, from_seq: first.seq, to_seq: last.last_seq, ...by })
  }
  return wishes
}
