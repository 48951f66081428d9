import type { AuthSource } from '@holdfast/api/accounts/auth-sources'
import { type ReactNode, useState } from 'react'
import { scheduleImports } from '../../data/console/directories.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Form } from '../../ui/answers/form.tsx'
import { SelectField } from '../../ui/field.tsx'

const HOURS = [1, 6, 12, 24, 168]
const NEVER = 'never'

interface ScheduleFormProps {
  source: AuthSource
  /** What is proposed where nothing is set. */
  usual?: number
  button: string
  onDone: () => void
  aside?: ReactNode
}

/** How often it is imported by itself. */
export function ScheduleForm({ source, usual, button, onDone, aside }: ScheduleFormProps) {
  const words = consoleWords().directories
  const [hours, setHours] = useState(String(source.import_hours ?? usual ?? NEVER))
  const set = source.import_hours
  // One that was set by a program stays a choice.
  const choices = set === null || HOURS.includes(set) ? HOURS : [...HOURS, set].sort((a, b) => a - b)
  const send = async () => {
    await scheduleImports(source, hours === NEVER ? null : Number(hours))
    onDone()
  }
  return (
    <Form button={button} send={send} aside={aside}>
      <SelectField
        label={words.schedule}
        hint={words.scheduleWhy}
        value={hours}
        options={[
          ...choices.map((one) => [String(one), words.every(one)] as const),
          [NEVER, words.never] as const,
        ]}
        onChange={setHours}
      />
    </Form>
  )
}
