import type { ApiError } from "../../../api/api-error.ts";

/** Returns the server's error for a field or its parts as a sentence, or null. */
export type FindFieldError = (path: string, label: string) => string | null;

export function fieldErrorsWithin(error: ApiError | null): FindFieldError {
  return (path, label) => {
    const detail = error?.details.find((one) => one.path === path || one.path.startsWith(`${path}.`));
    return detail ? `${label} ${detail.message}.` : null;
  };
}

/** "Step 2, url: must be a full URL." */
export function placedError({ path, message }: { path: string; message: string }): string {
  const [noun, index, ...rest] = path.split(".");
  if (noun !== "steps" || index === undefined) return `${path}: ${message}.`;
  const place = `Step ${Number(index) + 1}`;
  return rest.length === 0 ? `${place}: ${message}.` : `${place}, ${rest.join(" ")}: ${message}.`;
}
