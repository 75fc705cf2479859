/**
 * The types of the document. In the published package, `scripts/build-code-package.ts` replaces this file with types that
 * need no other package.
 */
export type {
  CodeChannel,
  CodeGroup,
  CodeMaintenanceWindow,
  CodeRule,
  CodeSlo,
} from "@vedette/contract/code/code-alerting.ts";
export type { CodeDocument } from "@vedette/contract/code/code-document.ts";
export type { CodeEscalationPolicy, CodeSchedule } from "@vedette/contract/code/code-on-call.ts";
export type { CodeStatusPage } from "@vedette/contract/code/code-status-pages.ts";
export type {
  CodeApiMonitor,
  CodeHeartbeat,
  CodeJourney,
  CodeMonitor,
} from "@vedette/contract/code/code-targets.ts";
