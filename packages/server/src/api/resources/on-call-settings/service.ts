import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { ContactMethodType } from "@vedette/contract/on-call/contact-method-limits.ts";
import {
  type OnCallSettings,
  type OnCallSettingsUpdate,
  REACHABLE_MEMBERS_MAX,
  type Reachability,
} from "@vedette/contract/on-call/on-call-settings.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import {
  findChannelType,
  findOnCallSettings,
  listMemberReach,
  type MemberReachRow,
  saveOnCallSettings,
} from "./queries.ts";

/** Which channels send SMS and calls to members, and which members are hard to reach. */

type ReadContext = Pick<AuditContext, "db" | "orgId">;

const NONE = { sms_channel_id: null, call_channel_id: null };

export async function getOnCallSettings({ db, orgId }: ReadContext): Promise<OnCallSettings> {
  const row = await findOnCallSettings(db, orgId);
  return row ? { ...row, updated_at: row.updated_at.toISOString() } : { ...NONE, updated_at: null };
}

export async function changeOnCallSettings(
  ctx: AuditContext,
  { sms_channel_id: sms, call_channel_id: call }: OnCallSettingsUpdate,
): Promise<OnCallSettings> {
  const { db, orgId, clock } = ctx;
  const { updated_at, ...before } = await getOnCallSettings(ctx);
  const after = {
    sms_channel_id: sms === undefined ? before.sms_channel_id : sms,
    call_channel_id: call === undefined ? before.call_channel_id : call,
  };
  const errors = [
    ...(await channelErrors(ctx, { path: "sms_channel_id", id: after.sms_channel_id, type: "twilio_sms" })),
    ...(await channelErrors(ctx, {
      path: "call_channel_id",
      id: after.call_channel_id,
      type: "twilio_call",
    })),
  ];
  if (errors.length > 0) throw badFields(errors);
  const isSame =
    before.sms_channel_id === after.sms_channel_id && before.call_channel_id === after.call_channel_id;
  if (isSame) return { ...before, updated_at };
  const at = Math.max(clock.now(), Date.parse(updated_at ?? "1970-01-01") + 1);
  await saveOnCallSettings(db, orgId, { ...after, updated_at: new Date(at) });
  await audit(ctx, {
    ...{ action: "on_call_settings.update", target: { type: "on_call_settings", id: orgId } },
    ...changedFields(before, after),
  });
  return getOnCallSettings(ctx);
}

async function channelErrors(
  { db, orgId }: ReadContext,
  { path, id, type }: { path: string; id: string | null; type: string },
): Promise<{ path: string; message: string }[]> {
  if (id === null) return [];
  const channel = UUID_PATTERN.test(id) ? await findChannelType(db, orgId, id) : null;
  return channel?.type === type ? [] : [{ path, message: `must be the ID of a channel of type '${type}'` }];
}

export async function getReachability({ db, orgId }: ReadContext): Promise<Reachability> {
  const rows = await listMemberReach(db, orgId, REACHABLE_MEMBERS_MAX + 1);
  return {
    members: rows.slice(0, REACHABLE_MEMBERS_MAX).map((row) => ({
      ...{ person_id: row.person_id, name: row.name, contact_types: row.usable },
      problems: problemsOf(row),
    })),
    has_more: rows.length > REACHABLE_MEMBERS_MAX,
  };
}

const LABELS: Record<ContactMethodType, string> = { email: "Email", sms: "SMS", call: "Call", push: "Push" };

function problemsOf({ usable, unverified, failing }: MemberReachRow): string[] {
  const hasPhone = usable.includes("sms") || usable.includes("call");
  return [
    ...failing.map((type) => `${LABELS[type]}: messages are rejected.`),
    ...unverified.map((type) => `${LABELS[type]}: not verified.`),
    ...(hasPhone ? [] : ["No verified phone number."]),
    ...(usable.includes("push") ? [] : ["No device with notifications."]),
  ];
}
