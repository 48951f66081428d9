import type { InstallationRetention } from '@holdfast/api/oversight/installation-retention'
import { useState } from 'react'
import { resumeRetention, useDueForDeletion } from '../../data/account/retention.ts'
import { problemOf } from '../../data/service/errors.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** The service counts no further. */
const MOST_COUNTED = 10_000

/** Says what retention will delete before it goes on after a restore. */
export function ResumeDialog({ onClose }: { onClose: () => void }) {
  const due = useDueForDeletion()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const words = t.bell.resume
  const resume = async () => {
    setBusy(true)
    try {
      await resumeRetention()
      toast(words.done)
      onClose()
    } catch (error) {
      setProblem(problemOf(error).words)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.general.cancel}</Button>
          <Button kind="bad" busy={busy} disabled={!due.data} onClick={() => void resume()}>
            {words.button}
          </Button>
        </>
      }
    >
      <p>{words.why}</p>
      {due.isPending && <p className="soft">{t.general.loading}</p>}
      {due.error && <Failed error={due.error} onRetry={() => void due.refetch()} />}
      {due.data && <Due due={due.data} />}
      {problem !== undefined && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function Due({ due }: { due: InstallationRetention }) {
  const words = t.bell.resume
  const lines = [
    [due.due_items, words.items] as const,
    [due.due_revisions, words.versions] as const,
    [due.due_roots, words.shares] as const,
  ].filter(([count]) => count > 0)
  if (lines.length === 0) return <p>{words.nothing}</p>
  return (
    <>
      <p>{words.deletes}</p>
      <ul>
        {lines.map(([count, name]) => (
          <li key={name(count)}>{count >= MOST_COUNTED ? words.atLeast(name(count)) : name(count)}</li>
        ))}
      </ul>
      <p>{words.forGood}</p>
    </>
  )
}
