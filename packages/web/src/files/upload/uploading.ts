import { useEffect } from 'react'
import { t } from '../../messages/words.ts'
import { Watched } from '../../platform/watched.ts'
import { addDrop, addFiles, isRefused, type Target } from './uploads.ts'

type What = 'files' | 'folder' | 'picture'

/** Lets people choose files, or a folder with all that is in it. */
export const chooseFiles = (target: Target, what: Exclude<What, 'picture'> = 'files'): void =>
  askForFiles(what, (files) => void addFiles(target, files))

/** Photos that were taken one after the other, and where they went: the next one is offered. */
export const photosTaken = new Watched<{ target: Target; count: number } | undefined>(undefined)

/** Each is uploaded at once: a phone may end the page any moment. */
export const takePhoto = (target: Target): void =>
  askForFiles('picture', async (files) => {
    if (!(await addFiles(target, files, t.uploads.photo))) return
    photosTaken.set({ target, count: (photosTaken.get()?.count ?? 0) + files.length })
  })

/** Nobody chooses a file, or takes a photo, that is not taken then. */
export function askForFiles(what: What, onChosen: (files: File[]) => void): void {
  if (isRefused()) return
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = what !== 'picture'
  input.webkitdirectory = what === 'folder'
  if (what === 'picture') {
    input.accept = 'image/*'
    input.capture = 'environment'
  }
  input.addEventListener('change', () => onChosen([...(input.files ?? [])]))
  input.click()
}

export const dropFiles = (target: Target, transfer: DataTransfer): void => void addDrop(target, transfer)

/** Files and pictures in the clipboard go where one is, unless one is writing. */
export function usePastedFiles(target: Target | undefined): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files
      const isWriting = event.target instanceof Element && event.target.closest('input, textarea, dialog')
      if (!target || !files || files.length === 0 || isWriting) return
      event.preventDefault()
      void addFiles(target, files)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [target])
}
