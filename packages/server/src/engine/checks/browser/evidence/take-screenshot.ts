import type { Locator, Page } from "playwright-core";
import type { SecretFields } from "../secret-fields.ts";

/** Takes screenshots with secrets covered and animations stopped. */

/** Higher ones take hundreds of megabytes while they are captured. */
const HEIGHT_MAX = 16_384;
const JPEG_QUALITY = 70;

export type Screenshot = {
  page: Page;
  secretFields: SecretFields;
  /** `jpeg` for display, `png` for comparison. */
  type: "jpeg" | "png";
  timeoutMs: number;
  signal?: AbortSignal;
  fullPage?: boolean;
  /** Captures only this element. */
  element?: Locator | null;
  /** Further elements to cover. */
  mask?: readonly Locator[];
};

export async function takeScreenshot(screenshot: Screenshot): Promise<Buffer> {
  const { page, type, element = null, signal } = screenshot;
  const options = {
    type,
    ...(type === "jpeg" && { quality: JPEG_QUALITY }),
    animations: "disabled" as const,
    caret: "hide" as const,
    scale: "css" as const,
    mask: [...(await screenshot.secretFields.covers(page)), ...(screenshot.mask ?? [])],
    timeout: screenshot.timeoutMs,
    ...(signal && { signal }),
  };
  if (element !== null) return element.screenshot(options);
  if (screenshot.fullPage !== true) return page.screenshot(options);
  return page.screenshot({ ...options, fullPage: true, ...(await clipOf(page)) });
}

/** Returns nothing for a page of ordinary height. */
async function clipOf(page: Page) {
  const size: unknown = await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]",
  );
  const [width, height] = Array.isArray(size) ? size.map(Number) : [];
  if (!width || !height || !(height > HEIGHT_MAX)) return {};
  return { clip: { x: 0, y: 0, width, height: HEIGHT_MAX } };
}
