import type { AuthSource } from '@holdfast/api/accounts/auth-sources'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Button } from '../../ui/button.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { SetupHead } from './setup-head.tsx'

const DAILY = 24
const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** What remains to be done with a directory that was just connected: its first import, and when it is imported by itself. */
export function DirectorySetup({ place, source }: { place: OrganizationMay; source: AuthSource }) {
  const words = consoleWords().directories
  const [, navigate] = useLocation()
  const [step, setStep] = useState<'preview' | 'schedule'>('preview')
  const goOn = () => setStep('schedule')
  return (
    <>
      <SetupHead step={step} />
      <section className="console-part directory-form" aria-labelledby="directory-step">
        <h2 id="directory-step" tabIndex={-1} key={step} ref={takeFocus}>
          {step === 'preview' ? words.previewTitle : words.steps.schedule}
        </h2>
        {step === 'preview' ? (
          <ImportPreview
            place={place}
            source={source}
            onDone={goOn}
            aside={<Button onClick={goOn}>{words.withoutImport}</Button>}
          />
        ) : (
          <ScheduleForm
            source={source}
            usual={DAILY}
            button={words.finish}
            onDone={() => navigate(consoleAddress(place.id, 'directories', { id: source.id }))}
          />
        )}
      </section>
    </>
  )
}
