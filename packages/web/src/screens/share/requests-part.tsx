import { useId } from 'react'
import type { SharedItem } from '../../core/sharing/item.ts'
import type { Asked } from '../../data/sharing/requests.ts'
import { openRequest } from '../../files/sharing/open-request.ts'
import { RequestFacts } from '../../files/sharing/request-facts.tsx'
import { shownName } from '../../messages/format.ts'
import { requestWords } from '../../messages/request-words.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import './request.css'

/** What others are asked to send into a folder. */
export function RequestsPart({ item, requests }: { item: SharedItem; requests: readonly Asked[] }) {
  const id = useId()
  const words = requestWords()
  return (
    <section className="share-part" aria-labelledby={id}>
      <div className="share-head">
        <h3 id={id}>{words.list}</h3>
        <Button icon="mail" onClick={() => void openRequest(item)}>
          {t.files.requestFiles}
        </Button>
      </div>
      {requests.length > 0 && (
        <ul className="request-list" aria-labelledby={id}>
          {requests.map(({ link, request }) => (
            <li key={link.id} className="request-row">
              <span className="request-who">
                <strong>
                  <bdi>{shownName(request.title)}</bdi>
                </strong>
                <RequestFacts request={request} />
              </span>
              <Button onClick={() => void openRequest(item, link.id)}>{words.show}</Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
