import { badFields } from "../../../platform/kernel/errors.ts";
import type { DocumentOperation } from "../document-operations.ts";
import type { ImportContext, RequestDraft } from "../request-draft.ts";
import type { DraftGroup } from "../to-drafts.ts";
import { toStep } from "../to-step.ts";
import { isForCmd, splitCmd } from "./cmd-words.ts";
import { readCommand } from "./curl-command.ts";
import { type ShellCommand, splitBash } from "./shell-words.ts";

const NO_CURL =
  'must hold a command line that begins with curl, such as the browser\'s "Copy as cURL" gives it';

/** Parses curl command lines as bash or cmd.exe does. Each becomes a step. */
export function readCurl(content: string, context: ImportContext): DraftGroup[] {
  const text = content.replace(/^\uFEFF/, "").replaceAll(/^([ \t]*)\$ (?=\S)/gm, "$1");
  const commands = isForCmd(text) ? splitCmd(text) : splitBash(text);
  const found = commands.filter((command) => isCurl(command, context));
  if (found.length === 0) throw badFields([{ path: "content", message: NO_CURL }]);
  const steps = found.flatMap((command) =>
    readCommand(command, context).flatMap((draft) =>
      context.takes(operationOf(draft)) ? (toStep(draft, context) ?? []) : [],
    ),
  );
  return [{ name: nameOf(steps[0]?.url ?? ""), description: "Imported from cURL", steps, variables: {} }];
}

function operationOf({ method, url }: RequestDraft): DocumentOperation {
  const [address = ""] = url.split(/[?#]/, 1);
  const parsed = URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`);
  return { method, path: parsed?.pathname ?? "", tag: parsed?.host ?? "", name: "" };
}

/** Removes `NAME=value` before the command, and lists commands other than curl. */
function isCurl(command: ShellCommand, { notes }: ImportContext): boolean {
  const where = `line ${command.line}`;
  while (/^[A-Za-z_]\w*=/.test(command.words[0] ?? "")) {
    command.words.shift();
    const why = "Values of the shell are not carried over; make it an organization variable";
    notes.add({ where, what: "A variable of the shell", why });
  }
  if (/^(?:.*[\\/])?curl(?:\.exe)?$/i.test(command.words[0] ?? "")) return true;
  if (command.words.length > 0) {
    notes.add({ where, what: "A command other than curl", why: "Only requests can be carried over" });
  }
  return false;
}

function nameOf(url: string): string {
  return URL.parse(url)?.host || "cURL";
}
