import type { CSSProperties } from "react";

/** Hues that people with a color vision deficiency distinguish, by Okabe and Ito. The name is always written, too. */
const HUES = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#7f7f7f"];

/** The style of a person's shifts: a tint of the surface, so that text has its contrast in both themes. */
export function personStyle(personId: string, people: readonly { id: string }[]): CSSProperties {
  const index = people.findIndex(({ id }) => id === personId);
  const hue = HUES[(index === -1 ? people.length : index) % HUES.length];
  return {
    background: `color-mix(in srgb, ${hue} 22%, var(--surface))`,
    borderInlineStart: `4px solid ${hue}`,
  };
}
