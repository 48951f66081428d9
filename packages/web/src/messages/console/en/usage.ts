import { pluralOf } from '../../intl/plural.ts'

const plural = pluralOf('en')

/** Words of what each organization used in a month. */
export const usage = {
  title: 'Usage',
  previous: 'Previous month',
  next: 'Next month',
  soFar: 'This month so far',
  countedOn: (day: string) => `As counted on ${day}`,
  none: 'No figures for this month.',
  table: 'Usage of the month',
  organization: 'Organization',
  own: 'Your figures, without customers',
  customers: (count: number) => plural(count, '# customer', '# customers'),
  sum: 'Sum of all customers, without your figures',
  accounts: 'Accounts',
  mostAccounts: 'Peak accounts',
  billed: 'Billed accounts',
  storage: 'Storage',
  mostStorage: 'Peak storage',
  price: 'Price per account',
  cost: 'Cost',
  month: 'Month',
  chart: 'Storage and accounts, last 12 months',
  chartBelow: 'Storage and accounts of customers, last 12 months',
  whose: 'Whose usage',
}
