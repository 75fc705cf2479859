import { listOutages } from "../commands/targets/outages.ts";
import { snoozeTarget } from "../commands/targets/snooze.ts";
import { unsnoozeTarget } from "../commands/targets/unsnooze.ts";
import { showUptime } from "../commands/targets/uptime.ts";
import { purgeFromTrash } from "../commands/trash/purge.ts";
import { restoreFromTrash } from "../commands/trash/restore.ts";
import { nounCommands } from "../nouns/noun-commands.ts";
import { groups, targets, trash } from "../nouns/target-nouns.ts";

export const targetCommands = [
  ...nounCommands(targets),
  snoozeTarget,
  unsnoozeTarget,
  showUptime,
  listOutages,
];

export const groupCommands = nounCommands(groups);

export const trashCommands = [...nounCommands(trash), restoreFromTrash, purgeFromTrash];
