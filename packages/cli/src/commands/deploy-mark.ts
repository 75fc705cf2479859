import { defineCommand } from "../command-line/command.ts";
import { printableLine } from "../command-line/printable.ts";
import { Connection } from "../connection.ts";
import { EXIT } from "../exit-codes.ts";

/** The fields of a marker that are printed. */
type CreatedMarker = { id: string; at: string; title: string };

export const markDeploy = defineCommand({
  words: "deploy mark",
  summary: "Records a deploy, which charts, timelines and evidence show, and prints its ID",
  options: {
    version: {
      type: "string",
      value: "version",
      summary: "version or commit that was deployed",
      isRequired: true,
    },
    url: { type: "string", value: "url", summary: "page of the release or of the pipeline" },
    environment: { type: "string", value: "name", summary: "environment, such as production" },
    tag: {
      type: "string",
      value: "tag",
      summary: "tag of the affected targets; may be repeated (default: all)",
      isList: true,
    },
    at: { type: "string", value: "time", summary: "time, as in 2026-01-31T12:00:00Z (default: now)" },
  },
  async run({ options }, context) {
    const { version, url, environment, tag: tags, at } = options;
    const body = {
      title: environment === undefined ? version : `${version} in ${environment}`,
      ...(environment !== undefined && { tags: [environment] }),
      ...(url !== undefined && { url }),
      ...(at !== undefined && { at }),
      ...(tags && { selector: { tags: { any: tags } } }),
    };
    const connection = new Connection(context.settings());
    const request = { method: "POST", path: "markers", body } as const;
    const { data } = await connection.send<CreatedMarker>(request);
    await context.write(data, () => data.id);
    context.complain(`${printableLine(data.title)} was marked at ${data.at}.`);
    return EXIT.ok;
  },
});
