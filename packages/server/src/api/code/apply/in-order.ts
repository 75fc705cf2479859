import type { CodeResource } from "@vedette/contract/code/code-resources.ts";

/**
 * Returns the resources in an order in which each comes after those that it refers to; otherwise the order stays. Of a cycle,
 * the first one comes first.
 */
export function inOrder(
  resources: readonly CodeResource[],
  references: (resource: CodeResource) => readonly CodeResource[],
): CodeResource[] {
  const ordered: CodeResource[] = [];
  const seen = new Set<CodeResource>();
  // Iterative: a chain may be as long as a document has resources.
  for (const start of resources) {
    const stack = [{ resource: start, isReady: false }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { resource, isReady } = top;
      if (isReady) ordered.push(resource);
      else if (!seen.has(resource)) {
        seen.add(resource);
        stack.push({ resource, isReady: true });
        const before = references(resource).filter((each) => !seen.has(each));
        for (const each of before.toReversed()) stack.push({ resource: each, isReady: false });
      }
    }
  }
  return ordered;
}
