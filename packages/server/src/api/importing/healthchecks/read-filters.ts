import { FILTER_WORD_LENGTH_MAX, FILTER_WORDS_MAX } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { HeartbeatCreateInput } from "@vedette/contract/heartbeats/heartbeats.ts";
import { type DocumentObject, fieldOf, textOf } from "../document-value.ts";

/** Returns the filters of HTTP bodies. Those of mails have no counterpart, because no heartbeat receives mail. */
export function readFilters(
  check: DocumentObject,
  reasons: string[],
): Pick<HeartbeatCreateInput, "filters"> | Record<string, never> {
  const words = {
    failure: wordsOf(check, ["failure_kw", "subject_fail"], reasons),
    success: wordsOf(check, ["success_kw", "subject"], reasons),
    start: wordsOf(check, ["start_kw"], reasons),
  };
  const hasWords = Object.values(words).some((each) => each.length > 0);
  const isOn = (name: string) => fieldOf(check, name) === true;
  if (isOn("filter_subject"))
    reasons.push("The filter of mail subjects has no counterpart: jobs ping by HTTP.");
  if (isOn("filter_body")) reasons.push("The filter of mail bodies has no counterpart: jobs ping by HTTP.");
  if (!isOn("filter_http_body")) return {};
  if (!hasWords) {
    reasons.push("The filter of HTTP bodies has no words.");
    return {};
  }
  return { filters: { ...words, otherwise: isOn("filter_default_fail") ? "fail" : "ignore" } };
}

/** The words of the first of these fields that has any; separated by commas. */
function wordsOf(check: DocumentObject, names: readonly string[], reasons: string[]): string[] {
  const text = names.map((name) => textOf(fieldOf(check, name)) ?? "").find((each) => each !== "") ?? "";
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  const fitting = words.filter((word) => word.length <= FILTER_WORD_LENGTH_MAX).slice(0, FILTER_WORDS_MAX);
  if (fitting.length < words.length) reasons.push(`Some words of '${names[0]}' are left out.`);
  return fitting;
}
