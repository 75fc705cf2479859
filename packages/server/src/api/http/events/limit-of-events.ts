import type { LimitedReads } from "../../../pipeline/selectors/limited/limited-db.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { RequestContext } from "../../routing/define-route.ts";
import type { StreamEvent } from "./event-hub.ts";

/** How long a stream shows events of a target after the selector of its key no longer selects it. */
const REFRESH_MS = 5_000;

/**
 * Returns which events a caller may see. A key with a selector sees those of its targets, and none without a target. If the
 * targets cannot be read, it sees nothing until they can.
 */
export async function limitOfEvents(
  { db, actor, orgId }: Pick<RequestContext, "db" | "actor" | "orgId">,
  {
    limitedReads,
    stream,
  }: { limitedReads: LimitedReads; stream: { once(event: "close", listener: () => void): unknown } },
): Promise<(event: StreamEvent) => boolean> {
  const selector = actor.kind === "key" ? actor.selector : null;
  if (selector === null) return () => true;
  const visible = limitedReads.limit(db, { orgId, selector });
  const read = async () => {
    const rows = await visible.rows<{ id: string }>(sql`select id from target`);
    return new Set(rows.map(({ id }) => id));
  };
  let targets = await read();
  let isReading = false;
  const refresh = async () => {
    if (isReading) return;
    isReading = true;
    targets = await read().catch(() => new Set<string>());
    isReading = false;
  };
  const timer = setInterval(() => void refresh(), REFRESH_MS);
  timer.unref();
  stream.once("close", () => clearInterval(timer));
  return ({ type, targetId, json }) =>
    targetId !== null && targets.has(targetId) && !(type === "alert.changed" && isAboutSlo(json));
}

/** An alert about an SLO has one of its targets, and is about all of them. */
function isAboutSlo(json: string): boolean {
  return (JSON.parse(json) as { rule_type?: string }).rule_type === "burn_rate";
}
