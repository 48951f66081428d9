import type { OrganizationId } from '@holdfast/api/ids'
import { navigate } from 'wouter/use-browser-location'
import { consoleAddress } from '../../core/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import type { MenuItem } from '../../ui/menu.tsx'

interface Shown {
  organization: { id: number }
  /** A filter of the activity, and whatever it says. */
  by: 'actor' | 'device' | 'root'
  id: number
  more?: string
}

/** In the menu of a row: what the log has of it. */
export const showActivity = ({ organization, by, id, more = '' }: Shown): MenuItem => ({
  id: 'activity',
  icon: 'clock',
  label: consoleWords().activity.showActivity,
  run: () =>
    navigate(consoleAddress(organization.id as OrganizationId, 'activity', { query: `?${by}=${id}${more}` })),
})
