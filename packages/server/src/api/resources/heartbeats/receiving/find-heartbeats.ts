import { BODY_BYTES_DEFAULT } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import { AppError, isServiceUnavailable } from "../../../../platform/kernel/errors.ts";
import type { Logger } from "../../../../platform/kernel/logger.ts";
import { type ChangeDeps, createByPing, resumeByPing } from "./change-by-ping.ts";
import { findPinged, type PingedRow } from "./queries.ts";
import { addressName, type PingAnswer, type ReceivedPing } from "./received-ping.ts";

export type FindDeps = ChangeDeps & { log: Logger };

/** Row null: there is nothing to store. */
export type Found = { row: PingedRow | null; answer: PingAnswer };

/** Finds the heartbeat of each ping, created or resumed if the ping does that. */
export async function findHeartbeats<Ping extends ReceivedPing>(
  deps: FindDeps,
  pings: readonly Ping[],
): Promise<Map<Ping, Found>> {
  const { database } = deps;
  const byName = Map.groupBy(pings, ({ address }) => addressName(address));
  const groups = [...byName.values()];
  const rows = await findPinged(
    database,
    groups.flatMap(([first]) => (first ? [first.address] : [])),
  );
  const byNr = Map.groupBy(rows, ({ nr }) => nr);
  const found = new Map<Ping, Found>();
  for (const [index, group] of groups.entries()) {
    const each = await settle(deps, group, byNr.get(index + 1) ?? []);
    for (const ping of group) found.set(ping, each);
  }
  return found;
}

async function settle(
  deps: FindDeps,
  group: readonly ReceivedPing[],
  rows: readonly PingedRow[],
): Promise<Found> {
  const [row, ambiguous] = rows;
  if (ambiguous) return { row: null, answer: { status: "ambiguous" } };
  if (row === undefined) return { row: null, answer: { status: "not_found" } };
  if (row.id === null) {
    const creating = group.find(({ isCreating }) => isCreating);
    return creating ? create(deps, creating, row) : { row: null, answer: { status: "not_found" } };
  }
  const isResumed = !row.enabled && row.paused_reason === null && row.paused_ping === "resume";
  const [first] = group;
  if (isResumed && first) await resume(deps, first, { ...row, id: row.id });
  const enabled = row.enabled || isResumed;
  return {
    row: { ...row, enabled },
    answer: { status: "stored", bodyBytesMax: row.body_bytes_max },
  };
}

async function create(deps: FindDeps, ping: ReceivedPing, { org_id: orgId }: PingedRow): Promise<Found> {
  const { address, source } = ping;
  if (address.by !== "key") return { row: null, answer: { status: "not_found" } };
  try {
    await createByPing(deps, { orgId, slug: address.slug, source });
  } catch (error) {
    // Another process may have created it.
    if (!(error instanceof AppError) || isServiceUnavailable(error)) throw error;
    if (error.code !== "BAD_REQUEST")
      return { row: null, answer: { status: "refused", message: error.message } };
  }
  const [row] = await findPinged(deps.database, [address]);
  if (!row?.id) return { row: null, answer: { status: "not_found" } };
  return { row, answer: { status: "created", bodyBytesMax: BODY_BYTES_DEFAULT } };
}

async function resume(
  deps: FindDeps,
  { source }: ReceivedPing,
  { org_id: orgId, id }: PingedRow & { id: string },
): Promise<void> {
  try {
    await resumeByPing(deps, { orgId, id, source });
  } catch (error) {
    if (!(error instanceof AppError) || isServiceUnavailable(error)) throw error;
    deps.log.info("pings.not_resumed", { heartbeat_id: id, reason: error.message });
  }
}
