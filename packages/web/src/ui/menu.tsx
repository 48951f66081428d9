import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { hasSheets } from './touches.ts'
import { type PopoverPlace, usePopover } from './use-popover.ts'
import './menu.css'

export interface MenuItem {
  id: string
  label: string
  icon?: IconName
  /** The key that does the same, as it is written on keyboards. */
  keys?: string
  /** Why it cannot be done now; shown in its place. */
  disabled?: string
  bad?: boolean
  checked?: boolean
  run: () => void
}

interface MenuProps {
  label: string
  items: readonly (MenuItem | 'line')[]
  place: PopoverPlace
  /** `isRun`: by choosing one of them. */
  onClose: (isRun?: boolean) => void
}

/** A list of actions over the page. Arrows move, letters jump, Escape and a press elsewhere close it. */
export function Menu({ label, items, place, onClose }: MenuProps) {
  const [isSheet] = useState(hasSheets)
  const ref = usePopover(place, onClose, isSheet)
  const typed = useRef({ text: '', at: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened elsewhere it starts again
  useLayoutEffect(() => {
    ref.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }, [place])
  const move = (event: KeyboardEvent) => {
    event.stopPropagation()
    const entries = [...(ref.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + entries.length, Home: 0, End: entries.length - 1 }[
      event.key
    ]
    if (to !== undefined) entries[to % entries.length]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else if (event.key.length === 1 && event.key !== ' ') jump(event.key, entries)
    else return
    event.preventDefault()
  }
  const jump = (key: string, entries: HTMLElement[]) => {
    const now = performance.now()
    const text = (now - typed.current.at < 800 ? typed.current.text : '') + key.toLowerCase()
    typed.current = { text, at: now }
    entries.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(text))?.focus()
  }
  return (
    <div
      ref={ref}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={isSheet ? 'menu menu-sheet' : 'menu'}
      onKeyDown={move}
    >
      {isSheet && (
        <p className="menu-title" aria-hidden="true">
          <bdi>{label}</bdi>
        </p>
      )}
      {items.map((item, n) =>
        item === 'line' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else
          <hr key={`line ${n}`} className="menu-line" />
        ) : (
          <button
            key={item.id}
            type="button"
            {...roleOf(item)}
            aria-disabled={item.disabled !== undefined || undefined}
            className={item.bad ? 'menu-item menu-item-bad' : 'menu-item'}
            onClick={() => {
              if (item.disabled !== undefined) return
              onClose(true)
              item.run()
            }}
          >
            <span className="menu-icon">
              {item.icon ? <Icon name={item.icon} /> : item.checked && <Icon name="check" />}
            </span>
            <span className="menu-label">
              {item.label}
              {item.disabled !== undefined && <small>{item.disabled}</small>}
            </span>
            {item.keys && <kbd>{item.keys}</kbd>}
          </button>
        ),
      )}
    </div>
  )
}

const roleOf = ({ checked }: MenuItem) =>
  checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked }

interface MenuButtonProps {
  icon: IconName
  label: string
  items: () => readonly (MenuItem | 'line')[]
  /** In place of the icon. */
  children?: ReactNode
  tabIndex?: number
  /** The end of a button that has two parts: the menu opens at the start of both. */
  isPart?: boolean
}

export function MenuButton({ icon, label, items, children, tabIndex, isPart }: MenuButtonProps) {
  const [place, setPlace] = useState<{ below: HTMLElement; startOf: HTMLElement | undefined }>()
  const id = useId()
  const toggle = (event: { currentTarget: HTMLElement; stopPropagation: () => void }) => {
    event.stopPropagation()
    const below = event.currentTarget
    setPlace(place ? undefined : { below, startOf: (isPart && below.parentElement) || undefined })
  }
  const common = { id, 'aria-haspopup': 'menu', 'aria-expanded': place !== undefined, tabIndex } as const
  const close = () => {
    setPlace(undefined)
    place?.below.focus()
  }
  return (
    <>
      {children ? (
        <button
          type="button"
          {...common}
          className="menu-button"
          aria-label={label}
          title={label}
          onClick={toggle}
        >
          {children}
        </button>
      ) : (
        <IconButton {...common} icon={icon} label={label} onClick={toggle} />
      )}
      {place && <Menu label={label} items={items()} place={place} onClose={close} />}
    </>
  )
}
