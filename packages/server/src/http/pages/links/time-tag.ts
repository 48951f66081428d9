import type { Messages } from '../../../platform/messages/en/en.ts'
import { type Html, html } from '../frame/markup.ts'

/** The day of a moment as the API tells it. */
export const timeTag = ({ day, moment: exactly }: Messages['links'], moment: string): Html =>
  html`<time datetime="${`${moment}Z`}" title="${exactly(moment)}">${day(moment)}</time>`
