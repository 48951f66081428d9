import type { Messages } from '../../../platform/messages/en/en.ts'
import { type Html, html } from '../frame/markup.ts'

/** A moment as the API tells it. Scripts write it in the visitor's time zone. */
export const timeTag = ({ moment: exactly }: Messages['links'], moment: string): Html =>
  html`<time datetime="${`${moment}Z`}">${exactly(moment)}</time>`

/** The last day of a link, `YYYY-MM-DD`, which ends with the day in UTC. It is that day wherever it is read. */
export const lastDayTag = ({ dayUtc }: Messages['links'], day: string): Html =>
  html`<time datetime="${day}">${dayUtc(day)}</time>`
