import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { type KeyboardEvent, useId, useState } from 'react'
import { limitWords } from '../../core/sharing/link-words.ts'
import type { LinkChange } from '../../data/sharing/links.ts'
import { saveLink } from '../../files/sharing/link-acts.ts'
import { formatDay } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { Button } from '../../ui/button.tsx'

/** What a link does not let happen. Each change is saved at once. */
export function Limits({ link }: { link: Sharelink }) {
  const set = limitWords(link, t.share.links, formatDay)
  const save = (change: LinkChange, back: LinkChange | undefined) =>
    saveLink(link, change, back, t.share.saved)
  const isFolder = link.type === 'folder_sharelink'
  const flag = (name: 'download_notify' | 'upload_notify' | 'anon_edit' | 'upload_only', words: string) => {
    const value = name in link && (link as Record<typeof name, boolean>)[name] === true
    return <Flag words={words} value={value} onSave={(next) => save(flagChange(name, next), flagsOf(link))} />
  }
  return (
    <details className="share-limits">
      <summary>{set.length > 0 ? t.share.limitsSet(set.join(' · ')) : t.share.limits}</summary>
      <div className="share-fields">
        <Password link={link} onSave={save} />
        <Line
          key={`day ${link.expires}`}
          label={t.share.lastDay}
          type="date"
          min={formatDate(now())}
          value={link.expires?.slice(0, 10) ?? ''}
          onSave={(value) => void save({ expires: value || null }, { expires: link.expires })}
        />
        <Line
          key={`limit ${link.download_limit}`}
          label={t.share.downloads}
          type="number"
          min="1"
          value={link.download_limit === null ? '' : String(link.download_limit)}
          placeholder={t.share.downloadsHint}
          onSave={(value) =>
            void save({ download_limit: Number(value) || null }, { download_limit: link.download_limit })
          }
        />
        {isFolder && !link.login_required && flag('anon_edit', t.share.mayAdd)}
        {isFolder && flag('upload_only', t.share.dropOnly)}
        {flag('download_notify', t.share.notifyDownload)}
        {isFolder && flag('upload_notify', t.share.notifyUpload)}
      </div>
    </details>
  )
}

/** Who only adds may add; who may not add any more may look again. */
const flagChange = (name: keyof LinkChange, value: boolean): LinkChange =>
  name === 'anon_edit' && !value ? { anon_edit: false, upload_only: false } : { [name]: value }

const flagsOf = (link: Sharelink): LinkChange => ({
  download_notify: link.download_notify,
  anon_edit: link.anon_edit,
  ...(link.type === 'folder_sharelink' && {
    upload_notify: link.upload_notify,
    upload_only: link.upload_only,
  }),
})

interface FlagProps {
  words: string
  value: boolean
  onSave: (value: boolean) => Promise<unknown>
}

/** Shows what was chosen while it is being saved. */
function Flag({ words, value, onSave }: FlagProps) {
  const [pending, setPending] = useState<boolean>()
  return (
    <label className="share-flag" aria-busy={pending !== undefined}>
      <input
        type="checkbox"
        checked={pending ?? value}
        onChange={({ target }) => {
          setPending(target.checked)
          void onSave(target.checked).finally(() => setPending(undefined))
        }}
      />
      {words}
    </label>
  )
}

interface LineProps {
  label: string
  type: 'date' | 'number' | 'text'
  value: string
  min?: string
  placeholder?: string
  onSave: (value: string) => void
}

/** Saved when one goes on to something else, or presses Enter: half of a date is no date. */
function Line({ label, value, onSave, ...rest }: LineProps) {
  const id = useId()
  const commit = (field: HTMLInputElement) => {
    if (field.value !== value && field.reportValidity()) onSave(field.value)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    commit(event.currentTarget)
  }
  return (
    <div className="share-line">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...rest}
        autoComplete="off"
        defaultValue={value}
        onBlur={({ target }) => commit(target)}
        onKeyDown={press}
      />
    </div>
  )
}

interface PasswordProps {
  link: Sharelink
  onSave: (change: LinkChange, back: LinkChange | undefined) => unknown
}

/** Nobody can read one that is set: it can be replaced or taken away, which has no way back. */
function Password({ link, onSave }: PasswordProps) {
  const [isEditing, setEditing] = useState(false)
  if (link.has_password && !isEditing)
    return (
      <div className="share-line">
        <span>{t.share.passwordSet}</span>
        <span className="share-line-acts">
          <Button onClick={() => setEditing(true)}>{t.share.passwordNew}</Button>
          <Button onClick={() => onSave({ password: null }, undefined)}>{t.share.passwordNone}</Button>
        </span>
      </div>
    )
  return (
    <Line
      label={t.share.password}
      type="text"
      value=""
      onSave={(password) => {
        setEditing(false)
        onSave({ password }, link.has_password ? undefined : { password: null })
      }}
    />
  )
}
