import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COMMAND_GROUPS } from "../command-groups.ts";
import type { Command } from "../command-line/command.ts";
import { ALL_NOUNS } from "./all-nouns.ts";
import type { AnyNoun, Verb } from "./noun.ts";

type Operation = {
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: { "application/json"?: { schema: unknown } } }>;
};
type Schema = { $ref?: string; type?: string; properties?: Record<string, Schema> };

const API: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
} = JSON.parse(readFileSync(new URL("../../../../docs/reference/openapi.json", import.meta.url), "utf8"));

/** Lists of the API that are not nouns of the command line, each with the command that reads it, or the reason. */
const OTHER_LISTS: Readonly<Record<string, string>> = {
  activity: "vdt activity list",
  search: "vdt search",
  "on-call": "vdt on-call",
  "status-pages/states": "vdt status-pages status",
  "user/contact-methods": "contact methods are those of a person, and API keys have none",
  "push-devices": "devices are browsers, and API keys have none",
  "billing/plans": "plans are bought in the dashboard",
};

/** Verbs that the API has and the row leaves to a command with more behavior. */
const OTHER_VERBS: Readonly<Record<string, string>> = { "runs get": "vdt runs get" };

const resolve = (schema: Schema | undefined): Schema | undefined =>
  schema?.$ref === undefined ? schema : resolve(API.components.schemas[schema.$ref.split("/").at(-1) ?? ""]);

function returnsList(operation: Operation): boolean {
  const schema = operation.responses["200"]?.content?.["application/json"]?.schema as Schema | undefined;
  return resolve(resolve(schema)?.properties?.data)?.type === "array";
}

/** The paths after /api/v1/ that return a list and need no ID of a resource. */
const LISTS = Object.entries(API.paths).flatMap(([path, { get }]) => {
  const name = path.replace(/^\/api\/v1\//, "").replace("organizations/{id}/", "organizations/{org}/");
  return get && path.startsWith("/api/v1/") && !/\{(?!org\})/.test(name) && returnsList(get) ? [name] : [];
});

const pathsOf = (noun: AnyNoun) => {
  const list = `/api/v1/${noun.path.replace("{org}", "{id}")}`;
  const one = Object.keys(API.paths).find(
    (path) => path.startsWith(`${list}/{`) && path.split("/").length === list.split("/").length + 1,
  );
  return { list, one: one ?? "" };
};

test("every list of the API is a noun of the command line", () => {
  expect(LISTS.length).toBeGreaterThan(20);
  const known = [...ALL_NOUNS.map(({ path }) => path), ...Object.keys(OTHER_LISTS)];
  expect(LISTS.filter((name) => !known.includes(name))).toEqual([]);
});

describe.each(ALL_NOUNS.map((noun) => [noun.noun, noun] as const))("%s", (name, noun) => {
  const { list, one } = pathsOf(noun);

  test("has the verbs of the API", () => {
    const has = (path: string, method: string) => API.paths[path]?.[method] !== undefined;
    const ofApi: Record<Verb, boolean> = {
      list: has(list, "get"),
      get: has(one, "get"),
      create: has(list, "post"),
      update: has(one, "put"),
      delete: has(one, "delete"),
    };
    const expected = Object.entries(ofApi).flatMap(([verb, is]) =>
      is && !OTHER_VERBS[`${name} ${verb}`] ? [verb] : [],
    );
    expect([...noun.verbs]).toEqual(expected);
  });

  test("has filters and pages that the API has", () => {
    const parameters = (API.paths[list]?.get?.parameters ?? []).map((parameter) => parameter.name);
    const sent = [...Object.keys(noun.list.filters ?? {}), ...Object.keys(noun.list.query ?? {})];
    expect(sent.filter((parameter) => !parameters.includes(parameter))).toEqual([]);
    expect(noun.list.isPaged).toBe(parameters.includes("cursor"));
  });

  test("has commands under its word", async () => {
    const loaded = await COMMAND_GROUPS[name]?.load();
    const words = (Array.isArray(loaded) ? (loaded as readonly Command[]) : []).map(
      (command) => command.words,
    );
    expect(words).toEqual(expect.arrayContaining(noun.verbs.map((verb) => `${name} ${verb}`)));
  });
});

test("every command has the first word of its group, and no two have the same words", async () => {
  const loaded = await Promise.all(
    Object.entries(COMMAND_GROUPS).map(async ([word, group]) => ({
      word,
      commands: [await group.load()].flat() as Command[],
    })),
  );
  for (const { word, commands } of loaded)
    for (const command of commands) expect(command.words.split(" ")[0]).toBe(word);
  const words = loaded.flatMap(({ commands }) => commands.map((command) => command.words));
  expect(new Set(words).size).toBe(words.length);
});
