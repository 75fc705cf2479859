import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../main.ts";

let server: Server;
let answers: unknown[] = [];
let asked: { method: string; url: string; body: string }[] = [];

beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    asked.push({ method, url, body: await text(request) });
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: answers.shift() }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const INCIDENT = {
  id: "01a1fbb4-893a-7178-838f-305c66bcb89f",
  number: 7,
  title: "Shop is\u001b[31m down",
  severity: "critical",
  state: "open",
  lead_name: null,
  started_at: "2026-01-01T00:00:00.000Z",
};

async function vdt(...args: string[]) {
  const [out, err]: string[][] = [[], []];
  const { port } = server.address() as AddressInfo;
  const code = await main({
    args,
    env: { VEDETTE_API_KEY: "k", VEDETTE_URL: `http://127.0.0.1:${port}` },
    folder: "/",
    print: (line) => void out?.push(line),
    complain: (line) => void err?.push(line),
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, out: out?.join("\n"), err: err?.join("\n") };
}

describe("incidents", () => {
  test("lists those that are not resolved, without control characters of the title", async () => {
    answers = [[INCIDENT]];
    const { out } = await vdt("incidents", "list");
    expect(out).toContain("#7");
    expect(out).not.toContain("\u001b");
    expect(asked[0]?.url).toBe("/api/v1/incidents?limit=200&state=open%2Cacknowledged%2Cmitigated");
  });

  test("finds an incident by its number, and shows the record", async () => {
    answers = [[INCIDENT], { markdown: "# Incident #7" }];
    expect(await vdt("incidents", "show", "#7")).toMatchObject({ code: 0, out: "# Incident #7" });
    expect(asked.map(({ url }) => url)).toEqual([
      "/api/v1/incidents?limit=200",
      `/api/v1/incidents/${INCIDENT.id}/markdown`,
    ]);
    answers = [[INCIDENT]];
    expect(await vdt("incidents", "show", "8")).toMatchObject({ code: 2, err: expect.stringContaining("8") });
  });

  test("opens, notes, acknowledges and resolves one", async () => {
    answers = [INCIDENT];
    expect((await vdt("incidents", "open", "--title", "t", "--severity", "minor", "--alert", "a")).out).toBe(
      `#7 ${INCIDENT.id}`,
    );
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ title: "t", severity: "minor", alert_ids: ["a"] });
    answers = [{ at: INCIDENT.started_at }];
    expect((await vdt("incidents", "note", INCIDENT.id, "Rolled back")).out).toBe(
      `Note added at ${INCIDENT.started_at}.`,
    );
    answers = [{ ...INCIDENT, state: "resolved" }];
    expect((await vdt("incidents", "resolve", INCIDENT.id)).out).toBe("Incident #7 is resolved.");
    expect(asked.at(-1)).toMatchObject({ method: "POST", url: `/api/v1/incidents/${INCIDENT.id}/resolve` });
  });

  test("rejects an unknown severity and a note without text before it asks the server", async () => {
    expect((await vdt("incidents", "open", "--title", "t", "--severity", "high")).code).toBe(2);
    expect((await vdt("incidents", "note", INCIDENT.id)).code).toBe(2);
    expect(asked).toEqual([]);
  });
});
