import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, watch, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { main } from "../main.ts";

async function vdt(words: string, env: Record<string, string> = {}) {
  const [out, complaints]: [string[], string[]] = [[], []];
  const code = await main({
    args: words.split(" "),
    folder: "/",
    env: { VEDETTE_URL: "https://vedette.example/behind/", VEDETTE_API_KEY: "vdt_agent_x", ...env },
    print: (text) => out.push(text),
    complain: (text) => complaints.push(text),
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, out: out.join("\n"), complaint: complaints.join("\n") };
}

test.each([
  ["open --print", "https://vedette.example/behind/"],
  ["open --print monitors", "https://vedette.example/behind/monitors"],
  ["open --print monitors a/b", "https://vedette.example/behind/monitors/a%2Fb"],
  ["open --print keys", "https://vedette.example/behind/settings/api-keys"],
  ["open --print windows 7", "https://vedette.example/behind/alerts/maintenance/7"],
])("%s prints %s", async (words, url) => {
  expect(await vdt(words)).toMatchObject({ code: 0, out: url });
});

test.each([
  ["open --print ships", "There is no page of 'ships'"],
  ["open --print keys 7", "There is no page of one API key"],
])("%s is a usage error", async (words, message) => {
  expect(await vdt(words)).toMatchObject({ code: 2, complaint: expect.stringContaining(message) });
});

test("starts the browser of BROWSER with the URL, and says if there is none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vedette-open-"));
  const browser = join(folder, "browser");
  await writeFile(
    browser,
    `#!/bin/sh\necho "$1" > '${folder}/new' && mv '${folder}/new' '${folder}/opened'\n`,
  );
  await chmod(browser, 0o755);
  const changes = watch(folder, { signal: AbortSignal.timeout(10_000) });
  expect((await vdt("open monitors 7", { BROWSER: browser })).code).toBe(0);
  for await (const { filename } of changes) if (filename === "opened") break;
  expect(await readFile(join(folder, "opened"), "utf8")).toBe("https://vedette.example/behind/monitors/7\n");
  await rm(folder, { recursive: true });
  expect((await vdt("open", { BROWSER: browser })).complaint).toContain("No browser could be started");
});

test("deploy mark sends the version, its environment and the tags of the targets", async () => {
  let body: unknown;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    body = { path: request.url, ...JSON.parse(Buffer.concat(chunks).toString()) };
    response.writeHead(201, { "content-type": "application/json" });
    const data = { id: "7", at: "2026-01-31T12:00:00.000Z", title: "1.4.2 in production" };
    response.end(JSON.stringify({ success: true, data }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const words = "deploy mark --version 1.4.2 --environment production --url https://ci.example/7 --tag shop";
  const { code, out, complaint } = await vdt(words, { VEDETTE_URL: `http://127.0.0.1:${port}` });
  server.close();
  expect([code, out]).toEqual([0, "7"]);
  expect(complaint).toBe("1.4.2 in production was marked at 2026-01-31T12:00:00.000Z.");
  expect(body).toEqual({
    path: "/api/v1/markers",
    url: "https://ci.example/7",
    title: "1.4.2 in production",
    tags: ["production"],
    selector: { tags: { any: ["shop"] } },
  });
  expect(await vdt("deploy mark")).toMatchObject({
    code: 2,
    complaint: expect.stringContaining("--version"),
  });
});
