/** Search filters of LDAP. Pure. Source: RFC 4515. */

export type LdapFilter =
  | { type: "and" | "or"; filters: readonly LdapFilter[] }
  | { type: "not"; filter: LdapFilter }
  | { type: "present"; attribute: string }
  | { type: "equals" | "at_least" | "at_most" | "approximately"; attribute: string; value: Uint8Array }
  /** `initial*any*any*final`; the first and the last are null if the value begins or ends with `*`. */
  | { type: "substrings"; attribute: string; parts: readonly (Uint8Array | null)[] };

/** Deeper filters would exhaust the stack. */
const DEPTH_MAX = 20;
const ATTRIBUTE = /^[A-Za-z0-9.;_-]+/;
const OPERATORS = { "=": "equals", ">=": "at_least", "<=": "at_most", "~=": "approximately" } as const;

/** Returns a filter, or throws an error that describes what is wrong. A filter may stand without its parentheses. */
export function parseLdapFilter(text: string): LdapFilter {
  const source = text.startsWith("(") ? text : `(${text})`;
  const { filter, end } = parseAt(source, 0, 0);
  if (end < source.length) throw new Error(`ends at "${source.slice(end, end + 20)}"`);
  return filter;
}

/** Returns what is wrong with a filter, or null. */
export function ldapFilterError(text: string): string | null {
  try {
    parseLdapFilter(text);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `must be a filter such as (&(objectClass=person)(mail=*)); it ${reason}`;
  }
}

type Parsed = { filter: LdapFilter; end: number };

function parseAt(text: string, at: number, depth: number): Parsed {
  if (depth > DEPTH_MAX) throw new Error(`is nested deeper than ${DEPTH_MAX}`);
  if (text[at] !== "(") throw new Error(`has no "(" at "${text.slice(at, at + 20)}"`);
  const operator = text[at + 1];
  if (operator === "&" || operator === "|") {
    const filters: LdapFilter[] = [];
    let end = at + 2;
    while (text[end] === "(") {
      const inner = parseAt(text, end, depth + 1);
      filters.push(inner.filter);
      end = inner.end;
    }
    return { filter: { type: operator === "&" ? "and" : "or", filters }, end: closed(text, end) };
  }
  if (operator === "!") {
    const inner = parseAt(text, at + 2, depth + 1);
    return { filter: { type: "not", filter: inner.filter }, end: closed(text, inner.end) };
  }
  return parseItem(text, at + 1);
}

function parseItem(text: string, at: number): Parsed {
  const attribute = ATTRIBUTE.exec(text.slice(at))?.[0];
  if (attribute === undefined) throw new Error(`has no attribute at "${text.slice(at, at + 20)}"`);
  const operatorAt = at + attribute.length;
  const operator = (["=", ">=", "<=", "~="] as const).find((each) => text.startsWith(each, operatorAt));
  if (operator === undefined) throw new Error(`has no operator behind "${attribute}"`);
  const valueAt = operatorAt + operator.length;
  const end = text.indexOf(")", valueAt);
  if (end < 0) throw new Error('has no ")" at its end');
  const value = text.slice(valueAt, end);
  if (value.includes("(")) throw new Error('contains "(" in a value; write \\28');
  return { filter: itemOf({ attribute, operator, value }), end: end + 1 };
}

type Item = { attribute: string; operator: keyof typeof OPERATORS; value: string };

function itemOf({ attribute, operator, value }: Item): LdapFilter {
  if (operator !== "=" || !value.includes("*"))
    return { type: OPERATORS[operator], attribute, value: valueBytes(value) };
  if (value === "*") return { type: "present", attribute };
  const parts = value.split("*");
  if (parts.slice(1, -1).includes("")) throw new Error('contains "**"');
  return {
    type: "substrings",
    attribute,
    parts: parts.map((part, index) => {
      const isEdge = index === 0 || index === parts.length - 1;
      return isEdge && part === "" ? null : valueBytes(part);
    }),
  };
}

/** `\2a` is the byte 0x2a. */
function valueBytes(value: string): Uint8Array {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [, hex, wrong, plain] of value.matchAll(/\\([0-9a-fA-F]{2})|(\\)|([^\\]+)/g)) {
    if (wrong !== undefined) throw new Error("contains a backslash without two hexadecimal digits");
    if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else bytes.push(...encoder.encode(plain));
  }
  return Uint8Array.from(bytes);
}

function closed(text: string, end: number): number {
  if (text[end] !== ")") throw new Error(`has no ")" at "${text.slice(end, end + 20)}"`);
  return end + 1;
}
