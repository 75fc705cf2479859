import type { RequestContext } from "../../routing/define-route.ts";
import type { StreamEvent } from "./event-hub.ts";
import type { VisibleTargets } from "./visible-targets.ts";

type Stream = { readonly destroyed: boolean; once(event: "close", listener: () => void): unknown };

/** Returns which events a caller may see. A key with a selector sees those of its targets, and none without a target. */
export async function limitOfEvents(
  { db, actor, orgId }: Pick<RequestContext, "db" | "actor" | "orgId">,
  { visibleTargets, stream }: { visibleTargets: VisibleTargets; stream: Stream },
): Promise<(event: StreamEvent) => boolean> {
  const selector = actor.kind === "key" ? actor.selector : null;
  if (selector === null) return () => true;
  const targets = await visibleTargets.follow(db, { orgId, selector });
  if (stream.destroyed) targets.end();
  else stream.once("close", targets.end);
  return ({ type, targetId, json }) =>
    targetId !== null && targets.has(targetId) && !(type === "alert.changed" && isAboutSlo(json));
}

/** An alert about an SLO has one of its targets, and is about all of them. */
function isAboutSlo(json: string): boolean {
  return (JSON.parse(json) as { rule_type?: string }).rule_type === "burn_rate";
}
