import type { BadgeOwner } from "../../badge-client.ts";
import { assertNoPositionals, badgesOf, type Command, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const options = { target: { type: "string" }, "status-page": { type: "string" } } as const;
const ARGUMENTS = "--target ID|--status-page ID [--json]";

const showUsage = `badges show ${ARGUMENTS}`;

export const showBadges: Command = {
  usage: showUsage,
  summary: "Prints the address of the badges of a target or a status page",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage: showUsage });
    assertNoPositionals(positionals, showUsage);
    const badgeKey = await badgesOf(values.server, terminal).get(readOwner(values, showUsage));
    if (values.json) terminal.print(JSON.stringify(badgeKey, null, 2));
    else if (badgeKey.url === null)
      terminal.complain("There are no badges. `vdt badges create` creates them.");
    else terminal.print(badgeKey.url);
    return EXIT.ok;
  },
};

const createUsage = `badges create ${ARGUMENTS}`;

export const createBadges: Command = {
  usage: createUsage,
  summary: "Creates or replaces the badge key of a target or a status page, and prints the address",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage: createUsage });
    assertNoPositionals(positionals, createUsage);
    const badgeKey = await badgesOf(values.server, terminal).renew(readOwner(values, createUsage));
    terminal.print(values.json ? JSON.stringify(badgeKey, null, 2) : `${badgeKey.url}/status.svg`);
    return EXIT.ok;
  },
};

const deleteUsage = `badges delete ${ARGUMENTS}`;

export const deleteBadges: Command = {
  usage: deleteUsage,
  summary: 'Deletes the badge key of a target or a status page; its badges show "unknown"',
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage: deleteUsage });
    assertNoPositionals(positionals, deleteUsage);
    const owner = readOwner(values, deleteUsage);
    await badgesOf(values.server, terminal).delete(owner);
    const { id } = owner;
    terminal.print(values.json ? JSON.stringify({ id, deleted: true }, null, 2) : `Badges of ${id} deleted.`);
    return EXIT.ok;
  },
};

type Values = { target?: string | undefined; "status-page"?: string | undefined };

function readOwner({ target, "status-page": page }: Values, usage: string): BadgeOwner {
  if (target && page === undefined) return { kind: "targets", id: target };
  if (page && target === undefined) return { kind: "status-pages", id: page };
  throw new UsageError(`One of --target and --status-page is required. Usage: vdt ${usage}`);
}
