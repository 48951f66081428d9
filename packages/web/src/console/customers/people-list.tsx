import { useRef } from 'react'
import { decodeList } from '../../core/console/list-text.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Button } from '../../ui/button.tsx'

/** A file with the people of a new customer. */
export interface PeopleFile {
  name: string
  text: string
}

interface PeopleListProps {
  list: PeopleFile | undefined
  onChange: (list: PeopleFile | undefined) => void
}

/** Who works at a new customer, on a list. */
export function PeopleList({ list, onChange }: PeopleListProps) {
  const words = consoleWords().customers.form
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file) onChange({ name: file.name, text: decodeList(new Uint8Array(await file.arrayBuffer())).text })
  }
  return (
    <>
      <p>{list ? <bdi>{list.name}</bdi> : words.listWhy}</p>
      <input
        ref={input}
        className="unseen"
        type="file"
        accept=".csv,text/csv"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          void read(target.files?.[0])
          target.value = ''
        }}
      />
      <p className="console-buttons">
        <Button icon="upload" onClick={() => input.current?.click()}>
          {words.chooseList}
        </Button>
        {list && <Button onClick={() => onChange(undefined)}>{words.noList}</Button>}
      </p>
    </>
  )
}
