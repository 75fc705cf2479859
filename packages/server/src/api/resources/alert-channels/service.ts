import { isDeepStrictEqual } from "node:util";
import type {
  AlertChannel,
  AlertChannelCreate,
  AlertChannelListQuery,
  AlertChannelUpdate,
} from "@vedette/contract/alerts/alert-channels.ts";
import type { RecipientState } from "@vedette/contract/alerts/mail-recipients.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  type ChannelSecrets,
  openChannelSecrets,
  sealChannelSecrets,
} from "../../../pipeline/alerting/delivery/channel-secrets.ts";
import { deleteNotificationsOf } from "../../../pipeline/alerting/delivery/notifications.ts";
import { newSigningSecret } from "../../../pipeline/alerting/messages/signing-secret.ts";
import type { Recipient, Recipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { changeRule } from "../alert-rules/service.ts";
import { maskConfig, mergeConfig, type ReadConfig } from "./channel-config.ts";
import { channelHealth } from "./channel-health.ts";
import { strangerErrors } from "./channel-people.ts";
import { givenTemplates, templateErrors } from "./channel-templates.ts";
import { type DeliveryFactsRow, listDeliveryFacts } from "./delivery-queries.ts";
import {
  type ChannelRow,
  deleteChannel,
  findChannel,
  findChannelForUpdate,
  insertChannel,
  listChannels,
  lockRulesOf,
  updateChannel,
} from "./queries.ts";

/**
 * Alert channels: their configuration, encrypted as a whole. Never puts a secret into a
 * response, the log or the audit log.
 */

export type ChannelContext = AuditContext & {
  vault: Vault;
  emit(event: LiveEvent): void;
  /** Whether responses include signing secrets. */
  maySeeSigningSecret: boolean;
  readConfig: ReadConfig;
  recipients: Recipients;
  /** Whether this server sends mail. */
  hasMailServer: boolean;
};

/** The period that the delivery counts of a channel cover. */
const COUNTED_MS = 86_400_000;

/** Maximum number of rules that an error message names. */
const NAMED_MAX = 5;

export async function listChannelPage(
  ctx: ChannelContext,
  query: AlertChannelListQuery,
): Promise<Page<AlertChannel>> {
  const rows = await listChannels(ctx.db, ctx.orgId, {
    query,
    position: readCursorPosition(query),
    limit: query.limit + 1,
  });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  const loaded = await loadFacts(ctx, data);
  return { data: await Promise.all(data.map((row) => toChannel(ctx, row, loaded))), meta };
}

export async function getChannel(ctx: ChannelContext, id: string): Promise<AlertChannel> {
  return toChannel(ctx, await getChannelRow(ctx, id));
}

export async function createChannel(ctx: ChannelContext, input: AlertChannelCreate): Promise<AlertChannel> {
  const { db, orgId } = ctx;
  const nowMs = ctx.clock.now();
  const now = new Date(nowMs);
  const strangers = await strangerErrors(ctx, input);
  if (strangers.length > 0) throw badFields(strangers);
  const cipherContext = { orgId, id: newId(nowMs), version: 1 };
  const signingSecret = input.type === "webhook" ? newSigningSecret() : null;
  const row: ChannelRow = {
    id: cipherContext.id,
    org_id: orgId,
    name: input.name,
    type: input.type,
    config: maskConfig(input.type, input.config),
    encrypted_config: await sealChannelSecrets(ctx, cipherContext, { config: input.config, signingSecret }),
    version: cipherContext.version,
    templates: givenTemplates(input.templates),
    acknowledge_links: input.acknowledge_links,
    only_severity: input.only_severity ?? null,
    quiet_hours: input.quiet_hours ?? null,
    disabled_at: null,
    disabled_reason: null,
    created_at: now,
    updated_at: now,
  };
  await insertChannel(db, orgId, row);
  await audit(ctx, {
    action: "alert_channel.create",
    target: auditTargetOf(row),
    before: null,
    after: auditedFields(row),
  });
  return toChannel(ctx, row);
}

/** Updates the fields of the input and enables the channel again if it was disabled. */
export async function changeChannel(
  ctx: ChannelContext,
  id: string,
  input: AlertChannelUpdate,
): Promise<AlertChannel> {
  const { db, orgId } = ctx;
  const before = await getChannelRow(ctx, id, findChannelForUpdate);
  if (input.type !== undefined && input.type !== before.type) {
    throw badFields([
      { path: "type", message: `cannot change from '${before.type}'; create another channel` },
    ]);
  }
  const secrets = await openSecrets(ctx, before);
  const { config, errors } = mergeConfig(
    { type: before.type, stored: secrets.config, input: input.config ?? {} },
    ctx.readConfig,
  );
  const templates = input.templates === undefined ? before.templates : givenTemplates(input.templates);
  const links = input.acknowledge_links ?? before.acknowledge_links;
  errors.push(...templateErrors(before.type, templates));
  if (errors.length === 0)
    errors.push(...(await strangerErrors(ctx, { type: before.type, config, before: secrets.config })));
  if (errors.length > 0) throw badFields(errors);
  const name = input.name ?? before.name;
  const options = {
    only_severity: input.only_severity === undefined ? before.only_severity : input.only_severity,
    quiet_hours: input.quiet_hours === undefined ? before.quiet_hours : input.quiet_hours,
  };
  const { only_severity, quiet_hours } = before;
  const previous = { config: secrets.config, templates: before.templates, only_severity, quiet_hours };
  const isSame =
    name === before.name &&
    links === before.acknowledge_links &&
    isDeepStrictEqual({ config, templates, ...options }, previous);
  if (isSame && before.disabled_at === null) return toChannel(ctx, before);
  const version = before.version + 1;
  const after: ChannelRow = {
    ...before,
    name,
    ...options,
    config: maskConfig(before.type, config),
    encrypted_config: await sealChannelSecrets(ctx, { orgId, id, version }, { ...secrets, config }),
    version,
    templates,
    acknowledge_links: links,
    disabled_at: null,
    disabled_reason: null,
    updated_at: new Date(ctx.clock.now()),
  };
  await updateChannel(db, orgId, after);
  await audit(ctx, {
    action: "alert_channel.update",
    target: auditTargetOf(after),
    ...changedFields(auditedFields(before), auditedFields(after)),
  });
  return toChannel(ctx, after);
}

/** Deletes a channel. Fails if rules use it, unless `force` disables them. */
export async function removeChannel(
  ctx: ChannelContext,
  { id, force }: { id: string; force: boolean },
): Promise<void> {
  const { db, orgId } = ctx;
  // Locks rules before their channels, in the same order as the code that opens alerts.
  const rules = UUID_PATTERN.test(id) ? await lockRulesOf(db, orgId, id) : [];
  const row = await getChannelRow(ctx, id, findChannelForUpdate);
  if (rules.length > 0 && !force) throw inUse(row, rules);
  for (const rule of rules) {
    if (rule.enabled) await changeRule(ctx, { id: rule.id, input: { enabled: false } });
  }
  await deleteNotificationsOf(db, id, ctx.clock.now());
  await deleteChannel(db, orgId, id);
  await audit(ctx, {
    action: "alert_channel.delete",
    target: auditTargetOf(row),
    before: auditedFields(row),
    after: null,
  });
}

export async function getChannelRow(
  { db, orgId }: ChannelContext,
  id: string,
  find = findChannel,
): Promise<ChannelRow> {
  const row = UUID_PATTERN.test(id) ? await find(db, orgId, id) : null;
  if (!row) throw notFound("alert channel");
  return row;
}

export function openSecrets(ctx: ChannelContext, row: ChannelRow): Promise<ChannelSecrets> {
  return openChannelSecrets(
    ctx,
    { orgId: ctx.orgId, id: row.id, version: row.version },
    row.encrypted_config,
  );
}

function inUse(row: ChannelRow, rules: readonly { name: string }[]): AppError {
  const named = rules.slice(0, NAMED_MAX).map(({ name }) => `'${name}'`);
  const remainder = rules.length > named.length ? ` and ${rules.length - named.length} more` : "";
  const users = `the rule${rules.length === 1 ? "" : "s"} ${named.join(", ")}${remainder}`;
  return new AppError(
    "BAD_REQUEST",
    `The alert channel '${row.name}' cannot be deleted: it is used by ${users}. Change them first, or send ?force=true to disable them.`,
    { details: [{ path: "id", message: `is used by ${users}` }] },
  );
}

/** What is read for several channels at once. */
type ChannelFacts = {
  states: ReadonlyMap<string, Recipient>;
  deliveries: ReadonlyMap<string, DeliveryFactsRow>;
};

async function loadFacts(ctx: ChannelContext, rows: readonly ChannelRow[]): Promise<ChannelFacts> {
  const { db, orgId } = ctx;
  const states = await ctx.recipients.statesOf(db, orgId, rows.flatMap(recipientsIn));
  const facts = await listDeliveryFacts(db, orgId, {
    channelIds: rows.map(({ id }) => id),
    since: new Date(ctx.clock.now() - COUNTED_MS),
  });
  return { states, deliveries: new Map(facts.map((row) => [row.channel_id, row])) };
}

/** Converts a row. For lists, the caller loads the facts of all channels together and passes them in. */
async function toChannel(ctx: ChannelContext, row: ChannelRow, loaded?: ChannelFacts): Promise<AlertChannel> {
  const { states, deliveries } = loaded ?? (await loadFacts(ctx, [row]));
  const recipients = recipientsIn(row).map((email) => toState(email, states.get(email.toLowerCase())));
  const isShown = ctx.maySeeSigningSecret && row.type === "webhook";
  return {
    id: row.id,
    org_id: row.org_id,
    name: row.name,
    type: row.type,
    config: row.config,
    templates: row.templates,
    acknowledge_links: row.acknowledge_links,
    only_severity: row.only_severity,
    quiet_hours: row.quiet_hours,
    signing_secret: isShown ? (await openSecrets(ctx, row)).signingSecret : null,
    recipient_states: recipients,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
    health: channelHealth({
      channel: row,
      recipients,
      hasMailServer: ctx.hasMailServer,
      deliveries: deliveries.get(row.id),
    }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function toState(email: string, state: Recipient | undefined): RecipientState {
  return {
    email,
    status: state?.status ?? "unconfirmed",
    asked_at: state?.askedAt?.toISOString() ?? null,
  };
}

export function recipientsIn({ type, config }: Pick<ChannelRow, "type" | "config">): string[] {
  return type === "email" && Array.isArray(config.recipients) ? config.recipients.map(String) : [];
}

export function auditTargetOf({ id }: ChannelRow) {
  return { type: "alert_channel", id } as const;
}

/** The fields for the audit log, with masked secrets. */
function auditedFields(row: ChannelRow): Record<string, unknown> {
  const {
    name,
    type,
    config,
    templates,
    acknowledge_links,
    only_severity,
    quiet_hours,
    disabled_at: disabledAt,
  } = row;
  return {
    name,
    type,
    config,
    templates,
    acknowledge_links,
    only_severity,
    quiet_hours,
    enabled: disabledAt === null,
  };
}
