import { parseArgs } from 'node:util'

export const HELP = `npm run bench -- [options]: measures the built server beside nginx on this machine

  --quick            everything smaller: under a minute, with a wider spread
  --large <MiB>      size of the large transfers (default 1024, with --quick 64)
  --rounds <n>       how often each operation is measured (default 5, with --quick 3)
  --stack <name>     sqlite+disk (default) or postgres+s3
  --only <text>      only operations whose name contains this; several texts with | between them
  --profile <folder> record CPU profiles of the server there and print where the time went
  --accounts         instead: looks at a large organization beside the same looks at a small one
  --tables           instead: pages of administrators' lists of many people beside the same of few
  --activity         instead: pages, filters and exports of a log of activity beside those of one ten times as long
  --growth           instead: requests to a large root beside the same to one that holds ten times as much;
                     fails where they cost more than they may
  --search           instead: searches in a root beside the same in one ten times as large
  --against <file>   instead: the same operations on another build (its dist/main.js) and on this one, in turns
  --starts <n>       with --against: so many processes of each build (default 3, with --quick 2)
  --sign-in          instead: how long refusals of a sign-in take, in ms; they should not differ
  --batches          instead: what 10,000 files of 4 KiB cost that come as devices send them, by batches
  --bulk             instead: what it costs to delete, restore and move everything in a folder of 10,000 files
  --folder <files>   instead: what it costs an agent to watch and look at a folder with so many files
  --agent            instead: how fast a real agent sends and fetches small files, and how little a change sends
  --files <n,n,…>    with --agent: how many small files; of several numbers, one row each (default 10000, with --quick 1000)
  --agent --beside syncthing
                     instead: two running agents beside two of Syncthing, in a network of their own
  --beside           instead: how long an upload and a sign-in take while 20 devices send batches
  --expensive        instead: how long others wait while one person has 20 different expensive requests under way;
                     fails where they wait longer than they may
  --web              instead: what people feel in the app, in Chromium, beside what it may be
  --backups          instead: backups beside restic's: the first, one of nothing new, one after 500 new files
  --history          instead: how long it takes to set a large root back to any of its states
  --write            put the figures into docs/performance.md`

export interface Options {
  quick: boolean
  largeMib: number
  rounds: number
  starts: number
  stack: string
  only: string
  profileDir: string | undefined
  accounts: boolean
  tables: boolean
  activity: boolean
  growth: boolean
  search: boolean
  /** The program of another build; empty where none is asked for. */
  against: string
  batches: boolean
  bulk: boolean
  agent: boolean
  /** With `agent`. */
  besideSyncthing: boolean
  /** How many small files, new each time. */
  agentFiles: readonly number[]
  beside: boolean
  expensive: boolean
  web: boolean
  signIn: boolean
  /** So many files; undefined where they are not asked for. */
  folderFiles: number | undefined
  backups: boolean
  history: boolean
  write: boolean
  help: boolean
}

export const isWanted = ({ only }: Pick<Options, 'only'>, name: string): boolean =>
  only.split('|').some((part) => name.includes(part))

export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      large: { type: 'string' },
      rounds: { type: 'string' },
      starts: { type: 'string' },
      stack: { type: 'string', default: 'sqlite+disk' },
      only: { type: 'string', default: '' },
      profile: { type: 'string' },
      accounts: { type: 'boolean', default: false },
      tables: { type: 'boolean', default: false },
      activity: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      search: { type: 'boolean', default: false },
      against: { type: 'string', default: '' },
      batches: { type: 'boolean', default: false },
      bulk: { type: 'boolean', default: false },
      agent: { type: 'boolean', default: false },
      files: { type: 'string' },
      beside: { type: 'boolean', default: false },
      expensive: { type: 'boolean', default: false },
      web: { type: 'boolean', default: false },
      'sign-in': { type: 'boolean', default: false },
      folder: { type: 'string' },
      backups: { type: 'boolean', default: false },
      history: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const { quick } = values
  return {
    quick,
    largeMib: positive('--large', values.large ?? (quick ? '64' : '1024')),
    rounds: positive('--rounds', values.rounds ?? (quick ? '3' : '5')),
    starts: positive('--starts', values.starts ?? (quick ? '2' : '3')),
    stack: values.stack,
    only: values.only,
    profileDir: values.profile,
    accounts: values.accounts,
    tables: values.tables,
    activity: values.activity,
    growth: values.growth,
    search: values.search,
    against: values.against,
    batches: values.batches,
    bulk: values.bulk,
    agent: values.agent,
    besideSyncthing: isBesideSyncthing(values, positionals),
    agentFiles: (values.files ?? (quick ? '1000' : '10000')).split(',').map((n) => positive('--files', n)),
    beside: values.beside,
    expensive: values.expensive,
    web: values.web,
    signIn: values['sign-in'],
    folderFiles: values.folder === undefined ? undefined : positive('--folder', values.folder),
    backups: values.backups,
    history: values.history,
    write: values.write,
    help: values.help,
  }
}

function isBesideSyncthing(values: { agent?: boolean; beside?: boolean }, words: readonly string[]): boolean {
  if (words.length === 0) return false
  if (words.length > 1 || words[0] !== 'syncthing' || !values.agent || !values.beside)
    throw new Error(`Not an option: ${words.join(' ')}`)
  return true
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${name} must be a whole number above 0`)
  return number
}
