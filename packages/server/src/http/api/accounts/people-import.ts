import * as api from '@holdfast/api/accounts/people-import'
import { importPersons } from '../../../accounts/people-import/import-persons.ts'
import { fail, refuse } from '../../../errors.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const personImportRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.importPersons, ({ who, params }) => {
    const { organization_id, csv, file, dry_run } = params
    if (csv !== undefined && file !== undefined) refuse('csv', 'send either file or csv')
    const text =
      csv ??
      file ??
      fail(
        'no_file_received',
        'The file is missing. Send the list as the multipart field "file", or as the parameter csv.',
      )
    const parameter = csv === undefined ? 'file' : 'csv'
    return importPersons(ctx, who, organization_id, { text, parameter, dryRun: dry_run })
  })
})
