import { type ReactNode, useEffect, useId } from 'react'
import { t } from '../messages/words.ts'
import { IconButton } from './button.tsx'
import { forgetTyped, keepTyped } from './typed-ahead.ts'
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
  /** Its fields are still to come: what is typed meanwhile goes into the first of them. */
  waiting?: boolean
}

/**
 * The browser's own dialog: it keeps the focus inside, gives it back, and closes by Escape. Its first field has the focus,
 * or what is marked by `data-first`.
 */
export function Dialog({ title, onClose, children, actions, wide, firm, toRead, waiting }: DialogProps) {
  const ref = useModal(waiting)
  const id = useId()
  return (
    <dialog
      ref={ref}
      className={wide ? `dialog dialog-wide${wide === 'most' ? ' dialog-widest' : ''}` : 'dialog'}
      aria-labelledby={id}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        if (!firm) onClose()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (waiting) keepTyped(event)
      }}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
      </header>
      <div
        className="dialog-body"
        {...(toRead && { tabIndex: 0, role: 'region', 'aria-labelledby': id, 'data-first': true })}
      >
        {children}
      </div>
      {actions && <footer className="dialog-actions">{actions}</footer>}
      {/* Last, as in the order of keys: what the dialog is for comes first. */}
      {!firm && (
        <span className="dialog-close">
          <IconButton icon="close" label={t.general.close} onClick={onClose} />
        </span>
      )}
    </dialog>
  )
}

/** In the place of a dialog whose part of the app is being loaded: no key reaches what is behind it. */
export function DialogToCome({ onClose }: { onClose: () => void }) {
  const ref = useModal(true)
  useEffect(forgetTyped, [])
  return (
    <dialog
      ref={ref}
      className="dialog-to-come"
      aria-label={t.general.loading}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        keepTyped(event)
      }}
    />
  )
}
