import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  type PageSubscriber,
  type PageSubscriberCreate,
  type PageSubscriberListQuery,
  type SubscriberCounts,
  type SubscriberDelivery,
  subscriberAddressError,
} from "@vedette/contract/status-pages/page-subscribers.ts";
import { SUBSCRIBER_TYPES } from "@vedette/contract/status-pages/subscriber-words.ts";
import { actorId, audit } from "../../../pipeline/audit/audit.ts";
import { listDeliveriesOf } from "../../../pipeline/status-pages/broadcast/broadcast-queries.ts";
import { listComponents } from "../../../pipeline/status-pages/components/component-queries.ts";
import { subscribe } from "../../../pipeline/status-pages/subscribers/subscribe.ts";
import {
  countByState,
  deleteSubscriberRow,
  findByAddressForUpdate,
  findSubscriber,
  listSubscribers,
} from "../../../pipeline/status-pages/subscribers/subscriber-queries.ts";
import type { SubscriberRow } from "../../../pipeline/status-pages/subscribers/subscriber-row.ts";
import {
  hashAddress,
  normalizeAddress,
  openSubscriberSecrets,
  shownAddress,
} from "../../../pipeline/status-pages/subscribers/subscriber-secrets.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { getPage, type PageReadContext, type PageWriteContext } from "./page-context.ts";

/** Subscribers of a status page. Addresses are in the responses, but never in the audit log. */

type SubscriberDeps = { vault: Vault; secret: string };
export type SubscriberReadContext = PageReadContext & SubscriberDeps;
export type SubscriberWriteContext = PageWriteContext &
  SubscriberDeps & {
    /** Whether an address must confirm even if the owner of the page states that it agreed. */
    needConfirmation: boolean;
    hasMailServer: boolean;
  };

type Place = { pageId: string; id: string };

const DELIVERIES_SHOWN = 50;
/** Rows that are decrypted together for an export. */
const EXPORT_CHUNK = 500;

export async function listPageSubscribers(
  ctx: SubscriberReadContext,
  pageId: string,
  query: PageSubscriberListQuery,
): Promise<Page<PageSubscriber>> {
  const page = await getPage(ctx, pageId);
  const sorted = { ...query, sort: "-created_at" as const };
  const hashes = query.address === undefined ? undefined : hashesOf(ctx, query.address);
  const rows = await listSubscribers(ctx.db, ctx.orgId, {
    pageId: page.id,
    filter: { state: query.state, type: query.type, hashes },
    position: readCursorPosition(sorted),
    limit: query.limit + 1,
  });
  const { data, meta } = pageOf(rows, sorted, ({ id, created_at: at, type: name }) => ({ id, at, name }));
  return { data: await toViews(ctx, data), meta };
}

export async function getPageSubscriber(ctx: SubscriberReadContext, place: Place): Promise<PageSubscriber> {
  return toView(ctx, await getRow(ctx, place));
}

export async function countPageSubscribers(ctx: PageReadContext, pageId: string): Promise<SubscriberCounts> {
  const page = await getPage(ctx, pageId);
  const counts: SubscriberCounts = { pending: 0, active: 0, unsubscribed: 0, disabled: 0 };
  for (const { state, subscribers } of await countByState(ctx.db, ctx.orgId, page.id))
    counts[state] = subscribers;
  return counts;
}

export async function createPageSubscriber(
  ctx: SubscriberWriteContext,
  pageId: string,
  input: PageSubscriberCreate,
): Promise<PageSubscriber> {
  const page = await getPage(ctx, pageId);
  const { db, orgId, vault, secret, clock } = ctx;
  await assertAcceptable(ctx, page.id, input);
  const row = await subscribe(
    { db, vault, secret, nowMs: clock.now() },
    {
      ...{ orgId, pageId: page.id, type: input.type, address: input.address, topics: input.topics },
      component_ids: input.components ?? null,
      language: input.language ?? page.settings.default_language,
      ...{ by: actorId(ctx.actor), isConfirmed: input.confirmed },
    },
  );
  const view = await toView(ctx, row);
  await audit(ctx, {
    action: "page_subscriber.create",
    target: targetOf(row.id),
    after: { page_id: page.id, type: row.type, confirmed: input.confirmed },
  });
  return view;
}

export async function deletePageSubscriber(ctx: PageWriteContext, place: Place): Promise<void> {
  const row = await getRow(ctx, place);
  await deleteSubscriberRow(ctx.db, ctx.orgId, { pageId: row.page_id, id: row.id });
  const before = { page_id: row.page_id, type: row.type, state: row.state };
  await audit(ctx, { action: "page_subscriber.delete", target: targetOf(row.id), before });
}

/** The newest messages to a subscriber. */
export async function listSubscriberDeliveries(
  ctx: PageReadContext,
  place: Place,
): Promise<SubscriberDelivery[]> {
  const { id } = await getRow(ctx, place);
  const rows = await listDeliveriesOf(ctx.db, ctx.orgId, { subscriberId: id, limit: DELIVERIES_SHOWN });
  return rows.map(({ kind, title, at, state, tries, due_at, finished_at, error }) => ({
    ...{ event: kind, title, published_at: at.toISOString(), state, tries, error },
    due_at: state === "pending" ? due_at.toISOString() : null,
    finished_at: finished_at?.toISOString() ?? null,
  }));
}

/** All subscribers, newest first. */
export async function exportPageSubscribers(
  ctx: SubscriberReadContext & PageWriteContext,
  pageId: string,
): Promise<PageSubscriber[]> {
  const page = await getPage(ctx, pageId);
  const all: PageSubscriber[] = [];
  let query: PageSubscriberListQuery = { limit: EXPORT_CHUNK };
  for (;;) {
    const { data, meta } = await listPageSubscribers(ctx, page.id, query);
    all.push(...data);
    if (meta.next_cursor === null) break;
    query = { ...query, cursor: meta.next_cursor };
  }
  await audit(ctx, {
    action: "page_subscriber.export",
    target: { type: "status_page", id: page.id },
    after: { subscribers: all.length },
  });
  return all;
}

async function assertAcceptable(
  ctx: SubscriberWriteContext,
  pageId: string,
  { type, address, components, confirmed }: PageSubscriberCreate,
): Promise<void> {
  const { db, orgId } = ctx;
  if (type === "email" && !ctx.hasMailServer)
    throw badFields([{ path: "type", message: "needs a mail server; the operator has not set SMTP_URL" }]);
  if (confirmed && ctx.needConfirmation)
    throw badFields([
      {
        path: "confirmed",
        message: "cannot be set on this server, whose recipients must confirm; leave it out",
      },
    ]);
  const known = new Set((await listComponents(db, orgId, pageId)).map(({ id }) => id));
  const missing = components?.find((id) => !known.has(id));
  if (missing !== undefined)
    throw badFields([{ path: "components", message: `'${missing}' is not a component of this page` }]);
  const hash = hashAddress({ type, address: normalizeAddress(type, address) }, ctx.secret);
  const existing = await findByAddressForUpdate(db, orgId, { pageId, hash });
  if (confirmed && existing?.state === "unsubscribed")
    throw badFields([
      {
        path: "confirmed",
        message: "cannot be set for an address that unsubscribed; without it, it is asked again",
      },
    ]);
}

async function getRow(
  { db, orgId }: Pick<PageReadContext, "db" | "orgId">,
  { pageId, id }: Place,
): Promise<SubscriberRow> {
  const page = await getPage({ db, orgId }, pageId);
  const row = UUID_PATTERN.test(id) ? await findSubscriber(db, orgId, { pageId: page.id, id }) : null;
  if (!row) throw notFound("subscriber");
  return row;
}

/** The hashes that a text has as an address of each type. */
function hashesOf({ secret }: SubscriberDeps, text: string): Buffer[] {
  return SUBSCRIBER_TYPES.filter((type) => subscriberAddressError(type, text.trim()) === null).map((type) =>
    hashAddress({ type, address: normalizeAddress(type, text) }, secret),
  );
}

function toViews(ctx: SubscriberReadContext, rows: readonly SubscriberRow[]): Promise<PageSubscriber[]> {
  return Promise.all(rows.map((row) => toView(ctx, row)));
}

async function toView({ db, vault }: SubscriberReadContext, row: SubscriberRow): Promise<PageSubscriber> {
  const { address } = await openSubscriberSecrets({ db, vault }, row);
  const { id, page_id, type, state, topics, language, error, created_by } = row;
  return {
    ...{ id, page_id, type, state, topics, language, error, created_by },
    address: shownAddress(type, address),
    components: row.component_ids,
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

function targetOf(id: string) {
  return { type: "page_subscriber", id } as const;
}
