import type { guests as english } from '../en/guests.ts'

export const guests: typeof english = {
  list: 'Gäste',
  search: 'Name oder E-Mail-Adresse suchen',
  invite: 'Gast einladen',
  columns: {
    name: 'Name',
    invited_by: 'Eingeladen von',
    links: 'Links',
    seen: 'Letzte Anmeldung',
    created: 'Erstellt',
  },
  never: 'Nie angemeldet',
  seenBefore: 'Letzte Anmeldung vor',
  facts: (organization, seen) => [organization, `letzte Anmeldung: ${seen}`].filter(Boolean).join(' · '),
  empty: 'Noch keine Gäste',
  emptyWhy: 'Sie erscheinen, sobald jemand etwas mit einer externen E-Mail-Adresse teilt.',
  noneMatch: 'Kein Gast passt zu diesen Filtern.',
  showLinks: 'Links anzeigen',
  linksTitle: (name) => `Mit ${name} geteilte Links`,
  noLinks: (name) => `Mit ${name} ist nichts geteilt.`,
  convert: 'In Konto umwandeln …',
  convertTitle: (name) => `${name} in ein Konto umwandeln?`,
  convertWhy: 'Das Konto behält E-Mail-Adresse und Links und zählt zu denen der Organisation.',
  convertButton: 'Umwandeln',
  converted: (name) => `${name} hat jetzt ein Konto`,
  delete: 'Gast löschen …',
  deleteTitle: (name) => `Gast ${name} löschen?`,
  deleteWhy:
    'Links, die mit diesem Gast geteilt sind, öffnen sich für ihn nicht mehr. Das lässt sich nicht rückgängig machen.',
  deleteButton: 'Gast löschen',
  deleted: (name) => `Gast ${name} gelöscht`,
  inviteWhy:
    'Gäste öffnen nur, was mit ihnen geteilt ist. Sie bekommen eine E-Mail, um ein Passwort festzulegen.',
  inviteButton: 'Gast einladen',
  invited: (name) => `${name} ist eingeladen. Eine E-Mail ist unterwegs.`,
}
