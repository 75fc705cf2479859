import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { CONTACT_METHODS_MAX } from "@vedette/contract/on-call/contact-method-limits.ts";
import type {
  ContactMethod,
  ContactMethodCreate,
  NotificationRules,
  NotificationRulesUpdate,
} from "@vedette/contract/on-call/contact-methods.ts";
import { type AuditContext, audit } from "../../../pipeline/audit/audit.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import * as rows from "./queries.ts";

/**
 * How a member of an organization is reached, and in which order. A caller reads and changes only their own: every
 * statement names the person. The audit log, which admins read, shows only the end of an address.
 */

export type OwnContext = AuditContext;

export async function listContactMethods(ctx: OwnContext): Promise<ContactMethod[]> {
  return (await rows.listMethods(ctx.db, ownerOf(ctx))).map(toContactMethod);
}

export async function createContactMethod(
  ctx: OwnContext,
  { type, address }: ContactMethodCreate,
): Promise<ContactMethod> {
  const { db, clock } = ctx;
  const owner = ownerOf(ctx);
  await rows.lockMember(db, owner);
  const methods = await rows.listMethods(db, owner);
  if (methods.length >= CONTACT_METHODS_MAX) {
    throw new AppError(
      "BAD_REQUEST",
      `You have ${CONTACT_METHODS_MAX} contact methods, the maximum. Delete one before you add another.`,
    );
  }
  const isOwnEmail = type === "email" && methods.some((row) => row.account_email === address);
  const id = newId(clock.now());
  const isNew =
    !isOwnEmail &&
    (await rows.insertMethod(db, owner, { id, type, address, createdAt: new Date(clock.now()) }));
  if (!isNew) throw badFields([{ path: "address", message: "is one of your contact methods already" }]);
  await audit(ctx, {
    ...{ action: "contact_method.create", target: targetOf(id) },
    after: { type, address: maskAddress(address) },
  });
  return readMethod(ctx, id);
}

export async function removeContactMethod(ctx: OwnContext, id: string): Promise<void> {
  const owner = ownerOf(ctx);
  await rows.lockMember(ctx.db, owner);
  const row = await getMethodRow(ctx, id);
  if (row.address === null) {
    throw new AppError(
      "BAD_REQUEST",
      "The address of your account and your devices cannot be deleted. Change your notification rules instead.",
    );
  }
  await rows.deleteMethod(ctx.db, owner, row.id);
  await audit(ctx, {
    ...{ action: "contact_method.delete", target: targetOf(row.id) },
    before: { type: row.type, address: maskAddress(row.address) },
  });
}

export async function getNotificationRules(ctx: OwnContext): Promise<NotificationRules> {
  const rules = await rows.listNotificationRules(ctx.db, ownerOf(ctx));
  return { rules, is_default: rules.length === 0 };
}

export async function changeNotificationRules(
  ctx: OwnContext,
  { rules }: NotificationRulesUpdate,
): Promise<NotificationRules> {
  const owner = ownerOf(ctx);
  await rows.lockMember(ctx.db, owner);
  const known = new Map((await rows.listMethods(ctx.db, owner)).map((row) => [row.id, row]));
  const errors = rules.flatMap(({ contact_method_id: id }, index) => {
    const method = known.get(id);
    if (method?.verified_at) return [];
    const message = method === undefined ? "is none of your contact methods" : "must be verified first";
    return [{ path: `rules.${index}.contact_method_id`, message }];
  });
  if (errors.length > 0) throw badFields(errors);
  const before = await rows.listNotificationRules(ctx.db, owner);
  if (isSame({ rules: before }, { rules: [...rules] }))
    return { rules: before, is_default: before.length === 0 };
  await rows.replaceNotificationRules(ctx.db, owner, rules);
  await audit(ctx, {
    ...{ action: "notification_rules.update", target: { type: "notification_rules", id: membershipOf(ctx) } },
    ...{ before: { rules: before }, after: { rules } },
  });
  return getNotificationRules(ctx);
}

export async function readMethod(ctx: OwnContext, id: string): Promise<ContactMethod> {
  return toContactMethod(await getMethodRow(ctx, id));
}

export async function getMethodRow(ctx: OwnContext, id: string): Promise<rows.ContactMethodRow> {
  const row = UUID_PATTERN.test(id) ? await rows.findMethod(ctx.db, ownerOf(ctx), id) : null;
  if (!row) throw notFound("contact method");
  return row;
}

export function ownerOf({ actor, orgId }: OwnContext): rows.Owner {
  if (actor.kind !== "member") throw new Error("an API key reached the contact methods of a member");
  return { orgId, personId: actor.personId };
}

function membershipOf({ actor }: OwnContext): string {
  return actor.kind === "member" ? actor.membershipId : "";
}

export function targetOf(id: string) {
  return { type: "contact_method", id } as const;
}

/** The start and the end of an address: enough to recognize one's own. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return at > 0
    ? `${address.slice(0, 1)}…${address.slice(at)}`
    : `${address.slice(0, 3)}…${address.slice(-2)}`;
}

function toContactMethod(row: rows.ContactMethodRow): ContactMethod {
  return {
    id: row.id,
    type: row.type,
    address: row.type === "email" ? (row.address ?? row.account_email) : row.address,
    is_account: row.address === null,
    verified_at: row.verified_at?.toISOString() ?? null,
    code_expires_at: row.code_expires_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
    failed_reason: row.failed_reason,
    created_at: row.created_at.toISOString(),
  };
}
