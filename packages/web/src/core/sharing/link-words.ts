import type { Sharelink } from '@holdfast/api/sharing/links'
import type { Messages } from '../../messages/en/en.ts'
import { endOf } from './link-state.ts'

type Words = Messages['share']['links']
type Day = (date: string) => string

/** What a link does not let happen, in a few words each. */
export function limitWords(link: Sharelink, words: Words, day: Day): string[] {
  const isFolder = link.type === 'folder_sharelink'
  const parts = [
    link.has_password && words.password,
    link.expires !== null && words.expires(day(link.expires)),
    link.download_limit !== null && words.times(link.times_downloaded, link.download_limit),
    isFolder && (link.upload_only ? words.drops : link.anon_edit && !link.login_required && words.adds),
  ]
  return parts.filter((part) => part !== false)
}

/** Whom a link lets in. Those that are open to anyone are to be seen at once. */
export function audienceOf(
  link: Sharelink,
  words: Words,
  day: Day,
  today: string,
): { words: string; kind: 'open' | 'people' | 'ended' } {
  const ended = endOf(link, today)
  if (ended === 'over') return { words: words.over(day(link.expires ?? '')), kind: 'ended' }
  if (ended) return { words: words[ended], kind: 'ended' }
  if (!link.login_required) return { words: words.public, kind: 'open' }
  return { words: words.withPeople(link.subscribers.length), kind: 'people' }
}
