import type { Op, RestoreReport } from '@holdfast/api/files/history'
import type { Messages } from '../../messages/en/en.ts'

export type Report = Pick<
  RestoreReport,
  'restored' | 'undeleted' | 'deleted' | 'placed' | 'contents' | 'numbered' | 'skipped' | 'skipped_items'
>
const KINDS = ['contents', 'undeleted', 'placed', 'deleted', 'numbered'] as const
type Kind = (typeof KINDS)[number]
const COUNTS = ['restored', 'undeleted', 'deleted', 'placed', 'contents', 'numbered', 'skipped'] as const

/** Several as one. */
export function sumOf(reports: readonly Report[]): Report {
  const sum: Report = {
    ...{ restored: 0, undeleted: 0, deleted: 0, placed: 0, contents: 0, numbered: 0, skipped: 0 },
    skipped_items: reports.flatMap(({ skipped_items }) => skipped_items),
  }
  for (const report of reports) for (const count of COUNTS) sum[count] += report[count]
  return sum
}

/** What undoing it does to one item, by the way that is told. Something that was restored is deleted again. */
export function kindOfOne(report: Report, op: Op): Kind | 'again' | undefined {
  const kind = KINDS.find((one) => report[one] > 0)
  return kind === 'deleted' && op === 'restore' ? 'again' : kind
}

/** “212 items: 180 will get their earlier content, 30 will be restored.” Where there is one kind alone, no sum is needed. */
export function sentenceOfReport(report: Report, words: Messages['report']): string {
  const kinds = KINDS.filter((kind) => report[kind] > 0)
  const parts = kinds.map((kind) => words[kind](report[kind], kinds.length === 1)).join(', ')
  const sentences = [
    report.restored === 0
      ? words.nothing
      : kinds.length === 1
        ? `${parts}.`
        : `${words.sum(report.restored)}: ${parts}.`,
    ...(report.skipped > 0 ? [`${words.stays(report.skipped)}.`] : []),
  ]
  return sentences.join(' ')
}
