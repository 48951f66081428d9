import type { Sharelink } from '@holdfast/api/sharing/links'
import { itemOf, type SharedItem, sharedBy } from '../../core/sharing/item.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { useLinksTo, useOwnLinksIn } from '../../data/sharing/links.ts'
import { turnOff } from '../../files/sharing/link-acts.ts'
import { LinkFacts } from '../../files/sharing/link-facts.tsx'
import { openShare } from '../../files/sharing/open-share.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'

interface ItemLinksProps {
  item: SharedItem
  /** Then everybody's are listed, else one's own. */
  manages: boolean
  mayShare: boolean
}

/** The links to an item, and to the folders that it is in: by those it is open, too. */
export function ItemLinks({ item, manages, mayShare }: ItemLinksProps) {
  const everybodys = useLinksTo(item, manages)
  const own = useOwnLinksIn(item, !manages)
  const { data, error, refetch } = manages ? everybodys : own
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  const isHere = (link: Sharelink) => itemOf(link).id === item.id
  const here = data?.filter(isHere) ?? []
  const above = (data ?? []).filter(
    (link) => !isHere(link) && (manages || item.path.startsWith(`${itemOf(link).path}/`)),
  )
  return (
    <>
      {data && here.length === 0 && <p className="soft">{t.share.noLinksHere}</p>}
      <LinkList links={here} />
      {mayShare && (
        <Button icon="share" onClick={() => void openShare(item)}>
          {t.share.makeLink}
        </Button>
      )}
      {above.length > 0 && (
        <>
          <h3 className="access-above">{t.share.linksAbove}</h3>
          <LinkList links={above} named />
        </>
      )}
    </>
  )
}

const LinkList = ({ links, named = false }: { links: readonly Sharelink[]; named?: boolean }) => (
  <ul className="details-list">
    {links.map((link) => (
      <li key={link.id} className="access-link">
        {named && (
          <strong>
            <bdi>{shownName(itemOf(link).path)}</bdi>
          </strong>
        )}
        <LinkFacts link={link} />
        {link.creator_id === ownPersonId() ? (
          <OwnActs link={link} />
        ) : (
          <span className="soft">
            <bdi>{t.share.links.by(shownName(link.creator_name))}</bdi>
          </span>
        )}
      </li>
    ))}
  </ul>
)

function OwnActs({ link }: { link: Sharelink }) {
  const target = sharedBy(link)
  return (
    <span className="access-acts">
      <Button icon="copy" onClick={() => void copyText(link.url, t.share.copied)}>
        {t.share.copy}
      </Button>
      {target && <Button onClick={() => void openShare(target)}>{t.share.change}</Button>}
      {!link.login_required && (
        <Button onClick={() => void turnOff(link)}>
          {link.subscribers.length > 0 ? t.share.links.makePrivate : t.share.links.turnOff}
        </Button>
      )}
    </span>
  )
}
