import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { Link, useLocation } from 'wouter'
import { linksIn } from '../../core/addresses/routes.ts'
import { ownLogoOf } from '../../core/own-logo.ts'
import { changeSettings, chooseLanguage } from '../../data/account/settings.ts'
import { usePerson } from '../../data/files/places.ts'
import { isAdministrator, nameOf, type Session } from '../../data/service/session.ts'
import { SearchField } from '../../files/found/search-field.tsx'
import { shownName } from '../../messages/format.ts'
import { LANGUAGES, t } from '../../messages/words.ts'
import { toggleNavigation, useNavigationFolded } from '../../platform/folds.ts'
import { loadPart } from '../../platform/load-part.ts'
import { languageChosen, THEMES, themeChosen } from '../../platform/preferences.ts'
import { ToastCorner } from '../../ui/answers/toast-corner.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { keepFocus } from './keep-focus.ts'
import { Navigation } from './navigation.tsx'
import '../../ui/answers/empty.css'
import './frame.css'

const Bell = lazy(async () => ({ default: (await loadPart(() => import('./bell.tsx'))).Bell }))

/** In its place, so that nothing moves. */
const BellToCome = () => (
  <span className="icon-button" aria-hidden="true">
    <Icon name="bell" />
  </span>
)

/** Whose app it is: by its logo, or by its name, beside our mark or the logo of an organization above. */
function BrandLine({ session: { organization, brand } }: { session: Session }) {
  const name = shownName(organization.name)
  const { logo } = brand
  const isOwn = ownLogoOf(brand) !== undefined
  return (
    <>
      {logo ? (
        <img
          className="logo"
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt={isOwn ? name : ''}
        />
      ) : (
        <svg className="frame-mark" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M10.5 8v16M21.5 8v16M10.5 18.5c4-5.5 7 2.5 11-5" />
        </svg>
      )}
      {!isOwn && <bdi>{name}</bdi>}
    </>
  )
}

interface FrameProps {
  session: Session
  children: ReactNode
  onKeys: () => void
  onGoTo: () => void
  onSignOut: () => void
  /** The first view has had its time. */
  calm: boolean
  /** In place of what the connection says. */
  line: ReactNode
  /** In place of what people go through: the console's own. */
  around?: Around | undefined
}

/** What leads through a part of the app. */
export interface Around {
  Navigation: ComponentType<{ open: boolean; folded: boolean; onClose: () => void; onGoTo: () => void }>
  Bottom: ComponentType<{ onMore: () => void }>
}

/** What stands around every screen. */
export function Frame({ session, children, onKeys, onGoTo, onSignOut, calm, line, around }: FrameProps) {
  const [open, setOpen] = useState(false)
  const folded = useNavigationFolded()
  const [path, navigate] = useLocation()
  const person = usePerson(session)
  const name = shownName(nameOf({ ...session, ...(person && { person }) }))
  useEffect(keepFocus, [])
  // Before what is shown there has its say: it may lead to where one was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: anyone who goes somewhere has chosen, and begins at its top
  useLayoutEffect(() => {
    setOpen(false)
    document.getElementById('main')?.scrollTo(0, 0)
  }, [linksIn(path) ? '/links' : path])
  const account = (): (MenuItem | 'line')[] => [
    ...(isAdministrator()
      ? [
          {
            id: 'console',
            label: t.navigation.console,
            icon: 'organization' as const,
            run: () => navigate('/admin'),
          },
        ]
      : []),
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
    { id: 'docs', label: t.navigation.docs, icon: 'help', run: () => location.assign('/docs') },
    { id: 'keys', label: t.navigation.help, icon: 'keyboard', keys: '?', run: onKeys },
    {
      id: 'out',
      label: t.navigation.signOut,
      icon: 'signOut',
      run: onSignOut,
    },
  ]
  return (
    <div className="frame">
      <a className="frame-skip" href="#main">
        {t.general.skip}
      </a>
      <header className="frame-top">
        <span className="frame-fold">
          <IconButton
            icon="menu"
            label={folded ? t.navigation.unfold : t.navigation.fold}
            onClick={() => toggleNavigation()}
          />
        </span>
        <Link href="/" className="frame-brand">
          <BrandLine session={session} />
        </Link>
        <div className="frame-search">{session.who_type === 'person' && !around && <SearchField />}</div>
        <span className="frame-own">
          {session.who_type === 'person' && (
            <Suspense fallback={<BellToCome />}>
              {calm ? <Bell session={session} /> : <BellToCome />}
            </Suspense>
          )}
          <MenuButton icon="person" label={t.navigation.account(name)} items={account}>
            <span className="frame-person">
              <span className="frame-initial" data-initial={name.slice(0, 1).toUpperCase()} />
              <bdi>{name}</bdi>
            </span>
          </MenuButton>
        </span>
      </header>
      {line || <ConnectionLine session={session} />}
      <div className="frame-body">
        <Suspense>
          {around ? (
            <around.Navigation open={open} folded={folded} onClose={() => setOpen(false)} onGoTo={onGoTo} />
          ) : (
            <Navigation session={session} open={open} folded={folded} onClose={() => setOpen(false)} />
          )}
        </Suspense>
        <main id="main" className="frame-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Suspense>
        {around ? (
          <around.Bottom onMore={() => setOpen(true)} />
        ) : (
          <BottomBar session={session} onMore={() => setOpen(true)} />
        )}
      </Suspense>
      <ToastCorner />
    </div>
  )
}
