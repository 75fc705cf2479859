import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { useCallback } from "react";
import { t } from "../../language/t.ts";
import { useRules } from "../../pages/alerts/use-lists.ts";

/** The name of the rule of an alert. */
export type RuleNames = (alert: Alert) => string;

export function useRuleName(): RuleNames {
  const rules = useRules().data;
  return useCallback(
    // Until the rules are loaded none is known to be deleted.
    ({ rule_id: ruleId }) =>
      rules?.find(({ id }) => id === ruleId)?.name ?? (rules ? t("deleted rule") : "…"),
    [rules],
  );
}
