import { consoleWords } from '../../messages/console/console-words.ts'
import { Tag } from '../parts/tag.tsx'
import { isExpired, type LinkRow } from './link-row.ts'

/** Whom a link lets in. */
export function AudienceTag({ row }: { row: LinkRow }) {
  const words = consoleWords().links
  if (isExpired(row))
    return (
      <Tag kind="soft" icon="clock">
        {words.expired}
      </Tag>
    )
  if (row.public)
    return (
      <Tag kind="bad" icon="globe">
        {words.public}
      </Tag>
    )
  return (
    <Tag kind="soft" icon={row.members > 0 ? 'people' : 'lock'}>
      {row.members > 0 ? words.people(row.members) : words.nobody}
    </Tag>
  )
}
