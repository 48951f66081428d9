import { setOrganizationBrand } from '@holdfast/api/accounts/brand'
import { updateOrganization } from '@holdfast/api/accounts/organizations'
import type { OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { getSetup, type Setup, type SetupStep, testMail, updateSetup } from '@holdfast/api/oversight/setup'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { queries } from '../service/queries.ts'

const SETUP = ['console', 'setup']

/** It is asked for again whenever someone comes back: what is set outside of the app shows without a press. */
export const useSetup = (enabled: boolean) =>
  useQuery({
    queryKey: SETUP,
    queryFn: ({ signal }): Promise<Setup> => call(getSetup, {}, { signal }),
    enabled,
    staleTime: 0,
  })

async function update(change: ParamsOf<typeof updateSetup>): Promise<void> {
  queries.setQueryData(SETUP, await call(updateSetup, change))
  await queries.invalidateQueries({ queryKey: ['alerts'] })
}

export const setStep = (step: SetupStep, state: 'done' | 'skipped') => update({ step, state })
export const finishSetup = () => update({ finished: true })
/** The own account has changed. */
export const setupChanged = async (): Promise<void> => {
  for (const queryKey of [SETUP, ['person'], ['alerts']]) await queries.invalidateQueries({ queryKey })
}

export const sendTestMail = (to: string) => call(testMail, { to })

export async function saveBrand(
  organization_id: OrganizationId,
  given: { name: string; color: string },
): Promise<void> {
  await call(updateOrganization, { organization_id, name: given.name })
  await call(setOrganizationBrand, { organization_id, color: given.color })
  await queries.invalidateQueries({ queryKey: ['console'] })
}
