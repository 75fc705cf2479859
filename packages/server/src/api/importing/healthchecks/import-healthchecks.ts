import { badFields } from "../../../platform/kernel/errors.ts";
import { decodeText } from "../building/decode-text.ts";
import { ImportBuilder } from "../building/import-builder.ts";
import { ImportCredential } from "../building/import-credential.ts";
import { hashedKey } from "../building/import-keys.ts";
import { type DocumentObject, fieldOf, isObject, listOf, textOf } from "../document-value.ts";
import type { ImportedFile, UploadedFile } from "../imported-file.ts";
import { parseDocument } from "../parse-document.ts";
import { readFilters } from "./read-filters.ts";
import { readSchedule } from "./read-schedule.ts";

/**
 * Answers of the API of Healthchecks (v1 to v3): checks become heartbeats. With a full key the UUIDs are in the
 * answer, so that jobs only change the host name of the URLs that they ping.
 */

const SLUG = /^[a-z0-9_-]{1,100}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Fields that are imported, and fields that show a state. */
const KNOWN_FIELDS = new Set([
  ...[
    "name",
    "slug",
    "tags",
    "desc",
    "grace",
    "timeout",
    "schedule",
    "tz",
    "kind",
    "methods",
    "manual_resume",
  ],
  ...[
    "uuid",
    "unique_key",
    "channels",
    "status",
    "start_kw",
    "success_kw",
    "failure_kw",
    "filter_default_fail",
  ],
  ...["subject", "subject_fail", "filter_subject", "filter_body", "filter_http_body"],
  ...["n_pings", "started", "last_ping", "next_ping", "last_duration", "badge_url"],
  ...["ping_url", "update_url", "pause_url", "resume_url"],
]);

/** `files`: the answers of `GET /api/v3/checks/` and, if at hand, `GET /api/v3/channels/`. */
export function importHealthchecks(files: readonly UploadedFile[]): ImportedFile {
  const answers = files.map(({ bytes }) => parseDocument(decodeText(bytes)));
  const checks = answers.flatMap((answer) => listOf(fieldOf(answer, "checks")));
  const channels = answers.flatMap((answer) => listOf(fieldOf(answer, "channels"))).filter(isObject);
  if (!answers.some((answer) => Array.isArray(fieldOf(answer, "checks")))) {
    throw badFields([
      {
        path: "file",
        message: "has no list 'checks'; send the answer of GET /api/v3/checks/ of Healthchecks",
      },
    ]);
  }
  const builder = new ImportBuilder("healthchecks");
  const channelNames = new Map(channels.map((channel) => [textOf(fieldOf(channel, "id")), nameOf(channel)]));
  for (const [index, check] of checks.entries()) {
    if (isObject(check)) addCheck(builder, check, { index, channelNames });
    else builder.notMade({ kind: "check", key: `${index + 1}`, name: "", reasons: ["It is not an object."] });
  }
  for (const channel of channels) {
    builder.notMade({
      kind: "channel",
      key: textOf(fieldOf(channel, "id")) ?? "",
      name: nameOf(channel),
      reasons: [
        "The API of Healthchecks does not show where a channel sends to. Create the channel by hand.",
      ],
    });
  }
  return builder.finish();
}

function nameOf(channel: DocumentObject): string {
  const name = textOf(fieldOf(channel, "name")) ?? "";
  return name === "" ? (textOf(fieldOf(channel, "kind")) ?? "") : name;
}

type Position = { index: number; channelNames: ReadonlyMap<string | null, string> };

function addCheck(builder: ImportBuilder, check: DocumentObject, { index, channelNames }: Position): void {
  const text = (name: string) => textOf(fieldOf(check, name)) ?? "";
  const reasons: string[] = [];
  const name = text("name").trim() || text("slug") || "unnamed";
  const uuid = UUID.test(text("uuid")) ? text("uuid").toLowerCase() : null;
  const key = hashedKey("check", uuid ?? (text("unique_key") || `${index + 1} ${text("slug")}`));
  const schedule = readSchedule(check);
  if ("problem" in schedule) {
    builder.notMade({ kind: "heartbeat", key, name, reasons: [schedule.problem] });
    return;
  }
  if (uuid === null)
    reasons.push("The answer has no UUID, as with a read-only key: the job must ping a new URL.");
  const fields = {
    description: text("desc"),
    tags: text("tags").split(/\s+/),
    ...(SLUG.test(text("slug")) && { slug: text("slug") }),
    schedule: schedule.schedule,
    ...graceOf(check),
    ...(text("methods") === "POST" && { methods: "post_only" }),
    paused_ping: fieldOf(check, "manual_resume") === true ? "ignore" : "resume",
    enabled: text("status") !== "paused",
    ...readFilters(check, reasons),
    ...(uuid !== null && {
      ping_uuid: new ImportCredential(`${key}_ping_uuid`, uuid),
    }),
  };
  reasons.push(...notifiedReason(text("channels"), channelNames), ...unknownReasons(check));
  if (builder.has("heartbeat", key)) {
    const reason = "Another check of the file has the same UUID.";
    builder.notMade({ kind: "heartbeat", key, name, reasons: [reason] });
  } else builder.add({ kind: "heartbeat", key, name, fields, reasons });
}

function graceOf(check: DocumentObject): { grace_seconds?: number } {
  const grace = fieldOf(check, "grace");
  return typeof grace === "number" ? { grace_seconds: grace } : {};
}

function notifiedReason(channels: string, names: Position["channelNames"]): string[] {
  const ids = channels.split(",").filter((id) => id !== "" && id !== "*");
  if (ids.length === 0 && channels !== "*") return [];
  const known = ids.flatMap((id) => names.get(id) ?? []);
  const which = known.length > 0 ? ` (${known.join(", ")})` : "";
  return [`Its notifications${which} are not imported: add a rule with channels.`];
}

function unknownReasons(check: DocumentObject): string[] {
  return Object.entries(check)
    .filter(([name, value]) => !KNOWN_FIELDS.has(name) && value !== null && value !== "" && value !== false)
    .map(([name]) => `The field '${name}' has no counterpart.`);
}
