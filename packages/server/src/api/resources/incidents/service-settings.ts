import { createHash, randomBytes } from "node:crypto";
import { INCIDENT_STATS_DAYS_MAX } from "@vedette/contract/incidents/incident-limits.ts";
import type {
  IncidentSettings,
  IncidentStats,
  IncidentStatsQuery,
} from "@vedette/contract/incidents/incident-settings.ts";
import { type AuditContext, audit } from "../../../pipeline/audit/audit.ts";
import { findIncidentSettings, lockIncidents } from "../../../pipeline/incidents/incident-queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { IncidentReadContext } from "./incident-context.ts";
import { findIncidentStats, setInboundToken, setResolvesAutomatically } from "./queries.ts";

/** Settings and statistics of the incidents of an organization, and the token of its inbound webhook. */

const TOKEN_BYTES = 24;
const DAY_MS = 86_400_000;
const PERIOD_DAYS_DEFAULT = 30;

export async function getIncidentSettings({ db, orgId }: IncidentReadContext): Promise<IncidentSettings> {
  const row = await findIncidentSettings(db, orgId);
  return {
    resolves_automatically: row?.resolves_automatically ?? true,
    inbound_token_created_at: row?.inbound_token_at?.toISOString() ?? null,
  };
}

export async function changeIncidentSettings(
  ctx: AuditContext,
  input: { resolves_automatically?: boolean | undefined },
): Promise<IncidentSettings> {
  const { resolves_automatically: before } = await lockIncidents(ctx.db, ctx.orgId);
  const after = input.resolves_automatically ?? before;
  if (after === before) return getIncidentSettings(ctx);
  await setResolvesAutomatically(ctx.db, ctx.orgId, after);
  const settings = await getIncidentSettings(ctx);
  await audit(ctx, {
    action: "incident_settings.update",
    target: targetOf(ctx),
    before: { resolves_automatically: before },
    after: { resolves_automatically: after },
  });
  return settings;
}

/** Creates the token of the inbound webhook and replaces the one before. Only its hash is stored. */
export async function createInboundToken(
  ctx: AuditContext & { serverUrl: string },
): Promise<{ token: string; url: string }> {
  await lockIncidents(ctx.db, ctx.orgId);
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await setInboundToken(ctx.db, ctx.orgId, { hash: hashInboundToken(token), now: new Date(ctx.clock.now()) });
  await audit(ctx, { action: "incident_settings.create_token", target: targetOf(ctx) });
  return { token, url: `${ctx.serverUrl}/api/v1/incidents/inbound/${token}` };
}

/** Has no effect without a token. */
export async function revokeInboundToken(ctx: AuditContext): Promise<IncidentSettings> {
  const { inbound_token_at: before } = await lockIncidents(ctx.db, ctx.orgId);
  if (before === null) return getIncidentSettings(ctx);
  await setInboundToken(ctx.db, ctx.orgId, { hash: null, now: null });
  const settings = await getIncidentSettings(ctx);
  await audit(ctx, { action: "incident_settings.revoke_token", target: targetOf(ctx) });
  return settings;
}

export function hashInboundToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Means in seconds; `incidentStatsSchema` gives formula and source. */
export async function getIncidentStats(
  { db, orgId, clock }: IncidentReadContext & { clock: Clock },
  query: IncidentStatsQuery,
): Promise<IncidentStats> {
  const to = query.to ?? new Date(clock.now());
  const from = query.from ?? new Date(to.getTime() - PERIOD_DAYS_DEFAULT * DAY_MS);
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  if (days <= 0) throw badFields([{ path: "from", message: "must be before `to`" }]);
  if (days > INCIDENT_STATS_DAYS_MAX)
    throw badFields([
      { path: "from", message: `must be at most ${INCIDENT_STATS_DAYS_MAX} days before \`to\`` },
    ]);
  const row = await findIncidentStats(db, orgId, { from, to });
  if (!row) throw new Error("an aggregate returned no row");
  return { from: from.toISOString(), to: to.toISOString(), ...row };
}

function targetOf({ orgId: id }: { orgId: string }) {
  return { type: "incident_settings", id } as const;
}
