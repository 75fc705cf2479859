import type { AlertChannelListQuery } from "@vedette/contract/alerts/alert-channels.ts";
import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import type { QuietHours } from "@vedette/contract/alerts/channels/quiet-hours.ts";
import type { ChannelTemplates } from "@vedette/contract/alerts/templates/channel-templates.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type ChannelRow = {
  id: string;
  org_id: OrgId;
  name: string;
  type: AlertChannelType;
  /** With masked secrets. */
  config: Record<string, unknown>;
  encrypted_config: Buffer;
  version: number;
  templates: ChannelTemplates | null;
  acknowledge_links: boolean;
  only_severity: Severity[] | null;
  quiet_hours: QuietHours | null;
  disabled_at: Date | null;
  disabled_reason: string | null;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`id, org_id, name, type, config, encrypted_config, version, templates, acknowledge_links, only_severity, quiet_hours,
  disabled_at, disabled_reason, created_at, updated_at`;

export const listChannels = (
  db: Db,
  orgId: OrgId,
  {
    query,
    position,
    limit,
  }: { query: AlertChannelListQuery; position: CursorPosition | null; limit: number },
) => {
  const { after, order } = keyset(
    query.sort,
    { at: sql`created_at`, name: sql`name`, id: sql`id` },
    position,
  );
  const byType = query.type ? sql` and type = ${query.type}` : sql``;
  const bySearch = query.search ? sql` and position(lower(${query.search}) in lower(name)) > 0` : sql``;
  return db.rows<ChannelRow>(
    sql`select ${COLUMNS} from alert_channel where org_id = ${orgId}${byType}${bySearch}${after}${order} limit ${limit}`,
  );
};

export const findChannel = (db: Db, orgId: OrgId, id: string) =>
  db.find<ChannelRow>(sql`select ${COLUMNS} from alert_channel where org_id = ${orgId} and id = ${id}`);

/** Locks the row until the transaction ends: rules that add the channel wait, and so do deliveries on it. */
export const findChannelForUpdate = (db: Db, orgId: OrgId, id: string) =>
  db.find<ChannelRow>(
    sql`select ${COLUMNS} from alert_channel where org_id = ${orgId} and id = ${id} for update`,
  );

const severities = ({ only_severity: only }: ChannelRow) =>
  only === null ? sql`null` : sql`${textArray(only)}::text[]`;

const quietHours = ({ quiet_hours: quiet }: ChannelRow) =>
  quiet === null ? sql`null` : sql`${JSON.stringify(quiet)}::jsonb`;

export const insertChannel = (db: Db, orgId: OrgId, row: ChannelRow) =>
  db.run(sql`
    insert into alert_channel (id, org_id, name, type, config, encrypted_config, version, templates, acknowledge_links,
      only_severity, quiet_hours,
      created_at, updated_at)
    values (${row.id}, ${orgId}, ${row.name}, ${row.type}, ${JSON.stringify(row.config)}::jsonb, ${row.encrypted_config},
      ${row.version}, ${toJsonb(row.templates)}, ${row.acknowledge_links}, ${severities(row)}, ${quietHours(row)}, ${row.created_at}, ${row.updated_at})`);

/** Also enables the channel again if it was disabled. */
export const updateChannel = (db: Db, orgId: OrgId, row: ChannelRow) =>
  db.run(sql`
    update alert_channel set name = ${row.name}, config = ${JSON.stringify(row.config)}::jsonb,
      encrypted_config = ${row.encrypted_config}, version = ${row.version}, templates = ${toJsonb(row.templates)}, only_severity = ${severities(row)},
      acknowledge_links = ${row.acknowledge_links}, quiet_hours = ${quietHours(row)}, disabled_at = null, disabled_reason = null,
      owners_notified_at = null, updated_at = ${row.updated_at}
    where org_id = ${orgId} and id = ${row.id}`);

const toJsonb = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;

export const deleteChannel = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`delete from alert_channel where org_id = ${orgId} and id = ${id}`);

/** Returns and locks the rules that use a channel. */
export const lockRulesOf = (db: Db, orgId: OrgId, channelId: string) =>
  db.rows<{ id: string; name: string; enabled: boolean }>(sql`
    select r.id, r.name, r.enabled from alert_rule_channel c join alert_rule r on r.id = c.rule_id
    where r.org_id = ${orgId} and c.channel_id = ${channelId} order by r.id for update of r`);
