// Who may import whom. Run by scripts/boundaries.mjs, which shows an import of types as `typeOnly('…')`.
const TESTS = '\\.test\\.tsx?$'
// A suite that every adapter of a port must pass; only tests import it.
const CONTRACTS = '\\.contract\\.ts$'
const SERVER = '^packages/server/src/'
const PAGE_SCRIPTS = `${SERVER}http/pages/scripts/`
const TESTKIT = '^packages/server/testkit/'
const MODELS = '^packages/agent/testkit/'
const WEB = '^packages/web/src/'
const AGENT = '^packages/agent/src/'
const AGENT_CORE = `${AGENT}core/`

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

// The wings of the app, from the ground up; main.tsx is above them. `console` is beside `screens`, not above it.
const WEB_WINGS = ['platform', 'messages', 'core', 'data', 'ui', 'files', 'screens', 'console', 'app']

// The folders of the agent, from the ground up; main.ts is above them.
const AGENT_WINGS = [
  ...[
    'words',
    'core',
    'ports',
    'engine',
    'disk',
    'store',
    'net',
    'locks',
    'backup',
    'device',
    'service',
    'cli',
  ],
]

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** One rule for each wing but the lowest, if nothing is below all of them: what is below must not import it. */
const downward = (name, base, wings, ground = []) =>
  wings.flatMap((wing, floor) => {
    const lower = [...ground, ...wings.slice(0, floor).map((one) => `${base}${one}/`)]
    if (lower.length === 0) return []
    return forbid(
      `${name}-${wing}`,
      'Imports go down only, so that a wing can be understood with those below it and changed for those above it.',
      { path: lower, pathNot: [TESTS, CONTRACTS] },
      { path: `${base}${wing}/` },
    )
  })

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Two files in a cycle can only be understood, tested and loaded together. Cycles of types count: they are how the others begin.',
      {},
      { circular: true },
    ),
    ...downward('below', SERVER, WINGS, [`${SERVER}errors\\.ts$`]),
    ...downward('web-below', WEB, WEB_WINGS),
    ...downward('agent-below', AGENT, AGENT_WINGS),
    forbid(
      'server-has-wings-only',
      'A file beside the wings stands in no order with them.',
      { path: `^packages/` },
      { path: SERVER, pathNot: [`${SERVER}(errors|main)\\.ts$`, `${SERVER}(${WINGS.join('|')})/`] },
    ),
    forbid(
      'web-has-wings-only',
      'A file beside the wings stands in no order with them.',
      { path: '^packages/' },
      { path: WEB, pathNot: [`${WEB}main\\.tsx$`, `${WEB}(${WEB_WINGS.join('|')})/`] },
    ),
    forbid(
      'agent-has-wings-only',
      'A file beside the wings stands in no order with them.',
      { path: '^packages/' },
      { path: AGENT, pathNot: [`${AGENT}main\\.ts$`, `${AGENT}(${AGENT_WINGS.join('|')})/`] },
    ),
    forbid(
      'main-is-the-roof',
      'It runs the program when it is loaded.',
      {},
      { path: [`${SERVER}main\\.ts$`, `${WEB}main\\.tsx$`, `${AGENT}main\\.ts$`] },
    ),
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
      'scripts-of-pages-run-in-browsers',
      'There is no server where they run: of its files they may have words only, and no module of Node.',
      { path: PAGE_SCRIPTS, pathNot: TESTS },
      { pathNot: [PAGE_SCRIPTS, `${SERVER}http/pages/links/reasons\\.ts$`, '^packages/api/'] },
    ),
    forbid(
      'scripts-of-pages-are-built',
      'They run as soon as they are loaded, and need a document. The server gives out what the build makes of them.',
      { pathNot: PAGE_SCRIPTS },
      { path: PAGE_SCRIPTS },
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
        pathNot: [TESTS, CONTRACTS, TESTKIT, '^packages/agent/testkit/program/', '^packages/web/journeys/'],
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
      'agent-adapters-stand-alone',
      'Each keeps one promise of the ports: a simulation replaces any of them alone.',
      { path: `${AGENT}(disk|store|net)/`, pathNot: [TESTS, CONTRACTS] },
      { path: `${AGENT}(disk|store|net)/`, pathNot: `${AGENT}$1/` },
    ),
    forbid(
      'web-asks-through-data',
      'Signing in again, the token of changes and what is kept are the same for every call.',
      { path: WEB, pathNot: [`${WEB}data/`, TESTS] },
      { path: '^packages/api/src/client' },
    ),
    forbid(
      'web-core-is-pure',
      'Addresses, windows, selections and the course of uploads are tried without a browser. Words come in as arguments.',
      { path: `${WEB}core/`, pathNot: TESTS },
      { pathNot: [`${WEB}core/`, '^packages/api/', `${WEB}messages/`, `${WEB}platform/listeners\\.ts$`] },
    ),
    forbid(
      'web-core-is-given-words',
      'What decides in one language decides in all: it knows the form of the words, not the chosen ones.',
      { path: `${WEB}core/`, pathNot: TESTS },
      { path: `${WEB}messages/`, exoticallyRequired: false },
    ),
    forbid(
      'ui-knows-no-service',
      'A control that asks for something itself can be used for that only. Of answers it knows what went wrong.',
      { path: `${WEB}ui/`, pathNot: TESTS },
      { path: `${WEB}data/`, pathNot: `${WEB}data/service/errors\\.ts$` },
    ),
    forbid(
      'screens-stand-alone',
      'What two screens need belongs below them; what one opens of another is given to it by the app.',
      { path: `${WEB}(screens|console)/([^/]+)/` },
      { path: `${WEB}(screens|console)/`, pathNot: [`${WEB}$1/$2/`, `${WEB}console/parts/`] },
    ),
    forbid(
      'console-and-screens-stand-apart',
      'Whoever only uses files never loads the administration, and the other way round.',
      { path: `${WEB}(screens|console)/` },
      { path: `${WEB}(screens|console)/`, pathNot: `${WEB}$1/` },
    ),
    forbid(
      'console-comes-later',
      'One import of the console that is not lazy, and everybody loads it with the first view.',
      { path: WEB, pathNot: [`${WEB}console/`, `${WEB}(data|messages|core)/console/`, TESTS] },
      {
        path: `${WEB}(console|(core|data|messages)/console)/`,
        dynamic: false,
        exoticallyRequired: false,
      },
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
      { path: '^packages/(?!api/)', pathNot: ['^packages/$1/', TESTKIT, '^packages/agent/testkit/program/'] },
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
