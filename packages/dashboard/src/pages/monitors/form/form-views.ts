import type { MonitorType } from "../../../features/checks/check-labels.ts";
import type { CheckView } from "../../../features/checks/check-view.ts";
import { urlView } from "../../../features/checks/url.tsx";

/**
 * The views of check kinds in the monitor form. It is on the first page of a new installation, so that all kinds but HTTP
 * are loaded when one of them is selected.
 */

let loaded: ((type: MonitorType) => CheckView<object>) | null = null;

/** Loads the view of a kind; must be awaited before `formView`. */
export async function loadFormView(type: MonitorType): Promise<void> {
  if (type !== "url") loaded ??= (await import("../../../features/checks/check-views.ts")).checkView;
}

/** Returns the view of a kind that was loaded. Its draft is only passed between its own functions. */
export function formView(type: MonitorType): CheckView<object> {
  if (type === "url") return urlView as unknown as CheckView<object>;
  if (loaded === null) throw new Error(`the form of ${type} was not loaded`);
  return loaded(type);
}
