import type { TimeRange } from "../time-series/series.ts";

/** Names of downloaded charts. Pure. */

export type ChartFile = {
  /** What the chart is about, such as the name of the target. */
  subject: string;
  /** What it shows: "Response time". */
  title: string;
  range: TimeRange;
};

/** File systems accept 255 bytes; a character is up to 4. */
const PART_LENGTH_MAX = 40;

/** "shop-response-time-20261126T1200Z-20261127T1200Z.csv". Letters of every script stay, all other characters do not. */
export function chartFileName({ subject, title, range }: ChartFile, extension: "csv" | "png"): string {
  const parts = [slug(subject), slug(title), instantText(range.fromMs), instantText(range.toMs)];
  return `${parts.filter((part) => part !== "").join("-") || "chart"}.${extension}`;
}

function slug(text: string): string {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words.join("-")].slice(0, PART_LENGTH_MAX).join("").replace(/-$/, "");
}

/** In UTC, to the minute, without characters that a file system does not accept. */
function instantText(ms: number): string {
  return Number.isNaN(ms) ? "" : `${new Date(ms).toISOString().slice(0, 16).replace(/[-:]/g, "")}Z`;
}
