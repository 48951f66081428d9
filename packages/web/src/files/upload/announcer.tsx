import { useEffect, useRef, useState } from 'react'
import { nameIn } from '../../core/upload/machine-change.ts'
import { itemsOf } from '../../core/upload/machine-items.ts'
import type { State } from '../../core/upload/machine-types.ts'
import { shownName } from '../../messages/format.ts'
import { numberFormat } from '../../messages/intl/formatters.ts'
import { locale, t } from '../../messages/words.ts'
import { activeOf, wordsOfItem } from './words.ts'

const NOTHING_SAID = { active: false, quarter: 0, failed: 0 }

/** Tells those who cannot see the tray: the beginning, every quarter, each failure, the end. */
export function Announcer({ state }: { state: State }) {
  const said = useRef(NOTHING_SAID)
  const [words, setWords] = useState('')
  useEffect(() => {
    const { counts, bytes, sent } = state.sums
    const active = activeOf(state)
    const before = said.current
    const quarter = bytes > 0 ? Math.floor((4 * sent) / bytes) : 0
    said.current = { active: active > 0, quarter, failed: counts.failed }
    if (counts.failed > before.failed) setWords(lastFailure(state))
    else if (active > 0 && !before.active) setWords(t.uploads.started(active))
    else if (active === 0 && before.active && counts.done > 0) setWords(t.uploads.done(counts.done))
    else if (active > 0 && quarter > before.quarter)
      setWords(t.uploads.percent(numberFormat(locale, { style: 'percent' }).format(quarter / 4)))
  }, [state])
  return (
    <p className="unseen" role="status" aria-live="polite">
      {words}
    </p>
  )
}

function lastFailure(state: State): string {
  const failed = [...itemsOf(state)].filter(({ status, dismissed }) => status === 'failed' && !dismissed)
  const last = failed.at(-1)
  if (!last) return ''
  return failed.length > 1
    ? t.uploads.failed(failed.length)
    : `${shownName(nameIn(last.path))}: ${wordsOfItem(last)}`
}
