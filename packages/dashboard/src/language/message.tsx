import { Fragment, type ReactNode } from "react";
import { formatOf, t } from "./t.ts";

/**
 * A translated sentence with elements in it: `<Message text="Down since {time}" values={{ time: <TimeAgo …/> }} />`. A
 * language may put them in another order.
 */
export function Message({ text, values }: { text: string; values: Record<string, ReactNode> }): ReactNode {
  const parts = formatOf(t(text)).format<ReactNode>(values);
  if (!Array.isArray(parts)) return parts;
  // The parts of a sentence have no identity but their place, and their number never changes.
  return parts.map((part, index) => <Fragment key={String(index)}>{part}</Fragment>);
}
