import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { CodeFolder, type CodeFolderOptions } from "./code-folder.ts";
import { pollFolder } from "./folder-poller.ts";
import { createFolderThread, type WatchFolder } from "./watch-folder.ts";

let running: TestApp;
let org: TestOrg;
let root = "";
const started: CodeFolder[] = [];
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  root = mkdtempSync(join(tmpdir(), "vedette-folder-"));
});
afterEach(async () => {
  for (const folder of started.splice(0)) await folder.stop();
  rmSync(root, { recursive: true, force: true });
});
afterAll(() => running.stop());

const attempts: boolean[] = [];

/** In this thread, because starting another one takes a second. */
const watchHere: WatchFolder = (settings, onContent) => {
  const end = pollFolder(settings, { pollMs: 20, onContent });
  return async () => end();
};

const until = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 30_000, interval: 20 });

function start(options: Partial<CodeFolderOptions> = {}, watch: WatchFolder = watchHere): CodeFolder {
  attempts.splice(0);
  const folder = new CodeFolder(
    {
      ...{ directory: root, project: null, organization: org.orgId, deleteMax: null, variables: {} },
      ...options,
    },
    {
      ...{
        database: running.database,
        clock: systemClock,
        log: silentLogger,
        watch,
        retryMs: 50,
      },
      apply: running.app.applyDocument,
      onAttempt: (isApplied) => attempts.push(isApplied),
    },
  );
  started.push(folder);
  folder.start();
  return folder;
}

const monitors = (...names: string[]) =>
  `version: 1\nproject: shop\nmonitors:\n${names.map((name) => `  ${name}: {type: url, url: "https://a.example/${name}"}\n`).join("")}`;

const write = (text: string, name = "vedette.yaml") => writeFileSync(join(root, name), text);

async function namesOfMonitors(): Promise<string[]> {
  const response = await running.call(org.keys.read, { method: "GET", url: "/api/v1/monitors?sort=name" });
  return response.json().data.map(({ name }: { name: string }) => name);
}

test("a thread reads the folder", async () => {
  write(monitors("home"));
  const folder = start({}, createFolderThread(silentLogger));
  await until(() => expect(folder.state).toMatchObject({ status: "applied", project: "shop" }));
});

test("the folder is applied at the start and when it changes, by the server itself", async () => {
  write(monitors("home"));
  const folder = start();
  await until(() => expect(folder.state).toMatchObject({ status: "applied", project: "shop" }));
  expect(await namesOfMonitors()).toEqual(["home"]);
  write(monitors("home", "cart"));
  await until(async () => expect(await namesOfMonitors()).toEqual(["cart", "home"]));
  const log = await running.call(org.keys.admin, { method: "GET", url: "/api/v1/audit-log" });
  expect(log.json().data).toContainEqual(
    expect.objectContaining({ actor: expect.objectContaining({ kind: "system", name: "config folder" }) }),
  );
});

test("faulty files change nothing, and are applied once they are correct", async () => {
  write(monitors("home"));
  const folder = start();
  await until(() => expect(folder.state.status).toBe("applied"));
  write(monitors("home", "cart").replace("type: url", "type: urll"));
  await until(() => expect(folder.state.status).toBe("rejected"));
  expect(folder.state.faults).toEqual([
    expect.stringMatching(/^vedette.yaml:4:10 monitors.home.type must be/),
  ]);
  expect([await namesOfMonitors(), attempts]).toEqual([["home"], [true, false]]);
  write(monitors("home", "cart"));
  await until(() => expect(folder.state).toMatchObject({ status: "applied", faults: [] }));
  expect(await namesOfMonitors()).toEqual(["cart", "home"]);
});

test("a folder that is emptied or gone deletes nothing", async () => {
  write(monitors("home"));
  const folder = start();
  await until(() => expect(folder.state.status).toBe("applied"));
  write("version: 1\nproject: shop\n");
  await until(() => expect(folder.state.status).toBe("rejected"));
  rmSync(root, { recursive: true });
  await until(() => expect(folder.state.faults).toEqual([expect.stringContaining("ENOENT")]));
  expect(await namesOfMonitors()).toEqual(["home"]);
  mkdirSync(root);
});

test("a ConfigMap is applied when its links are replaced", async () => {
  const mount = (version: string, text: string) => {
    mkdirSync(join(root, version));
    writeFileSync(join(root, version, "vedette.yaml"), text);
    symlinkSync(version, join(root, "..next"));
    renameSync(join(root, "..next"), join(root, "..data"));
  };
  mount("..v1", monitors("home"));
  symlinkSync("..data/vedette.yaml", join(root, "vedette.yaml"));
  const folder = start();
  await until(() => expect(folder.state.status).toBe("applied"));
  mount("..v2", monitors("cart"));
  await until(async () => expect(await namesOfMonitors()).toEqual(["cart"]));
});

test("of two processes with the same folder one applies it, and the other takes over", async () => {
  write(monitors("home"));
  const first = start();
  await until(() => expect(first.state.status).toBe("applied"));
  const second = start();
  await until(() => expect(second.state.status).toBe("follows"));
  await first.stop();
  await until(() => expect(second.state.status).toBe("applied"));
});

describe("the configuration", () => {
  test("names the project of files that do not, and no other", async () => {
    write(monitors("home").replace("project: shop\n", ""));
    const folder = start({ project: "local" });
    await until(() => expect(folder.state).toMatchObject({ status: "applied", project: "local" }));
    write(monitors("home"));
    await until(() => expect(folder.state.faults).toEqual([expect.stringContaining("'shop'")]));
  });

  test("names the organization if there are several", async () => {
    write(monitors("home"));
    const folder = start({ organization: null });
    const fault = expect.stringContaining("VEDETTE_CONFIG_ORGANIZATION");
    await until(() => expect(folder.state.faults).toEqual([fault]));
  });

  test("gives credentials their values, and no setting of the server", async () => {
    write("version: 1\nproject: shop\nsecrets: {TOKEN: {env: TOKEN}}\n");
    const missing = start();
    await until(() => expect(missing.state.faults).toEqual([expect.stringContaining("TOKEN is not set")]));
    await missing.stop();
    const folder = start({ variables: { TOKEN: "s3cret" } });
    await until(() => expect(folder.state.status).toBe("applied"));
    const { data } = (await running.call(org.keys.read, { method: "GET", url: "/api/v1/variables" })).json();
    expect(data).toMatchObject([{ name: "TOKEN", type: "secret" }]);
  });

  test("does not run TypeScript", async () => {
    write(monitors("home"));
    write("process.exit(1);", "x.vedette.ts");
    const folder = start();
    await until(() => expect(folder.state.faults).toEqual([expect.stringContaining("is TypeScript")]));
  });
});
