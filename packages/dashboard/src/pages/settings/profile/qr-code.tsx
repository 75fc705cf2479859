import { encode } from "uqr";

/** Dark on light whatever the theme: many apps do not read the reverse. */
const LIGHT = "#ffffff";
const DARK = "#000000";
/** Modules of light around it, which the standard (ISO/IEC 18004) wants. */
const BORDER = 4;

/** A text as a picture for a camera, drawn here: what it says goes nowhere else. */
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
