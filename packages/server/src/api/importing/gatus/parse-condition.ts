/** A condition of Gatus, `<left> <operator> <right>`, with what it evaluates on the left. */

const OPERATORS = ["==", "!=", "<=", ">=", "<", ">"] as const;
export type ConditionOperator = (typeof OPERATORS)[number];

const FLIPPED: Readonly<Record<ConditionOperator, ConditionOperator>> = {
  "==": "==",
  "!=": "!=",
  "<=": ">=",
  ">=": "<=",
  "<": ">",
  ">": "<",
};

export type ConditionSubject = {
  /** The name in brackets, such as `BODY`. */
  name: string;
  /** What follows the brackets, such as `.data[0]`. */
  path: string;
  apply: "len" | "has" | null;
};

export type ConditionValue =
  | { type: "text"; text: string }
  | { type: "any"; texts: string[] }
  | { type: "pattern"; glob: string };

export type GatusCondition = {
  subject: ConditionSubject;
  operator: ConditionOperator;
  value: ConditionValue;
};

/** Returns the condition, or why it cannot be one. */
export function parseCondition(text: string): GatusCondition | { reason: string } {
  const operator = OPERATORS.find((each) => text.includes(` ${each} `) || text.endsWith(` ${each}`));
  if (operator === undefined) return { reason: "has no operator with a space on both sides" };
  const [left = "", right = "", ...more] = `${text} `.split(` ${operator} `).map((side) => side.trim());
  if (more.length > 0) return { reason: "has more than one operator" };
  const [onLeft, onRight] = [parseSubject(left), parseSubject(right)];
  if (onLeft !== null && onRight !== null && onRight.name !== "CONTEXT" && onLeft.name !== "CONTEXT")
    return { reason: "compares two values of the response" };
  if (onLeft !== null && onLeft.name !== "CONTEXT")
    return { subject: onLeft, operator, value: parseOperand(right) };
  if (onRight !== null && onRight.name !== "CONTEXT")
    return { subject: onRight, operator: FLIPPED[operator], value: parseOperand(left) };
  const usesFunction = [left, right].some((side) => /^(?!any\(|pat\()[a-z]+\(/.test(side));
  return {
    reason: usesFunction ? "uses a function that has no counterpart" : "evaluates nothing of the response",
  };
}

function parseSubject(text: string): ConditionSubject | null {
  const [, apply, inner = ""] = /^(len|has)\((.*)\)$/.exec(text) ?? [];
  const [, name, path = ""] = /^\[([A-Z_]+)\](.*)$/.exec(apply === undefined ? text : inner) ?? [];
  if (name === undefined) return null;
  return { name, path, apply: apply === "len" || apply === "has" ? apply : null };
}

function parseOperand(text: string): ConditionValue {
  const [, inList] = /^any\((.*)\)$/.exec(text) ?? [];
  if (inList !== undefined) return { type: "any", texts: inList.split(",").map((each) => each.trim()) };
  const [, glob] = /^pat\((.*)\)$/.exec(text) ?? [];
  return glob === undefined ? { type: "text", text } : { type: "pattern", glob };
}
