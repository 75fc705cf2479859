import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT } from "../../exit-codes.ts";
import { OnCallClient } from "../../on-call-client.ts";

export const onCall = defineCommand({
  words: "on-call",
  summary: "Prints who is on call now in every schedule, until when, and who is next",
  arguments: {},
  async run(_input, context) {
    const schedules = await new OnCallClient(context.settings()).listOnCall();
    const names = (people: readonly { name: string }[]) =>
      people.length === 0 ? "no one" : people.map(({ name }) => printableLine(name)).join(", ");
    await context.writeList(schedules, () => ({
      columns: ["schedule", "on call", "until", "next", "gaps in 14 days"],
      cells: schedules.map(({ name, people, until, next, gaps }) => [
        ...[printableLine(name), names(people), until ?? "–"],
        ...[until === null ? "–" : names(next), `${gaps.length}`],
      ]),
      empty: "There are no schedules.",
    }));
    return EXIT.ok;
  },
});
