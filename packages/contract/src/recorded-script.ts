import { JOURNEY_STEPS_MAX, SCRIPT_LENGTH_MAX } from "./journey-limits.ts";
import type { JourneyStepInput } from "./journey-steps.ts";
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

export function convertRecordedScript(source: string): ConvertedScript {
  if (source.length > SCRIPT_LENGTH_MAX) {
    return unread(source, 1, `it is longer than the ${SCRIPT_LENGTH_MAX} characters that a script may have`);
  }
  const program = parseScript(source);
  if ("fault" in program) return unread(source, program.line, program.fault);
  const reading: FileReading = { ...createReading(source), hasTest: false };
  for (const statement of program.body as AnyNode[]) readFileStatement(statement, reading);
  const { made, left } = reading;
  const tooMany = `a journey has at most ${JOURNEY_STEPS_MAX} steps`;
  for (const { node } of made.slice(JOURNEY_STEPS_MAX)) left.push(leftOut(source, node, tooMany));
  return {
    steps: made.slice(0, JOURNEY_STEPS_MAX).map(({ step }) => step),
    not_converted: left.sort((one, other) => one.line - other.line),
  };
}

function unread(source: string, line: number, why: string): ConvertedScript {
  const code = (source.split("\n", line)[line - 1] ?? "").trim().slice(0, CODE_SHOWN_MAX);
  return { steps: [], not_converted: [{ line, code, why }] };
}

type FileReading = Reading & { hasTest: boolean };

/** Of a file: imports, settings and the test; of a test's statements alone, those. */
function readFileStatement(statement: AnyNode, reading: FileReading): void {
  attempt(statement, reading, () => {
    if (isImportOfPlaywright(statement)) return;
    const expression = statement.expression as AnyNode | undefined;
    const call = statement.type === "ExpressionStatement" && expression ? chainOf(expression) : null;
    if (call === null || !readTestCall(call, reading)) readStatement(statement, reading);
  });
}

/** `test(…)`, `test.use(…)` and `test.describe(…)`; false for anything else. */
function readTestCall({ root, links }: Chain, reading: FileReading): boolean {
  const test = links.length === 0 ? argumentsOf(root, "test") : null;
  if (test !== null) readTest(test, reading);
  const [{ name = "", args = null } = {}, ...more] = links;
  const isOfTest = nameOf(root) === "test" && more.length === 0;
  if (isOfTest && name === "use") readSettings(args?.[0], reading);
  const group = isOfTest && name === "describe" ? bodyOf(args?.at(-1)) : null;
  for (const inner of group ?? []) readFileStatement(inner, reading);
  return test !== null || group !== null || (isOfTest && name === "use");
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
  if (reading.hasTest) throw new NoEqualError("a journey is one test; make another journey of this one");
  const callback = args.at(-1);
  const body = awaitedBodyOf(callback);
  if (callback === undefined || body === null) throw new NoEqualError("its statements do not stand in it");
  reading.hasTest = true;
  const name = pageParameter((callback.params as AnyNode[])[0]);
  reading.pages = { known: new Set([name]), newest: name };
  readStatements(body, reading);
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
