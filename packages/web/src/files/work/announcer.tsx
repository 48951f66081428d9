import { useEffect, useRef, useState } from 'react'
import { workWords } from '../../messages/work-words.ts'
import { useShownWorks } from './work-part.tsx'
import { percentOf } from './work-row.tsx'
import type { Work } from './works.ts'

/** Tells those who cannot see the tray: the beginning, every quarter, what failed, the end. */
export function WorkAnnouncer() {
  const shown = useShownWorks()
  const said = useRef(new Map<number, string>())
  const [words, setWords] = useState('')
  useEffect(() => {
    for (const work of shown) {
      const stage = stageOf(work)
      if (said.current.get(work.id) === stage) continue
      said.current.set(work.id, stage)
      setWords(wordsOf(work))
    }
  }, [shown])
  return (
    <p className="unseen" role="status" aria-live="polite">
      {words}
    </p>
  )
}

const quarterOf = ({ done, total }: Work): number => Math.floor((4 * done) / Math.max(1, total))
const stageOf = (work: Work): string => (work.phase === 'over' ? 'over' : `quarter ${quarterOf(work)}`)

function wordsOf(work: Work): string {
  const { words, result } = work
  if (!result) return quarterOf(work) === 0 ? words : workWords().percent(percentOf(work))
  const failed = result.failed.length > 0 ? workWords().failed(result.failed.length) : undefined
  return [result.words, result.why, failed].filter(Boolean).join('. ')
}
