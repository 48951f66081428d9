import type { EntryId } from '@holdfast/api/ids'
import { type Brake, judgeBrakeRight, stopBraked } from '@holdfast/api/oversight/brakes'
import { useState } from 'react'
import { Link } from 'wouter'
import { addressOfHistory, historyAt } from '../../core/addresses/time-routes.ts'
import { factsOf, titleOf } from '../../core/history/brake-words.ts'
import { type BrakedDevice, useBrakes } from '../../data/history/brakes.ts'
import type { TakeBack } from '../../data/history/history.ts'
import { call } from '../../data/service/api.ts'
import { problemOf } from '../../data/service/errors.ts'
import { isOwnRoot } from '../../data/service/session.ts'
import { TakeBackDialog } from '../../files/history/take-back-dialog.tsx'
import { formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Devices that changed far more than usual, each with what can be done about it. */
export function BrakeCards() {
  const { data = [], refetch } = useBrakes()
  return data.map((brakes) => (
    <BrakeCard
      key={`${brakes[0].machine_id} ${brakes[0].session_id}`}
      brakes={brakes}
      onChanged={() => void refetch()}
    />
  ))
}

function BrakeCard({ brakes, onChanged }: { brakes: BrakedDevice; onChanged: () => void }) {
  const [busy, setBusy] = useState<'stop' | 'right'>()
  const [isUndoing, setUndoing] = useState(false)
  const [first] = brakes
  const running = brakes.find(({ state, may_stop }) => state !== 'stopped' && may_stop)
  const judged = brakes.filter(({ may_judge }) => may_judge)
  const undone = brakes.filter(({ may_undo, state }) => may_undo && state !== 'undone')
  const decide = async (what: 'stop' | 'right') => {
    setBusy(what)
    try {
      // Who is signed out is so everywhere; what was right is said of each place.
      if (what === 'stop') await call(stopBraked, { brake_id: (running ?? first).id })
      else for (const { id } of judged) await call(judgeBrakeRight, { brake_id: id })
      toast(what === 'stop' ? t.brake.stopped : t.brake.judged)
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
    setBusy(undefined)
    onChanged()
  }
  return (
    <section className="brake" aria-label={t.brake.label}>
      <h2>
        <Icon name="warn" />
        <bdi>{shownName(titleOf(first, t))}</bdi>
      </h2>
      {brakes.length === 1 ? (
        <p>
          <Facts brake={first} /> <State brakes={brakes} />
        </p>
      ) : (
        <>
          <ul className="brake-places">
            {brakes.map((brake) => (
              <li key={brake.id}>
                <Facts brake={brake} /> <Link href={addressOf(brake)}>{t.brake.see}</Link>
              </li>
            ))}
          </ul>
          <p>
            <State brakes={brakes} />
          </p>
        </>
      )}
      <p className="brake-buttons">
        {running && (
          <Button kind="bad" icon="pause" busy={busy === 'stop'} onClick={() => void decide('stop')}>
            {first.machine_id === null ? t.brake.stopSession : t.brake.stop}
          </Button>
        )}
        {brakes.length === 1 && (
          <Link href={addressOf(first)} className="button button-plain">
            <Icon name="eye" />
            <span>{t.brake.see}</span>
          </Link>
        )}
        {undone.length > 0 && (
          <Button icon="undo" onClick={() => setUndoing(true)}>
            {t.brake.undo}
          </Button>
        )}
        {judged.length > 0 && (
          <Button icon="check" busy={busy === 'right'} onClick={() => void decide('right')}>
            {t.brake.right}
          </Button>
        )}
      </p>
      {isUndoing && (
        <TakeBackDialog
          title={t.brake.undoTitle}
          button={t.undo.doUndo}
          wishes={wishesOf(undone)}
          done={({ restored }) => t.undo.done(restored)}
          onClose={() => setUndoing(false)}
          onDone={onChanged}
        >
          <p>{t.undo.onlyThese}</p>
        </TakeBackDialog>
      )}
    </section>
  )
}

function Facts({ brake }: { brake: Brake }) {
  const place = shownName(isOwnRoot(brake.root_id) ? t.navigation.myFiles : brake.root_name)
  return (
    <>
      <bdi>{t.brake.where(place, formatMoment(brake.first_at), formatMoment(brake.last_at))}</bdi>{' '}
      <strong>{factsOf(brake, t.brake)}</strong>
    </>
  )
}

const State = ({ brakes }: { brakes: readonly Brake[] }) => (
  <>
    {brakes.some(({ paused }) => paused) && t.brake.paused}
    {brakes.every(({ state }) => state === 'stopped') && t.brake.isStopped}
  </>
)

const addressOf = (brake: Brake): string =>
  addressOfHistory({
    ...historyAt(brake.root_id, 0 as EntryId, String(brake.first_seq - 1)),
    ...(brake.machine_id === null ? { who: brake.person_id } : { machine: brake.machine_id }),
    isDiff: true,
  })

/** All it did since it began, whatever it has done meanwhile: once for each place. */
const wishesOf = (brakes: readonly Brake[]): TakeBack[] =>
  [...Map.groupBy(brakes, ({ root_id }) => root_id)].map(([root, its]) => {
    const { first_seq, machine_id, session_id } = its.reduce((a, b) => (a.first_seq < b.first_seq ? a : b))
    return {
      ...{ root, from_seq: first_seq },
      ...(machine_id !== null ? { machine_id } : session_id !== null && { session_id }),
    }
  })
