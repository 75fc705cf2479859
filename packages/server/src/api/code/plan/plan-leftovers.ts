import type { CodePlanOptions } from "@vedette/contract/code/code-plan.ts";
import type { ReadDocument } from "@vedette/contract/code/read-document.ts";
import { adapterOf, type Kinds } from "../kinds/kinds.ts";
import type { Leftover, Problems } from "./item.ts";
import { resourceName, type State } from "./load-state.ts";

/** A document may delete so many resources, or so large a part of the project, without being asked. */
const DELETED_MAX = 10;
const DELETED_SHARE_MAX = 0.2;

/** Decides what happens to resources of the project that are not in the document. Those that are gone are not returned. */
export function planLeftovers(
  kinds: Kinds,
  {
    document,
    state,
    options,
    problems,
  }: {
    document: ReadDocument;
    state: State;
    options: CodePlanOptions;
    problems: Problems;
  },
): Leftover[] {
  const written = new Set(document.resources.map(({ kind, key }) => resourceName(kind, key)));
  const { prune } = options;
  if (prune === "keep") return [];
  const leftovers = [...state.rows].flatMap(([name, { row }]): Leftover[] => {
    const live = state.lives.get(resourceName(row.kind, row.resource_id));
    if (written.has(name) || live === undefined) return [];
    return [{ row, live, kind: adapterOf(kinds, row.kind), action: prune }];
  });
  if (prune === "delete") addDeleteErrors(leftovers, { document, state, options, problems });
  return leftovers;
}

function addDeleteErrors(
  leftovers: readonly Leftover[],
  {
    document,
    state,
    options,
    problems: { errors },
  }: {
    document: ReadDocument;
    state: State;
    options: CodePlanOptions;
    problems: Problems;
  },
): void {
  const count = leftovers.length;
  for (const { row } of leftovers)
    if (row.protect)
      errors.push({
        path: [],
        message: `the ${row.kind} '${row.key}' is protected and cannot be deleted; apply it without 'protect' first`,
      });
  if (document.resources.length === 0 && count > 0 && !options.allow_empty)
    errors.push({
      path: [],
      message: `the document has no resources, which would delete all ${count} of the project; allow that with allow_empty`,
    });
  const max = Math.max(DELETED_MAX, state.rows.size * DELETED_SHARE_MAX);
  if (count > max && count > (options.allow_delete ?? 0))
    errors.push({
      path: [],
      message: `would delete ${count} of ${state.rows.size} resources; allow that with allow_delete: ${count}`,
    });
}
