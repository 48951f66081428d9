import type { OrganizationId } from '@holdfast/api/ids'
import type { ExportVersions } from '@holdfast/api/oversight/exports'
import { useState } from 'react'
import { isUnderWay, startExport, useExports } from '../../data/console/exports.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Form } from '../../ui/answers/form.tsx'
import { CheckField, Choice } from '../../ui/field.tsx'
import { ExportRow } from './export-row.tsx'
import './export.css'

interface ExportPanelProps {
  organization: { id: OrganizationId; below: number }
}

/** Takes everything along that an organization has: begun here, watched, and downloaded. */
export function ExportPanel({ organization: { id, below } }: ExportPanelProps) {
  const words = consoleWords().exports
  const { data, error, refetch } = useExports(id)
  return (
    <section className="console-part">
      <h2>{words.title}</h2>
      <p>{words.why}</p>
      {data && !data.some(isUnderWay) && <StartForm id={id} hasBelow={below > 0} />}
      {data?.length === 0 && <p className="soft">{words.none}</p>}
      {data && data.length > 0 && (
        <ul className="export-list" aria-label={words.list}>
          {data.map((one) => (
            <ExportRow key={one.id} one={one} />
          ))}
        </ul>
      )}
      {!data &&
        (error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <p className="soft">{t.general.loading}</p>
        ))}
    </section>
  )
}

function StartForm({ id, hasBelow }: { id: OrganizationId; hasBelow: boolean }) {
  const words = consoleWords().exports
  const [versions, setVersions] = useState<ExportVersions>('current')
  const [isBelow, setBelow] = useState(false)
  return (
    <Form
      button={words.start}
      send={async () => {
        await startExport(id, { versions, below: hasBelow && isBelow })
      }}
    >
      <Choice
        label={words.versions}
        value={versions}
        options={[
          { id: 'current', words: words.current },
          { id: 'all', words: words.all, hint: words.allHint },
        ]}
        onChange={setVersions}
      />
      {hasBelow && (
        <CheckField label={words.below} hint={words.belowHint} checked={isBelow} onChange={setBelow} />
      )}
    </Form>
  )
}
