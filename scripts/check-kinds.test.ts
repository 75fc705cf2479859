import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CHECK_FIELDS, CHECK_KINDS } from "../packages/contract/src/checks/check-kinds.ts";
import {
  CHECK_TYPES,
  COMPUTED_TYPES,
  isComputed,
  PROBED_TYPES,
} from "../packages/contract/src/checks/check-types.ts";
import { monitorCreate } from "../packages/contract/src/targets/monitors.ts";
import { CHECK_ENGINES } from "../packages/server/src/engine/checks/registry.ts";
import { COMPUTED_KINDS } from "../packages/server/src/pipeline/computed/computed-checks.ts";
import { HOSTILE_SERVICES, HOSTILE_UDP_SERVICES } from "../packages/server/test/hostile/service-specs.ts";

/** A check kind is declared in the contract, the engine and the dashboard, and described in the documents. */

const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const openApi = JSON.parse(read("docs/reference/openapi.json"));
const guides = ["monitors", "protocols", "services", "suppliers", "domains", "groups"]
  .map((name) => read(`docs/guide/${name}.md`))
  .join("");
const hostileTests = ["hostile-verdicts", "hostile-protocols"]
  .map((name) => read(`packages/server/test/hostile/${name}.test.ts`))
  .join("");

function inFolders(parent: string, ...names: string[]): string[] {
  return ["", "computed/", "services/", "url/"].flatMap((folder) =>
    names.map((name) => `${parent}/${folder}${name}`),
  );
}

/** check-views.test.ts of the dashboard compares its registry. */
test("the engine has the kinds of the contract that runners check, and the pipeline the others", () => {
  expect(Object.keys(CHECK_ENGINES).sort()).toEqual([...PROBED_TYPES].sort());
  expect(Object.keys(COMPUTED_KINDS).sort()).toEqual([...COMPUTED_TYPES].sort());
});

describe.each(CHECK_TYPES)("the check kind %s", (type) => {
  test("has one file in the contract, a folder in the engine or a file for its computation, and one file in the dashboard", () => {
    const name = type.replaceAll("_", "-");
    const places = [
      inFolders(`packages/contract/src/checks`, `${name}.ts`),
      isComputed(type)
        ? [`packages/server/src/pipeline/computed/${name}.ts`]
        : [`packages/server/src/engine/checks/${type}`],
      inFolders(`packages/dashboard/src/features/checks`, `${name}.ts`, `${name}.tsx`),
    ];
    expect(places.filter((paths) => !paths.some((path) => existsSync(join(ROOT, path))))).toEqual([]);
  });

  test("is in the OpenAPI document with all its fields", () => {
    const { properties } = openApi.components.schemas.Monitor;
    expect(properties.type.enum).toContain(type);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(CHECK_KINDS[type].fields)));
  });

  test("is described in a guide with an example that the API accepts", () => {
    const examples = [...guides.matchAll(/-d '(\{\n[\s\S]*?\n\})'/g)].map(([, text = ""]) =>
      JSON.parse(text),
    );
    const own = examples.filter((example) => example.type === type);
    expect(own).not.toEqual([]);
    for (const example of own) expect(monitorCreate.safeParse(example).error?.issues ?? []).toEqual([]);
  });

  test.skipIf(isComputed(type))("is tested against hostile targets", () => {
    const inTables = type in HOSTILE_SERVICES || type in HOSTILE_UDP_SERVICES;
    expect(inTables || hostileTests.includes(`/engine/checks/${type}/`)).toBe(true);
  });

  test("shares the schema of a field with the other kinds that have it", () => {
    const fields: Record<string, unknown> = CHECK_KINDS[type].fields;
    const all: Record<string, unknown> = CHECK_FIELDS;
    expect(Object.keys(fields).filter((name) => all[name] !== fields[name])).toEqual([]);
  });
});
