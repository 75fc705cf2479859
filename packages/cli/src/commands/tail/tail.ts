import type { Target } from "@vedette/contract/targets/targets.ts";
import { defineCommand } from "../../command-line/command.ts";
import type { CommandContext } from "../../command-line/command-context.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { ResourceClient } from "../../nouns/resource-client.ts";
import { describeEvent, targetOfEvent } from "./describe-event.ts";
import { followEvents, type ServerEvent } from "./follow-events.ts";

export const tail = defineCommand({
  words: "tail",
  summary:
    "Prints live events as they happen, and reconnects after interruptions; --output json prints one object a line",
  options: {
    tag: {
      type: "string",
      value: "tag",
      summary: "only events of targets with this tag; may be repeated",
      isList: true,
    },
    target: { type: "string", value: "id", summary: "only events of this target" },
    types: {
      type: "string",
      value: "types",
      summary:
        "types, separated by commas, such as monitor.status,alert.changed (default: all but check.result)",
    },
    count: { type: "number", value: "number", summary: "end after this many events" },
  },
  async run({ options }, context) {
    const { tag: tags, target, types = DEFAULT_TYPES, count = Number.POSITIVE_INFINITY } = options;
    if (count < 1) throw new UsageError("--count must be at least 1.");
    const settings = context.settings();
    const query = new URLSearchParams({ types, ...(target !== undefined && { target_id: target }) });
    const client = new ResourceClient(settings);
    let names = await readNames(client, tags);
    let printed = 0;
    await followEvents(settings, {
      path: `events?${query}`,
      // Targets may have got the tag while there was no connection.
      onOpen: async (isFirst) => {
        if (!isFirst) names = await readNames(client, tags);
      },
      onEvent(event) {
        if (event.type === "reset") {
          context.complain("Some events were missed.");
          return true;
        }
        const id = targetOfEvent(event.data);
        if (tags && (id === null || !names.has(id))) return true;
        printEvent(event, { name: id === null ? undefined : names.get(id), context });
        printed++;
        return printed < count;
      },
      onLost: (reason, delayMs) =>
        context.complain(`${reason} Next attempt in ${(delayMs / 1_000).toFixed(1)} s.`),
    });
    return EXIT.ok;
  },
});

/** A result for each check would hide the changes. */
const DEFAULT_TYPES =
  "monitor.status,api_monitor.status,journey.status,heartbeat.status,run.changed,alert.changed,incident.changed,target.snooze";

/** The names of the targets with one of the tags, or of all, by ID. */
async function readNames(
  client: ResourceClient,
  tags: readonly string[] | undefined,
): Promise<Map<string, string>> {
  const queries = tags?.map((tag) => ({ tag })) ?? [{}];
  const names = new Map<string, string>();
  for (const query of queries) {
    const { rows } = await client.list<Target>("targets", { query, limit: null, isPaged: true });
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

function printEvent(
  { type, data }: ServerEvent,
  { name, context }: { name: string | undefined; context: CommandContext },
): void {
  if (context.format === "json" || context.format === "yaml")
    context.print(JSON.stringify({ type, ...data }));
  else if (context.format === "ids") context.print(targetOfEvent(data) ?? "");
  else context.print(printableLine(describeEvent({ type, data }, name)));
}
