import { Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import {
  addressOfPlace,
  filesPlaceIn,
  linksIn,
  openIn,
  placeAt,
  sharedWithIn,
} from '../core/addresses/routes.ts'
import { searchIn } from '../core/addresses/search-address.ts'
import { deletedPlaceIn, historyPlaceIn, undoPlaceIn } from '../core/addresses/time-routes.ts'
import { type Handlers, shortcutIn } from '../core/keys/shortcuts.ts'
import { getSettings } from '../data/account/settings.ts'
import { orderRemembered, usePanelKept } from '../data/account/view-kept.ts'
import { isKept } from '../data/service/kept.ts'
import { queries } from '../data/service/queries.ts'
import { isAdministrator, ownAccount, type Session } from '../data/service/session.ts'
import { focusSearch } from '../files/found/search-field.tsx'
import { photosTaken } from '../files/upload/uploading.ts'
import { Tray, uploadWanted } from '../files/upload/uploads.ts'
import { toggleNavigation } from '../platform/folds.ts'
import { UPLOAD_PATH } from '../platform/kept.ts'
import { takeLastUndo } from '../platform/toasts.ts'
import { useWatched } from '../platform/use-watched.ts'
import { FilesScreen } from '../screens/files/files-screen.tsx'
import type { Parts } from '../screens/files/parts.ts'
import { Boundary } from '../ui/answers/boundary.tsx'
import { NotFound } from '../ui/answers/not-found.tsx'
import { DialogToCome } from '../ui/dialog.tsx'
import { type Around, Frame } from './frame/frame.tsx'
import { inConsole, later, loadLater } from './lazy.ts'
import { ShareHost } from './share-host.tsx'
import { SignInAgain } from './sign-in-again.tsx'

const GoTo = later('GoTo')
const Keys = later('KeysHelp')
const SignOut = later('SignOut')
const TeamScreen = later('TeamScreen')
const SharedScreen = later('SharedScreen')
const SharedWithScreen = later('SharedWithScreen')
const InvitationsScreen = later('InvitationsScreen')
const LinksScreen = later('LinksScreen')
const FirstScreen = later('FirstScreen')
const MeScreen = later('MeScreen')
const OpenScreen = later('OpenScreen')
const SearchScreen = later('SearchScreen')
const RecentScreen = later('RecentScreen')
const StarredScreen = later('StarredScreen')
const DeletedScreen = later('DeletedScreen')
const HistoryScreen = later('HistoryScreen')
const UndoScreen = later('UndoScreen')
const Viewer = later('Viewer')
const KeptLine = later('KeptLine')
const UploadScreen = later('UploadScreen')
const PhotoDialog = later('PhotoDialog')
/** What leads through the console. */
const CONSOLE: Around = { Navigation: inConsole('ConsoleNavigation'), Bottom: inConsole('ConsoleBottom') }
const ConsoleScreen = inConsole('ConsoleScreen')
const WelcomeScreen = inConsole('WelcomeScreen')
const ConsoleGoTo = inConsole('ConsoleGoTo')
/** What the first run has of the account. */
const ACCOUNT_PARTS = { PasswordForm: later('PasswordForm'), TwoStepSetup: later('TwoStepSetup') }
/** What the files' screen opens, given to it: screens know no other screens. */
const PARTS: Parts = {
  Details: later('Details'),
  AddedHere: later('AddedHere'),
  GettingStarted: later('GettingStarted'),
  NoDetails: later('NoDetails'),
  RoleBadge: later('RoleBadge'),
  PickFolder: later('PickFolder'),
  Viewer,
  copyLink: async (...what) => (await loadLater()).copyLink(...what),
}

const isConsole = (path: string): boolean => /^\/admin(\/|$)/.test(path)
const isMe = (path: string): boolean => /^\/me(\/|$)/.test(path)

/** Parts of the account share a list, where the focus stays; one link stands over all of them, and a file over its folder. */
function screenOf(path: string): string {
  const place = filesPlaceIn(path, '')
  if (place) return addressOfPlace(placeAt(place.root, place.folder))
  return isMe(path) ? '/me' : linksIn(path) ? '/links' : path
}

/** Where someone lands who asked for nothing: own files, or where else there is something. */
function homeOf({ person, who_type, setup_open }: Session): string {
  if (setup_open && !isKept()) return '/welcome'
  if (who_type === 'guest') return '/shared'
  const { start } = getSettings()
  if (start !== 'files') return `/${start}`
  return person?.root_id ? addressOfPlace(placeAt(person.root_id)) : '/team'
}

export function App({ session }: { session: Session }) {
  const [path, navigate] = useLocation()
  const calm = useCalm()
  useEffect(() => {
    if (calm && !isKept()) void import('./offline/start-worker.ts').then(({ startWorker }) => startWorker())
  }, [calm])
  const hasPhotos = useWatched(photosTaken) !== undefined
  const isPerson = session.who_type === 'person'
  const [overlay, setOverlay] = useState<'goTo' | 'keys' | 'signOut'>()
  const closeOverlay = () => setOverlay(undefined)
  useEffect(() => {
    const does: Handlers<'everywhere'> = {
      undo: () => takeLastUndo()?.(),
      foldNavigation: toggleNavigation,
      search: isPerson ? () => focusSearch() || navigate('/search') : undefined,
      goTo: () => setOverlay('goTo'),
      help: () => setOverlay('keys'),
    }
    const press = (event: KeyboardEvent) => {
      const shortcut = shortcutIn('everywhere', event, getSettings().letters)
      // In a dialog even where nothing has the focus, as after a button that is gone.
      const isTyping =
        document.querySelector('dialog[open]') ||
        (event.target instanceof HTMLElement && event.target.closest('input, textarea, select'))
      if (!shortcut || !does[shortcut]) return
      if (shortcut !== 'goTo' && (isTyping || event.defaultPrevented)) return
      event.preventDefault()
      does[shortcut]()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isPerson, navigate])
  if (session.duty !== null)
    return (
      <Suspense>
        <FirstScreen session={session} />
      </Suspense>
    )
  return (
    <>
      <Frame
        session={session}
        calm={calm}
        onKeys={() => setOverlay('keys')}
        onGoTo={() => setOverlay('goTo')}
        onSignOut={() => setOverlay('signOut')}
        around={isConsole(path) ? CONSOLE : undefined}
        line={
          isKept() && (
            <Suspense>
              <KeptLine />
            </Suspense>
          )
        }
      >
        <Boundary key={screenOf(path)}>
          <Suspense>
            <Screen session={session} />
          </Suspense>
        </Boundary>
      </Frame>
      <Suspense fallback={<DialogToCome onClose={closeOverlay} />}>
        {overlay === 'goTo' &&
          (isConsole(path) && isAdministrator() ? (
            <ConsoleGoTo onClose={closeOverlay} />
          ) : (
            <GoTo session={session} onClose={closeOverlay} />
          ))}
        {overlay === 'keys' && <Keys onClose={closeOverlay} />}
        {overlay === 'signOut' && <SignOut onClose={closeOverlay} />}
      </Suspense>
      {calm && (
        <Suspense>
          <Tray account={ownAccount()} />
        </Suspense>
      )}
      {hasPhotos && (
        <Suspense>
          <PhotoDialog />
        </Suspense>
      )}
      <ShareHost />
      <SignInAgain session={session} onDone={() => void queries.invalidateQueries()} />
    </>
  )
}

const CALM_MS = 1000

/** True once the first view has had its time, or something is uploaded: what the first view needs comes first. */
function useCalm(): boolean {
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    const beCalm = () => {
      setCalm(true)
      // The server may be away when it is wanted.
      void loadLater()
    }
    const timer = setTimeout(beCalm, CALM_MS)
    const unwatch = uploadWanted.add(beCalm)
    return () => {
      clearTimeout(timer)
      unwatch()
    }
  }, [])
  return calm
}

function Screen({ session }: { session: Session }) {
  const [path] = useLocation()
  const query = useSearch()
  const named = filesPlaceIn(path, query)
  const panelKept = usePanelKept()
  const isOrdered = /(^|&)(sort|order)=/.test(query)
  const panel = named?.panel ?? panelKept
  const place = named && {
    ...named,
    ...(!isOrdered && orderRemembered(named.root)),
    ...(panel && { panel }),
  }
  const opened = openIn(path, query)
  const sought = searchIn(path, query)
  // A folder starts again: what was chosen or begun in another is not about it.
  if (place)
    return <FilesScreen key={`${place.root} ${place.folder}`} place={place} session={session} parts={PARTS} />
  const past = historyPlaceIn(path, query)
  if (past) return <HistoryScreen place={past} Viewer={Viewer} />
  const deleted = deletedPlaceIn(path, query)
  if (deleted) return <DeletedScreen place={deleted} session={session} />
  const undone = undoPlaceIn(path, query)
  if (undone) return <UndoScreen place={undone} session={session} />
  if (opened) return <OpenScreen {...opened} />
  if (path === '/') return <Redirect to={homeOf(session)} replace />
  if (path === '/team') return <TeamScreen session={session} />
  const [withPerson, links] = [sharedWithIn(query), linksIn(path)]
  if (session.who_type === 'person') {
    if (path === '/shared' && withPerson) return <SharedWithScreen person={withPerson} />
    if (path === '/invitations') return <InvitationsScreen />
    if (links) return <LinksScreen id={links.id} />
    if (sought) return <SearchScreen session={session} place={sought} />
    if (path === '/recent') return <RecentScreen />
    if (path === '/starred') return <StarredScreen />
    if (path === UPLOAD_PATH) return <UploadScreen session={session} />
  }
  if (isConsole(path)) return <ConsoleScreen />
  if (path === '/welcome') return <WelcomeScreen session={session} parts={ACCOUNT_PARTS} />
  if (path === '/shared') return <SharedScreen session={session} />
  if (path === '/me/first') return <Redirect to="/" replace />
  if (isMe(path)) return <MeScreen session={session} />
  return <NotFound />
}
