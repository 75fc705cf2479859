import { endPages } from "../paging/end-pages.ts";
import { pagePeople } from "../paging/page-people.ts";
import { whoIsOnCall } from "../schedules/who-is-on-call.ts";

/** How escalations find out who is on call, and page people. A parameter, so that simulations can see each call. */
export const REACH_PEOPLE = { whoIsOnCall, pagePeople, endPages };
export type ReachPeople = typeof REACH_PEOPLE;
