import { pluralOf } from '../../intl/plural.ts'

const plural = pluralOf('en')
const people = (count: number) => plural(count, '# account', '# accounts')
const devices = (count: number) => plural(count, '# device', '# devices')

/** Words of closing a customer. */
export const closing = {
  section: 'Close',
  sectionWhy: 'Nobody can sign in, and everything is deleted on a day that you choose.',
  open: 'Close customer…',
  title: (name: string) => `Close ${name}`,
  closingTitle: (name: string) => `${name} is closing`,
  what: '1. What happens',
  signIn: 'At once, nobody there or in child organizations can sign in.',
  links: 'Their links stop working, and their devices are signed out.',
  counted: (accounts: number, guests: number, machines: number) =>
    `This is for ${people(accounts)}, ${plural(guests, '# guest', '# guests')} and ${devices(machines)}.`,
  countedBelow: (organizations: number, accounts: number, machines: number) =>
    `Also for ${plural(organizations, '# child organization', '# child organizations')} with ${people(accounts)} and ${devices(machines)}.`,
  cancelLater:
    'You can cancel until everything is deleted. People can then sign in again, but devices stay signed out.',
  save: '2. Save what is needed',
  saveWhy:
    'Once it is deleted, nothing can be restored. Download what the customer wants to keep before then.',
  saveLink: 'Open the export',
  savePrivate: (name: string) =>
    `Once it is deleted, nothing can be restored. ${name} keeps its files private: only its own administrators can download them, before you close it.`,
  devices: '3. Devices',
  devicesWhy: 'Synced files on devices',
  keep: 'Keep files',
  keepHint: 'Devices stop syncing. Files on them stay.',
  remove: 'Remove files',
  removeHint: 'Devices remove their copies when they connect. Files that were not uploaded stay.',
  day: '4. Day',
  deleteOn: 'Deleted on',
  until: (day: string) => `Everything is deleted on ${day}. Until then you can cancel.`,
  typeName: (name: string) => `Type “${name}” to confirm`,
  button: 'Close customer',
  closed: (name: string) => `${name} is closed`,
  banner: (day: string) => `Closes on ${day}. Nobody can sign in.`,
  with: (name: string) => `It closes together with ${name}.`,
  show: (name: string) => `Show ${name}`,
  cancel: 'Cancel closing',
  canceled: (name: string) => `${name} is open again`,
  closesOn: (day: string) => `Closes on ${day}`,
  factDay: 'Deleted on',
  factFiles: 'Synced files on devices',
  kept: 'Stay',
  removed: 'Are removed',
  devicesLeft: 'Devices left to sign out or to remove files',
}
