import { type DeletedItem, listDeleted } from '@holdfast/api/files/deleted-items'
import type { RootId } from '@holdfast/api/ids'
import { DAY_MS, formatUtc, MINUTE_MS, parseDate } from '@holdfast/api/time'
import type { DeletedPlace } from '../../core/addresses/time-routes.ts'
import { orNothing, useMerged } from '../../data/history/merged.ts'
import { call } from '../../data/service/api.ts'
import { utcOffsetAt } from '../../messages/format.ts'

/** The hours of a day as the clock here has them. */
function hoursOf(day: string | undefined) {
  const begin = day === undefined ? undefined : parseDate(day)
  if (begin === undefined) return {}
  const from = begin - utcOffsetAt(begin) * MINUTE_MS
  return { from: formatUtc(from), to: formatUtc(from + DAY_MS - 1000) }
}

/** What was deleted in these roots, newest first. */
export const useDeleted = (roots: readonly RootId[], { who, day, q }: DeletedPlace) =>
  useMerged({
    queryKey: ['deleted', who, day, q],
    of: roots,
    timeOf: ({ deleted }: DeletedItem) => deleted,
    read: (root_id, cursor, signal) =>
      call(
        listDeleted,
        {
          root_id,
          ...(who !== undefined && { person_id: who }),
          ...hoursOf(day),
          ...(q !== undefined && { q }),
          ...(typeof cursor === 'string' && { cursor }),
        },
        { signal },
      ).catch((error: unknown) => orNothing<DeletedItem>(error)),
  })
