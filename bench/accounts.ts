import {
  type Crowd,
  type CrowdShare,
  makeCrowd,
  shareWithCrowd,
} from '@holdfast/server/testkit/people/crowds'
import { benchComparison, type Look } from './comparison.ts'
import { ACCOUNT } from './holdfast.ts'
import type { Options } from './options.ts'

// As many groups as fill a page, so that pages of both hold as much.
const SMALL = { persons: 100, groups: 100 }
const LARGE = { persons: 100_000, groups: 10_000 }
const PAGE = 100
const REQUESTS = { full: 2000, quick: 300 }

/** The same looks at an organization of a hundred accounts and, on another server, at one of a hundred thousand. */
export const benchAccounts = (options: Options, signal: AbortSignal): Promise<string> =>
  benchComparison(
    {
      small: SMALL,
      large: LARGE,
      describe: ({ persons, groups }) =>
        `${persons.toLocaleString('en')} persons, ${groups.toLocaleString('en')} groups`,
      subject: 'an organization',
      fill: async (db, size) => {
        const crowd = await makeCrowd(db, 'crowd', size)
        return { ...crowd, share: await shareWithCrowd(db, crowd, ACCOUNT.email) }
      },
      looks: looks(),
      requests: options.quick ? REQUESTS.quick : REQUESTS.full,
      connections: 8,
    },
    options,
    signal,
  )

type Data = Crowd & { share: CrowdShare }

function looks(): Look<Data>[] {
  const page = (list: 'persons' | 'groups', offset: (total: number) => number) => (crowd: Data) => [
    `/api/2/organization/${crowd.organizationId}/${list}?offset=${offset(crowd[list])}`,
  ]
  const pages = (list: 'persons' | 'groups'): Look<Data>[] => [
    { name: `${list}, first page`, paths: page(list, () => 0) },
    // Of a list of one page, the page itself.
    {
      name: `${list}, middle page`,
      paths: page(list, (total) => (total > PAGE ? Math.floor(total / 2) : 0)),
    },
    { name: `${list}, last page`, paths: page(list, (total) => total - PAGE) },
  ]
  const groups = (crowd: Data, rest = '') => crowd.outermost.map((id) => `/api/2/group/${id}${rest}`)
  return [
    ...pages('persons'),
    ...pages('groups'),
    { name: 'group', paths: (crowd) => groups(crowd) },
    { name: 'members of a group', paths: (crowd) => groups(crowd, '/members') },
    {
      name: 'members of a group, ten deep',
      paths: (crowd) => groups(crowd, '/members?include_from_group=true'),
    },
    // All persons take part in the share; who asks does so through ten groups.
    { name: 'file of a team share', paths: ({ share }) => [`/api/2/files/${share.rootId}/${share.fileId}`] },
    {
      name: 'download from a team share',
      paths: ({ share }) => [`/api/2/files/${share.rootId}/${share.fileId}/download`],
    },
    {
      name: 'who can reach a team share, one of them',
      paths: ({ share, persons }) => [`/api/2/files/${share.rootId}/reach?person_id=${persons}`],
    },
  ]
}
