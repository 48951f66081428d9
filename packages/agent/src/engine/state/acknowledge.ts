import type { RemoteRow } from '../../core/remote-tree.ts'
import type { State } from './state.ts'

/** What we sent was done and made this row: both sides agree on it. The answer may say so, or the log. */
export function acknowledge(state: State, opId: string, row: RemoteRow): void {
  const intent = state.intent(opId)
  if (!intent) return
  state.dropIntent(opId)
  const { links, leftovers } = state.trees
  const link = links.ofRow(row.id)
  if (intent.what === 'create') {
    leftovers.delete(intent.localId)
    if (link || links.ofLocal(intent.localId)) return
    const { localId, localParent, kind, content } = intent
    const place = { rowParent: row.parentId, localParent, name: row.name }
    links.put({ rowId: row.id, localId, kind, ...place, content, contentVer: row.ver, placeVer: row.ver })
    return
  }
  if (link?.localId !== intent.localId) return
  // Our own delete: what lies there now is something new, even if it is the same file that was moved back.
  if (intent.what === 'delete') links.drop(row.id)
  else if (intent.what === 'send') links.put({ ...link, content: intent.content, contentVer: row.ver })
  else
    links.put({
      ...link,
      rowParent: row.parentId,
      localParent: intent.localParent,
      name: row.name,
      placeVer: row.ver,
    })
}
