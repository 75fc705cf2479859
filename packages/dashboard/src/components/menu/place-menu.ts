type Box = { left: number; right: number; top: number; bottom: number };
type Size = { width: number; height: number };

/** Distance to the button. */
const GAP = 6;
/** Distance to the edges of the window. */
const MARGIN = 8;

/** Returns where a menu opens: below its button, or above it if there is more room, and within the window. */
export function placeMenu(button: Box, menu: Size, window: Size): { left: number; top: number } {
  const left = Math.max(MARGIN, Math.min(button.left, window.width - menu.width - MARGIN));
  const below = button.bottom + GAP;
  const fits = below + menu.height <= window.height - MARGIN;
  if (fits || window.height - button.bottom >= button.top) return { left, top: below };
  return { left, top: Math.max(MARGIN, button.top - GAP - menu.height) };
}
