import './step-list.css'

interface StepListProps<Step extends string> {
  label: string
  steps: readonly Step[]
  words: Record<Step, string>
  step: Step
}

/** How far one is in something that is done step by step. */
export const StepList = <Step extends string>({ label, steps, words, step }: StepListProps<Step>) => (
  <ol className="step-list" aria-label={label}>
    {steps.map((one, at) => (
      <li key={one} aria-current={one === step ? 'step' : undefined}>
        {at + 1}. {words[one]}
      </li>
    ))}
  </ol>
)
