import { type Static, Type } from 'typebox'
import { NamedOrganization } from '../accounts/organization-may.ts'
import { type ExportId, IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'

const oneOf = <const Name extends string>(names: readonly Name[], description: string) =>
  Type.Unsafe<Name>({ type: 'string', enum: [...names], description })

const STATES = ['waiting', 'running', 'verifying', 'done', 'failed', 'canceled'] as const
export type ExportState = (typeof STATES)[number]
const VERSIONS = ['current', 'all'] as const
export type ExportVersions = (typeof VERSIONS)[number]
const ERRORS = ['no_space', 'damaged', 'too_slow'] as const
export type ExportError = (typeof ERRORS)[number]
const REASONS = ['damaged', 'deleted'] as const
export type FailedReason = (typeof REASONS)[number]

export const SMALLEST_PART = 1024 * 1024
export const LARGEST_PART = 4 * 1024 ** 3

export const Export = Type.Object(
  {
    type: Type.Literal('export'),
    id: IdOf<ExportId>(),
    organization_id: IdOf<OrganizationId>(),
    below: Type.Boolean({ description: 'Whether it has the files of child organizations too' }),
    left_out: Type.Array(NamedOrganization, {
      description: 'Child organizations that are not in it, because you cannot view their files',
    }),
    versions: oneOf(VERSIONS, '`all`: with earlier versions and deleted files'),
    state: oneOf(
      STATES,
      '`verifying`: the parts are written, and every file in them is being compared with its checksum. `done`: every file was verified',
    ),
    error: nullable(
      oneOf(
        ERRORS,
        'Why it failed. `no_space`: the server has no storage space left. `damaged`: a file was not the same when it was ' +
          'read back, see `failed`. `too_slow`: it took longer than 14 days',
      ),
    ),
    files: Type.Integer({ description: 'How many files are in it so far' }),
    files_total: Type.Integer({ description: 'How many there will be, as counted at the beginning' }),
    bytes: Type.Integer({ description: 'The size of these files. In `verifying` how much was verified' }),
    bytes_total: Type.Integer(),
    parts: Type.Array(
      Type.Object({
        number: Type.Integer({ minimum: 1 }),
        size: Type.Integer(),
        sha256: Type.String(),
      }),
      { description: 'The zip files to download, once it is done' },
    ),
    failed: Type.Array(
      Type.Object({
        path: Type.String(),
        reason: oneOf(
          REASONS,
          '`damaged`: some of its bytes are missing or changed in the storage. `deleted`: it was permanently deleted during the export',
        ),
      }),
      { description: 'The first 100 files that are not in it' },
    ),
    failed_total: Type.Integer({ description: 'How many files are not in it' }),
    created: Type.String(),
    finished: nullable(Type.String()),
    expires: nullable(Type.String({ description: 'When it is removed from the server' })),
  },
  { title: 'Export' },
)
export type Export = Static<typeof Export>

const area = 'Organizations'
const organization = { organization_id: IdOf<OrganizationId>() }
const one = { export_id: IdOf<ExportId>({ description: 'The ID of the export' }) }

export const beginExport = operation({
  name: 'begin_export',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/exports',
  area,
  ours: true,
  summary: 'Export an organization',
  description:
    'Packs all files of the organization into zip files, with checksums and lists of people, groups, shares, links and ' +
    'activity. It runs on the server: ask for its state until it is `done`. For administrators who can view its files. ' +
    'If the same export is under way, you get that one. A different one is 409 `ver_conflict`.',
  params: {
    ...organization,
    below: Type.Boolean({ default: false, description: 'Include child organizations' }),
    versions: Type.Unsafe<ExportVersions>({
      type: 'string',
      enum: [...VERSIONS],
      default: 'current',
      description: '`all`: include earlier versions and deleted files',
    }),
    part_size: Type.Integer({
      default: LARGEST_PART,
      minimum: SMALLEST_PART,
      maximum: LARGEST_PART,
      description: 'The largest size of a part, in bytes. A larger file gets a part of its own',
    }),
  },
  result: Export,
  errors: ['ver_conflict'],
})

export const listExports = operation({
  name: 'list_exports',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/exports',
  area,
  ours: true,
  summary: 'List the exports of an organization',
  description: 'Newest first, up to 20.',
  params: organization,
  result: Type.Object({ results: Type.Array(Export) }),
})

export const getExport = operation({
  name: 'get_export',
  method: 'GET',
  path: '/api/2/export/{export_id}',
  area,
  ours: true,
  summary: 'Get an export',
  params: one,
  result: Export,
})

export const cancelExport = operation({
  name: 'cancel_export',
  method: 'POST',
  path: '/api/2/export/{export_id}/cancel',
  area,
  ours: true,
  summary: 'Cancel or remove an export',
  description: 'Stops it if it is under way, and removes its parts from the server.',
  params: one,
  result: Export,
})

export const downloadExportPart = operation({
  name: 'download_export_part',
  method: 'GET',
  path: '/api/2/export/{export_id}/part/{number}',
  area,
  ours: true,
  summary: 'Download a part of an export',
  description: 'A zip file. Supports range requests, so a download can be resumed.',
  params: {
    ...one,
    number: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The number of the part',
    }),
  },
  errors: ['range_not_satisfiable'],
})
