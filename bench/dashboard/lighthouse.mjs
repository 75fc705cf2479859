import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/**
 * Runs Lighthouse (desktop preset) on pages of a running Vedette: see bench/README.md, `dashboard`. Lighthouse is not a
 * dependency: `--lighthouse` is a folder in which `npm install lighthouse@12.8.2` was run.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lighthouse: { type: "string" },
    url: { type: "string", default: "http://localhost:8080" },
    email: { type: "string" },
    password: { type: "string" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    reports: { type: "string" },
  },
});
if (!values.lighthouse || !values.email || !values.password) {
  throw new Error("Usage: --lighthouse FOLDER --email ADDRESS --password PASSWORD PATH…");
}
const installed = createRequire(join(resolve(values.lighthouse), "package.json"));
const load = async (name) => import(pathToFileURL(installed.resolve(name)).href);
const { default: lighthouse } = await load("lighthouse");
const { default: desktop } = await load("lighthouse/core/config/desktop-config.js");
const { launch } = await load("chrome-launcher");

const METRICS = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "interactive"];
const cookie = await signIn();
const chrome = await launch({
  chromePath: values.chromium,
  chromeFlags: ["--headless=new", "--no-sandbox"],
});
try {
  for (const path of positionals) await measure(path);
} finally {
  chrome.kill();
}

async function signIn() {
  const response = await fetch(`${values.url}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: values.url },
    body: JSON.stringify({ email: values.email, password: values.password }),
  });
  if (!response.ok) throw new Error(`the sign-in returned ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
}

async function measure(path) {
  const options = {
    port: chrome.port,
    ...(path !== "/sign-in" && { extraHeaders: { Cookie: cookie } }),
  };
  const { lhr } = await lighthouse(`${values.url}${path}`, options, desktop);
  const scores = Object.values(lhr.categories).map(score);
  const metrics = METRICS.map((name) => `${name} ${lhr.audits[name].displayValue}`);
  const shift = `layout shift ${lhr.audits["cumulative-layout-shift"].displayValue}`;
  console.log(path, ...scores, [...metrics, shift].join(", "));
  if (values.reports) {
    const name = path.replaceAll("/", "_");
    await writeFile(join(values.reports, `lighthouse${name}.json`), JSON.stringify(lhr));
  }
}

function score(category) {
  return `${category.id} ${category.score === null ? "none" : Math.round(category.score * 100)}`;
}
