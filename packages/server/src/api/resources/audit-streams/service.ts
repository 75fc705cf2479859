import { hash } from "node:crypto";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  AUDIT_STREAMS_MAX,
  type AuditStream,
  type AuditStreamCreate,
  type AuditStreamListQuery,
  type AuditStreamUpdate,
} from "@vedette/contract/people/audit-streams.ts";
import { newSigningSecret } from "../../../pipeline/alerting/messages/signing-secret.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import {
  countStreams,
  deleteStream,
  findNewestSeq,
  findStream,
  insertStream,
  listStreams,
  type StreamSettings,
  type StreamView,
  updateStream,
} from "../../../pipeline/audit-streams/queries.ts";
import { openStreamSecrets, sealStreamSecrets } from "../../../pipeline/audit-streams/stream-secrets.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { toStoredConfig } from "./stored-config.ts";

/** Streams of the audit log. Their secrets are stored encrypted, and returned only when they are made. */

type ReadContext = Pick<AuditContext, "db" | "orgId">;
type WriteContext = AuditContext & { vault: Vault };

export async function listStreamPage(
  { db, orgId }: ReadContext,
  query: AuditStreamListQuery,
): Promise<Page<AuditStream>> {
  const rows = await listStreams(db, orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: data.map((row) => toStream(row, null)), meta };
}

export async function getStream(ctx: ReadContext, id: string): Promise<AuditStream> {
  return toStream(await getStreamRow(ctx, { id, lock: false }), null);
}

export async function createStream(ctx: WriteContext, input: AuditStreamCreate): Promise<AuditStream> {
  const { db, orgId } = ctx;
  if ((await countStreams(db, orgId)) >= AUDIT_STREAMS_MAX) {
    throw new AppError(
      "BAD_REQUEST",
      `There are ${AUDIT_STREAMS_MAX} audit streams, the maximum. Delete one first.`,
    );
  }
  const now = new Date(ctx.clock.now());
  const [id, version] = [newId(now.getTime()), 1];
  const signingSecret = input.type === "webhook" ? newSigningSecret() : null;
  const { typed, clientKey } = toStoredConfig(input.type, input.config, { clientKey: null });
  const secrets = { signingSecret, clientKey };
  const row: StreamSettings & { sent_seq: number } = {
    ...{ id, org_id: orgId, name: input.name, ...typed },
    encrypted_secrets: await sealStreamSecrets(ctx, { orgId, id, version }, secrets),
    ...{ version, enabled: input.enabled, created_at: now, updated_at: now },
    // The entry of this creation is the first one, so that a new stream can be seen to work.
    sent_seq: input.start === "oldest" ? 0 : await findNewestSeq(db, orgId),
  };
  await insertStream(db, row);
  const view = await getStreamRow(ctx, { id, lock: false });
  await audit(ctx, {
    action: "audit_stream.create",
    target: { type: "audit_stream", id },
    after: toLog(row),
  });
  return toStream(view, signingSecret);
}

/** Writes nothing if no field changes. */
export async function changeStream(
  ctx: WriteContext,
  id: string,
  input: AuditStreamUpdate,
): Promise<AuditStream> {
  const { db, orgId } = ctx;
  const before = await getStreamRow(ctx, { id, lock: true });
  assertFits(before, input);
  const context = { orgId, id, version: before.version };
  const secrets = await openStreamSecrets(ctx, context, before.encrypted_secrets);
  const signingSecret = input.new_signing_secret ? newSigningSecret() : null;
  const { typed, clientKey } =
    input.config === undefined
      ? { typed: before, clientKey: secrets.clientKey }
      : toStoredConfig(before.type, input.config, secrets);
  const hasNewSecret = signingSecret !== null || clientKey !== secrets.clientKey;
  const version = before.version + (hasNewSecret ? 1 : 0);
  const after: StreamSettings = {
    ...{ id, org_id: orgId, created_at: before.created_at, updated_at: new Date(ctx.clock.now()) },
    ...({ type: typed.type, config: typed.config } as typeof typed),
    ...{ name: input.name ?? before.name, enabled: input.enabled ?? before.enabled, version },
    encrypted_secrets: hasNewSecret
      ? await sealStreamSecrets(
          ctx,
          { orgId, id, version },
          { signingSecret: signingSecret ?? secrets.signingSecret, clientKey },
        )
      : before.encrypted_secrets,
  };
  const changed = changedFields(toLog(before), toLog(after));
  if (!hasNewSecret && !changed) return toStream(before, null);
  await updateStream(db, orgId, after);
  const view = await getStreamRow(ctx, { id, lock: false });
  await audit(ctx, {
    action: "audit_stream.update",
    target: { type: "audit_stream", id },
    ...(changed ?? { before: toLog(before), after: toLog(after) }),
  });
  return toStream(view, signingSecret);
}

export async function removeStream(ctx: AuditContext, id: string): Promise<void> {
  const row = UUID_PATTERN.test(id) ? await deleteStream(ctx.db, ctx.orgId, id) : null;
  if (!row) throw notFound("audit stream");
  await audit(ctx, {
    action: "audit_stream.delete",
    target: { type: "audit_stream", id },
    before: toLog(row),
  });
}

async function getStreamRow(
  { db, orgId }: ReadContext,
  { id, lock }: { id: string; lock: boolean },
): Promise<StreamView> {
  const row = UUID_PATTERN.test(id) ? await findStream(db, orgId, { id, lock }) : null;
  if (!row) throw notFound("audit stream");
  return row;
}

function assertFits({ type }: StreamView, input: AuditStreamUpdate): void {
  const refuse = (path: string, message: string) => {
    throw new AppError("BAD_REQUEST", `The request is not valid: ${path} ${message}.`, {
      details: [{ path, message }],
    });
  };
  if (input.type !== undefined && input.type !== type)
    refuse("type", `is '${type}' and cannot be changed; create another stream`);
  if (input.new_signing_secret && type !== "webhook") refuse("new_signing_secret", "is only for webhooks");
}

function toStream(row: StreamView, signingSecret: string | null): AuditStream {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  const common = {
    ...{ id: row.id, name: row.name, enabled: row.enabled, signing_secret: signingSecret },
    delivery: {
      sent_number: row.sent_seq,
      waiting: row.waiting,
      oldest_waiting_at: iso(row.oldest_waiting_at),
      last_sent_at: iso(row.last_sent_at),
      failing_since: iso(row.failing_since),
      next_attempt_at: row.failures > 0 ? iso(row.next_attempt_at) : null,
      last_error: row.last_error,
      last_error_at: iso(row.last_error_at),
    },
    ...{ created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
  };
  return row.type === "syslog"
    ? { ...common, type: row.type, config: row.config }
    : { ...common, type: row.type, config: row.config };
}

/** Certificates are public, and long: their fingerprints. */
function toLog(row: StreamSettings) {
  const { name, enabled, type } = row;
  if (row.type === "webhook") return { name, enabled, type, url: row.config.url };
  const { host, port, format, ca_certificate, client_certificate } = row.config;
  return {
    ...{ name, enabled, type, host, port, format },
    ...{
      ca_certificate: fingerprintOf(ca_certificate),
      client_certificate: fingerprintOf(client_certificate),
    },
  };
}

function fingerprintOf(certificate: string | null): string | null {
  return certificate && hash("sha256", certificate);
}
