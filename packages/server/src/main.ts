import { parseArgs } from "node:util";
import { AppError, StartError } from "./platform/kernel/errors.ts";
import { COMMAND_USAGE, usageOf } from "./roles/commands/command-usage.ts";

/**
 * The command line: parses the arguments and runs a command. An error before the service runs is one sentence
 * on standard error and exit code 1.
 */
async function main(args: readonly string[]): Promise<void> {
  const [command = "serve", ...rest] = args;
  if (rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(usageOf(command));
    return;
  }
  if (command === "serve") {
    const { readServeOptions } = await import("./roles/roles.ts");
    const options = readServeOptions(rest);
    const { serve } = await import("./roles/wiring/serve.ts");
    return serve(process.env, options);
  }
  if (command === "runner") {
    const { runRemotely } = await import("./roles/wiring/remote-runner.ts");
    return runRemotely(runnerEnvironment(rest, process.env));
  }
  if (command === "help" || command === "--help" || command === "-h") {
    process.stdout.write(COMMAND_USAGE);
    return;
  }
  if (command === "--version") {
    const { version } = await import("./version.ts");
    process.stdout.write(`vedette ${version}\n`);
    return;
  }
  if (command === "upgrade") {
    const { checkBeforeUpgrade, UPGRADE_USAGE } = await import("./roles/commands/upgrade.ts");
    const { text, exitCode } = await checkBeforeUpgrade(process.env, upgradeRequest(rest, UPGRADE_USAGE));
    process.stdout.write(`${text}\n`);
    process.exitCode = exitCode;
    return;
  }
  process.stdout.write(`${await outputOf(command, rest)}\n`);
}

/** Runs a command that ends by itself, and returns what it prints. */
async function outputOf(command: string, rest: readonly string[]): Promise<string> {
  if (command === "keys" && rest[0] === "create") {
    const { createKey } = await import("./roles/commands/keys.ts");
    return createKey(process.env, keyOptions(rest.slice(1)));
  }
  if (command === "demo" && rest[0] === "remove" && rest.length === 1) {
    const { removeDemoData } = await import("./roles/commands/demo.ts");
    return removeDemoData(process.env);
  }
  if (command === "setup-link" && rest.length === 0) {
    const { newSetupLink } = await import("./roles/commands/links.ts");
    return newSetupLink(process.env);
  }
  if (command === "reset-link") {
    const { newResetLink } = await import("./roles/commands/links.ts");
    return newResetLink(process.env, emailOption(rest, RESET_USAGE));
  }
  if (command === "remove-two-factor") {
    const { removeTwoFactor } = await import("./roles/commands/remove-two-factor.ts");
    return removeTwoFactor(process.env, emailOption(rest, TWO_FACTOR_USAGE));
  }
  if (command === "verify-domain") {
    const { verifyDomainWithoutDns } = await import("./roles/commands/verify-domain.ts");
    return verifyDomainWithoutDns(process.env, domainOptions(rest));
  }
  if (command === "rotate-master-key" && rest.length === 0) {
    const { rotate } = await import("./roles/commands/rotate-master-key.ts");
    return rotate(process.env);
  }
  if (command === "backup" && rest.includes("--list")) {
    const { listBackups, LIST_USAGE } = await import("./roles/commands/list-backups.ts");
    return listBackups(process.env, listRequest(rest, LIST_USAGE));
  }
  if (command === "backup") {
    const { backUp, BACKUP_USAGE } = await import("./roles/commands/backup.ts");
    return backUp(process.env, backupRequest(rest, BACKUP_USAGE));
  }
  if (command === "restore") {
    const { restore, RESTORE_USAGE } = await import("./roles/commands/restore.ts");
    return restore(process.env, restoreRequest(rest, RESTORE_USAGE));
  }
  throw new StartError(
    `Unknown command '${[command, ...rest].join(" ")}'. 'vedette help' lists the commands.`,
  );
}

type KeyOptions = { name: string; scope: string; location: string | null; projects: readonly string[] };

function keyOptions(args: readonly string[]): KeyOptions {
  const options = {
    name: { type: "string" },
    scope: { type: "string", default: "agent" },
    location: { type: "string" },
    project: { type: "string", multiple: true },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { name, scope, location = null, project: projects = [] } = values;
    if (name) return { name, scope, location, projects };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}. ${KEYS_USAGE}`);
  }
  throw new StartError(`--name is required. ${KEYS_USAGE}`);
}

/** Options of the command line take precedence over the environment. */
function runnerEnvironment(args: readonly string[], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const options = {
    server: { type: "string" },
    key: { type: "string" },
    name: { type: "string" },
    concurrency: { type: "string" },
    journeys: { type: "string" },
    ca: { type: "string" },
    "insecure-http": { type: "boolean" },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.key !== undefined) process.stderr.write(`${VISIBLE_KEY_WARNING}\n`);
    const given = {
      VEDETTE_SERVER: values.server,
      VEDETTE_KEY: values.key,
      VEDETTE_RUNNER_NAME: values.name,
      VEDETTE_RUNNER_CHECKS_IN_FLIGHT_MAX: values.concurrency,
      VEDETTE_JOURNEYS_MAX: values.journeys,
      VEDETTE_SERVER_CA: values.ca,
      VEDETTE_INSECURE_HTTP: values["insecure-http"] ? "on" : undefined,
    };
    const set = Object.entries(given).filter(([, value]) => value !== undefined);
    return { ...env, ...Object.fromEntries(set) };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}. ${RUNNER_USAGE}`);
  }
}

function emailOption(args: readonly string[], usage: string): string {
  try {
    const { values } = parseArgs({ args: [...args], options: { email: { type: "string" } } });
    if (values.email) return values.email;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}. ${usage}`);
  }
  throw new StartError(`--email is required. ${usage}`);
}

function domainOptions(args: readonly string[]): { domain: string; providerId: string; issuer: string } {
  const options = { provider: { type: "string" }, issuer: { type: "string" } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [domain, ...others] = positionals;
    const { provider: providerId, issuer } = values;
    if (domain && others.length === 0 && providerId && issuer) {
      return { domain: domain.toLowerCase(), providerId, issuer };
    }
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}. ${DOMAIN_USAGE}`);
  }
  throw new StartError(`A domain, --provider and --issuer are required. ${DOMAIN_USAGE}`);
}

function backupRequest(args: readonly string[], usage: string): { to: string | null; withResults: boolean } {
  const options = { to: { type: "string" }, "without-results": { type: "boolean" } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    return { to: values.to ?? null, withResults: values["without-results"] !== true };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}. ${usage}`);
  }
}

function listRequest(args: readonly string[], usage: string): { from: string | null } {
  const options = { list: { type: "boolean" }, from: { type: "string" } } as const;
  try {
    return { from: parseArgs({ args: [...args], options }).values.from ?? null };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}. ${usage}`);
  }
}

function restoreRequest(args: readonly string[], usage: string): { from: string; isCheck: boolean } {
  const options = { from: { type: "string" }, check: { type: "boolean" } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.from) return { from: values.from, isCheck: values.check === true };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}. ${usage}`);
  }
  throw new StartError(`--from is required. ${usage}`);
}

function upgradeRequest(args: readonly string[], usage: string): { isJson: boolean } {
  const options = { check: { type: "boolean" }, json: { type: "boolean" } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.check) return { isJson: values.json === true };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}. ${usage}`);
  }
  throw new StartError(`--check is required; migrations run when the service starts. ${usage}`);
}

const RESET_USAGE = "Usage: vedette reset-link --email ada@example.org";
const TWO_FACTOR_USAGE = "Usage: vedette remove-two-factor --email ada@example.org";
const DOMAIN_USAGE =
  "Usage: vedette verify-domain example.com --provider ID --issuer https://login.example.com";
const RUNNER_USAGE =
  "Usage: VEDETTE_KEY=vdt_agent_… vedette runner --server https://vedette.example.org --name nas";
const VISIBLE_KEY_WARNING =
  "The process list of this machine shows the key. Set VEDETTE_KEY or VEDETTE_KEY_FILE instead.";
const KEYS_USAGE = "Usage: vedette keys create --name ci --scope agent";

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError || error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
