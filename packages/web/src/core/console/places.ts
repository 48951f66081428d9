import type { OrganizationId } from '@holdfast/api/ids'
import { idIn } from '../addresses/routes.ts'

/** The screens of the console, each with the right without which nobody is led to it. */
export const SCREENS = {
  overview: undefined,
  customers: 'organization.create',
  'new-customer': 'organization.create',
  'continue-setup': 'organization.limits',
  usage: 'organization.create',
  people: undefined,
  'people/import': 'people.add',
  guests: undefined,
  groups: undefined,
  shares: undefined,
  links: 'links.close',
  activity: 'activity',
  devices: 'devices.view',
  backups: 'devices.view',
  policies: undefined,
  'alert-rules': 'rules',
  organization: undefined,
  appearance: undefined,
  directories: 'directories',
  'directories/new': 'directories',
  apps: 'apps',
  close: 'organization.close',
  system: 'system',
} as const
export type ConsoleScreen = keyof typeof SCREENS

/** A place in the console, as its address says it; what it says behind the question mark is its screen's own affair. */
export interface ConsolePlace {
  /** Undefined: one's own. */
  organization: OrganizationId | undefined
  /** Undefined: an address that names none. */
  screen: ConsoleScreen | undefined
  id?: number | undefined
  tab?: string | undefined
}

const FIRST = 'admin'

/** What all organizations share is in none of them. */
const SYSTEM = 'system'
export const SYSTEM_TABS = ['status', 'jobs', 'email', 'storage', 'log'] as const
export type SystemTab = (typeof SYSTEM_TABS)[number]

function systemPlaceIn([tab, ...more]: readonly string[]): ConsolePlace {
  const isKnown = more.length === 0 && (tab === undefined || SYSTEM_TABS.some((one) => one === tab))
  return { organization: undefined, screen: isKnown ? 'system' : undefined, ...(isKnown && tab && { tab }) }
}

export const systemAddress = (tab: SystemTab, query = ''): string => `/${FIRST}/${SYSTEM}/${tab}${query}`

/** Undefined where the address is of something else. */
export function consolePlaceIn(path: string): ConsolePlace | undefined {
  const parts = path.replace(/\/$/, '').split('/').slice(1)
  // Some screens are part of another one.
  if (Object.hasOwn(SCREENS, parts.slice(2, 4).join('/'))) parts.splice(2, 2, parts.slice(2, 4).join('/'))
  const [first, organizationText, screenText = 'overview', idText, tab, ...more] = parts
  if (first !== FIRST) return undefined
  if (organizationText === undefined) return { organization: undefined, screen: 'overview' }
  if (organizationText === SYSTEM) return systemPlaceIn(parts.slice(2))
  const organization = idIn(organizationText)
  const id = idIn(idText)
  const isScreen = Object.hasOwn(SCREENS, screenText) && screenText !== SYSTEM
  const isKnown = isScreen && more.length === 0 && (idText === undefined || id)
  if (!organization || !isKnown) return { organization: undefined, screen: undefined }
  return {
    organization: organization as OrganizationId,
    screen: screenText as ConsoleScreen,
    ...(id && { id }),
    ...(tab && { tab }),
  }
}

/** The screen of the navigation that a place is at or below. */
export const mainScreenOf = (place: ConsolePlace | undefined): ConsoleScreen | undefined =>
  place?.screen?.split('/')[0] as ConsoleScreen | undefined

/** `query` with its question mark, or empty. */
export function consoleAddress(
  organization: OrganizationId,
  screen: ConsoleScreen,
  { id, tab, query = '' }: { id?: number; tab?: string; query?: string } = {},
): string {
  if (screen === 'system') return systemAddress('status', query)
  const parts = [FIRST, organization, screen, id, id && tab].filter((part) => part !== undefined)
  return `/${parts.join('/')}${query}`
}

/** The same screen of another organization, in the same order: what names something of this one is left behind. */
export function sameScreenOf(organization: OrganizationId, place: ConsolePlace, query: string): string {
  const given = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of place.id ? ['below'] : ['sort', 'below']) {
    const value = given.get(name)
    if (value !== null) kept.set(name, value)
  }
  return consoleAddress(organization, screenElsewhere(place), { query: kept.size > 0 ? `?${kept}` : '' })
}

const screenElsewhere = ({ screen = 'overview' }: ConsolePlace): ConsoleScreen =>
  screen === 'system' ? 'overview' : screen
