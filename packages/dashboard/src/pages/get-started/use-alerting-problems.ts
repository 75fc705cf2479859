import { useMemo } from "react";
import { alertingProblems } from "../../features/alerts/alerting-problems.ts";
import { useChannels, useRules } from "../alerts/use-lists.ts";

/** Why people would not hear of an outage; null until loaded. */
export function useAlertingProblems() {
  const { data: rules } = useRules();
  const { data: channels } = useChannels();
  return useMemo(() => (rules && channels ? alertingProblems(rules, channels) : null), [rules, channels]);
}
