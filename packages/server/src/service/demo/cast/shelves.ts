import type { Kind } from '../content/content-of.ts'
import type { DeviceKey, PersonKey, ShareKey } from './cast.ts'

/** A folder, and how it fills: `count` files from `since` weeks ago until this week. */
export interface Shelf {
  share: ShareKey
  folder: string
  kind: Kind
  count: number
  since: number
  /** The day of the week on which files come, 0 for Monday. */
  day: number
  by: PersonKey | DeviceKey
  /** Without the ending. `year` is the current one. */
  nameOf(n: number, year: number): string
}

const two = (n: number): string => String(n).padStart(2, '0')

/** Every combination once, in an order in which neighbours look different. */
function combination(n: number, ...lists: readonly (readonly string[])[]): string[] {
  const total = lists.reduce((product, { length }) => product * length, 1)
  // A prime that divides no number of combinations here visits all of them.
  let place = (n * 7919) % total
  return lists.map((list) => {
    const word = list[place % list.length] ?? ''
    place = Math.floor(place / list.length)
    return word
  })
}

const PARTS = 'Entrance,Foyer,Main hall,Stage,Cloakroom,Terrace,Kitchen,Workshop,Archive'.split(',')
const VIEWS = 'plan,ceiling,walls,lighting,fire safety'.split(',')
const TRADES = 'Facade,Glazing,Steel,Timber,Roofing,Electrics,Ventilation,Flooring,Lifts,Acoustics'.split(',')
const FIRMS = 'Nordwind Metal,Castell & Sons,Brenner,Atelier Bois,Halden Group,Okoro Build'.split(',')
const TOWNS = 'Turku,Porto,Ghent,Leeds,Graz,Tartu,Bergen,Nantes,Basel,Aarhus'.split(',')
const SURNAMES =
  'Aalto,Berger,Costa,Dahl,Eriksen,Fischer,Garcia,Hansen,Ivanov,Jansen,Kowalski,Laurent,Moreau,Novak,Olsen,Peeters,Quist,Ricci,Santos,Tanner,Urban,Vidal,Weiss'.split(
    ',',
  )
const FIRST_NAMES = 'Ada,Bo,Clara,David,Eva,Finn,Greta,Henri,Ida,Jakob,Karin,Leo,Mia,Nils,Olga,Paul'.split(
  ',',
)
const TREATMENTS = 'treatment plan,X-ray report,cost estimate'.split(',')
const CLIENTS_A =
  'Alder Cafe,Birch Motors,Cedar Books,Dune Hotels,Elm Pharmacy,Fern Studio,Gorse Farm,Hazel Toys'.split(',')
const CLIENTS_N =
  'Nettle Foods,Oak Transport,Pine Clinic,Quince Bakery,Rowan Yachts,Sorrel Media,Thorn Security,Yew Gardens'.split(
    ',',
  )
const PAPERS = 'balance sheet,tax return,payroll,VAT report,cash flow'.split(',')
const QUARTERS = 'Q1,Q2,Q3,Q4'.split(',')

const patientOf = (n: number): string => {
  const [last, first, paper] = combination(n, SURNAMES, FIRST_NAMES, TREATMENTS)
  return `${last} ${first} - ${paper}`
}
const accountOf = (names: readonly string[]) => (n: number, year: number) => {
  const [paper, client, quarter, back] = combination(n, PAPERS, names, QUARTERS, ['1', '2'])
  return `${client} - ${paper} ${quarter} ${year - Number(back)}`
}
const competition = (share: ShareKey, back: number, day: number): Shelf => ({
  ...{ share, folder: `{year-${back}}`, kind: 'plan', count: 30, since: 36, day, by: 'kwame-laptop' },
  nameOf: (n) => combination(n, TOWNS, ['board 1', 'board 2', 'model', 'brief', 'schedule']).join(' - '),
})

const HALL: readonly Shelf[] = [
  {
    ...{
      share: 'hall',
      folder: 'Plans/Ground floor',
      kind: 'plan',
      count: 45,
      since: 36,
      day: 0,
      by: 'kwame-laptop',
    },
    nameOf: (n) => `A-${101 + n} ${combination(n, PARTS, VIEWS).join(', ')}`,
  },
  {
    ...{
      share: 'hall',
      folder: 'Plans/Upper floors',
      kind: 'plan',
      count: 45,
      since: 34,
      day: 1,
      by: 'kwame-laptop',
    },
    nameOf: (n) => `A-${201 + n} ${combination(n + 11, PARTS, VIEWS).join(', ')}`,
  },
  {
    ...{
      share: 'hall',
      folder: 'Plans/Details',
      kind: 'plan',
      count: 40,
      since: 30,
      day: 3,
      by: 'kwame-laptop',
    },
    nameOf: (n) =>
      `D-${two(n + 1)} ${combination(n + 5, PARTS, ['joint', 'corner', 'railing', 'door', 'stairs']).join(', ')}`,
  },
  {
    ...{ share: 'hall', folder: 'Quotes', kind: 'sheet', count: 60, since: 32, day: 2, by: 'ann-desktop' },
    nameOf: (n) => `${String(n + 1).padStart(3, '0')} ${combination(n, TRADES, FIRMS).join(' - ')}`,
  },
  {
    ...{
      share: 'hall',
      folder: 'Photos of the site',
      kind: 'photo',
      count: 320,
      since: 16,
      day: 4,
      by: 'site-tablet',
    },
    nameOf: (n) => `Site ${String(n + 1).padStart(4, '0')}`,
  },
  {
    ...{ share: 'hall', folder: 'Minutes', kind: 'note', count: 70, since: 36, day: 2, by: 'ann' },
    nameOf: (n) => `Minutes ${two(n + 1)} - ${combination(n, ['client', 'site', 'engineers', 'city'])[0]}`,
  },
  {
    ...{ share: 'hall', folder: 'Models', kind: 'archive', count: 20, since: 34, day: 4, by: 'kwame-laptop' },
    nameOf: (n) => `Model v${two(n + 1)}`,
  },
]

const OF_BRIGHTWATER: readonly Shelf[] = [
  {
    ...{ share: 'office', folder: 'Offers', kind: 'letter', count: 60, since: 35, day: 1, by: 'ann-desktop' },
    nameOf: (n) =>
      `Offer ${101 + n} ${combination(n, TOWNS, ['school', 'library', 'housing', 'bridge', 'market', 'studio']).join(', ')}`,
  },
  {
    ...{ share: 'office', folder: 'Templates', kind: 'letter', count: 40, since: 35, day: 3, by: 'carla' },
    nameOf: (n) => combination(n, TRADES, ['offer', 'contract', 'invoice', 'report']).join(' - '),
  },
  {
    ...{
      share: 'office',
      folder: 'Travel',
      kind: 'sheet',
      count: 120,
      since: 35,
      day: 4,
      by: 'carla-laptop',
    },
    nameOf: (n) =>
      `${String(n + 1).padStart(3, '0')} ${combination(n, TOWNS, ['train', 'flight', 'hotel']).join(' - ')}`,
  },
  competition('competitions', 1, 2),
  competition('competitions', 2, 3),
  competition('competitions', 3, 0),
  {
    ...{ share: 'depot', folder: 'Inventory', kind: 'sheet', count: 30, since: 29, day: 1, by: 'lukas' },
    nameOf: (n) => `Shelf ${two(n + 1)}`,
  },
  {
    ...{ share: 'depot', folder: 'Photos', kind: 'photo', count: 30, since: 29, day: 3, by: 'lukas' },
    nameOf: (n) => `Shelf ${two(n + 1)}`,
  },
]

const OF_LINDEN: readonly Shelf[] = [
  {
    ...{
      share: 'patients',
      folder: '{year-1}',
      kind: 'letter',
      count: 412,
      since: 25,
      day: 0,
      by: 'Reception-PC',
    },
    nameOf: (n) => patientOf(n),
  },
  {
    ...{
      share: 'patients',
      folder: '{year}',
      kind: 'letter',
      count: 440,
      since: 25,
      day: 2,
      by: 'Reception-PC',
    },
    nameOf: (n) => patientOf(n + 500),
  },
  {
    ...{
      share: 'practice',
      folder: 'Rota',
      kind: 'sheet',
      count: 40,
      since: 25,
      day: 4,
      by: 'samira-macbook',
    },
    nameOf: (n) => `Rota ${two(n + 1)}`,
  },
  {
    ...{ share: 'practice', folder: 'Forms', kind: 'letter', count: 40, since: 25, day: 1, by: 'liam' },
    nameOf: (n) =>
      combination(
        n,
        ['Consent', 'Referral', 'Anamnesis', 'Invoice', 'Recall'],
        ['adults', 'children', 'surgery', 'braces', 'whitening', 'implants', 'hygiene', 'emergency'],
      ).join(' - '),
  },
]

const OF_ORCHARD: readonly Shelf[] = [
  {
    ...{ share: 'clients', folder: 'A–M', kind: 'sheet', count: 200, since: 21, day: 1, by: 'ingrid-laptop' },
    nameOf: accountOf(CLIENTS_A),
  },
  {
    ...{
      share: 'clients',
      folder: 'N–Z',
      kind: 'letter',
      count: 200,
      since: 21,
      day: 3,
      by: 'ingrid-laptop',
    },
    nameOf: accountOf(CLIENTS_N),
  },
  {
    ...{ share: 'sales', folder: 'Proposals', kind: 'note', count: 40, since: 21, day: 2, by: 'daniel' },
    nameOf: (n) => `Proposal ${two(n + 1)} - ${combination(n, CLIENTS_A.concat(CLIENTS_N))[0]}`,
  },
]

export const SHELVES: readonly Shelf[] = [...HALL, ...OF_BRIGHTWATER, ...OF_LINDEN, ...OF_ORCHARD]

/** `{year-1}` is last year. */
export const folderOf = ({ folder }: Pick<Shelf, 'folder'>, year: number): string =>
  folder.replace(/\{year(?:-(\d))?\}/, (_, back: string | undefined) => String(year - Number(back ?? 0)))
