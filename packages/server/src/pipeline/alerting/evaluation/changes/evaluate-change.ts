import type { RuleParams } from "@vedette/contract/alerts/rule-conditions.ts";
import type { ChangeField } from "@vedette/contract/changes/change-fields.ts";
import type { RuleVerdict } from "../rule-verdict.ts";

type Change = { field: ChangeField; before: string; after: string };

/** Changes of the fields that a rule of the type `change` is about. */
export function matchingChanges({ fields }: RuleParams["change"], changes: readonly Change[] = []): Change[] {
  return changes.flatMap(({ field, before, after }) =>
    fields.includes(field) ? [{ field, before, after }] : [],
  );
}

const MINUTE_MS = 60_000;

/** The condition holds for some minutes after a change, so that the alert resolves by itself. */
export function evaluateChange(
  params: RuleParams["change"],
  {
    changedAtMs,
    result,
  }: { changedAtMs: readonly number[]; result: { atMs: number; changes?: readonly Change[] } },
): RuleVerdict {
  const changes = matchingChanges(params, result.changes);
  const lastAtMs = Math.max(...changedAtMs);
  const holds = result.atMs - lastAtMs < params.minutes * MINUTE_MS;
  return {
    holds,
    figures: { threshold: 1, value: changes.length, ...(changes.length > 0 && { changes }) },
  };
}
