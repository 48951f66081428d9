import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './button.css'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  kind?: 'primary' | 'plain' | 'bad'
  icon?: IconName
  /** Shows that it waits for the server; meanwhile it does nothing. */
  busy?: boolean
  children: ReactNode
}

export function Button({ kind = 'plain', icon, busy, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${kind}`}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style' | 'aria-label'> {
  icon: IconName
  /** Said to those who cannot see the icon, and shown to those who point at it. */
  label: string
  pressed?: boolean
}

export function IconButton({ icon, label, pressed, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
    >
      <Icon name={icon} />
    </button>
  )
}
