import { kindOf } from '@holdfast/api/file-kinds'
import type { File } from '@holdfast/api/files'
import type { RootId } from '@holdfast/api/ids'
import type { Revision } from '@holdfast/api/revisions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textQuery, viewAddress } from '../../content/read.ts'
import { SideBySide } from '../../content/side-by-side.tsx'
import { formatExactTime, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failed } from './failed.tsx'

interface CompareProps {
  root: RootId
  file: File
  versions: [older: Revision, newer: Revision]
}

/** Two contents of a file: texts side by side, pictures over each other. */
export const CompareDialog = ({ onClose, ...props }: CompareProps & { onClose: () => void }) => (
  <Dialog title={t.comparison.title(shownName(props.file.name))} wide="most" onClose={onClose}>
    {kindOf(props.file.name) === 'picture' ? <Pictures {...props} /> : <Texts {...props} />}
  </Dialog>
)

const contentOf = (root: RootId, { file_id, id }: Revision) => ({ root, file: file_id, revision: id })
const titleOf = ({ created }: Revision): string => formatExactTime(created)

function Texts({ root, versions: [older, newer] }: CompareProps) {
  const left = useQuery(textQuery(contentOf(root, older)))
  const right = useQuery(textQuery(contentOf(root, newer)))
  const failed = [left, right].find(({ error }) => error)
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  if (!left.data || !right.data) return <p className="soft">{t.general.loading}</p>
  if (!left.data.isWhole || !right.data.isWhole) return <p>{t.comparison.tooLarge}</p>
  if (!left.data.decoded || !right.data.decoded) return <p>{t.comparison.cannot}</p>
  return (
    <SideBySide
      left={{ title: titleOf(older), text: left.data.decoded.text }}
      right={{ title: titleOf(newer), text: right.data.decoded.text }}
    />
  )
}

function Pictures({ root, versions: [older, newer] }: CompareProps) {
  const [share, setShare] = useState(50)
  return (
    <>
      <div className="details-pictures">
        <img src={viewAddress(contentOf(root, newer))} alt={titleOf(newer)} />
        <img
          src={viewAddress(contentOf(root, older))}
          alt={titleOf(older)}
          style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
        />
      </div>
      <label className="details-slider">
        <span className="unseen">{t.comparison.slider}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          onChange={({ target }) => setShare(Number(target.value))}
        />
      </label>
      <p className="details-pictures-titles soft">
        <span>{titleOf(older)}</span>
        <span>{titleOf(newer)}</span>
      </p>
    </>
  )
}
