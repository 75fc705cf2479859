import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import { groupStatus } from "@vedette/contract/targets/group-status.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { withNestedGroups } from "../selectors/queries.ts";
import type { Compute } from "./compute.ts";
import { listMemberCounts, type MemberCountRow } from "./queries.ts";

/** Members with another status say nothing: paused, in maintenance, not checked yet, or not evaluated. */
const EVALUATED: ReadonlySet<MonitorStatus> = new Set(["up", "degraded", "down"]);

/** The status of the members, combined like that of a group. */
export const computeComposite: Compute<"composite"> = async ({ orgId, spec }, { db }) => {
  const [resolved = spec] = await withNestedGroups(db, [spec]);
  const rows = await listMemberCounts(db, orgId, resolved.selector);
  const evaluated = rows.filter(({ status }) => EVALUATED.has(status));
  const status = groupStatus(spec.rollup, new Map(evaluated.map((row) => [row.status, row.count])));
  if (status === null) return { error: noMembers(rows) };
  return { error: status === "down" ? membersDown(evaluated) : null, isDegraded: status === "degraded" };
};

function noMembers(rows: readonly MemberCountRow[]): CheckError {
  const others = rows.map(({ count, status }) => `${count} ${status}`).join(", ");
  const message =
    others === "" ? "the selector selects no target" : `no member is up, degraded or down: ${others}`;
  return { code: "NO_MEMBERS", message, phase: "assertion" };
}

function membersDown(evaluated: readonly MemberCountRow[]): CheckError {
  const down = evaluated.find(({ status }) => status === "down");
  const { count = 0, names = [] } = down ?? {};
  const all = evaluated.reduce((sum, row) => sum + row.count, 0);
  const more = count > names.length ? ` and ${count - names.length} more` : "";
  const message = `${count} of ${all} members ${count === 1 ? "is" : "are"} down: ${names.join(", ")}${more}`;
  return { code: "MEMBERS_DOWN", message, phase: "assertion" };
}
