import { expect, test } from "vitest";
import { FUNCTION_LINES_MAX, functionViolations } from "./function-rules.ts";
import { SourceFile } from "./source-file.ts";

const PATH = "packages/server/src/a.ts";
const statements = (count: number) => Array.from({ length: count }, (_, at) => `  step(${at});`).join("\n");
const findLines = (text: string, path = PATH) =>
  functionViolations(new SourceFile(path, text)).map(({ line }) => line);

test.each([
  ["function", (body: string) => `\nexport function run() {\n${body}\n}\n`],
  ["arrow function", (body: string) => `\nconst run = () => {\n${body}\n};\n`],
  ["method", (body: string) => `class Engine {\n  async #run() {\n${body}\n  }\n}\n`],
  ["constructor", (body: string) => `class Engine {\n  constructor() {\n${body}\n  }\n}\n`],
  ["accessor", (body: string) => `const engine = {\n  get size() {\n${body}\n  },\n};\n`],
])("a %s has at most 60 lines", (_, wrap) => {
  expect(findLines(wrap(statements(FUNCTION_LINES_MAX - 2)))).toEqual([]);
  expect(findLines(wrap(statements(FUNCTION_LINES_MAX - 1)))).toEqual([2]);
});

test("a function that only contains long functions is too long as well", () => {
  const inner = `function inner() {\n${statements(FUNCTION_LINES_MAX)}\n}`;
  expect(findLines(`function outer() {\n${inner}\n}`)).toEqual([1, 2]);
});

test("lines of JSX do not count", () => {
  const markup = `<ul>\n${"<li>{call(() => 1)}</li>\n".repeat(90)}</ul>`;
  const page = `function Page() {\n  return (\n${markup}\n  );\n}`;
  expect(findLines(page, "packages/dashboard/src/page.tsx")).toEqual([]);
});

test("lines of tables do not count: lists of calls or objects, and literals without functions", () => {
  const entries = (entry: string) => Array.from({ length: 90 }, () => entry).join(",\n");
  const routes = `function routes() {\n  return [\n${entries("route({}, () => 1)")}\n  ];\n}`;
  const config = `function read() {\n  return freeze({\n${Array.from({ length: 90 }, (_, at) => `a${at}: env.a${at}`).join(",\n")}\n  });\n}`;
  expect([findLines(routes), findLines(config)]).toEqual([[], []]);
  const engine = `function create() {\n  return {\n${Array.from({ length: 90 }, (_, at) => `a${at}: () => 1`).join(",\n")}\n  };\n}`;
  expect(findLines(engine)).toEqual([1]);
  const mixed = `function list() {\n  return [\n${entries("() => 1")}\n  ];\n}`;
  expect(findLines(mixed)).toEqual([1]);
});

test("tests, scripts and type declarations are exempt", () => {
  const long = `function run() {\n${statements(90)}\n}`;
  for (const path of ["packages/server/src/a.test.ts", "packages/server/test/a.ts", "scripts/a.ts"]) {
    expect([path, findLines(long, path)]).toEqual([path, []]);
  }
  expect(findLines(`type Long = () => {\n${"  a: string;\n".repeat(90)}};\n`)).toEqual([]);
});
