import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { Attention } from './attention.tsx'
import { CustomerWall } from './customer-wall.tsx'
import { LatestActivity } from './latest-activity.tsx'
import { SetupBanner } from './setup-banner.tsx'
import { StorageChart } from './storage-chart.tsx'
import { Tiles } from './tiles.tsx'
import './overview.css'

/** What needs somebody, then how much there is of everything: own figures and those of customers side by side. */
export function OverviewScreen({ place }: { place: OrganizationMay }) {
  return (
    <>
      <header className="console-head">
        <h1>
          <span className="unseen">{consoleWords().frame.screens.overview}: </span>
          <bdi>{shownName(place.name)}</bdi>
        </h1>
      </header>
      <SetupBanner place={place} />
      <Attention place={place} />
      <Tiles place={place} />
      {place.below > 0 && <CustomerWall place={place} />}
      <div className="overview-two">
        <StorageChart place={place} />
        <LatestActivity place={place} />
      </div>
    </>
  )
}
