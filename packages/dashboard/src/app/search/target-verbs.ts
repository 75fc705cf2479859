import type { SearchResult } from "@vedette/contract/search/search.ts";

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
      return type === "monitor" ? `Check ${name} now` : `Run ${name} now`;
    case "pause":
      return `Pause ${name}`;
    case "resume":
      return `Resume ${name}`;
    case "snooze":
      return `Snooze ${name} for 1 hour`;
    case "unsnooze":
      return `End the snooze of ${name}`;
    case "edit":
      return `Edit ${name}`;
    case "clone":
      return `Clone ${name}`;
  }
}

/** The actions that make sense for a target in its status. */
export function verbsOf({ status, type }: SearchResult): Verb[] {
  // Nothing checks a heartbeat: it waits for pings.
  const check: Verb[] = type === "heartbeat" ? [] : ["check"];
  return [...check, status === "paused" ? "resume" : "pause", "snooze", "unsnooze", "edit", "clone"];
}
