import type { SearchResult } from "@vedette/contract/search/search.ts";
import { t } from "../../language/t.ts";

/** The actions of the search for targets. Pure. */

export type Verb = "check" | "pause" | "resume" | "snooze" | "unsnooze" | "edit" | "clone";

/** The words that start an action. */
const WORDS: readonly (readonly [word: string, verb: Verb])[] = [
  ["check", "check"],
  ["run", "check"],
  ["pause", "pause"],
  ["resume", "resume"],
  ["snooze", "snooze"],
  ["unsnooze", "unsnooze"],
  ["edit", "edit"],
  ["clone", "clone"],
  ["copy", "clone"],
];

/** Reads "pause shop" as an action on targets that match "shop"; null if the text starts with no action. */
export function readVerb(typed: string): { verb: Verb; text: string } | null {
  const [first = "", ...rest] = typed.trimStart().split(/\s+/);
  const text = rest.join(" ").trim();
  const found = WORDS.find(([word]) => word === first.toLowerCase());
  return found && text !== "" ? { verb: found[1], text: text.replace(/^now\s+/i, "") } : null;
}

export function verbLabel(verb: Verb, { name, type }: SearchResult): string {
  switch (verb) {
    case "check":
      return type === "monitor" ? t("Check {name} now", { name }) : t("Run {name} now", { name });
    case "pause":
      return t("Pause {name}", { name });
    case "resume":
      return t("Resume {name}", { name });
    case "snooze":
      return t("Snooze {name} for 1 hour", { name });
    case "unsnooze":
      return t("End the snooze of {name}", { name });
    case "edit":
      return t("Edit {name}", { name });
    case "clone":
      return t("Clone {name}", { name });
  }
}

/** The actions that make sense for a target in its status. */
export function verbsOf({ status, type }: SearchResult): Verb[] {
  // Nothing checks a heartbeat: it waits for pings.
  const check: Verb[] = type === "heartbeat" ? [] : ["check"];
  return [...check, status === "paused" ? "resume" : "pause", "snooze", "unsnooze", "edit", "clone"];
}
