/** Describes a User-Agent header, such as "Firefox on Windows". Pure. */
export function describeUserAgent(userAgent: string | null): string {
  if (!userAgent) return UNKNOWN;
  const browser = firstOf(BROWSERS, userAgent);
  const system = firstOf(SYSTEMS, userAgent);
  if (browser === null) return system === null ? UNKNOWN : `Unknown client on ${system}`;
  return system === null ? browser : `${browser} on ${system}`;
}

const UNKNOWN = "Unknown browser";

type Signature = readonly [pattern: RegExp, name: string];

/** The order matters: each header also contains the names after it, for compatibility. */
const BROWSERS: readonly Signature[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: readonly Signature[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

function firstOf(signatures: readonly Signature[], userAgent: string): string | null {
  return signatures.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
