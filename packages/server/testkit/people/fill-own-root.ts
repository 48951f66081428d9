import type { OrganizationId, PersonId, RevisionId, RootId, SessionId } from '@holdfast/api/ids'
import type { Database } from '../../src/platform/db/database.ts'
import type { PersonPrincipal } from '../../src/platform/principal.ts'
import { insertFiles } from '../content/many-files.ts'
import type { Cast } from './cast.ts'

/** Puts many files into the root of the person that the cast is about, all with the content of one. */
export async function fillOwnRoot(db: Database, cast: Cast, files: number): Promise<void> {
  const { root_id, person_id, organization_id, revision_id } = cast.targets.own
  const who = {
    ...{
      kind: 'person',
      personId: person_id as PersonId,
      organizationId: organization_id as OrganizationId,
    },
    ...{ machineId: null, sessionId: 0 as SessionId, name: 'Ann', siteAdmin: false, systemAdmin: false },
    ...{ at: 0, mustFirst: undefined },
  } satisfies PersonPrincipal
  const place = { rootId: root_id as RootId, seed: revision_id as RevisionId }
  await insertFiles(db, who, place, files, () => {})
}
