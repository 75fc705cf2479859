import { BadgeClient, type BadgeOwner } from "../../badge-client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const options = {
  target: { type: "string", value: "id", summary: "ID of a target" },
  "status-page": { type: "string", value: "id", summary: "ID of a status page" },
} as const;

export const showBadges = defineCommand({
  words: "badges show",
  summary: "Prints the address of the badges of a target or a status page",
  options,
  async run(input, context) {
    const owner = readOwner(input.options);
    const badgeKey = await new BadgeClient(context.settings()).get(owner);
    await context.write(badgeKey, () => {
      if (badgeKey.url === null) context.complain("There are no badges. `vdt badges create` creates them.");
      return badgeKey.url ?? "";
    });
    return EXIT.ok;
  },
});

export const createBadges = defineCommand({
  words: "badges create",
  summary: "Creates or replaces the badge key of a target or a status page, and prints the address",
  options,
  async run(input, context) {
    const owner = readOwner(input.options);
    const badgeKey = await new BadgeClient(context.settings()).renew(owner);
    await context.write(badgeKey, () => `${badgeKey.url}/status.svg`);
    return EXIT.ok;
  },
});

export const deleteBadges = defineCommand({
  words: "badges delete",
  summary: 'Deletes the badge key of a target or a status page; its badges show "unknown"',
  options,
  async run(input, context) {
    const owner = readOwner(input.options);
    await new BadgeClient(context.settings()).delete(owner);
    const { id } = owner;
    await context.write({ id, deleted: true }, () => `Badges of ${id} deleted.`);
    return EXIT.ok;
  },
});

type Values = { target: string | undefined; "status-page": string | undefined };

function readOwner({ target, "status-page": page }: Values): BadgeOwner {
  if (target && page === undefined) return { kind: "targets", id: target };
  if (page && target === undefined) return { kind: "status-pages", id: page };
  throw new UsageError("One of --target and --status-page is required.");
}
