import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { FALLBACKS_MAX } from "@vedette/contract/on-call/escalation-limits.ts";
import type { EscalationStep, StepTarget } from "@vedette/contract/on-call/escalation-policies.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type KnownRow, listKnown, type PolicyLink } from "./queries.ts";

/** Validates the fields of an escalation policy. */

const NOUNS = { user: "member", schedule: "schedule", channel: "alert channel" } as const;

type Named = { path: string; type: KnownRow["type"]; id: string };

/** Checks that what the steps name exists, apart from what they named before. */
export async function findStepErrors(
  db: Db,
  orgId: OrgId,
  { before, after }: { before: readonly EscalationStep[]; after: readonly EscalationStep[] },
): Promise<ErrorDetail[]> {
  const old = new Set(namedIn(before).map(keyOf));
  const added = namedIn(after).filter((named) => !old.has(keyOf(named)));
  const missing = await findMissing(db, orgId, added);
  return missing.map(({ path, type }) => ({
    path,
    // Members have an ID of their own.
    message: type === "user" ? "is not the user_id of a member" : `is not the ID of a known ${NOUNS[type]}`,
  }));
}

/** Returns a sentence for each thing that the steps name and that no longer exists. */
export async function findStepWarnings(
  db: Db,
  orgId: OrgId,
  policies: readonly { id: string; steps: readonly EscalationStep[] }[],
): Promise<ReadonlyMap<string, string[]>> {
  const named = policies.flatMap(({ steps }) => namedIn(steps));
  const missing = new Set((await findMissing(db, orgId, named)).map(keyOf));
  return new Map(
    policies.map(({ id, steps }) => [
      id,
      steps.flatMap((step, index) =>
        namedIn([step]).flatMap((each) => {
          if (!missing.has(keyOf(each))) return [];
          const what =
            each.type === "user" ? "a person who is no longer a member" : `a deleted ${NOUNS[each.type]}`;
          return [`Step ${index + 1} names ${what}.`];
        }),
      ),
    ]),
  );
}

async function findMissing(db: Db, orgId: OrgId, named: readonly Named[]): Promise<Named[]> {
  if (named.length === 0) return [];
  const idsOf = (type: Named["type"]) =>
    named.filter((each) => each.type === type && UUID_PATTERN.test(each.id)).map(({ id }) => id);
  const rows = await listKnown(db, orgId, {
    ...{ users: idsOf("user"), schedules: idsOf("schedule"), channels: idsOf("channel") },
  });
  const known = new Set(rows.map(keyOf));
  return named.filter((each) => !known.has(keyOf(each)));
}

const keyOf = ({ type, id }: Pick<Named, "type" | "id">): string => `${type} ${id.toLowerCase()}`;

function namedIn(steps: readonly EscalationStep[]): Named[] {
  return steps.flatMap(({ notify }, step) =>
    notify.flatMap((target: StepTarget, index) =>
      target.type === "all" ? [] : [{ path: `steps.${step}.notify.${index}.id`, ...target }],
    ),
  );
}

/** Checks the fallback of a policy among all policies of the organization. `id` is null for a new policy. */
export function findFallbackErrors(
  policies: readonly PolicyLink[],
  { id, fallbackId }: { id: string | null; fallbackId: string | null },
): ErrorDetail[] {
  const error = (message: string): ErrorDetail[] => [{ path: "fallback_policy_id", message }];
  if (fallbackId === null) return [];
  if (!policies.some((policy) => policy.id === fallbackId))
    return error("is not the ID of a known escalation policy");
  const linked = policies.filter((policy) => policy.id !== id);
  const down = chainFrom(linked, fallbackId);
  if (fallbackId === id || down.some((policy) => policy.fallback_policy_id === id && id !== null))
    return error("leads back to this policy; choose a policy that does not");
  const length = (id === null ? 0 : heightOf(linked, id)) + down.length;
  return length > FALLBACKS_MAX
    ? error(`makes a chain of ${length} fallbacks; at most ${FALLBACKS_MAX} are allowed`)
    : [];
}

/** A policy and its fallbacks, in order. */
function chainFrom(policies: readonly PolicyLink[], firstId: string): PolicyLink[] {
  const chain: PolicyLink[] = [];
  let next = policies.find(({ id }) => id === firstId);
  while (next !== undefined && !chain.includes(next)) {
    chain.push(next);
    const { fallback_policy_id: id } = next;
    next = policies.find((policy) => policy.id === id);
  }
  return chain;
}

/** The longest chain of policies that end in this one, without it. */
function heightOf(policies: readonly PolicyLink[], id: string): number {
  const before = policies.filter((policy) => policy.fallback_policy_id === id);
  const rest = policies.filter((policy) => !before.includes(policy));
  return before.length === 0 ? 0 : 1 + Math.max(...before.map((policy) => heightOf(rest, policy.id)));
}
