import type { SharelinkId } from '@holdfast/api/ids'
import type { FileRequest } from '@holdfast/api/sharing/file-requests'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { useId, useRef, useState } from 'react'
import { type Candidate, candidateKey } from '../../core/sharing/candidates.ts'
import type { SharedItem } from '../../core/sharing/item.ts'
import { dayOf, deadlineOf } from '../../core/sharing/request-days.ts'
import {
  changeRequest,
  makeRequest,
  type RequestChange,
  turnIntoRequest,
} from '../../data/sharing/requests.ts'
import { PeopleField, type PeopleHandle } from '../../files/sharing/people-field.tsx'
import { shownName, timeZoneName, utcOffsetAt } from '../../messages/format.ts'
import { requestWords } from '../../messages/request-words.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField, Field } from '../../ui/field.tsx'
import { inviteTo } from './invite-to.ts'
import { keyOfSubscriber } from './people-part.tsx'

interface RequestFormProps {
  item: SharedItem
  link?: Sharelink
  /** As it is, where there is one. */
  request?: FileRequest | undefined
  signInOnly: boolean
  onCancel: () => void
  onDone: (id: SharelinkId) => void
}

/** What is asked for, until when, and whom. */
export function RequestForm({ item, link, request, signInOnly, onCancel, onDone }: RequestFormProps) {
  const words = requestWords()
  const [title, setTitle] = useState(request?.title ?? item.name)
  const [note, setNote] = useState(request?.note ?? '')
  const before = request?.deadline ? dayOf(request.deadline, utcOffsetAt) : ''
  const [day, setDay] = useState(before)
  const [askName, setAskName] = useState(request?.ask_name ?? true)
  const [perSender, setPerSender] = useState(request?.folder_per_sender ?? false)
  const [chosen, setChosen] = useState<readonly Candidate[]>([])
  const people = useRef<PeopleHandle>(null)
  // Not before: while a day is typed its year is one that no clock knows.
  const asked = (): RequestChange => ({
    title: title.trim(),
    note: note.trim() === '' ? null : note.trim(),
    ask_name: askName,
    folder_per_sender: askName && perSender,
    // The hour that a program has set stays, unless another day is chosen.
    ...(day !== before && {
      deadline: day === '' ? null : deadlineOf(day, utcOffsetAt),
      timezone: timeZoneName(),
    }),
  })
  const save = async () => {
    if (link && request) {
      await changeRequest(link.id, asked())
      toast(words.changed(shownName(title.trim())))
      return onDone(link.id)
    }
    const typed = await people.current?.take()
    if (!typed) return
    const id = link ? await turnIntoRequest(link.id, asked()) : await makeRequest(item, signInOnly, asked())
    toast(words.created(shownName(title.trim())))
    await inviteTo(id, [...chosen, ...typed])
    onDone(id)
  }
  return (
    <Form
      button={request ? words.save : words.create}
      send={save}
      aside={<Button onClick={onCancel}>{t.general.cancel}</Button>}
    >
      {!request && <p className="soft">{words.about}</p>}
      <Field label={words.name} value={title} onChange={setTitle} maxLength={200} />
      <Note value={note} onChange={setNote} />
      <Field
        label={words.deadline}
        hint={words.deadlineHint}
        type="date"
        min={formatDate(now())}
        value={day}
        onChange={setDay}
        optional
      />
      <CheckField label={words.askName} checked={askName} onChange={setAskName} />
      {askName && (
        <CheckField
          label={words.perSender}
          hint={words.perSenderHint}
          checked={perSender}
          onChange={setPerSender}
        />
      )}
      {!request && (
        <div className="request-invite">
          <PeopleField
            handle={people}
            label={words.invite}
            chosen={chosen}
            onChange={setChosen}
            taken={link ? link.subscribers.map(keyOfSubscriber) : chosen.map(candidateKey)}
          />
          <p className="soft">{words.inviteHint}</p>
        </div>
      )}
    </Form>
  )
}

function Note({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  const words = requestWords()
  return (
    <div className="field">
      <label htmlFor={id}>{words.note}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={4000}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <small id={`${id}-hint`}>{words.noteHint}</small>
    </div>
  )
}
