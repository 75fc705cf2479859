import { type FocusEvent, type PointerEvent, useRef } from "react";

/** Returns handlers that report when the pointer or the focus enters an element, and when both have left it. */
export function useInside(onInside: (isInside: boolean) => void) {
  const inside = useRef({ pointer: false, now: false });
  const report = (isInside: boolean) => {
    if (inside.current.now === isInside) return;
    inside.current.now = isInside;
    onInside(isInside);
  };
  return {
    onPointerEnter() {
      inside.current.pointer = true;
      report(true);
    },
    onPointerLeave({ currentTarget }: PointerEvent<HTMLElement>) {
      inside.current.pointer = false;
      // A focused element that was removed reports no blur.
      report(currentTarget.contains(document.activeElement));
    },
    onFocus: () => report(true),
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      report(inside.current.pointer || currentTarget.contains(relatedTarget));
    },
  };
}
