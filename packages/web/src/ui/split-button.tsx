import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'
import { MenuButton, type MenuItem } from './menu.tsx'
import './split-button.css'

interface SplitButtonProps {
  icon: IconName
  label: string
  onClick: () => void
  /** Of the part that opens the menu. */
  menuLabel: string
  items: () => readonly (MenuItem | 'line')[]
}

/** What is done most, and beside it, as one button, a menu of what is like it. */
export const SplitButton = ({ icon, label, onClick, menuLabel, items }: SplitButtonProps) => (
  <span className="split-button">
    <Button kind="primary" icon={icon} onClick={onClick}>
      {label}
    </Button>
    <MenuButton icon="down" label={menuLabel} items={items} isPart />
  </span>
)
