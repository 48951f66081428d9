import {
  compareStates,
  type LoggedOperation,
  listHistory,
  type RestoreReport,
  restoreState,
} from '@holdfast/api/files/history'
import {
  type Actor,
  getTimeline,
  listRootActors,
  type TimelineBar,
} from '@holdfast/api/files/history-figures'
import { type UndoReport, undoChanges } from '@holdfast/api/files/history-undo'
import type { EntryId, MachineId, PersonId, RootId, SessionId } from '@holdfast/api/ids'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ByWhom } from '../../core/addresses/time-routes.ts'
import { isTime } from '../../core/history/steps.ts'
import type { Zoom } from '../../core/history/strip-bars.ts'
import { now } from '../../platform/clock.ts'
import { call } from '../service/api.ts'
import { queries } from '../service/queries.ts'

/** One answer counts so much of a long log; more is asked for in pieces, and of a very long one not all. */
const MOST_PIECES = 8
const MOST_BARS_PIECES = 20
const STEPS_AT_ONCE = 500
export const MOST_STEPS = 2000
const DIFFERENCES_AT_ONCE = 100

const by = ({ who, machine }: ByWhom) => ({
  ...(who !== undefined && { person_id: who }),
  ...(machine !== undefined && { machine_id: machine }),
})
const inFolder = (folder: EntryId) => (folder === 0 ? {} : { folder_id: folder })

/** From then to then; what is in the future is not asked for. */
const between = (from: Instant, end: Instant) => ({
  from: formatUtc(from),
  ...(end <= now() && { to: formatUtc(end - 1000) }),
})

export interface Stretch extends ByWhom {
  root: RootId
  folder: EntryId
  from: Instant
  end: Instant
}

/** How much was done in a stretch of time. */
export const useTimeline = (
  { root, folder, from, end, ...whom }: Stretch & { zoom: Zoom; offset: number },
  enabled = true,
) =>
  useQuery({
    queryKey: ['timeline', root, folder, from, end, whom],
    enabled: enabled && from <= now(),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const bars: TimelineBar[] = []
      let cursor: number | null = null
      for (let piece = 0; piece < MOST_BARS_PIECES; piece++) {
        const answer: { results: TimelineBar[]; cursor: number | null } = await call(
          getTimeline,
          {
            root_id: root,
            ...inFolder(folder),
            ...between(from, end),
            ...by(whom),
            unit: whom.zoom === 'day' ? 'day' : 'month',
            utc_offset: whom.offset,
            ...(cursor !== null && { cursor }),
          },
          { signal },
        )
        bars.push(...answer.results)
        cursor = answer.cursor
        if (cursor === null) break
      }
      return { bars, isWhole: cursor === null }
    },
  })

/** What was done in a stretch of time, oldest first. */
export const useOperations = ({ root, folder, from, end, ...whom }: Stretch) =>
  useQuery({
    queryKey: ['operations', root, folder, from, end, whom],
    enabled: from <= now(),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const operations: LoggedOperation[] = []
      let cursor: number | null = null
      do {
        const answer: { results: LoggedOperation[]; cursor: number | null } = await call(
          listHistory,
          {
            root_id: root,
            ...inFolder(folder),
            ...between(from, end),
            ...by(whom),
            order: 'asc',
            limit: STEPS_AT_ONCE,
            include_names: true,
            ...(cursor !== null && { cursor }),
          },
          { signal },
        )
        operations.push(...answer.results)
        cursor = answer.cursor
      } while (cursor !== null && operations.length < MOST_STEPS)
      return { operations, isWhole: cursor === null }
    },
  })

/** When a point was; undefined for now, while it is not known, and before the beginning. */
export function useMoment(root: RootId, point: string | undefined): Instant | undefined {
  const isNumber = point !== undefined && !isTime(point)
  const { data } = useQuery({
    queryKey: ['moment', root, point],
    enabled: isNumber,
    queryFn: async ({ signal }) => {
      const params = { root_id: root, limit: 1, ...(point !== undefined && { to: point }) }
      return (await call(listHistory, params, { signal })).results[0]?.at ?? null
    },
  })
  const text = isNumber ? data : point
  return text ? Date.parse(`${text}Z`) : undefined
}

/** Who did something in a root, and on which devices. */
export const useActors = (root: RootId | undefined) =>
  useQuery({
    queryKey: ['actors', root],
    enabled: root !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Actor[]> => {
      const actors: Actor[] = []
      let cursor: number | null = null
      for (let piece = 0; piece < MOST_PIECES; piece++) {
        const answer: { results: Actor[]; cursor: number | null } = await call(
          listRootActors,
          { root_id: root as RootId, include_names: true, ...(cursor !== null && { cursor }) },
          { signal },
        )
        actors.push(...answer.results)
        cursor = answer.cursor
        if (cursor === null) break
      }
      return actors
    },
  })

interface Comparison extends ByWhom {
  root: RootId
  folder: EntryId
  from: string | undefined
  to: string | undefined
}

/** What differs between two points; undefined is now. */
export const useDifferences = ({ root, folder, from, to, ...whom }: Comparison) =>
  useInfiniteQuery({
    queryKey: ['differences', root, folder, from, to, whom],
    initialPageParam: null as number | null,
    staleTime: 0,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        compareStates,
        {
          root_id: root,
          ...inFolder(folder),
          ...by(whom),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          limit: DIFFERENCES_AT_ONCE,
          ...(cursor !== null && { cursor }),
        },
        { signal },
      ),
    getNextPageParam: ({ cursor }) => cursor,
  })

interface Scope {
  root: RootId
  folder_id?: EntryId
  person_id?: PersonId
  machine_id?: MachineId
}
/** Something to be taken back: all since a point, or certain changes. */
export type TakeBack = Scope &
  ({ as_of: string; file_id?: EntryId } | { from_seq: number; to_seq?: number; session_id?: SessionId })
export type TakenBack = RestoreReport | UndoReport

export const takeBack = ({ root, ...wish }: TakeBack, dry_run: boolean): Promise<TakenBack> =>
  'as_of' in wish
    ? call(restoreState, { root_id: root, ...wish, dry_run })
    : call(undoChanges, { root_id: root, ...wish, dry_run })

/** Takes back what was taken back: it is one operation, the first after what there was. */
export function takeBackAgain(root: RootId, { seq_before }: TakenBack): Promise<TakenBack> {
  const seq = seq_before + 1
  return takeBack({ root, from_seq: seq, to_seq: seq }, false)
}

/** What happened in a root is not what it was: whatever was read of it is read again. */
export function forgetHistory(root: RootId): void {
  for (const key of ['timeline', 'operations', 'differences', 'actors', 'folder'])
    void queries.invalidateQueries({ queryKey: [key, root] })
  for (const key of ['happened', 'deleted', 'brakes']) void queries.invalidateQueries({ queryKey: [key] })
}
