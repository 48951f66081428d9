import { useState } from 'react'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'

/** One way to narrow a list down, beside its views. A flag has a value where the address says more than yes. */
export type FilterForm = { id: string; label: string } & (
  | { kind: 'flag'; value?: string }
  | { kind: 'day' }
  | { kind: 'choice'; options: readonly (readonly [value: string, words: string])[] }
  /** Something with an id that rows name; chosen elsewhere. */
  | { kind: 'named'; nameIn: (rows: readonly unknown[]) => string | undefined }
)

export function wordsOfFilter(filter: FilterForm, value: string, rows: readonly unknown[]): string {
  if (filter.kind === 'flag') return filter.label
  if (filter.kind === 'day') return `${filter.label}: ${formatDay(value)}`
  if (filter.kind === 'named') return `${filter.label}: ${filter.nameIn(rows) ?? `#${value}`}`
  return `${filter.label}: ${filter.options.find(([one]) => one === value)?.[1] ?? value}`
}

interface FilterDialogProps {
  filter: FilterForm
  value: string
  onChoose: (value: string) => void
  onClose: () => void
}

export function FilterDialog({ filter, value, onChoose, onClose }: FilterDialogProps) {
  const options = filter.kind === 'choice' ? filter.options : []
  const [chosen, setChosen] = useState(value || (options[0]?.[0] ?? ''))
  return (
    <Dialog title={filter.label} onClose={onClose}>
      <Form
        button={consoleWords().table.done}
        send={async () => onChoose(chosen)}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        {filter.kind === 'day' ? (
          <Field label={filter.label} type="date" value={chosen} onChange={setChosen} />
        ) : (
          <SelectField label={filter.label} value={chosen} options={options} onChange={setChosen} />
        )}
      </Form>
    </Dialog>
  )
}
