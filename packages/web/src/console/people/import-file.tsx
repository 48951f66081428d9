import { MAX_LIST_BYTES, MAX_LIST_ROWS } from '@holdfast/api/accounts/people-import'
import { type DragEvent, useId, useState } from 'react'
import { decodeList } from '../../core/console/list-text.ts'
import { readPeopleList } from '../../core/console/people-list.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount } from '../../messages/format.ts'
import { Button } from '../../ui/button.tsx'
import { ListFile } from '../parts/list-file.tsx'
import { saveCsv } from '../parts/save-csv.ts'
import type { Given } from './given.ts'

const SAMPLE = [
  'email',
  'first_name',
  'last_name',
  'groups',
  'site_admin',
  'mobile_phone',
  'quota_gb',
] as const
/** In a form that takes two bytes for a letter. */
const MOST_BYTES = 2 * MAX_LIST_BYTES

/** A list, as a file or as text. */
export function ImportFile({ onGiven }: { onGiven: (given: Given) => void }) {
  const words = consoleWords().peopleImport
  const [problem, setProblem] = useState<string>()
  const [text, setText] = useState('')
  const [isOver, setOver] = useState(false)
  const id = useId()
  const tooLarge = words.tooLarge(formatCount(MAX_LIST_ROWS))
  const take = (given: string, isWestern: boolean) => {
    if (given.includes('\0')) return setProblem(words.unreadable)
    if (given.length > MAX_LIST_BYTES) return setProblem(tooLarge)
    const list = readPeopleList(given)
    if (list.rows.length === 0) setProblem(words.empty)
    else if (list.rows.length > MAX_LIST_ROWS) setProblem(tooLarge)
    else onGiven({ list, isWestern })
  }
  const open = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MOST_BYTES) return setProblem(tooLarge)
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (!bytes) return setProblem(words.unreadable)
    const { text, encoding } = decodeList(new Uint8Array(bytes))
    take(text, encoding === 'windows-1252')
  }
  const drag = (isNow: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isNow)
  }
  return (
    <div className="console-two">
      <section className="console-part">
        {problem && (
          <p className="note note-bad" role="alert">
            {problem}
          </p>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way beside the button in it */}
        <div
          className={isOver ? 'import-drop import-drop-over' : 'import-drop'}
          onDragEnter={drag(true)}
          onDragOver={drag(true)}
          onDragLeave={drag(false)}
          onDrop={(event) => {
            drag(false)(event)
            void open(event.dataTransfer.files[0])
          }}
        >
          <ListFile primary onFile={(file) => void open(file)}>
            {words.choose}
          </ListFile>
          <span>{words.drop}</span>
        </div>
        <div className="field">
          <label htmlFor={id}>{words.paste}</label>
          <textarea
            id={id}
            className="import-text"
            rows={6}
            spellCheck={false}
            aria-describedby={`${id}-hint`}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <small id={`${id}-hint`}>{words.pasteHint}</small>
        </div>
        <p className="form-actions">
          <Button onClick={() => take(text, false)}>{words.continue}</Button>
        </p>
      </section>
      <section className="console-part">
        <h2>{words.columnsTitle}</h2>
        <p>{words.columnsWhy}</p>
        <dl className="console-facts">
          <div>
            <dt>{words.columns.groups}</dt>
            <dd>{words.groupsWhy}</dd>
          </div>
          <div>
            <dt>{words.columns.site_admin}</dt>
            <dd>{words.faults.site_admin}</dd>
          </div>
          <div>
            <dt>{words.columns.password}</dt>
            <dd>{words.passwordWhy}</dd>
          </div>
        </dl>
        <p>{words.others}</p>
        <Button
          icon="download"
          onClick={() =>
            saveCsv(words.sampleFile, [SAMPLE.map((column) => words.columns[column]), words.sampleRow])
          }
        >
          {words.sample}
        </Button>
      </section>
    </div>
  )
}
