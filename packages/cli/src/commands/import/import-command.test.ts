import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../main.ts";

const MADE = [{ kind: "monitor", key: "a", name: "A", reasons: [] }];
const DIFFERENT = [
  { kind: "monitor", key: "b", name: "B\u001b[2J", reasons: ["The field 'x' has no counterpart."] },
];
const NOT_MADE = [{ kind: "game", key: "9", name: "Game", reasons: ["Its type has no counterpart."] }];
const RESULT = {
  project: "import:kuma",
  dry_run: true,
  document: { version: 1 },
  made: MADE,
  made_with_differences: DIFFERENT,
  not_made: NOT_MADE,
  changes: null,
  history_targets: 0,
};

let folder: string;
let server: Server;
let testResponse: { status: number; body: unknown };
let sent: { url: string; fields: object; files: Record<string, string> }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vedette-vdt-"));
  sent = [];
  testResponse = { status: 200, body: { success: true, data: RESULT } };
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData();
    const files: Record<string, string> = {};
    const fields: Record<string, string> = {};
    for (const [name, value] of form) {
      if (value instanceof File) files[value.name] = await value.text();
      else fields[name] = value;
    }
    sent.push({ url: request.url ?? "", fields, files });
    response.writeHead(testResponse.status, { "content-type": "application/json" });
    response.end(JSON.stringify(testResponse.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

async function vdt(args: string, { env = {}, input = "" } = {}) {
  const out: string[] = [];
  const complaints: string[] = [];
  const { port } = server.address() as AddressInfo;
  const code = await main({
    args: ["import", ...args.split(" ")],
    env: { VEDETTE_URL: `http://127.0.0.1:${port}`, VEDETTE_API_KEY: "vdt_test", ...env },
    folder,
    print: (text) => void out.push(text),
    complain: (text) => void complaints.push(text),
    openInput: () => Readable.from([Buffer.from(input)]),
    ask: null,
  });
  return { code, out: out.join("\n"), complaint: complaints.join("\n") };
}

test("--dry-run --json prints the three lists, and the log beside a database is sent along", async () => {
  await writeFile(join(folder, "kuma.db"), "database");
  await writeFile(join(folder, "kuma.db-wal"), "log");
  const { code, out, complaint } = await vdt("kuma kuma.db --dry-run --json --history");
  expect([code, JSON.parse(out)]).toEqual([
    0,
    { made: MADE, made_with_differences: DIFFERENT, not_made: NOT_MADE },
  ]);
  expect(complaint).toBe("Nothing was made. Leave out --dry-run to import.");
  expect(sent).toEqual([
    {
      url: "/api/v1/import/kuma",
      fields: { dry_run: "true", history: "true" },
      files: { "kuma.db": "database", "kuma.db-wal": "log" },
    },
  ]);
});

test("prints names and reasons for people, without control characters, and what was stored", async () => {
  const changes = { revision: 1, created: 2, updated: 1, unchanged: 0, resources: [] };
  testResponse = { status: 201, body: { success: true, data: { ...RESULT, dry_run: false, changes } } };
  const { code, out, complaint } = await vdt("list - --paused", { input: "https://a.example" });
  expect([code, complaint]).toEqual([0, "Project import:kuma: 2 created, 1 updated, 0 unchanged."]);
  expect(out).toBe(
    "Made: 1\n  monitor  A  (a)\n\nMade with differences: 1\n  monitor  B\ufffd[2J  (b)\n" +
      "      The field 'x' has no counterpart.\n\nNot made: 1\n  game  Game  (9)\n      Its type has no counterpart.",
  );
  expect(sent[0]).toMatchObject({
    fields: { dry_run: "false", enabled: "false" },
    files: { stdin: "https://a.example" },
  });
});

test("sends the files of a folder with their paths, and only the variables that they refer to", async () => {
  await mkdir(join(folder, "gatus/nested"), { recursive: true });
  await writeFile(join(folder, "gatus/a.yaml"), `token: $TOKEN\nurl: $\{HOST}/$$x`);
  await writeFile(join(folder, "gatus/nested/b.yml"), "b: 1");
  await writeFile(join(folder, "gatus/notes.txt"), "not sent");
  await writeFile(join(folder, ".env"), "TOKEN=of-file\nOTHER=not sent\n");
  const env = { TOKEN: "of-environment", HOST: "https://a.example", SECRET: "not sent" };
  await vdt("gatus gatus --env-file .env", { env });
  expect(Object.keys(sent[0]?.files ?? {})).toEqual(["a.yaml", "nested/b.yml"]);
  const variables = new Map(Object.entries(sent[0]?.fields ?? {})).get("env");
  expect(JSON.parse(variables)).toEqual({ TOKEN: "of-file", HOST: "https://a.example" });
});

test.each([
  ["a file that does not exist", "list missing.txt", "missing.txt cannot be read (ENOENT)."],
  ["a folder of a tool without folders", "uptimerobot .", ". is a folder. Name the file to import."],
  ["a folder without such files", "gatus .", ". has no file to import."],
  ["a missing file of variables", "gatus a.yaml --env-file no.env", "no.env cannot be read (ENOENT)."],
])("%s is an error of usage, exit code 2", async (_case, args, message) => {
  await writeFile(join(folder, "a.yaml"), "a: 1");
  await mkdir(join(folder, "empty"));
  await cp(join(folder, "a.yaml"), join(folder, "empty/a.txt"));
  if (args.startsWith("gatus .")) await rm(join(folder, "a.yaml"));
  const { code, complaint } = await vdt(args);
  expect([code, complaint]).toEqual([2, expect.stringContaining(message)]);
  expect(sent).toEqual([]);
});

test("exits with 1 if nothing can be made, and with 3 if the server refuses the file", async () => {
  await writeFile(join(folder, "a.txt"), "ftp://a.example");
  testResponse.body = { success: true, data: { ...RESULT, made: [], made_with_differences: [] } };
  expect((await vdt("list a.txt --dry-run")).code).toBe(1);
  const error = { code: "BAD_REQUEST", message: "The file is no database of SQLite." };
  testResponse = { status: 400, body: { success: false, error } };
  const { code, complaint } = await vdt("list a.txt");
  expect([code, complaint]).toEqual([3, expect.stringContaining("no database of SQLite")]);
});
