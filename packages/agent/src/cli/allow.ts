import os from 'node:os'
import path from 'node:path'
import { DEEDS } from '../device/gate/rules.ts'
import type { AllowView } from '../service/methods.ts'
import { type Command, isSet, say, sayJson } from './command.ts'

export const allow: Command = {
  usage: ['allow [--json]', 'allow <folder> [--map] [--browse] [--backup] [--restore]'],
  does: 'show or add folders that the service may use on this device',
  more: `Without a folder, it lists them. With a folder, the service may use it and everything in it:
  --map      keep it in sync with files on the service
  --browse   list the names of its folders
  --backup   back it up
  --restore  write backups to it
Without any of these, all four. The folder of your synced files is always allowed, and you can browse and back up your
own home folder. Keys, start-up files and system folders are never mapped, listed or restored to.`,
  options: {
    json: { type: 'boolean' },
    ...Object.fromEntries(DEEDS.map((deed) => [deed, { type: 'boolean' }] as const)),
  },
  run: async (call) => {
    const [folder, ...rest] = call.args
    const deeds = DEEDS.filter((deed) => isSet(call, deed))
    if (rest.length > 0 || (folder === undefined && deeds.length > 0)) return call.misused()
    const all =
      folder === undefined
        ? await call.ask('listAllowed', {})
        : await call.ask('allow', { folder: path.resolve(folder), deeds })
    if (isSet(call, 'json')) sayJson(all)
    else list(all)
    return 0
  },
}

export const disallow: Command = {
  usage: ['disallow <folder>'],
  does: 'remove a folder from those that the service may use',
  more: `Mappings and backups of it stop; the files stay. For your home folder, nobody can browse or back it up through the
service any more, not even you.`,
  run: async (call) => {
    const [folder, ...rest] = call.args
    if (folder === undefined || rest.length > 0) return call.misused()
    list(await call.ask('disallow', { folder: path.resolve(folder) }))
    return 0
  },
}

const WORDS = { map: 'map', browse: 'browse', backup: 'back up', restore: 'restore to' } as const

function list(all: readonly AllowView[]): void {
  if (all.length === 0) say('The service may not use any folder of this device.')
  for (const { folder, deeds, source } of all) {
    const why = {
      named: '',
      base: ' (your synced files)',
      home: ` (only when ${os.userInfo().username} asks)`,
    }[source]
    say(`${folder}: ${deeds.map((deed) => WORDS[deed]).join(', ')}${why}`)
  }
}
