import { kindOf } from '@holdfast/api/files/file-kinds'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type ContentAt, textQuery, viewAddress } from './read.ts'
import { SideBySide } from './side-by-side.tsx'

/** A content, and what it is called beside the other. */
export interface Side extends ContentAt {
  title: string
}

interface CompareProps {
  name: string
  sides: [older: Side, newer: Side]
}

/** Two contents of a file: texts side by side, pictures over each other. */
export const CompareDialog = ({ name, sides, onClose }: CompareProps & { onClose: () => void }) => (
  <Dialog title={t.comparison.title(shownName(name))} wide="most" onClose={onClose}>
    {kindOf(name) === 'picture' ? <Pictures sides={sides} /> : <Texts sides={sides} />}
  </Dialog>
)

function Texts({ sides: [older, newer] }: Pick<CompareProps, 'sides'>) {
  const left = useQuery(textQuery(older))
  const right = useQuery(textQuery(newer))
  const failed = [left, right].find(({ error }) => error)
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  if (!left.data || !right.data) return <p className="soft">{t.general.loading}</p>
  if (!left.data.isWhole || !right.data.isWhole) return <p>{t.comparison.tooLarge}</p>
  if (!left.data.decoded || !right.data.decoded) return <p>{t.comparison.cannot}</p>
  return (
    <SideBySide
      left={{ title: older.title, text: left.data.decoded.text }}
      right={{ title: newer.title, text: right.data.decoded.text }}
    />
  )
}

function Pictures({ sides: [older, newer] }: Pick<CompareProps, 'sides'>) {
  const [share, setShare] = useState(50)
  return (
    <>
      <div className="compare-pictures">
        <img src={viewAddress(newer)} alt={newer.title} />
        <img
          src={viewAddress(older)}
          alt={older.title}
          style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
        />
      </div>
      <label className="compare-slider">
        <span className="unseen">{t.comparison.slider}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          onChange={({ target }) => setShare(Number(target.value))}
        />
      </label>
      <p className="compare-pictures-titles soft">
        <span>{older.title}</span>
        <span>{newer.title}</span>
      </p>
    </>
  )
}
