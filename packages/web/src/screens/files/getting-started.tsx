import type { RecentFile } from '@holdfast/api/files/search'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type Step, stepsFor } from '../../core/first-steps.ts'
import { endFirstSteps, noteStep, useBegun } from '../../data/account/first-steps.ts'
import { useSettings } from '../../data/account/settings.ts'
import { rootsOf, usePerson } from '../../data/files/places.ts'
import { useRecent } from '../../data/files/search.ts'
import {
  isAdministrator,
  mayCreateShares,
  mayInvitePeople,
  type Session,
} from '../../data/service/session.ts'
import { openInvite, openNewShare } from '../../files/sharing/open-new.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { keep, useKept } from '../../platform/folds.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

export interface GettingStartedProps {
  session: Session
  /** Whether there is something in the folder, be it another one. */
  hasItems: boolean
  onUpload: () => void
  onShare: () => void
}

const ICONS: Record<Step, IconName> = {
  invite: 'person',
  newShare: 'people',
  add: 'upload',
  share: 'share',
  past: 'clock',
  agent: 'device',
  phone: 'device',
}
const FOLDED = 'first-steps'
/** Enough to find one's own among those of others. */
const RECENT = 50
const matches = (query: string): boolean => matchMedia(query).matches

/** What to do first, until it is done or not wanted. Its place is kept until it comes, so that nothing moves. */
export function GettingStarted({ session, hasItems, onUpload, onShare }: GettingStartedProps) {
  const [, navigate] = useLocation()
  const person = usePerson(session)
  const begun = useBegun()
  const recent = useRecent(RECENT).data
  const { steps: noted } = useSettings()
  // Where there are files it makes room for them; the first one folds nothing away under one's hand.
  const [first] = useState(hasItems ? 'folded' : 'open')
  const isOpen = (useKept(FOLDED) ?? first) === 'open'
  const words = beginWords().start
  const isOwn = ({ root_id, changed_by }: RecentFile) =>
    root_id === person?.root_id || changed_by === session.person_id
  const steps =
    begun && recent
      ? stepsFor({
          // A folder is no file.
          ...{ ...begun, hasFiles: hasItems && recent.some(isOwn), noted },
          mayInvite: mayInvitePeople(),
          mayCreateShares: mayCreateShares(),
          isAdministrator: isAdministrator(),
          hasShares: rootsOf({ person }).some(({ type }) => type === 'share'),
          onPhone: matches('(pointer: coarse)'),
          isInstalled: matches('(display-mode: standalone)'),
        })
      : []
  const done = steps.filter(({ isDone }) => isDone).length
  const isOver = steps.length > 0 && done === steps.length
  useEffect(() => {
    if (isOver) endFirstSteps()
  }, [isOver])
  const className = isOpen ? 'start start-open' : 'start'
  if (steps.length === 0) return <div className={className} />
  const does: Record<Step, () => void> = {
    invite: openInvite,
    newShare: openNewShare,
    add: onUpload,
    share: onShare,
    past: () => navigate(`/history/${person?.root_id}/0`),
    agent: () => {
      noteStep('agent')
      location.assign('/agent')
    },
    phone: () => noteStep('phone'),
  }
  return (
    <section className={className} aria-labelledby="start-title">
      <header className="start-head">
        <h2 id="start-title">{words.title}</h2>
        <span className="soft">{words.progress(done, steps.length)}</span>
        <progress max={steps.length} value={done} aria-label={words.progress(done, steps.length)} />
        <IconButton
          icon={isOpen ? 'up' : 'down'}
          label={isOpen ? words.fold : words.unfold}
          aria-expanded={isOpen}
          onClick={() => keep(FOLDED, isOpen ? 'folded' : 'open')}
        />
        <IconButton icon="close" label={words.dismiss} onClick={endFirstSteps} />
      </header>
      {isOpen && (
        <ol>
          {steps.map(({ step, isDone }) => (
            <StepOf key={step} step={step} isDone={isDone} onDo={does[step]}>
              {words.steps[step]}
            </StepOf>
          ))}
        </ol>
      )}
    </section>
  )
}

interface StepProps {
  step: Step
  isDone: boolean
  onDo: () => void
  children: ReactNode
}

const StepOf = ({ step, isDone, onDo, children }: StepProps) => (
  <li>
    {isDone ? (
      <span className="start-step start-done">
        <Icon name="check" />
        <span>
          {children}
          <span className="unseen"> ({beginWords().start.done})</span>
        </span>
      </span>
    ) : (
      <button type="button" className="start-step" onClick={onDo}>
        <Icon name={ICONS[step]} />
        <span>{children}</span>
      </button>
    )}
  </li>
)
