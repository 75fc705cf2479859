import { listPings } from "../commands/heartbeats/pings.ts";
import { heartbeats } from "../nouns/heartbeat-noun.ts";
import { nounCommands } from "../nouns/noun-commands.ts";

export const heartbeatCommands = [...nounCommands(heartbeats), listPings];
