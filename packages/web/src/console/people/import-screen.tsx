import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { consoleWords } from '../../messages/console/console-words.ts'
import { StepList } from '../parts/step-list.tsx'
import type { Given } from './given.ts'
import { ImportDone } from './import-done.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportPreview } from './import-preview.tsx'
import type { Imported } from './run-import.ts'
import './import.css'

const STEPS = ['file', 'preview', 'done'] as const

interface Done {
  imported: Imported
  saveLeft: () => void
}

/** Accounts by a list: the list, what would become of each row, what became of it. */
export function ImportScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().peopleImport
  const [given, setGiven] = useState<Given>()
  const [done, setDone] = useState<Done>()
  const restart = () => {
    setGiven(undefined)
    setDone(undefined)
  }
  const step = done ? 'done' : given ? 'preview' : 'file'
  return (
    <>
      <header className="console-head">
        <h1>{words.title}</h1>
        <StepList label={words.stepsLabel} steps={STEPS} words={words.steps} step={step} />
      </header>
      {done ? (
        <ImportDone place={place} {...done} onAnother={restart} />
      ) : given ? (
        <ImportPreview
          place={place}
          given={given}
          onDone={(imported, saveLeft) => setDone({ imported, saveLeft })}
          onAnother={restart}
        />
      ) : (
        <ImportFile onGiven={setGiven} />
      )}
    </>
  )
}
