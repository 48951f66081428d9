/** What was typed while a dialog was on its way. */
let kept = ''

interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Keeps a key for the field that is to come. */
export function keepTyped({ key, ctrlKey, metaKey, altKey }: Key): void {
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Backspace') kept = kept.slice(0, -1)
  else if ([...key].length === 1) kept += key
}

export function forgetTyped(): void {
  kept = ''
}

/** Types into a field what was kept for it. */
export function giveTyped(field: Element | null): void {
  const text = kept
  kept = ''
  const takesText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  // Fields of other kinds, such as for a date, have no place to write at.
  if (text === '' || !takesText || field.selectionStart === null) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
