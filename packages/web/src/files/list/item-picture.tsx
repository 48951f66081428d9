import { useState } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'

interface ItemPictureProps {
  item: { type: string; name: string }
  /** Of a small picture of it, where there may be one. */
  address: string | undefined
  large?: boolean
}

/** What is in a picture, small; the icon of everything else, and of pictures that cannot be shown. */
export function ItemPicture({ item, address, large = false }: ItemPictureProps) {
  const [broken, setBroken] = useState<string>()
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
