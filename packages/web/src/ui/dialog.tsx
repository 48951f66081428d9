import { type ReactNode, useId } from 'react'
import { t } from '../messages/words.ts'
import { IconButton } from './button.tsx'
import { useModal } from './use-modal.ts'
import './dialog.css'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons at its end, the one that goes on last. */
  actions?: ReactNode
  wide?: boolean | 'most'
  /** Cannot be left without an answer. */
  firm?: boolean
  /** Nothing in it takes the focus: the body does, so that keys can scroll it. */
  toRead?: boolean
}

/** The browser's own dialog: it keeps the focus inside, gives it back, and closes by Escape. */
export function Dialog({ title, onClose, children, actions, wide, firm, toRead }: DialogProps) {
  const ref = useModal()
  const id = useId()
  return (
    <dialog
      ref={ref}
      className={wide ? `dialog dialog-wide${wide === 'most' ? ' dialog-widest' : ''}` : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!firm) onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        {!firm && <IconButton icon="close" label={t.general.close} onClick={onClose} />}
      </header>
      <div className="dialog-body" {...(toRead && { tabIndex: 0, role: 'region', 'aria-labelledby': id })}>
        {children}
      </div>
      {actions && <footer className="dialog-actions">{actions}</footer>}
    </dialog>
  )
}
