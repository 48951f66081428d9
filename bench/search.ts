import { makeNames, type Names } from '@holdfast/server/testkit/content/many-names'
import { benchComparison } from './comparison.ts'
import type { Options } from './options.ts'

const SIZES = { full: [100_000, 1_000_000], quick: [10_000, 100_000] } as const
const REQUESTS = { full: 400, quick: 100 }

/** The same searches in a root and, on another server, in one ten times as large. They find as much in both. */
export function benchSearch(options: Options, signal: AbortSignal): Promise<string> {
  const [small, large] = SIZES[options.quick ? 'quick' : 'full']
  const look = (name: string, rest: string) => ({
    name,
    paths: ({ rootId }: Names) => [`/api/2/files/${rootId}/${rest}`],
  })
  return benchComparison(
    {
      small,
      large,
      describe: (count) => `${count.toLocaleString('en')} files`,
      subject: 'a root',
      fill: makeNames,
      looks: [
        look('search, 10 results', 'search?q=zephyr'),
        look('search, nothing', 'search?q=zephyrus'),
        look('search, a rare and a common word', 'search?q=invoice+zephyr'),
        look('search, 100 of all files', 'search?q=invoice&limit=100'),
        look('search, 100 of those with a letter', 'search?q=i&limit=100'),
        look('search, two letters that no name has, one page', 'search?q=qx&limit=100'),
        look('search, 100 of each hundredth file', 'search?q=quartz&limit=100'),
        look('modified_since, 10 results', 'modified_since?since=2026-01-01T00:00:00'),
        look('modified_since, 100 of all', 'modified_since?since=2024-01-01T00:00:00&limit=100'),
      ],
      requests: options.quick ? REQUESTS.quick : REQUESTS.full,
      // As many as one person may have under way.
      connections: 4,
    },
    options,
    signal,
  )
}
