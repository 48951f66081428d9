import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

interface ListFileProps {
  onFile: (file: File) => void
  primary?: boolean
  children: ReactNode
}

/** Chooses a file that has a list in it. */
export function ListFile({ onFile, primary = false, children }: ListFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        className="unseen"
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = ''
        }}
      />
      <Button
        icon="upload"
        {...(primary && { kind: 'primary', autoFocus: true })}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}
