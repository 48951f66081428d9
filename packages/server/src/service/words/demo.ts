/** What `holdfast demo` says. */
import { counted } from '@holdfast/api/counted'

/** How much there is in the demonstration. */
export interface DemoFigures {
  organizations: number
  people: number
  guests: number
  devices: number
  shares: number
  /** In team shares. */
  files: number
}

export const DEMO = {
  making: (folder: string) =>
    `Creating the demonstration in ${folder}. This takes up to a minute, and is only done once.`,
  notEmpty: (folder: string) => `${folder} is not empty. Choose another folder with HOLDFAST_DATA_DIR.`,
  signInsIn: (file: string) => `The accounts of the demonstration and their password are in ${file}`,
  about: ({ organizations, people, guests, devices, files, shares }: DemoFigures) =>
    `${counted(organizations, 'organization')}, ${counted(people, 'person', 'people')}, ${counted(guests, 'guest')}, ${counted(devices, 'device')}, ${counted(files, 'file')} in ${counted(shares, 'team share')}. All names are made up.`,
  password: (password: string) => `Password for all accounts: ${password}`,
  kept: (folder: string) =>
    `Emails are in ${folder}/outbox. Your changes are kept for the next start; to begin again, delete the folder.`,
} as const

/** What to look at as each of them. */
export const LOOK_AT = {
  amara: () => [
    'System administrator of Harbor IT, which looks after three customers',
    'Admin console: what needs attention, which customer grows fastest, a new customer in a minute',
  ],
  jonas: ({ deleted, views }) => [
    'Administrator of Harbor IT and its customers',
    `Reception-PC deleted ${deleted} files and is paused; Elif Kaya is locked out; “Offers” is public and has ${views} views`,
  ],
  priya: ({ renamed }) => [
    'Administrator of Brightwater Architects, and of nothing above it',
    `A tablet renamed ${renamed} files of “Harbour hall” three weeks ago, and it was undone: see Changes and Activity`,
  ],
  samira: ({ deleted }) => [
    'Administrator of Linden Dental Group, whose trial ends in three days',
    `Review the ${deleted} files that Reception-PC deleted in “Patients”, and restore them`,
  ],
  ann: () => [
    'Works at Brightwater Architects',
    'Time machine of “Harbour hall”, before and after the tablet; versions of the quotes; shared links',
  ],
  dana: () => ['Guest of Brightwater Architects', 'Sees only what is shared with her'],
} satisfies Record<string, (facts: DemoFacts) => readonly string[]>

interface DemoFacts {
  renamed: number
  deleted: number
  views: number
}
