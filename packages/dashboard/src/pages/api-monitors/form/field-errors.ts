import type { ApiError } from "../../../api/api-error.ts";

/** What the server has against a field, or against anything within it, as a sentence; null for nothing. */
export type FaultOf = (path: string, label: string) => string | null;

export function faultsWithin(error: ApiError | null): FaultOf {
  return (path, label) => {
    const detail = error?.details.find((one) => one.path === path || one.path.startsWith(`${path}.`));
    return detail ? `${label} ${detail.message}.` : null;
  };
}

/** "Step 2, url: must be a whole URL." */
export function placedFault({ path, message }: { path: string; message: string }): string {
  const [noun, index, ...rest] = path.split(".");
  if (noun !== "steps" || index === undefined) return `${path}: ${message}.`;
  const place = `Step ${Number(index) + 1}`;
  return rest.length === 0 ? `${place}: ${message}.` : `${place}, ${rest.join(" ")}: ${message}.`;
}
