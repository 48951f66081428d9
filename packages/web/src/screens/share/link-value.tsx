import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { type FocusEvent, type FormEvent, type InputHTMLAttributes, useId, useRef } from 'react'
import { itemOf } from '../../core/sharing/item.ts'
import type { LinkChange } from '../../data/sharing/links.ts'
import { saveLink } from '../../files/sharing/link-acts.ts'
import { formatDay, shownName } from '../../messages/format.ts'
import { settingWords } from '../../messages/link-settings.ts'
import { now } from '../../platform/clock.ts'
import { Button } from '../../ui/button.tsx'

interface LinkValueProps {
  link: Sharelink
  about: 'password' | 'expires' | 'limit'
  onClose: () => void
}

interface Editor {
  label: string
  hint?: string
  input: InputHTMLAttributes<HTMLInputElement>
  /** As it is now. */
  value: string
  /** What it becomes, the way back from it if there is one, and what is said then. */
  to: (value: string) => [change: LinkChange, back: LinkChange | undefined, done: string]
  /** The button that removes it, where there is something to remove. */
  remove: string | undefined
}

/** One field for one setting: Enter saves it. */
export function LinkValue({ link, about, onClose }: LinkValueProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  /** What it says now was saved, or is not wanted: leaving it saves nothing. */
  const isSettled = useRef(false)
  const { label, hint, input, value, to, remove } = editorOf(link, about)
  const words = settingWords()
  const commit = (next: string) => {
    isSettled.current = true
    onClose()
    if (next !== value) void saveLink(link, ...to(next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const field = form.current?.elements.namedItem('value')
    if (field instanceof HTMLInputElement) commit(field.value)
  }
  // Whoever types a password and goes on to copy the link means it to have one. Half of a date is no date.
  const leave = ({ relatedTarget, target }: FocusEvent) => {
    if (isSettled.current || form.current?.contains(relatedTarget) || !document.hasFocus()) return
    if (!(target instanceof HTMLInputElement) || target.value === value) return
    if (target.value === '' || !target.validity.valid) return
    isSettled.current = true
    void saveLink(link, ...to(target.value))
  }
  return (
    <form
      ref={form}
      className="setting-form"
      onSubmit={submit}
      onBlur={leave}
      onInput={() => {
        isSettled.current = false
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') isSettled.current = true
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        name="value"
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into
        autoFocus
        autoComplete="off"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        defaultValue={value}
      />
      <span className="setting-acts">
        <Button kind="primary" type="submit">
          {words.save}
        </Button>
        {remove !== undefined && <Button onClick={() => commit('')}>{remove}</Button>}
      </span>
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </form>
  )
}

function editorOf(link: Sharelink, about: LinkValueProps['about']): Editor {
  const words = settingWords()
  const { done } = words
  const name = shownName(itemOf(link).name)
  const { expires, download_limit, has_password } = link
  if (about === 'password')
    return {
      label: has_password ? words.newPassword : words.password,
      input: { type: 'text', required: true, maxLength: 200 },
      value: '',
      // Nobody can read one that is set, so there is no way back to it.
      to: (password) =>
        password === ''
          ? [{ password: null }, undefined, done.noPassword(name)]
          : [{ password }, has_password ? undefined : { password: null }, done.password(name)],
      remove: has_password ? words.removePassword : undefined,
    }
  if (about === 'expires')
    return {
      label: words.expiresAfter,
      hint: words.expiryHint,
      input: { type: 'date', min: formatDate(now()) },
      value: expires?.slice(0, 10) ?? '',
      to: (day) => [
        { expires: day || null },
        { expires },
        day === '' ? done.noExpiry(name) : done.expires(name, formatDay(day)),
      ],
      remove: expires === null ? undefined : words.removeExpiry,
    }
  return {
    label: words.downloadLimit,
    hint: words.limitHint,
    input: { type: 'number', min: 1, inputMode: 'numeric' },
    value: download_limit === null ? '' : String(download_limit),
    to: (most) => [
      { download_limit: Number(most) || null },
      { download_limit },
      most === '' ? done.noLimit(name) : done.limit(name, Number(most)),
    ],
    remove: download_limit === null ? undefined : words.removeLimit,
  }
}
