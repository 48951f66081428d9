import type { ChildItem } from '@holdfast/api/files/files'
import type { ThumbnailSize } from '@holdfast/api/files/thumbnails'
import type { DragEvent } from 'react'
import type { Pressed } from '../../core/keys/shortcuts.ts'
import type { Selection } from '../../core/list/selection.ts'

export type ListItem = ChildItem

/** What a list lets its owner do. Items are named by themselves, places by their number. */
export interface ListActs {
  select(selection: Selection): void
  toggle(item: ListItem, index: number): void
  selectRange(index: number): void
  focus(index: number): void
  open(item: ListItem): void
  /** Of a row, or of the folder as a whole. */
  menu(item: ListItem | undefined, at: { x: number; y: number }): void
  rename(item: ListItem, name: string | undefined): void
  find(text: string): void
  /** What a key does here that the list does not do by itself. */
  shortcut(pressed: Pressed): (() => unknown) | undefined
  drag(item: ListItem, event: DragEvent): void
  over(item: ListItem | undefined, event: DragEvent): void
  left(event: DragEvent): void
  drop(item: ListItem | undefined, event: DragEvent): void
  /** The address of a small picture of it, where there may be one. */
  thumbnail(item: ListItem, size: ThumbnailSize): string | undefined
}
