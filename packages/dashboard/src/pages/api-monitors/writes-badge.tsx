import { t } from "../../language/t.ts";

/** Marks a request that may change data on the target. */
export function WritesBadge() {
  return (
    <span className="rounded-full bg-degraded-ground px-2 text-xs font-semibold text-degraded">
      {t("writes")}
    </span>
  );
}
