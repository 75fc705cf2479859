import { alertChannelCreate, alertChannelUpdate } from "@vedette/contract/alerts/alert-channels.ts";
import {
  ALERT_CHANNEL_TYPES,
  type AlertChannelType,
  channelDeclaration,
} from "@vedette/contract/alerts/channels/channel-types.ts";
import type { ChannelTemplates } from "@vedette/contract/alerts/templates/channel-templates.ts";
import { type CodePath, isObject } from "@vedette/contract/code/code-resources.ts";
import { givenTemplates } from "../../resources/alert-channels/channel-templates.ts";
import { requestNewConfirmations } from "../../resources/alert-channels/confirmations.ts";
import { listChannels } from "../../resources/alert-channels/queries.ts";
import {
  changeChannel,
  createChannel,
  openSecrets,
  removeChannel,
} from "../../resources/alert-channels/service.ts";
import type { CodeContext } from "../code-context.ts";
import { asJson, type Fields, type Kind, type Live, mark, only } from "./kind.ts";

const CHANNELS_MAX = 10_000;

export const CHANNEL_KIND: Kind = {
  kind: "channel",
  auditType: "alert_channel",
  async list(ctx, ids) {
    const query = { sort: "created_at", limit: CHANNELS_MAX } as const;
    const all = await listChannels(ctx.db, ctx.orgId, { query, position: null, limit: CHANNELS_MAX });
    const lives: Live[] = [];
    for (const row of only(all, ids)) {
      const { config } = await openSecrets(ctx, row);
      lives.push({
        ...{ id: row.id, name: row.name },
        fields: fieldsOf(ctx, { ...row, config }),
        secretAt: (path) => textAt({ config }, path),
      });
    }
    return lives;
  },
  normalize: async (ctx, { body }) => fieldsOf(ctx, alertChannelCreate.parse(body)),
  async create(ctx, { body }) {
    const channel = await createChannel(ctx, alertChannelCreate.parse(body));
    requestNewConfirmations(ctx, channel);
    return channel.id;
  },
  async update(ctx, { id, fields }, { names, wanted, request }) {
    const change = {
      ...(names.includes("name") && { name: wanted.name }),
      ...(names.includes("templates") && { templates: wanted.templates }),
      ...(names.includes("only_severity") && { only_severity: wanted.only_severity }),
      ...(names.includes("acknowledge_links") && { acknowledge_links: wanted.acknowledge_links }),
      ...(names.includes("quiet_hours") && { quiet_hours: wanted.quiet_hours }),
      ...(names.includes("config") && { config: changedConfig(fields.config, request.body) }),
    };
    requestNewConfirmations(ctx, await changeChannel(ctx, id, alertChannelUpdate.parse(change)));
  },
  remove: (ctx, id) => removeChannel(ctx, { id, force: false }),
};

type Channel = {
  name: string;
  type: AlertChannelType;
  config: Fields;
  templates?: ChannelTemplates | null | undefined;
  acknowledge_links: boolean;
  only_severity?: unknown;
  quiet_hours?: unknown;
};

/** With a mark in place of each secret of the configuration. */
function fieldsOf({ fingerprint }: CodeContext, { name, type, config, ...options }: Channel): Fields {
  const { secrets } = channelDeclaration(type);
  const hidden = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([field, each]) => [field, hidden(each)]))
      : mark(fingerprint(String(value)));
  const shown = Object.entries(config)
    .filter(([, value]) => value != null)
    .map(([field, value]) => [field, isSecret(secrets[field], value) ? hidden(value) : value]);
  return asJson({
    ...{ name, type, config: Object.fromEntries(shown), templates: givenTemplates(options.templates) },
    acknowledge_links: options.acknowledge_links,
    ...{ only_severity: options.only_severity ?? null, quiet_hours: options.quiet_hours ?? null },
  });
}

/** A URL whose query may be secret is shown if it has none. */
function isSecret(part: string | undefined, value: unknown): boolean {
  if (part !== "query") return part !== undefined;
  return typeof value !== "string" || !URL.canParse(value) || new URL(value).search !== "";
}

/** The configuration of the request as a whole: fields that it does not have are removed. */
function changedConfig(live: unknown, body: Fields): Fields {
  const { config } = alertChannelCreate.parse(body);
  const names = isObject(live) ? Object.keys(live) : [];
  const removed = names.filter((name) => !(name in config)).map((name) => [name, null]);
  return { ...Object.fromEntries(removed), ...config };
}

function textAt(value: unknown, [part, ...rest]: CodePath): string | null {
  if (part === undefined) return typeof value === "string" ? value : null;
  return isObject(value) ? textAt(value[part], rest) : null;
}

/** Returns the fields of a configuration that must be credentials in a document and are literal values. */
export function literalSecrets(type: unknown, config: unknown): string[] {
  const known = ALERT_CHANNEL_TYPES.find((one) => one === type);
  const secrets = known === undefined ? {} : channelDeclaration(known).secrets;
  if (!isObject(config)) return [];
  return Object.entries(config).flatMap(([field, value]) =>
    typeof value === "string" && isSecret(secrets[field], value) ? [field] : [],
  );
}
