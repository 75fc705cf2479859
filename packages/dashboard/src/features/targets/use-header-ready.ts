import { useRole } from "../../app/role.ts";
import { useCoverage } from "./use-coverage.ts";

/**
 * Whether everything is known that the header of a target's page shows besides the target: its actions depend on the
 * role, and its badges on rules and maintenance. What appeared later would move the whole page.
 */
export function useHeaderReady(targetId: string): boolean {
  const { role } = useRole();
  const { isFetched } = useCoverage(targetId);
  return role !== null && isFetched;
}
