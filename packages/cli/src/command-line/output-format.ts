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
    if (typeof one !== "object" || one === null) return [];
    // A project of monitoring as code is named by its key.
    const id = "id" in one ? one.id : "project" in one ? one.project : null;
    return typeof id === "string" ? [id] : [];
  });
}
