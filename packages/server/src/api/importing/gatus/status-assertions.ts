import { type ConditionResult, OPERATOR_OF } from "./condition-result.ts";
import { globRegex } from "./glob-pattern.ts";
import type { ConditionOperator, ConditionValue } from "./parse-condition.ts";

const STATUS_MIN = 100;
const STATUS_MAX = 599;
/** Values of one assertion. */
const LIST_MAX = 100;

/** Returns the assertions of a condition on `[STATUS]`. A pattern such as `2*` is a range. */
export function statusAssertions(operator: ConditionOperator, value: ConditionValue): ConditionResult {
  if (value.type === "text") {
    if (!/^\d{1,3}$/.test(value.text)) return { assertions: [], reason: "does not compare with a status" };
    return {
      assertions: [{ type: "status_code", operator: OPERATOR_OF[operator], value: Number(value.text) }],
    };
  }
  if (operator !== "==" && operator !== "!=") return { assertions: [], reason: "has no counterpart" };
  const statuses = value.type === "any" ? listed(value.texts) : matching(value.glob);
  const [from, to] = [statuses[0], statuses.at(-1)];
  if (from === undefined || to === undefined)
    return { assertions: [], reason: "does not compare with a status" };
  const isRange = statuses.length > 2 && to - from === statuses.length - 1;
  if (isRange && operator === "==") {
    return {
      assertions: [
        { type: "status_code", operator: "greater_than_or_equal", value: from },
        { type: "status_code", operator: "less_than_or_equal", value: to },
      ],
    };
  }
  if (statuses.length > LIST_MAX) return { assertions: [], reason: `matches more than ${LIST_MAX} statuses` };
  return {
    assertions: [{ type: "status_code", operator: operator === "==" ? "in" : "not_in", value: statuses }],
  };
}

function listed(texts: readonly string[]): number[] {
  return texts.every((text) => /^\d{3}$/.test(text)) ? texts.map(Number) : [];
}

function matching(glob: string): number[] {
  const statuses = Array.from({ length: STATUS_MAX - STATUS_MIN + 1 }, (_, index) => STATUS_MIN + index);
  // Each character of a status is one that `.` matches, and a pattern of three characters cannot backtrack.
  const short = glob.replaceAll(/\*+/g, "*");
  if (short.length > 7) return [];
  try {
    const pattern = new RegExp(`^${globRegex(short, ".")}$`);
    return statuses.filter((status) => pattern.test(String(status)));
  } catch {
    return [];
  }
}
