import type { Decision } from '@holdfast/api/devices/decisions'
import { listStoppedDevices, resumeMachine, type StoppedDevice } from '@holdfast/api/devices/fleet'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { queries } from '../service/queries.ts'

/** Own devices that wait for a word before they remove very many files. */
export const useStoppedDevices = () =>
  useQuery({
    queryKey: ['stopped devices'],
    queryFn: async ({ signal }) => (await call(listStoppedDevices, {}, { signal })).results,
    staleTime: 60_000,
    refetchInterval: 60_000,
  })

export async function decide({ machine_id, rsub_id }: StoppedDevice, decision: Decision): Promise<void> {
  await call(resumeMachine, { machine_id, rsub_id, decision })
  // It says itself that it goes on, a little later.
  queries.setQueryData<StoppedDevice[]>(['stopped devices'], (all) =>
    all?.filter((one) => one.rsub_id !== rsub_id),
  )
}
