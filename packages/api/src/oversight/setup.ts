import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'

/** What is to be done in a new installation, in this order. */
export const SETUP_STEPS = ['password', 'two_step', 'address', 'email', 'brand', 'people'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]
export const SETUP_STATES = ['open', 'done', 'skipped'] as const
export type SetupState = (typeof SETUP_STATES)[number]

const SetupStep = Type.Unsafe<SetupStep>({
  type: 'string',
  enum: [...SETUP_STEPS],
  description: '`password` and `two_step` are about your own account',
})
const area = 'Organizations'

const SetupProbe = Type.Object(
  {
    host: Type.String({ description: 'The host and port that this request was sent to' }),
    address: Type.String({ description: 'The address in links and emails' }),
    matches: Type.Boolean({ description: 'Whether both are the same' }),
    secure: Type.Boolean({ description: 'Whether this request was encrypted' }),
    certificate: nullable(
      Type.Object(
        {
          self_signed: Type.Boolean(),
          ends: Type.String({ description: 'When it expires, in UTC' }),
        },
        { title: 'SetupCertificate', description: 'Null behind a proxy, which has its own' },
      ),
    ),
    mail: Type.Unsafe<'none' | 'smtp'>({
      type: 'string',
      enum: ['none', 'smtp'],
      description: '`none`: no mail server is set, and emails are written to the outbox folder',
    }),
    clock: Type.String({ description: 'The time of the server, in UTC' }),
  },
  { title: 'SetupProbe' },
)

export const Setup = Type.Object(
  {
    type: Type.Literal('setup'),
    finished: Type.Boolean({ description: 'Whether every step is done or skipped' }),
    steps: Type.Array(
      Type.Object(
        { step: SetupStep, state: Type.Unsafe<SetupState>({ type: 'string', enum: [...SETUP_STATES] }) },
        { title: 'SetupStep' },
      ),
    ),
    probe: SetupProbe,
  },
  { title: 'Setup' },
)
export type Setup = Static<typeof Setup>

export const getSetup = operation({
  name: 'get_setup',
  method: 'GET',
  path: '/api/2/system/setup',
  area,
  ours: true,
  summary: 'Get the setup of a new installation',
  description:
    'The steps of the first run, and how this request reached the server. For administrators of the root organization.',
  params: {},
  result: Setup,
})

export const updateSetup = operation({
  name: 'update_setup',
  method: 'PUT',
  path: '/api/2/system/setup',
  area,
  ours: true,
  summary: 'Complete or skip a step of the setup',
  description:
    'Give `step` and `state`, or `finished` to skip all steps that are open. `password` and `two_step` are done when your ' +
    'account is changed. For administrators of the root organization.',
  params: {
    step: Type.Optional(SetupStep),
    state: Type.Optional(
      Type.Unsafe<'done' | 'skipped'>({ type: 'string', enum: SETUP_STATES.filter((one) => one !== 'open') }),
    ),
    finished: Type.Optional(Type.Boolean({ description: 'Skip all steps that are open' })),
  },
  result: Setup,
})

export const MailTest = Type.Object(
  {
    type: Type.Literal('mail_test'),
    ok: Type.Boolean({ description: 'Whether the mail server accepted the email' }),
    answer: Type.String({ description: 'The answer of the mail server, or why there was none' }),
  },
  { title: 'MailTest' },
)
export type MailTest = Static<typeof MailTest>

export const testMail = operation({
  name: 'test_mail',
  method: 'POST',
  path: '/api/2/system/mail_test',
  area,
  ours: true,
  summary: 'Send a test email',
  description:
    'It is sent at once, within 20 seconds. Up to 20 an hour. For administrators of the root organization.',
  params: { to: Type.String({ maxLength: 254, description: 'An email address' }) },
  result: MailTest,
})
