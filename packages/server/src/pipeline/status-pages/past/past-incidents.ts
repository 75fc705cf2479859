import { createHash } from "node:crypto";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { IncidentStatus } from "@vedette/contract/status-pages/status-words.ts";
import { toPublicId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listShownUpdates, type ShownUpdateRow } from "../incidents/incident-queries.ts";
import type { PageIncidentRow } from "../incidents/incident-row.ts";
import { incidentState } from "../incidents/incident-state.ts";
import { LIST_BYTES_MAX } from "../incidents/read-incidents.ts";
import { RECENT_DAYS, SHOWN_INCIDENTS_MAX } from "../snapshot/page-content.ts";
import {
  listExistingIncidents,
  listPastIncidentIds,
  listPastPosts,
  type PastIncidentRow,
  type PastPostRow,
} from "./past-queries.ts";

/**
 * The incidents of a page as they were published at an earlier time: without later updates and edits, and with those that
 * were deleted since.
 */

export type PastIncident = { incident: PageIncidentRow; updates: readonly ShownUpdateRow[] };

const DAY_MS = 86_400_000;

/** Newest first. */
export async function readPastIncidents(
  db: Db,
  orgId: OrgId,
  { pageId, at }: { pageId: string; at: Date },
): Promise<PastIncident[]> {
  const since = new Date(at.getTime() - RECENT_DAYS * DAY_MS);
  const found = await listPastIncidentIds(db, orgId, { pageId, at, since, limit: 2 * SHOWN_INCIDENTS_MAX });
  const incidentIds = found.map(({ incident_id }) => incident_id);
  if (incidentIds.length === 0) return [];
  const request = { incidentIds, messageBytesMax: LIST_BYTES_MAX };
  const posts = await listPastPosts(db, orgId, { ...request, pageId, at });
  const updates = await listShownUpdates(db, orgId, { ...request, postedBy: at });
  const rows = new Map((await listExistingIncidents(db, orgId, incidentIds)).map((row) => [row.id, row]));
  const postsOf = Map.groupBy(posts, ({ incident_id }) => incident_id);
  const updatesOf = Map.groupBy(updates, ({ incident_id }) => incident_id);
  return incidentIds
    .flatMap((id) => {
      const source = {
        row: rows.get(id) ?? null,
        posts: postsOf.get(id) ?? [],
        updates: updatesOf.get(id) ?? [],
      };
      return pastIncident({ id, org_id: orgId, page_id: pageId }, source) ?? [];
    })
    .sort((one, other) => other.incident.started_at.getTime() - one.incident.started_at.getTime());
}

type Source = {
  /** Null if it was deleted. */
  row: PastIncidentRow | null;
  /** Newest first. */
  posts: readonly PastPostRow[];
  /** Those that were posted by then, with their present texts. */
  updates: readonly ShownUpdateRow[];
};

/** Pure. */
export function pastIncident(
  ids: Pick<PageIncidentRow, "id" | "org_id" | "page_id">,
  { row, posts, updates: present }: Source,
): PastIncident | null {
  const latest = posts[0];
  const oldest = posts.at(-1);
  if (!latest || !oldest) return null;
  const textOf = new Map(
    posts.flatMap((post) => (post.kind === "postmortem_published" ? [] : [[post.update_id, post]])),
  );
  const known = present.map((update) => withTextOf(update, textOf.get(update.id)));
  const seen = new Set(present.map(({ id }) => id));
  const deleted = [...textOf.values()].filter((post) => !seen.has(post.update_id));
  const updates = [...known, ...deleted.map((post) => toUpdate(ids, post))].sort(
    (one, other) => other.at.getTime() - one.at.getTime(),
  );
  const [first, ...rest] = updates;
  if (!first) return null;
  const state = incidentState([first, ...rest]);
  const postmortem = posts.find(({ kind }) => kind === "postmortem_published");
  return {
    incident: {
      ...ids,
      public_id: row?.public_id ?? publicIdOf(ids.id),
      title: latest.content.title,
      impact: latest.content.impact,
      ...{ published: true, is_automatic: false, created_by: "" },
      status: state.status,
      started_at: state.startedAt,
      resolved_at: state.resolvedAt,
      postmortem: postmortem?.content.message ?? null,
      created_at: row?.created_at ?? oldest.at,
      updated_at: latest.at,
    },
    updates,
  };
}

/** An update was edited later if the page has published another text of it by then, or none and its edit came later. */
function withTextOf(update: ShownUpdateRow, post: PastPostRow | undefined): ShownUpdateRow {
  if (!post) return update;
  return {
    ...update,
    message: post.content.message,
    at: post.content.at === undefined ? update.at : new Date(post.content.at),
    edited_at: update.edited_at !== null && update.edited_at <= post.at ? update.edited_at : null,
  };
}

/** An update that was deleted since, from what was published of it. */
function toUpdate(
  { id: incidentId, org_id }: Pick<PageIncidentRow, "id" | "org_id">,
  { update_id, at, content }: PastPostRow,
): ShownUpdateRow {
  return {
    ...{ id: update_id, org_id, incident_id: incidentId, public_id: publicIdOf(update_id) },
    status: content.status as IncidentStatus,
    message: content.message,
    components: [...(content.components ?? [])],
    ...{ notify: false, edited_at: null, created_by: "" },
    at: content.at === undefined ? at : new Date(content.at),
    posted_at: at,
  };
}

function publicIdOf(id: string): string {
  return toPublicId(createHash("sha256").update(id).digest());
}
