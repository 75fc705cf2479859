import { encode } from "uqr";

/** Dark on light in both themes: many apps do not read inverted codes. */
const LIGHT = "#ffffff";
const DARK = "#000000";
/** The quiet zone in modules that ISO/IEC 18004 requires. */
const BORDER = 4;

/** Renders a QR code in the browser, so that the secret is not sent to a server. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-lg border border-line"
    >
      <rect width={size} height={size} fill={LIGHT} />
      <path d={dark.join("")} fill={DARK} />
    </svg>
  );
}
