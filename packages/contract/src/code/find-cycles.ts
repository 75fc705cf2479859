import type { CodeKind } from "./code-keys.ts";
import { type CodeError, type CodeResource, pathOf } from "./code-resources.ts";
import type { ReferenceIndex } from "./find-reference.ts";
import { TARGETS } from "./to-create-request.ts";

/** Reports resources that depend on themselves, contain themselves or fall back to themselves, each cycle once. */
export function findCycles(resources: readonly CodeResource[], index: ReferenceIndex): CodeError[] {
  const groups = resources.filter(({ kind }) => kind === "group");
  const targets = resources.filter(({ kind }) => TARGETS.some((each) => each === kind));
  const policies = resources.filter(({ kind }) => kind === "escalation_policy");
  const fallback = {
    field: "fallback_policy",
    kinds: ["escalation_policy"],
    verb: "falls back to itself",
  } as const;
  return [
    ...cyclesOf(groups, { field: "parent", kinds: ["group"], verb: "contains itself" }, index),
    ...cyclesOf(policies, fallback, index),
    ...cyclesOf(targets, { field: "parents", kinds: TARGETS, verb: "depends on itself" }, index),
  ];
}

type Edge = { field: "parent" | "parents" | "fallback_policy"; kinds: readonly CodeKind[]; verb: string };

function cyclesOf(
  resources: readonly CodeResource[],
  { field, kinds, verb }: Edge,
  index: ReferenceIndex,
): CodeError[] {
  const errors: CodeError[] = [];
  const done = new Set<CodeResource>();
  const next = (resource: CodeResource): CodeResource[] => {
    const value = resource.fields[field];
    const references = Array.isArray(value) ? value : value == null ? [] : [value];
    return references.flatMap((reference) => {
      const found = index.find(reference, kinds);
      return found.at === "document" ? [found.resource] : [];
    });
  };
  // Iterative: a chain may be as long as a document has resources.
  for (const start of resources) {
    const path: CodeResource[] = [];
    const onPath = new Set<CodeResource>();
    const stack: { resource: CodeResource; isLeft: boolean }[] = [{ resource: start, isLeft: false }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { resource, isLeft } = top;
      if (isLeft) {
        path.pop();
        onPath.delete(resource);
        done.add(resource);
      } else if (onPath.has(resource)) {
        const keys = [...path.slice(path.indexOf(resource)), resource].map(({ key }) => key);
        errors.push({ path: pathOf(resource, [field]), message: `${verb}: ${keys.join(" → ")}` });
      } else if (!done.has(resource)) {
        path.push(resource);
        onPath.add(resource);
        stack.push({ resource, isLeft: true });
        for (const each of next(resource)) stack.push({ resource: each, isLeft: false });
      }
    }
  }
  return errors;
}
