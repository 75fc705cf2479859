import { useGroups } from "../../features/groups/use-groups.ts";
import { useDailyUptime } from "../../features/uptime/use-daily-uptime.ts";
import { useStatusPages } from "../status-pages/use-status-pages.ts";
import { useLastDay } from "./use-last-day.ts";

/**
 * Starts to read what the parts of the overview show, while the summary is read: the parts are drawn after it. Returns
 * nothing, because each part uses its own query.
 */
export function useOverviewParts(): void {
  useLastDay();
  useDailyUptime({ selector: {} });
  useGroups();
  useStatusPages();
}
