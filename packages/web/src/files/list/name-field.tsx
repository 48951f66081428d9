import { useEffect, useId, useRef, useState } from 'react'
import { t } from '../../messages/words.ts'
import { faultsOf } from './name-faults.ts'

interface NameFieldProps {
  name: string
  isFile: boolean
  label?: string
  /** What has no name yet may keep the one that is proposed. */
  isNew?: boolean
  /** Undefined: it stays as it was. */
  onDone: (name: string | undefined) => void
}

/** A name that is changed where it stands, checked by the server's own rules while it is typed. */
export function NameField({ name, isFile, label, isNew, onDone }: NameFieldProps) {
  const [text, setText] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  const id = useId()
  useEffect(() => {
    const dot = isFile ? name.lastIndexOf('.') : -1
    input.current?.focus()
    input.current?.setSelectionRange(0, dot > 0 ? dot : name.length)
  }, [name, isFile])
  const given = text.trim()
  const wrong = given === '' ? [] : faultsOf(given)
  const isRight = wrong.length === 0
  const finish = (next: string | undefined) => {
    if (done.current) return
    done.current = true
    onDone((next === name && !isNew) || next === '' ? undefined : next)
  }
  return (
    <span className="name-field">
      <input
        ref={input}
        value={text}
        aria-label={label ?? t.files.nameOf(name)}
        aria-invalid={!isRight}
        aria-describedby={isRight ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onBlur={() => finish(isRight ? given : undefined)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') finish(undefined)
          if (event.key === 'Enter' && isRight) finish(given)
        }}
      />
      {!isRight && (
        <span id={id} className="name-field-wrong" role="alert">
          {wrong.map((fault) => (
            <span key={fault}>{fault} </span>
          ))}
        </span>
      )}
    </span>
  )
}
