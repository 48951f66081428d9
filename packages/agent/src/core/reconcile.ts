import { type RemoteRow, timeOf } from './remote-tree.ts'
import type { Trees } from './trees.ts'

/**
 * Takes over what a service holds that was set back to an older copy. `rows` are all that it has, `epochSeq` is the number
 * of its newest change when it was set back. Nothing prepared may be left: it belongs to the earlier time.
 */
export function reconcile(
  { remote, links, local }: Trees,
  rows: Iterable<RemoteRow>,
  epochSeq: number,
): void {
  for (const { id } of remote.rows()) remote.forget(id)
  for (const row of rows) remote.learn(row)
  for (const link of links.all()) {
    const row = remote.get(link.rowId)
    // Made in the time that is lost: what is here is new to the service, and nobody has deleted it.
    if (!row) links.drop(link.rowId)
    // Changed since: no content is known that both came from, so both are kept if they differ.
    else if (row.seq > epochSeq) {
      if (link.kind === 'file') links.put({ ...link, content: null, modified: null, localModified: null })
    } else {
      let agreed = link
      // Older than what was agreed on: then what is here is the newer one. As new, or newer: the agreement is its past.
      if (row.ver < link.contentVer) {
        const { content, modified } = row
        agreed = { ...agreed, content, modified, localModified: timeOf(row) ?? null }
      }
      if (row.ver < link.placeVer) {
        const localParent = links.ofRow(row.parentId)?.localId ?? local.get(link.localId)?.parentId
        agreed = {
          ...agreed,
          rowParent: row.parentId,
          name: row.name,
          localParent: localParent ?? link.localParent,
        }
      }
      links.put({
        ...agreed,
        contentVer: Math.min(link.contentVer, row.ver),
        placeVer: Math.min(link.placeVer, row.ver),
      })
    }
  }
}
