import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { TuneCombination } from "@vedette/contract/alerts/rule-tuning.ts";
import { expect, test } from "vitest";
import {
  alertCountText,
  combinationCode,
  combinationText,
  comparisonText,
  latenessOf,
  scopeText,
} from "./tune-labels.ts";

const RULE: AlertRule = {
  ...{ id: "r", org_id: "o", name: "Shop: is “down”", type: "consecutive_failures" },
  params: { threshold: 1, min_locations: 1 },
  ...{ channel_id: null, channel_ids: [], monitor_id: "m", api_monitor_id: null, journey_id: null },
  ...{
    heartbeat_id: null,
    slo_id: null,
    selector: null,
    target_count: 1,
    enabled: true,
    severity: "critical",
  },
  ...{ cooldown_seconds: 0, confirm_seconds: 0, recovery_threshold: 1, remind_every_seconds: null },
  ...{ notify_recovery: true, flap_detection: false, escalation_policy_id: null, opens_incident: false },
  ...{ group_by: "target", created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" },
};

const combination = (change: Partial<TuneCombination>): TuneCombination => ({
  ...{ params: { threshold: 3, min_locations: 1 }, recovery_threshold: 2, alerts: 4, brief_alerts: 0 },
  ...{ delay_seconds: 90, recovery_seconds: 60, missed_outages: 0, is_rule: false, is_knee: false },
  ...change,
});

test("a combination is described by when it opens and resolves", () => {
  expect(combinationText(RULE, combination({}))).toBe(
    "3 checks in a row fail, until 2 good results in a row",
  );
  expect(combinationText(RULE, combination({ recovery_threshold: 1 }))).toBe(
    "3 checks in a row fail, until 1 good result",
  );
  const change = combination({ params: { fields: ["certificate"], minutes: 5 }, recovery_threshold: 1 });
  expect(combinationText({ ...RULE, type: "change" }, change)).not.toContain("good result");
});

test("a combination is compared with the present settings", () => {
  const present = combination({ alerts: 31, delay_seconds: 30, is_rule: true });
  expect(comparisonText(combination({}), present)).toBe(
    "4 alerts instead of 31, alerted 1 min later, no outage missed",
  );
  expect(comparisonText(combination({ delay_seconds: 30, missed_outages: 1 }), present)).toBe(
    "4 alerts instead of 31, alerted as soon as now, 1 outage missed",
  );
  expect(comparisonText(combination({ delay_seconds: null, missed_outages: 2 }), present)).toBe(
    "4 alerts instead of 31, no outage alerted, 2 outages missed",
  );
  expect(comparisonText(present, present)).toBe("31 alerts, alerted after 30 s, no outage missed");
});

test("of a rule that is not about outages only alerts are counted", () => {
  const present = combination({ alerts: 31, is_rule: true });
  expect(alertCountText(combination({ alerts: 1 }), present)).toBe("1 alert instead of 31");
  expect(alertCountText(present, present)).toBe("31 alerts");
  const tuning = { rule_id: "r", from: "", to: "", combinations: [], days: 1, targets: 1, outages: 2 };
  expect(scopeText({ ...tuning, rule_type: "change", measures_outages: false })).toBe(
    "1 target in the last day.",
  );
  expect(scopeText({ ...tuning, rule_type: "error_rate", days: 30, measures_outages: true })).toBe(
    "1 target, 2 outages of at least 5 minutes in the last 30 days.",
  );
});

test("the delay of a combination is that of the start and of the end of an outage", () => {
  expect(latenessOf(combination({}))).toBe(150);
  expect(latenessOf(combination({ recovery_seconds: null }))).toBe(90);
  expect(latenessOf(combination({ delay_seconds: null }))).toBeNull();
});

test("the code of a combination has the key of its project, or one made of the name", () => {
  const code = (key: string) =>
    [
      "rules:",
      `  "${key}":`,
      "    type: consecutive_failures",
      "    params:",
      "      threshold: 3",
      "      min_locations: 1",
      "    recovery_threshold: 2",
      "",
    ].join("\n");
  expect(combinationCode(RULE, combination({}))).toBe(code("shop-is-down"));
  const managed = { ...RULE, managed_by: { project: "p", key: "shop/down", source: null } };
  expect(combinationCode(managed, combination({}))).toBe(code("shop/down"));
});
