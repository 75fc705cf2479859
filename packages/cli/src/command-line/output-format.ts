/** The formats of `--output`. */
export const OUTPUT_FORMATS = ["table", "json", "yaml", "ids"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Formats the data of a response. `ids` gives one ID a line, for xargs. */
export async function formatData(data: unknown, format: Exclude<OutputFormat, "table">): Promise<string> {
  if (format === "json") return JSON.stringify(data, null, 2);
  if (format === "ids") return idsOf(data).join("\n");
  const { stringify } = await import("yaml");
  return stringify(data, { lineWidth: 0 }).trimEnd();
}

function idsOf(data: unknown): string[] {
  return (Array.isArray(data) ? data : [data]).flatMap((one: unknown) => {
    const id = typeof one === "object" && one !== null && "id" in one ? one.id : null;
    return typeof id === "string" ? [id] : [];
  });
}
