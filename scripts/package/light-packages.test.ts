import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z as Zod } from "zod";
import { lightPackages } from "./light-packages.mjs";

type Bundled = { z: typeof Zod; fastify: () => FastifyInstance };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "vdt-light-packages-"));
let z: Bundled["z"];
let fastify: Bundled["fastify"];

beforeAll(async () => {
  const entry = join(folder, "entry.mjs");
  const path = (...parts: string[]) => JSON.stringify(join(ROOT, "node_modules", ...parts));
  writeFileSync(
    entry,
    `export { z } from ${path("zod", "index.js")}; export { default as fastify } from ${path("fastify", "fastify.js")};`,
  );
  const bundle = await rolldown({ input: entry, platform: "node", plugins: [lightPackages()] });
  const file = join(folder, "bundled.mjs");
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  ({ z, fastify } = (await import(pathToFileURL(file).href)) as Bundled);
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

test("a route runs the hooks of its scope and its own, and no others", async () => {
  const app = fastify();
  const heard: string[] = [];
  const hear = (name: string) => async () => void heard.push(name);
  const handler = async () => "ok";
  app.addHook("onRequest", hear("server"));
  app.get("/plain", handler);
  app.get("/own", { onRequest: hear("own") }, handler);
  app.register(async (scope) => {
    scope.addHook("onRequest", hear("scope"));
    scope.get("/scoped", handler);
    scope.get("/scoped-own", { onRequest: [hear("own")] }, handler);
  });
  const hooksOf = async (url: string) => {
    heard.length = 0;
    await app.inject(url);
    return [...heard];
  };
  expect(await hooksOf("/plain")).toEqual(["server"]);
  expect(await hooksOf("/own")).toEqual(["server", "own"]);
  expect(await hooksOf("/scoped")).toEqual(["server", "scope"]);
  expect(await hooksOf("/scoped-own")).toEqual(["server", "scope", "own"]);
  expect(await hooksOf("/plain")).toEqual(["server"]);
  await app.close();
});

test("routes that begin alike are distinguished", async () => {
  const app = fastify();
  const paths = ["/m", "/monitors", "/monitors/trash", "/members", "/members/:id/role", "/monitors/:id"];
  for (const path of paths) app.get(path, async () => path);
  const routeOf = async (url: string) => (await app.inject(url)).body;
  for (const path of paths) expect(await routeOf(path.replace(":id", "7"))).toBe(path);
  for (const url of ["/monitor", "/members/7", "/mm", "/nonitors"])
    expect((await app.inject(url)).statusCode).toBe(404);
  await app.close();
});
