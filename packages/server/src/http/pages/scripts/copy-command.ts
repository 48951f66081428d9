/** Runs in the browser of someone who is to paste a line: copies it. Without it a click into the line selects it. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
  const command = button.previousElementSibling
  const told = button.nextElementSibling
  if (!command || !told) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(command.textContent ?? '')
      const done = button.dataset.done ?? ''
      button.textContent = done
      told.textContent = done
    } catch {
      // Where the browser does not let it, the line is at least ready to be copied by hand.
      getSelection()?.selectAllChildren(command)
    }
  })
}
