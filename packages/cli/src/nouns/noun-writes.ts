import { type Command, defineCommand, type OptionSpecs } from "../command-line/command.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { printable, printableLine } from "../command-line/printable.ts";
import { EXIT, RefusedError, UsageError } from "../exit-codes.ts";
import { readFields } from "../read-fields.ts";
import { assignField } from "./assign-field.ts";
import type { AnyNoun, FieldUse } from "./noun.ts";
import { ResourceClient } from "./resource-client.ts";

const FILE_OPTIONS = {
  file: {
    type: "string",
    value: "file",
    short: "f",
    summary: "JSON or YAML file with fields; - is standard input",
  },
  set: {
    type: "string",
    value: "field=value",
    summary: "set a field, such as enabled=false or retry.count=2; may be repeated",
    isList: true,
  },
} as const;

export function createCommand(noun: AnyNoun): Command {
  return defineCommand({
    words: `${noun.noun} create`,
    summary: noun.create?.summary ?? `Creates ${withArticle(noun.one)} and prints its ID`,
    options: { ...optionsOf(noun), ...FILE_OPTIONS },
    async run({ options }, context) {
      const fields = await readAllFields(noun, options, { verb: "create", context });
      const isEmpty = Object.keys(fields).length === 0;
      const missing =
        noun.missingFields?.(fields) ??
        (isEmpty ? `Name the fields of the ${noun.one} with options, --set or --file.` : null);
      if (missing !== null) throw new UsageError(missing);
      const client = new ResourceClient(context.settings());
      // The server validates the fields and names the ones that are wrong.
      const row = await client.create<{ id: string }>(await client.resolvePath(noun.path), fields);
      // Only the ID, so that a script can use it: ID=$(vdt monitors create …).
      await context.write(row, () => noun.create?.printed?.(row) ?? row.id);
      const note = noun.create?.note?.(row);
      if (note !== undefined) context.complain(printable(note));
      return EXIT.ok;
    },
  });
}

export function updateCommand(noun: AnyNoun): Command {
  return defineCommand({
    words: `${noun.noun} update`,
    summary:
      noun.update?.summary ??
      `Changes fields of ${withArticle(noun.one)}. The file may be the edited output of 'get --json'; it is rejected if the ${noun.one} was changed after that output`,
    arguments: { id: { summary: `ID of the ${noun.one}` } },
    options: { ...optionsOf(noun), ...FILE_OPTIONS },
    async run({ arguments: { id: named }, options }, context) {
      const fields = await readAllFields(noun, options, { verb: "update", context });
      if (Object.keys(fields).length === 0)
        throw new UsageError(
          `Name the fields to change with options, --set or --file. Usage: vdt ${noun.noun} update <id>`,
        );
      const client = new ResourceClient(context.settings());
      const [path, id] = [
        await client.resolvePath(noun.path),
        (await noun.findId?.(named, context)) ?? named,
      ];
      const hasVersion = "updated_at" in fields;
      const ifMatch = hasVersion
        ? await versionOf(noun, { client, path, id, fields, file: String(options.file) })
        : null;
      const row = await client.update<unknown>(path, id, { body: fields, ifMatch });
      const text =
        noun.update?.printed ?? ((updated) => `${printableLine(labelOf(updated, id))} was updated.`);
      await context.write(row, () => text(row));
      return EXIT.ok;
    },
  });
}

type Stored = {
  client: ResourceClient;
  path: string;
  id: string;
  fields: Record<string, unknown>;
  /** The name of the file that the fields were read from. */
  file: string;
};

/** Returns the ETag of the stored version if the file was made from it. */
async function versionOf(noun: AnyNoun, { client, path, id, fields, file }: Stored): Promise<string | null> {
  const { row, etag } = await client.get<{ updated_at: string }>(path, id);
  if (fields.updated_at === row.updated_at) return etag;
  throw new RefusedError(
    `The ${noun.one} was changed at ${row.updated_at}, after ${file} was written. Get it again and repeat your change, or remove updated_at from the file to overwrite the other change.`,
  );
}

function optionsOf({ fields = {}, fieldOptions = {} }: AnyNoun): OptionSpecs {
  return { ...fields, ...fieldOptions };
}

/** Merges the fields of the file, of the options and of `--set`; the later take precedence. */
async function readAllFields(
  noun: AnyNoun,
  options: Readonly<Record<string, unknown>>,
  { verb, context }: { verb: FieldUse["verb"]; context: CommandContext },
): Promise<Record<string, unknown>> {
  const { file, set } = options;
  const merged: Record<string, unknown> =
    typeof file === "string" ? await readFields(file, { terminal: context, noun: noun.one }) : {};
  for (const [name, { field }] of Object.entries(noun.fields ?? {}))
    if (options[name] !== undefined && options[name] !== false) merged[field] = options[name];
  Object.assign(merged, await noun.toFields?.(options, { verb, context }));
  for (const assignment of Array.isArray(set) ? set : []) assignField(merged, String(assignment));
  return merged;
}

function labelOf(row: unknown, id: string): string {
  if (typeof row !== "object" || row === null) return id;
  if ("name" in row && typeof row.name === "string") return row.name;
  return "title" in row && typeof row.title === "string" ? row.title : id;
}

export function withArticle(one: string): string {
  return `${/^([aeiou]|SLO)/i.test(one) ? "an" : "a"} ${one}`;
}
