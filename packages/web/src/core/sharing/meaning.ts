import type { RootRules } from '@holdfast/api/files/files'
import type { Sharelink } from '@holdfast/api/sharing/links'
import type { Messages } from '../../messages/en/en.ts'
import type { Limits } from '../../messages/en/share.ts'
import { endOf, type ItemLinks, subscriberOf } from './link-state.ts'
import type { Others } from './others.ts'

/** What the words need to know of the world. */
export interface Speech {
  words: Messages['share']['meaning']
  /** A day of the server, as people write it. */
  day: (date: string) => string
  today: string
  /** Names, one after the other. */
  list: (names: readonly string[]) => string
}

export interface Sharing {
  links: ItemLinks
  others: Others
  rules: Pick<RootRules, 'may_link' | 'links_need_sign_in'>
  /** Of the team share that it is in. */
  team: string | undefined
}

/** One sentence. Those that let in anyone are warnings. */
export interface Sentence {
  words: string
  warn?: true
}

/** Who can open something and what they may do with it, in sentences. */
export function meaningOf(sharing: Sharing, speech: Speech): Sentence[] {
  const { links, rules } = sharing
  const said = [
    ...(links.open ? ofOpen(links.open, speech) : []),
    ...(links.people ? ofPeople(links.people, speech) : []),
  ]
  const also = ofOthers(sharing, speech)
  const alone = said.length === 0 && !also.some(({ lets }) => lets)
  const { words } = speech
  return [
    ...(alone ? [{ words: sharing.team === undefined ? words.onlyYou : words.onlyTeam(sharing.team) }] : []),
    ...said,
    ...also.map(({ lets: _, ...sentence }) => sentence),
    ...(!rules.may_link
      ? [{ words: words.noLinks }]
      : rules.links_need_sign_in
        ? [{ words: words.signInOnly }]
        : []),
  ]
}

function ofOpen(link: Sharelink, speech: Speech): Sentence[] {
  const { words } = speech
  const ended = endedWords(link, speech)
  if (ended) return [ended]
  const { can } = words
  const adds = link.type === 'folder_sharelink' && link.anon_edit
  const may = link.type === 'folder_sharelink' && link.upload_only ? can.drop : adds ? can.add : can.look
  return [{ words: words.anyone(may, limitsOf(link, speech)), warn: true }]
}

/** More are counted. */
const MOST_NAMED = 3

function ofPeople(link: Sharelink, speech: Speech): Sentence[] {
  const { words, list } = speech
  const ended = endedWords(link, speech)
  if (ended) return [ended]
  const limits = limitsOf(link, speech)
  const dropsOnly = link.type === 'folder_sharelink' && link.upload_only
  const may = (edits: boolean) => (dropsOnly ? words.can.drop : edits ? words.can.edit : words.can.look)
  return [true, false].flatMap((edits) => {
    const some = link.subscribers.filter(({ write_access }) => write_access === edits)
    const count = some.length
    if (count === 0) return []
    const names = count > MOST_NAMED ? words.many(count) : list(some.map((one) => subscriberOf(one).name))
    return [{ words: words.people(names, may(edits), limits, count) }]
  })
}

function endedWords(link: Sharelink, { words, day, today }: Speech): Sentence | undefined {
  const ended = endOf(link, today)
  if (ended === 'over') return { words: words.over(day(link.expires ?? '')) }
  return ended === 'usedUp' ? { words: words.usedUp } : undefined
}

const limitsOf = ({ has_password, expires, download_limit }: Sharelink, { day }: Speech): Limits => ({
  password: has_password,
  expires: expires === null ? undefined : day(expires),
  downloads: download_limit ?? undefined,
})

function ofOthers({ others, team }: Sharing, { words }: Speech): (Sentence & { lets: boolean })[] {
  const { ways, members, administrators, isMore } = others
  const known = ways.flatMap(({ name, by, anyone, people }) => [
    ...(anyone
      ? [
          {
            words: name === undefined ? words.othersAnyone(by) : words.aboveAnyone(name),
            warn: true as const,
            lets: true,
          },
        ]
      : []),
    ...(people > 0
      ? [
          {
            words: name === undefined ? words.othersPeople(by, people) : words.abovePeople(name, people),
            lets: true,
          },
        ]
      : []),
  ])
  return [
    ...known,
    ...(members > 0 && team !== undefined ? [{ words: words.team(team, members), lets: true }] : []),
    ...(administrators > 0 ? [{ words: words.admins(administrators), lets: false }] : []),
    ...(isMore ? [{ words: words.more, lets: true }] : []),
  ]
}
