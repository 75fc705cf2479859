import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../main.ts";

const DOCUMENT = '{"openapi": "3.1.0", "paths": {}}';
const ID = "01a1fbb4-893a-7178-838f-305c66bcb89e";
const STEPS = [
  { name: "List", method: "GET", url: "https://shop.example/orders" },
  { name: "Add\u001b[2J", method: "POST", url: "https://shop.example/orders" },
];
const IMPORTED = {
  format: "openapi",
  dry_run: true,
  api_monitors: [{ name: "Shop", enabled: false, steps: STEPS }],
  writes: [1],
  operations: [],
  operations_total: 2,
  created: [],
  not_imported: [{ where: "/orders", what: "callbacks", why: "they are requests to you" }],
  variables: [{ name: "TOKEN", is_secret: true, why: "Authorization of the document" }],
};
const CREATED = { ...IMPORTED, dry_run: false, created: [ID] };
const NOTES =
  "Create these variables first:\n  TOKEN (secret): Authorization of the document\n" +
  "Not imported:\n  /orders: callbacks: they are requests to you";

let folder: string;
let server: Server;
let testResponse: { status: number; body: unknown };
let forms: { url: string; fields: object; document: string }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vedette-vdt-"));
  forms = [];
  testResponse = { status: 200, body: { success: true, data: IMPORTED } };
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData();
    const { file, ...fields } = Object.fromEntries(form);
    const bytes = file instanceof File ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
    forms.push({ url: request.url ?? "", fields, document: gunzipSync(bytes).toString() });
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

test("--dry-run prints steps to stdout, variables and losses to stderr, and creates nothing", async () => {
  await writeFile(join(folder, "shop.json"), DOCUMENT);
  const { code, out, complaint } = await vdt(["shop.json", "--dry-run"]);
  expect([code, out]).toEqual([
    0,
    "Shop: 2 steps, created paused\n" +
      "  GET   https://shop.example/orders          List\n" +
      "  POST  https://shop.example/orders  writes  Add\ufffd[2J",
  ]);
  expect(complaint).toBe(`${NOTES}\nNothing was created.`);
  const url = "/api/v1/api-monitors/import/file";
  expect(forms).toEqual([{ url, fields: { dry_run: "true" }, document: DOCUMENT }]);
});

test("prints only the created IDs to stdout, and sends format, name, selection and --enable", async () => {
  testResponse = { status: 201, body: { success: true, data: CREATED } };
  await writeFile(join(folder, "shop.json"), DOCUMENT);
  const words =
    "shop.json --format openapi --name Shop --tag a --tag b --method get --path /orders/* --enable";
  const { code, out, complaint } = await vdt(words.split(" "));
  expect([code, out, complaint]).toEqual([0, ID, `Shop: 2 steps, created paused.\n${NOTES}`]);
  expect(forms[0]?.fields).toEqual({
    format: "openapi",
    name: "Shop",
    dry_run: "false",
    enabled: "true",
    select: '{"tags":["a","b"],"methods":["GET"],"paths":["/orders/*"]}',
  });
});

test("- reads standard input, and sends a gzip document unchanged", async () => {
  expect((await vdt(["-", "--dry-run"], DOCUMENT)).code).toBe(0);
  expect((await vdt(["-", "--dry-run"], gzipSync(DOCUMENT))).code).toBe(0);
  expect(forms.map(({ document }) => document)).toEqual([DOCUMENT, DOCUMENT]);
});

test("lists the operations of a document with too many for one import", async () => {
  const operations = [{ index: 0, method: "GET", path: "/orders", tag: "orders", name: "List" }];
  const data = { ...IMPORTED, api_monitors: [], operations, operations_total: 1_001, variables: [] };
  testResponse = { status: 200, body: { success: true, data } };
  const { out } = await vdt(["-", "--dry-run"], DOCUMENT);
  expect(out).toBe("METHOD  PATH     TAG     NAME\nGET     /orders  orders  List");
});

test("exits with code 3 and the reason if the server rejects, and --json prints the data", async () => {
  const error = { code: "VALIDATION_ERROR", message: "content must be a document" };
  testResponse = { status: 400, body: { success: false, error } };
  const { code, out, complaint } = await vdt(["-"], "hello");
  expect([code, out, complaint]).toEqual([3, "", "content must be a document"]);
  testResponse = { status: 200, body: { success: true, data: IMPORTED } };
  expect(JSON.parse((await vdt(["-", "--dry-run", "--json"], DOCUMENT)).out)).toEqual(IMPORTED);
});

test.each([
  [[], "Missing argument: file"],
  [["a", "b"], "Expected 1 argument but got 2"],
  [["missing.json"], "missing.json cannot be read (ENOENT)"],
  [["-", "--speed"], "--speed"],
])("%j is exit code 2 and sends nothing", async (words, message) => {
  const { code, complaint } = await vdt(words);
  expect([code, complaint, forms]).toEqual([2, expect.stringContaining(message), []]);
});

test("exits with code 2 for input beyond 50 MiB without reading it completely", async () => {
  function* endless() {
    for (;;) yield Buffer.alloc(1_048_576);
  }
  const { code, complaint } = await vdt(["-"], endless());
  expect([code, complaint, forms]).toEqual([2, "- is larger than 50 MiB.", []]);
});

async function vdt(words: string[], input: string | Uint8Array | Iterable<Buffer> = "") {
  const out: string[] = [];
  const complaints: string[] = [];
  const { port } = server.address() as AddressInfo;
  const isBytes = typeof input === "string" || input instanceof Uint8Array;
  const code = await main({
    args: ["api-monitors", "import", ...words],
    folder,
    env: { VEDETTE_URL: `http://127.0.0.1:${port}`, VEDETTE_API_KEY: "vdt_agent_x" },
    print: (text) => out.push(text),
    complain: (text) => complaints.push(text),
    openInput: () => Readable.from(isBytes ? [Buffer.from(input)] : input),
    ask: null,
  });
  return { code, out: out.join("\n"), complaint: complaints.join("\n") };
}
