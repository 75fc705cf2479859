import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { parseYaml } from "./parse-yaml.ts";
import { PositionMap } from "./positions.ts";

function parse(text: string) {
  const positions = new PositionMap();
  const { value, faults } = parseYaml({ text, file: "a.yaml", at: [], positions });
  const found = faults.map(({ position, message }) => `${position?.line}:${position?.column} ${message}`);
  return { value, faults: found, positions };
}

const NINE_LEVELS = "bcdefghi"
  .split("")
  .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(", ")}]`)
  .join("\n");

test.each([
  ["a bomb of aliases", `a: &a [x, x]\n${NINE_LEVELS}`, /aliases .* more than 100 times/],
  ["an alias that contains itself", "a: &a [*a]", /^1:8 is an alias that contains itself/],
  ["a cycle over two anchors", "a: &a {b: &b {c: *a, d: *b}}", /is an alias that contains itself/],
  ["brackets that exhaust the stack", "[".repeat(100_000), /more than 50 deep/],
  ["a tag of JavaScript", "a: !!js/function 'x'", /^1:18 tags such as .*js\/function.* are not allowed/],
  ["a tag of the core schema", "a: !!str 5", /tags such as/],
  ["a tag of its own", "a: !env HOME", /tags such as '!env'/],
  ["binary data", "a: !!binary aGk=", /tags such as/],
  ["a merge key", "a: &a {b: 1}\nc:\n  <<: *a\n", /^3:3 merge keys/],
  ["a key twice", "a: 1\nb: 2\na: 3\n", /^3:1 has the key 'a' twice; the first is in line 1/],
  ["a key of the prototype", "__proto__: {x: 1}", /'__proto__' is not allowed/],
  ["a list as key", "? [a]\n: 1", /^1:3 must be a plain text as key/],
  ["infinity", "a: .inf", /must be a number that JSON can hold/],
  ["an anchor that is not there", "a: *b", /refers to an anchor/],
  ["two documents", "a: 1\n---\nb: 2\n", /documents/],
  ["a quote without end", "a: 'x\nb: 2\n", /quote/],
])("rejects %s", (_what, text, words) => {
  expect(parse(text).faults).toEqual(expect.arrayContaining([expect.stringMatching(words)]));
});

test("rejects more values than a project can have", () => {
  const uses = Array.from({ length: 90 }, (_, at) => `k${at}: *a`);
  expect(parse(`a: &a [${"1,".repeat(4_000)}]\n${uses.join("\n")}`).faults).toEqual([
    expect.stringMatching(/has more than 300000 values/),
  ]);
});

test("lists a thousand faults with their places", () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `key${at}: !tag ${at}`);
  const { faults } = parse(lines.join("\n"));
  expect(faults).toHaveLength(1_000);
  expect(faults[999]).toMatch(/^1000:14 tags/);
});

test("positions are those of keys and of entries, also in flows and below aliases", () => {
  const { positions } = parse("a:\n  b: {c: [1, 2]}\n  d: &d {e: 1}\nf: *d\n");
  const place = (...path: (string | number)[]) => {
    const { line, column } = positions.locate(path) ?? {};
    return [line, column];
  };
  expect([place("a", "b", "c", 1), place("a", "d", "e"), place("f"), place("a", "b", "unknown")]).toEqual([
    [2, 14],
    [3, 10],
    [4, 1],
    [2, 3],
  ]);
});

test("an anchor may be used a hundred times", () => {
  const uses = Array.from({ length: 100 }, (_, at) => `k${at}: *a`);
  expect(parse(["a: &a {x: 1}", ...uses].join("\n")).faults).toEqual([]);
  expect(parse(["a: &a {x: 1}", ...uses, "more: *a"].join("\n")).faults).toHaveLength(1);
});

test("reads what JSON and YAML write of any value, and knows the place of each key", () => {
  const json = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" });
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), json), (generated) => {
      // JSON has no -0.
      const value: Record<string, unknown> = JSON.parse(JSON.stringify(generated));
      fc.pre(!JSON.stringify(value).includes("__proto__"));
      for (const text of [JSON.stringify(value, null, 2), stringify(value, { lineWidth: 0 })]) {
        const { value: read, faults, positions } = parse(text);
        expect([read, faults]).toEqual([value, []]);
        for (const key of Object.keys(value)) {
          const position = positions.locate([key]);
          const line = text.split("\n")[(position?.line ?? 0) - 1] ?? "";
          expect(line.slice((position?.column ?? 0) - 1)).toMatch(new RegExp(`^"?${key}"?`));
        }
      }
    }),
    { numRuns: 300 },
  );
});
