import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { usePerson } from '../data/places.ts'
import { nameOf, type Session, signOut } from '../data/session.ts'
import { shownName } from '../messages/format.ts'
import { LANGUAGES, t } from '../messages/words.ts'
import { Icon } from '../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../ui/menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { Navigation } from './navigation.tsx'
import { languageChosen, THEMES, themeChosen } from './preferences.ts'
import { changeSettings, chooseLanguage } from './settings.ts'
import { ToastCorner } from './toast-corner.tsx'
import './frame.css'

interface FrameProps {
  session: Session
  children: ReactNode
  onGoTo: () => void
  onKeys: () => void
}

/** What stands around every screen. */
export function Frame({ session, children, onGoTo, onKeys }: FrameProps) {
  const [open, setOpen] = useState(false)
  const [path, navigate] = useLocation()
  const person = usePerson(session)
  const name = shownName(nameOf({ ...session, ...(person && { person }) }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes somewhere has chosen
  useEffect(() => setOpen(false), [path])
  const account = (): (MenuItem | 'line')[] => [
    { id: 'me', label: t.account.title, icon: 'person', run: () => navigate('/me') },
    'line',
    ...THEMES.map(
      (theme): MenuItem => ({
        id: theme,
        label: t.navigation.themes[theme],
        checked: themeChosen() === theme,
        run: () => void changeSettings({ theme }),
      }),
    ),
    'line',
    ...Object.entries(LANGUAGES).map(
      ([language, label]): MenuItem => ({
        id: language,
        label,
        checked: languageChosen() === language,
        run: () => chooseLanguage(language),
      }),
    ),
    'line',
    { id: 'devices', label: t.navigation.devices, icon: 'device', run: () => location.assign('/agent') },
    { id: 'keys', label: t.navigation.help, icon: 'help', keys: '?', run: onKeys },
    {
      id: 'out',
      label: t.navigation.signOut,
      icon: 'signOut',
      run: () => void signOut().finally(() => location.assign('/account/sign-in')),
    },
  ]
  return (
    <div className="frame">
      <a className="frame-skip" href="#main">
        {t.general.skip}
      </a>
      <header className="frame-top">
        <Link href="/" className="frame-brand">
          <svg className="frame-mark" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" />
            <path d="M10.5 8v16M21.5 8v16M10.5 18.5c4-5.5 7 2.5 11-5" />
          </svg>
          <bdi>{shownName(session.organization.name)}</bdi>
        </Link>
        <button type="button" className="frame-search" aria-label={t.navigation.goTo} onClick={onGoTo}>
          <Icon name="search" />
          <span>{t.navigation.goTo}</span>
        </button>
        <MenuButton icon="person" label={t.navigation.account(name)} items={account}>
          <span className="frame-person">
            <span className="frame-initial" data-initial={name.slice(0, 1).toUpperCase()} />
            <bdi>{name}</bdi>
          </span>
        </MenuButton>
      </header>
      <ConnectionLine session={session} />
      <div className="frame-body">
        <Navigation session={session} open={open} onClose={() => setOpen(false)} />
        <main id="main" className="frame-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <BottomBar session={session} onGoTo={onGoTo} onMore={() => setOpen(true)} />
      <ToastCorner />
    </div>
  )
}
