import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { saveBody } from "./save-body.ts";

const RANGE = {
  from: { type: "string", value: "time", summary: "start, as in 2026-01-31T00:00:00Z (default: a day ago)" },
  to: { type: "string", value: "time", summary: "end (default: now)" },
  timezone: { type: "string", value: "zone", summary: "time zone of the local columns" },
  file: { type: "string", value: "file", short: "f", summary: "file to write (default: standard output)" },
} as const;

const TARGETS = {
  target: { type: "string", value: "id", summary: "only this target" },
  tag: { type: "string", value: "tag", summary: "only targets with this tag; may be repeated", isList: true },
} as const;

export const exportResults = defineCommand({
  words: "export results",
  summary: "Exports results as CSV, at most 31 days",
  options: {
    ...{ ...RANGE, ...TARGETS },
    location: { type: "string", value: "name", summary: "only this location" },
    status: {
      type: "string",
      value: "statuses",
      summary: "statuses, separated by commas, such as down,error",
    },
  },
  async run({ options: { location, status, ...options } }, context) {
    const query = { ...rangeOf(options), ...targetsOf(options), location, status };
    await saveBody(context, { path: `results.csv?${toQuery(query)}`, file: options.file });
    return EXIT.ok;
  },
});

export const exportIncidents = defineCommand({
  words: "export incidents",
  summary: "Exports incidents as CSV, at most 366 days",
  options: {
    ...RANGE,
    state: { type: "string", value: "states", summary: "states, separated by commas" },
    severity: { type: "string", value: "severities", summary: "severities, separated by commas" },
  },
  async run({ options: { state, severity, ...options } }, context) {
    const query = { ...rangeOf(options), state, severity };
    await saveBody(context, { path: `incidents.csv?${toQuery(query)}`, file: options.file });
    return EXIT.ok;
  },
});

export const exportUptime = defineCommand({
  words: "export uptime",
  summary: "Exports the uptime of each target by day as CSV, at most 366 days",
  options: { ...RANGE, ...TARGETS },
  async run({ options }, context) {
    const query = { ...rangeOf(options), ...targetsOf(options) };
    await saveBody(context, { path: `uptime.csv?${toQuery(query)}`, file: options.file });
    return EXIT.ok;
  },
});

type Range = { from: string | undefined; to: string | undefined; timezone: string | undefined };

const rangeOf = ({ from, to, timezone }: Range) => ({ from, to, time_zone: timezone });

function targetsOf({ target, tag }: { target: string | undefined; tag: string[] | undefined }) {
  return { target_id: target, selector: tag && JSON.stringify({ tags: { any: tag } }) };
}

function toQuery(fields: Record<string, string | undefined>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, value);
  return query;
}

export const exportCommands = [exportResults, exportIncidents, exportUptime];
