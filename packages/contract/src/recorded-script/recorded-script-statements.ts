import type { Node } from "acorn";
import { parseFields } from "../common/field-errors.ts";
import { type JourneyStepInput, journeyStepInput } from "../journeys/journey-steps.ts";
import { stepOfLocatorCall, stepOfPageCall } from "./recorded-script-calls.ts";
import { stepOfExpectation } from "./recorded-script-expectations.ts";
import { selectorOf } from "./recorded-script-selectors.ts";
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

/** Statements of a recorded test: each becomes a step, or is listed with the reason. */

const CODE_SHOWN_MAX = 300;
const STEP_NAME_MAX = 200;

export type NotConverted = { line: number; code: string; why: string };

export type Reading = {
  source: string;
  made: { step: JourneyStepInput; node: Node }[];
  left: NotConverted[];
  /** Names of pages; steps act on the newest. */
  pages: { known: Set<string>; newest: string };
  /** Names of promises of a page that comes up. */
  popups: Set<string>;
  /** Locators that were given a name, and the names of their pages. */
  locators: Map<string, { selector: string; page: string }>;
  testIdAttribute: string;
  /** Of the steps that surround what is read, from without to within. */
  titles: readonly string[];
};

export function createReading(source: string): Reading {
  return {
    source,
    made: [],
    left: [],
    pages: { known: new Set(["page"]), newest: "page" },
    popups: new Set(),
    locators: new Map(),
    testIdAttribute: "data-testid",
    titles: [],
  };
}

/** Lists the statement where nothing in it could be made a step of. */
export function attempt(statement: AnyNode, reading: Reading, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof NoEqualError)) throw error;
    reading.left.push(leftOut(reading.source, statement, error.message));
  }
}

export function leftOut(source: string, { start, end, loc }: Node, why: string): NotConverted {
  const code = source.slice(start, end).replaceAll(/\s+/g, " ");
  const shown = code.length > CODE_SHOWN_MAX ? `${code.slice(0, CODE_SHOWN_MAX - 1)}…` : code;
  return { line: loc?.start.line ?? 1, code: shown, why };
}

export function readStatements(statements: readonly AnyNode[], reading: Reading): void {
  for (const statement of statements) attempt(statement, reading, () => readStatement(statement, reading));
}

export function readStatement(statement: AnyNode, reading: Reading): void {
  if (statement.type === "EmptyStatement") return;
  if (statement.type === "VariableDeclaration") {
    for (const declaration of statement.declarations as AnyNode[]) readDeclaration(declaration, reading);
    return;
  }
  if (statement.type !== "ExpressionStatement") throw new NoEqualError(whyNoStatement(statement));
  const expression = statement.expression as AnyNode;
  if (expression.type !== "AwaitExpression") {
    if (isDismissal(expression, reading)) return;
    throw new NoEqualError("it is no call that is waited for");
  }
  const chain = chainOf(expression.argument as AnyNode);
  if (readTestStep(chain, reading)) return;
  const step = isExpectation(chain) ? readExpectation(chain, reading) : readCall(chain, reading);
  const name = reading.titles.join(" › ").slice(0, STEP_NAME_MAX).trim();
  // Of an upload the name is the file's.
  const named = name === "" || step.action === "upload" ? step : { name, ...step };
  const { faults } = parseFields(journeyStepInput, named);
  if (faults) {
    const [fault] = faults;
    throw new NoEqualError(`a step does not take it: ${fault?.path} ${fault?.message}`);
  }
  reading.made.push({ step: named, node: statement });
}

function whyNoStatement(statement: AnyNode): string {
  switch (statement.type) {
    case "ImportDeclaration": {
      const from = String((statement.source as AnyNode).value);
      return `steps use nothing of other files: what the script takes from '${from}' is missing`;
    }
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration":
      return "steps export nothing";
    case "FunctionDeclaration":
      return "steps have no functions; write its statements where it is called";
    case "ClassDeclaration":
      return "steps have no classes; write the statements of a page object where it is used";
    case "TryStatement":
    case "ThrowStatement":
      return "steps catch and throw nothing; `continue_on_failure` lets those behind a step run";
    case "ReturnStatement":
      return "steps run to the end: none goes back before it";
    default:
      return "steps have no conditions and no loops";
  }
}

/** Pages that come up, and locators that are given a name. */
function readDeclaration(declaration: AnyNode, reading: Reading): void {
  const { popups, pages, locators } = reading;
  const name = nameOf(declaration.id as AnyNode);
  const init = declaration.init as AnyNode | null;
  if (name === null || init === null) throw new NoEqualError("steps have no such variables");
  if (init.type === "AwaitExpression") {
    const awaited = init.argument as AnyNode;
    if (!popups.has(nameOf(awaited) ?? "") && !isWaitForPopup(awaited, reading)) {
      throw new NoEqualError("steps do not keep what a call answers");
    }
    pages.known.add(name);
    pages.newest = name;
  } else if (isWaitForPopup(init, reading)) popups.add(name);
  else locators.set(name, { selector: selectorIn(chainOf(init), reading), page: pages.newest });
}

function isWaitForPopup(node: AnyNode, { pages }: Reading): boolean {
  const { root, links } = chainOf(node);
  const [link, ...more] = links;
  if (!pages.known.has(nameOf(root) ?? "") || link?.name !== "waitForEvent" || more.length > 0) return false;
  const event = readLiteral(link.args?.[0]);
  if (event === "popup") return true;
  throw new NoEqualError(
    event === "download"
      ? "downloads are refused in journeys, and listed"
      : `steps do not wait for the event '${event}'`,
  );
}

/** `page.once('dialog', …)` as the recorder writes it: dialogs are dismissed in journeys anyway. */
function isDismissal(expression: AnyNode, { pages }: Reading): boolean {
  const { root, links } = chainOf(expression);
  const [{ name = "", args = null } = {}, ...more] = links;
  if (!pages.known.has(nameOf(root) ?? "") || !/^(on|once)$/.test(name) || more.length > 0) return false;
  const [event, handler] = args ?? [];
  const dialog = nameOf((handler?.params as AnyNode[] | undefined)?.[0]);
  const body = bodyOf(handler);
  if (readLiteral(event) !== "dialog" || body === null || dialog === null) return false;
  const calls = body.map(({ expression: inner }) => (inner ? chainOf(inner as AnyNode) : null));
  const isHarmless = calls.every((call) => {
    const first = call?.links[0]?.name;
    const isLog = nameOf(call?.root) === "console" && first === "log";
    return isLog || (nameOf(call?.root) === dialog && first === "dismiss");
  });
  if (isHarmless) return true;
  throw new NoEqualError("dialogs are dismissed in journeys");
}

/** `test.step(title, async () => { … })`: the title is the name of the steps in it. */
function readTestStep({ root, links }: Chain, reading: Reading): boolean {
  const [{ name = "", args = null } = {}, ...more] = links;
  if (nameOf(root) !== "test" || name !== "step" || more.length > 0) return false;
  const body = awaitedBodyOf(args?.[1]);
  if (body === null) throw new NoEqualError("its statements do not stand in it");
  const { titles } = reading;
  reading.titles = [...titles, readLiteral(args?.[0])];
  readStatements(body, reading);
  reading.titles = titles;
  return true;
}

function isExpectation({ root, links }: Chain): boolean {
  return argumentsOf(root, "expect") !== null || (nameOf(root) === "expect" && links[0]?.name === "soft");
}

/** `expect(…).not.toBe…(…)`; a soft one lets the steps behind it run. */
function readExpectation({ root, links }: Chain, reading: Reading): JourneyStepInput {
  const hard = argumentsOf(root, "expect");
  const [subject] = hard ?? links[0]?.args ?? [];
  const [first, ...behind] = hard === null ? links.slice(1) : links;
  const isNot = first?.name === "not" && first.args === null;
  const [call, ...more] = isNot ? behind : [first, ...behind];
  if (subject === undefined || call === undefined || call.args === null || more.length > 0) {
    throw new NoEqualError("no step expects that");
  }
  const chain = chainOf(subject);
  const isPage = chain.links.length === 0 && reading.pages.known.has(nameOf(chain.root) ?? "");
  if (isPage) assertNewest(nameOf(chain.root) ?? "", reading);
  const selector = isPage ? null : selectorIn(chain, reading);
  const step = stepOfExpectation({ matcher: call.name, args: call.args, isNot, selector });
  return hard === null ? { ...step, continue_on_failure: true } : step;
}

function readCall({ root, links }: Chain, reading: Reading): JourneyStepInput {
  const last = links.at(-1);
  if (last === undefined || last.args === null) throw new NoEqualError("it is no call of the page");
  const target = { root, links: links.slice(0, -1) };
  const isKeyboard = target.links.length === 1 && target.links[0]?.name === "keyboard";
  if (reading.pages.known.has(nameOf(root) ?? "") && (target.links.length === 0 || isKeyboard)) {
    assertNewest(nameOf(root) ?? "", reading);
    return stepOfPageCall(isKeyboard ? `keyboard.${last.name}` : last.name, last.args);
  }
  return stepOfLocatorCall(last.name, last.args, selectorIn(target, reading));
}

function selectorIn({ root, links }: Chain, reading: Reading): string {
  const name = nameOf(root) ?? "";
  const named = reading.locators.get(name);
  if (named === undefined && !reading.pages.known.has(name)) {
    throw new NoEqualError("it is about something else than the page");
  }
  assertNewest(named?.page ?? name, reading);
  return selectorOf(named?.selector ?? null, links, reading);
}

function assertNewest(page: string, { pages }: Reading): void {
  if (page === pages.newest) return;
  throw new NoEqualError(`steps act on the newest page, and '${page}' lies behind '${pages.newest}'`);
}
