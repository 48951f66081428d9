import type { StoppedDevice } from '@holdfast/api/devices/fleet'
import { useState } from 'react'
import { useSettings } from '../../data/account/settings.ts'
import { sharedId, useWaiting } from '../../data/account/waiting.ts'
import type { Session } from '../../data/service/session.ts'
import { t } from '../../messages/words.ts'
import { IconButton } from '../../ui/button.tsx'
import { BellPanel } from './bell-panel.tsx'
import { ResumeDialog } from './resume-dialog.tsx'
import { StoppedDialog } from './stopped-dialog.tsx'
import './bell.css'

const MOST_SHOWN = 9

/** How much is new or waits for someone; what it is, is shown when asked for. */
export function Bell({ session }: { session: Session }) {
  const [place, setPlace] = useState<{ below: HTMLElement }>()
  const [resuming, setResuming] = useState(false)
  const [deciding, setDeciding] = useState<StoppedDevice>()
  const waiting = useWaiting(session)
  const { sharedSeen } = useSettings()
  const { brakes, stopped, invitations, alerts, shared, space } = waiting
  const count =
    brakes.length +
    stopped.length +
    invitations.length +
    alerts.length +
    shared.filter((link) => sharedId(link) > sharedSeen).length +
    (space ? 1 : 0)
  const close = () => {
    setPlace(undefined)
    // Anyone who went on to something else stays there.
    if (document.activeElement?.closest('.bell-panel')) place?.below.focus()
  }
  return (
    <span className="bell">
      <IconButton
        icon="bell"
        label={t.bell.label(count)}
        aria-haspopup="dialog"
        aria-expanded={place !== undefined}
        onClick={({ currentTarget }) => setPlace(place ? undefined : { below: currentTarget })}
      />
      {count > 0 && (
        <span
          className={brakes.length + stopped.length > 0 ? 'bell-count bell-bad' : 'bell-count'}
          aria-hidden="true"
        >
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
      {place && (
        <BellPanel
          session={session}
          waiting={waiting}
          place={place}
          onClose={close}
          onResume={() => {
            close()
            setResuming(true)
          }}
          onDecide={(device) => {
            close()
            setDeciding(device)
          }}
        />
      )}
      {resuming && <ResumeDialog onClose={() => setResuming(false)} />}
      {deciding && <StoppedDialog device={deciding} onClose={() => setDeciding(undefined)} />}
    </span>
  )
}
