import type { Sharelink } from '@holdfast/api/sharing/links'
import type { Reach } from '@holdfast/api/sharing/reach'
import { itemOf } from './item.ts'

/** A link by which others come to something, beside the own ones to it. */
export interface OtherWay {
  /** Of the folder above that it leads to; undefined for a link to the item itself. */
  name: string | undefined
  by: string
  anyone: boolean
  people: number
}
export interface Others {
  ways: readonly OtherWay[]
  /** Of the team share, without the one who asks. */
  members: number
  administrators: number
  /** Whether more come than were listed. */
  isMore: boolean
}
export const NOBODY: Others = { ways: [], members: 0, administrators: 0, isMore: false }

interface Asked {
  path: string
  /** The own links to it, which are shown elsewhere. */
  links: ReadonlySet<number>
  own: number | undefined
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** For those who may know it: all others who reach an item, by how they come to it. */
export function othersIn(
  { results, total }: { results: readonly Reach[]; total: number },
  { path, links, own }: Asked,
): Others {
  const ways = new Map<string, OtherWay>()
  let members = 0
  let administrators = 0
  for (const { who_type, who, ways: all } of results) {
    // Members of groups are listed themselves.
    if (who_type === 'group' || (who_type === 'person' && who?.id === own)) continue
    const seen = new Set<string>()
    for (const way of all) {
      if (way.way !== 'link' || links.has(way.sharelink_id ?? 0)) continue
      const by = way.creator_name ?? ''
      const name = !way.path || way.path === path ? undefined : nameIn(way.path)
      const key = name === undefined ? `by ${by}` : `at ${way.path}`
      const known = ways.get(key) ?? { name, by, anyone: false, people: 0 }
      if (who_type === 'anyone') known.anyone = true
      else if (!seen.has(key)) known.people++
      seen.add(key)
      ways.set(key, known)
    }
    if (all.some(({ way }) => way === 'subscription' || way === 'group' || way === 'external')) members++
    else if (all.some(({ way }) => way === 'administrator')) administrators++
  }
  return { ways: [...ways.values()], members, administrators, isMore: total > results.length }
}

/** For others: what their own links to folders above say. */
export function othersBy(links: readonly Sharelink[], path: string): Others {
  const ways = links.flatMap((link): OtherWay[] => {
    const folder = itemOf(link)
    const isAbove = folder.type === 'folder' && folder.path !== '' && path.startsWith(`${folder.path}/`)
    if (!isAbove) return []
    const { login_required, subscribers } = link
    return [{ name: folder.name, by: link.creator_name, anyone: !login_required, people: subscribers.length }]
  })
  return { ...NOBODY, ways }
}
