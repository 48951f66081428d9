import { useEffect, useRef, useState } from 'react'
import type { State } from '../../core/upload/machine-types.ts'
import { formatCount, formatSize } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { acting } from '../actions/acting.ts'
import { WorkAnnouncer } from '../work/announcer.tsx'
import { useShownWorks, WorkPart } from '../work/work-part.tsx'
import { Announcer } from './announcer.tsx'
import { choosing } from './choosing.ts'
import { Conflicts } from './conflicts.tsx'
import { begin } from './engine.ts'
import { Left } from './left.tsx'
import { type Snapshot, snapshots, tell } from './runner.ts'
import { TrayRows } from './tray-rows.tsx'
import { WhyNot } from './why-not.tsx'
import { activeOf, allOf, canRetrySome, wordsOfTime } from './words.ts'
import './tray.css'

const FOLD_MS = 10_000

/** What is on its way, at the corner of every screen; not there where nothing is. */
export function Tray({ account }: { account: number }) {
  useEffect(() => {
    void begin(account)
    // Whoever acts next does not wait for it.
    void acting().catch(() => {})
  }, [account])
  const { state } = useWatched(snapshots)
  const works = useShownWorks()
  const isEmpty = allOf(state) + works.length === 0
  return (
    <>
      <WorkAnnouncer />
      <div className={isEmpty ? 'tray tray-empty' : 'tray'}>
        <WorkPart />
        <Uploads />
      </div>
    </>
  )
}

function Uploads() {
  const snapshot = useWatched(snapshots)
  const { state } = snapshot
  const [isOpen, setOpen] = useState(true)
  const [asks, setAsks] = useState(true)
  const { counts } = state.sums
  const ref = useRef<HTMLElement>(null)
  const isChoosing = useWatched(choosing)
  useEffect(() => {
    // It makes room for what is chosen, and can be opened again.
    if (isChoosing && matchMedia('(max-width: 48rem)').matches) setOpen(false)
  }, [isChoosing])
  const isOver = activeOf(state) + counts.asking + counts.lost === 0
  useEffect(() => {
    if (!isOver) return
    // Not under someone's hand.
    const timer = setInterval(() => {
      if (!ref.current?.matches(':hover, :focus-within')) tell({ type: 'dismissed', failed: false })
    }, FOLD_MS)
    return () => clearInterval(timer)
  }, [isOver])
  useEffect(() => {
    if (counts.asking === 0) setAsks(true)
  }, [counts.asking])
  return (
    <>
      <Announcer state={state} />
      {asks && <Conflicts state={state} onLater={() => setAsks(false)} />}
      {allOf(state) > 0 && (
        <section ref={ref} className="tray-part" aria-label={t.uploads.label}>
          <header className="tray-head">
            <h2 className="tray-title">{titleOf(state)}</h2>
            <HeadButtons state={state} isOpen={isOpen} isOver={isOver} onFold={() => setOpen(!isOpen)} />
          </header>
          {!isOver && <Progress {...snapshot} />}
          {counts.asking > 0 && !asks && (
            <p className="tray-note">
              <span>{t.uploads.asking(counts.asking)}</span>
              <Button onClick={() => setAsks(true)}>{t.uploads.choose}</Button>
            </p>
          )}
          {counts.lost > 0 && <Left state={state} />}
          {counts.failed > 0 && <WhyNot state={state} />}
          {isOpen && <TrayRows state={state} />}
        </section>
      )}
    </>
  )
}

function titleOf(state: State): string {
  const { counts } = state.sums
  if (activeOf(state) === 0) {
    if (counts.asking > 0) return t.uploads.asking(counts.asking)
    if (counts.lost > 0) return t.uploads.left(counts.lost)
    if (counts.failed > 0) return t.uploads.failed(counts.failed)
    return counts.done > 0 ? t.uploads.done(counts.done) : t.uploads.nothing
  }
  if (!state.signedIn) return t.uploads.signedOut
  if (!state.online) return t.uploads.offline
  if (state.paused || counts.paused === activeOf(state)) return t.uploads.paused
  if (counts.checking > 0) return t.uploads.looking(counts.checking)
  const all = allOf(state) - counts.skipped - counts.cancelled - counts.failed
  return t.uploads.sending(formatCount(counts.done), formatCount(all))
}

interface HeadProps {
  state: State
  isOpen: boolean
  isOver: boolean
  onFold: () => void
}

function HeadButtons({ state, isOpen, isOver, onFold }: HeadProps) {
  const words = t.uploads
  const areAllPaused = state.sums.counts.paused === activeOf(state)
  return (
    <span className="tray-buttons">
      {activeOf(state) > 0 && (
        <IconButton
          icon={areAllPaused ? 'play' : 'pause'}
          label={areAllPaused ? words.resumeAll : words.pauseAll}
          onClick={() => tell({ type: areAllPaused ? 'resumed' : 'paused' })}
        />
      )}
      {isOver && canRetrySome(state) && (
        <IconButton icon="refresh" label={words.retryAll} onClick={() => tell({ type: 'retried' })} />
      )}
      <IconButton
        icon={isOpen ? 'down' : 'up'}
        label={isOpen ? words.fold : words.unfold}
        aria-expanded={isOpen}
        onClick={onFold}
      />
      <IconButton
        icon="close"
        label={isOver ? words.dismiss : words.cancelAll}
        onClick={() => tell({ type: isOver ? 'dismissed' : 'cancelled' })}
      />
    </span>
  )
}

function Progress({ state, bytesPerSecond }: Snapshot) {
  const { bytes, sent } = state.sums
  const left = bytesPerSecond > 0 ? (bytes - sent) / bytesPerSecond : undefined
  return (
    <div className="tray-progress">
      <progress aria-label={t.uploads.progress} max={Math.max(1, bytes)} value={sent} />
      {bytesPerSecond > 0 && (
        <span className="soft">
          {t.uploads.speed(formatSize(bytesPerSecond), left === undefined ? undefined : wordsOfTime(left))}
        </span>
      )}
    </div>
  )
}
