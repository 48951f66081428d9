import type { RootId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { useAdded } from '../../data/files/added.ts'
import { WhomToAsk } from '../../files/sharing/whom-to-ask.tsx'
import { beginWords } from '../../messages/begin-words.ts'
import { formatPoint, formatSize, shownName } from '../../messages/format.ts'
import { Icon } from '../../ui/icon.tsx'

/** A receipt for someone who adds files and sees none. */
export function AddedHere({ root }: { root: RootId }) {
  const added = useAdded(root)
  const words = beginWords().added
  return (
    <section className="added" aria-labelledby="added-title">
      <h2 id="added-title">{words.title}</h2>
      {added.length === 0 ? (
        <p className="soft">{words.none}</p>
      ) : (
        <>
          <ul>
            {added.map(({ path, size, at }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may have been added twice at once
              <li key={`${at} ${n}`}>
                <Icon name="check" />
                <bdi>{shownName(path)}</bdi>
                <span className="soft">{formatSize(size)}</span>
                <time className="soft" dateTime={`${formatUtc(at)}Z`}>
                  {formatPoint(at)}
                </time>
              </li>
            ))}
          </ul>
          <p className="soft">{words.hint}</p>
        </>
      )}
      <WhomToAsk root={root} />
    </section>
  )
}
