import { exportMachineMappings, importMachineMappings } from '@holdfast/api/devices/fleet'
import {
  createMachineMapping,
  deleteMachineMapping,
  getMachineStatus,
  listMachineMappings,
  listMachinePath,
} from '@holdfast/api/devices/machines'
import type { MachineId, MappingId, RootId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { useQuery } from '@tanstack/react-query'
import { addressOf, call } from '../service/api.ts'
import { LOOK_EVERY_MS } from './devices.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

/** How its roots are, as the device itself says; asked again while something is under way. */
export const useDeviceStatus = (machine_id: MachineId, enabled = true) =>
  useQuery({
    queryKey: ['console', 'device status', machine_id],
    queryFn: async ({ signal }) => (await call(getMachineStatus, { machine_id }, { signal })).results,
    enabled,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.synced === false ? LOOK_EVERY_MS : false),
  })

/** The folders in a folder; without one, the drives. That it was looked at is on record: it is not asked for again by itself. */
export const useDeviceFolders = (machine_id: MachineId, path: string | undefined) =>
  useQuery({
    queryKey: ['device folders', machine_id, path],
    queryFn: async ({ signal }) =>
      (await call(listMachinePath, { machine_id, ...(path !== undefined && { path }) }, { signal })).results,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    retry: false,
  })

export const useMappings = (machine_id: MachineId) =>
  useQuery({
    queryKey: ['console', 'mappings', machine_id],
    queryFn: async ({ signal }) => (await call(listMachineMappings, { machine_id }, { signal })).results,
    staleTime: FRESH_MS,
  })

export const mapFolder = (machine_id: MachineId, root_id: RootId, path: string) =>
  afterwards(call(createMachineMapping, { machine_id, root_id, path }))
export const endMapping = (machine_id: MachineId, mapping_id: MappingId) =>
  afterwards(call(deleteMachineMapping, { machine_id, mapping_id }))

export const mappingsAddress = (machine_id: MachineId): string =>
  addressOf(exportMachineMappings, { machine_id })

type Moved = ParamsOf<typeof importMachineMappings>['mappings']

/** What a file of an export has; undefined where it is none. */
export function mappingsIn(text: string): Moved | undefined {
  try {
    const { mappings } = JSON.parse(text) as { mappings?: unknown }
    const isOne = (one: Partial<Moved[number]> | null) =>
      typeof one?.root_id === 'number' && typeof one.path === 'string'
    return Array.isArray(mappings) && mappings.length > 0 && mappings.every(isOne)
      ? mappings.map(({ root_id, path }) => ({ root_id, path }))
      : undefined
  } catch {
    return undefined
  }
}

export const importMappings = async (machine_id: MachineId, mappings: Moved) =>
  (await afterwards(call(importMachineMappings, { machine_id, mappings }))).results
