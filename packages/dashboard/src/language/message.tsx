import { Fragment, type ReactNode } from "react";
import { formatMessage } from "./format-message.ts";
import { t } from "./t.ts";

/**
 * A translated sentence with elements in it: `<Message text="Down since {time}" values={{ time: <TimeAgo …/> }} />`. A
 * language may put them in another order.
 */
export function Message({ text, values }: { text: string; values: Record<string, ReactNode> }): ReactNode {
  // The parts of a sentence have no identity but their place, and their number never changes.
  return formatMessage(t(text), values).map((part, index) => <Fragment key={String(index)}>{part}</Fragment>);
}
