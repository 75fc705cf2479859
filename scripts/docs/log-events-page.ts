import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generatedHeader, table } from "./markdown.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = "packages/server/src/**/*.ts";

/** A call such as `log.warn("area.event"` or `log[isSlow ? "warn" : "info"]("area.event"`. */
const LOG_CALL = /\b\w*[lL]og(?:\.(?<level>\w+)|\[(?<choice>[^\]]+)\])\(\s*"(?<event>[a-z]+\.[a-z0-9_]+)"/g;
/** The event that a table cache logs if its table cannot be read. */
const LOAD_FAILURE = /\bfailedEvent: "(?<event>[^"]+)"/g;

/** Generates docs/reference/log-events.md from the calls of the logger. */
export function logEventsPage(): string {
  const levels = new Map<string, Set<string>>();
  const add = (event: string, level: string) =>
    levels.set(event, (levels.get(event) ?? new Set<string>()).add(`\`${level}\``));
  for (const path of globSync(SOURCES, { cwd: ROOT }).filter((each) => !each.endsWith(".test.ts"))) {
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const { groups } of text.matchAll(LOAD_FAILURE)) add(groups?.event ?? "", "warn");
    for (const { groups } of text.matchAll(LOG_CALL)) {
      const { event = "", level, choice = "" } = groups ?? {};
      const named = level ? [level] : [...choice.matchAll(/"(\w+)"/g)].map(([, word = ""]) => word);
      for (const each of named) add(event, each);
    }
  }
  const rows = [...levels].sort().map(([event, names]) => [`\`${event}\``, [...names].sort().join(", ")]);
  return `${generatedHeader(SOURCES)}

# Log events

All values of \`msg\`. A name consists of an area and an event; the facts of an event have names in \`snake_case\`, and
\`error\` and \`stack\` describe a failure. See [the log](../guide/operating.md#log).

${table(["Event", "Level"], rows)}
`;
}
