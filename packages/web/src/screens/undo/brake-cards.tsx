import { type Brake, judgeBrakeRight, listBrakes, stopBraked } from '@holdfast/api/brakes'
import type { EntryId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { addressOfHistory, historyAt } from '../../app/time-routes.ts'
import { toast } from '../../app/toasts.ts'
import { call } from '../../data/api.ts'
import { problemOf } from '../../data/errors.ts'
import type { TakeBack } from '../../data/history.ts'
import { isOwnRoot } from '../../data/session.ts'
import { factsOf } from '../../history/brake-words.ts'
import { TakeBackDialog } from '../../history/take-back-dialog.tsx'
import { formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** How often it is asked whether something was noticed. */
const AGAIN_MS = 60_000

/** Devices that changed far more than usual, until all they did is undone, or someone says that it was right. */
export function BrakeCards() {
  const { data, refetch } = useQuery({
    queryKey: ['brakes'],
    queryFn: ({ signal }) => call(listBrakes, {}, { signal }),
    ...{ staleTime: 0, refetchInterval: AGAIN_MS, retry: false },
  })
  const brakes = (data?.results ?? []).filter(
    ({ state, paused }) => paused || state === 'open' || state === 'stopped',
  )
  return brakes.map((brake) => <BrakeCard key={brake.id} brake={brake} onChanged={() => void refetch()} />)
}

function BrakeCard({ brake, onChanged }: { brake: Brake; onChanged: () => void }) {
  const [busy, setBusy] = useState<'stop' | 'right'>()
  const [isUndoing, setUndoing] = useState(false)
  const place = shownName(isOwnRoot(brake.root_id) ? t.navigation.myFiles : brake.root_name)
  const decide = async (what: 'stop' | 'right') => {
    setBusy(what)
    try {
      await call(what === 'stop' ? stopBraked : judgeBrakeRight, { brake_id: brake.id })
      toast(what === 'stop' ? t.brake.stopped : t.brake.judged)
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
    setBusy(undefined)
    onChanged()
  }
  const seen = addressOfHistory({
    ...historyAt(brake.root_id, 0 as EntryId, String(brake.first_seq - 1)),
    ...(brake.machine_id === null ? { who: brake.person_id } : { machine: brake.machine_id }),
    isDiff: true,
  })
  return (
    <section className="brake" aria-label={t.brake.label}>
      <h2>
        <Icon name="warn" />
        <bdi>{shownName(t.brake.title(deviceOf(brake), brake.person_name ?? t.undo.nobody))}</bdi>
      </h2>
      <p>
        <bdi>{t.brake.where(place, formatMoment(brake.first_at), formatMoment(brake.last_at))}</bdi>{' '}
        <strong>{factsOf(brake, t.brake)}</strong> {brake.paused && t.brake.paused}
        {brake.state === 'stopped' && t.brake.isStopped}
      </p>
      <p className="brake-buttons">
        {brake.state !== 'stopped' && brake.may_stop && (
          <Button kind="bad" icon="pause" busy={busy === 'stop'} onClick={() => void decide('stop')}>
            {brake.machine_id === null ? t.brake.stopSession : t.brake.stop}
          </Button>
        )}
        <Link href={seen} className="button button-plain">
          <Icon name="eye" />
          <span>{t.brake.see}</span>
        </Link>
        {brake.may_undo && brake.state !== 'undone' && (
          <Button icon="undo" onClick={() => setUndoing(true)}>
            {t.brake.undo}
          </Button>
        )}
        {brake.may_judge && (
          <Button icon="check" busy={busy === 'right'} onClick={() => void decide('right')}>
            {t.brake.right}
          </Button>
        )}
      </p>
      {isUndoing && (
        <TakeBackDialog
          title={t.brake.undoTitle}
          button={t.undo.doUndo}
          wishes={[wishOf(brake)]}
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

const deviceOf = ({ machine_name, client }: Brake): string => machine_name ?? client ?? t.history.aDevice

/** All it did since it began, whatever it has done meanwhile. */
const wishOf = ({ root_id, first_seq, machine_id, session_id }: Brake): TakeBack => ({
  ...{ root: root_id, from_seq: first_seq },
  ...(machine_id !== null ? { machine_id } : session_id !== null && { session_id }),
})
