import { DRAFT_STEPS, type DraftStep } from '../../core/console/directory-draft.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { StepList } from '../parts/step-list.tsx'

const STEPS = [...DRAFT_STEPS, 'preview', 'schedule'] as const

/** How far a new directory is. */
export function SetupHead({ step }: { step: DraftStep | 'preview' | 'schedule' }) {
  const words = consoleWords().directories
  return (
    <header className="console-head">
      <h1>{words.add}</h1>
      <StepList label={words.stepsLabel} steps={STEPS} words={words.steps} step={step} />
    </header>
  )
}
