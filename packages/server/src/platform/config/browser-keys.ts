import { oneOf, singleLineText, wholeNumber } from "./forms.ts";
import type { Machine } from "./machine.ts";

/** How journeys and scripts are run. */
export const BROWSER_KEYS = {
  VEDETTE_CHROMIUM: {
    meaning: "Path of the Chromium that journeys run in",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "Unset, Playwright's own is taken, else the system's.",
  },
  VEDETTE_JOURNEYS_MAX: {
    meaning:
      "Journeys that this process's own runner has under way at the same time; 0 means that it runs none",
    form: wholeNumber({ min: 0, max: 64 }),
    unit: "journeys",
    default: {
      words: "the number of cores, at most 8",
      of: ({ cores }: Machine) => String(Math.min(8, cores)),
    },
    reason: "A page keeps a core busy while it loads; more at once makes each of them slower.",
  },
  VEDETTE_SCRIPTS: {
    meaning:
      "How scripts of journeys are run: in a sandbox that has proved itself, or `trusted`, with all rights of this process's user",
    form: oneOf(["sandboxed", "trusted"]),
    unit: null,
    default: "sandboxed",
    reason:
      "Anyone who may write journeys can run a program through a script. Use `trusted` for a single team only.",
  },
  VEDETTE_BROWSER_SANDBOX: {
    meaning:
      "Whether browsers of journeys run only in a sandbox that has proved itself (`required`), or where there is none under Chromium's own (`preferred`)",
    form: oneOf(["required", "preferred"]),
    unit: null,
    default: null,
    reason:
      "Unset, `preferred` with VEDETTE_EGRESS=self-hosted, where one operator chooses the pages, and `required` with hosted, which takes nothing else.",
  },
  VEDETTE_BROWSERS_MAX: {
    meaning:
      "Browsers that are kept at most, one for each organization, those of runs under way included; it counts as VEDETTE_JOURNEYS_MAX where it is less",
    form: wholeNumber({ min: 1, max: 64 }),
    unit: "browsers",
    default: "4",
    reason:
      "An idle one takes about 300 MB until it ends after five minutes; without one a run starts half a second later.",
  },
} as const;
