import os from 'node:os'
import path from 'node:path'
import { DEEDS } from '../device/gate/rules.ts'
import type { AllowView } from '../service/methods.ts'
import { PERMISSIONS } from '../words/folders.ts'
import { type Command, isSet, say, sayJson } from './command.ts'

export const allow: Command = {
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
  run: async (call) => {
    const [folder, ...rest] = call.args
    if (folder === undefined || rest.length > 0) return call.misused()
    list(await call.ask('disallow', { folder: path.resolve(folder) }))
    return 0
  },
}

function list(all: readonly AllowView[]): void {
  if (all.length === 0) say(PERMISSIONS.none)
  for (const { folder, deeds, source } of all) {
    const why = {
      named: '',
      base: PERMISSIONS.base,
      home: PERMISSIONS.home(os.userInfo().username),
    }[source]
    say(`${folder}: ${deeds.map((deed) => PERMISSIONS.deeds[deed]).join(', ')}${why}`)
  }
}
