import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { endPages } from "../paging/end-pages.ts";
import { pagePeople } from "../paging/page-people.ts";
import { whoIsOnCall } from "../schedules/who-is-on-call.ts";

/** How escalations find out who is on call, and page people. */
export type ReachPeople = {
  /** The people of each schedule; none of a schedule with a gap. */
  whoIsOnCall(
    db: Db,
    orgId: OrgId,
    ask: { scheduleIds: readonly string[]; atMs: number },
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  pagePeople(db: Db, pages: readonly EscalationPage[], nowMs: number): Promise<readonly EscalationPaged[]>;
  endPages(
    db: Db,
    alertIds: readonly string[],
    ending: { reason: "acknowledged" | "resolved"; nowMs: number },
  ): Promise<void>;
};

/** One person who is told about one alert by one step. Without an alert in a drill. */
export type EscalationPage = {
  orgId: OrgId;
  personId: string;
  alertId: string | null;
  escalationId: string;
  step: number;
  round: number;
  isDrill: boolean;
};
export type EscalationPaged = { personId: string; outcome: "paged" | "unreachable" | "not_member" };

/** By schedules and pages, as they are stored. */
export const REACH_PEOPLE: ReachPeople = { whoIsOnCall, pagePeople, endPages };
