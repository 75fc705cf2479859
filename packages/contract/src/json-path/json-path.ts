import { JSONPathEnvironment, type JSONPathQuery, jsonpath } from "json-p3";
import { PATTERN_LENGTH_MAX } from "../assertions/pattern-limits.ts";
import { compileFilter, firstMatch } from "./json-path-filter.ts";
import {
  children,
  type JsonPath,
  type JsonPathScope,
  type JsonValue,
  spend,
  type Walk,
} from "./json-path-model.ts";

/**
 * Compiles RFC 9535 paths. json-p3 parses the syntax and checks the types. The walk over the document is implemented
 * here because both the path and the document are untrusted: the library's own walk collects every match, is
 * unbounded (`$[?count($..*) > 0]` is quadratic), and runs backtracking patterns. This walk stops at the requested
 * match, does not recurse on deep documents, counts its steps, and matches with RE2.
 */
export function compileJsonPath(path: string): JsonPath {
  if (path === "") throw new Error("must not be empty");
  if (path.length > PATTERN_LENGTH_MAX) throw new Error(`must be at most ${PATTERN_LENGTH_MAX} characters`);
  const walk = compileQuery(environment.compile(path));
  return {
    find(document, budget) {
      const found: JsonValue[] = [];
      walk(document, { root: document, budget }, (match) => {
        found.push(match);
        return false;
      });
      return found;
    },
    first: (document, budget) => firstMatch(walk, document, { root: document, budget }),
  };
}

const environment = new JSONPathEnvironment();

function compileQuery(query: JSONPathQuery): Walk {
  return query.segments
    .map((segment) => {
      const selectors = segment.selectors.map(compileSelector);
      // The class of `..` is not exported, but its canonical text is.
      return segment.toString({ form: "canonical" }).startsWith("..")
        ? afterDescent(selectors)
        : eachOf(selectors);
    })
    .reduce(chain, itself);
}

const itself: Walk = (value, _scope, take) => take(value);

/** Entering a segment for one match costs a step: sixteen segments on few values are work as well. */
function chain(before: Walk, after: Walk): Walk {
  if (before === itself) return after;
  return (value, scope, take) =>
    before(value, scope, (match) => {
      spend(scope, 1);
      return after(match, scope, take);
    });
}

function eachOf(selectors: Walk[]): Walk {
  const [only] = selectors;
  if (only && selectors.length === 1) return only;
  return (value, scope, take) => selectors.some((select) => select(value, scope, take));
}

/** Visits every descendant, parents first, and applies the selectors to each. */
function afterDescent(selectors: Walk[]): Walk {
  const select = eachOf(selectors);
  return (value, scope, take) => {
    const waiting: JsonValue[] = [value];
    while (waiting.length > 0) {
      const visited = waiting.pop() as JsonValue;
      if (select(visited, scope, take)) return true;
      const below = children(visited, scope);
      for (let index = below.length - 1; index >= 0; index--) waiting.push(below[index] as JsonValue);
    }
    return false;
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
  throw new Error("has a selector that RFC 9535 does not define");
}

function byName(name: string): Walk {
  return (value, scope, take) => {
    spend(scope, 1);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    return Object.hasOwn(value, name) && take(value[name] as JsonValue);
  };
}

function byIndex(index: number): Walk {
  return (value, scope, take) => {
    spend(scope, 1);
    if (!Array.isArray(value)) return false;
    const element = value[index < 0 ? value.length + index : index];
    return element !== undefined && take(element);
  };
}

type Slice = { start?: number | undefined; stop?: number | undefined; step?: number | undefined };

function bySlice(slice: Slice): Walk {
  return (value, scope, take) => {
    spend(scope, 1);
    if (!Array.isArray(value) || slice.step === 0) return false;
    const { from, to, step } = boundsOf(slice, value.length);
    for (let index = from; step > 0 ? index < to : index > to; index += step) {
      spend(scope, 1);
      if (take(value[index] as JsonValue)) return true;
    }
    return false;
  };
}

/** Source: RFC 9535, section 2.3.4.2.2. */
function boundsOf({ start, stop, step = 1 }: Slice, length: number) {
  const absolute = (index: number) => (index < 0 ? length + index : index);
  const clamp = (index: number, low: number, high: number) => Math.min(Math.max(index, low), high);
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const from = clamp(absolute(start ?? (step > 0 ? 0 : length - 1)), low, high);
  const to = stop === undefined ? (step > 0 ? length : -1) : clamp(absolute(stop), low, high);
  return { from, to, step };
}

const everyChild: Walk = (value, scope, take) => {
  for (const child of children(value, scope)) if (take(child)) return true;
  return false;
};

function byFilter(holds: (value: JsonValue, scope: JsonPathScope) => boolean): Walk {
  return (value, scope, take) => {
    for (const child of children(value, scope)) if (holds(child, scope) && take(child)) return true;
    return false;
  };
}
