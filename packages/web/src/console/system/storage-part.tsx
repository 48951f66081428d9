import type { DamagedContent } from '@holdfast/api/oversight/system'
import { checkOf, GRADES } from '../../core/console/system-health.ts'
import { useDamaged } from '../../data/console/system.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMoment, formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { Fact, Time } from '../../ui/facts.tsx'
import { FactRows } from '../parts/fact-rows.tsx'
import { SystemCard } from './system-card.tsx'
import type { SystemPart } from './system-part.ts'
import { VerifyCard } from './work-cards.tsx'

/** What is stored, and whether it is as it was. */
export function StoragePart({ status }: SystemPart) {
  const { storage: words, check, never, unknown } = consoleWords().system
  const { store, scrub } = status
  const state = checkOf(scrub)
  const size = (bytes: number | null) => (bytes === null ? unknown : formatSize(bytes))
  return (
    <>
      <div className="system-cards">
        <SystemCard title={words.stored} why={words.all}>
          <dl className="console-facts">
            <Fact label={words.live}>{size(store.live)}</Fact>
            <Fact label={words.versions}>{size(store.versions)}</Fact>
            <Fact label={words.deleted}>{size(store.deleted)}</Fact>
            <Fact label={words.stored}>{size(store.stored)}</Fact>
            <Fact label={words.where}>
              <bdi className="system-place">{store.place}</bdi>
            </Fact>
          </dl>
        </SystemCard>
        <SystemCard title={check.title} grade={GRADES.check[state]} why={check.states[state]}>
          <dl className="console-facts">
            <Fact label={check.last}>{scrub.last ? <Time at={scrub.last} /> : never}</Fact>
            {scrub.progress !== null && <Fact label={check.round}>{check.percent(scrub.progress)}</Fact>}
            <Fact label={check.rate}>{check.perDay(scrub.percent_per_day)}</Fact>
            <Fact label={check.damaged}>{formatCount(scrub.damaged)}</Fact>
          </dl>
        </SystemCard>
        <VerifyCard status={status} />
      </div>
      <Damaged isAny={scrub.damaged > 0} />
    </>
  )
}

function Damaged({ isAny }: { isAny: boolean }) {
  const words = consoleWords().system.storage
  const list = useDamaged(isAny)
  const found = list.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <section className="console-part">
      <h2>{words.damagedTitle}</h2>
      {!isAny ? (
        <p className="soft">{words.noDamage}</p>
      ) : list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <p className="soft">{t.general.loading}</p>
      ) : (
        <>
          <p>
            {words.damagedWhy} <a href="/docs/operations#damaged-bytes">{words.how}</a>
          </p>
          <FactRows rows={found.map(rowOf)} />
          <ListEnd list={list} />
        </>
      )}
    </section>
  )
}

function rowOf({ id, hidden, path, root, organization, size, found }: DamagedContent) {
  const words = consoleWords().system.storage
  return {
    key: id,
    icon: 'warn' as const,
    name: hidden ? words.hidden : path === null ? words.noFile : shownName(path),
    facts: [
      shownName(organization.name),
      root && shownName(root.name),
      formatSize(size),
      words.found(formatMoment(found)),
    ],
  }
}
