import type { Difference } from '@holdfast/api/files/history'
import type { ReactNode } from 'react'
import { formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import './difference.css'

const folderOf = (path: string | null | undefined): string | undefined =>
  path?.slice(0, Math.max(1, path.lastIndexOf('/')))

/** What became of one item between two times. */
export function DifferenceRow({ difference, children }: { difference: Difference; children?: ReactNode }) {
  const { before, after, kinds, item_type } = difference
  const state = after && !after.is_deleted ? after : (before ?? after)
  if (!state) return null
  const isElsewhere = kinds.includes('moved') || kinds.includes('renamed')
  const sizes = [before, after].flatMap((side) => (side && !side.is_deleted ? [formatSize(side.size)] : []))
  return (
    <li className="difference">
      <FileIcon item={{ type: item_type, name: state.name }} />
      <span className="difference-words">
        <bdi>{shownName(state.name)}</bdi>
        <small className="soft">
          <bdi>{shownName(folderOf(state.path) ?? '')}</bdi>
          {isElsewhere && before && (
            <>
              {' · '}
              <bdi>{t.history.wasAt(shownName(before.path ?? before.name))}</bdi>
            </>
          )}
          {item_type === 'file' && kinds.includes('changed') && ` · ${sizes.join(' → ')}`}
        </small>
      </span>
      <span className="difference-kinds">
        {kinds.map((kind) => (
          <span key={kind} className={`difference-kind difference-${kind}`}>
            {t.history.kinds[kind]}
          </span>
        ))}
      </span>
      {children && <span className="difference-actions">{children}</span>}
    </li>
  )
}
