const { lang } = document.documentElement
const short = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
const long = new Intl.DateTimeFormat(lang, { dateStyle: 'full', timeStyle: 'long' })

/** Writes every moment of the page in the time zone of this browser. Without it they are there in UTC, and say so. Days stay. */
export function showLocalTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[datetime*=T]')) {
    const at = new Date(time.dateTime)
    if (Number.isNaN(at.getTime())) continue
    time.textContent = short.format(at)
    time.title = long.format(at)
  }
}
