import { JOURNEY_STEPS_MAX, SCRIPT_LENGTH_MAX } from "../journeys/journey-limits.ts";
import type { JourneyStepInput } from "../journeys/journey-steps.ts";
import { parseScript } from "./recorded-script-parser.ts";
import {
  attempt,
  createReading,
  leftOut,
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
  NoEqualError,
  nameOf,
  readLiteral,
} from "./recorded-script-syntax.ts";

/**
 * A script of Playwright Test, as its recorder writes it, as declarative steps. It is read as syntax: nothing
 * of it is run. A statement becomes steps that do the same, or it is listed with the reason; none is dropped.
 */
export type ConvertedScript = { steps: JourneyStepInput[]; not_converted: NotConverted[] };

const CODE_SHOWN_MAX = 300;

/**
 * The first test of the script, or the one of that place in `testsOfScript`. The others are listed only where none
 * was chosen.
 */
export function convertRecordedScript(source: string, testIndex: number | null = null): ConvertedScript {
  if (source.length > SCRIPT_LENGTH_MAX) {
    return unread(source, 1, `it is longer than the ${SCRIPT_LENGTH_MAX} characters that a script may have`);
  }
  const program = parseScript(source);
  if ("fault" in program) return unread(source, program.line, program.fault);
  const reading: FileReading = {
    ...createReading(source),
    wanted: testIndex ?? 0,
    isChosen: testIndex !== null,
    tests: [],
    groups: [],
    hooks: [],
  };
  for (const statement of program.body as AnyNode[]) readFileStatement(statement, reading);
  const { made, left } = reading;
  const tooMany = `a journey has at most ${JOURNEY_STEPS_MAX} steps`;
  for (const { node } of made.slice(JOURNEY_STEPS_MAX)) left.push(leftOut(source, node, tooMany));
  return {
    steps: made.slice(0, JOURNEY_STEPS_MAX).map(({ step }) => step),
    not_converted: left.sort((one, other) => one.line - other.line),
  };
}

/** The names of its tests, those of their groups first; none where it cannot be read, or holds statements alone. */
export function testsOfScript(source: string): string[] {
  const program = source.length > SCRIPT_LENGTH_MAX ? null : parseScript(source);
  if (program === null || "fault" in program) return [];
  const reading: FileReading = {
    ...createReading(source),
    wanted: -1,
    isChosen: true,
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
  /** Which test becomes steps. */
  wanted: number;
  /** Whether it was asked for, so that the others are no loss. */
  isChosen: boolean;
  /** Names of the tests so far. */
  tests: string[];
  /** Titles of the groups around what is read. */
  groups: readonly string[];
  /** What runs before each test of the groups around it, the outermost first. */
  hooks: readonly AnyNode[];
};

/** Of a file: imports, settings and the test; of a test's statements alone, those. */
function readFileStatement(statement: AnyNode, reading: FileReading): void {
  attempt(statement, reading, () => {
    if (isImportOfPlaywright(statement)) return;
    const expression = statement.expression as AnyNode | undefined;
    const call = statement.type === "ExpressionStatement" && expression ? chainOf(expression) : null;
    if (call === null || !readTestCall(call, reading)) readStatement(statement, reading);
  });
}

/** `test.only(…)` and `test.fail(…)` are tests as well; what the others of a group are like changes no step. */
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
    throw new NoEqualError("the script skips this test; make another journey of it");
  }
  if (/^(beforeAll|afterAll|afterEach)$/.test(name)) {
    throw new NoEqualError("a journey runs by itself: write what is needed before and after into its steps");
  }
  if (name !== "step") throw new NoEqualError(`no step does what 'test.${name}' does`);
}

/** The test of a group see what runs before each of it, those behind it do not. */
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
    throw new NoEqualError("its statements do not stand in it");
  }
  reading.hooks = [...reading.hooks, hook];
}

/** A title is for people: one that turns out when it runs is shown as none. */
function titleOf(node: AnyNode | undefined): string {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : "";
}

function isImportOfPlaywright(statement: AnyNode): boolean {
  const isOurs = (source: AnyNode | undefined) => /^@?playwright(\/test)?$/.test(String(source?.value));
  if (statement.type === "ImportDeclaration") return isOurs(statement.source as AnyNode);
  if (statement.type !== "VariableDeclaration") return false;
  const declarations = statement.declarations as AnyNode[];
  return declarations.every(({ init }) => {
    const required = init ? argumentsOf(init as AnyNode, "require") : null;
    return required !== null && isOurs(required[0]);
  });
}

function readTest(args: readonly AnyNode[], reading: FileReading): void {
  const index = reading.tests.length;
  const titles = [...reading.groups, titleOf(args[0])].filter((title) => title !== "");
  reading.tests.push(titles.join(" › ") || `test ${index + 1}`);
  if (index !== reading.wanted && reading.isChosen) return;
  if (index !== reading.wanted) {
    throw new NoEqualError("a journey is one test; make another journey of this one");
  }
  const callback = args.at(-1);
  if (callback === undefined || awaitedBodyOf(callback) === null) {
    throw new NoEqualError("its statements do not stand in it");
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

/** What `getByTestId` looks at is taken from them; the others are the journey's. */
function readSettings(settings: AnyNode | undefined, reading: FileReading): void {
  const properties = settings?.type === "ObjectExpression" ? (settings.properties as AnyNode[]) : [];
  const isTestId = ({ key }: AnyNode) => nameOf(key as AnyNode | undefined) === "testIdAttribute";
  const attribute = properties.find(isTestId)?.value as AnyNode | undefined;
  if (attribute !== undefined) reading.testIdAttribute = readAttributeName(attribute);
  if (properties.length > 0 && properties.every(isTestId)) return;
  throw new NoEqualError(
    "settings of a test are fields of the journey (`viewport`, `device`), or have no equal",
  );
}

function readAttributeName(node: AnyNode): string {
  const name = readLiteral(node);
  if (/^[\w-]+$/.test(name)) return name;
  throw new NoEqualError(`'${name}' is no name of an attribute`);
}
