import * as api from '@holdfast/api/accounts/people'
import { OK } from '@holdfast/api/envelopes'
import { deletePerson } from '../../../accounts/deletion/delete-person.ts'
import { addPerson } from '../../../accounts/people/add-person.ts'
import { createPersonRoot } from '../../../accounts/people/create-root.ts'
import { getOwnPerson, getPerson } from '../../../accounts/people/get-person.ts'
import { listOrganizationPersons } from '../../../accounts/people/list-persons.ts'
import { updatePerson } from '../../../accounts/people/update-person.ts'
import { verifyEmail } from '../../../sign-in/password-reset/verify-email.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const personRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getOwnPerson, ({ who, params }) => getOwnPerson(ctx, who, params.include_state))
  route(app, ctx, api.getPerson, ({ who, params }) =>
    getPerson(ctx, who, params.person_id, params.include_state),
  )
  route(app, ctx, api.createPerson, ({ who, params }) => {
    const { company_id, first_name, last_name, generate_password, site_admin, system_admin } = params
    const { create_root, group_ids, dept_shares, send_welcome_email, ...rest } = params
    return addPerson(ctx, who, {
      ...rest,
      organizationId: company_id,
      firstName: first_name,
      lastName: last_name,
      generatePassword: generate_password ?? false,
      siteAdmin: site_admin ?? false,
      systemAdmin: system_admin ?? false,
      createRoot: create_root,
      groupIds: group_ids ?? [],
      shareIds: dept_shares ?? [],
      sendWelcomeEmail: send_welcome_email ?? false,
    })
  })
  route(app, ctx, api.verifyEmail, async ({ who, params }) => {
    await verifyEmail(ctx, who, params.person_id, params.token)
    return OK
  })
  route(app, ctx, api.updatePerson, ({ who, params }) => {
    const { person_id, first_name, last_name, generate_password, site_admin, system_admin, ...others } =
      params
    const { group_ids, dept_shares, pw_force_reset, current_password, end_app_passwords, ...rest } = others
    const change = {
      ...rest,
      firstName: first_name,
      lastName: last_name,
      generatePassword: generate_password,
      siteAdmin: site_admin,
      systemAdmin: system_admin,
      groupIds: group_ids,
      shareIds: dept_shares,
      forceReset: pw_force_reset,
    }
    return updatePerson(ctx, who, person_id, change, {
      currentPassword: current_password,
      endAppPasswords: end_app_passwords,
    })
  })
  route(app, ctx, api.deletePerson, async ({ who, params }) => {
    await deletePerson(ctx, who, params.person_id, {
      serverFiles: params.remove_server_files,
      userFiles: params.remove_user_files,
      deptFiles: params.remove_dept_files,
    })
    return OK
  })
  route(app, ctx, api.createPersonRoot, ({ who, params }) =>
    createPersonRoot(ctx, who, params.person_id, params.webdav),
  )
  route(app, ctx, api.listOrganizationPersons, ({ who, params }) =>
    listOrganizationPersons(ctx, who, params.organization_id, params.offset),
  )
})
