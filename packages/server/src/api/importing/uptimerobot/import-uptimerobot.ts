import { decodeText } from "../building/decode-text.ts";
import { ImportBuilder } from "../building/import-builder.ts";
import { hashedKey, readableKey } from "../building/import-keys.ts";
import type { ImportedFile, UploadedFile } from "../imported-file.ts";
import { parseDocument } from "../parse-document.ts";
import { readCsv } from "./read-csv.ts";
import { missingFromAnswer, readRobotAnswer } from "./read-robot-answer.ts";
import type { RobotMonitor } from "./robot-monitor.ts";
import { robotMonitorFields, timingOf } from "./robot-monitor-fields.ts";

/** Monitors of UptimeRobot, from CSV files or from answers of `getMonitors` of version 2 of its API. */
export function importUptimeRobot(files: readonly UploadedFile[]): ImportedFile {
  const builder = new ImportBuilder("uptimerobot");
  for (const { bytes } of files) {
    const text = decodeText(bytes);
    if (/^\s*\{/.test(text)) addAnswer(builder, text);
    else {
      const { monitors, unknownColumns } = readCsv(text);
      for (const robot of monitors) addMonitor(builder, robot);
      for (const name of unknownColumns) {
        const reasons = [`The column '${name}' has no counterpart.`];
        builder.notMade({ kind: "column", key: name, name, reasons });
      }
    }
  }
  return builder.finish();
}

function addAnswer(builder: ImportBuilder, text: string): void {
  const answer = parseDocument(text);
  for (const robot of readRobotAnswer(answer)) addMonitor(builder, robot);
  const missing = missingFromAnswer(answer);
  if (missing === 0) return;
  const reasons = [
    `The answer is one page: ${missing} more monitors are on the others. Send them all at once.`,
  ];
  builder.notMade({ kind: "page", key: "pagination", name: "Further pages", reasons });
}

function addMonitor(builder: ImportBuilder, robot: RobotMonitor): void {
  const { reasons } = robot;
  const name = robot.name.trim() || robot.url.slice(0, 200) || "unnamed";
  const kind = robot.type === "heartbeat" ? "heartbeat" : "monitor";
  const key = builder.reserveKey(kind, robot.id === "" ? keyWithoutId(robot) : `monitor-${robot.id}`);
  const group = addGroup(builder, robot.group);
  const common = { enabled: !robot.isPaused, ...group, tags: robot.tags };
  if (kind === "heartbeat") {
    addHeartbeat(builder, robot, { key, name, common });
    return;
  }
  const made = robotMonitorFields(robot, key, builder);
  if ("problem" in made) builder.notMade({ kind, key, name, reasons: [made.problem] });
  else {
    const fields = { ...common, ...made.fields, ...timingOf(robot) };
    builder.add({ kind, key, name, fields, reasons });
  }
}

/** The address and what is expected there. The URL of a heartbeat is a credential, so that no key shows it. */
function keyWithoutId({ type, url, port, keyword }: RobotMonitor): string {
  if (type === "heartbeat") return hashedKey("heartbeat", url);
  return readableKey([type, url.replace(/^https?:\/\//i, ""), port, keyword.value].filter(Boolean).join(" "));
}

function addGroup(builder: ImportBuilder, text: string): { group?: string } {
  if (text === "") return {};
  const key = readableKey(text);
  const isMade = builder.has("group", key) || builder.add({ kind: "group", key, name: text, fields: {} });
  return isMade ? { group: key } : {};
}

/** A heartbeat of UptimeRobot is down as soon as its interval has passed. */
function addHeartbeat(
  builder: ImportBuilder,
  robot: RobotMonitor,
  { key, name, common }: { key: string; name: string; common: object },
): void {
  const seconds = robot.intervalSeconds ?? Number.NaN;
  const reasons = [...robot.reasons, "Its URL changes: the job must ping the new one."];
  if (Number.isNaN(seconds)) {
    const problem = "The file has no interval of this heartbeat.";
    builder.notMade({ kind: "heartbeat", key, name, reasons: [problem] });
    return;
  }
  const schedule = { type: "period", seconds };
  const fields = { ...common, schedule, grace_seconds: HEARTBEAT_GRACE_SECONDS };
  builder.add({ kind: "heartbeat", key, name, fields, reasons });
}

const HEARTBEAT_GRACE_SECONDS = 60;
