import { MAX_MESSAGE, MAX_SUBJECT } from '@holdfast/api/accounts/account-bulk'
import { useId } from 'react'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Field } from '../../ui/field.tsx'

interface MessageFieldsProps {
  message: { subject: string; text: string }
  onChange: (message: { subject: string; text: string }) => void
}

/** What is written to several accounts at once. */
export function MessageFields({ message, onChange }: MessageFieldsProps) {
  const { bulk } = consoleWords()
  const id = useId()
  return (
    <>
      <Field
        label={bulk.subject}
        maxLength={MAX_SUBJECT}
        value={message.subject}
        onChange={(subject) => onChange({ ...message, subject })}
      />
      <div className="field">
        <label htmlFor={id}>{bulk.text}</label>
        <textarea
          id={id}
          rows={6}
          required
          maxLength={MAX_MESSAGE}
          aria-describedby={`${id}-hint`}
          value={message.text}
          onChange={({ target }) => onChange({ ...message, text: target.value })}
        />
        <small id={`${id}-hint`}>{bulk.replies}</small>
      </div>
    </>
  )
}
