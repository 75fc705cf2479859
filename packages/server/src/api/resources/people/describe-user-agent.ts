/** The browser that sent this header, as people call it: "Firefox on Windows". Pure. */
export function describeUserAgent(userAgent: string | null): string {
  if (!userAgent) return UNKNOWN;
  const browser = firstOf(BROWSERS, userAgent);
  const system = firstOf(SYSTEMS, userAgent);
  if (browser === null) return system === null ? UNKNOWN : `Something on ${system}`;
  return system === null ? browser : `${browser} on ${system}`;
}

const UNKNOWN = "An unknown browser";

type Sign = readonly [sign: RegExp, name: string];

/** In this order: each names those after it as well, as what it wants to be taken for. */
const BROWSERS: readonly Sign[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: readonly Sign[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

function firstOf(signs: readonly Sign[], userAgent: string): string | null {
  return signs.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
}
