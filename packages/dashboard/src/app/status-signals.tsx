import { useEffect, useState } from "react";
import { setBrowserStatus } from "../components/browser/browser-status.ts";
import { useTargetSummary } from "../features/targets/use-target-summary.ts";
import { useAlertNotifications } from "./alert-notifications.ts";

/** The page first reads what it shows. */
const FIRST_READ_MS = 1_500;

/** Shows how many targets are down in the title and icon of the tab, and notifies of new alerts while it is hidden. */
export function StatusSignals() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FIRST_READ_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useTargetSummary({ isEnabled: isDue });
  useEffect(() => {
    if (data) setBrowserStatus(data.counts);
  }, [data]);
  // After signing out the state is no longer known.
  useEffect(() => () => setBrowserStatus({ down: 0, degraded: 0 }), []);
  useAlertNotifications();
  return null;
}
