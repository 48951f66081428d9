import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { filesPlaceIn, openAddress } from '../../core/addresses/routes.ts'
import { addressOfSearch, type SearchPlace, searchIn } from '../../core/addresses/search-address.ts'
import { useFolder } from '../../data/files/folder.ts'
import { type Found, search, wayOf } from '../../data/files/search.ts'
import { t } from '../../messages/words.ts'
import { iconOf } from '../../ui/file-icon.tsx'
import type { Goal } from '../../ui/goal.ts'
import { Icon } from '../../ui/icon.tsx'
import { Options, optionId } from '../../ui/options.tsx'
import { REST_MS, useSettled } from '../../ui/use-settled.ts'
import './search-field.css'

const FEW_HERE = 5
const FEW = 8

/** Finds by part of a name as one types: a few at once, all of them by Enter. */
export function SearchField({ begins = false }: { begins?: boolean }) {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const asked = searchIn(path, query)
  const at = filesPlaceIn(path, '')
  const here = useFolder(at?.root, at?.folder).data
  const [text, setText] = useState(asked?.text ?? '')
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const sent = useRef(asked?.text ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const wanted = text.trim()
  const hints = useHints(asked || !open ? '' : wanted, at)
  const searchFor = (everywhere: boolean): string =>
    addressOfSearch({
      text: wanted,
      ...(at && { at: { root: at.root, folder: at.folder } }),
      everywhere: everywhere || !at,
    })
  const goals: Goal[] =
    wanted === ''
      ? []
      : [
          ...hints.map((item) => ({
            id: `item ${item.id}`,
            icon: iconOf(item),
            words: item.name,
            where: wayOf(item),
            to: openAddress(item.root_id, item.id),
          })),
          ...(at && here
            ? [
                {
                  id: 'here',
                  icon: 'search' as const,
                  words: t.find.inFolder(wanted, here.name),
                  to: searchFor(false),
                },
              ]
            : []),
          { id: 'all', icon: 'search', words: t.find.everywhere(wanted), to: searchFor(true) },
        ]
  const isShown = open && !asked && goals.length > 0

  // Back and Forward change what is looked for, too.
  useEffect(() => {
    const given = asked?.text ?? ''
    if (given === sent.current) return
    sent.current = given
    setText(given)
  }, [asked?.text])
  useEffect(() => {
    if (begins) input.current?.focus()
    return () => clearTimeout(timer.current)
  }, [begins])

  const go = ({ to }: Pick<Goal, 'to'>) => {
    setOpen(false)
    setText('')
    if (typeof to === 'string') navigate(to)
  }
  /** Where results are in sight they follow what is typed. */
  const follow = (place: SearchPlace, next: string) => {
    sent.current = next
    navigate(addressOfSearch({ ...place, text: next }), { replace: true })
  }
  const type = (next: string) => {
    setText(next)
    setOpen(true)
    setChosen(-1)
    clearTimeout(timer.current)
    if (asked) timer.current = setTimeout(() => follow(asked, next), REST_MS)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const goal = isShown ? goals[chosen] : undefined
    if (goal) return go(goal)
    clearTimeout(timer.current)
    if (asked) follow(asked, text)
    else if (wanted !== '') go({ to: searchFor(false) })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && isShown) setChosen(Math.min(chosen + 1, goals.length - 1))
    else if (event.key === 'ArrowUp' && isShown) setChosen(Math.max(-1, chosen - 1))
    else if (event.key === 'Escape' && isShown) setOpen(false)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element for it is not in all browsers yet
    <form
      role="search"
      className="search-field"
      onSubmit={submit}
      onFocus={() => setOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false)
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        role="combobox"
        autoComplete="off"
        enterKeyHint="search"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={isShown && goals[chosen] ? optionId(id, chosen) : undefined}
        aria-label={t.find.hint}
        placeholder={t.find.hint}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      {isShown && (
        <div className="search-hints">
          <Options id={id} label={t.find.suggestions} options={goals} chosen={chosen} onChoose={go} />
        </div>
      )}
    </form>
  )
}

/** A few hits: first of the folder that one is in, then of everywhere. */
function useHints(text: string, at: SearchPlace['at']): readonly Found[] {
  const wanted = useSettled(text)
  const { data } = useQuery({
    queryKey: ['hints', wanted, at?.root, at?.folder],
    queryFn: async ({ signal }) => {
      const place = { text: wanted, ...(at && { at: { root: at.root, folder: at.folder } }) }
      const [inside, all] = await Promise.all([
        at ? search({ ...place, everywhere: false }, { limit: FEW_HERE, signal }) : { results: [] },
        search({ ...place, everywhere: true }, { limit: FEW, signal }),
      ])
      return { inside: inside.results, all: all.results }
    },
    enabled: wanted !== '',
    staleTime: 0,
  })
  if (!data || text === '') return []
  const isInside = new Set(data.inside.map(({ id }) => id))
  return [...data.inside, ...data.all.filter(({ id }) => !isInside.has(id))].slice(0, FEW)
}

/** Where it is in sight; on phones it is a screen of its own. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('.frame-top input[type=search]')
  if (!field?.checkVisibility()) return false
  field.focus()
  field.select()
  return true
}
