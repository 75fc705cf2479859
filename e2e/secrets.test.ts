import { readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Variable, variableSchema } from "@vedette/contract/variables/variables.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { dataOf } from "./harness/api-client.ts";
import { dumpDatabase } from "./harness/database.ts";
import { type EchoTarget, startEchoTarget } from "./harness/echo-target.ts";
import { type EventStream, listen } from "./harness/event-stream.ts";
import { createLab } from "./harness/lab.ts";
import { checkNow, createMonitor, type Fields, getMonitor, listResults } from "./harness/monitors.ts";
import { findMarkers, findMarkersInFiles } from "./harness/secret-markers.ts";
import { type MailServer, startMailServer } from "./harness/servers/mail-server.ts";
import { METRICS_TOKEN, runVedette, type Vedette } from "./harness/vedette.ts";

/** A secret in every field that accepts one, in checks that fail in every way: it appears in no output. */

const lab = createLab(afterAll);
let dataDir = "";
let vedette: Vedette;
let target: EchoTarget;
let events: EventStream;
let mails: MailServer;

/** Needs escaping in URLs, in JSON and in HTML. */
const CANARY = 'c4nary/Pa+55 "w&rd%41\\x';
/** Used in a host name, which is lowercased and does not resolve. */
const HOST_CANARY = "C4naryHost";
const POLL = { timeout: 30_000, interval: 100 };

beforeAll(async () => {
  dataDir = await lab.newDataDir();
  target = await startEchoTarget();
  mails = await startMailServer();
  const mailing = { SMTP_URL: mails.url, VEDETTE_MAIL_FROM: "vedette@example.org" };
  vedette = await lab.start({ dataDir, env: { VEDETTE_LOG_LEVEL: "debug", ...mailing } });
  events = await listen(vedette);
});
afterAll(async () => {
  await events.close();
  await target.close();
  await mails.close();
});

function put(name: string, value: string, type: Variable["type"] = "secret"): Promise<Variable> {
  return vedette
    .request("POST", "/api/v1/variables", { name, value, type })
    .then((response) => dataOf(variableSchema, response));
}

/** A monitor that sends the secret in path, query, headers and body. */
function sending(behavior: string, more: Fields = {}): Fields {
  return {
    name: behavior,
    url: `http://127.0.0.1:${target.port}/${behavior}/{{TOKEN}}?q={{TOKEN}}`,
    method: "POST",
    headers: { "X-Token": "{{TOKEN}}", Authorization: "Bearer {{ TOKEN }}", "X-Base64": "{{BASE64}}" },
    body: '{"password": "{{TOKEN}}"}',
    timeout: 0.5,
    ...more,
  };
}

const echoed = [
  { type: "body", operator: "contains", value: "never there" },
  { type: "header", property: "x-echo", operator: "equals", value: "never so" },
] as const;

function cases(): Fields[] {
  const url = "http://127.0.0.1:1/{{TOKEN}}";
  return [
    ...["status", "loop", "elsewhere", "reset", "hang", "half", "garbage"].map((behavior) =>
      sending(behavior),
    ),
    sending("text", { assertions: [...echoed] }),
    sending("json", {
      assertions: [
        { type: "json_path", property: "$.headers", operator: "equals", value: "never so" },
        { type: "json_path", property: "$.body", operator: "is_empty" },
        { type: "json_path", property: "$.url", operator: "not_contains", value: "/json/" },
      ],
    }),
    sending("text", { name: "tls", url: `https://127.0.0.1:${target.port}/{{TOKEN}}` }),
    { name: "refused", url },
    { name: "dns", url: "http://{{HOST}}.invalid/{{TOKEN}}" },
    { name: "blocked", url: "http://169.254.169.254/{{TOKEN}}" },
  ];
}

describe("a secret", () => {
  const ids: string[] = [];

  beforeAll(async () => {
    await put("TOKEN", CANARY);
    await put("HOST", HOST_CANARY);
    await put("BASE64", Buffer.from(`user:${CANARY}`).toString("base64"));
    for (const fields of cases()) ids.push((await createMonitor(vedette, fields)).id);
    for (const id of ids) await checkNow(vedette, id);
    // Waits for scheduled checks of each too, because they are recorded differently.
    await vi.waitFor(async () => {
      const all = await Promise.all(ids.map((id) => listResults(vedette, id)));
      expect(Math.min(...all.map((results) => results.length))).toBeGreaterThan(2);
    }, POLL);
  });

  test("is sent, and every check fails with the expected code", async () => {
    expect(target.received()).toContain(JSON.stringify(CANARY).slice(1, -1));
    const codes = new Map<string, string | undefined>();
    for (const id of ids) {
      const { name } = await getMonitor(vedette, id);
      codes.set(name, (await listResults(vedette, id)).at(-1)?.error?.code);
    }
    expect(Object.fromEntries(codes)).toEqual({
      status: "ASSERTION_FAILED",
      loop: "TOO_MANY_REDIRECTS",
      elsewhere: "PROTOCOL_ERROR",
      reset: "CONNECTION_RESET",
      hang: "TIMEOUT",
      half: "CONNECTION_RESET",
      garbage: "PROTOCOL_ERROR",
      text: "ASSERTION_FAILED",
      json: "ASSERTION_FAILED",
      tls: "TLS_INVALID",
      refused: "CONNECT_REFUSED",
      dns: "DNS_FAILED",
      blocked: "ADDRESS_BLOCKED",
    });
  });

  test("is masked in API responses and events", async () => {
    const responses: string[] = [JSON.stringify(events.events)];
    const paths = ["", "?q=4nary", ...ids.flatMap((id) => [`/${id}`, `/${id}/results`, `/${id}/stats`])];
    for (const path of paths) responses.push((await vedette.request("GET", `/api/v1/monitors${path}`)).text);
    for (const path of ["/variables", "/audit-log?limit=200", "/locations"]) {
      responses.push((await vedette.request("GET", `/api/v1${path}`)).text);
    }
    for (const id of ids)
      responses.push((await vedette.request("POST", `/api/v1/monitors/${id}/check`)).text);
    responses.push((await vedette.requestWith({ method: "GET", path: "/metrics", key: METRICS_TOKEN })).text);
    expect(responses.join("\n")).toContain("••••");
    expect(events.events.length).toBeGreaterThan(ids.length);
    expect(findLeaks(responses.join("\n"))).toEqual([]);
  });

  test("is in no mail", async () => {
    const invitation = { email: "ada@example.org", role: "member" };
    const { data } = (await vedette.request("GET", "/api/v1/user/organizations")).body as {
      data: { id: string }[];
    };
    const path = `/api/v1/organizations/${data[0]?.id}/invitations`;
    expect((await vedette.request("POST", path, invitation)).status).toBe(201);
    await expect.poll(() => mails.received().length, POLL).toBeGreaterThan(0);
    expect(findLeaks(mails.received().join("\n"))).toEqual([]);
  });

  test("is in no table, file of the data folder or log line", async () => {
    const dump = await dumpDatabase(dataDir);
    expect(dump.map(({ table }) => table)).toEqual(
      expect.arrayContaining(["public.variable", "public.monitor"]),
    );
    expect(dump.flatMap(({ table, text }) => findLeaks(text).map((trace) => [table, trace]))).toEqual([]);
    expect(findLeaks(`${vedette.stdout}\n${vedette.stderrLines().join("\n")}`)).toEqual([]);
    // The data folder includes the files and the log of PostgreSQL.
    expect(await findMarkersInFiles(dataDir, MARKERS)).toEqual([]);
  });
});

/** The start of each secret; `findMarkers` also searches for its encoded forms. */
const MARKERS = ["c4nary", "C4nary"];
const findLeaks = (text: string) => findMarkers(text, MARKERS);

describe("a changed variable", () => {
  test("applies to scheduled checks at once", async () => {
    const { id } = await put("PATH_", "before", "string");
    await createMonitor(vedette, { name: "follows", url: `http://127.0.0.1:${target.port}/text/{{PATH_}}` });
    await expect.poll(() => target.received().includes("/text/before"), POLL).toBe(true);
    await vedette.request("PUT", `/api/v1/variables/${id}`, { value: "after" });
    await expect.poll(() => target.received().includes("/text/after"), POLL).toBe(true);
  });
});

describe("the master key", () => {
  const KEY_LINE = /^The master key is now [0-9a-f]{16}; re-encrypted data keys: 1\. /;

  test("is a file that only the service's user can read, and can be rotated while the service runs", async () => {
    const path = join(dataDir, "master.key");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const before = await readFile(path, "utf8");
    const rotated = await runVedette({ dataDir, args: ["rotate-master-key"] });
    expect(rotated).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(KEY_LINE) });
    expect(await readFile(path, "utf8")).not.toBe(before);
    const { id } = await put("LATER", `${CANARY}-later`);
    const monitor = await createMonitor(vedette, {
      name: "rotated",
      url: `http://127.0.0.1:${target.port}/text/{{LATER}}`,
    });
    await expect.poll(async () => (await getMonitor(vedette, monitor.id)).status, POLL).toBe("up");
    expect((await vedette.request("PUT", `/api/v1/variables/${id}`, { value: `${CANARY}!` })).status).toBe(
      200,
    );
  });

  test("is required: without it a start fails with one sentence, and after it is restored all data is readable", async () => {
    const { key } = vedette;
    await events.close();
    await vedette.stop();
    const path = join(dataDir, "master.key");
    await rename(path, `${path}.away`);
    const ending = await runVedette({ dataDir, args: ["serve"] });
    expect(ending).toMatchObject({ code: 1, stdout: "" });
    const sentences = ending.stderr.split("\n").filter((line) => !line.startsWith('{"level"'));
    expect(sentences).toEqual([
      expect.stringMatching(
        /^The secrets in this database are encrypted .* put .* back from the copy that you keep/,
      ),
    ]);
    await expect(stat(path)).rejects.toThrow("ENOENT");
    const other = { VEDETTE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") };
    const wrong = await runVedette({ dataDir, env: other, args: ["serve"] });
    expect(wrong.stderr).toContain("which is not the configured one: restore it");

    await rename(`${path}.away`, path);
    vedette = await lab.start({ dataDir, key });
    const { data } = (await vedette.request("GET", "/api/v1/monitors?q=rotated")).body as {
      data: { id: string }[];
    };
    const { status } = await checkNow(vedette, data[0]?.id ?? "");
    expect(status).toBe("up");
  });
});
