import type { Locator, Page } from "playwright-core";
import type { SecretFields } from "../secret-fields.ts";

/** Pictures of a page, with what is secret covered and what moves standing still. */

/** Higher ones take hundreds of megabytes while they are made. */
const HEIGHT_MAX = 16_384;
const JPEG_QUALITY = 70;

export type Screenshot = {
  page: Page;
  secretFields: SecretFields;
  /** `jpeg` to be looked at, `png` to be compared. */
  type: "jpeg" | "png";
  timeoutMs: number;
  signal?: AbortSignal;
  fullPage?: boolean;
  /** This element alone. */
  element?: Locator | null;
  /** To be covered besides. */
  mask?: readonly Locator[];
};

export async function takeScreenshot(picture: Screenshot): Promise<Buffer> {
  const { page, type, element = null, signal } = picture;
  const options = {
    type,
    ...(type === "jpeg" && { quality: JPEG_QUALITY }),
    animations: "disabled" as const,
    caret: "hide" as const,
    scale: "css" as const,
    mask: [...(await picture.secretFields.covers(page)), ...(picture.mask ?? [])],
    timeout: picture.timeoutMs,
    ...(signal && { signal }),
  };
  if (element !== null) return element.screenshot(options);
  if (picture.fullPage !== true) return page.screenshot(options);
  return page.screenshot({ ...options, fullPage: true, ...(await clipOf(page)) });
}

/** Nothing for a page of an ordinary height. */
async function clipOf(page: Page) {
  const size: unknown = await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]",
  );
  const [width, height] = Array.isArray(size) ? size.map(Number) : [];
  if (!width || !height || !(height > HEIGHT_MAX)) return {};
  return { clip: { x: 0, y: 0, width, height: HEIGHT_MAX } };
}
