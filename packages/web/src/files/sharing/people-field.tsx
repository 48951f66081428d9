import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import {
  type Candidate,
  candidateKey,
  candidatesFor,
  isMeant,
  meantBy,
} from '../../core/sharing/candidates.ts'
import { namedAddress } from '../../core/sharing/invited.ts'
import { mayInvitePeople } from '../../data/service/session.ts'
import { useGroups, usePeopleNamed } from '../../data/sharing/directory.ts'
import { useRecipients } from '../../data/sharing/links.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { formatNames, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { optionId } from '../../ui/options.tsx'
import { Suggestions } from './people-suggestions.tsx'
import { RecentPeople } from './recent-people.tsx'
import './people-field.css'

/** For the button of what the field is a part of: nobody who stands in it may be left out unnoticed. */
export interface PeopleHandle {
  /** Takes what is typed, as Enter does, and gives whom. Undefined where nobody is meant beyond doubt: the field says so. */
  take: () => Promise<readonly Candidate[] | undefined>
  /** Whether anyone in it is still to be shared with: the field says so. */
  holds: () => boolean
}

interface PeopleFieldProps {
  chosen: readonly Candidate[]
  onChange: (chosen: readonly Candidate[]) => void
  /** Those who have it already. */
  taken: readonly string[]
  label?: string
  hint?: string
  /** One alone, and known by an account. */
  single?: boolean
  /** Where an account for an address that nobody has is offered, to those who may make one. */
  invites?: 'first' | 'last'
  /** Where Enter shares at once: what is called then, with what stands beside the line. */
  sending?: {
    send: (chosen: readonly Candidate[]) => Promise<void>
    /** What the button for it says. */
    button: string
    beside: ReactNode
  }
  handle?: Ref<PeopleHandle>
}

/** A comma there is part of a name: `"Lind, Noa" <noa@example.org>`. */
const IN_QUOTES = /^[^"]*"[^"]*$/

/** A line to type names and addresses into: what they may mean is shown below it, what was chosen stands in it. */
export function PeopleField(props: PeopleFieldProps) {
  const { chosen, onChange, taken, label, hint, single = false, invites, sending, handle } = props
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [problem, setProblem] = useState<string>()
  const [isEntered, setEntered] = useState(false)
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const waiting = useRef<(taken: readonly Candidate[] | undefined) => void>(undefined)
  const underWay = useRef(new Set<string>())
  // A name that was written beside an address is for the account that one may be given.
  const { email: typed, name } = namedAddress(text)
  const wanted = useDeferredValue(typed)
  const named = usePeopleNamed(wanted)
  const people = named.data ?? []
  const groups = useGroups()
  const recipients = useRecipients()
  // Until then the ones found are not all, or for what was typed before: Enter would take someone else.
  const isSearching =
    wanted !== typed ||
    named.isPlaceholderData ||
    [named, groups, recipients].some(({ isLoading }) => isLoading)
  const known = single
    ? { people, groups: [], recipients: [] }
    : { people, groups: groups.data ?? [], recipients: recipients.data ?? [] }
  const isTaken = new Set([...taken, ...chosen.map(candidateKey)])
  const few = candidatesFor(typed, known, isTaken).filter(({ kind }) => !single || kind === 'person')
  const found = withInvitation(few, invites, name)
  const here = Math.min(at, found.length - 1)
  const answer = (taken: readonly Candidate[] | undefined) => {
    waiting.current?.(taken)
    waiting.current = undefined
  }
  const change = (next: readonly Candidate[]) => {
    setProblem(undefined)
    // Whoever waits for the typed one still counts on those of before.
    answer(undefined)
    onChange(next)
  }
  const add = (one: Candidate) => {
    answer([one])
    change(single ? [one] : [...chosen, one])
    setText('')
    setAt(0)
  }
  const choose = (one: Candidate | undefined) => {
    if (!one) return
    add(one)
    input.current?.focus()
  }
  const refuse = (why: string) => {
    setProblem(why)
    input.current?.focus()
  }
  const refuseText = () =>
    refuse(found.length === 0 ? t.share.notAddress(text.trim()) : beginWords().people.unclear(text.trim()))
  const send = async (whom: readonly Candidate[]) => {
    setProblem(undefined)
    const keys = whom.map(candidateKey)
    for (const key of keys) underWay.current.add(key)
    await sending?.send(whom)
    for (const key of keys) underWay.current.delete(key)
  }
  const isInAlready = isTaken.has(typed.toLowerCase())
  const take = (): readonly Candidate[] | undefined => {
    if (typed === '') return []
    const one = meantBy(typed, found, here)
    if (one) add(one)
    else if (isInAlready) setText('')
    else {
      refuseText()
      return undefined
    }
    return one ? [one] : []
  }
  useImperativeHandle(handle, () => ({
    take: () =>
      new Promise((resolve) => {
        if (isSearching && typed !== '') waiting.current = resolve
        else resolve(take())
      }),
    holds: () => {
      const left = chosen.filter((one) => !underWay.current.has(candidateKey(one))).map(({ name }) => name)
      if (typed !== '' && !isInAlready) left.push(typed)
      if (left.length === 0) return false
      const names = formatNames(left.map(shownName))
      refuse(beginWords().people.notYet(names, left.length, sending?.button ?? t.share.send))
      return true
    },
  }))
  /** Takes whoever is meant. Where that is beyond doubt, it is shared at once. */
  const enter = () => {
    const one = found[here]
    if (typed === '') {
      if (chosen.length > 0) void send(chosen)
    } else if (isSearching) setEntered(true)
    else if (!one) refuseText()
    else {
      choose(one)
      if (sending && isMeant(one, typed, found)) void send([...chosen, one])
    }
  }
  useEffect(() => {
    if (isSearching) return
    if (waiting.current) answer(take())
    if (!isEntered) return
    setEntered(false)
    enter()
  })
  const type = (next: string) => {
    setText(next)
    setAt(0)
    setProblem(undefined)
    setEntered(false)
    // Whoever was to be taken is not meant any more.
    answer(undefined)
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown') setAt(Math.min(here + 1, found.length - 1))
    else if (key === 'ArrowUp') setAt(Math.max(0, here - 1))
    else if (key === 'Enter' && (sending || typed !== '')) enter()
    else if ((key === ',' || key === ';') && typed !== '' && !IN_QUOTES.test(text)) {
      if (found.length === 0) refuseText()
      choose(found[here])
    } else if (key === 'Escape' && text !== '') type('')
    else if (key === 'Backspace' && text === '' && chosen.length > 0) change(chosen.slice(0, -1))
    else return
    event.preventDefault()
  }
  const line = (
    <div className="people-line" ref={field}>
      {chosen.map((one) => (
        <span key={candidateKey(one)} className="people-chip">
          <bdi>{shownName(one.name)}</bdi>
          <button
            type="button"
            aria-label={t.share.takeOut(shownName(one.name))}
            onClick={() => change(chosen.filter((other) => other !== one))}
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
        // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type a name here
        autoFocus={sending !== undefined}
        placeholder={chosen.length === 0 ? (hint ?? t.share.addHint) : undefined}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
    </div>
  )
  return (
    <div className="people-field">
      <label htmlFor={id}>{label ?? t.share.add}</label>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="people-problem" role="alert">
          {problem}
        </p>
      )}
      {sending ? (
        <form
          className="people-row"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            enter()
          }}
        >
          {line}
          {sending.beside}
        </form>
      ) : (
        line
      )}
      {found.length > 0 && field.current && (
        <Suggestions id={id} found={found} here={here} below={field.current} onChoose={choose} />
      )}
      {sending && <RecentPeople taken={isTaken} onChoose={choose} />}
    </div>
  )
}

/** Nobody is known by this address: whoever may can make an account for it. */
function withInvitation(found: Candidate[], where: PeopleFieldProps['invites'], name: string): Candidate[] {
  const [only, ...more] = found
  if (only?.kind !== 'address' || only.name !== only.email || more.length > 0) return found
  if (!where || !mayInvitePeople()) return found
  const invited = { ...only, kind: 'new' as const, name: name || only.email }
  return where === 'first' ? [invited, only] : [only, invited]
}
