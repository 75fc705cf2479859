import { JSONPathEnvironment, type JSONPathQuery, jsonpath } from "json-p3";
import { compileFilter } from "./json-path-filter.ts";
import { children, type JsonPath, type JsonValue, type Scope, spend, type Walk } from "./json-path-model.ts";
import { PATTERN_LENGTH_MAX } from "./pattern-limits.ts";

/**
 * RFC 9535 paths. json-p3 reads the syntax and checks the types; walking the document is done here,
 * because a path comes from a stranger and so does the document: the library's own walk collects every
 * match, has no bound on its work (`$[?count($..*) > 0]` is quadratic), and runs backtracking patterns.
 * This walk is lazy, needs no stack for deep documents, counts its steps, and matches with RE2.
 */
export function compileJsonPath(path: string): JsonPath {
  if (path === "") throw new Error("must not be empty");
  if (path.length > PATTERN_LENGTH_MAX) throw new Error(`must be at most ${PATTERN_LENGTH_MAX} characters`);
  const walk = compileQuery(environment.compile(path));
  return {
    find(document, budget) {
      return walk(document, { root: document, budget });
    },
    first(document, budget) {
      const next = walk(document, { root: document, budget }).next();
      return next.done ? undefined : next.value;
    },
  };
}

const environment = new JSONPathEnvironment();

/** Deferred in generators, so that the first match costs no more than the way to it. */
function compileQuery(query: JSONPathQuery): Walk {
  return query.segments
    .map((segment) => {
      const selectors = segment.selectors.map(compileSelector);
      // The class of `..` is not exported; its canonical text is.
      return segment.toString({ form: "canonical" }).startsWith("..")
        ? afterDescent(selectors)
        : eachOf(selectors);
    })
    .reduce(chain, itself);
}

function* itself(value: JsonValue): Generator<JsonValue> {
  yield value;
}

function chain(before: Walk, after: Walk): Walk {
  if (before === itself) return after;
  return function* chained(value, scope) {
    for (const match of before(value, scope)) yield* after(match, scope);
  };
}

function eachOf(selectors: Walk[]): Walk {
  const [only] = selectors;
  if (only && selectors.length === 1) return only;
  return function* selected(value, scope) {
    for (const select of selectors) yield* select(value, scope);
  };
}

/** Every descendant, parents first, then what the selectors take of each. */
function afterDescent(selectors: Walk[]): Walk {
  const select = eachOf(selectors);
  return function* descended(value, scope) {
    const waiting: JsonValue[] = [value];
    while (waiting.length > 0) {
      const visited = waiting.pop() as JsonValue;
      yield* select(visited, scope);
      const below = children(visited, scope);
      for (let index = below.length - 1; index >= 0; index--) waiting.push(below[index] as JsonValue);
    }
  };
}

function compileSelector(selector: jsonpath.JSONPathSelector): Walk {
  if (selector instanceof jsonpath.selectors.NameSelector) return byName(selector.name);
  if (selector instanceof jsonpath.selectors.IndexSelector) return byIndex(selector.index);
  if (selector instanceof jsonpath.selectors.SliceSelector) return bySlice(selector);
  if (selector instanceof jsonpath.selectors.WildcardSelector) return everyChild;
  if (selector instanceof jsonpath.selectors.FilterSelector) {
    return byFilter(compileFilter(selector.expression, compileQuery));
  }
  throw new Error("has a selector that RFC 9535 does not know");
}

function byName(name: string): Walk {
  return function* named(value, scope) {
    spend(scope, 1);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    if (Object.hasOwn(value, name)) yield value[name] as JsonValue;
  };
}

function byIndex(index: number): Walk {
  return function* indexed(value, scope) {
    spend(scope, 1);
    if (!Array.isArray(value)) return;
    const element = value[index < 0 ? value.length + index : index];
    if (element !== undefined) yield element;
  };
}

type Slice = { start?: number | undefined; stop?: number | undefined; step?: number | undefined };

/** Source of the bounds: RFC 9535, section 2.3.4.2.2. */
function bySlice({ start, stop, step = 1 }: Slice): Walk {
  return function* sliced(value, scope) {
    spend(scope, 1);
    if (!Array.isArray(value) || step === 0) return;
    const { length } = value;
    const absolute = (index: number) => (index < 0 ? length + index : index);
    const clamp = (index: number, low: number, high: number) => Math.min(Math.max(index, low), high);
    const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
    const from = clamp(absolute(start ?? (step > 0 ? 0 : length - 1)), low, high);
    const to = stop === undefined ? (step > 0 ? length : -1) : clamp(absolute(stop), low, high);
    for (let index = from; step > 0 ? index < to : index > to; index += step) {
      spend(scope, 1);
      yield value[index] as JsonValue;
    }
  };
}

function* everyChild(value: JsonValue, scope: Scope): Generator<JsonValue> {
  yield* children(value, scope);
}

function byFilter(holds: (value: JsonValue, scope: Scope) => boolean): Walk {
  return function* filtered(value, scope) {
    for (const child of children(value, scope)) if (holds(child, scope)) yield child;
  };
}
