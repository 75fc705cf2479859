import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { RequestContext } from "../../routing/define-route.ts";
import type { DraftTexts } from "./service-draft.ts";

export type IncidentRouteDeps = {
  database: Database;
  clock: Clock;
  artifacts: ArtifactStore;
  publish: (events: readonly LiveEvent[]) => void;
  draftTexts: DraftTexts;
  /** VEDETTE_PUBLIC_URL and VEDETTE_STATUS_DOMAIN; null if they are not set. */
  publicUrl: string | null;
  statusDomain: string | null;
};

/** The context of a request with the addresses of status pages, for drafts. */
export function draftContext(
  { draftTexts, publicUrl, statusDomain }: IncidentRouteDeps,
  ctx: RequestContext,
) {
  return { ...ctx, draftTexts, addresses: { publicUrl, serverUrl: ctx.serverUrl, statusDomain } };
}
