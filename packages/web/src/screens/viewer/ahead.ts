import { isText, kindOf } from '@holdfast/api/files/file-kinds'
import type { File } from '@holdfast/api/files/files'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { textQuery, viewAddress } from '../../files/content/read.ts'

const contentOf = ({ root_id, id, revision_id }: File) => ({ root: root_id, file: id, revision: revision_id })

/** What one will want to see next is there by then. */
export function useAhead(neighbours: readonly File[]): void {
  const queries = useQueryClient()
  useEffect(() => {
    for (const file of neighbours)
      if (isText(kindOf(file.name))) void queries.prefetchQuery(textQuery(contentOf(file)))
  }, [neighbours, queries])
  // By their addresses: the same files in a new list shall not begin again.
  const addresses = neighbours
    .filter(({ name }) => kindOf(name) === 'picture')
    .map((file) => viewAddress(contentOf(file)))
    .join(' ')
  useEffect(() => {
    const pictures = addresses.split(' ').map((address) => {
      const picture = new Image()
      if (address !== '') picture.src = address
      return picture
    })
    return () => {
      // What is not wanted any more shall not stand in the way of what is.
      for (const picture of pictures) if (!picture.complete) picture.src = ''
    }
  }, [addresses])
}
