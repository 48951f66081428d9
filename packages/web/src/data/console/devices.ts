import { getMachineHealth, signOutMachine, updateMachine } from '@holdfast/api/devices/fleet'
import { disableFileServer, enableFileServer, getMachine } from '@holdfast/api/devices/machines'
import type { MachineId, OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { listMachineActivity } from '@holdfast/api/oversight/activity'
import { tableMachines } from '@holdfast/api/oversight/machine-table'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

/** What changes by itself is asked for again so often. */
export const LOOK_EVERY_MS = 2000

/** A device as lists have it; null where there is none in the organization. */
export const useDevice = (organization_id: OrganizationId, machine: MachineId) =>
  useQuery({
    queryKey: ['console', 'device', organization_id, machine],
    queryFn: async ({ signal }) =>
      (await call(tableMachines, { organization_id, machine }, { signal })).results[0] ?? null,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })

/** What is set for a device. */
export const useDeviceSettings = (machine_id: MachineId) =>
  useQuery({
    queryKey: ['console', 'device settings', machine_id],
    queryFn: ({ signal }) => call(getMachine, { machine_id }, { signal }),
    staleTime: FRESH_MS,
  })

export const useDeviceHealth = (machine_id: MachineId) =>
  useQuery({
    queryKey: ['console', 'device health', machine_id],
    queryFn: ({ signal }) => call(getMachineHealth, { machine_id }, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })

export const useDeviceActivity = (machine_id: MachineId) =>
  useInfiniteQuery({
    queryKey: ['console', 'device activity', machine_id],
    queryFn: ({ pageParam }) => call(listMachineActivity, { machine_id, offset: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ offset, total, results }) =>
      offset + results.length < total && results.length > 0 ? offset + results.length : undefined,
    staleTime: FRESH_MS,
  })

export type DeviceSettings = Omit<ParamsOf<typeof updateMachine>, 'machine_id'>

export const changeDevice = (machine_id: MachineId, settings: DeviceSettings) =>
  afterwards(call(updateMachine, { machine_id, ...settings }))
/** Without a name it is called as it calls itself. */
export const renameDevice = (machine_id: MachineId, name: string) =>
  changeDevice(machine_id, { nickname: name === '' ? null : name })
export const signOutDevice = (machine_id: MachineId, remove_files: boolean) =>
  afterwards(call(signOutMachine, { machine_id, remove_files }))
export const setFileServer = (machine_id: MachineId, on: boolean) =>
  afterwards(call(on ? enableFileServer : disableFileServer, { machine_id }))
