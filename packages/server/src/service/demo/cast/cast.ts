import type { Role } from '@holdfast/api/sharing/shares'

/** Who plays in the demonstration. All names are made up; addresses end in `.example`, where no mail can go. */
interface OrganizationPart {
  name: string
  slug: string
  domain: string
  above?: OrganizationKey
  /** How many weeks ago it began. */
  since: number
  privacy?: boolean
  color?: string
}

export type OrganizationKey = 'harbor' | 'brightwater' | 'berlin' | 'lyon' | 'linden' | 'orchard'

export const ORGANIZATIONS: Readonly<Record<OrganizationKey, OrganizationPart>> = {
  harbor: { name: 'Harbor IT', slug: 'harbor-it', domain: 'harbor-it.example', since: 36 },
  brightwater: {
    ...{ name: 'Brightwater Architects', slug: 'brightwater', domain: 'brightwater.example' },
    ...{ above: 'harbor', since: 36, color: '#0a7f5a' },
  },
  berlin: {
    ...{ name: 'Brightwater Berlin', slug: 'brightwater-berlin', domain: 'brightwater.example' },
    ...{ above: 'brightwater', since: 30 },
  },
  lyon: {
    ...{ name: 'Brightwater Lyon', slug: 'brightwater-lyon', domain: 'brightwater.example' },
    ...{ above: 'brightwater', since: 30 },
  },
  linden: {
    ...{ name: 'Linden Dental Group', slug: 'linden-dental', domain: 'linden-dental.example' },
    ...{ above: 'harbor', since: 26 },
  },
  orchard: {
    ...{ name: 'Orchard & Vale Accounting', slug: 'orchard-vale', domain: 'orchard-vale.example' },
    ...{ above: 'harbor', since: 22, privacy: true },
  },
}

interface PersonPart {
  first: string
  last: string
  at: OrganizationKey
  administrator?: boolean
  twoStep?: boolean
  /** Was invited, and never came. */
  absent?: boolean
}

export const PEOPLE = {
  amara: { first: 'Amara', last: 'Osei', at: 'harbor' },
  jonas: { first: 'Jonas', last: 'Weber', at: 'harbor', administrator: true },
  grace: { first: 'Grace', last: 'Park', at: 'harbor', administrator: true, twoStep: true },
  mateo: { first: 'Mateo', last: 'Silva', at: 'harbor', twoStep: true },
  priya: { first: 'Priya', last: 'Raman', at: 'brightwater', administrator: true },
  ann: { first: 'Ann', last: 'Miller', at: 'brightwater' },
  kwame: { first: 'Kwame', last: 'Mensah', at: 'brightwater', twoStep: true },
  carla: { first: 'Carla', last: 'Rossi', at: 'brightwater', twoStep: true },
  ben: { first: 'Ben', last: 'Okafor', at: 'brightwater', twoStep: true },
  sofia: { first: 'Sofia', last: 'Lindqvist', at: 'brightwater', twoStep: true },
  meilin: { first: 'Mei Lin', last: 'Chen', at: 'brightwater', twoStep: true },
  tomasz: { first: 'Tomasz', last: 'Nowak', at: 'brightwater' },
  aylin: { first: 'Aylin', last: 'Demir', at: 'berlin', administrator: true, twoStep: true },
  lukas: { first: 'Lukas', last: 'Brandt', at: 'berlin', twoStep: true },
  hugo: { first: 'Hugo', last: 'Martin', at: 'lyon', administrator: true, twoStep: true },
  ines: { first: 'Inès', last: 'Benali', at: 'lyon' },
  samira: { first: 'Samira', last: 'Haddad', at: 'linden', administrator: true },
  elif: { first: 'Elif', last: 'Kaya', at: 'linden' },
  liam: { first: 'Liam', last: 'O’Connor', at: 'linden', twoStep: true },
  yuki: { first: 'Yuki', last: 'Tanaka', at: 'linden' },
  rosa: { first: 'Rosa', last: 'Delgado', at: 'linden', twoStep: true },
  ingrid: { first: 'Ingrid', last: 'Solberg', at: 'orchard', administrator: true, twoStep: true },
  noor: { first: 'Noor', last: 'Rahman', at: 'orchard', twoStep: true },
  daniel: { first: 'Daniel', last: 'Kim', at: 'orchard' },
  samuel: { first: 'Samuel', last: 'Adeyemi', at: 'orchard', absent: true },
} as const satisfies Record<string, PersonPart>

export type PersonKey = keyof typeof PEOPLE

export const partOf = (key: PersonKey): PersonPart => PEOPLE[key]
export const emailOf = (key: PersonKey): string => `${key}@${ORGANIZATIONS[PEOPLE[key].at].domain}`

export const GUESTS = {
  dana: { first: 'Dana', last: 'Petrov', email: 'dana@client.example', by: 'priya' },
  marcus: { first: 'Marcus', last: 'Hale', email: 'marcus@hale-structures.example', by: 'priya' },
  owen: { first: 'Owen', last: 'Grant', email: 'owen@grant-surveys.example', by: 'priya', absent: true },
  leila: { first: 'Leila', last: 'Aziz', email: 'leila@aziz-lab.example', by: 'samira' },
} as const satisfies Record<
  string,
  { first: string; last: string; email: string; by: PersonKey; absent?: boolean }
>

export type GuestKey = keyof typeof GUESTS

interface GroupPart {
  name: string
  at: OrganizationKey
  members: readonly PersonKey[]
  groups?: readonly string[]
}

/** Those that hold others come after them. */
export const GROUPS = {
  design: { name: 'Design', at: 'brightwater', members: ['ann', 'kwame', 'sofia'] },
  site: { name: 'Site team', at: 'brightwater', members: ['ben', 'meilin', 'tomasz'] },
  everyone: { name: 'Everyone', at: 'brightwater', members: ['priya', 'carla'], groups: ['design', 'site'] },
  reception: { name: 'Reception', at: 'linden', members: ['elif', 'rosa'] },
  partners: { name: 'Partners', at: 'orchard', members: ['ingrid', 'noor'] },
} as const satisfies Record<string, GroupPart>

export type GroupKey = keyof typeof GROUPS

interface SharePart {
  name: string
  description: string
  at: OrganizationKey
  /** `all`: on the devices as well; `web`: in the browser only. */
  members: readonly (readonly [PersonKey, 'all' | 'web', Role])[]
  groups?: readonly (readonly [GroupKey, 'machines' | 'web', Role])[]
  /** People of other organizations. */
  external?: readonly (readonly [PersonKey, Role])[]
}

export const SHARES = {
  hall: {
    name: 'Harbour hall',
    description: 'Concert hall at the old harbour, phases 2 to 5',
    at: 'brightwater',
    members: [
      ['priya', 'web', 'CO_OWNER'],
      ['ann', 'all', 'COLLABORATOR'],
      ['kwame', 'all', 'EDITOR'],
      ['ben', 'all', 'EDITOR'],
      ['carla', 'web', 'WEB_EDITOR'],
      ['sofia', 'web', 'VIEWER'],
      ['meilin', 'web', 'PREVIEWER'],
      ['tomasz', 'web', 'UPLOADER'],
    ],
    groups: [['design', 'web', 'VIEWER']],
    external: [
      ['hugo', 'COLLABORATOR'],
      ['ines', 'VIEWER'],
    ],
  },
  office: {
    ...{ name: 'Office', description: 'Offers, templates, travel', at: 'brightwater' },
    members: [
      ['ann', 'all', 'CO_OWNER'],
      ['carla', 'all', 'EDITOR'],
    ],
    groups: [['everyone', 'web', 'COLLABORATOR']],
  },
  competitions: {
    ...{ name: 'Competitions', description: 'One folder for each year', at: 'brightwater' },
    members: [
      ['priya', 'web', 'CO_OWNER'],
      ['ben', 'web', 'EDITOR'],
    ],
    groups: [['design', 'machines', 'EDITOR']],
  },
  depot: {
    ...{ name: 'Depot', description: 'What is stored where', at: 'berlin' },
    members: [
      ['aylin', 'web', 'CO_OWNER'],
      ['lukas', 'web', 'EDITOR'],
    ],
  },
  patients: {
    ...{ name: 'Patients', description: 'Treatment plans by year', at: 'linden' },
    members: [
      ['samira', 'all', 'CO_OWNER'],
      ['elif', 'all', 'EDITOR'],
    ],
    groups: [['reception', 'machines', 'EDITOR']],
  },
  practice: {
    ...{ name: 'Practice', description: 'Rotas and forms', at: 'linden' },
    members: [
      ['samira', 'all', 'CO_OWNER'],
      ['liam', 'web', 'EDITOR'],
      ['yuki', 'web', 'EDITOR'],
      ['rosa', 'web', 'VIEWER'],
    ],
  },
  clients: {
    ...{ name: 'Clients', description: 'Accounts and tax returns', at: 'orchard' },
    members: [
      ['ingrid', 'all', 'CO_OWNER'],
      ['daniel', 'web', 'EDITOR'],
    ],
    groups: [['partners', 'machines', 'EDITOR']],
  },
  sales: {
    ...{ name: 'Sales', description: 'Proposals and notes', at: 'orchard' },
    members: [
      ['ingrid', 'web', 'CO_OWNER'],
      ['daniel', 'web', 'EDITOR'],
    ],
  },
} as const satisfies Record<string, SharePart>

export type ShareKey = keyof typeof SHARES
export const shareOf = (key: ShareKey): SharePart => SHARES[key]

interface DevicePart {
  of: PersonKey
  os: 'linux' | 'win' | 'osx'
  version: string
  /** How many weeks ago it was set up. */
  since: number
}

export const DEVICES = {
  'kwame-laptop': { of: 'kwame', os: 'linux', version: '12', since: 35 },
  'ann-desktop': { of: 'ann', os: 'win', version: '10.0.19045', since: 35 },
  'carla-laptop': { of: 'carla', os: 'osx', version: '15.6', since: 35 },
  'site-tablet': { of: 'ben', os: 'linux', version: '6.1', since: 16 },
  'plot-server': { of: 'priya', os: 'linux', version: '12', since: 29 },
  'samira-macbook': { of: 'samira', os: 'osx', version: '15.6', since: 25 },
  'Reception-PC': { of: 'elif', os: 'win', version: '10.0.26100', since: 25 },
  'ingrid-laptop': { of: 'ingrid', os: 'win', version: '10.0.26100', since: 21 },
  'orchard-nas': { of: 'noor', os: 'linux', version: '12', since: 21 },
} as const satisfies Record<string, DevicePart>

export type DeviceKey = keyof typeof DEVICES

/** Those whom a visitor can sign in as, the first of them the system administrator. */
export const TOUR = ['amara', 'jonas', 'priya', 'samira', 'ann', 'dana'] as const

export const addressOfGuide = (key: (typeof TOUR)[number]): string =>
  key === 'dana' ? GUESTS.dana.email : emailOf(key)
