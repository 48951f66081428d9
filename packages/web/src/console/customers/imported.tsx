import type { PersonsImport } from '@holdfast/api/accounts/people-import'
import { refusalWords } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Button } from '../../ui/button.tsx'
import { saveCsv } from '../parts/save-csv.ts'

/** What came of a list of people; rows that failed can be put right and sent again. */
export function Imported({ result }: { result: PersonsImport }) {
  const words = consoleWords().customers.steps
  const failed = result.rows.filter(({ status }) => status === 'failed')
  const download = () =>
    saveCsv('failed-rows.csv', [
      [...words.failedHeads],
      ...failed.map(({ row, email, error, error_description, error_reason }) => [
        String(row),
        email,
        error_reason ?? refusalWords(error ?? '', error_description ?? ''),
      ]),
    ])
  return (
    <>
      <small>{words.imported(result.created, failed.length)}</small>
      {failed.length > 0 && (
        <Button icon="download" onClick={download}>
          {words.failedRows}
        </Button>
      )}
    </>
  )
}
