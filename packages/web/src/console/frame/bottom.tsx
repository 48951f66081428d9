import { Link, useLocation } from 'wouter'
import { type ConsoleScreen, consoleAddress, consolePlaceIn } from '../../core/console/places.ts'
import { usePlace, useWithBelow } from '../../data/console/places.ts'
import { ownOrganizationId } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { screensFor } from './screens.ts'

const MOST: readonly ConsoleScreen[] = ['overview', 'people', 'devices', 'activity']

/** On phones: the screens one goes to most. */
export function ConsoleBottom({ onMore }: { onMore: () => void }) {
  const [path] = useLocation()
  const here = consolePlaceIn(path)
  const { data: place } = usePlace(here?.organization ?? ownOrganizationId())
  const withBelow = useWithBelow()
  const words = consoleWords().frame
  const query = place && place.below > 0 && withBelow ? '?below=1' : ''
  return (
    <nav className="bottom-bar" aria-label={t.navigation.often}>
      {place &&
        screensFor(place)
          .filter(({ screen }) => MOST.includes(screen))
          .sort((a, b) => MOST.indexOf(a.screen) - MOST.indexOf(b.screen))
          .map(({ screen, icon }) => (
            <Link
              key={screen}
              href={consoleAddress(place.id, screen, { query })}
              className="bottom-item"
              aria-current={here?.screen === screen ? 'page' : undefined}
            >
              <Icon name={icon} />
              {words.screens[screen]}
            </Link>
          ))}
      <button type="button" className="bottom-item" onClick={onMore}>
        <Icon name="menu" />
        {t.general.more}
      </button>
    </nav>
  )
}
