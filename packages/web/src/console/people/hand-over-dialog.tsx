import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { useId, useState } from 'react'
import { useFound } from '../../data/console/groups.ts'
import { handOver, takeBack, useHandOverPlan } from '../../data/console/hand-over.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useSettled } from '../../ui/use-settled.ts'

interface HandOverDialogProps {
  id: PersonId
  name: string
  organization: OrganizationId
  onClose: () => void
}

/** Somebody else gets the personal files of who leaves: whom is chosen, and what that means is said before. */
export function HandOverDialog({ id, name, organization, onClose }: HandOverDialogProps) {
  const words = consoleWords().people
  const [q, setQ] = useState('')
  const [to, setTo] = useState<{ id: PersonId; name: string }>()
  const group = useId()
  const found = useFound('people', organization, useSettled(q.trim()))
  const plan = useHandOverPlan(id, to?.id)
  const send = async () => {
    if (!to) throw new FormProblem(words.handOverTo)
    await handOver(id, to.id)
    toast(words.handedOver(shownName(to.name)), {
      undo: async () => {
        try {
          await takeBack(id)
          toast(words.takenBack(name))
        } catch (error) {
          toast(problemOf(error).words, { bad: true })
        }
      },
    })
    onClose()
  }
  const others = (found.data ?? []).filter((one) => one.id !== (id as number))
  return (
    <Dialog title={words.handOverTitle(name)} onClose={onClose}>
      <Form
        button={words.handOverButton}
        send={send}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <Field label={words.search} type="search" optional autoFocus value={q} onChange={setQ} />
        <fieldset className="choice">
          <legend>{words.handOverTo}</legend>
          <div className="choice-options">
            {others.map((one) => (
              <label key={one.id} className="option">
                <input
                  type="radio"
                  name={group}
                  checked={to?.id === (one.id as PersonId)}
                  onChange={() => setTo({ id: one.id as PersonId, name: one.name })}
                />
                <span>
                  <bdi>{shownName(one.name)}</bdi>
                  {one.email && <small>{one.email}</small>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {plan.error && to && (
          <p className="note note-bad" role="alert">
            {problemOf(plan.error).words}
          </p>
        )}
        {plan.data && (
          <p role="status">
            {words.handOverPlan(
              plan.data.files,
              formatSize(plan.data.bytes),
              plan.data.links,
              plan.data.devices,
            )}
          </p>
        )}
      </Form>
    </Dialog>
  )
}
