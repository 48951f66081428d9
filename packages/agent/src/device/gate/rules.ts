import { isInside, isOfSystem, whyOfSystem } from '../../disk/forbidden-folders.ts'
import { DOING, DONE, NOT_ALLOWED } from '../../words/folders.ts'

export const DEEDS = ['map', 'browse', 'backup', 'restore'] as const
/** What can be done with a folder of this device. */
export type Deed = (typeof DEEDS)[number]

/** Who wants it, as far as the device can know: the service can lie about all but `isHere`. */
export interface Asker {
  /** Someone who works on this device, by the agent's own command line. */
  readonly isHere: boolean
  /** The person whose device this is, as the service says. */
  readonly isOwn: boolean
  /** As the service says, for people to read. */
  readonly name: string | null
}
export const HERE: Asker = { isHere: true, isOwn: true, name: null }

export interface AllowedFolder {
  readonly folder: string
  readonly deeds: readonly Deed[]
}

/** What counts on this device. All paths are real ones: no links on the way. */
export interface Rules {
  /** Folders of the agent itself. */
  readonly own: readonly string[]
  /** Keys and start-up files of people. */
  readonly secrets: readonly string[]
  /** Where synced files go. */
  readonly base: string | null
  /** Of the person that the agent runs for; null where somebody turned it off. */
  readonly home: string | null
  readonly allowed: readonly AllowedFolder[]
}

/** `command` is what allows it, where somebody can. */
export type Verdict =
  | { readonly may: true; readonly owners: boolean }
  | { readonly may: false; readonly why: string; readonly command?: string }

/** Whether something may be done with a folder, which the caller calls `named`. `owners`: what is written there may belong to others than the agent. */
export function may(deed: Deed, folder: string, asker: Asker, rules: Rules, named = folder): Verdict {
  const never = whyNever(deed, folder, rules)
  if (never !== undefined) return { may: false, why: never }
  if (asker.isHere) return { may: true, owners: true }
  if (allowing(deed, rules).some((allowed) => isInside(folder, allowed))) return { may: true, owners: true }
  if (byDefault(deed, asker, rules).some((one) => isInside(folder, one))) return { may: true, owners: false }
  const command = commandTo(deed, named)
  return { may: false, why: NOT_ALLOWED.here(DOING[deed], named, command), command }
}

/** The names in a folder that lead to one that may be browsed; empty where none do. */
export function namesToBrowsed(folder: string, asker: Asker, rules: Rules): ReadonlySet<string> {
  const inFolder = folder === '/' ? '/' : `${folder}/`
  return new Set(
    [...allowing('browse', rules), ...byDefault('browse', asker, rules)].flatMap((one) =>
      one !== folder && one.startsWith(inFolder) ? (one.slice(inFolder.length).split('/')[0] ?? []) : [],
    ),
  )
}

/** Whether something at a path is never written by a restore, wherever it goes. */
export const isSecret = (path: string, { own, secrets }: Rules): boolean =>
  own.some((one) => isInside(path, one)) || secrets.some((one) => isInside(folded(path), folded(one)))

/** Whether a path leads to something that is never written: only a folder can be there. */
export const leadsToSecret = (path: string, { own, secrets }: Rules): boolean =>
  [...own, ...secrets].some((one) => isInside(folded(one), folded(path)))

/**
 * Why nobody can allow something in a folder, nor in anything below it. A backup of an allowed folder is whole: only what
 * the agent keeps for itself is left out.
 */
export function whyNeverIn(deed: Deed, folder: string, rules: Rules): string | undefined {
  if (rules.own.some((one) => isInside(folder, one))) return NOT_ALLOWED.ownData
  if (deed === 'backup') return undefined
  if (isSecret(folder, rules)) return NOT_ALLOWED.secrets(DONE[deed])
  return isOfSystem(folder) ? whyOfSystem(folder) : undefined
}

/** The same for the folder itself. */
function whyNever(deed: Deed, folder: string, rules: Rules): string | undefined {
  const never = whyNeverIn(deed, folder, rules)
  if (never !== undefined || deed === 'backup' || deed === 'browse') return never
  if (deed === 'map' && leadsToSecret(folder, rules)) return NOT_ALLOWED.leadsToSecrets
  return whyOfSystem(folder)
}

const allowing = (deed: Deed, { allowed }: Rules): string[] =>
  allowed.filter(({ deeds }) => deeds.includes(deed)).map(({ folder }) => folder)

function byDefault(deed: Deed, { isOwn }: Asker, { base, home }: Rules): string[] {
  const seesHome = isOwn && (deed === 'browse' || deed === 'backup')
  return [base, seesHome ? home : null].filter((one) => one !== null)
}

/** File systems exist that take `.SSH` for `.ssh`. */
const folded = (path: string): string => path.toLowerCase()

const commandTo = (deed: Deed, folder: string): string => `holdfast-agent allow ${quoted(folder)} --${deed}`

/** As a shell takes it. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
