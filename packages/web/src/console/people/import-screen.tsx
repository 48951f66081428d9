import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { consoleWords } from '../../messages/console/console-words.ts'
import type { Given } from './given.ts'
import { ImportDone } from './import-done.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportPreview } from './import-preview.tsx'
import type { Imported } from './run-import.ts'
import './import.css'

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
        <ol className="import-steps" aria-label={words.stepsLabel}>
          {(['file', 'preview', 'done'] as const).map((one, at) => (
            <li key={one} aria-current={one === step ? 'step' : undefined}>
              {at + 1}. {words.steps[one]}
            </li>
          ))}
        </ol>
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
