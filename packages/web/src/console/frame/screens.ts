import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { type ConsoleScreen, SCREENS } from '../../core/console/places.ts'
import { may } from '../../data/console/places.ts'
import type { consoleWords } from '../../messages/console/console-words.ts'
import type { IconName } from '../../ui/icon.tsx'

type Group = keyof ReturnType<typeof consoleWords>['frame']['groups']

/** The screens as the navigation lists them; those of no group come first. */
const ORDER: readonly { screen: ConsoleScreen; icon: IconName; group?: Group }[] = [
  { screen: 'overview', icon: 'grid' },
  { screen: 'customers', icon: 'organization', group: 'customers' },
  { screen: 'usage', icon: 'chart', group: 'customers' },
  { screen: 'people', icon: 'people', group: 'people' },
  { screen: 'guests', icon: 'person', group: 'people' },
  { screen: 'groups', icon: 'people', group: 'people' },
  { screen: 'shares', icon: 'people', group: 'files' },
  { screen: 'links', icon: 'link', group: 'files' },
  { screen: 'activity', icon: 'clock', group: 'files' },
  { screen: 'devices', icon: 'device', group: 'devices' },
  { screen: 'backups', icon: 'restore', group: 'devices' },
  { screen: 'policies', icon: 'shield', group: 'settings' },
  { screen: 'alert-rules', icon: 'bell', group: 'settings' },
  { screen: 'organization', icon: 'settings', group: 'settings' },
  { screen: 'appearance', icon: 'palette', group: 'settings' },
  { screen: 'directories', icon: 'book', group: 'settings' },
  { screen: 'apps', icon: 'apps', group: 'settings' },
  { screen: 'system', icon: 'pulse', group: 'installation' },
]

const OF_CUSTOMERS: readonly ConsoleScreen[] = ['customers', 'usage']

/** Customers are for those who have some, too. */
export const isOpenTo = (place: OrganizationMay, screen: ConsoleScreen): boolean => {
  const action = SCREENS[screen]
  return action === undefined || may(place, action) || (OF_CUSTOMERS.includes(screen) && place.below > 0)
}

export const screensFor = (place: OrganizationMay) => ORDER.filter(({ screen }) => isOpenTo(place, screen))
