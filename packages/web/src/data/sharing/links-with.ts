import type { PersonId } from '@holdfast/api/ids'
import {
  listPersonReceivedSharelinks,
  listPersonSharelinks,
  type Sharelink,
} from '@holdfast/api/sharing/links'
import { useQuery } from '@tanstack/react-query'
import { isSubscriber } from '../../core/sharing/link-state.ts'
import { call } from '../service/api.ts'
import { ownPersonId } from '../service/session.ts'

const PAGE_SIZE = 100
/** The newest of so many pages are looked through: the server does not know whom a link is between. */
const MOST_PAGES = 10

async function newest(
  list: typeof listPersonSharelinks | typeof listPersonReceivedSharelinks,
  isWanted: (link: Sharelink) => boolean,
  signal: AbortSignal,
): Promise<Sharelink[]> {
  const found: Sharelink[] = []
  for (let page = 1, last = 1; page <= Math.min(last, MOST_PAGES); page++) {
    const whose = { person_id: ownPersonId() as PersonId, sort_order: 'desc' as const }
    const { results, max_page } = await call(list, { ...whose, page, page_size: PAGE_SIZE }, { signal })
    found.push(...results.filter(isWanted))
    last = max_page
  }
  return found
}

/** Links between someone and another, both ways; newest first. */
export const useLinksWith = (person: PersonId) =>
  useQuery({
    queryKey: ['links', 'with', person],
    queryFn: async ({ signal }) => ({
      received: await newest(listPersonReceivedSharelinks, ({ creator_id }) => creator_id === person, signal),
      made: await newest(
        listPersonSharelinks,
        ({ subscribers }) => subscribers.some((one) => isSubscriber(one, person)),
        signal,
      ),
    }),
    staleTime: 0,
  })
