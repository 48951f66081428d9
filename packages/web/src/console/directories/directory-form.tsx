import type { DirectoryStepResult } from '@holdfast/api/accounts/auth-source-test'
import type { AuthSource } from '@holdfast/api/accounts/auth-sources'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { type ReactNode, useState } from 'react'
import {
  baseOf,
  type DirectoryDraft,
  DRAFT_STEPS,
  type DraftStep,
  draftOf,
  keepsPassword,
  newDraft,
} from '../../core/console/directory-draft.ts'
import { testStep } from '../../data/console/directories.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { DirectoryFields } from './directory-fields.tsx'
import { directoryProblem, reasonWords } from './directory-words.ts'
import './directories.css'

interface DirectoryFormProps {
  place: OrganizationMay
  /** None where it is a new one. */
  source?: AuthSource
  /** What the button of the last step says. */
  button: string
  send: (draft: DirectoryDraft) => Promise<unknown>
  /** Out of it, at the first step. */
  cancel: ReactNode
  /** Above it: how far one is. */
  head: (step: DraftStep) => ReactNode
}

const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** The settings of a directory, step by step. Each is tested before the next. */
export function DirectoryForm({ place, source, button, send, cancel, head }: DirectoryFormProps) {
  const words = consoleWords().directories
  const [draft, setDraft] = useState(() => (source ? draftOf(source) : newDraft()))
  const [step, setStep] = useState<DraftStep>('server')
  const [hasMoved, setMoved] = useState(false)
  const [found, setFound] = useState<DirectoryStepResult>()
  const at = DRAFT_STEPS.indexOf(step)
  const isLast = at === DRAFT_STEPS.length - 1
  const kept = keepsPassword(draft, source) ? source : undefined
  const go = (to: number) => {
    setMoved(true)
    setStep(DRAFT_STEPS[to] ?? step)
  }
  const next = async () => {
    const result = await testStep(place.id, step, draft, kept).catch((error) => {
      throw new FormProblem(directoryProblem(error))
    })
    if (result && !result.ok)
      throw new FormProblem(
        result.reason_code ? reasonWords(result.reason_code) : (result.detail ?? words.problems.refused),
      )
    setFound(result)
    if (isLast) return send(draft)
    if (step === 'signIn' && draft.baseDn === '') setDraft({ ...draft, baseDn: baseOf(draft.login) })
    go(at + 1)
  }
  return (
    <>
      {head(step)}
      <section className="console-part directory-form" aria-labelledby="directory-step">
        <h2 id="directory-step" tabIndex={-1} key={`title ${step}`} ref={hasMoved ? takeFocus : undefined}>
          {words.steps[step]}
        </h2>
        <div role="status">{at > 0 && found && <Found step={step} found={found} />}</div>
        <Form
          key={`form ${step}`}
          button={isLast ? button : words.continue}
          send={next}
          aside={
            at === 0 ? cancel : <Button onClick={() => go(at - 1)}>{consoleWords().welcome.back}</Button>
          }
        >
          <DirectoryFields
            step={step}
            draft={draft}
            onChange={setDraft}
            isKept={kept !== undefined}
            isMoved={source !== undefined}
          />
          {at === 0 && <p className="soft">{words.testing}</p>}
        </Form>
      </section>
    </>
  )
}

/** What the step before found. */
function Found({ step, found }: { step: DraftStep; found: DirectoryStepResult }) {
  const words = consoleWords().directories
  if (step === 'signIn') return <p className="soft">{words.reached}</p>
  if (step === 'what') return <p className="soft">{words.signedIn}</p>
  const { persons, groups, persons_incomplete } = found
  if (persons === null || groups === null) return null
  return (
    <>
      <p className="soft">{words.found(persons, groups)}</p>
      {persons === 0 && <p className="note">{words.noneFound}</p>}
      {persons_incomplete !== null && persons_incomplete > 0 && (
        <p className="note">{words.incomplete(persons_incomplete)}</p>
      )}
    </>
  )
}
