/** Resolves a CSS color with custom properties, which a canvas does not support, through a probe element. */
export function resolveColor(element: HTMLElement, color: string): string {
  const probe = document.createElement("span");
  probe.style.color = color;
  element.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}
