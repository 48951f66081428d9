import { type KeyboardEvent, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Candidate, candidateKey, candidatesFor } from '../../core/sharing/candidates.ts'
import { useGroups, usePeopleNamed } from '../../data/sharing/directory.ts'
import { useRecipients } from '../../data/sharing/links.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Options, optionId } from '../../ui/options.tsx'
import '../../ui/menu.css'
import './people-field.css'

interface PeopleFieldProps {
  chosen: readonly Candidate[]
  onChange: (chosen: readonly Candidate[]) => void
  /** Those who have it already. */
  taken: readonly string[]
  label?: string
  hint?: string
  /** One alone, and known by an account. */
  single?: boolean
}

const ICONS: Record<Candidate['kind'], IconName> = { person: 'person', group: 'people', address: 'mail' }

/** A line to type names and addresses into: what they may mean is shown below it, what was chosen stands in it. */
export function PeopleField({ chosen, onChange, taken, label, hint, single = false }: PeopleFieldProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [problem, setProblem] = useState<string>()
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const wanted = useDeferredValue(text.trim())
  const people = usePeopleNamed(wanted).data ?? []
  const groups = useGroups().data ?? []
  const recipients = useRecipients().data ?? []
  const known = single ? { people, groups: [], recipients: [] } : { people, groups, recipients }
  const found = candidatesFor(text, known, new Set([...taken, ...chosen.map(candidateKey)])).filter(
    ({ kind }) => !single || kind === 'person',
  )
  const here = Math.min(at, found.length - 1)
  const choose = (one: Candidate | undefined) => {
    if (!one) return
    onChange(single ? [one] : [...chosen, one])
    setText('')
    setAt(0)
    setProblem(undefined)
    input.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown') setAt(Math.min(here + 1, found.length - 1))
    else if (key === 'ArrowUp') setAt(Math.max(0, here - 1))
    else if ((key === 'Enter' || key === ',' || key === ';') && text.trim() !== '') {
      if (found.length === 0) setProblem(t.share.notAddress(text.trim()))
      choose(found[here])
    } else if (key === 'Escape' && text !== '') setText('')
    else if (key === 'Backspace' && text === '' && chosen.length > 0) onChange(chosen.slice(0, -1))
    else return
    event.preventDefault()
  }
  return (
    <div className="people-field">
      <label htmlFor={id}>{label ?? t.share.add}</label>
      <div className="people-line" ref={field}>
        {chosen.map((one) => (
          <span key={candidateKey(one)} className="people-chip">
            <bdi>{shownName(one.name)}</bdi>
            <button
              type="button"
              aria-label={t.share.takeOut(shownName(one.name))}
              onClick={() => onChange(chosen.filter((other) => other !== one))}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        <input
          id={id}
          ref={input}
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found[here] ? optionId(`${id}-list`, here) : undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          placeholder={chosen.length === 0 ? (hint ?? t.share.addHint) : undefined}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
            setProblem(undefined)
          }}
          onKeyDown={press}
        />
      </div>
      {found.length > 0 && field.current && (
        <Suggestions id={id} found={found} here={here} below={field.current} onChoose={choose} />
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="people-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
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
function Suggestions({ id, found, here, below, onChoose }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    element.showPopover()
    const { left, top, bottom, width } = below.getBoundingClientRect()
    const isAbove = innerHeight - bottom < LEAST_HEIGHT && top > innerHeight - bottom
    element.style.left = `${left}px`
    element.style.width = `${width}px`
    element.style.top = isAbove ? 'auto' : `${bottom + 4}px`
    element.style.bottom = isAbove ? `${innerHeight - top + 4}px` : 'auto'
    element.style.maxHeight = `${(isAbove ? top : innerHeight - bottom) - 16}px`
  })
  const options = found.map((one) => ({
    id: candidateKey(one),
    icon: ICONS[one.kind],
    words: one.name,
    where: one.kind === 'group' ? t.share.group : one.email,
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
