import { type ReactNode, useEffect, useState } from 'react'
import type { Plan } from '../../data/console/bulk.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import type { ActWords } from '../../messages/console/en/bulk.ts'
import { formatNames, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

interface BulkDialogProps {
  words: ActWords
  /** What is to be known before it can be counted. */
  fields?: ReactNode
  plan: () => Promise<Plan>
  run: (ids: readonly number[]) => void
  /** Nothing brings it back: the number is typed. */
  bad?: boolean
  onClose: () => void
}

/** Says what something will do to all that are chosen, before it is done. */
export function BulkDialog({ words, fields, plan, run, bad = false, onClose }: BulkDialogProps) {
  const { bulk } = consoleWords()
  const [planned, setPlanned] = useState<Plan>()
  const [problem, setProblem] = useState<string>()
  const [typed, setTyped] = useState('')
  const needsFields = fields !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens; what is asked for first is counted by its button
  useEffect(() => {
    if (!needsFields) plan().then(setPlanned, (error: unknown) => setProblem(problemOf(error).words))
  }, [])
  const cancel = <Button onClick={onClose}>{t.general.cancel}</Button>
  if (!planned)
    return (
      <Dialog title={words.title} onClose={onClose} {...(!needsFields && { actions: cancel })}>
        {needsFields ? (
          <Form button={bulk.continue} send={async () => setPlanned(await plan())} aside={cancel}>
            {fields}
          </Form>
        ) : (
          <p className={problem ? 'note note-bad' : 'soft'} role={problem ? 'alert' : 'status'}>
            {problem ?? bulk.counting}
          </p>
        )}
      </Dialog>
    )
  const count = planned.ids.length
  if (count === 0)
    return (
      <Dialog
        title={words.title}
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={onClose}>
            {t.general.close}
          </Button>
        }
      >
        <p>{bulk.nothing}</p>
        <Rest planned={planned} />
      </Dialog>
    )
  const send = async () => {
    if (bad && typed.trim() !== String(count)) throw new FormProblem(bulk.confirm(String(count)))
    onClose()
    run(planned.ids)
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form button={words.button(count)} kind={bad ? 'bad' : 'primary'} send={send} aside={cancel}>
        <p>{words.plan(count, planned.with_members)}</p>
        <Rest planned={planned} />
        {bad && (
          <Field
            label={bulk.confirm(String(count))}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={setTyped}
          />
        )}
      </Form>
    </Dialog>
  )
}

/** Those that stay as they are, and why. */
function Rest({ planned: { same, left_out: leftOut } }: { planned: Plan }) {
  const { bulk, table } = consoleWords()
  if (same === 0 && leftOut.length === 0) return null
  return (
    <ul className="bulk-plan">
      {same > 0 && <li>{bulk.same(same)}</li>}
      {leftOut.map(({ reason, count, first }) => (
        <li key={reason}>
          {bulk.refused[reason](count)}{' '}
          <span className="soft">
            <bdi>
              {bulk.names(
                formatNames(first.map((name) => shownName(name) || table.hidden)),
                count - first.length,
              )}
            </bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
