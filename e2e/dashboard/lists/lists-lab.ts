import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { type Dashboard, openDashboard } from "../../harness/dashboard.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import type { Vedette } from "../../harness/vedette.ts";

const JOURNEY = { steps: [{ action: "goto", url: "http://127.0.0.1:9/" }], interval_seconds: null };
export const DESKTOP = { width: 1280, height: 800 };

/**
 * Registers the hooks of a test file about lists: sixteen monitors, Alpha and Zulu with tags, the journey Buy, the paused API
 * monitor Orders and the group Shop. To be called inside a `describe` that is skipped without Chromium. The file gives
 * `enterSharedVedette`, because e2e/vitest.config.ts looks for that name.
 */
export function listsLab(enter: () => Promise<Vedette>) {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  let shop = "";
  beforeAll(async () => {
    [vedette, target] = await Promise.all([enter(), startTarget()]);
    browser = await launchChromium();
    shop = await calls.create("groups", { name: "Shop" });
    for (let index = 0; index < 16; index += 1)
      await calls.monitor(`Monitor ${String(index).padStart(2, "0")}`);
    await calls.monitor("Alpha", {
      ...{ tags: ["prod", "eu"], owner: "Web team", group_id: shop, interval: 7_200 },
    });
    await calls.monitor("Zulu", { tags: ["prod"] });
    await calls.create("journeys", { ...JOURNEY, name: "Buy", tags: ["prod"] });
    await calls.create("api-monitors", { name: "Orders", enabled: false, steps: [{ url: target.url() }] });
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });
  const state = {
    get vedette() {
      return vedette;
    },
    get target() {
      return target;
    },
    /** The id of the group. */
    get shop() {
      return shop;
    },
  };
  const calls = callsOf(state);
  return Object.assign(state, calls, {
    open: (path: string, options: object = {}): Promise<Dashboard> =>
      openDashboard(vedette, path, { browser, viewport: DESKTOP, ...options }),
  });
}

function callsOf(state: { readonly vedette: Vedette; readonly target: Target }) {
  async function create(path: string, body: object): Promise<string> {
    const answer = await state.vedette.request("POST", `/api/v1/${path}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.body as { data: { id: string } }).data.id;
  }
  async function get<T>(path: string): Promise<T> {
    return ((await state.vedette.request("GET", `/api/v1/${path}`)).body as { data: T }).data;
  }
  async function named(name: string): Promise<Record<string, unknown>> {
    const matching = await get<Record<string, unknown>[]>(`targets?q=${encodeURIComponent(name)}`);
    const found = matching.find((one) => one.name === name);
    if (!found) throw new Error(`no target ${name}`);
    return found;
  }
  return {
    create,
    get,
    named,
    monitor: (name: string, fields: object = {}) =>
      create("monitors", { name, type: "url", url: state.target.url("/"), interval: 3_600, ...fields }),
    async setEnabled(monitors: readonly string[], enabled: boolean): Promise<void> {
      for (const name of monitors)
        await state.vedette.request("PUT", `/api/v1/monitors/${(await named(name)).id}`, { enabled });
    },
  };
}

export const menuItem = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });
export const rowMenu = (page: Page, name: string) =>
  page.getByRole("button", { name: `Actions for ${name}` });
