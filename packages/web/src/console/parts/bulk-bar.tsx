import { type ReactNode, useRef, useState } from 'react'
import { chosenOf, NOTHING, type Selection } from '../../core/console/chosen.ts'
import { everything } from '../../core/list/selection.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useWidth } from './use-width.ts'

export interface BarAction {
  id: string
  label: string
  icon: IconName
  bad?: boolean
  run: () => void
}

interface BulkBarProps {
  selection: Selection
  /** Of all that match; null where nobody has counted. */
  total: number | null
  onSelect: (selection: Selection) => void
  /** The first are buttons, the others in a menu. */
  actions: readonly BarAction[]
}

/** So many stand beside each other, where the bar is so wide. */
const buttonsIn = (width: number): number => (width < 600 ? 0 : width < 1100 ? 3 : 5)

/** Above a list in which something is chosen: how much, and what can be done with it. */
export function BulkBar({ selection, total, onSelect, actions }: BulkBarProps): ReactNode {
  const words = consoleWords().bulk
  const bar = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState<HTMLElement>()
  const count = chosenOf(selection, total)
  const isAll = selection.kind === 'allBut' && selection.ids.size === 0
  const buttons = buttonsIn(useWidth(bar))
  const rest = actions.slice(buttons)
  return (
    <div ref={bar} className="bulk-bar" role="toolbar" aria-label={words.bar}>
      <IconButton icon="close" label={words.clear} onClick={() => onSelect(NOTHING)} />
      <strong role="status">{count === undefined ? words.allSelected : words.selected(count)}</strong>
      {!isAll && (total === null || total > (count ?? 0)) && (
        <Button onClick={() => onSelect(everything(NOTHING))}>
          {total === null ? words.selectAllUncounted : words.selectAll(total)}
        </Button>
      )}
      {actions.slice(0, buttons).map(({ id, label, icon, run }) => (
        <Button key={id} icon={icon} onClick={run}>
          {label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Button icon="more" aria-haspopup="menu" onClick={({ currentTarget }) => setMore(currentTarget)}>
          {buttons === 0 ? words.actions : words.more}
        </Button>
      )}
      {more && (
        <Menu
          label={words.more}
          items={rest}
          place={{ below: more, startOf: more }}
          onClose={() => {
            setMore(undefined)
            more.focus()
          }}
        />
      )}
    </div>
  )
}
