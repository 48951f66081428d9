import type { Sharelink } from '@holdfast/api/sharing/links'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Setting, settingsOf } from '../../core/sharing/link-settings.ts'
import { formatDay } from '../../messages/format.ts'
import { settingWords } from '../../messages/link-settings.ts'
import { LinkFlags } from './link-flags.tsx'
import { LinkValue } from './link-value.tsx'
import './link-settings.css'

/** What a link does not let happen, each in a chip that opens in place. Only one is open at a time. */
export function LinkSettings({ link }: { link: Sharelink }) {
  const [open, setOpen] = useState<Setting>()
  const id = useId()
  const row = useRef<HTMLFieldSetElement>(null)
  const editor = useRef<HTMLDivElement>(null)
  const words = settingWords()
  const close = () => {
    row.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    setOpen(undefined)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    // Only what was opened last closes.
    event.preventDefault()
    close()
  }
  useEffect(() => {
    if (open) editor.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is open from any of its fields
    <div onKeyDown={press}>
      <fieldset ref={row} className="setting-chips" aria-label={words.label}>
        {settingsOf(link, words, formatDay).map((chip) => (
          <button
            key={chip.id}
            type="button"
            className={chip.isSet ? 'setting-chip setting-set' : 'setting-chip'}
            aria-expanded={open === chip.id}
            aria-controls={open === chip.id ? `${id}-editor` : undefined}
            onClick={() => setOpen(open === chip.id ? undefined : chip.id)}
          >
            {chip.words}
          </button>
        ))}
      </fieldset>
      {open && (
        <div ref={editor} id={`${id}-editor`} className="setting-editor">
          {open === 'uploads' || open === 'emails' ? (
            <LinkFlags key={open} link={link} about={open} />
          ) : (
            <LinkValue key={open} link={link} about={open} onClose={close} />
          )}
        </div>
      )}
    </div>
  )
}
