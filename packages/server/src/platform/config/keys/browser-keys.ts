import { oneOf, singleLineText, wholeNumber } from "../forms.ts";
import type { Machine } from "../machine.ts";

/** Settings for running journeys and scripts. */
export const BROWSER_KEYS = {
  VEDETTE_CHROMIUM: {
    meaning: "Path of the Chromium binary for journeys",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "If not set, Playwright's Chromium is used, or the Chromium of the system.",
  },
  VEDETTE_JOURNEYS_MAX: {
    meaning: "Maximum number of concurrent journeys of this process's runner; 0 disables journeys",
    form: wholeNumber({ min: 0, max: 64 }),
    unit: "journeys",
    default: {
      words: "the number of cores, at most 8",
      of: ({ cores }: Machine) => String(Math.min(8, cores)),
    },
    reason: "A page keeps a core busy while it loads; more concurrent journeys slow each other down.",
  },
  VEDETTE_SCRIPTS: {
    meaning:
      "How journey scripts run: `sandboxed`, in a sandbox that passed its self-test, or `trusted`, with all rights of the user of this process",
    form: oneOf(["sandboxed", "trusted"]),
    unit: null,
    default: "sandboxed",
    reason:
      "Anyone who can edit journeys can run a program through a script. Use `trusted` for a single team only.",
  },
  VEDETTE_BROWSER_SANDBOX: {
    meaning:
      "Whether browsers of journeys run only in a sandbox that passed its self-test (`required`), or fall back to Chromium's own sandbox (`preferred`)",
    form: oneOf(["required", "preferred"]),
    unit: null,
    default: null,
    reason:
      "If not set, `preferred` with VEDETTE_EGRESS=self-hosted, because one operator chooses the pages, and `required` with hosted, which accepts no other value.",
  },
  VEDETTE_BROWSERS_MAX: {
    meaning:
      "Maximum number of running browsers, one per organization, including those of runs in progress; at least VEDETTE_JOURNEYS_MAX",
    form: wholeNumber({ min: 1, max: 64 }),
    unit: "browsers",
    default: "4",
    reason:
      "An idle browser uses about 300 MB until it is stopped after five minutes; a run without an idle browser starts half a second later.",
  },
} as const;
