import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Link } from '../../core/links.ts'
import type { RemoteRow } from '../../core/remote-tree.ts'
import type { Intent } from '../../ports/store.ts'
import type { State } from './state.ts'

type IntentOf<What extends Intent['what']> = Extract<Intent, { what: What }>

/** What we sent was done and made this row: both sides agree on it. The answer may say so, or the log. */
export function acknowledge(state: State, opId: string, row: RemoteRow, now: Instant): void {
  const intent = state.intent(opId)
  if (!intent) return
  state.dropIntent(opId)
  const { links, leftovers } = state.trees
  const link = links.ofRow(row.id)
  if (intent.what === 'create') {
    leftovers.delete(intent.localId)
    if (!link && !links.ofLocal(intent.localId)) links.put(newLink(row, intent))
  } else if (intent.what === 'retake') agreeOnRetaken(state, intent, row)
  else if (link?.localId === intent.localId) agreeOnChanged(state, intent, link, row, now)
}

function agreeOnChanged(
  { trees: { links, leftNames } }: State,
  intent: Exclude<Intent, { what: 'create' | 'retake' }>,
  link: Link,
  row: RemoteRow,
  at: Instant,
): void {
  const { id: rowId, ver } = row
  const isFile = link.kind === 'file'
  switch (intent.what) {
    case 'delete':
      // What is there now is something new, even if it is the same file that was moved back.
      links.drop(rowId)
      leftNames.noteDeleted(rowId, ver)
      if (isFile) leftNames.note({ folder: row.parentId, name: row.name, rowId, ver, at })
      return
    case 'send':
      links.put({ ...link, content: intent.content, ...sentTime(intent.modified), contentVer: ver })
      return
    case 'touch':
      links.put({ ...link, ...sentTime(intent.modified), contentVer: ver })
      return
    case 'place': {
      const { localParent } = intent
      if (isFile && row.parentId === link.rowParent && row.name !== link.name)
        leftNames.note({ folder: link.rowParent, name: link.name, rowId, ver, at })
      links.put({ ...link, rowParent: row.parentId, localParent, name: row.name, placeVer: ver })
    }
  }
}

/** The file has the name again, with what is there; the backup is a file of its own, which the same operation has made. */
function agreeOnRetaken(
  { trees: { remote, links } }: State,
  intent: IntentOf<'retake'> & { readonly localId: Link['localId'] },
  row: RemoteRow,
): void {
  const { localId, backup } = intent
  const link = links.ofRow(row.id)
  if (links.ofLocal(localId) || link?.localId !== backup?.localId) return
  const made = backup ? remote.named(backup.folder, backup.name) : undefined
  if (link && made?.kind === 'file' && made.id !== row.id && !links.ofRow(made.id)) {
    // What was agreed on with the one is so with the other, which has its content.
    const { id: rowId, parentId: rowParent, name, ver } = made
    links.put({ ...link, rowId, rowParent, name, contentVer: ver, placeVer: ver })
  }
  links.put(newLink(row, { ...intent, kind: 'file' }))
}

const newLink = (
  { id: rowId, parentId: rowParent, name, ver }: RemoteRow,
  { localId, localParent, kind, content, modified }: Omit<IntentOf<'create'>, 'what'>,
): Link => ({
  ...{ rowId, localId, kind, rowParent, localParent, name, content },
  ...{ ...sentTime(modified), contentVer: ver, placeVer: ver },
})

/** What was sent, not what the row has: the log tells of the newest time of a content, which may be somebody else's. */
const sentTime = (at: Instant | null | undefined): Pick<Link, 'modified' | 'localModified'> =>
  at === null || at === undefined
    ? { modified: null, localModified: null }
    : { modified: formatUtc(at), localModified: at }
