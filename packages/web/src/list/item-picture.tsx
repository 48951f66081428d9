import { useState } from 'react'
import { FileIcon } from '../ui/file-icon.tsx'
import type { ListActs, ListItem } from './list-acts.ts'

interface ItemPictureProps {
  item: ListItem
  acts: ListActs
  large?: boolean
}

/** What is in a picture, small; the icon of everything else, and of pictures that cannot be shown. */
export function ItemPicture({ item, acts, large = false }: ItemPictureProps) {
  const [broken, setBroken] = useState<string>()
  const address = acts.thumbnail(item, large ? 256 : 96)
  if (!address || address === broken) return <FileIcon item={item} large={large} />
  return (
    <img
      className="item-thumbnail"
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(address)}
    />
  )
}
