/** For an installation that was just restored. */
export const ABOUT_PAUSE =
  'Retention is paused for 30 days: nothing that came back is deleted because of its age. Restore what you need, then run “holdfast resume-retention”, or resume retention in the notifications of the app.'
