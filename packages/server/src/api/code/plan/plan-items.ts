import type { CodeAction, CodePlanOptions } from "@vedette/contract/code/code-plan.ts";
import { type CodeError, type CodeResource, pathOf } from "@vedette/contract/code/code-resources.ts";
import type { ReadDocument } from "@vedette/contract/code/read-document.ts";
import { ZodError } from "zod";
import type { CodeContext } from "../code-context.ts";
import { provisionalId } from "../document/names.ts";
import { literalSecrets } from "../kinds/channel-kind.ts";
import type { Fields, Live } from "../kinds/kind.ts";
import { adapterOf, type Kinds } from "../kinds/kinds.ts";
import { differing, leftToPeople } from "./compare.ts";
import type { Item, Problems } from "./item.ts";
import { resourceName, type State } from "./load-state.ts";
import { type CredentialValues, resolve } from "./resolve.ts";

type Planning = {
  kinds: Kinds;
  project: string;
  document: ReadDocument;
  state: State;
  options: CodePlanOptions;
  credentials: CredentialValues;
  problems: Problems;
};

/** Decides for each resource of the document what is to be done. */
export async function planItems(ctx: CodeContext, planning: Planning): Promise<Item[]> {
  const { document, state, project, problems } = planning;
  const items = document.resources.map((resource) => startItem(resource, planning));
  for (const { id, live, resource } of items) {
    const named = { project, kind: resource.kind, key: resource.key };
    if (live !== null) state.names.add(live.id, named);
    state.names.add(id, named);
  }
  const idOf = new Map(items.map((item) => [item.resource, item.id]));
  const context = {
    ...{ document, names: state.names, credentials: planning.credentials },
    idOf: (resource: CodeResource) => idOf.get(resource) ?? "",
  };
  for (const item of items) {
    const { request, errors, missing, isIncomplete } = resolve(item.resource, item.live, context);
    problems.errors.push(...errors, ...literalErrors(item.resource));
    problems.warnings.push(...missing.map((path) => ({ path, message: MISSING })));
    if (errors.length > 0 || isIncomplete) {
      item.action = item.live === null ? "create" : "update";
      continue;
    }
    const wanted = await normalized(ctx, item, request, problems);
    if (wanted !== null) decide(item, wanted, planning);
  }
  return items;
}

const MISSING = "the value of this credential was not sent; applying needs it";

function startItem(resource: CodeResource, planning: Planning): Item {
  const { kinds, project, state } = planning;
  const { kind, key } = resource;
  const owned = state.rows.get(resourceName(kind, key));
  const live = owned
    ? (state.lives.get(resourceName(kind, owned.row.resource_id)) ?? null)
    : findAdopted(resource, planning);
  return {
    ...{ resource, kind: adapterOf(kinds, kind), live },
    id: live === null || isReplaced(resource, live) ? provisionalId({ project, kind, key }) : live.id,
    row: owned?.row ?? null,
    movedFrom: owned?.movedFrom ?? null,
    ...{ action: "unchanged", wanted: null, changed: [], effect: null },
  };
}

/** Returns the existing resource that the document imports, or that has its name. */
function findAdopted(
  { kind, key, fields }: CodeResource,
  { document, state, options, project, problems }: Planning,
): Live | null {
  const nr = document.imports.findIndex((each) => each.kind === kind && each.key === key);
  const entry = document.imports[nr];
  if (entry === undefined) {
    const name = kind === "status_page" ? fields.title : fields.name;
    return options.adopt_by_name ? (state.adoptable.get(resourceName(kind, String(name))) ?? null) : null;
  }
  const live = state.lives.get(resourceName(kind, entry.id)) ?? null;
  const owner = state.owners.get(entry.id);
  const message =
    live === null
      ? `'${entry.id}' is not the ID of a ${kind} of this organization`
      : owner !== undefined && owner !== project
        ? `OWNED_BY: it belongs to the project '${owner}'; release it there first`
        : null;
  if (message === null) return live;
  problems.errors.push({ path: ["imports", nr, "id"], message });
  return null;
}

function literalErrors(resource: CodeResource): CodeError[] {
  if (resource.kind !== "channel") return [];
  const { type, config } = resource.fields;
  const message =
    "must not be in the document: use a credential such as {env: NAME}, {file: PATH} or {keep: true}";
  return literalSecrets(type, config).map((name) => ({ path: pathOf(resource, ["config", name]), message }));
}

async function normalized(
  ctx: CodeContext,
  { kind, resource, live }: Item,
  request: Parameters<Item["kind"]["normalize"]>[1],
  { errors }: Problems,
): Promise<Fields | null> {
  try {
    return await kind.normalize(ctx, request, live);
  } catch (error) {
    // The value of a credential is not valid; everything else was validated with the document.
    if (!(error instanceof ZodError)) throw error;
    for (const { path, message } of error.issues)
      errors.push({
        path: pathOf(
          resource,
          path.map((part) => (typeof part === "number" ? part : String(part))),
        ),
        message,
      });
    return null;
  }
}

/** The fields that can only change by another resource taking the place. */
const REPLACED_BY_TYPE = new Set(["monitor", "channel", "rule"]);

function isReplaced({ kind, fields }: CodeResource, live: Live): boolean {
  return REPLACED_BY_TYPE.has(kind) && fields.type !== live.fields.type;
}

function decide(item: Item, wanted: Fields, { options, problems }: Planning): void {
  const { resource, live, row } = item;
  if (live === null) {
    Object.assign(item, { action: "create", wanted });
    return;
  }
  const left = leftToPeople(resource);
  const kept = Object.fromEntries(
    [...left].filter((name) => name in live.fields).map((name) => [name, live.fields[name]]),
  );
  item.wanted = { ...wanted, ...kept };
  item.changed = differing(live.fields, item.wanted, left);
  if (isReplaced(resource, live)) {
    item.action = "replace";
    item.wanted = wanted;
    const message = replaceError(item, options);
    if (message !== null) problems.errors.push({ path: pathOf(resource, ["type"]), message });
    return;
  }
  item.action = actionOf(item, row === null);
}

function actionOf({ movedFrom, changed }: Item, isAdopted: boolean): CodeAction {
  if (isAdopted) return "adopt";
  if (movedFrom !== null) return "move";
  return changed.length > 0 ? "update" : "unchanged";
}

function replaceError(
  { resource, row, live }: Item,
  { allow_replace: isAllowed }: CodePlanOptions,
): string | null {
  const from = String(live?.fields.type);
  if (resource.protect || row?.protect === true)
    return `cannot change from '${from}': the resource is protected, and another type replaces it`;
  if (isAllowed) return null;
  return `cannot change from '${from}' without replacing the resource; allow that with allow_replace`;
}
