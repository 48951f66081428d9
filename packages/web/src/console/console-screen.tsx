import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { type ReactNode, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { type ConsolePlace, consoleAddress, consolePlaceIn, mainScreenOf } from '../core/console/places.ts'
import { usePlace } from '../data/console/places.ts'
import { codeOf } from '../data/service/errors.ts'
import { isAdministrator, ownOrganizationId } from '../data/service/session.ts'
import { consoleWords } from '../messages/console/console-words.ts'
import { shownName } from '../messages/format.ts'
import { t } from '../messages/words.ts'
import { NotFound } from '../ui/answers/not-found.tsx'
import { ProblemScreen } from '../ui/answers/problem-screen.tsx'
import { Icon } from '../ui/icon.tsx'

import { ActivityScreen } from './activity/activity-screen.tsx'
import { AppearanceScreen } from './appearance/appearance-screen.tsx'
import { AppsScreen } from './apps/apps-screen.tsx'
import { BackupsScreen } from './backups/backups-screen.tsx'
import { CloseScreen } from './closing/close-screen.tsx'
import { ClosingBanner } from './closing/closing-banner.tsx'
import { ContinueSetupScreen } from './customers/continue-setup-screen.tsx'
import { CustomersScreen } from './customers/customers-screen.tsx'
import { NewCustomerScreen } from './customers/new-customer-screen.tsx'
import { DeviceScreen } from './devices/device-screen.tsx'
import { DevicesScreen } from './devices/devices-screen.tsx'
import { DirectoriesScreen } from './directories/directories-screen.tsx'
import { DirectoryScreen } from './directories/directory-screen.tsx'
import { NewDirectoryScreen } from './directories/new-directory-screen.tsx'
import { PlaceLine } from './frame/place-line.tsx'
import { isOpenTo } from './frame/screens.ts'
import { GroupScreen } from './groups/group-screen.tsx'
import { GroupsScreen } from './groups/groups-screen.tsx'
import { GuestsScreen } from './guests/guests-screen.tsx'
import { LinksScreen } from './links/links-screen.tsx'
import { OrganizationScreen } from './organization/organization-screen.tsx'
import { OverviewScreen } from './overview/overview-screen.tsx'
import { ImportScreen } from './people/import-screen.tsx'
import { PeopleScreen } from './people/people-screen.tsx'
import { PersonScreen } from './people/person-screen.tsx'
import { PoliciesScreen } from './policies/policies-screen.tsx'
import { RulesScreen } from './rules/rules-screen.tsx'
import { ShareScreen } from './shares/share-screen.tsx'
import { SharesScreen } from './shares/shares-screen.tsx'
import { SystemScreen } from './system/system-screen.tsx'
import { UsageScreen } from './usage/usage-screen.tsx'
import './console.css'

/** What is at an address of the console, for whoever administers the organization that it names. */
export function ConsoleScreen() {
  const [path] = useLocation()
  const here = consolePlaceIn(path)
  const own = ownOrganizationId()
  const words = consoleWords().frame
  // The installation belongs to no organization: what one may there, one's own says.
  const of = here?.screen === 'system' ? own : here?.organization
  const { data: place, error, refetch } = usePlace(isAdministrator() ? of : undefined)
  useTitle(here, place?.name)
  if (!isAdministrator()) return <Closed>{words.onlyAdministrators}</Closed>
  if (!here?.screen) return <NotFound />
  if (!of) return own ? <Redirect to={consoleAddress(own, here.screen)} replace /> : <NotFound />
  const code = codeOf(error)
  if (code === 'forbidden' || code === 'not_found') return <Closed>{words.noAccess}</Closed>
  if (!place)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft screen">{t.general.loading}</p>
    )
  if (!isOpenTo(place, here.screen)) return <NotFound />
  const isOwn = place.id === own
  return (
    <div className={['screen', 'console', !isOwn && 'console-edge'].filter(Boolean).join(' ')} key={place.id}>
      {here.screen !== 'system' && <PlaceLine place={place} here={here} />}
      {place.state === 'closing' && <ClosingBanner place={place} />}
      {screenOf(here, place)}
    </div>
  )
}

/** Tabs and bookmarks of the browser say which screen they are of, and whose. */
function useTitle(here: ConsolePlace | undefined, of: string | undefined): void {
  const main = mainScreenOf(here)
  const screen = main && consoleWords().frame.screens[main]
  useEffect(() => {
    if (!screen) return
    const before = document.title
    document.title = [screen, main !== 'system' && of && shownName(of)].filter(Boolean).join(' · ')
    return () => {
      document.title = before
    }
  }, [screen, main, of])
}

function screenOf(here: ConsolePlace, place: OrganizationMay): ReactNode {
  switch (here.screen) {
    case 'organization':
      return <OrganizationScreen place={place} />
    case 'overview':
      return <OverviewScreen place={place} />
    case 'close':
      return <CloseScreen place={place} />
    case 'customers':
      return <CustomersScreen place={place} />
    case 'new-customer':
      return <NewCustomerScreen place={place} />
    case 'continue-setup':
      return <ContinueSetupScreen place={place} />
    case 'people':
      return here.id ? (
        <PersonScreen place={place} id={here.id} tab={here.tab} />
      ) : (
        <PeopleScreen place={place} />
      )
    case 'people/import':
      return <ImportScreen place={place} />
    case 'guests':
      return <GuestsScreen place={place} />
    case 'groups':
      return here.id ? <GroupScreen place={place} id={here.id} /> : <GroupsScreen place={place} />
    case 'shares':
      return here.id ? (
        <ShareScreen place={place} id={here.id} tab={here.tab} />
      ) : (
        <SharesScreen place={place} />
      )
    case 'links':
      return here.id ? <NotFound /> : <LinksScreen place={place} />
    case 'activity':
      return here.id ? <NotFound /> : <ActivityScreen place={place} />
    case 'devices':
      return here.id ? (
        <DeviceScreen place={place} id={here.id} tab={here.tab} />
      ) : (
        <DevicesScreen place={place} />
      )
    case 'backups':
      return here.id ? <NotFound /> : <BackupsScreen place={place} />
    case 'alert-rules':
      return here.id ? <NotFound /> : <RulesScreen place={place} />
    case 'system':
      return <SystemScreen tab={here.tab} />
    case 'appearance':
      return here.id ? <NotFound /> : <AppearanceScreen place={place} />
    case 'usage':
      return here.id ? <NotFound /> : <UsageScreen place={place} />
    case 'directories':
      return here.id ? (
        <DirectoryScreen place={place} id={here.id} tab={here.tab} />
      ) : (
        <DirectoriesScreen place={place} />
      )
    case 'directories/new':
      return <NewDirectoryScreen place={place} />
    case 'apps':
      return here.id ? <NotFound /> : <AppsScreen place={place} />
    case 'policies':
      return <PoliciesScreen place={place} />
    default:
      return <NotFound />
  }
}

const Closed = ({ children }: { children: string }) => (
  <div className="empty">
    <Icon name="lock" large />
    <h1>{children}</h1>
  </div>
)
