import type { PersonId } from '@holdfast/api/ids'
import { listPersonSharelinks } from '@holdfast/api/sharing/links'
import { listSessions } from '@holdfast/api/sign-in/sessions'
import { useQuery } from '@tanstack/react-query'
import type { Step } from '../../core/first-steps.ts'
import { call } from '../service/api.ts'
import { ownPersonId } from '../service/session.ts'
import { changeSettings, getSettings } from './settings.ts'

/** What nothing else tells is kept with the account, once. */
export function noteStep(step: Step): void {
  const { steps, started } = getSettings()
  if (!started && !steps.includes(step)) void changeSettings({ steps: [...steps, step] })
}

/** For good. */
export const endFirstSteps = (): void => void changeSettings({ started: true })

/** Whether someone has made a link, and has a device; undefined until that is known. */
export const useBegun = (): { hasLinks: boolean; hasDevices: boolean } | undefined =>
  useQuery({
    // With those of links, so that a new one is seen at once.
    queryKey: ['links', 'begun'],
    queryFn: async ({ signal }) => {
      const person_id = ownPersonId() as PersonId
      const [links, signIns] = await Promise.all([
        call(listPersonSharelinks, { person_id, page: 1, page_size: 1 }, { signal }),
        call(listSessions, { offset: 0 }, { signal }),
      ])
      return {
        hasLinks: links.total > 0,
        hasDevices: signIns.results.some(({ machine_id }) => machine_id !== null),
      }
    },
  }).data
