import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useClosing } from '../../data/console/closing.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatDay } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Fact } from '../../ui/facts.tsx'

/** How far the closing is. */
export function ClosingFacts({ place }: { place: OrganizationMay }) {
  const words = consoleWords().closing
  const { data, error, refetch } = useClosing(place.id)
  if (!data)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  return (
    <section className="console-part console-narrow">
      <dl className="console-facts">
        <Fact label={words.factDay}>{formatDay(data.delete_on)}</Fact>
        <Fact label={words.factFiles}>{data.remove_files ? words.removed : words.kept}</Fact>
        <Fact label={words.devicesLeft}>{formatCount(data.devices_left)}</Fact>
      </dl>
      <p>{words.until(formatDay(data.delete_on))}</p>
    </section>
  )
}
