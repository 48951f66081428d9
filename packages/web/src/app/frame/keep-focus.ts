/**
 * Never nowhere: where what had the focus leaves the page, as with the row that a dialog has deleted, it goes to the dialog
 * that is open, or to the screen. Without it the next key would begin at the top of the page.
 */
export function keepFocus(): () => void {
  let last: Element | undefined
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = target
  }
  // Whoever presses beside everything wants it nowhere, for as long as what had it is there.
  const look = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    last = undefined
    const open = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
    const place = open ?? document.getElementById('main')
    place?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', note)
  return () => {
    observer.disconnect()
    removeEventListener('focusin', note)
  }
}
