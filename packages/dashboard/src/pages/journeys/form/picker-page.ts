import type { JourneyTestPage } from "@vedette/contract/journeys/journey-test-runs.ts";
import { createContext, useContext } from "react";

/** The page of the last test, whose elements the steps of the form can use; null before the first test. */
export const PickerPage = createContext<JourneyTestPage | null>(null);

export function usePickerPage(): JourneyTestPage | null {
  return useContext(PickerPage);
}
