import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMAND_GROUPS } from "./command-groups.ts";
import type { Command } from "./command-line/command.ts";
import { EXIT } from "./exit-codes.ts";

const FOLDER = join(import.meta.dirname, "../../../docs/guide");
const PAGES = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }));
const CLI_PAGE = PAGES.find(({ name }) => name === "cli.md")?.text ?? "";

test("every command in the guide exists, with its options", async () => {
  const commands = (
    await Promise.all(
      Object.values(COMMAND_GROUPS).map(async (group) => [await group.load()].flat() as Command[]),
    )
  ).flat();
  const unknown = PAGES.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:\bvdt|vdt\.mjs) ([a-z][a-z-]*(?: [a-z][a-z-]*)*)([^`\n|#]*)/g)].flatMap(
      ([line, words = "", rest = ""]) => {
        const command = commands.find((one) => `${words} `.startsWith(`${one.words} `));
        // A text may name the first word alone.
        if (command === undefined) return Object.hasOwn(COMMAND_GROUPS, words) ? [] : [`${name}: ${line}`];
        const own = (rest.split(" -- ")[0] ?? "").matchAll(/ --([a-z][a-z-]*)/g);
        const known = [...Object.keys(command.options), "json", "output", "server", "profile", "help"];
        return [...own].flatMap(([, option = ""]) => (known.includes(option) ? [] : [`${name}: ${line}`]));
      },
    ),
  );
  expect(unknown).toEqual([]);
});

test("the guide has every exit code and no other", () => {
  const section = CLI_PAGE.split("## Exit codes")[1] ?? "";
  const codes = [...section.matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(EXIT).sort((one, other) => one - other));
});
