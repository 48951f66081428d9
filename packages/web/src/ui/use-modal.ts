import { type RefObject, useLayoutEffect, useRef } from 'react'
import { giveTyped } from './typed-ahead.ts'

/** Of several radio buttons the chosen one is where the keyboard begins. */
const FIELDS = [
  'input:not([type=hidden], [type=radio]:not(:checked), [readonly], :disabled)',
  'textarea:not([readonly], :disabled)',
  'select:not(:disabled)',
].join()
/** Never what destroys something: Enter is pressed before anyone has read. */
const BUTTONS = '.dialog-actions button:not(.button-bad, .toast *, :disabled)'

/**
 * Shows the browser's own dialog for as long as it is there, with the focus in its first field. It is closed before it
 * leaves the page: only then does the browser give the focus back to where it was.
 * `waiting`: its fields are still to come.
 */
export function useModal(waiting = false): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    document.documentElement.classList.add('has-dialog')
    return () => {
      dialog?.close()
      if (!document.querySelector('dialog[open]')) document.documentElement.classList.remove('has-dialog')
    }
  }, [])
  // The browser would take the first control. React's autoFocus comes before the dialog is shown, when nothing in it can
  // have the focus.
  useLayoutEffect(() => {
    if (!ref.current) return
    if (waiting) return ref.current.focus()
    const first = ['[data-first]', FIELDS, BUTTONS]
      .map((selector) => ref.current?.querySelector<HTMLElement>(selector))
      .find(Boolean)
    first?.focus()
    giveTyped(document.activeElement)
  }, [waiting])
  return ref
}
