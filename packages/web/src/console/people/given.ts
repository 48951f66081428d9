import type { PeopleList } from '../../core/console/people-list.ts'

/** A list as somebody gave it. */
export interface Given {
  list: PeopleList
  /** It was not read as what it should be: names may look wrong. */
  isWestern: boolean
}
