import { spawn } from "node:child_process";
import process from "node:process";
import { defineCommand } from "../command-line/command.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { ALL_NOUNS } from "../nouns/all-nouns.ts";

export const open = defineCommand({
  words: "open",
  summary: "Prints the page of the dashboard, of a list or of a resource, and opens it in the browser",
  arguments: {
    noun: { summary: "noun, such as monitors", isOptional: true },
    id: { summary: "ID of the resource", isOptional: true },
  },
  options: { print: { type: "boolean", summary: "only print the URL" } },
  async run({ arguments: { noun, id }, options }, context) {
    const url = await pageOf(context, { word: noun, named: id });
    await context.write({ url: url.href }, () => url.href);
    if (!options.print && !(await openBrowser(url.href, context)))
      context.complain("No browser could be started: open the URL yourself.");
    return EXIT.ok;
  },
});

async function pageOf(
  context: CommandContext,
  { word, named }: { word: string | undefined; named: string | undefined },
): Promise<URL> {
  const server = context.server();
  const base = server.pathname.replace(/\/+$/, "");
  if (word === undefined) return new URL(`${base}/`, server);
  const noun = ALL_NOUNS.find((one) => one.noun === word);
  if (noun === undefined || noun.page === null) {
    const words = ALL_NOUNS.flatMap((one) => (one.page === null ? [] : [one.noun]));
    throw new UsageError(`There is no page of '${word}'. There are pages of ${words.join(", ")}.`);
  }
  if (named === undefined) return new URL(`${base}${noun.page.replace("/{id}", "")}`, server);
  if (!noun.page.includes("{id}"))
    throw new UsageError(`There is no page of one ${noun.one}; leave out the ID.`);
  const id = (await noun.findId?.(named, context)) ?? named;
  return new URL(`${base}${noun.page.replace("{id}", encodeURIComponent(id))}`, server);
}

/** Starts a browser without waiting for its end; false if it cannot be started. */
function openBrowser(url: string, { env }: CommandContext): Promise<boolean> {
  const [program, ...args] = env.BROWSER ? [env.BROWSER] : (OPENERS[process.platform] ?? ["xdg-open"]);
  const child = spawn(program ?? "", [...args, url], { detached: true, stdio: "ignore" });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.once("error", () => resolve(false));
  child.once("spawn", () => resolve(true));
  child.unref();
  return promise;
}

/** Programs without a shell, which would interpret characters of the URL. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
