import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

/** `@vedette/code` as its users have it: packed by npm, in a folder without this repository, compiled by plain `tsc`. */

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const TSC = join(ROOT, "node_modules", "typescript-7", "bin", "tsc");

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vedette-code-"));
  const installed = join(folder, "node_modules", "@vedette", "code");
  mkdirSync(installed, { recursive: true });
  const { stdout } = await run(
    "npm",
    [
      "run",
      "pack-code",
      "--silent",
      "--",
      "--silent",
      "--foreground-scripts=false",
      "--pack-destination",
      folder,
    ],
    { cwd: ROOT },
  );
  const tarball = join(folder, stdout.trim().split("\n").at(-1) ?? "");
  await run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns what the compiler prints. */
async function compile(name: string, text: string): Promise<string> {
  writeFileSync(join(folder, name), text);
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--types", ""];
  const args = [TSC, ...options, "--module", "nodenext", "--target", "es2023", name];
  try {
    return (await run(process.execPath, args, { cwd: folder })).stdout;
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}

const IMPORTS = `import { adopt, apiMonitor, channel, env, file, group, heartbeat, journey, keep, maintenanceWindow, monitor, moved, project, rule, secret, statusPage, variable } from "@vedette/code";`;

test("compiles a project that uses everything", async () => {
  const text = `${IMPORTS}
project("shop", { defaults: { monitor: { interval: "30s", locations: ["default"] } } });
const base = variable("BASE", "https://shop.example");
const token: string = secret("TOKEN", env("TOKEN"));
secret("OLD", keep());
secret("CERTIFICATE", file("./certificate.pem"));
const storefront = group("storefront", { name: "Storefront" });
const ops = channel("ops", { type: "slack", config: { webhook_url: env("OPS_SLACK_URL") } });
const router = monitor("router", { type: "ping", host: "10.0.0.1" });
for (const name of ["home", "cart"]) {
  monitor(name, {
    type: "url",
    url: \`\${base}/\${name}\`,
    headers: { authorization: \`Bearer \${token}\` },
    interval: "1m",
    group: storefront,
    parents: [router, { project: "network", key: "firewall" }],
    assertions: [{ type: "status_code", operator: "eq", value: 200 }],
  });
}
const login = apiMonitor("login", { steps: [{ name: "Log in", method: "POST", url: \`\${base}/login\` }] });
const buy = journey("buy", { script: file("./buy.spec.ts"), interval_seconds: "5m" });
heartbeat("backup", { schedule: { type: "cron", expression: "0 3 * * *", timezone: "Europe/Berlin" }, grace_seconds: "1h" });
rule("down", { type: "consecutive_failures", params: { threshold: 3 }, on: { tags: { any: ["shop"] }, targets: [login, buy] }, channels: [ops] });
const page = statusPage("status", { components: [{ name: "Shop", targets: [login] }] });
maintenanceWindow("night", { starts_at: "2026-01-01T00:00", timezone: "UTC", duration_seconds: "2h", show_on: [page] });
moved("monitor", { from: "homepage", to: "home" });
adopt("monitor", { key: "cart", id: "01a1fbb4-893a-7178-838f-305c66bcb89e" });
`;
  expect(await compile("vedette.config.ts", text)).toBe("");
});

test.each([
  ["a field that does not exist", 'monitor("a", { type: "url", urll: "x" });', /'urll' does not exist/],
  ["a type of monitor that does not exist", 'monitor("a", { type: "urll" });', /"urll"' is not assignable/],
  ["a text in place of a number", 'monitor("a", { type: "tcp", host: "a", port: "x" });', /not assignable/],
  [
    "a monitor as group",
    'monitor("a", { type: "url", group: monitor("b", { type: "url" }) });',
    /TargetReference<"monitor">/,
  ],
  ["a rule without a type", 'rule("a", { params: {} });', /'type' is missing/],
])("%s is an error of the compiler", async (_what, statement, words) => {
  const printed = await compile("wrong.ts", `${IMPORTS}\n${statement}\n`);
  expect(printed).toMatch(/^wrong\.ts\(2,\d+\): error TS/);
  expect(printed).toMatch(words);
});
