import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

interface ListFileProps {
  onFile: (file: File) => void
  /** What kinds of files it can be; of a table unless specified. */
  accept?: string
  primary?: boolean
  children: ReactNode
}

const TABLES = '.csv,.txt,.tsv,text/csv,text/plain'

/** Chooses a file that has a list in it. */
export function ListFile({ onFile, accept = TABLES, primary = false, children }: ListFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        className="unseen"
        type="file"
        accept={accept}
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
