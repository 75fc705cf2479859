import { spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { COMMAND_GROUPS } from "../command-groups.ts";
import { completeWords } from "./complete-words.ts";
import { SHELL_SCRIPTS } from "./shell-scripts.ts";

const complete = async (line: string) =>
  (await completeWords(line.split(" "), { groups: COMMAND_GROUPS, profiles: ["shop", "staging"] })).map(
    ({ word }) => word,
  );

describe("completeWords", () => {
  test.each([
    ["mon", ["monitors"]],
    ["compl", ["completion"]],
    ["monitors ", ["list", "get", "create", "update", "delete", "check", "accept", "status"]],
    ["monitors l", ["list"]],
    ["--profile shop monitors l", ["list"]],
    ["--profile s", ["shop", "staging"]],
    ["monitors list --sta", ["--status"]],
    ["monitors list -o ", ["table", "json", "yaml", "ids"]],
    ["monitors list --output = j", ["json"]],
    ["groups create --rollup ", ["worst", "quorum", "all"]],
    ["monitors get ", []],
    ["monitors create --file ", []],
    ["unknown ", []],
  ])("`vdt %s` is followed by %j", async (line, expected) => {
    expect(await complete(line)).toEqual(expected);
  });
});

describe("the scripts", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "vedette-completion-"));
    const program = join(import.meta.dirname, "../../bin/vdt.mjs");
    await writeFile(join(folder, "vdt"), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    await chmod(join(folder, "vdt"), 0o755);
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function run(shell: string, args: readonly string[]): Promise<string> {
    const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, HOME: folder, TERM: "dumb" };
    const child = spawn(shell, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk;
    });
    await new Promise((resolve) => child.on("close", resolve));
    return out.trim();
  }

  const has = (shell: string) => spawnSync(shell, ["-c", "exit 0"]).status === 0;

  test.skipIf(!has("bash"))("bash completes words by a function of the script", async () => {
    const call = (words: string) =>
      `COMP_WORDS=(vdt ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _vdt; echo "\${COMPREPLY[*]}"`;
    const script = `${SHELL_SCRIPTS.bash}\ncomplete -p vdt; ${call("monitors l")}; ${call("monitors list -o ''")}`;
    expect((await run("bash", ["--norc", "-c", script])).split("\n")).toEqual([
      "complete -o default -F _vdt vdt",
      "list",
      "table json yaml ids",
    ]);
  });

  test.skipIf(!has("fish"))("fish completes words", async () => {
    const script = "vdt completion fish | source; complete -C 'vdt monitors l'";
    expect(await run("fish", ["--no-config", "-c", script])).toBe("list\tLists monitors");
  });

  test.skipIf(!has("zsh"))("zsh reads the script", async () => {
    const script = "autoload -U compinit; compinit -u -D; source <(vdt completion zsh); print $_comps[vdt]";
    expect(await run("zsh", ["-f", "-c", script])).toBe("_vdt");
  });

  test("name the command that prints candidates", () => {
    for (const script of Object.values(SHELL_SCRIPTS)) expect(script).toContain("complete -- ");
  });
});
