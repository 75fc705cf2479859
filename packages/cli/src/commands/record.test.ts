import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../main.ts";

const WHOLE = `import { test, expect } from '@playwright/test';

test('test', async ({ page }) => {
  await page.goto('https://shop.example/');
  await page.getByRole('button', { name: 'Pay' }).click();
});
`;
const IN_PART = WHOLE.replace("});", "  await page.locator('#invoice').setInputFiles('invoice.pdf');\n});");
const STEPS = [
  { action: "goto", url: "https://shop.example/" },
  { action: "click", selector: 'role=button[name*="Pay"i]' },
];
const JOURNEY = { id: "01a1fbb4-893a-7178-838f-305c66bcb89e", name: "Shop", interval_seconds: 300 };

let folder: string;
let server: Server;
let asked: { url: string; body: unknown }[];
let status: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vedette-vdt-"));
  asked = [];
  status = 201;
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push({ url: request.url ?? "", body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(status, { "content-type": "application/json" });
    const refusal = { success: false, error: { code: "FORBIDDEN", message: "The key's scope is agent." } };
    response.end(JSON.stringify(status === 201 ? { success: true, data: JOURNEY } : refusal));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

test("opens the recorder, stores its script as a journey, and deletes the file", async () => {
  await installRecorder(WHOLE);
  const { code, out, complaint } = await vdt(["record", "https://shop.example", "--interval", "60"]);
  expect([code, out, complaint]).toEqual([0, JOURNEY.id, "Shop runs every 300 s."]);
  const body = { name: "Recording of shop.example", script: WHOLE, interval_seconds: 60 };
  expect(asked).toEqual([{ url: "/api/v1/journeys", body }]);
  const { args, key, file } = await recorderCall();
  expect(args).toEqual(["codegen", "--target=playwright-test", "-o", file, "https://shop.example/"]);
  expect(key).toBeNull();
  await expect(readFile(file)).rejects.toThrow("ENOENT");
});

test("prefers the Playwright of the project to that of the search path", async () => {
  await installRecorder("not this one");
  await installRecorder(WHOLE, join(folder, "node_modules", ".bin"));
  expect((await vdt(["record", "https://shop.example", "--name", "Pay"])).code).toBe(0);
  expect(asked[0]?.body).toEqual({ name: "Pay", script: WHOLE });
});

test("--steps stores steps if every statement has an equivalent", async () => {
  await installRecorder(WHOLE);
  const { code } = await vdt(["record", "https://shop.example", "--steps"]);
  expect(code).toBe(0);
  expect(asked[0]?.body).toEqual({ name: "Recording of shop.example", steps: STEPS });
});

test("--steps stores nothing if a statement has no equivalent and keeps the recording; --yes stores the others", async () => {
  await installRecorder(IN_PART);
  const { code, complaint } = await vdt(["record", "https://shop.example", "--steps"]);
  expect([code, asked]).toEqual([2, []]);
  expect(complaint).toContain("line 6: the file is on the machine that recorded the script");
  const { file } = await recorderCall();
  expect(complaint).toContain(`vdt record --file ${file} --steps --yes`);
  expect(complaint).toContain(`The recording is kept in ${file}.`);
  expect((await vdt(["record", "--file", file, "--steps", "--yes", "--name", "Pay"])).code).toBe(0);
  expect(asked[0]?.body).toEqual({ name: "Pay", steps: STEPS });
  // A file that the user passed is not deleted.
  expect(await readFile(file, "utf8")).toBe(IN_PART);
  await rm(join(file, ".."), { recursive: true });
});

test("keeps the recording if the server rejects it", async () => {
  await installRecorder(WHOLE);
  status = 403;
  const { code, complaint } = await vdt(["record", "https://shop.example"]);
  const { file } = await recorderCall();
  expect([code, await readFile(file, "utf8")]).toEqual([3, WHOLE]);
  expect(complaint).toBe(`The recording is kept in ${file}.\nThe key's scope is agent.`);
  await rm(join(file, ".."), { recursive: true });
});

test("reports a failing recorder and leaves no files", async () => {
  await installRecorder(null);
  const { code, complaint } = await vdt(["record", "https://shop.example"]);
  expect([code, asked]).toEqual([2, []]);
  expect(complaint).toContain("exited with code 5. If a browser is missing");
  const { file } = await recorderCall();
  await expect(readdir(join(file, ".."))).rejects.toThrow("ENOENT");
});

test("explains how to install Playwright if it is missing", async () => {
  const { code, complaint } = await vdt(["record", "https://shop.example"]);
  expect([code, asked]).toEqual([2, []]);
  expect(complaint).toContain("npm install --global playwright");
});

test.each([
  [["record"], "requires one URL, or --file"],
  [["record", "a", "b"], "Expected 1 argument but got 2"],
  [["record", "--file", "a", "https://shop.example"], "requires one URL, or --file"],
  [["record", "shop.example"], "'shop.example' is not a URL"],
  [["record", "-o", "https://shop.example"], "is invalid"],
  [["record", "https://shop.example", "--steps", "--script"], "Use either --script or --steps"],
  [["record", "https://shop.example", "--interval", "soon"], "not a number"],
  [["record", "--file", "gone.ts"], "cannot be read (ENOENT)"],
  [["journeys", "convert"], "Missing argument: recorded Playwright script"],
  [["journeys", "convert", "gone.ts"], "cannot be read (ENOENT)"],
])("`vdt %j` ends with code 2 before a recorder is opened", async (words, expected) => {
  await installRecorder(WHOLE);
  const { code, complaint } = await vdt(words);
  expect([code, asked]).toEqual([2, []]);
  expect(complaint).toContain(expected);
  await expect(recorderCall()).rejects.toThrow("ENOENT");
});

test("journeys convert prints only steps to stdout, and losses to stderr", async () => {
  await writeFile(join(folder, "a.spec.ts"), IN_PART);
  const { code, out, complaint } = await vdt(["journeys", "convert", "a.spec.ts"], { VEDETTE_API_KEY: "" });
  expect([code, JSON.parse(out)]).toEqual([0, STEPS]);
  expect(complaint).toContain("Not converted:\nline 6:");
  const whole = JSON.parse((await vdt(["journeys", "convert", "a.spec.ts", "--json"])).out);
  expect(whole).toMatchObject({ steps: STEPS, not_converted: [{ line: 6 }] });
});

describe("journeys convert of several tests", () => {
  const spec = `import { test } from '@playwright/test';
test('first', async ({ page }) => { await page.click('#a'); });
test.describe('cart', () => {
  test('second', async ({ page }: { page: Page }) => { await page.click('#b'); });
  test('third', async () => { await fetch('https://a.example'); });
});`;
  const convert = async (...words: string[]) => {
    await writeFile(join(folder, "a.spec.ts"), spec);
    return vdt(["journeys", "convert", "a.spec.ts", ...words], { VEDETTE_API_KEY: "" });
  };

  test("asks for a test by name", async () => {
    const { code, out, complaint } = await convert();
    expect([code, out]).toEqual([2, ""]);
    expect(complaint).toContain("3 tests");
    expect(complaint).toContain("  cart › second");
  });

  test.each(["second", "cart › second"])("converts only the test '%s'", async (name) => {
    const { code, out, complaint } = await convert("--test", name);
    expect([code, complaint]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual([{ action: "click", selector: "#b >> nth=0" }]);
  });

  test("converts all with --all", async () => {
    const { code, out, complaint } = await convert("--all");
    expect([code, JSON.parse(out).map(({ name }: { name: string }) => name)]).toEqual([
      0,
      ["first", "cart › second", "cart › third"],
    ]);
    expect(complaint).toContain("cart › third:\nNot converted:\nline 5:");
  });

  test("exits with code 1 if nothing could be converted", async () => {
    const { code, out } = await convert("--test", "third");
    expect([code, out]).toEqual([1, "[]"]);
  });

  test("rejects an unknown test name", async () => {
    expect((await convert("--test", "fourth")).complaint).toContain("no test 'fourth'");
  });
});

test("record prints its help without a key", async () => {
  const { code, out } = await vdt(["record", "--help"], { VEDETTE_API_KEY: "" });
  expect([code, out]).toEqual([0, expect.stringContaining("Usage: vdt record [options] [url]")]);
});

/** A program in place of Playwright: records its arguments and writes what the real one would write. */
async function installRecorder(recorded: string | null, place = join(folder, "bin")): Promise<void> {
  const program = `#!${process.execPath}
const { writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
const file = args[args.indexOf("-o") + 1];
const call = { args, file, key: process.env.VEDETTE_API_KEY ?? null };
writeFileSync(${JSON.stringify(join(folder, "call.json"))}, JSON.stringify(call));
const recorded = ${JSON.stringify(recorded)};
if (recorded === null) process.exit(5);
writeFileSync(file, recorded);
`;
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "playwright"), program);
  await chmod(join(place, "playwright"), 0o755);
}

async function recorderCall(): Promise<{ args: string[]; file: string; key: string | null }> {
  return JSON.parse(await readFile(join(folder, "call.json"), "utf8"));
}

async function vdt(args: readonly string[], env: Record<string, string> = {}) {
  const out: string[] = [];
  const complaints: string[] = [];
  const { port } = server.address() as AddressInfo;
  const code = await main({
    args,
    folder,
    env: {
      PATH: join(folder, "bin"),
      VEDETTE_URL: `http://127.0.0.1:${port}`,
      VEDETTE_API_KEY: "vdt_admin_x",
      ...env,
    },
    print: (text) => out.push(text),
    complain: (text) => complaints.push(text),
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, out: out.join("\n"), complaint: complaints.join("\n") };
}
