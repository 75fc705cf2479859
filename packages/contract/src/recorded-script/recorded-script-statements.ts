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
  NotConvertibleError,
  nameOf,
  readLiteral,
} from "./recorded-script-syntax.ts";

/** Converts the statements of a recorded test: each becomes a step or is listed with the reason. */

const CODE_SHOWN_MAX = 300;
const STEP_NAME_MAX = 200;

export type NotConverted = { line: number; code: string; why: string };

export type Reading = {
  source: string;
  converted: { step: JourneyStepInput; node: Node }[];
  notConverted: NotConverted[];
  /** Names of pages; steps act on the most recently opened page. */
  pages: { known: Set<string>; newest: string };
  /** Names of promises of popups. */
  popups: Set<string>;
  /** Named locators with their selector and the name of their page. */
  locators: Map<string, { selector: string; page: string }>;
  testIdAttribute: string;
  /** Titles of the enclosing test steps, outermost first. */
  titles: readonly string[];
};

export function createReading(source: string): Reading {
  return {
    source,
    converted: [],
    notConverted: [],
    pages: { known: new Set(["page"]), newest: "page" },
    popups: new Set(),
    locators: new Map(),
    testIdAttribute: "data-testid",
    titles: [],
  };
}

/** Lists the statement as not converted if no step could be made from it. */
export function attempt(statement: AnyNode, reading: Reading, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof NotConvertibleError)) throw error;
    reading.notConverted.push(describeStatement(reading.source, statement, error.message));
  }
}

export function describeStatement(source: string, { start, end, loc }: Node, why: string): NotConverted {
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
  if (statement.type !== "ExpressionStatement") throw new NotConvertibleError(whyNoStatement(statement));
  const expression = statement.expression as AnyNode;
  if (expression.type !== "AwaitExpression") {
    if (isDismissal(expression, reading)) return;
    throw new NotConvertibleError("it is not an awaited call");
  }
  const chain = chainOf(expression.argument as AnyNode);
  if (readTestStep(chain, reading)) return;
  const step = isExpectation(chain) ? readExpectation(chain, reading) : readCall(chain, reading);
  const name = reading.titles.join(" › ").slice(0, STEP_NAME_MAX).trim();
  // The name of an upload step is the file name.
  const named = name === "" || step.action === "upload" ? step : { name, ...step };
  const { errors } = parseFields(journeyStepInput, named);
  if (errors) {
    const [error] = errors;
    throw new NotConvertibleError(`it is not a valid step: ${error?.path} ${error?.message}`);
  }
  reading.converted.push({ step: named, node: statement });
}

function whyNoStatement(statement: AnyNode): string {
  switch (statement.type) {
    case "ImportDeclaration": {
      const from = String((statement.source as AnyNode).value);
      return `steps cannot import other files: what the script imports from '${from}' is missing`;
    }
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration":
      return "steps have no exports";
    case "FunctionDeclaration":
      return "steps have no functions; copy its statements to where it is called";
    case "ClassDeclaration":
      return "steps have no classes; copy the statements of a page object to where it is used";
    case "TryStatement":
    case "ThrowStatement":
      return "steps cannot catch or throw errors; `continue_on_failure` runs the next steps after a failure";
    case "ReturnStatement":
      return "steps cannot return early";
    default:
      return "steps have no conditions or loops";
  }
}

/** Reads declarations of popup pages and of named locators. */
function readDeclaration(declaration: AnyNode, reading: Reading): void {
  const { popups, pages, locators } = reading;
  const name = nameOf(declaration.id as AnyNode);
  const init = declaration.init as AnyNode | null;
  if (name === null || init === null)
    throw new NotConvertibleError("steps do not support variables of this kind");
  if (init.type === "AwaitExpression") {
    const awaited = init.argument as AnyNode;
    if (!popups.has(nameOf(awaited) ?? "") && !isWaitForPopup(awaited, reading)) {
      throw new NotConvertibleError("steps do not store the result of a call");
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
  throw new NotConvertibleError(
    event === "download"
      ? "journeys block downloads and list them in the run"
      : `steps do not wait for the event '${event}'`,
  );
}

/** `page.once('dialog', …)` as the recorder writes it: journeys dismiss dialogs anyway. */
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
  throw new NotConvertibleError("journeys dismiss all dialogs");
}

/** `test.step(title, async () => { … })`: the title becomes the name of its steps. */
function readTestStep({ root, links }: Chain, reading: Reading): boolean {
  const [{ name = "", args = null } = {}, ...more] = links;
  if (nameOf(root) !== "test" || name !== "step" || more.length > 0) return false;
  const body = awaitedBodyOf(args?.[1]);
  if (body === null) throw new NotConvertibleError("it does not contain its statements inline");
  const { titles } = reading;
  reading.titles = [...titles, readLiteral(args?.[0])];
  readStatements(body, reading);
  reading.titles = titles;
  return true;
}

function isExpectation({ root, links }: Chain): boolean {
  return argumentsOf(root, "expect") !== null || (nameOf(root) === "expect" && links[0]?.name === "soft");
}

/** `expect(…).not.toBe…(…)`; a soft expectation does not stop the next steps. */
function readExpectation({ root, links }: Chain, reading: Reading): JourneyStepInput {
  const hard = argumentsOf(root, "expect");
  const [subject] = hard ?? links[0]?.args ?? [];
  const [first, ...rest] = hard === null ? links.slice(1) : links;
  const isNot = first?.name === "not" && first.args === null;
  const [call, ...more] = isNot ? rest : [first, ...rest];
  if (subject === undefined || call === undefined || call.args === null || more.length > 0) {
    throw new NotConvertibleError("no step is equivalent to this expectation");
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
  if (last === undefined || last.args === null) throw new NotConvertibleError("it is not a call on the page");
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
    throw new NotConvertibleError("it does not act on the page");
  }
  assertNewest(named?.page ?? name, reading);
  return selectorOf(named?.selector ?? null, links, reading);
}

function assertNewest(page: string, { pages }: Reading): void {
  if (page === pages.newest) return;
  throw new NotConvertibleError(
    `steps act on the most recently opened page, '${pages.newest}', and not on '${page}'`,
  );
}
