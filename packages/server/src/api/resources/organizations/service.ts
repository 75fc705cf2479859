import { randomBytes } from "node:crypto";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type {
  Organization,
  OrganizationCreate,
  OrganizationListQuery,
  OrganizationUpdate,
} from "@vedette/contract/people/organizations.ts";
import type { Role } from "@vedette/contract/people/scopes.ts";
import { type AuditContext, audit, changedFields, recordWrite } from "../../../pipeline/audit/audit.ts";
import { deleteAllTargets } from "../../../pipeline/targets/lifecycle.ts";
import type { KeyActor, PersonActor } from "../../../platform/kernel/actor.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isUniqueViolation } from "../../../platform/storage/database-errors.ts";
import { notifyAccessChanged } from "../../../platform/storage/notify-access-changed.ts";
import { endBilling } from "../billing/service-ending.ts";
import { addMember, hasTwoFactor, lockMembers, roleOf, sessionLacks } from "../members/service.ts";
import {
  countOwned,
  deleteOrganization,
  findOldestOrganization,
  findOrganization,
  findTimezone,
  insertOnlyOrganization,
  insertOrganization,
  listOrganizationsOf,
  type OrganizationRow,
  updateOrganization,
} from "./queries.ts";

/** Organizations and their lifecycle. Of their resources, this module only knows how to delete them. */

const FIRST_NAME = "My organization";
/** A fixed slug, so the unique index lets one of several concurrent first starts win. */
const FIRST_SLUG = "default";
/** Far above any practical need; keeps one account from filling a server with organizations. */
const OWNED_MAX = 50;
const SLUG_STEM_LENGTH_MAX = 50;
const DEFAULT_SETTINGS = { timezone: "UTC", retention_days: 90, managed_edits: "warn" as const };

/** Creates the first organization if there is none (`isNew`), and returns it. */
export async function ensureFirstOrganization(
  db: Db,
  nowMs: number,
): Promise<{ organization: { id: OrgId; name: string; slug: string }; isNew: boolean }> {
  const created = { id: newId(nowMs), name: FIRST_NAME, slug: FIRST_SLUG };
  const inserted = await insertOnlyOrganization(db, { ...created, createdAt: new Date(nowMs) });
  if (inserted === 1) return { organization: created, isNew: true };
  const organization = await findOldestOrganization(db);
  if (!organization) throw new Error("the first organization was neither found nor created");
  return { organization, isNew: false };
}

/** The context of a request that acts for a person, with or without an organization. */
export type PersonalAuditContext = {
  db: Db;
  clock: Clock;
  actor: PersonActor;
  requestId: string;
  ip: string;
};

/** Creates an organization with the caller as its owner. */
export async function createOrganization(
  ctx: PersonalAuditContext,
  input: OrganizationCreate,
): Promise<Organization> {
  const { db, actor } = ctx;
  const { personId } = actor;
  const counted = await countOwned(db, personId);
  if ((counted?.owned ?? 0) >= OWNED_MAX) {
    throw new AppError("FORBIDDEN", `You already own ${OWNED_MAX} organizations. Delete or transfer one.`);
  }
  const nowMs = ctx.clock.now();
  const row = await insertOrganization(db, {
    id: newId(nowMs),
    name: input.name,
    slug: input.slug ?? slugOf(input.name),
    settings: input.settings ?? DEFAULT_SETTINGS,
    sample: input.sample,
    createdAt: new Date(nowMs),
  });
  if (!row) throw slugTaken();
  await addMember(db, { orgId: row.id, personId, role: "owner", nowMs });
  const { id: orgId, name, slug, settings } = row;
  await recordWrite(db, {
    orgId,
    nowMs,
    actor: { kind: "member", id: personId, name: actor.name },
    action: "organization.create",
    target: { type: "organization", id: orgId },
    after: { name, slug, settings },
    requestId: ctx.requestId,
    ip: ctx.ip,
  });
  return toOrganization(row, "owner");
}

export async function getOrganization(
  ctx: Pick<AuditContext, "db" | "orgId" | "actor">,
): Promise<Organization> {
  return toOrganization(await getRow(ctx), roleOf(ctx.actor));
}

/** Lists the organizations of a person, or the one of an API key. */
export async function listOrganizationPage(
  { db, actor }: { db: Db; actor: KeyActor | PersonActor },
  query: OrganizationListQuery,
): Promise<Page<Organization>> {
  const position = readCursorPosition(query);
  if (actor.kind === "key") {
    const data = position === null ? [await getOrganization({ db, actor, orgId: actor.orgId })] : [];
    return { data, meta: { next_cursor: null, has_more: false } };
  }
  const rows = await listOrganizationsOf(db, actor.personId, {
    query,
    position,
    lacks: sessionLacks(actor.sessionId),
  });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return {
    data: data.map((row) => ({
      ...toOrganization(row, row.role),
      lacks_two_factor: row.lacks_two_factor,
      lacks_sso: row.lacks_sso,
    })),
    meta,
  };
}

/** Creates an organization that is marked as a sample, without members. */
export async function createSampleOrganization(
  db: Db,
  { id, name, slug, nowMs }: { id: OrgId; name: string; slug: string; nowMs: number },
): Promise<void> {
  const created = { id, name, slug, settings: DEFAULT_SETTINGS, sample: true, createdAt: new Date(nowMs) };
  if ((await insertOrganization(db, created)) === null) throw slugTaken();
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function changeOrganization(
  ctx: AuditContext,
  input: OrganizationUpdate,
): Promise<Organization> {
  await lockMembers(ctx);
  const row = await getRow(ctx);
  const given = input.settings?.trace_url_template;
  const traceUrl = given === undefined ? row.settings.trace_url_template : given;
  const requiresTwoFactor = input.settings?.require_two_factor ?? row.settings.require_two_factor ?? false;
  const isNewlyRequired = requiresTwoFactor && !row.settings.require_two_factor;
  if (isNewlyRequired) await assertOwnSecondFactor(ctx);
  const settings = {
    timezone: input.settings?.timezone ?? row.settings.timezone,
    retention_days: input.settings?.retention_days ?? row.settings.retention_days,
    managed_edits: input.settings?.managed_edits ?? row.settings.managed_edits,
    ...(requiresTwoFactor && { require_two_factor: true }),
    ...(traceUrl && { trace_url_template: traceUrl }),
  };
  const fields = { name: input.name ?? row.name, slug: input.slug ?? row.slug, settings };
  const before = { name: row.name, slug: row.slug, settings: row.settings };
  const changed = changedFields(before, fields);
  if (Object.keys(changed.after).length > 0) {
    await writeFields(ctx, fields);
    if (isNewlyRequired) await notifyAccessChanged(ctx.db, ctx.orgId);
    const target = { type: "organization", id: ctx.orgId } as const;
    await audit(ctx, { action: "organization.update", target, ...changed });
  }
  return toOrganization({ ...row, ...fields }, roleOf(ctx.actor));
}

/** Deletes all data of the organization: members, keys, monitors and runs. Only the audit log is kept. */
export async function removeOrganization(ctx: AuditContext): Promise<void> {
  await lockMembers(ctx);
  const { name, slug } = await getRow(ctx);
  await deleteData(ctx);
  const target = { type: "organization", id: ctx.orgId } as const;
  await audit(ctx, { action: "organization.delete", target, before: { name, slug } });
}

/** The same for a sample organization, by the operator of the server. Returns false if there is none. */
export async function removeSampleOrganization(db: Db, orgId: OrgId, nowMs: number): Promise<boolean> {
  const row = await findOrganization(db, orgId);
  if (!row?.sample) return false;
  await deleteData({ db, orgId });
  await recordWrite(db, {
    ...{ orgId, nowMs, actor: { kind: "system", id: null, name: "command line" } },
    ...{ action: "organization.delete", target: { type: "organization", id: orgId } },
    before: { name: row.name, slug: row.slug },
  });
  return true;
}

async function deleteData(ctx: Pick<AuditContext, "db" | "orgId">): Promise<void> {
  await deleteAllTargets(ctx);
  await endBilling(ctx.db, ctx.orgId);
  await deleteOrganization(ctx.db, ctx.orgId);
  await notifyAccessChanged(ctx.db, ctx.orgId);
}

/** Otherwise the caller would be the first who is locked out. */
async function assertOwnSecondFactor({ db, orgId, actor }: AuditContext): Promise<void> {
  if (actor.kind === "key" || (await hasTwoFactor(db, { ...actor, orgId }))) return;
  const message = "cannot be turned on before you have set up two-factor authentication for your own account";
  throw badFields([{ path: "settings.require_two_factor", message }]);
}

async function writeFields(
  { db, orgId }: AuditContext,
  fields: Pick<OrganizationRow, "name" | "slug" | "settings">,
): Promise<void> {
  try {
    await updateOrganization(db, orgId, fields);
  } catch (error) {
    throw isUniqueViolation(error, "organization_slug_key") ? slugTaken() : error;
  }
}

async function getRow({ db, orgId }: Pick<AuditContext, "db" | "orgId">): Promise<OrganizationRow> {
  const row = await findOrganization(db, orgId);
  if (!row) throw notFound("organization");
  return row;
}

function slugTaken(): AppError {
  return badFields([{ path: "slug", message: "is taken; choose another" }]);
}

/** The name in plain letters, with six random characters so that equal names get different slugs. */
function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  const stem = plain.slice(0, SLUG_STEM_LENGTH_MAX).replaceAll(/^-+|-+$/g, "");
  return [stem, randomBytes(3).toString("hex")].filter(Boolean).join("-");
}

function toOrganization(row: OrganizationRow, role: Role): Organization {
  const { id, name, slug, plan_id, sample, settings } = row;
  return { id, name, slug, plan_id, role, created_at: row.created_at.toISOString(), sample, settings };
}

/** Returns the time zone in which the organization writes and reads times. */
export function getTimezone(db: Db, orgId: OrgId): Promise<string> {
  return findTimezone(db, orgId);
}
