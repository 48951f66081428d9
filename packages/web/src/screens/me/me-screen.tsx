import type { MachineId } from '@holdfast/api/ids'
import type { ComponentType } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { runsTheService, type Session } from '../../data/service/session.ts'
import { t } from '../../messages/words.ts'
import { Boundary } from '../../ui/answers/boundary.tsx'
import { NotFound } from '../../ui/answers/not-found.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { AppPasswords } from './app-passwords.tsx'
import { Apps } from './apps.tsx'
import { Backups } from './backups.tsx'
import { Device } from './device.tsx'
import { Devices } from './devices.tsx'
import { Look } from './look.tsx'
import { Notices } from './notices.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { TwoStep } from './two-step.tsx'
import { withAccount } from './with-account.tsx'
import './me.css'

interface Part {
  name: keyof typeof t.account.parts
  icon: IconName
  Shown: ComponentType<{ session: Session }>
  forGuests?: true
  /** Only for administrators of the whole installation. */
  forOperators?: true
}

const PARTS: readonly Part[] = [
  { name: 'profile', icon: 'person', Shown: withAccount(Profile) },
  { name: 'password', icon: 'lock', Shown: Password, forGuests: true },
  { name: 'two-step', icon: 'shield', Shown: withAccount(TwoStep) },
  { name: 'devices', icon: 'device', Shown: Devices },
  { name: 'apps', icon: 'grid', Shown: Apps },
  { name: 'app-passwords', icon: 'keyboard', Shown: AppPasswords },
  { name: 'notices', icon: 'bell', Shown: withAccount(Notices) },
  { name: 'look', icon: 'settings', Shown: Look, forGuests: true },
  { name: 'backups', icon: 'archive', Shown: Backups, forOperators: true },
]

/** On a phone the list of parts is wider than the screen. */
const show = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** One's own account, a page for each part of it. */
export function MeScreen({ session }: { session: Session }) {
  const [path] = useLocation()
  const [, , name, id, ...more] = path.split('/')
  const parts = PARTS.filter(
    ({ forGuests, forOperators }) =>
      forGuests || (session.who_type === 'person' && (!forOperators || runsTheService())),
  )
  const here = parts.find((part) => part.name === name)
  if (!name) return <Redirect to={`/me/${parts[0]?.name}`} replace />
  const isDevice = here?.name === 'devices' && /^\d{1,15}$/.test(id ?? '')
  if (!here || more.length > 0 || (id !== undefined && !isDevice)) return <NotFound />
  const { title, about } = t.account.parts[here.name]
  return (
    <div className="screen me">
      <nav className="me-nav" aria-label={t.account.title}>
        <ul>
          {parts.map((part) => (
            <li key={part.name} ref={part === here ? show : undefined}>
              <Link
                href={`/me/${part.name}`}
                className={part === here ? 'nav-link nav-here' : 'nav-link'}
                aria-current={part === here ? 'page' : undefined}
              >
                <Icon name={part.icon} />
                {t.account.parts[part.name].title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section className="me-part">
        <Boundary key={path}>
          {isDevice ? (
            <>
              <Link href="/me/devices" className="me-back">
                <Icon name="back" />
                {title}
              </Link>
              <Device id={Number(id) as MachineId} />
            </>
          ) : (
            <>
              <h1>{title}</h1>
              <p className="soft">{about}</p>
              <here.Shown session={session} />
            </>
          )}
        </Boundary>
      </section>
    </div>
  )
}
