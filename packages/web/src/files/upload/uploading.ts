import { useEffect } from 'react'
import { addDrop, addFiles, type Target } from './uploads.ts'

/** Lets people choose files, or a folder with all that is in it, or make a picture. */
export function chooseFiles(target: Target, what: 'files' | 'folder' | 'picture' = 'files'): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = what !== 'picture'
  input.webkitdirectory = what === 'folder'
  if (what === 'picture') {
    input.accept = 'image/*'
    input.capture = 'environment'
  }
  input.addEventListener('change', () => void addFiles(target, input.files ?? []))
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
