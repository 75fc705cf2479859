import { useState } from "react";
import { useAlertingProblems } from "./use-alerting-problems.ts";
import { WhoShouldKnow } from "./who-should-know.tsx";

/** After a target was added: asks whom to notify if no one would be. */
export function FirstNotifications() {
  const problems = useAlertingProblems();
  // Stays after the rule exists: otherwise the result of the test would disappear.
  const [isNeeded, setNeeded] = useState<boolean | null>(null);
  if (problems && isNeeded === null) setNeeded(problems.isSilent);
  return isNeeded ? <WhoShouldKnow /> : null;
}
