import { t } from "../../../language/t.ts";

/** What an action on many targets says while it works and when it is done. */
type BulkMessages = {
  busy(values: { count: number; total: number }): string;
  /** With what was changed: "3 monitors". */
  done(targets: string): string;
};

export const BULK_MESSAGES = {
  check: {
    busy: (values) => t("Checking {count} of {total} …", values),
    done: (targets) => t("Checking {targets}.", { targets }),
  },
  start: {
    busy: (values) => t("Started {count} of {total} …", values),
    done: (targets) => t("Started {targets}.", { targets }),
  },
  pause: {
    busy: (values) => t("Paused {count} of {total} …", values),
    done: (targets) => t("Paused {targets}.", { targets }),
  },
  resume: {
    busy: (values) => t("Resumed {count} of {total} …", values),
    done: (targets) => t("Resumed {targets}.", { targets }),
  },
  delete: {
    busy: (values) => t("Deleted {count} of {total} …", values),
    done: (targets) => t("Deleted {targets}.", { targets }),
  },
  snooze: {
    busy: (values) => t("Snoozed {count} of {total} …", values),
    done: (targets) => t("Snoozed {targets}.", { targets }),
  },
  unsnooze: {
    busy: (values) => t("Ended the snooze of {count} of {total} …", values),
    done: (targets) => t("Ended the snooze of {targets}.", { targets }),
  },
  tag: {
    busy: (values) => t("Tagged {count} of {total} …", values),
    done: (targets) => t("Tagged {targets}.", { targets }),
  },
  edit: {
    busy: (values) => t("Changed {count} of {total} …", values),
    done: (targets) => t("Changed {targets}.", { targets }),
  },
} satisfies Record<string, BulkMessages>;

export type BulkVerb = keyof typeof BULK_MESSAGES;
