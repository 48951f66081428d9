import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { Link, useLocation } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { connectDirectory } from '../../data/console/directories.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { DirectoryForm } from './directory-form.tsx'
import { SetupHead } from './setup-head.tsx'

/** A new directory: from its server to what of an entry is read. The preview and the schedule follow once it is connected. */
export function NewDirectoryScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().directories
  const [, navigate] = useLocation()
  return (
    <DirectoryForm
      place={place}
      head={(step) => <SetupHead step={step} />}
      button={words.connect}
      send={async (draft) => {
        const id = await connectDirectory(place.id, draft)
        navigate(consoleAddress(place.id, 'directories', { id, tab: 'setup' }), { replace: true })
      }}
      cancel={
        <Link className="button button-plain" href={consoleAddress(place.id, 'directories')}>
          {t.general.cancel}
        </Link>
      }
    />
  )
}
