import { Link, useLocation } from 'wouter'
import type { Session } from '../../data/service/session.ts'
import { t } from '../../messages/words.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import './bottom-bar.css'

interface BottomBarProps {
  session: Session
  onMore: () => void
}

/** On phones, where a thumb reaches it: the places one goes to most. */
export function BottomBar({ session, onMore }: BottomBarProps) {
  const [path] = useLocation()
  const root = session.person?.root_id
  const isPerson = session.who_type === 'person'
  const to = (address: string, icon: IconName, words: string) => (
    <Link href={address} className="bottom-item" aria-current={path.startsWith(address) ? 'page' : undefined}>
      <Icon name={icon} />
      {words}
    </Link>
  )
  return (
    <nav className="bottom-bar" aria-label={t.navigation.often}>
      {root
        ? to(`/files/${root}`, 'folder', t.navigation.files)
        : isPerson && to('/team', 'people', t.navigation.teamShort)}
      {to('/shared', 'received', t.navigation.sharedShort)}
      {isPerson && to('/search', 'search', t.navigation.search)}
      {isPerson && to('/recent', 'clock', t.navigation.recentShort)}
      <button type="button" className="bottom-item" onClick={onMore}>
        <Icon name="menu" />
        {t.general.more}
      </button>
    </nav>
  )
}
