import type { Application } from '@holdfast/api/sign-in/applications'
import { formatUtc } from '@holdfast/api/time'
import type { ApplicationRow } from '../../records/applications.ts'
import { grantTypesOf } from '../oauth/client.ts'
import type { ApplicationSettings } from './settings.ts'

export const redirectUrisOf = (application: ApplicationRow): string[] => JSON.parse(application.redirect_uris)

const webOriginsOf = (application: ApplicationRow): string[] => JSON.parse(application.web_origins)

export const applicationView = (application: ApplicationRow): Application => ({
  type: 'application',
  id: application.id,
  company_id: application.organization_id,
  name: application.name,
  description: application.description,
  grant_types: grantTypesOf(application),
  redirect_uris: redirectUrisOf(application),
  web_origins: webOriginsOf(application),
  client_id: application.client_id,
  created: formatUtc(application.created_at),
})

export const applicationSettings = (application: ApplicationRow): ApplicationSettings => ({
  name: application.name,
  description: application.description,
  grantTypes: grantTypesOf(application),
  redirectUris: redirectUrisOf(application),
  webOrigins: webOriginsOf(application),
})
