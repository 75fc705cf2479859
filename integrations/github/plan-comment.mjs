// Writes a plan as a comment on the pull request, which later plans of the same folder replace.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import process from "node:process";

/** GitHub rejects comments of more than 65,536 characters. */
const PLAN_CHARS_MAX = 60_000;
const DEADLINE_MS = 30_000;
const PAGE = 100;
/** Pages of comments in which an earlier plan is searched. */
const PAGES_MAX = 20;

const TITLES = { 0: "No changes.", 2: "This changes the monitoring when it is applied." };

/** Returns the comment as Markdown. Its first line identifies the folder. */
export function planComment({ output, code, folder, workspace }) {
  const place = (workspace && relative(workspace, folder)) || ".";
  const plan = output.trim();
  const cut = plan.slice(0, PLAN_CHARS_MAX);
  // Longer than any fence in the plan, which could end the block.
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [
    markOf(place),
    `### Vedette plan${place === "." ? "" : ` of \`${place.replaceAll("`", "")}\``}`,
    TITLES[code] ?? "The plan has errors.",
    `${fence}\n${cut}\n${fence}`,
    ...(plan.length > cut.length ? ["The plan is longer; the log of the job has all of it."] : []),
  ].join("\n\n");
}

function markOf(place) {
  return `<!-- vedette-plan ${encodeURIComponent(place)} -->`;
}

/** Does nothing outside of pull requests. A comment that is refused is a warning: forks may not write comments. */
export async function commentOnPullRequest(env, comment) {
  const number = pullRequestOf(env);
  if (number === null) return;
  const issues = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}/issues`;
  const [mark] = comment.split("\n", 1);
  try {
    const earlier = await findComment(env, `${issues}/${number}/comments`, mark);
    if (earlier === null) await send(env, `${issues}/${number}/comments`, { method: "POST", body: comment });
    else await send(env, `${issues}/comments/${earlier}`, { method: "PATCH", body: comment });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stdout.write(`::warning title=Vedette::The plan is not on the pull request: ${reason}\n`);
  }
}

function pullRequestOf({ GITHUB_EVENT_PATH: path }) {
  if (!path) return null;
  const { pull_request: pullRequest } = JSON.parse(readFileSync(path, "utf8"));
  return pullRequest?.number ?? null;
}

async function findComment(env, url, mark) {
  for (let page = 1; page <= PAGES_MAX; page++) {
    const comments = await send(env, `${url}?per_page=${PAGE}&page=${page}`, { method: "GET" });
    const found = comments.find(({ body }) => body?.startsWith(mark));
    if (found) return found.id;
    if (comments.length < PAGE) return null;
  }
  return null;
}

async function send({ INPUT_GITHUB_TOKEN: token }, url, { method, body }) {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
    ...(body !== undefined && { body: JSON.stringify({ body }) }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  if (!response.ok)
    throw new Error(`GitHub answered ${response.status}. The job needs pull-requests: write.`);
  return response.json();
}
