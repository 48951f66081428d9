import { MAX_LIST_BYTES, MAX_LIST_ROWS } from '@holdfast/api/accounts/people-import'
import { useState } from 'react'
import { decodeList } from '../../core/console/list-text.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount } from '../../messages/format.ts'
import { Button } from '../../ui/button.tsx'
import { ListFile } from '../parts/list-file.tsx'

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
  const { customers, peopleImport } = consoleWords()
  const words = customers.form
  const [problem, setProblem] = useState<string>()
  const read = async (file: File) => {
    const bytes = file.size > MAX_LIST_BYTES ? undefined : await file.arrayBuffer().catch(() => undefined)
    if (bytes) onChange({ name: file.name, text: decodeList(new Uint8Array(bytes)).text })
    setProblem(
      bytes
        ? undefined
        : file.size > MAX_LIST_BYTES
          ? peopleImport.tooLarge(formatCount(MAX_LIST_ROWS))
          : peopleImport.unreadable,
    )
  }
  return (
    <>
      <p>{list ? <bdi>{list.name}</bdi> : words.listWhy}</p>
      {problem && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
      <p className="console-buttons">
        <ListFile onFile={(file) => void read(file)}>{words.chooseList}</ListFile>
        {list && <Button onClick={() => onChange(undefined)}>{words.noList}</Button>}
      </p>
    </>
  )
}
