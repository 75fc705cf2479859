import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z as Zod } from "zod";
import { lightZod } from "./light-zod.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "vdt-light-zod-"));
let z: typeof Zod;

beforeAll(async () => {
  const entry = join(folder, "entry.mjs");
  writeFileSync(entry, `export { z } from ${JSON.stringify(join(ROOT, "node_modules", "zod", "index.js"))};`);
  const bundle = await rolldown({ input: entry, platform: "node", plugins: [lightZod()] });
  const file = join(folder, "bundled.mjs");
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  ({ z } = (await import(pathToFileURL(file).href)) as { z: typeof Zod });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("schemas of one constructor share the set of its names, and others have their own", () => {
  const [text, other] = [z.string().min(1), z.string()];
  expect(text._zod.traits).toBe(other._zod.traits);
  expect(text instanceof z.ZodString).toBe(true);
  expect((z.number() as unknown) instanceof z.ZodString).toBe(false);
  expect((z.email() as unknown) instanceof z.ZodString).toBe(false);
});

test("a method that builds a schema leaves no property on it", () => {
  const text = z.string();
  const keys = Object.getOwnPropertyNames(text);
  text.min(1).optional().meta({ id: "text" });
  expect(Object.getOwnPropertyNames(text)).toEqual(keys);
});

test("methods work without their schema", () => {
  const { min, safeParse } = z.string();
  expect(min(2).safeParse("a").success).toBe(false);
  expect(safeParse("a").success).toBe(true);
});
