import type { SharelinkId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useMadeLinks } from '../../data/sharing/made-links.ts'
import { OwnFilesLink } from '../../files/folders/own-files-link.tsx'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { EndDialog } from './end-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { LinkRow } from './link-row.tsx'
import { isShown, LINK_SORTS, type LinksView, SHOWS, viewIn, viewQuery } from './links-view.ts'
import { turnOffAll } from './turn-off-all.ts'
import './links.css'

/** The links that someone made: whom they let in, who used them, and how to end them. */
export function LinksScreen({ id }: { id?: SharelinkId | undefined }) {
  const [path, navigate] = useLocation()
  const view = viewIn(useSearch())
  const made = useMadeLinks(view.sort)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [ending, setEnding] = useState<readonly Sharelink[]>()
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = made
  const readsAll = view.show !== 'all' && !isFetchNextPageError
  // The server does not know these filters: all there is has to be here to be looked through.
  useEffect(() => {
    if (readsAll && hasNextPage && !isFetching) void fetchNextPage()
  }, [readsAll, hasNextPage, isFetching, fetchNextPage])
  if (made.isLoadingError) return <ProblemScreen error={made.error} onRetry={() => void made.refetch()} />
  const today = formatDate(now())
  const all = made.data?.pages.flatMap(({ results }) => results) ?? []
  const shown = all.filter((link) => isShown(link, view.show, today))
  const selected = shown.filter(({ id }) => chosen.has(id))
  const go = (next: Partial<LinksView>) => navigate(path + viewQuery({ ...view, ...next }), { replace: true })
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const done = () => setChosen(new Set())
  return (
    <section className="screen">
      <h1>{t.share.links.title}</h1>
      {(all.length > 0 || hasNextPage) && (
        <div className="links-bar">
          {selected.length > 0 ? (
            <ChosenBar selected={selected} onDone={done} onEnd={() => setEnding(selected)} />
          ) : (
            <>
              <Select
                label={t.share.links.show}
                value={view.show}
                options={SHOWS}
                words={(one) => t.share.links.shows[one]}
                onChange={(show) => go({ show })}
              />
              <Select
                label={t.share.links.sort}
                value={view.sort}
                options={LINK_SORTS}
                words={(one) => t.share.links.sorts[one]}
                onChange={(sort) => go({ sort })}
              />
            </>
          )}
        </div>
      )}
      <ul className="links-list" aria-label={t.share.links.label} aria-busy={isFetching}>
        {shown.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            isChosen={chosen.has(link.id)}
            onToggle={() => toggle(link.id)}
            onEnd={() => setEnding([link])}
          />
        ))}
      </ul>
      {!made.isPending && !hasNextPage && shown.length === 0 && <Nothing isAll={all.length === 0} />}
      {!readsAll && <ListEnd list={made} />}
      {id && !ending && (
        <LinkDialog
          id={id}
          onClose={() => navigate(`/links${viewQuery(view)}`)}
          onEnd={(link) => setEnding([link])}
        />
      )}
      {ending && (
        <EndDialog
          links={ending}
          onClose={() => setEnding(undefined)}
          onEnded={() => {
            setEnding(undefined)
            done()
            if (id) navigate(`/links${viewQuery(view)}`, { replace: true })
          }}
        />
      )}
    </section>
  )
}

const Nothing = ({ isAll }: { isAll: boolean }) => (
  <div className="empty">
    <Icon name="link" large />
    <h2>{isAll ? t.share.links.empty : t.share.links.none}</h2>
    <p>{isAll ? t.share.links.emptyHint : t.share.links.noneHint}</p>
    {isAll && <OwnFilesLink />}
  </div>
)

interface ChosenBarProps {
  selected: readonly Sharelink[]
  onDone: () => void
  onEnd: () => void
}

function ChosenBar({ selected, onDone, onEnd }: ChosenBarProps) {
  const open = selected.filter(({ login_required }) => !login_required)
  return (
    <>
      <IconButton icon="close" label={t.files.selectNone} onClick={onDone} />
      <strong role="status">{t.share.links.selected(selected.length)}</strong>
      {open.length > 0 && (
        <Button icon="lock" onClick={() => void turnOffAll(open).then(onDone)}>
          {t.share.links.turnOff}
        </Button>
      )}
      <Button kind="bad" icon="trash" onClick={onEnd}>
        {t.share.links.end}
      </Button>
    </>
  )
}
