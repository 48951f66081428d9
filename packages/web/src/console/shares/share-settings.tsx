import type { OrganizationId } from '@holdfast/api/ids'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { may } from '../../data/console/places.ts'
import { changeShare, removeShare } from '../../data/console/shares.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, Field } from '../../ui/field.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'
import { SwitchDialog } from '../parts/switch-dialog.tsx'
import type { SharePart } from './share-part.ts'

/** What a team share is called, whose it is, and the end of it. */
export function ShareSettings({ onDeleted, ...part }: SharePart & { onDeleted: () => void }) {
  const { place } = part
  const words = consoleWords().shares
  const [isDeleting, setDeleting] = useState(false)
  const hasOthers = place.above.length > 0 || place.below > 0
  return (
    <div className="console-two">
      <Details {...part} />
      <div className="console-column">
        {hasOthers && may(place, 'people.take_over') && may(place, 'files.browse') && <Move {...part} />}
        <section className="console-part">
          <h2>{words.delete}</h2>
          <p>{words.deleteWhy}</p>
          <p className="console-buttons">
            <Button kind="bad" onClick={() => setDeleting(true)}>
              {words.deleteButton}
            </Button>
          </p>
        </section>
      </div>
      {isDeleting && <DeleteDialog {...part} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </div>
  )
}

function Details({ place, root, share }: SharePart) {
  const { shares: words, people } = consoleWords()
  const [given, setGiven] = useState({
    name: share.name,
    description: share.description,
    notify: share.notify,
    auto_lock: share.auto_lock,
  })
  const set =
    <Key extends keyof typeof given>(key: Key) =>
    (value: (typeof given)[Key]) =>
      setGiven((now) => ({ ...now, [key]: value }))
  const send = async () => {
    const { name, description, ...flags } = given
    await changeShare(place.id, root, {
      name: name.trim(),
      description: description.trim() || null,
      ...flags,
    })
    toast(people.saved)
  }
  return (
    <section className="console-part">
      <h2>{words.details}</h2>
      <Form button={people.save} send={send}>
        <Field label={words.columns.name} maxLength={255} value={given.name} onChange={set('name')} />
        <Field
          label={words.description}
          optional
          maxLength={1000}
          value={given.description}
          onChange={set('description')}
        />
        <CheckField label={words.notify} checked={given.notify} onChange={set('notify')} />
        <CheckField label={words.autoLock} checked={given.auto_lock} onChange={set('auto_lock')} />
      </Form>
    </section>
  )
}

/** Another organization gets it: where to is chosen first, and asked about. */
function Move({ place, root, share }: SharePart) {
  const words = consoleWords().shares
  const [, navigate] = useLocation()
  const [isChoosing, setChoosing] = useState(false)
  const [to, setTo] = useState<{ id: OrganizationId; name: string }>()
  const name = shownName(share.name)
  return (
    <section className="console-part">
      <h2>{words.move}</h2>
      <p>{words.moveWhy}</p>
      <p className="console-buttons">
        <Button onClick={() => setChoosing(true)}>{words.moveButton}</Button>
      </p>
      {isChoosing && (
        <SwitchDialog
          title={words.moveTo}
          onChoose={(one) => {
            setChoosing(false)
            if (one.id !== place.id) setTo(one)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {to && (
        <AskDialog
          title={words.moveTitle(name, shownName(to.name))}
          why={words.moveWhy}
          button={words.moveNow}
          act={async () => {
            await changeShare(place.id, root, { company_id: to.id })
            navigate(consoleAddress(to.id, 'shares', { id: root }))
          }}
          done={words.moved(name, shownName(to.name))}
          onClose={() => setTo(undefined)}
        />
      )}
    </section>
  )
}

interface DeleteDialogProps extends SharePart {
  onClose: () => void
  onDeleted: () => void
}

/** Nothing brings it back, so that its name has to be typed. */
function DeleteDialog({ place, root, share, onClose, onDeleted }: DeleteDialogProps) {
  const words = beginWords().share
  const [typed, setTyped] = useState('')
  const [copies, setCopies] = useState(false)
  const name = share.name.trim()
  const send = async () => {
    if (typed.trim().normalize() !== name.normalize())
      throw new FormProblem(words.deleteType(shownName(name)))
    await removeShare(place.id, root, copies)
    toast(words.deleted(shownName(name)))
    onDeleted()
  }
  return (
    <Dialog title={words.deleteTitle(shownName(name))} onClose={onClose}>
      <Form
        kind="bad"
        button={words.deleteButton}
        send={send}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <p>{words.deleteWhy}</p>
        <Field
          label={words.deleteType(shownName(name))}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoFocus
        />
        <CheckField label={consoleWords().shares.deleteCopies} checked={copies} onChange={setCopies} />
      </Form>
    </Dialog>
  )
}
