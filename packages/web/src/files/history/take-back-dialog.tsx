import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Happened } from '../../core/history/groups.ts'
import { kindOfOne, type Report, sentenceOfReport, sumOf } from '../../core/history/report-words.ts'
import {
  forgetHistory,
  type TakeBack,
  type TakenBack,
  takeBack,
  takeBackAgain,
} from '../../data/history/history.ts'
import { problemOf } from '../../data/service/errors.ts'
import { formatMoment, shownName } from '../../messages/format.ts'
import { undoWords } from '../../messages/undo-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import './difference.css'

interface TakeBackDialogProps {
  title: string
  button: string
  /** Each is one operation: of a file, a folder or a root. */
  wishes: readonly TakeBack[]
  /** Where it is about one item. */
  one?: Happened | undefined
  /** Above what it would do: what it is about, and choices. */
  children?: ReactNode
  /** Below it: all that is concerned. */
  list?: ReactNode
  done: (report: Report) => string
  onClose: () => void
  onDone?: () => void
}

/** Tells in words what taking something back would do; one press does it, and the toast undoes it. */
export function TakeBackDialog(props: TakeBackDialogProps) {
  const { title, button, wishes, one, children, list, done, onClose, onDone } = props
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const dry = useQuery({
    queryKey: ['dry-run', wishes],
    queryFn: () => each(wishes, true),
    ...{ staleTime: 0, gcTime: 0 },
  })
  const sum = dry.data && sumOf(dry.data)
  const carryOut = async () => {
    setBusy(true)
    try {
      const reports = await each(wishes, false)
      const changed = [...new Set(wishes.map(({ root }) => root))]
      toast(done(sumOf(reports)), {
        undo: async () => {
          for (const [n, report] of reports.entries()) {
            const root = wishes[n]?.root
            if (root !== undefined && report.restored > 0) await takeBackAgain(root, report)
          }
          toast(t.done.undone)
          changed.forEach(forgetHistory)
          onDone?.()
        },
      })
      changed.forEach(forgetHistory)
      onDone?.()
      onClose()
    } catch (error) {
      setProblem(problemOf(error).words)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      wide
      actions={
        <>
          <Button onClick={onClose}>{t.general.cancel}</Button>
          {sum && sum.restored > 0 && (
            <Button kind="primary" icon="undo" busy={busy || dry.isFetching} onClick={() => void carryOut()}>
              {button}
            </Button>
          )}
        </>
      }
    >
      <div className="take-back">
        {children}
        {problem !== undefined && (
          <p className="note note-bad" role="alert">
            {problem}
          </p>
        )}
        {dry.error ? (
          <Failed error={dry.error} onRetry={() => void dry.refetch()} />
        ) : (
          <p className="take-back-sum" role="status">
            {sum ? sentenceOf(sum, one) : t.report.counting}
          </p>
        )}
        {sum && sum.restored > 0 && <p className="soft">{untilWhen(dry.data ?? [])}</p>}
        {sum && sum.skipped_items.length > 0 && <Stays report={sum} />}
        {sum && list}
      </div>
    </Dialog>
  )
}

/** One item has a name. */
function sentenceOf(report: Report, one: Happened | undefined): string {
  const kind = one && report.restored === 1 && report.skipped === 0 ? kindOfOne(report, one.op) : undefined
  return one && kind ? undoWords().one[kind](shownName(one.name)) : sentenceOfReport(report, t.report)
}

async function each(wishes: readonly TakeBack[], dry: boolean): Promise<TakenBack[]> {
  const reports: TakenBack[] = []
  for (const wish of wishes) reports.push(await takeBack(wish, dry))
  return reports
}

/** As long as what is needed for it is kept: of several, what goes first. */
function untilWhen(reports: readonly TakenBack[]): string {
  const [first] = reports
    .map(({ undoable_until }) => undoable_until)
    .filter((until) => until !== null)
    .sort()
  return first === undefined ? t.report.undoable : t.report.undoableUntil(formatMoment(first))
}

const Stays = ({ report }: { report: Report }) => (
  <>
    <h3>{t.history.staysTitle}</h3>
    <ul className="take-back-stays">
      {report.skipped_items.map(({ item_id, name, reason }) => (
        <li key={item_id}>
          <bdi>{shownName(name)}</bdi>: {t.report.because[reason]}
        </li>
      ))}
      {report.skipped > report.skipped_items.length && (
        <li>{t.history.andMore(report.skipped - report.skipped_items.length)}</li>
      )}
    </ul>
  </>
)
