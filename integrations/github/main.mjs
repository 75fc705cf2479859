// The step of the action: gets a key, runs vdt, and reports the plan. Needs Node 20 and no packages.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import process from "node:process";
import { exchangeIdToken } from "./exchange-id-token.mjs";
import { commentOnPullRequest, planComment } from "./plan-comment.mjs";

/** What each command of the action runs. Files of reports lie in the working folder. */
const COMMANDS = {
  plan: ["code", "plan", "--exit-code"],
  test: ["code", "test", "--reporter", "list,github,junit=vedette-junit.xml"],
  apply: ["code", "apply", "--yes"],
  run: ["run", "--wait", "300", "--reporter", "list,github,junit=vedette-junit.xml"],
  mark: ["deploy", "mark"],
};
/** Exit code of `vdt code plan --exit-code` if there are changes. */
const HAS_CHANGES = 2;
/** Characters of output that are kept for the comment. */
const OUTPUT_CHARS_MAX = 200_000;

process.exitCode = await main(process.env);

/** Returns the exit code of the step. */
async function main(env) {
  const command = COMMANDS[env.INPUT_COMMAND ?? ""];
  if (!command) return fail(`command must be one of ${Object.keys(COMMANDS).join(", ")}.`);
  if (!env.INPUT_URL) return fail("url is required.");
  try {
    const key = env.INPUT_TRUST_ID ? await exchangeIdToken(env) : env.INPUT_API_KEY;
    if (!key) return fail("Set trust-id or api-key.");
    // The runner masks the key in its log.
    process.stdout.write(`::add-mask::${key}\n`);
    const { code, output } = await runVdt([...command, ...linesOf(env.INPUT_ARGS)], { env, key });
    return await report({ env, code, output });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

async function report({ env, code, output }) {
  setOutput(env, "exit-code", String(code));
  if (env.INPUT_COMMAND !== "plan") return code;
  setOutput(env, "changes", String(code === HAS_CHANGES));
  const comment = planComment({ output, code, folder: process.cwd(), workspace: env.GITHUB_WORKSPACE ?? "" });
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${comment}\n`);
  if (env.INPUT_COMMENT === "true") await commentOnPullRequest(env, comment);
  return code === HAS_CHANGES ? 0 : code;
}

function runVdt(args, { env, key }) {
  const [program = "", ...first] = (env.INPUT_VDT ?? "vdt").split(" ").filter((word) => word !== "");
  const {
    INPUT_GITHUB_TOKEN: _token,
    INPUT_API_KEY: _key,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: _request,
    ...rest
  } = env;
  const own = { ...rest, VEDETTE_URL: env.INPUT_URL, VEDETTE_API_KEY: key, NO_COLOR: "1" };
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args], { env: own, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      process.stdout.write(text);
      output = (output + text).slice(0, OUTPUT_CHARS_MAX);
    });
    child.once("error", (error) => reject(new Error(`${program} cannot be started: ${error.message}`)));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

function linesOf(text = "") {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function setOutput(env, name, value) {
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}=${value}\n`);
}

/** Writes an annotation. The text is escaped, because it may contain what a server answered. */
function fail(message) {
  const escaped = message.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  process.stdout.write(`::error title=Vedette::${escaped}\n`);
  return 1;
}
