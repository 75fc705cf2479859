import { readFileSync } from "node:fs";
import axe from "axe-core";
import { chromium } from "playwright-core";
const URL_ = "http://127.0.0.1:18919";
const s = JSON.parse(readFileSync("/tmp/i19/state.json", "utf8"));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const open = async (person, path, options) => {
  const context = await browser.newContext({ baseURL: URL_, bypassCSP: true, ...options });
  await context.request.post("/api/auth/sign-in", { data: { email: person.email, password: person.password }, headers: { origin: URL_ } });
  const page = await context.newPage();
  const errors = [];
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && errors.push(m.text()));
  page.on("pageerror", (e) => errors.push(String(e)));
  await page.goto(path);
  return { page, context, errors };
};
const check = async (page) => { await page.evaluate(axe.source); const r = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })); return r.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(" | ")}`); };
const at = s.then;
const paths = { overview: `/?at=${at}`, target: `/monitors/${s.m.id}?at=${at}`, page: `/status/acme?at=${at}`, editor: `/status-pages/${s.page.id}`, ...(process.argv[2] === "all" && {}) };
const looks = { light: { viewport: { width: 1440, height: 1000 }, colorScheme: "light" }, dark: { viewport: { width: 1440, height: 1000 }, colorScheme: "dark" }, phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" } };
for (const [name, path] of Object.entries(paths)) for (const [look, options] of Object.entries(looks)) {
  const { page, context, errors } = await open(s.A, path, options);
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `/tmp/i19/${name}-${look}.png`, fullPage: true });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  console.log(name, look, "axe:", await check(page), "errors:", errors, "width", width);
  await context.close();
}
const eve = await open(s.E, `/status-pages/${s.page.id}`, looks.light);
await eve.page.waitForTimeout(1500); console.log("eve editor:", (await eve.page.locator("main").innerText()).slice(0, 200));
for (const p of [`/monitors/${s.m.id}?at=${at}`, `/?at=${at}`, `/incidents/${s.rec.id}`]) { await eve.page.goto(p); await eve.page.waitForTimeout(1500); console.log("eve", p, (await eve.page.locator("main").innerText()).slice(0, 250).replaceAll("\n", " | ")); }
await browser.close();
