import type { ErrorCode } from '@holdfast/api/errors'
import { type FormEvent, type ReactNode, useState } from 'react'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { Button } from '../button.tsx'

/** Something that the form itself found wrong, in words for people. */
export class FormProblem extends Error {}

interface FormProps {
  children?: ReactNode
  /** What its one button says. */
  button: string
  send: () => Promise<unknown>
  kind?: 'primary' | 'bad'
  /** Beside the button. */
  aside?: ReactNode
  /** Words for refusals that mean something of their own here. */
  refusals?: Partial<Record<ErrorCode, string>>
}

/** Is sent once at a time, and says on top what was wrong. */
export function Form({ children, button, send, kind = 'primary', aside, refusals = {} }: FormProps) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await send()
    } catch (error) {
      const code = codeOf(error)
      const own = error instanceof FormProblem ? error.message : code && refusals[code]
      setProblem(own ?? problemOf(error).words)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      {problem && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
      {children}
      <p className="form-actions">
        {aside}
        <Button kind={kind} type="submit" busy={busy}>
          {button}
        </Button>
      </p>
    </form>
  )
}
