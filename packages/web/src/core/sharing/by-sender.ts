import type { Sharelink } from '@holdfast/api/sharing/links'

/** What was received, by who shares it: those who shared last come first, and of each the newest. */
export function bySender(links: readonly Sharelink[]): { sender: string; links: Sharelink[] }[] {
  const newestFirst = [...links].sort((a, b) => b.created.localeCompare(a.created) || b.id - a.id)
  const senders = new Map<number, { sender: string; links: Sharelink[] }>()
  for (const link of newestFirst) {
    const known = senders.get(link.creator_id) ?? { sender: link.creator_name, links: [] }
    known.links.push(link)
    senders.set(link.creator_id, known)
  }
  return [...senders.values()]
}
