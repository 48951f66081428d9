import { pluralOf } from '../../intl/plural.ts'
import type { ActWords } from './bulk.ts'

const plural = pluralOf('en')
const these = (count: number) => plural(count, '# backup', '# backups')

/** Words of the list of backups. */
export const backups = {
  list: 'Backups',
  search: 'Search by device or owner',
  views: { all: 'All', late: 'Late', failing: 'Failing', unread: 'With unreadable files', paused: 'Paused' },
  columns: {
    name: 'Device and folder',
    owner: 'Owner',
    run: 'Last backup',
    state: 'Status',
    files: 'Files',
    stored: 'Stored',
    schedule: 'Schedule',
    created: 'Added',
  },
  filters: { machine: 'Device', person: 'Owner' },
  states: {
    paused: 'Paused',
    failing: 'Failing',
    never: 'None yet',
    late: 'Late',
    unread: 'Unreadable files',
    fine: 'Up to date',
  },
  unread: (count: number) => plural(count, '# file could not be read', '# files could not be read'),
  lastRun: (moment: string) => `last backup: ${moment}`,
  facts: (facts: readonly (string | undefined)[]) => facts.filter(Boolean).join(' · '),
  open: 'Open and restore',
  empty: 'No backups yet',
  emptyWhy: 'Open a device to back up its folders.',
  noneMatch: 'No backup matches these filters.',
  acts: {
    run: {
      label: 'Run now',
      title: 'Run backups now',
      plan: (count) => `${these(count)} will start now.`,
      button: (count) => `Run ${these(count)}`,
      doing: (count) => `Starting ${these(count)}…`,
      done: (count) => `${these(count)} started`,
    },
    pause: {
      label: 'Pause',
      title: 'Pause backups',
      plan: (count) =>
        `${these(count)} will not be made until you resume. What is stored stays, and can be restored.`,
      button: (count) => `Pause ${these(count)}`,
      doing: (count) => `Pausing ${these(count)}…`,
      done: (count) => `${these(count)} paused`,
    },
    resume: {
      label: 'Resume',
      title: 'Resume backups',
      plan: (count) => `${these(count)} will be made again.`,
      button: (count) => `Resume ${these(count)}`,
      doing: (count) => `Resuming ${these(count)}…`,
      done: (count) => `${these(count)} resumed`,
    },
  } satisfies Record<string, ActWords>,
}
