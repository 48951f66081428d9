import {
  createMachineBackup,
  deleteMachineBackup,
  getBackupSchedule,
  listBackupRuns,
  listMachineBackups,
  planMachineRestore,
  restoreMachineBackup,
  runMachineBackup,
  updateMachineBackup,
} from '@holdfast/api/devices/backups'
import { cancelMachineJob, listMachineJobs, type MachineJob } from '@holdfast/api/devices/fleet'
import { MAX_PAGE_SIZE } from '@holdfast/api/envelopes'
import { listFolderChildren } from '@holdfast/api/files/files'
import type { EntryId, MachineId, MachineJobId, RootId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { LOOK_EVERY_MS } from './devices.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

export const useBackups = (machine_id: MachineId) =>
  useQuery({
    queryKey: ['console', 'backups', machine_id],
    queryFn: async ({ signal }) => (await call(listMachineBackups, { machine_id }, { signal })).results,
    staleTime: FRESH_MS,
  })

export const useSchedule = (machine_id: MachineId, root_id: RootId) =>
  useQuery({
    queryKey: ['console', 'backup schedule', machine_id, root_id],
    queryFn: ({ signal }) => call(getBackupSchedule, { machine_id, root_id }, { signal }),
    staleTime: FRESH_MS,
  })

/** Its newest run, null before the first; asked for again and again while one is under way. */
export const useNewestRun = (machine_id: MachineId, root_id: RootId, isRunning: boolean) =>
  useQuery({
    queryKey: ['console', 'newest run', machine_id, root_id],
    queryFn: async ({ signal }) =>
      (await call(listBackupRuns, { machine_id, root_id, page_size: 1 }, { signal })).results[0] ?? null,
    staleTime: FRESH_MS,
    refetchInterval: isRunning ? LOOK_EVERY_MS : FRESH_MS,
  })

/** All of its runs, the newest first: what it can be restored from. `newest` is the last that is known. */
export const useRuns = (machine_id: MachineId, root_id: RootId, newest: number | undefined) =>
  useInfiniteQuery({
    queryKey: ['console', 'backup runs', machine_id, root_id, newest],
    queryFn: ({ pageParam, signal }) =>
      call(listBackupRuns, { machine_id, root_id, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, max_page }) => (page < max_page ? page + 1 : undefined),
    enabled: newest !== undefined,
    staleTime: FRESH_MS,
  })

type Of = { machine_id: MachineId; root_id: RootId }
export type ScheduleChange = Omit<ParamsOf<typeof updateMachineBackup>, keyof Of>

export const backUp = (machine_id: MachineId, path: string) =>
  afterwards(call(createMachineBackup, { machine_id, path }))
export const runNow = (of: Of) => afterwards(call(runMachineBackup, of))
export const changeSchedule = (of: Of, change: ScheduleChange) =>
  afterwards(call(updateMachineBackup, { ...of, ...change }))
export const deleteBackup = (of: Of) => afterwards(call(deleteMachineBackup, of))

export interface Restoring extends Of {
  path: string
  to_machine_id: MachineId
  /** The number of a run. */
  seq: number
  /** Only what is in this folder of it. */
  folder_id?: EntryId
}

/** The folders that a folder of a backup had at a run. */
export const useFoldersThen = (root_id: RootId, folder_id: EntryId, seq: number) =>
  useInfiniteQuery({
    queryKey: ['backup folders', root_id, folder_id, seq],
    queryFn: async ({ pageParam: page, signal }) => {
      const order = { sort_by: 'name', sort_order: 'asc', folders_first: true } as const
      const wish = { root_id, folder_id, as_of: String(seq), page, page_size: MAX_PAGE_SIZE, ...order }
      const { results, max_page } = await call(listFolderChildren, wish, { signal })
      const folders = results.filter((item) => item.type === 'folder')
      // Behind the last folder there are files only.
      return { folders, next: page < max_page && folders.length === results.length ? page + 1 : undefined }
    },
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a restore would do. Nothing is changed. */
export const planRestore = ({ seq, ...rest }: Restoring) =>
  call(planMachineRestore, { ...rest, as_of: String(seq) })
export const restore = ({ seq, ...rest }: Restoring, overwrite: boolean) =>
  afterwards(call(restoreMachineBackup, { ...rest, as_of: String(seq), overwrite }))

export const isOpen = ({ state }: Pick<MachineJob, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** The newest first; the first of them are asked for again and again while one is under way. */
export const useJobs = (machine_id: MachineId) =>
  useInfiniteQuery({
    queryKey: ['console', 'jobs', machine_id],
    queryFn: ({ pageParam, signal }) => call(listMachineJobs, { machine_id, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, max_page }) => (page < max_page ? page + 1 : undefined),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ results }) => results.some(isOpen)) ? LOOK_EVERY_MS : false,
  })

export const cancelJob = (machine_id: MachineId, job_id: MachineJobId) =>
  afterwards(call(cancelMachineJob, { machine_id, job_id }))
