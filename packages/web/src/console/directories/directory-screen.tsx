import type { AuthSource } from '@holdfast/api/accounts/auth-sources'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { Link, useLocation } from 'wouter'
import { DRAFT_STEPS } from '../../core/console/directory-draft.ts'
import { consoleAddress } from '../../core/console/places.ts'
import { changeDirectory, useDirectories } from '../../data/console/directories.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { NotFound } from '../../ui/answers/not-found.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StepList } from '../parts/step-list.tsx'
import { DirectoryForm } from './directory-form.tsx'
import { DirectoryPage } from './directory-page.tsx'
import { DirectorySetup } from './directory-setup.tsx'
import { nameOf } from './directory-words.ts'
import { ImportPreview } from './import-preview.tsx'
import './directories.css'

/** One directory: how it is doing, its settings, and what an import would do. */
export function DirectoryScreen({
  place,
  id,
  tab,
}: {
  place: OrganizationMay
  id: number
  tab: string | undefined
}) {
  const words = consoleWords().directories
  const { data, error, refetch } = useDirectories(place.id)
  if (!data)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  const source = data.find((one) => one.id === id)
  if (!source)
    return (
      <div className="empty">
        <Icon name="info" large />
        <h1>{words.gone}</h1>
      </div>
    )
  switch (tab) {
    case undefined:
      return <DirectoryPage place={place} source={source} />
    case 'setup':
      return <DirectorySetup place={place} source={source} />
    case 'settings':
      return <Settings place={place} source={source} />
    case 'import':
      return <Import place={place} source={source} />
    default:
      return <NotFound />
  }
}

interface PartProps {
  place: OrganizationMay
  source: AuthSource
}

const pageOf = ({ place, source }: PartProps): string =>
  consoleAddress(place.id, 'directories', { id: source.id })

function Settings({ place, source }: PartProps) {
  const words = consoleWords().directories
  const [, navigate] = useLocation()
  return (
    <DirectoryForm
      place={place}
      source={source}
      head={(step) => (
        <header className="console-head">
          <h1>
            <bdi>{nameOf(source)}</bdi>
          </h1>
          <StepList label={words.stepsLabel} steps={DRAFT_STEPS} words={words.steps} step={step} />
        </header>
      )}
      button={words.save}
      send={async (draft) => {
        await changeDirectory(source, draft)
        toast(words.saved)
        navigate(pageOf({ place, source }))
      }}
      cancel={
        <Link className="button button-plain" href={pageOf({ place, source })}>
          {t.general.cancel}
        </Link>
      }
    />
  )
}

function Import({ place, source }: PartProps) {
  const words = consoleWords().directories
  const [, navigate] = useLocation()
  return (
    <>
      <header className="console-head">
        <h1>
          <bdi>{nameOf(source)}</bdi>
        </h1>
      </header>
      <section className="console-part directory-form">
        <h2>{words.previewTitle}</h2>
        <ImportPreview
          place={place}
          source={source}
          onDone={() => navigate(pageOf({ place, source }))}
          aside={
            <Link className="button button-plain" href={pageOf({ place, source })}>
              {t.general.cancel}
            </Link>
          }
        />
      </section>
    </>
  )
}
