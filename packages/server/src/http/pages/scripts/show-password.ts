/** Runs in the browser of someone who types a password: shows it, or hides it again. The forms work without it. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button.reveal')) {
  const field = button.previousElementSibling
  if (!(field instanceof HTMLInputElement)) continue
  const show = (shown: boolean): void => {
    field.type = shown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(shown))
  }
  button.hidden = false
  button.addEventListener('click', () => show(field.type === 'password'))
  // Browsers remember what was sent as text, and offer it to whoever comes next.
  field.form?.addEventListener('submit', () => show(false))
}
