import { useEffect } from "react";
import { setPageTitle } from "./browser-status.ts";

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => setPageTitle(title), [title]);
}
