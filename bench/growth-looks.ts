import { DEPTH, type Grown, PAGE } from './growth-data.ts'
import type { Request } from './load.ts'
import { isServed } from './served.ts'

/** How often as much ten times the data may cost: what must not grow, and what may grow with the data. */
export const ALLOWED = { flat: 1.3, linear: 11 } as const

/** One thing to ask of a large root. */
export interface Look {
  name: string
  growth: keyof typeof ALLOWED
  /** In one round. */
  requests: number
  connections: number
  request: (grown: Grown) => Request
}

const READ = { requests: 600, connections: 8 }
/** As many at once as one person may search. */
const SEARCH = { requests: 600, connections: 4 }
const WALK = { requests: 24, connections: 4 }
const WRITE = { requests: 200, connections: 1 }

/** Those that change something come last: what they add must not meet the others. */
export function looks(): Look[] {
  return [
    ...pages(),
    ...foldersFirst(),
    ...positions(),
    ...(isServed('list_deleted') ? [deletedItems()] : []),
    {
      ...{ name: 'folder, unchanged (304)', growth: 'flat', ...READ },
      request: (grown) => ({
        ...reading(grown, `folder/${grown.folderId}?hash=${grown.hash}`),
        status: 304,
      }),
    },
    {
      ...{ name: `ancestors of a file ${DEPTH} deep`, growth: 'flat', ...READ },
      request: (grown) => reading(grown, `${grown.deepId}?include_ancestors=true`),
    },
    ...(isServed('list_modified_since') ? [modifiedSince()] : []),
    ...(isServed('search_root') ? searches() : []),
    ...(isServed('list_changes') ? feeds() : []),
    ...(isServed('undo_changes') ? [undoing()] : []),
    ...(isServed('get_timeline') ? figures() : []),
    {
      ...{ name: 'upload to a name that is taken (409)', growth: 'flat', ...WRITE },
      request: (grown) => ({ ...uploading(grown, 'file 10000005'), status: 409 }),
    },
    {
      ...{ name: 'upload into the folder', growth: 'flat', ...WRITE },
      request: (grown) => uploading(grown, 'new {n}.txt'),
    },
    {
      ...{ name: 'rename of the folder above all', growth: 'flat', ...WRITE },
      request: (grown) => ({
        ...reading(grown, `folder/${grown.topId}/rename?name=Top%20{n}`),
        ...{ method: 'POST', body: { size: 0 } },
      }),
    },
  ]
}

function reading({ rootId, authorization }: Grown, rest: string): Request {
  const headers = [`Authorization: ${authorization}`]
  return { paths: [`/api/2/files/${rootId}/${rest}`], headers, status: 200 }
}

const uploading = (grown: Grown, formName: string): Request => ({
  ...reading(grown, `folder/${grown.folderId}/upload`),
  ...{ method: 'POST', body: { size: 64, formName } },
})

function pages(): Look[] {
  const wheres = {
    first: () => 1,
    middle: (last: number) => Math.ceil(last / 2),
    last: (last: number) => last,
  }
  const all: Look[] = []
  for (const sortBy of ['name', 'modified', 'size'])
    for (const deleted of [true, false])
      for (const [where, pageOf] of Object.entries(wheres))
        all.push({
          name: `${where} page by ${sortBy}${deleted ? '' : ', live only'}`,
          // The items before a page are skipped one by one, though by a small index alone.
          ...(where === 'middle' ? { growth: 'linear', ...WALK } : { growth: 'flat', ...READ }),
          request: (grown) => {
            const page = pageOf(Math.ceil(grown.size.folder / PAGE))
            const options = `sort_by=${sortBy}&include_deleted=${deleted}&page=${page}&page_size=${PAGE}`
            return reading(grown, `folder/${grown.folderId}/children?${options}`)
          },
        })
  return all
}

const foldersFirst = (): Look[] =>
  [1, 2].map((page) => ({
    ...{ name: `page ${page}, folders first, with more`, growth: 'flat', ...READ },
    request: (grown) => {
      const options = `folders_first=true&include_more=true&page=${page}&page_size=${PAGE}`
      return reading(grown, `folder/${grown.folderId}/children?${options}`)
    },
  }))

const positions = (): Look[] => [
  {
    ...{ name: 'position of a name at the beginning', growth: 'flat', ...READ },
    request: (grown) => reading(grown, `folder/${grown.folderId}/position?name=file%2010000005`),
  },
  {
    // Those before it are counted, by a small index alone.
    ...{ name: 'position of a name at the end', growth: 'linear', ...WALK },
    request: (grown) =>
      reading(grown, `folder/${grown.folderId}/position?sort_order=desc&name=file%2010000005`),
  },
]

const deletedItems = (): Look => ({
  ...{ name: `deleted items of the root, first ${PAGE}`, growth: 'flat', ...READ },
  request: (grown) => reading(grown, `deleted?limit=${PAGE}`),
})

const modifiedSince = (): Look => ({
  ...{ name: 'modified since, few', growth: 'flat', ...SEARCH },
  request: (grown) => reading(grown, `modified_since?since=${grown.since}`),
})

const searches = (): Look[] => [
  {
    ...{ name: 'search of a rare word', growth: 'flat', ...SEARCH },
    request: (grown) => reading(grown, 'search?q=deep'),
  },
  {
    // Every item has it.
    ...{ name: `search of a common word, first ${PAGE}`, growth: 'flat', ...SEARCH },
    request: (grown) => reading(grown, `search?q=file&limit=${PAGE}`),
  },
  {
    // Nothing has it: one page of looks at names.
    ...{ name: 'search of two letters, one page', growth: 'flat', ...WALK },
    request: (grown) => reading(grown, `search?q=qx&limit=${PAGE}`),
  },
  {
    ...{ name: 'search everywhere of a rare word', growth: 'flat', ...SEARCH },
    request: (grown) => ({ ...reading(grown, ''), paths: ['/api/2/search?q=deep'] }),
  },
  {
    ...{ name: 'what changed last everywhere', growth: 'flat', ...SEARCH },
    request: (grown) => ({ ...reading(grown, ''), paths: ['/api/2/recent'] }),
  },
]

const feeds = (): Look[] => [
  {
    ...{ name: 'changes, none new', growth: 'flat', ...READ },
    request: (grown) => reading(grown, `changes?limit=1000&cursor=${grown.cursors.head}`),
  },
  {
    ...{ name: 'changes, the newest thousand or fewer', growth: 'flat', ...WALK, requests: 100 },
    request: (grown) => reading(grown, `changes?limit=1000&cursor=${grown.cursors.behind}`),
  },
]

/** Of one change among all, and only foretold. */
const undoing = (): Look => ({
  ...{ name: 'undo of one change, foretold', growth: 'flat', ...READ },
  request: (grown) => {
    const wish = 'history/undo?from_seq=10&to_seq=10&dry_run=true'
    return { ...reading(grown, wish), method: 'POST', body: { size: 0 } }
  },
})

/** Of the whole log: one answer counts so much of it and no more. */
const figures = (): Look[] => [
  {
    ...{ name: 'timeline, the newest changes', growth: 'flat', ...WALK },
    request: (grown) => reading(grown, 'history/timeline'),
  },
  {
    ...{ name: 'who did how much, the newest changes', growth: 'flat', ...WALK },
    request: (grown) => reading(grown, 'history/actors'),
  },
  {
    // Nothing was purged: found out by an index.
    ...{ name: 'history of one kind, none', growth: 'flat', ...READ },
    request: (grown) => reading(grown, 'history?op=purge'),
  },
]
