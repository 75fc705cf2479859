import type { OrgId } from "@vedette/contract/common/ids.ts";
import { PAGE_SUBSCRIBERS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import type { SubscriberType } from "@vedette/contract/status-pages/subscriber-words.ts";
import { sendJob } from "../../../platform/jobs/send-job.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { assertRoomForSubscriber } from "../../quotas/quotas.ts";
import { countByState, findByAddressForUpdate, saveSubscriber } from "./subscriber-queries.ts";
import type { SubscriberChoices, SubscriberRow } from "./subscriber-row.ts";
import {
  hashAddress,
  hashSubscriberToken,
  newSecrets,
  normalizeAddress,
  sealSecrets,
} from "./subscriber-secrets.ts";

/**
 * Subscribes an address to a page: for its form, and for the API. An address that did not confirm gets a message with
 * a link, and nothing else until it confirms.
 */
export type SubscriptionRequest = SubscriberChoices & {
  orgId: OrgId;
  pageId: string;
  type: SubscriberType;
  address: string;
  by: string;
  /** Whether the owner of the page states that the address agreed. */
  isConfirmed: boolean;
};

type SubscribeContext = { db: Db; vault: Vault; nowMs: number; secret: string };

/** Must run in a transaction. Throws if the page has the most subscribers that it or the plan can have. */
export async function subscribe(ctx: SubscribeContext, request: SubscriptionRequest): Promise<SubscriberRow> {
  const { orgId, pageId, type, isConfirmed } = request;
  const address = normalizeAddress(type, request.address);
  const hash = hashAddress({ type, address }, ctx.secret);
  const known = await findByAddressForUpdate(ctx.db, orgId, { pageId, hash });
  const row = known
    ? again(known, request, ctx.nowMs)
    : await create(ctx, request, { address, address_hash: hash });
  if (row !== known) await saveSubscriber(ctx.db, row);
  // An active one gets the link with which it changes its choices.
  if (!isConfirmed) await sendJob(ctx.db, { name: "status_pages.confirm", data: { subscriberId: row.id } });
  return row;
}

/** The choices of an active one are changed with its own link only. */
function again(known: SubscriberRow, request: SubscriptionRequest, nowMs: number): SubscriberRow {
  if (known.state === "active") return known;
  const { topics, component_ids, language, isConfirmed } = request;
  const changed = { ...known, topics, component_ids, language };
  return isConfirmed ? activated(changed, nowMs) : { ...changed, requested_at: new Date(nowMs) };
}

/** The row after its address agreed. */
export function activated(row: SubscriberRow, nowMs: number): SubscriberRow {
  const now = new Date(nowMs);
  return {
    ...row,
    ...{ state: "active", confirmed_at: now, requested_at: null },
    ...{ ended_at: null, failing_since: null, error: null },
  };
}

async function assertRoom(
  db: Db,
  { orgId, pageId }: Pick<SubscriptionRequest, "orgId" | "pageId">,
): Promise<void> {
  const counts = await countByState(db, orgId, pageId);
  const active = counts.find(({ state }) => state === "active")?.subscribers ?? 0;
  await assertRoomForSubscriber({ db, orgId }, active);
  if (counts.reduce((sum, { subscribers }) => sum + subscribers, 0) >= PAGE_SUBSCRIBERS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `A status page has at most ${PAGE_SUBSCRIBERS_MAX} subscribers. Delete some that are not active first.`,
    );
}

async function create(
  { db, vault, nowMs }: SubscribeContext,
  request: SubscriptionRequest,
  found: { address: string; address_hash: Buffer },
): Promise<SubscriberRow> {
  const { orgId, pageId, type, topics, component_ids, language, by, isConfirmed } = request;
  await assertRoom(db, request);
  const owner = { id: newId(nowMs), org_id: orgId };
  const secrets = newSecrets({ type, address: found.address });
  const now = new Date(nowMs);
  const row: SubscriberRow = {
    ...owner,
    page_id: pageId,
    type,
    address_hash: found.address_hash,
    encrypted_secrets: await sealSecrets({ db, vault }, owner, secrets),
    token_hash: hashSubscriberToken(secrets.token),
    state: "pending",
    topics,
    component_ids,
    language,
    requested_at: now,
    confirmed_at: null,
    ended_at: null,
    failing_since: null,
    error: null,
    created_by: by,
    created_at: now,
  };
  return isConfirmed ? activated(row, nowMs) : row;
}
