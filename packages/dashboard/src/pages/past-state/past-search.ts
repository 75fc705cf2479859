/** The search parameters of the page about an earlier time. */
export type PastSearch = { at?: string; target?: string };

export function readPastSearch({ at, target }: Record<string, unknown>): PastSearch {
  const ms = typeof at === "string" ? Date.parse(at) : Number.NaN;
  return {
    ...(!Number.isNaN(ms) && { at: new Date(ms).toISOString() }),
    ...(typeof target === "string" && { target }),
  };
}
