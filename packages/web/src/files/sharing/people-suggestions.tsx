import { useLayoutEffect, useRef } from 'react'
import { type Candidate, candidateKey } from '../../core/sharing/candidates.ts'
import { ownOrganizationName } from '../../data/service/session.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import type { IconName } from '../../ui/icon.tsx'
import { Options } from '../../ui/options.tsx'
import '../../ui/menu.css'

const ICONS: Record<Candidate['kind'], IconName> = {
  person: 'person',
  group: 'people',
  address: 'mail',
  new: 'add',
}

const wordsOf = (one: Candidate): { words: string; where: string } => {
  if (one.kind === 'group') return { words: one.name, where: t.share.group }
  if (one.kind !== 'new') return { words: one.name, where: one.email }
  const { one: words, oneHint } = beginWords().invite
  return { words: words(one.email), where: oneHint(shownName(ownOrganizationName())) }
}

interface SuggestionsProps {
  id: string
  found: readonly Candidate[]
  here: number
  below: HTMLElement
  onChoose: (one: Candidate) => void
}

/** Where there is less room below, they stand above. */
const LEAST_HEIGHT = 240

/** Over everything, so that no box around it cuts it off. */
export function Suggestions({ id, found, here, below, onChoose }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    element.showPopover()
    const { left, top, bottom, width } = below.getBoundingClientRect()
    const isAbove = innerHeight - bottom < LEAST_HEIGHT && top > innerHeight - bottom
    // What is wrong with the line stands over it, and is to be read beside them.
    const end = (below.closest('.people-field') ?? below).getBoundingClientRect().top
    element.style.left = `${left}px`
    element.style.width = `${width}px`
    element.style.top = isAbove ? 'auto' : `${bottom + 4}px`
    element.style.bottom = isAbove ? `${innerHeight - end + 4}px` : 'auto'
    element.style.maxHeight = `${(isAbove ? end : innerHeight - bottom) - 16}px`
  })
  const options = found.map((one) => ({
    id: `${one.kind} ${candidateKey(one)}`,
    icon: ICONS[one.kind],
    ...wordsOf(one),
    one,
  }))
  return (
    <div ref={list} popover="manual" className="menu people-list">
      <Options
        id={`${id}-list`}
        label={t.share.suggestions}
        options={options}
        chosen={here}
        onChoose={({ one }) => onChoose(one)}
      />
    </div>
  )
}
