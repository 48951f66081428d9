import { pluralOf } from '../../intl/plural.ts'

const plural = pluralOf('en')

/** Words of every list of the console. */
export const table = {
  select: 'Select',
  selectOne: (name: string) => `Select ${name}`,
  selectPage: 'Select this page',
  actions: 'Actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  filters: 'Filters',
  addFilter: 'Add filter',
  clearFilters: 'Clear filters',
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  unknownFilter: 'This filter no longer exists.',
  views: 'Views',
  columns: 'Choose columns',
  csv: 'Download CSV',
  organization: 'Organization',
  previous: 'Previous page',
  next: 'Next page',
  noResults: (q: string) => `No results for “${q}”`,
  noneMatch: 'Nothing matches these filters.',
  failed: 'The list could not be loaded.',
  continue: 'Continue',
  searched: (count: string) => `Searched the first ${count} entries.`,
  figuresFrom: (time: string) => `Figures from ${time}`,
  rows: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  rowsOnly: (from: string, to: string) => `${from}–${to}`,
  results: (count: number) => plural(count, '# result', '# results'),
  atLeast: (count: string) => `more than ${count}`,
  updated: 'This list has changed.',
  refresh: 'Refresh',
  done: 'Done',
  hidden: 'Hidden by privacy mode',
  never: 'never',
}
