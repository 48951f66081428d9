import type { Sharelink } from '@holdfast/api/sharing/links'
import { useId, useState } from 'react'
import type { SharedItem } from '../../core/sharing/item.ts'
import { type ItemLinks, type Mode, modeOf } from '../../core/sharing/link-state.ts'
import { copyLink, turnOff, turnOn } from '../../files/sharing/link-acts.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { LinkSettings } from './link-settings.tsx'

interface LinkPartProps {
  item: SharedItem
  links: ItemLinks
  signInOnly: boolean
}

/** An address to send around: for nobody, for anyone, or for the people above. */
export function LinkPart({ item, links, signInOnly }: LinkPartProps) {
  const [pending, setPending] = useState<Mode>()
  const id = useId()
  const mode = pending ?? modeOf(links)
  const shown = links.open ?? links.people
  const modes: Mode[] = [
    // With people there is an address already: theirs.
    links.people ? 'people' : 'off',
    ...(signInOnly ? [] : (['anyone'] as const)),
  ]
  const choose = async (next: Mode) => {
    setPending(next)
    if (next === 'anyone') await turnOn(item, links)
    else if (links.open) await turnOff(links.open)
    setPending(undefined)
  }
  return (
    <section className="share-part" aria-labelledby={id}>
      <div className="share-head">
        <h3 id={id}>{t.share.link}</h3>
        {shown ? (
          <Button icon="copy" onClick={() => void copyText(shown.url, t.share.copied)}>
            {t.share.copy}
          </Button>
        ) : (
          !signInOnly && (
            <Button icon="link" onClick={() => void copyLink(item, signInOnly)}>
              {t.share.makeAndCopy}
            </Button>
          )
        )}
      </div>
      {modes.length > 1 && (
        <div className="share-modes" role="radiogroup" aria-labelledby={id} aria-busy={pending !== undefined}>
          {modes.map((one) => (
            <label key={one} className="share-mode">
              <input type="radio" name={id} checked={mode === one} onChange={() => void choose(one)} />
              <span>
                {t.share.modes[one]}
                <small>{t.share.modes[`${one}Hint`]}</small>
              </span>
            </label>
          ))}
        </div>
      )}
      {shown && <Address link={shown} />}
      {shown && <LinkSettings key={shown.id} link={shown} />}
    </section>
  )
}

const Address = ({ link }: { link: Sharelink }) => (
  <input
    className="share-address"
    readOnly
    aria-label={t.share.link}
    value={link.url}
    onFocus={({ target }) => target.select()}
  />
)
