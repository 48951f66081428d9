import { Fragment, useMemo, useState } from 'react'
import { t } from '../../messages/words.ts'
import { type DiffPart, type DiffRow, diffLines, foldSame } from './line-diff.ts'
import './side-by-side.css'

interface SideBySideProps {
  left: { title: string; text: string }
  right: { title: string; text: string }
}

/** Two texts line by line, with what is the same far from any difference folded away. */
export function SideBySide({ left, right }: SideBySideProps) {
  const parts = useMemo(() => foldSame(diffLines(left.text, right.text)), [left.text, right.text])
  const isSame = parts.every((part) => 'skipped' in part || part.rows.every(({ same }) => same))
  return (
    <>
      {isSame && <p className="note">{t.comparison.same}</p>}
      <table className="side-by-side" aria-label={t.comparison.table}>
        <colgroup>
          <col className="side-by-side-number" />
          <col />
          <col className="side-by-side-number" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {left.title}
            </th>
            <th scope="col" colSpan={2}>
              {right.title}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <Part key={keyOf('skipped' in part ? part.skipped[0] : part.rows[0])} part={part} />
          ))}
        </tbody>
      </table>
    </>
  )
}

const keyOf = (row: DiffRow | undefined): string => `${row?.left?.n ?? ''} ${row?.right?.n ?? ''}`

function Part({ part }: { part: DiffPart }) {
  const [isOpen, setOpen] = useState(false)
  if ('skipped' in part && !isOpen)
    return (
      <tr>
        <td colSpan={4} className="side-by-side-skipped">
          <button type="button" onClick={() => setOpen(true)}>
            {t.comparison.skipped(part.skipped.length)}
          </button>
        </td>
      </tr>
    )
  const rows = 'skipped' in part ? part.skipped : part.rows
  return rows.map((row) => (
    <tr key={keyOf(row)}>
      <Side row={row} side="left" />
      <Side row={row} side="right" />
    </tr>
  ))
}

function Side({ row, side }: { row: DiffRow; side: 'left' | 'right' }) {
  const line = row[side]
  const differs = !row.same && line !== undefined
  return (
    <Fragment>
      <td className="side-by-side-number">
        {line?.n}
        {differs && <span aria-hidden="true">{side === 'left' ? ' −' : ' +'}</span>}
        {differs && (
          <span className="unseen"> {side === 'left' ? t.comparison.removed : t.comparison.added}</span>
        )}
      </td>
      <td className={differs ? `side-by-side-line side-by-side-${side}` : 'side-by-side-line'}>
        {line?.text}
      </td>
    </Fragment>
  )
}
