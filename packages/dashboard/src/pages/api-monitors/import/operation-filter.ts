import type { ApiMonitorImport } from "@vedette/contract/api-monitors/api-monitor-import.ts";

export type Operation = ApiMonitorImport["operations"][number];
export type OperationFilter = { text: string; tag: string | null; method: string | null };

/** Those in which every word of the text occurs, of the tag and of the method. */
export function matching(
  operations: readonly Operation[],
  { text, tag, method }: OperationFilter,
): Operation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    if (tag !== null && operation.tag !== tag) return false;
    if (method !== null && operation.method !== method) return false;
    const searched = `${operation.method} ${operation.path} ${operation.name}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

export function operationTags(operations: readonly Operation[]): string[] {
  return [...new Set(operations.map(({ tag }) => tag))].filter((tag) => tag !== "");
}

export function methodsOf(operations: readonly Operation[]): string[] {
  return [...new Set(operations.map(({ method }) => method))];
}

export function isWriting({ method }: { method: string }): boolean {
  return method !== "GET" && method !== "HEAD";
}
