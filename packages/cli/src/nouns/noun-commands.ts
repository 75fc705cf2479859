import { type Command, defineCommand, type OptionSpecs } from "../command-line/command.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { printableLine } from "../command-line/printable.ts";
import { tableText } from "../command-line/table.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { detailRows } from "./detail-rows.ts";
import type { AnyNoun } from "./noun.ts";
import { createCommand, updateCommand, withArticle } from "./noun-writes.ts";
import { ResourceClient } from "./resource-client.ts";

/** Returns the commands of a noun for the verbs that the API has. */
export function nounCommands(noun: AnyNoun): Command[] {
  const byVerb = {
    list: listCommand,
    get: getCommand,
    create: createCommand,
    update: updateCommand,
    delete: deleteCommand,
  };
  return noun.verbs.map((verb) => byVerb[verb](noun));
}

function listCommand(noun: AnyNoun): Command {
  const { list } = noun;
  const filters: OptionSpecs = Object.fromEntries(
    Object.entries(list.filters ?? {}).map(([name, summary]) => [
      name.replaceAll("_", "-"),
      { type: "string", value: "value", summary },
    ]),
  );
  return defineCommand({
    words: `${noun.noun} list`,
    summary: list.summary,
    options: {
      ...filters,
      limit: {
        type: "number",
        value: "number",
        summary: `maximum number of rows (default: ${list.limit ?? "all"})`,
      },
    },
    async run({ options }, context) {
      const limit = readLimit(options.limit) ?? list.limit;
      const given = givenFilters(noun, options);
      const client = new ResourceClient(context.settings());
      const query = { ...list.query, ...given };
      const path = await client.resolvePath(noun.path);
      const { rows, hasMore } = await client.list<unknown>(path, { query, limit, isPaged: list.isPaged });
      await context.writeList(rows, () => ({
        columns: list.columns.map(([heading]) => heading),
        cells: (list.arrange?.(rows) ?? rows).map((row) =>
          list.columns.map(([, cell]) => cellText(cell(row))),
        ),
        empty: list.empty(given),
      }));
      if (hasMore) context.complain(`Only the first ${rows.length} are shown; --limit shows more.`);
      return EXIT.ok;
    },
  });
}

function readLimit(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  throw new UsageError(`--limit must be a whole number above 0, and is ${String(value)}.`);
}

function givenFilters({ list }: AnyNoun, options: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(list.filters ?? {}).flatMap((name) => {
      const value = options[name.replaceAll("_", "-")];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

function cellText(cell: string | number | null | undefined): string {
  return cell === null || cell === undefined || cell === "" ? "–" : printableLine(String(cell));
}

function getCommand(noun: AnyNoun): Command {
  return defineCommand({
    words: `${noun.noun} get`,
    summary: `Shows ${withArticle(noun.one)}`,
    arguments: { id: { summary: `ID of the ${noun.one}` } },
    async run({ arguments: { id } }, context) {
      const client = new ResourceClient(context.settings());
      const { row } = await client.get<unknown>(
        await client.resolvePath(noun.path),
        await findId(noun, id, context),
      );
      await context.write(row, () => tableText(noun.details?.(row) ?? detailRows(row)));
      return EXIT.ok;
    },
  });
}

function deleteCommand(noun: AnyNoun): Command {
  return defineCommand({
    words: `${noun.noun} delete`,
    summary: noun.delete?.summary ?? `Deletes ${withArticle(noun.one)}`,
    arguments: { ids: { summary: `ID of the ${noun.one}, or several`, isList: true } },
    async run({ arguments: { ids } }, context) {
      const client = new ResourceClient(context.settings());
      const path = await client.resolvePath(noun.path);
      const deleted: { id: string; deleted: true }[] = [];
      for (const named of ids) {
        const id = await findId(noun, named, context);
        await client.delete(path, id);
        deleted.push({ id, deleted: true });
      }
      const data = ids.length === 1 ? deleted[0] : deleted;
      await context.write(data, () => deleted.map(({ id }) => `${id} was deleted.`).join("\n"));
      return EXIT.ok;
    },
  });
}

async function findId(noun: AnyNoun, named: string, context: CommandContext): Promise<string> {
  return (await noun.findId?.(named, context)) ?? named;
}
