// Who may import whom. Run by scripts/boundaries.mjs, which shows an import of types as `typeOnly('…')`.
const TESTS = '\\.test\\.tsx?$'
// A suite that every adapter of a port must pass; only tests import it.
const CONTRACTS = '\\.contract\\.ts$'
const SERVER = '^packages/server/src/'
const TESTKIT = '^packages/server/testkit/'
const MODELS = '^packages/agent/testkit/'
const WEB = '^packages/web/src/'
const AGENT_CORE = '^packages/agent/src/core/'

// The wings of the server, from the ground up: a wing imports from itself and from those before it. Below all of
// them is errors.ts, above them main.ts.
const WINGS = [
  'platform',
  'records',
  'access',
  'sign-in',
  'files',
  'accounts',
  'devices',
  'sharing',
  'oversight',
  'http',
  'service',
]

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Two files in a cycle can only be understood, tested and loaded together. Cycles of types count: they are how the others begin.',
      {},
      { circular: true },
    ),
    ...WINGS.map((wing, floor) =>
      forbid(
        `below-${wing}`,
        'Imports go down only, so that a wing can be understood with those below it and changed for those above it.',
        {
          path: [`${SERVER}errors\\.ts$`, ...WINGS.slice(0, floor).map((lower) => `${SERVER}${lower}/`)],
          pathNot: [TESTS, CONTRACTS],
        },
        { path: `${SERVER}${wing}/` },
      ),
    ),
    forbid(
      'server-has-wings-only',
      'A file beside the wings stands in no order with them.',
      { path: `^packages/` },
      { path: SERVER, pathNot: [`${SERVER}(errors|main)\\.ts$`, `${SERVER}(${WINGS.join('|')})/`] },
    ),
    forbid('main-is-the-roof', 'It runs the program when it is loaded.', {}, { path: `${SERVER}main\\.ts$` }),
    forbid(
      'fastify-stays-in-http',
      'An operation must be callable from a route, a job, the command line and a test alike.',
      { path: SERVER, pathNot: [`${SERVER}http/`, TESTS] },
      { path: '^node_modules/(fastify|@fastify)/' },
    ),
    forbid(
      'routes-belong-to-the-app',
      'A route is an edge of the program: what another file wants from it is an operation or a view.',
      { pathNot: `${SERVER}http/app\\.ts$` },
      { path: [`${SERVER}http/api/`, `${SERVER}http/pages/.*routes\\.ts$`] },
    ),
    forbid(
      'queries-stay-in-their-room',
      'SQL that two rooms need is about records, and belongs to them. Types of rows may travel.',
      { path: `${SERVER}([^/]+/[^/]+)/`, pathNot: TESTS },
      {
        path: `${SERVER}.+queries\\.ts$`,
        pathNot: [`${SERVER}$1/`, `${SERVER}(platform|records)/`],
        exoticallyRequired: false,
      },
    ),
    forbid(
      'database-drivers-stay-in-db',
      'Queries run on either database because only db/ knows which one it is.',
      { path: '^packages/', pathNot: [`${SERVER}platform/db/`, TESTKIT] },
      { path: '^node_modules/(pg|pg-[^/]+|better-sqlite3)/' },
    ),
    forbid(
      's3-stays-in-blobs',
      'Where bytes are kept is a setting; only its adapter may know.',
      { path: '^packages/', pathNot: [`${SERVER}platform/blobs/`, TESTKIT] },
      { path: '^node_modules/(@aws-sdk|@smithy)/' },
    ),
    forbid(
      'smtp-stays-in-mail',
      'Everything else asks the mailer, which tests replace by one that keeps the letters.',
      { path: '^packages/', pathNot: [`${SERVER}platform/mail/`, TESTKIT] },
      { path: '^node_modules/nodemailer/' },
    ),
    forbid(
      'ldap-stays-in-its-room',
      'Where a directory lies is chosen by strangers: only the code that checks the address may open a connection.',
      { path: '^packages/', pathNot: [`${SERVER}platform/ldap/`, TESTKIT] },
      { path: '^node_modules/ldapts/' },
    ),
    forbid(
      'pictures-are-decoded-elsewhere',
      'Whatever a picture does to its decoder must not happen to the service: only the program of another process loads it.',
      { path: '^packages/', pathNot: [`${SERVER}platform/thumbnails/thumbnail-process\\.ts$`, TESTS] },
      { path: '^node_modules/sharp/' },
    ),
    forbid(
      'sql-stays-in-queries',
      'SQL is reviewed and indexed in few places. The types of kysely may travel; its values build SQL.',
      { path: SERVER, pathNot: ['queries\\.ts$', `${SERVER}(platform/db|records)/`] },
      { path: '^node_modules/kysely/', exoticallyRequired: false },
    ),
    forbid(
      'api-imports-nothing-of-ours',
      'The contract stands above server and clients; it must not depend on how one of them does it.',
      { path: '^packages/api/', pathNot: TESTS },
      { path: '^(packages|bench|meta|scripts)/', pathNot: '^packages/api/' },
    ),
    forbid(
      'api-runs-anywhere',
      'Browsers load the contract too: no Node builtins, and no dependency but its schemas.',
      { path: '^packages/api/', pathNot: TESTS },
      { pathNot: ['^(packages|bench|meta|scripts)/', '^node_modules/typebox/'] },
    ),
    forbid(
      'server-is-no-client-of-itself',
      'The client speaks HTTP; inside the server an operation is a function call.',
      { path: SERVER, pathNot: [TESTS, CONTRACTS] },
      { path: '^packages/api/src/client(\\.ts$|/)' },
    ),
    forbid(
      'testkit-is-for-tests',
      'What only tests need must never be part of what is shipped.',
      {
        path: '^packages/',
        pathNot: [TESTS, TESTKIT, '^packages/agent/testkit/program/', '^packages/web/journeys/'],
      },
      { path: TESTKIT },
    ),
    forbid(
      'models-are-for-tests',
      'A program that met a model instead of the service would keep its files in nothing.',
      { path: '^packages/', pathNot: [TESTS, MODELS] },
      { path: MODELS },
    ),
    forbid(
      'planner-is-pure',
      'What decides about files is tried a million times against a world that does not exist: it knows no other.',
      { path: AGENT_CORE, pathNot: TESTS },
      { pathNot: [AGENT_CORE, '^packages/api/'] },
    ),
    forbid(
      'agent-meets-the-world-by-ports',
      'Whatever an engine does is an effect that a simulation can let happen, delay or break.',
      { path: '^packages/agent/src/(engine|ports)/', pathNot: [TESTS, CONTRACTS] },
      { pathNot: ['^packages/agent/src/(core|engine|ports)/', '^packages/api/'] },
    ),
    forbid(
      'web-asks-through-data',
      'Signing in again, the token of changes and what is kept are the same for every call.',
      { path: WEB, pathNot: [`${WEB}data/`, TESTS] },
      { path: '^packages/api/src/client' },
    ),
    forbid(
      'screens-stand-alone',
      'What two screens need belongs below them.',
      { path: `${WEB}screens/([^/]+)/` },
      { path: `${WEB}screens/`, pathNot: `${WEB}screens/$1/` },
    ),
    forbid(
      'lists-are-pure',
      'Windows, selections and the course of uploads are tried without a browser.',
      { path: `${WEB}(list/[^/]+\\.ts$|upload/machine)`, pathNot: TESTS },
      { path: ['^node_modules/', `${WEB}(data|app|screens|ui)/`], exoticallyRequired: false },
    ),
    forbid(
      'tests-are-not-imported',
      'A test file that is imported runs its tests twice; shared parts belong to the testkit.',
      {},
      { path: TESTS },
    ),
    forbid(
      'clients-speak-the-api-only',
      'Our web app and agent meet the server over HTTP, like anybody else; so the API is always enough.',
      { path: '^packages/(web|agent)/' },
      { path: '^packages/(?!api/)', pathNot: ['^packages/$1/', TESTKIT] },
    ),
    forbid(
      'no-dev-dependencies-in-src',
      'They are not installed where the service runs.',
      { path: '^packages/[^/]+/src/', pathNot: [TESTS, CONTRACTS] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm'] },
    ),
    forbid(
      'no-undeclared-dependencies',
      'A package that no package.json names is there by luck, and gone by the next update of another.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid(
      'no-unresolvable',
      'An import that leads nowhere is one these rules cannot judge.',
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    // A workspace's dependencies are its own and the root's.
    combinedDependencies: true,
    exoticRequireStrings: ['typeOnly'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
