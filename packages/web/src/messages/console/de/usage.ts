import { pluralOf } from '../../intl/plural.ts'
import type { usage as english } from '../en/usage.ts'

const plural = pluralOf('de')

export const usage: typeof english = {
  title: 'Nutzung',
  previous: 'Vorheriger Monat',
  next: 'Nächster Monat',
  soFar: 'Dieser Monat bis jetzt',
  countedOn: (day) => `Stand ${day}`,
  none: 'Keine Zahlen für diesen Monat.',
  table: 'Nutzung des Monats',
  organization: 'Organisation',
  own: 'Eigene Zahlen, ohne Kunden',
  customers: (count) => plural(count, '# Kunde', '# Kunden'),
  sum: 'Summe aller Kunden, ohne eigene Zahlen',
  accounts: 'Konten',
  mostAccounts: 'Höchststand Konten',
  billed: 'Berechnete Konten',
  storage: 'Speicher',
  mostStorage: 'Höchststand Speicher',
  price: 'Preis pro Konto',
  cost: 'Kosten',
  month: 'Monat',
  chart: 'Speicher und Konten, letzte 12 Monate',
  chartBelow: 'Speicher und Konten der Kunden, letzte 12 Monate',
  whose: 'Wessen Nutzung',
}
