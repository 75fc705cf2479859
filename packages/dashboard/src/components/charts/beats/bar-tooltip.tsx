import { createPortal } from "react-dom";

const WIDTH_PX = 288;
const GAP_PX = 6;

/** A text above an element, outside of every container that would cut it off, but in the landmark of the element. */
export function BarTooltip({ anchor, text }: { anchor: Element; text: string }) {
  const box = anchor.getBoundingClientRect();
  const center = box.left + box.width / 2;
  const half = Math.min(WIDTH_PX, window.innerWidth - 2 * GAP_PX) / 2;
  const left = Math.max(half + GAP_PX, Math.min(window.innerWidth - half - GAP_PX, center));
  return createPortal(
    <div
      role="tooltip"
      className="popup pointer-events-none fixed z-50 w-max max-w-72 -translate-x-1/2 -translate-y-full px-2.5 py-1.5 text-[0.8125rem] wrap-anywhere"
      style={{ left, top: box.top - GAP_PX }}
    >
      {text}
    </div>,
    anchor.closest("main, [role=dialog]") ?? document.body,
  );
}
