import { importApiMonitors } from "../commands/api-monitors/import.ts";
import { runApiMonitor } from "../commands/api-monitors/run.ts";
import { convertJourney } from "../commands/journeys/convert.ts";
import { runJourney } from "../commands/journeys/run.ts";
import { getRun } from "../commands/runs/get.ts";
import { waitForRun } from "../commands/runs/wait.ts";
import { nounCommands } from "../nouns/noun-commands.ts";
import { apiMonitors, journeys, runs } from "../nouns/target-nouns.ts";

export const apiMonitorCommands = [...nounCommands(apiMonitors), runApiMonitor, importApiMonitors];

export const journeyCommands = [...nounCommands(journeys), runJourney, convertJourney];

export const runCommands = [...nounCommands(runs), getRun, waitForRun];
