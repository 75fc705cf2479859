import type { PageComponent, PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import type { RemovedItem } from "./remove-dialog.tsx";

/** The dialog that is open: for a component or a group, for a new one (null), or before one is deleted. */
export type OpenDialog =
  | { component: PageComponent | null }
  | { group: PageGroup | null }
  | { removed: RemovedItem };
