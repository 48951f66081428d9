import {
  getInstallationRetention,
  type InstallationRetention,
  resumeInstallationRetention,
} from '@holdfast/api/oversight/installation-retention'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { queries } from '../service/queries.ts'

/** What would be deleted now if retention were not paused. */
export const useDueForDeletion = () =>
  useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }): Promise<InstallationRetention> => call(getInstallationRetention, {}, { signal }),
    gcTime: 0,
  })

export async function resumeRetention(): Promise<void> {
  await call(resumeInstallationRetention, {})
  await queries.invalidateQueries({ queryKey: ['alerts'] })
}
