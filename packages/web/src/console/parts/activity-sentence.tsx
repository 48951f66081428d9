import type { Activity } from '@holdfast/api/oversight/activity'
import { Fragment } from 'react'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'

type Told = Pick<Activity, 'activity_type_id' | 'actor_text' | 'action_text' | 'acted_on_text'>

/** Who did what, in the words of who reads it. */
export function ActivitySentence({ activity_type_id, actor_text, action_text, acted_on_text }: Told) {
  const words = consoleWords().activityKinds[activity_type_id]
  // A server that is newer than this page, or of an extension: as the record has it.
  if (!words) return <bdi>{shownName([actor_text, action_text, acted_on_text].join(' '))}</bdi>
  const names: Record<string, string> = { '{actor}': actor_text, '{target}': acted_on_text }
  return words.split(/(\{\w+\})/).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
    <Fragment key={n}>{names[part] === undefined ? part : <bdi>{shownName(names[part])}</bdi>}</Fragment>
  ))
}
