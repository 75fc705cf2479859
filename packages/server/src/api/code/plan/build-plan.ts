import { createHash } from "node:crypto";
import type { CodePlanOptions } from "@vedette/contract/code/code-plan.ts";
import { type ReadDocument, readDocument } from "@vedette/contract/code/read-document.ts";
import type { CodeContext } from "../code-context.ts";
import type { Kinds } from "../kinds/kinds.ts";
import type { Item, Leftover, Problems } from "./item.ts";
import { loadState, type State } from "./load-state.ts";
import { planItems } from "./plan-items.ts";
import { planLeftovers } from "./plan-leftovers.ts";
import type { CredentialValues } from "./resolve.ts";

/** What a document would change, from the state at this moment. */
export type BuiltPlan = Problems & {
  document: ReadDocument;
  state: State;
  items: Item[];
  leftovers: Leftover[];
  /** Another state or another result has another digest. */
  digest: string;
};

export type PlanInput = {
  project: string;
  document: unknown;
  options: CodePlanOptions;
  credentials: CredentialValues;
};

export async function buildPlan(ctx: CodeContext, kinds: Kinds, input: PlanInput): Promise<BuiltPlan> {
  const { project, options, credentials } = input;
  const document = readDocument(input.document);
  const problems: Problems = { errors: [...document.errors], warnings: [] };
  if (document.project !== "" && document.project !== project)
    problems.errors.push({ path: ["project"], message: `must be '${project}', the project of the request` });
  const state = await loadState(ctx, kinds, { project, document, options });
  // What has faults cannot be compared.
  const isReadable = problems.errors.length === 0;
  const items = isReadable
    ? await planItems(ctx, { kinds, project, document, state, options, credentials, problems })
    : [];
  const leftovers = isReadable ? planLeftovers(kinds, { document, state, options, problems }) : [];
  return { document, state, items, leftovers, ...problems, digest: digestOf({ state, items, leftovers }) };
}

function digestOf({ state, items, leftovers }: Pick<BuiltPlan, "state" | "items" | "leftovers">): string {
  const touched = items
    .filter(({ action }) => action !== "unchanged")
    .map(({ resource, action, live, changed }) => [
      resource.kind,
      resource.key,
      action,
      live?.fields,
      changed,
    ]);
  const left = leftovers.map(({ row, live, action }) => [row.kind, row.key, action, live.fields]);
  const facts = JSON.stringify([state.project?.revision ?? 0, touched, left]);
  return createHash("sha256").update(facts).digest("hex");
}
