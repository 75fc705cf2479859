import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ReportCreate, ReportRecipient, ReportUpdate } from "@vedette/contract/reports/reports.ts";
import { readRecipientAddresses } from "../../../pipeline/reports/recipient-addresses.ts";
import type { ReportRow } from "../../../pipeline/reports/report-definition.ts";
import type { Db } from "../../../platform/storage/database.ts";

/** The fields of a report that a caller may write. */
export type ReportFields = Omit<ReportRow, "id" | "org_id" | "next_at" | "created_at" | "updated_at">;

export function reportCreateFields(input: ReportCreate, { timezone }: { timezone: string }): ReportFields {
  return {
    name: input.name,
    selector: input.selector,
    period: input.period,
    timezone: input.timezone ?? timezone,
    weekday: input.weekday,
    day: input.day,
    hour: input.hour,
    goal: input.goal,
    exclude_maintenance: input.exclude_maintenance,
    recipients: input.recipients,
    formats: withHtml(input.formats),
    language: input.language,
    enabled: input.enabled,
  };
}

export function reportUpdateFields(row: ReportFields, input: ReportUpdate): ReportFields {
  return {
    name: input.name ?? row.name,
    selector: input.selector ?? row.selector,
    period: input.period ?? row.period,
    timezone: input.timezone ?? row.timezone,
    weekday: input.weekday ?? row.weekday,
    day: input.day ?? row.day,
    hour: input.hour ?? row.hour,
    goal: input.goal === undefined ? row.goal : input.goal,
    exclude_maintenance: input.exclude_maintenance ?? row.exclude_maintenance,
    recipients: input.recipients ?? row.recipients,
    formats: input.formats ? withHtml(input.formats) : row.formats,
    language: input.language ?? row.language,
    enabled: input.enabled ?? row.enabled,
  };
}

export function fieldsOfReport({
  id,
  org_id,
  next_at,
  created_at,
  updated_at,
  ...row
}: ReportRow): ReportFields {
  const { name, selector, period, timezone, weekday, day, hour, goal, exclude_maintenance } = row;
  const { recipients, formats, language, enabled } = row;
  return {
    ...{ name, selector, period, timezone, weekday, day, hour, goal, exclude_maintenance },
    ...{ recipients, formats, language, enabled },
  };
}

/** The email itself is HTML, and each format is listed once. */
function withHtml(formats: ReportRow["formats"]): ReportRow["formats"] {
  const others = formats.filter((format) => format !== "html");
  return ["html", ...new Set(others)];
}

const keyOf = (one: ReportRecipient): string =>
  one.type === "member" ? `member ${one.id.toLowerCase()}` : `email ${one.address}`;

/** Returns the errors of new recipients who are no members, and of repeated ones. Those who left meanwhile may stay. */
export async function findRecipientErrors(
  db: Db,
  orgId: OrgId,
  { before, after }: { before: readonly ReportRecipient[]; after: readonly ReportRecipient[] },
): Promise<ErrorDetail[]> {
  const known = new Set(before.map(keyOf));
  const addresses = await readRecipientAddresses(db, orgId, after);
  return after.flatMap((one, index) => {
    const path = `recipients.${index}`;
    if (after.findIndex((other) => keyOf(other) === keyOf(one)) < index)
      return [{ path, message: "is listed twice" }];
    if (one.type === "email" || known.has(keyOf(one)) || addresses[index]?.name != null) return [];
    return [{ path: `${path}.id`, message: "is not the ID of a member; use the ID of the person" }];
  });
}
