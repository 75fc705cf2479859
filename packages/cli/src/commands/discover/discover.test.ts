import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../server/test/app.ts";
import { main } from "../../main.ts";

/** `vdt discover` against the real server, with an API server of Kubernetes whose objects change. */

let running: TestApp;
let url = "";
let org: TestOrg;
let folder = "";
/** The Monitor objects of the cluster. */
let objects: unknown[] = [];

const cluster = createServer((request, response) => {
  const isMonitors = request.url?.startsWith("/apis/vedette.dev/v1alpha1/monitors");
  response.writeHead(isMonitors ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify({ kind: "MonitorList", metadata: { resourceVersion: "7" }, items: objects }));
});

beforeAll(async () => {
  running = await startTestApp();
  url = await running.app.server.listen({ host: "127.0.0.1", port: 0 });
  await new Promise<void>((resolve) => cluster.listen(0, "127.0.0.1", resolve));
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  folder = mkdtempSync(join(tmpdir(), "vdt-discover-"));
  objects = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(async () => {
  cluster.close();
  await running.stop();
});

function monitorObject(name: string, spec: Record<string, unknown>) {
  return {
    metadata: { name, namespace: "shop", uid: "6c1e" },
    spec: { type: "url", interval: "1h", ...spec },
  };
}

async function vdt(words: string, env: Record<string, string> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await main({
    args: words.split(" "),
    env: { VEDETTE_URL: url, VEDETTE_API_KEY: org.keys.admin, ...env },
    folder,
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    openInput: () => process.stdin,
    ask: null,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

function discover(options = "") {
  const { port } = cluster.address() as AddressInfo;
  const words = `discover kubernetes --once --state state.json --api-server http://127.0.0.1:${port} ${options}`;
  return vdt(words.trim());
}

test("makes monitors of what is there, once, and deletes them after they have been gone for long enough", async () => {
  objects = [
    monitorObject("web", { url: "https://web.example/" }),
    monitorObject("db", { type: "tcp", host: "db.shop.svc", port: 5432 }),
  ];
  expect(await discover()).toEqual({
    code: 0,
    out: "2 created, 0 updated, 0 replaced, 0 deleted, 0 unchanged",
    err: "",
  });
  expect((await discover()).out).toBe("0 created, 0 updated, 0 replaced, 0 deleted, 2 unchanged");
  objects = [monitorObject("web", { url: "https://web.example/", interval: "30m" })];
  expect((await discover()).out).toBe("0 created, 1 updated, 0 replaced, 0 deleted, 1 unchanged");
  expect((await discover("--gone-for 0s")).out).toBe(
    "0 created, 0 updated, 0 replaced, 1 deleted, 1 unchanged",
  );
  expect((await vdt("trash list -o ids")).out.split("\n")).toHaveLength(1);
});

test("reports what the server rejects, and makes the others with the given defaults", async () => {
  writeFileSync(join(folder, "defaults.yaml"), "tags: [cluster]\n");
  objects = [
    monitorObject("good", { url: "https://good.example/" }),
    monitorObject("bad", { url: "ftp://bad.example/", wrong: 1 }),
  ];
  const { code, out, err } = await discover("--defaults defaults.yaml --name prod");
  expect([code, out]).toEqual([0, "1 created, 0 updated, 0 replaced, 0 deleted, 0 unchanged"]);
  expect(err).toContain("Monitor shop/bad: wrong is not a known field");
  expect(err).toContain("Monitor shop/bad: url ");
  const listed = JSON.parse((await vdt("monitors list --json --tag cluster")).out);
  expect(listed).toMatchObject([
    {
      name: "good",
      managed_by: { project: "discovered:prod", key: "monitor/shop/good", source: "Monitor shop/good" },
    },
  ]);
});

test("changes nothing if the source or the server does not answer", async () => {
  objects = [monitorObject("web", { url: "https://web.example/" })];
  await discover();
  const words = "discover kubernetes --once --state state.json --api-server http://127.0.0.1:1";
  expect(await vdt(words)).toMatchObject({ code: 4, err: expect.stringContaining("does not answer") });
  const noServer = `${words.slice(0, words.indexOf("--api"))}--api-server http://127.0.0.1:${(cluster.address() as AddressInfo).port}`;
  expect(await vdt(noServer, { VEDETTE_URL: "http://127.0.0.1:1" })).toMatchObject({ code: 4 });
  expect((await vdt("monitors list -o ids")).out.split("\n")).toHaveLength(1);
});

test("needs to know whether to go on, and refuses durations without a unit that exists", async () => {
  expect(await vdt("discover docker")).toMatchObject({ code: 2, err: expect.stringContaining("--once") });
  expect(await vdt("discover docker --once --watch")).toMatchObject({ code: 2 });
  expect(await vdt("discover docker --once --gone-for soon")).toMatchObject({ code: 2 });
});
