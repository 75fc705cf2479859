import { JOURNEY_STEPS_MAX, SCRIPT_LENGTH_MAX } from "../journeys/journey-limits.ts";
import type { JourneyStepInput } from "../journeys/journey-steps.ts";
import { parseScript } from "./recorded-script-parser.ts";
import {
  attempt,
  createReading,
  describeStatement,
  type NotConverted,
  type Reading,
  readStatement,
  readStatements,
} from "./recorded-script-statements.ts";
import {
  type AnyNode,
  argumentsOf,
  awaitedBodyOf,
  bodyOf,
  type Chain,
  chainOf,
  NotConvertibleError,
  nameOf,
  readLiteral,
} from "./recorded-script-syntax.ts";

/**
 * Converts a Playwright Test script, as the recorder writes it, to declarative steps. The script is parsed and never
 * executed. Every statement becomes equivalent steps or is listed with the reason; no statement is dropped.
 */
export type ConvertedScript = { steps: JourneyStepInput[]; not_converted: NotConverted[] };

const CODE_SHOWN_MAX = 300;

/**
 * Converts the first test of the script, or the one at `testIndex` of `testsOfScript`. The other tests are listed as
 * not converted only if no test was selected.
 */
export function convertRecordedScript(source: string, testIndex: number | null = null): ConvertedScript {
  if (source.length > SCRIPT_LENGTH_MAX) {
    return unread(source, 1, `it is longer than the limit of ${SCRIPT_LENGTH_MAX} characters`);
  }
  const program = parseScript(source);
  if ("error" in program) return unread(source, program.line, program.error);
  const reading: FileReading = {
    ...createReading(source),
    selectedIndex: testIndex ?? 0,
    isSelected: testIndex !== null,
    tests: [],
    groups: [],
    hooks: [],
  };
  for (const statement of program.body as AnyNode[]) readFileStatement(statement, reading);
  const { converted, notConverted } = reading;
  const tooMany = `a journey has at most ${JOURNEY_STEPS_MAX} steps`;
  for (const { node } of converted.slice(JOURNEY_STEPS_MAX))
    notConverted.push(describeStatement(source, node, tooMany));
  return {
    steps: converted.slice(0, JOURNEY_STEPS_MAX).map(({ step }) => step),
    not_converted: notConverted.sort((one, other) => one.line - other.line),
  };
}

/** Returns the names of the tests, prefixed with their groups; empty if the script is invalid or has only statements. */
export function testsOfScript(source: string): string[] {
  const program = source.length > SCRIPT_LENGTH_MAX ? null : parseScript(source);
  if (program === null || "error" in program) return [];
  const reading: FileReading = {
    ...createReading(source),
    selectedIndex: -1,
    isSelected: true,
    tests: [],
    groups: [],
    hooks: [],
  };
  for (const statement of program.body as AnyNode[]) readFileStatement(statement, reading);
  return reading.tests;
}

function unread(source: string, line: number, why: string): ConvertedScript {
  const code = (source.split("\n", line)[line - 1] ?? "").trim().slice(0, CODE_SHOWN_MAX);
  return { steps: [], not_converted: [{ line, code, why }] };
}

type FileReading = Reading & {
  /** Index of the test to convert. */
  selectedIndex: number;
  /** Whether the caller selected a test, so that the others are not listed as losses. */
  isSelected: boolean;
  /** Names of the tests found so far. */
  tests: string[];
  /** Titles of the enclosing groups. */
  groups: readonly string[];
  /** Hooks that run before each test of the enclosing groups, outermost first. */
  hooks: readonly AnyNode[];
};

/** Reads imports, settings and tests of a file, or the statements of a single test. */
function readFileStatement(statement: AnyNode, reading: FileReading): void {
  attempt(statement, reading, () => {
    if (isPlaywrightImport(statement)) return;
    const expression = statement.expression as AnyNode | undefined;
    const call = statement.type === "ExpressionStatement" && expression ? chainOf(expression) : null;
    if (call === null || !readTestCall(call, reading)) readStatement(statement, reading);
  });
}

/** `test.only(…)` and `test.fail(…)` are tests as well; other group options do not affect the steps. */
const TEST_CALLS = new Set(["only", "fail"]);
const GROUP_CALLS = new Set(["only", "serial", "parallel"]);

/** `test(…)`, `test.use(…)`, `test.describe(…)` and `test.beforeEach(…)`; false for anything else. */
function readTestCall({ root, links }: Chain, reading: FileReading): boolean {
  const direct = links.length === 0 ? argumentsOf(root, "test") : null;
  if (direct !== null) {
    readTest(direct, reading);
    return true;
  }
  const last = links.at(-1);
  if (nameOf(root) !== "test" || last === undefined || last.args === null) return false;
  const [first = "", second = null, ...more] = links.map(({ name }) => name);
  if (more.length > 0) return false;
  if (first === "describe" && (second === null || GROUP_CALLS.has(second))) {
    return readGroup(last.args, reading);
  }
  if (second !== null) return false;
  if (TEST_CALLS.has(first)) readTest(last.args, reading);
  else if (first === "use") readSettings(last.args[0], reading);
  else if (first === "beforeEach") readHook(last.args, reading);
  else throwWhyNot(first, last.args);
  return true;
}

function throwWhyNot(name: string, args: readonly AnyNode[]): void {
  if (/^(skip|fixme)$/.test(name) && args.length > 1) {
    throw new NotConvertibleError("the script skips this test; create a separate journey for it");
  }
  if (/^(beforeAll|afterAll|afterEach)$/.test(name)) {
    throw new NotConvertibleError("a journey runs on its own: move setup and cleanup into its steps");
  }
  if (name !== "step") throw new NotConvertibleError(`no step is equivalent to 'test.${name}'`);
}

/** Hooks of a group apply to the tests of that group only. */
function readGroup(args: readonly AnyNode[], reading: FileReading): boolean {
  const body = bodyOf(args.at(-1));
  if (body === null) return false;
  const { groups, hooks } = reading;
  reading.groups = [...groups, titleOf(args[0])];
  for (const inner of body) readFileStatement(inner, reading);
  reading.groups = groups;
  reading.hooks = hooks;
  return true;
}

function readHook(args: readonly AnyNode[], reading: FileReading): void {
  const hook = args.at(-1);
  if (hook === undefined || awaitedBodyOf(hook) === null) {
    throw new NotConvertibleError("it does not contain its statements inline");
  }
  reading.hooks = [...reading.hooks, hook];
}

/** Returns the title, or an empty text if it is known only at run time. */
function titleOf(node: AnyNode | undefined): string {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : "";
}

function isPlaywrightImport(statement: AnyNode): boolean {
  const isPlaywright = (source: AnyNode | undefined) => /^@?playwright(\/test)?$/.test(String(source?.value));
  if (statement.type === "ImportDeclaration") return isPlaywright(statement.source as AnyNode);
  if (statement.type !== "VariableDeclaration") return false;
  const declarations = statement.declarations as AnyNode[];
  return declarations.every(({ init }) => {
    const required = init ? argumentsOf(init as AnyNode, "require") : null;
    return required !== null && isPlaywright(required[0]);
  });
}

function readTest(args: readonly AnyNode[], reading: FileReading): void {
  const index = reading.tests.length;
  const titles = [...reading.groups, titleOf(args[0])].filter((title) => title !== "");
  reading.tests.push(titles.join(" › ") || `test ${index + 1}`);
  if (index !== reading.selectedIndex && reading.isSelected) return;
  if (index !== reading.selectedIndex) {
    throw new NotConvertibleError("a journey is one test; create a separate journey for this one");
  }
  const callback = args.at(-1);
  if (callback === undefined || awaitedBodyOf(callback) === null) {
    throw new NotConvertibleError("it does not contain its statements inline");
  }
  for (const part of [...reading.hooks, callback]) {
    const name = pageParameter((part.params as AnyNode[])[0]);
    reading.pages = { known: new Set([name]), newest: name };
    readStatements(awaitedBodyOf(part) ?? [], reading);
  }
}

/** `async ({ page: name }) => …` */
function pageParameter(parameter: AnyNode | undefined): string {
  const properties = parameter?.type === "ObjectPattern" ? (parameter.properties as AnyNode[]) : [];
  const page = properties.find(({ key }) => nameOf(key as AnyNode) === "page");
  return nameOf(page?.value as AnyNode | undefined) ?? "page";
}

/** Reads the attribute that `getByTestId` uses; the other settings belong to the journey. */
function readSettings(settings: AnyNode | undefined, reading: FileReading): void {
  const properties = settings?.type === "ObjectExpression" ? (settings.properties as AnyNode[]) : [];
  const isTestId = ({ key }: AnyNode) => nameOf(key as AnyNode | undefined) === "testIdAttribute";
  const attribute = properties.find(isTestId)?.value as AnyNode | undefined;
  if (attribute !== undefined) reading.testIdAttribute = readAttributeName(attribute);
  if (properties.length > 0 && properties.every(isTestId)) return;
  throw new NotConvertibleError(
    "settings of a test are fields of the journey (`viewport`, `device`) or have no equivalent",
  );
}

function readAttributeName(node: AnyNode): string {
  const name = readLiteral(node);
  if (/^[\w-]+$/.test(name)) return name;
  throw new NotConvertibleError(`'${name}' is not an attribute name`);
}
