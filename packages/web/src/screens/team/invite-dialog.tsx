import { useId, useState } from 'react'
import { invitedIn } from '../../core/sharing/invited.ts'
import { invite, whyNotInvited } from '../../data/account/invite.ts'
import { ownOrganizationName } from '../../data/service/session.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Refusals, type Refused } from './refusals.tsx'
import './team.css'

/** Accounts for people, each with an email to choose a password. What failed stays to be corrected. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const id = useId()
  const words = beginWords().invite
  const send = async () => {
    const { invited, wrong } = invitedIn(text)
    if (invited.length + wrong.length === 0) throw new FormProblem(words.none)
    const left = wrong.map((who) => ({ who, why: words.notAddress }))
    for (const one of invited)
      await invite(one).catch((error: unknown) => left.push({ who: one.email, why: whyNotInvited(error) }))
    const sent = invited.length + wrong.length - left.length
    if (sent > 0) toast(words.sent(sent))
    if (left.length === 0) return onClose()
    setRefused(left)
    setText(left.map(({ who }) => who).join('\n'))
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form button={words.button} send={send} aside={<Button onClick={onClose}>{t.general.cancel}</Button>}>
        <p>{words.why(shownName(ownOrganizationName()))}</p>
        {refused.length > 0 && <Refusals title={words.failed(refused.length)} refused={refused} />}
        <div className="field">
          <label htmlFor={id}>{words.addresses}</label>
          <textarea
            id={id}
            rows={4}
            autoFocus
            spellCheck={false}
            autoCapitalize="off"
            aria-describedby={`${id}-hint`}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <small id={`${id}-hint`}>{words.hint}</small>
        </div>
      </Form>
    </Dialog>
  )
}
