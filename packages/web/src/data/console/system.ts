import type { JobId } from '@holdfast/api/ids'
import {
  getSystemStatus,
  listDamagedContent,
  listSystemServers,
  startSystemBackup,
  verifySystem,
} from '@holdfast/api/oversight/system'
import {
  dropSystemJob,
  listSystemJobs,
  retrySystemJob,
  type SystemJobState,
} from '@holdfast/api/oversight/system-jobs'
import { type LogLevel, listLogLines, setLogLevel } from '@holdfast/api/oversight/system-log'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { afterwards } from './table.ts'

const SYSTEM = ['console', 'system']
/** While something is under way, and while nothing is. */
const BUSY_MS = 1000
const CALM_MS = 10_000
const LOG_MS = 5000

const isUnderWay = (state: string): boolean => state === 'waiting' || state === 'running'

/** How the installation is. */
export const useSystemStatus = () =>
  useQuery({
    queryKey: [...SYSTEM, 'status'],
    queryFn: ({ signal }) => call(getSystemStatus, {}, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data && (isUnderWay(data.backup.state) || isUnderWay(data.verify.state)) ? BUSY_MS : CALM_MS,
  })

export const useServers = () =>
  useQuery({
    queryKey: [...SYSTEM, 'servers'],
    queryFn: ({ signal }) => call(listSystemServers, {}, { signal }),
    refetchInterval: CALM_MS,
  })

export const useSystemJobs = (state: SystemJobState) =>
  useInfiniteQuery({
    queryKey: [...SYSTEM, 'jobs', state],
    queryFn: ({ pageParam, signal }) =>
      call(listSystemJobs, { state, ...(pageParam > 0 && { after: pageParam }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: CALM_MS,
  })

export const useDamaged = (enabled: boolean) =>
  useInfiniteQuery({
    queryKey: [...SYSTEM, 'damaged'],
    queryFn: ({ pageParam, signal }) =>
      call(listDamagedContent, pageParam === '' ? {} : { after: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
  })

export const useLogLines = (level: LogLevel) =>
  useQuery({
    queryKey: [...SYSTEM, 'log', level],
    queryFn: ({ signal }) => call(listLogLines, { level }, { signal }),
    refetchInterval: LOG_MS,
  })

export const retryJob = (job_id: JobId) => afterwards(call(retrySystemJob, { job_id }))
export const dropJob = (job_id: JobId) => afterwards(call(dropSystemJob, { job_id }))
export const backUpNow = () => afterwards(call(startSystemBackup, {}))
export const verifyAll = () => afterwards(call(verifySystem, {}))
export const changeLogLevel = (level: LogLevel, minutes: number) =>
  afterwards(call(setLogLevel, { level, minutes }))
