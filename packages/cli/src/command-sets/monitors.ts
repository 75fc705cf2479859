import { acceptRecords } from "../commands/monitors/accept.ts";
import { checkMonitor } from "../commands/monitors/check.ts";
import { setMonitorStatus } from "../commands/monitors/status.ts";
import { monitors } from "../nouns/monitor-noun.ts";
import { nounCommands } from "../nouns/noun-commands.ts";

export const monitorCommands = [...nounCommands(monitors), checkMonitor, acceptRecords, setMonitorStatus];
