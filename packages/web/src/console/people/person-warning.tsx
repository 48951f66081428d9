import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { Link } from 'wouter'
import { useBrakesIn } from '../../data/console/brakes.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { Icon } from '../../ui/icon.tsx'
import '../parts/banner.css'

/** What was noticed of the person's devices: to be known before the account is unlocked. */
export function PersonWarning({ organization, id }: { organization: OrganizationId; id: PersonId }) {
  const words = consoleWords().people
  const { data = [] } = useBrakesIn(organization)
  const [newest] = data.filter(({ person_id }) => person_id === id)
  if (!newest) return null
  const { root_id, machine_id, machine_name, client } = newest
  const whose = machine_id === null ? `who=${id}` : `machine=${machine_id}`
  return (
    <div className="note note-bad console-banner" role="alert">
      <Icon name="warn" />
      <p>{words.unusual(shownName(machine_name ?? client ?? ''))}</p>
      <Link className="button" href={`/undo?root=${root_id}&${whose}`}>
        {words.review}
      </Link>
    </div>
  )
}
