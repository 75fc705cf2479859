import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../server/test/app.ts";
import { startRunners } from "../../../../server/test/runners.ts";
import { main } from "../../main.ts";

/** `vdt code` against the real server, with runners, and a shop that it monitors. */

let running: TestApp;
let stopRunners: () => Promise<void>;
let shop: Server;
let shopUrl = "";
let url = "";
let org: TestOrg;
let folder = "";
beforeAll(async () => {
  running = await startTestApp({ manualCheckGraceMs: 5_000 });
  url = await running.app.server.listen({ host: "127.0.0.1", port: 0 });
  stopRunners = startRunners(running.queue);
  shop = createServer((request, response) => {
    response.writeHead(request.url?.startsWith("/broken") ? 500 : 200).end(request.url);
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  folder = mkdtempSync(join(tmpdir(), "vdt-code-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(async () => {
  shop.closeAllConnections();
  shop.close();
  await stopRunners();
  await running.stop();
});

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

type Options = { env?: Record<string, string>; answer?: string };

async function vdt(words: string, { env = {}, answer }: Options = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await main({
    args: ["code", ...words.split(" ")],
    env: { VEDETTE_URL: url, VEDETTE_API_KEY: org.keys.admin, PATH: process.env.PATH, ...env },
    folder,
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    openInput: () => process.stdin,
    ask: answer === undefined ? null : async () => answer,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

const SHOP = `version: 1
project: shop
variables: {BASE: https://shop.example}
secrets: {TOKEN: {env: SHOP_TOKEN}}
groups: {storefront: {name: Storefront}}
monitors:
  home: {type: url, url: "{{BASE}}/", group: storefront, tags: [shop], interval: 1m}
  cart: {type: url, url: "{{BASE}}/cart", headers: {x-token: "{{TOKEN}}"}}
rules:
  down: {type: consecutive_failures, params: {threshold: 3}, on: {tags: {any: [shop]}}}
`;
const ENV = { SHOP_TOKEN: "s3cret-token" };

describe("plan and apply", () => {
  test("a plan has the exit codes of changes, none and errors", async () => {
    write({ "vedette.yaml": SHOP });
    const planned = await vdt("plan --exit-code", { env: ENV });
    expect([planned.code, planned.out]).toEqual([2, expect.stringContaining("6 to create")]);
    expect(planned.out).toContain("+ monitor home is created");
    expect((await vdt("plan", { env: ENV })).code).toBe(0);
    const applied = await vdt("apply --yes", { env: ENV });
    expect([applied.code, applied.out]).toEqual([0, expect.stringContaining("6 created")]);
    const again = await vdt("plan --exit-code", { env: ENV });
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^No changes\. 6 resources/)]);
    write({ "vedette.yaml": SHOP.replace("type: url", "type: urll") });
    const faulty = await vdt("plan --exit-code");
    expect([faulty.code, faulty.err]).toEqual([1, expect.stringMatching(/^vedette.yaml:7:10 monitors.home/)]);
    expect((await vdt("plan --exit-code --env-file nope")).code).toBe(1);
  });

  test("an apply asks a person, and needs --yes in a pipeline", async () => {
    write({ "vedette.yaml": SHOP });
    expect(await vdt("apply", { env: ENV })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--yes"),
    });
    expect(await vdt("apply", { env: ENV, answer: "y" })).toMatchObject({ code: 1 });
    expect(await vdt("plan --exit-code", { env: ENV })).toMatchObject({ code: 2 });
    expect(await vdt("apply", { env: ENV, answer: "yes" })).toMatchObject({ code: 0 });
  });

  test("a credential without a value is a warning of plan and an error of apply", async () => {
    write({ "vedette.yaml": SHOP, ".env": "SHOP_TOKEN=from-file\n" });
    const planned = await vdt("plan");
    expect(planned).toMatchObject({ code: 0, err: expect.stringContaining("SHOP_TOKEN is not set") });
    const applied = await vdt("apply --yes");
    expect(applied).toMatchObject({
      code: 2,
      err: expect.stringContaining("secrets.TOKEN: the environment"),
    });
    expect(await vdt("apply --yes --env-file .env")).toMatchObject({ code: 0 });
    const { out } = await vdt("plan --json --env-file .env");
    expect(out).not.toContain("from-file");
  });

  test("a change made by hand is shown as drift with its author", async () => {
    write({ "vedette.yaml": SHOP });
    await vdt("apply --yes", { env: ENV });
    const { data } = (await running.call(org.keys.read, { method: "GET", url: "/api/v1/monitors" })).json();
    const home = data.find(({ name }: { name: string }) => name === "home");
    await running.call(org.keys.admin, {
      method: "PUT",
      url: `/api/v1/monitors/${home.id}`,
      payload: { interval: 300 },
    });
    const { code, out } = await vdt("plan --exit-code", { env: ENV });
    expect([code, out]).toEqual([2, expect.stringMatching(/drift: interval 60 -> 300 by /)]);
    expect(out).toContain("interval: 300 -> 60");
  });

  test("what is no longer in the files is deleted, unless --no-prune", async () => {
    write({ "vedette.yaml": SHOP });
    await vdt("apply --yes", { env: ENV });
    write({ "vedette.yaml": SHOP.replace(/ {2}cart:.*\n/, "") });
    expect((await vdt("plan --no-prune --exit-code", { env: ENV })).code).toBe(0);
    expect((await vdt("plan", { env: ENV })).out).toContain("- monitor cart is deleted");
    expect((await vdt("apply --yes", { env: ENV })).code).toBe(0);
    expect((await vdt("plan --exit-code", { env: ENV })).code).toBe(0);
  });

  test("an error of the server names the place in the file", async () => {
    write({
      "vedette.yaml": SHOP.replace("group: storefront", "parents: [{project: network, key: router}]"),
    });
    const { code, err } = await vdt("plan", { env: ENV });
    expect([code, err]).toEqual([1, expect.stringMatching(/^vedette.yaml:7:\d+ monitors.home.parents.0/m)]);
  });
});

test("TypeScript and YAML are one project", async () => {
  write({
    "vedette.config.ts": `import { group, monitor, project, variable } from "@vedette/code";
console.log("evaluated");
project("shop");
const base = variable("BASE", "https://shop.example");
const storefront: string = group("storefront", { name: "Storefront" });
for (const name of ["home", "cart"]) monitor(name, { type: "url", url: \`\${base}/\${name}\`, group: storefront });
`,
    "more.vedette.yaml": "monitors:\n  other: {type: ping, host: shop.example, parents: [home]}\n",
  });
  const { code, out, err } = await vdt("validate --json");
  expect([code, err]).toEqual([0, "evaluated"]);
  expect(JSON.parse(out)).toMatchObject({ project: "shop", resources: 5 });
  expect(await vdt("apply --yes")).toMatchObject({ code: 0 });
});

test.each([
  ["throw new TypeError('boom');", /^x.vedette.ts:1:7 TypeError: boom/],
  ["const a: = 1;", /^x.vedette.ts:1:\d+ SyntaxError/],
  ["enum A { B }", /^x.vedette.ts:1:1 SyntaxError: TypeScript enum is not supported/],
  ["import './nope.ts';", /^x.vedette.ts:1:1 Error: Cannot find module/],
  ["process.exit(3);", /ended the process \(exit code 3\)/],
  ['import { monitor } from "@vedette/code"; monitor("a", { type: "url", body: 1n as never });', /BigInt/],
])("TypeScript that fails is a fault: %s", async (text, words) => {
  write({ "x.vedette.ts": text });
  const { code, err } = await vdt("validate");
  expect([code === 0, err]).toEqual([false, expect.stringMatching(words)]);
});

describe("export", () => {
  test.each(["yaml", "ts"])("as %s is a plan without changes", async (format) => {
    write({ "vedette.yaml": SHOP });
    await vdt("apply --yes", { env: ENV });
    rmSync(join(folder, "vedette.yaml"));
    const exported = await vdt(`export --project shop --format ${format} --out .`);
    expect(exported).toMatchObject({ code: 0, err: expect.stringContaining("TOKEN") });
    const name = /^ {2}([A-Z_]+) {2}secrets.TOKEN$/m.exec(exported.err)?.[1] ?? "";
    expect(await vdt("plan --exit-code", { env: { [name]: ENV.SHOP_TOKEN } })).toMatchObject({ code: 0 });
    expect(await vdt(`export --project shop --format ${format} --out .`)).toMatchObject({ code: 2 });
  });

  test("of what no project owns", async () => {
    await running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/monitors",
      payload: { name: "By hand", type: "url", url: "https://a.example", tags: ["x"] },
    });
    const { code, out } = await vdt('export --selector {"tags":{"any":["x"]}}');
    expect([code, out]).toEqual([0, expect.stringContaining("https://a.example")]);
    expect((await vdt("export --selector {")).code).toBe(2);
  });
});

describe("destroy and undelete", () => {
  test("need the name of the project, and a target comes back with its key", async () => {
    write({ "vedette.yaml": SHOP.replace('"{{BASE}}/"', '"https://shop.example/"') });
    await vdt("apply --yes", { env: ENV });
    expect((await vdt("destroy")).code).toBe(2);
    expect((await vdt("destroy --confirm blog")).code).toBe(2);
    expect((await vdt("destroy", { answer: "blog" })).code).toBe(1);
    expect(await vdt("destroy --confirm shop")).toMatchObject({
      code: 0,
      out: expect.stringContaining("6 deleted"),
    });
    expect(await vdt("undelete monitor home")).toMatchObject({ code: 0, err: "" });
    expect((await vdt("undelete page home")).code).toBe(2);
    expect((await vdt("plan", { env: ENV })).out).toContain("~ monitor home is changed");
  });

  test("--release keeps what the project owned", async () => {
    write({ "vedette.yaml": SHOP });
    await vdt("apply --yes", { env: ENV });
    expect(await vdt("destroy --confirm shop --release")).toMatchObject({ code: 0 });
    const { out } = await vdt("apply --yes --adopt-by-name", { env: ENV });
    expect(out).toContain("6 taken over");
  });
});

describe("test", () => {
  const suite = () => `version: 1
project: shop
variables: {BASE: "${shopUrl}"}
monitors:
  home: {type: url, url: "{{BASE}}/", tags: [fast]}
  broken: {type: url, url: "{{BASE}}/broken"}
  all: {type: composite, selector: {targets: [home]}}
api_monitors:
  login: {tags: [fast], steps: [{name: Log in, method: GET, url: "{{BASE}}/login"}]}
`;

  test("runs what is in the files, and stores nothing", async () => {
    write({ "vedette.yaml": suite() });
    const { code, out } = await vdt("test");
    expect([code, out]).toEqual([1, expect.stringMatching(/2 passed, 1 failed/)]);
    const listed = await running.call(org.keys.read, { method: "GET", url: "/api/v1/monitors" });
    expect(listed.json().data).toEqual([]);
    expect(await vdt("test --tag fast")).toMatchObject({ code: 0 });
    expect(await vdt("test home --base-url http://127.0.0.1:1")).toMatchObject({ code: 1 });
    expect(await vdt("test home --env BASE=http://127.0.0.1:1")).toMatchObject({ code: 1 });
    expect(await vdt("test hom")).toMatchObject({ code: 2, err: expect.stringContaining("'home'") });
    await vdt("test home --reporter junit=out.xml");
    expect(readFileSync(join(folder, "out.xml"), "utf8")).toContain("<testsuite");
  });
});

test("fmt formats, --check does not write, and syntax errors have places", async () => {
  write({ "vedette.yaml": "project:   shop # ours\nversion: 1\n", "x.vedette.yaml": "a: [\n" });
  expect(await vdt("fmt --check")).toMatchObject({
    code: 1,
    out: "vedette.yaml",
    err: expect.stringMatching(/^x.vedette.yaml:/),
  });
  expect(readFileSync(join(folder, "vedette.yaml"), "utf8")).toContain("project:   shop");
  await vdt("fmt vedette.yaml");
  expect(readFileSync(join(folder, "vedette.yaml"), "utf8")).toBe("version: 1\nproject: shop # ours\n");
  expect(existsSync(join(folder, "vedette.yaml"))).toBe(true);
});

test("schema prints the JSON Schema of the document", async () => {
  expect(JSON.parse((await vdt("schema")).out)).toMatchObject({ $defs: { CodeMonitor: { type: "object" } } });
});
