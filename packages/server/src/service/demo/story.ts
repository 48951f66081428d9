import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import { keepAlerts } from '../../oversight/alerts/keep-alerts.ts'
import { countFigures } from '../../oversight/figures/count-figures.ts'
import { countUsage } from '../../oversight/usage/count-usage.ts'
import { backUp, makeFileServer, setUpDevice } from './acts/backups.ts'
import { findFolder, inviteOthers, keepVersionsShorter, loseFolder, tomaszLeaves } from './acts/chapters.ts'
import { editFiles, fillOwn, fillShelves, fillUp, readFiles } from './acts/daily-work.ts'
import { pauseFromNowOn, receptionDeletes, tabletGoesWild } from './acts/incident.ts'
import { makeLinks, useLinks } from './acts/links.ts'
import { extendTrial, found, license, openHarbor } from './acts/organizations.ts'
import { addGuests } from './acts/people-come.ts'
import { connectDirectory, devicesCheckIn, guessPasswords, limitOrchard, lockAndStar } from './acts/today.ts'
import { DEVICES, type DeviceKey, SHARES, type ShareKey } from './cast/cast.ts'
import type { Stage } from './stage/stage.ts'
import type { StoryClock } from './stage/story-clock.ts'

export const WEEKS = 36
const WORKDAYS = [0, 1, 2, 3, 4] as const
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = WORKDAYS

const DEVICE_KEYS = Object.keys(DEVICES) as DeviceKey[]

interface Scene {
  at: Instant
  play(stage: Stage): Promise<void>
}

type When = Parameters<StoryClock['at']>[0]

/** What happened once, by the week. */
const EVENTS: readonly (When & Pick<Scene, 'play'>)[] = [
  { weeksAgo: 36, day: MONDAY, time: '08:05', play: openHarbor },
  { weeksAgo: 36, day: MONDAY, time: '09:30', play: (stage) => found(stage, 'brightwater', 'jonas') },
  {
    weeksAgo: 34,
    day: THURSDAY,
    time: '11:00',
    play: (stage) => addGuests(stage, ['dana', 'marcus', 'owen']),
  },
  { weeksAgo: 33, day: FRIDAY, time: '09:00', play: (stage) => license(stage, 'brightwater') },
  { weeksAgo: 30, day: MONDAY, time: '09:10', play: (stage) => found(stage, 'berlin', 'priya') },
  { weeksAgo: 30, day: TUESDAY, time: '09:10', play: (stage) => found(stage, 'lyon', 'priya') },
  { weeksAgo: 29, day: WEDNESDAY, time: '14:00', play: inviteOthers },
  { weeksAgo: 29, day: THURSDAY, time: '10:00', play: makeFileServer },
  { weeksAgo: 26, day: MONDAY, time: '09:10', play: (stage) => found(stage, 'linden', 'jonas') },
  { weeksAgo: 25, day: TUESDAY, time: '15:00', play: (stage) => addGuests(stage, ['leila']) },
  { weeksAgo: 23, day: MONDAY, time: '11:00', play: extendTrial },
  { weeksAgo: 22, day: MONDAY, time: '09:10', play: (stage) => found(stage, 'orchard', 'jonas') },
  { weeksAgo: 19, day: FRIDAY, time: '09:00', play: (stage) => license(stage, 'orchard') },
  { weeksAgo: 10, day: FRIDAY, time: '17:00', play: tomaszLeaves },
  { weeksAgo: 5, day: THURSDAY, time: '15:40', play: loseFolder },
  { weeksAgo: 5, day: FRIDAY, time: '09:20', play: findFolder },
  { weeksAgo: 3, day: TUESDAY, time: '14:06', play: tabletGoesWild },
  { weeksAgo: 3, day: WEDNESDAY, time: '09:15', play: pauseFromNowOn },
  { weeksAgo: 1, day: WEDNESDAY, time: '11:30', play: keepVersionsShorter },
]

/** Enough of them that an account is locked for a day, wherever somebody comes from. */
const NETWORKS = [7, 19, 44, 58, 91, 103, 140, 162, 201, 233]

/** What happens in the last days, by minutes before the end. */
const LAST_DAYS: readonly { before: number; play: Scene['play'] }[] = [
  { before: 3 * 24 * 60, play: carlaGoes },
  { before: 26 * 60, play: lockAndStar },
  { before: 20 * 60, play: connectDirectory },
  { before: 70, play: (stage) => guessPasswords(stage, NETWORKS.slice(1)) },
  { before: 45, play: fillUp },
  { before: 30, play: devicesCheckIn },
  { before: 14, play: receptionDeletes },
  { before: 10 * 60, play: (stage) => useLinks(stage, 0) },
  { before: 4, play: limitOrchard },
  { before: 2, play: (stage) => guessPasswords(stage, NETWORKS.slice(0, 1)) },
]

/** Her laptop is switched off, and missed an hour later. */
async function carlaGoes(stage: Stage): Promise<void> {
  // Not just after the service looked for devices: it would take her hour for that of all others.
  stage.clock.pass({ minutes: 20 })
  await stage.devices.checkIn('carla-laptop')
  stage.devices.retire('carla-laptop')
  stage.clock.pass({ minutes: 62 })
  await stage.runJobs()
}

/** A day's work, wherever something is there to work with. */
const workOf = (weeksAgo: number, day: number) => async (stage: Stage) => {
  await fillShelves(stage, weeksAgo, day)
  if (day === WEDNESDAY) await fillOwn(stage, weeksAgo)
  for (const [place, share] of (Object.keys(SHARES) as ShareKey[]).entries()) {
    if (!stage.shares.has(share) || place % WORKDAYS.length !== day) continue
    await editFiles(stage, share, 3)
    await readFiles(stage, share, 2)
  }
  // Quotes change all the time.
  if (weeksAgo < 12) await editFiles(stage, 'hall', 1, 'Quotes')
}

/** A device that is not heard of for a month is signed out. */
const RENEW_WEEKS = 3

async function renewSignIns({ devices }: Stage): Promise<void> {
  for (const key of DEVICE_KEYS) if (devices.isInUse(key)) await devices.agent(key)
}

/** Before the end nobody works any more: a day's work takes a while, and what is found at the end is to come last. */
const CALM_MS = 3 * HOUR_MS

/** All that happens, in order. */
export function storyOf(clock: StoryClock): Scene[] {
  const scenes: Scene[] = [
    ...EVENTS.map(({ play, ...when }) => ({ at: clock.at(when), play })),
    ...LAST_DAYS.map(({ before, play }) => ({ at: clock.end - before * MINUTE_MS, play })),
  ]
  for (let weeksAgo = WEEKS - 1; weeksAgo >= 0; weeksAgo--)
    scenes.push(...weekOf(clock, weeksAgo).filter(({ at }) => at < clock.end - CALM_MS))
  for (let daysAgo = 44; daysAgo >= 1; daysAgo--)
    scenes.push({ at: clock.end - daysAgo * DAY_MS, play: (stage) => backUp(stage, daysAgo) })
  return scenes.filter(({ at }) => at <= clock.end).toSorted((a, b) => a.at - b.at)
}

function weekOf(clock: StoryClock, weeksAgo: number): Scene[] {
  const devices = DEVICE_KEYS.filter((key) => DEVICES[key].since === weeksAgo)
  const when = (day: number, time: string) => clock.at({ weeksAgo, day, time })
  return [
    ...(weeksAgo % RENEW_WEEKS === 0 ? [{ at: when(MONDAY, '08:20'), play: renewSignIns }] : []),
    {
      at: when(MONDAY, '08:30'),
      play: async (stage) => {
        for (const key of devices) await setUpDevice(stage, key)
      },
    },
    ...WORKDAYS.map((day) => ({ at: when(day, '10:15'), play: workOf(weeksAgo, day) })),
    { at: when(THURSDAY, '13:00'), play: (stage) => makeLinks(stage, weeksAgo) },
    { at: when(FRIDAY, '12:00'), play: (stage) => useLinks(stage, weeksAgo) },
  ]
}

/** When the day ends, and the service does what it does by itself. */
const EVENING = '20:00'
const DAILY_FOR_MS = 10 * DAY_MS

/** Figures are counted every evening. All else that the service does by itself it does once a week, and daily in the end. */
async function closeDay(stage: Stage, day: number): Promise<void> {
  const isLate = stage.clock.end - stage.clock.now() < DAILY_FOR_MS
  if (isLate || day === FRIDAY) await stage.runJobs()
  else {
    await countUsage(stage.ctx)
    await countFigures(stage.ctx)
  }
}

/** Plays it all. */
export async function play(stage: Stage): Promise<void> {
  const { clock } = stage
  const evenings = Array.from({ length: (WEEKS + 1) * 7 }, (_, n) => {
    const when = { weeksAgo: WEEKS - Math.floor(n / 7), day: n % 7, time: EVENING }
    return { at: clock.at(when), play: (one: Stage) => closeDay(one, when.day) }
  })
  const past = evenings.filter(({ at }) => at < clock.end)
  for (const scene of [...storyOf(clock), ...past].toSorted((a, b) => a.at - b.at)) {
    clock.moveTo(scene.at)
    await scene.play(stage)
  }
  clock.moveTo(clock.end)
  await stage.runJobs()
  // Jobs run beside each other: what was being sent or missed a moment ago is so no more.
  await keepAlerts(stage.ctx)
}
