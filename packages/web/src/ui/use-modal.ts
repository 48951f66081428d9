import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Shows the browser's own dialog for as long as it is there. It is closed before it leaves the page: only then does the
 * browser give the focus back to where it was.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
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
  return ref
}
